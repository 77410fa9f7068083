//! Levels of DC coefficients of chrominance, back to coefficients, and as few of them as make the same samples, in the layout of x264.

use unite::kernel;

use crate::tables::fill;

/// `idct_dequant_2x4_dc`: levels at 4:2:2, the eight blocks whose first coefficients they are, scales, and the quantiser.
pub type TallDcBack = unsafe extern "C" fn(dc: *mut i16, c: *mut i16, level_scale: *mut i32, qp: i32);

/// `idct_dequant_2x4_dconly`: levels at 4:2:2, which are coefficients afterwards, scales, and the quantiser.
pub type TallDcOnly = unsafe extern "C" fn(dc: *mut i16, level_scale: *mut i32, qp: i32);

/// `optimize_chroma_2x2_dc` or `optimize_chroma_2x4_dc`: levels, which come nearer to 0 as far as samples stay as they are, and their
/// scale. The result is whether any is left.
pub type FewerLevels = unsafe extern "C" fn(levels: *mut i16, scale: i32) -> i32;

/// What is left of coefficients where a level is `less`, each of which is there as `signs` say.
#[kernel]
pub fn lessened<const N: usize>(
    lessened: &mut Tensor<[i32; N]>,
    values: &Tensor<[i32; N]>,
    #[range(-1..=1)] signs: &Tensor<[i16; N]>,
    less: i32,
) {
    for k in 0..N {
        lessened[[k]] = values[[k]].wrapping_sub(signs[[k]].wrapping_mul(less));
    }
}

/// Whether any coefficients differ in the bits that are `seen`.
#[kernel]
pub fn differ<const N: usize>(a: &Tensor<[i32; N]>, b: &Tensor<[i32; N]>, seen: i32) -> bool {
    let mut any = false;
    for k in 0..N {
        any |= (a[[k]] ^ b[[k]]) & seen != 0;
    }
    any
}

/// The scale of first coefficients.
pub fn scale_of(level_scale: &[i32; 96], qp: i32) -> i32 {
    let qp = qp.max(0) as u32;
    level_scale[16 * (qp as usize % 6)].wrapping_shl(qp / 6)
}

/// The transforms of rows and of columns of DC coefficients, of two and of four (8.5.11.1).
const OF_TWO: [[i16; 2]; 2] = [[1, 1], [1, -1]];
const OF_FOUR: [[i16; 4]; 4] = [[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, -1, 1], [1, -1, 1, -1]];

/// Whether each of `N` levels, in rows of two, is added to each coefficient or taken away.
pub const fn signs<const N: usize>() -> [[i16; N]; N] {
    let mut signs = [[0; N]; N];
    let mut level = 0;
    while level < N {
        let mut k = 0;
        while k < N {
            let (to, from) = (k / 2, level / 2);
            let of_column = if N == 4 { OF_TWO[to][from] } else { OF_FOUR[to][from] };
            signs[level][k] = of_column * OF_TWO[k % 2][level % 2];
            k += 1;
        }
        level += 1;
    }
    signs
}

/// Takes as much from levels, from the last one on, as samples do not see: of the coefficients that they make, which `made` computes,
/// times `scale` and with half of what samples see at least, samples see the bits that are `seen`. Whether any level is left.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_fewer {
    ([$Coefficient:ident] $level:ident, $levels:ident, $n:literal in $rows:literal, $made:ident, $scale:ident, $rounding:expr, $seen:expr) => {{
        use $crate::memory::{line, line_mut, tight, tight_mut};

        static SIGNS: [[i16; $n]; $n] = $crate::chroma_levels::signs();
        let wanted = {
            let mut wanted = [0; $n];
            let to = tight_mut::<i32, $rows, 2>(wanted.as_mut_ptr()).exclusive();
            $made::staged(
                $level,
                to,
                tight::<$Coefficient, $rows, 2>($levels.as_ptr()).shared(),
                $scale,
                $rounding,
            );
            wanted
        };
        let of = |values: &[i32; $n]| line::<i32, $n>(values.as_ptr()).shared();
        let (mut values, mut left) = (wanted, false);
        if $crate::chroma_levels::differ::staged($level, of(&wanted), of(&[0; $n]), $seen) {
            for (level, signs) in $levels.iter_mut().zip(&SIGNS).rev() {
                let sign = level.signum();
                let less = i32::from(sign).wrapping_mul($scale);
                while *level != 0 {
                    let mut nearer = [0; $n];
                    let to = line_mut::<i32, $n>(nearer.as_mut_ptr()).exclusive();
                    $crate::chroma_levels::lessened::staged(
                        $level,
                        to,
                        of(&values),
                        line::<i16, $n>(signs.as_ptr()).shared(),
                        less,
                    );
                    if $crate::chroma_levels::differ::staged($level, of(&nearer), of(&wanted), $seen) {
                        left = true;
                        break;
                    }
                    values = nearer;
                    *level -= sign;
                }
            }
        }
        left.into()
    }};
}

