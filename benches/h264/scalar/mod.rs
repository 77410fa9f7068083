//! The slots of x264's tables in plain Rust, as one writes it without vectors in mind: loops over pointers, for
//! x86-64-v3, so that the compiler may make vectors of them.

mod cost;
mod deblock;
mod inter;
mod intra;
mod intra_8x8;
mod intra_costs;
pub mod residual;

use unite_h264_peers::x264::{self, Tables};

/// Functions for the level at which instructions are counted.
macro_rules! scalar {
    ($($(#[$doc:meta])* fn $name:ident $(<$(const $n:ident: usize),*>)? ($($argument:ident: $ty:ty),*) $(-> $result:ty)? $body:block)*) => {$(
        $(#[$doc])*
        #[cfg_attr(
            target_arch = "x86_64",
            target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,movbe,f16c,popcnt")
        )]
        pub unsafe extern "C" fn $name $(<$(const $n: usize),*>)? ($($argument: $ty),*) $(-> $result)? {
            // SAFETY: the caller vouches for the memory that the slot asks for, as for the kernel beside this one.
            unsafe { $body }
        }
    )*};
}
pub(crate) use scalar;

/// The slots that there is plain Rust for; what the bench does not ask it for is ours.
pub fn tables() -> Tables {
    Tables {
        predict_4x4: intra::MODES_4X4,
        predict_8x8: intra_8x8::MODES,
        predict_8x8_filter: intra_8x8::filter,
        predict_16x16: intra::MODES_16X16,
        predict_8x8c: intra::MODES_CHROMA,
        sad: cost::SAD,
        ssd: cost::SSD,
        satd: cost::SATD,
        sa8d: cost::SA8D,
        sad_x3: cost::SAD_X3,
        sad_x4: cost::SAD_X4,
        satd_x3: cost::SATD_X3,
        satd_x4: cost::SATD_X4,
        intra_satd_x3: intra_costs::SATD_X3,
        intra_sad_x3: intra_costs::SAD_X3,
        intra_x9: intra_costs::X9,
        intra_x9_8x8: intra_costs::X9_8X8,
        sub: residual::SUB,
        add: residual::ADD,
        sub_dc: residual::SUB_DC,
        add_dc: residual::ADD_DC,
        dc: residual::DC,
        quantize: residual::QUANTIZE,
        quantize_dc: residual::QUANTIZE_DC,
        scale: residual::SCALE,
        zigzag: residual::ZIGZAG,
        field: residual::FIELD,
        average: inter::AVERAGE,
        chroma: inter::chroma,
        half_planes: inter::half_planes,
        deblock: deblock::BELOW_4,
        deblock_intra: deblock::OF_4,
        ..x264::ours()
    }
}
