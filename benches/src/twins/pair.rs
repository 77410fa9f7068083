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
    /// Calls `library_NAME`, if there is one: the same through the run-time library.
    fn library(&mut self) -> bool;
    /// What the last call wrote: equal for all.
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
    pub library: Option<fn(&mut D)>,
}

impl<D: Data> Pair for Sides<D> {
    fn ours(&mut self) {
        (self.ours)(&mut self.data);
    }

    fn twin(&mut self) {
        // SAFETY: who measures or tests has asked whether the machine has the level.
        unsafe { (self.twin)(&mut self.data) }
    }

    fn library(&mut self) -> bool {
        self.library.map(|library| library(&mut self.data)).is_some()
    }

    fn output(&self) -> Vec<i64> {
        self.data.output()
    }
}

/// `pair!(name, Data, prepared, ours, twin)`: the function `name`, which prepares the pair of `ours_name` and
/// `twin_name`. What is written for the twin calls a function by hand, which `by_hand!` compiles for [`LEVEL`].
///
/// A last argument is the same through the run-time library, `library_name`.
macro_rules! pair {
    ($name:ident, $data:ty, $prepared:expr, $ours:expr, $twin:expr $(, $library:expr)? $(,)?) => {
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

            #[allow(unused_mut, unused_assignments)]
            let mut through_library: Option<fn(&mut $data)> = None;
            $(
                #[unsafe(export_name = concat!("library_", stringify!($name)))]
                #[inline(never)]
                fn library(data: &mut $data) {
                    let library: fn(&mut $data) = $library;
                    library(data)
                }
                through_library = Some(library);
            )?
            Box::new(super::pair::Sides { data: $prepared, ours, twin, library: through_library })
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