/// The slots of DC coefficients of chrominance, of a type. Of samples the bits that are `$seen` are seen.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_chroma_levels {
    ($Coefficient:ident, $kernels:ident, $seen:literal) => {
        use $crate::kernels::chroma_levels::$kernels::{back_422, made_420, made_422};
        use $crate::memory::{array, array_mut, tight, tight_mut};

        $crate::levels! {
            fn tall_dc_back(level; dc: *mut $Coefficient, c: *mut $Coefficient, level_scale: *mut i32, qp: i32)
            where (
                dc: &[$Coefficient; 8] = array(dc),
                c: &mut [$Coefficient; 128] = array_mut(c),
                level_scale: &[i32; 96] = array(level_scale),
                qp: i32 = qp,
            ) {
                let mut f = [0; 8];
                let scale = $crate::chroma_levels::scale_of(level_scale, qp);
                let to = tight_mut::<$Coefficient, 4, 2>(f.as_mut_ptr()).exclusive();
                back_422::staged(level, to, tight::<$Coefficient, 4, 2>(dc.as_ptr()).shared(), scale, 32);
                for (block, f) in c.chunks_exact_mut(16).zip(f) {
                    block[0] = f;
                }
            }

            fn tall_dc_only(level; dc: *mut $Coefficient, level_scale: *mut i32, qp: i32)
            where (dc: &mut [$Coefficient; 8] = array_mut(dc), level_scale: &[i32; 96] = array(level_scale), qp: i32 = qp) {
                let levels = *dc;
                let to = tight_mut::<$Coefficient, 4, 2>(dc.as_mut_ptr()).exclusive();
                back_422::staged(level, to, tight::<$Coefficient, 4, 2>(levels.as_ptr()).shared(), $crate::chroma_levels::scale_of(level_scale, qp), 32);
            }

            fn fewer_420(level; levels: *mut $Coefficient, scale: i32) -> i32
            where (levels: &mut [$Coefficient; 4] = array_mut(levels), scale: i32 = scale) {
                // A 32nd, and half of the 64 of a sample.
                $crate::x264_fewer!([$Coefficient] level, levels, 4 in 2, made_420, scale, 32 << 5, $seen << 5)
            }

            fn fewer_422(level; levels: *mut $Coefficient, scale: i32) -> i32
            where (levels: &mut [$Coefficient; 8] = array_mut(levels), scale: i32 = scale) {
                // A 64th, rounded, and half of the 64 of a sample.
                $crate::x264_fewer!([$Coefficient] level, levels, 8 in 4, made_422, scale, 32 + (32 << 6), $seen << 6)
            }
        }
    };
}

x264_chroma_levels!(i16, of_16_bits, 0xFFC0);

/// DC coefficients of chrominance: back at 4:2:2, `idct_dequant_2x4_dc` and `idct_dequant_2x4_dconly`; and fewer levels,
/// `optimize_chroma_2x2_dc` and `optimize_chroma_2x4_dc`.
///
/// # Safety
/// `fewer_table` has 2 slots, the others are one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unite_h264_x264_chroma_levels(
    back: *mut TallDcBack,
    only: *mut TallDcOnly,
    fewer_table: *mut FewerLevels,
) {
    // SAFETY: the caller vouches for the slots.
    unsafe {
        back.write(tall_dc_back::current());
        only.write(tall_dc_only::current());
        fill::<FewerLevels, 2>(fewer_table, [fewer_420::current(), fewer_422::current()]);
    }
}
