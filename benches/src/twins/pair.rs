//! A kernel and its twin over the same data.

use unite::level::Level;

/// The level that both sides run at where they are counted.
pub const LEVEL: Level = Level::V3;

/// A kernel and its twin over the same prepared data.
pub trait Pair {
    /// Calls `ours_NAME`.
    fn ours(&mut self);
    /// Calls `twin_NAME`. The machine must have [`LEVEL`].
    fn twin(&mut self);
    /// What the last call wrote: equal for both.
    fn output(&self) -> Vec<i64>;
}

/// Makes the data of a pair.
pub type Prepare = fn() -> Box<dyn Pair>;

/// Data that kernels and twins work on.
pub trait Data {
    /// What they write.
    fn output(&self) -> Vec<i64>;
}

/// The two functions of a pair, and what they work on.
pub struct Sides<D> {
    pub data: D,
    pub ours: fn(&mut D),
    /// Needs a machine with [`LEVEL`].
    pub twin: unsafe fn(&mut D),
}

impl<D: Data> Pair for Sides<D> {
    fn ours(&mut self) {
        (self.ours)(&mut self.data);
    }

    fn twin(&mut self) {
        // SAFETY: who measures or tests has asked whether the machine has the level.
        unsafe { (self.twin)(&mut self.data) }
    }

    fn output(&self) -> Vec<i64> {
        self.data.output()
    }
}

/// `pair!(name, Data, prepared, ours, twin)`: the function `name`, which prepares the pair of `ours_name` and
/// `twin_name`. What is written for the twin calls a function by hand, which `by_hand!` compiles for [`LEVEL`].
macro_rules! pair {
    ($name:ident, $data:ty, $prepared:expr, $ours:expr, $twin:expr) => {
        pub fn $name() -> Box<dyn super::pair::Pair> {
            #[unsafe(export_name = concat!("ours_", stringify!($name)))]
            #[inline(never)]
            fn ours(data: &mut $data) {
                let ours: fn(&mut $data) = $ours;
                ours(data)
            }

            super::pair::by_hand! {
                #[unsafe(export_name = concat!("twin_", stringify!($name)))]
                #[inline(never)]
                fn twin(data: &mut $data) {
                    $twin(data)
                }
            }

            Box::new(super::pair::Sides { data: $prepared, ours, twin })
        }
    };
}

/// Functions of twins, for the level at which they are counted. They are not inlined: as arguments of a function, slices
/// are known not to overlap.
macro_rules! by_hand {
    ($($function:item)*) => {$(
        #[cfg_attr(
            target_arch = "x86_64",
            target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,movbe,f16c,popcnt")
        )]
        $function
    )*};
}
pub(super) use {by_hand, pair};
