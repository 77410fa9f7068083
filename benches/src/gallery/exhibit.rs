//! The forms of a kernel over the same data.

use std::hint::black_box;
use unite::level::{self, Level};

/// How a kernel is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Loops over slices, which the compiler vectorises as it likes.
    Plain,
    /// In the kernel language, all loops left to the compiler.
    Staged,
    /// The same source, vectorised by the language.
    Lanes,
    /// By hand, with vectors.
    Hand,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 4] = [Form::Plain, Form::Staged, Form::Lanes, Form::Hand];

    /// `FORM` in the function `FORM_NAME` that is counted.
    pub fn name(self) -> &'static str {
        match self {
            Form::Plain => "plain",
            Form::Staged => "staged",
            Form::Lanes => "lanes",
            Form::Hand => "hand",
        }
    }
}

/// All forms of a kernel over the same prepared data.
pub trait Exhibit {
    /// Calls the kernel `times` times, at a level that the machine has.
    fn run(&mut self, form: Form, level: Level, times: u32);
    /// What was written, and what is around it.
    fn output(&self) -> Vec<i64>;
    /// What is around, which no form may change.
    fn around(&self) -> Vec<i64>;
}

/// Data that a kernel works on.
pub trait Data: 'static {
    /// As functions over slices take it.
    type Slices<'a>;
    /// As kernels take it.
    type Tensors<'a>;

    /// For functions over slices.
    fn slices(&mut self) -> Self::Slices<'_>;
    /// For kernels.
    fn tensors(&mut self) -> Self::Tensors<'_>;
    /// What was written, and what is around it.
    fn output(&self) -> Vec<i64>;
    /// What is around, which no form may change.
    fn around(&self) -> Vec<i64>;
}

/// A form that takes slices, for one level.
type OverSlices<D> = for<'a, 'b> unsafe fn(&'a mut <D as Data>::Slices<'b>);
/// A form that takes tensors.
type OverTensors<D> = for<'a, 'b> fn(&'a mut <D as Data>::Tensors<'b>);

/// A form for the baseline, for x86-64-v2, for x86-64-v3 and for AVX-512.
type AtLevels<D> = [OverSlices<D>; 4];

/// Data and what works on it. Functions for levels need a machine that has them.
pub struct Forms<D: Data> {
    /// The data.
    pub data: D,
    /// Plain loops, for every level.
    pub plain: AtLevels<D>,
    /// The kernel, left to the compiler.
    pub staged: OverTensors<D>,
    /// The kernel.
    pub lanes: OverTensors<D>,
    /// By hand, for every level.
    pub hand: AtLevels<D>,
}

impl<D: Data> Forms<D> {
    fn over_slices(&mut self, forms: AtLevels<D>, level: Level, times: u32) {
        let at = match level {
            Level::Fallback | Level::Baseline => 0,
            Level::V2 => 1,
            Level::V3 => 2,
            Level::V4 => 3,
        };
        let form = black_box(forms[at]);
        let mut slices = self.data.slices();
        for _ in 0..times {
            // SAFETY: who measures or tests has asked whether the machine has what the form needs.
            unsafe { form(black_box(&mut slices)) }
        }
    }

    fn over_tensors(&mut self, form: OverTensors<D>, level: Level, times: u32) {
        level::limit(level);
        let form = black_box(form);
        let mut tensors = self.data.tensors();
        for _ in 0..times {
            form(black_box(&mut tensors));
        }
    }
}

impl<D: Data> Exhibit for Forms<D> {
    fn run(&mut self, form: Form, level: Level, times: u32) {
        match form {
            Form::Plain => self.over_slices(self.plain, level, times),
            Form::Staged => self.over_tensors(self.staged, level, times),
            Form::Lanes => self.over_tensors(self.lanes, level, times),
            Form::Hand => self.over_slices(self.hand, level, times),
        }
    }

    fn output(&self) -> Vec<i64> {
        self.data.output()
    }

    fn around(&self) -> Vec<i64> {
        self.data.around()
    }
}

/// `both! { fn .. }`: kernels from one source, in the module `staged` with all loops left to the compiler, in `lanes`
/// not; `at most v3: fn ..` keeps both from the levels above.
macro_rules! both {
    ($($(#[$doc:meta])* $(at most $level:ident:)? fn $name:ident $parameters:tt $(-> $result:ident)? { $($body:tt)* })*) => {
        mod staged {
            #[allow(unused_imports)]
            use super::*;
            $(
                $(#[$doc])*
                #[unite::kernel(autovectorize $(, highest = $level)?)]
                pub fn $name $parameters $(-> $result)? { $($body)* }
            )*
        }

        mod lanes {
            #[allow(unused_imports)]
            use super::*;
            $(
                $(#[$doc])*
                #[unite::kernel($(highest = $level)?)]
                pub fn $name $parameters $(-> $result)? { $($body)* }
            )*
        }
    };
}

/// `exhibit!("name", kernel, Data, prepare, |tensors| (arguments))`: the function `kernel`, which prepares all forms of
/// the kernel of that name. They are in the modules `plain`, whose functions take slices, `staged` and `lanes`, which are
/// made by [`both!`], and `by_hand`, whose functions take a token for the vectors and slices. What `prepare` makes of a
/// [`Case`](super::random::Case) is the data. Behind the arguments of a kernel with a result, it says where that goes.
macro_rules! exhibit {
    ($name:literal, $kernel:ident, $data:ty, $prepare:expr,
     |$tensors:ident| ($($argument:expr),*) $(-> $result:expr)?) => {
        pub fn $kernel(case: &super::random::Case) -> Box<dyn super::exhibit::Exhibit> {
            type Slices<'a> = <$data as super::exhibit::Data>::Slices<'a>;
            type Tensors<'a> = <$data as super::exhibit::Data>::Tensors<'a>;

            super::exhibit::levels! {
                concat!("plain_", $name),
                fn plain(slices: &mut Slices<'_>) with _token { plain::$kernel(slices) }
            }

            super::exhibit::levels! {
                concat!("hand_", $name),
                fn hand(slices: &mut Slices<'_>) with token { by_hand::$kernel(token, slices) }
            }

            #[unsafe(export_name = concat!("staged_", $name))]
            #[inline(never)]
            fn of_staged($tensors: &mut Tensors<'_>) {
                $($result =)? staged::$kernel($($argument),*);
            }

            #[unsafe(export_name = concat!("lanes_", $name))]
            #[inline(never)]
            fn of_lanes($tensors: &mut Tensors<'_>) {
                $($result =)? lanes::$kernel($($argument),*);
            }

            let prepare: fn(&super::random::Case) -> $data = $prepare;
            Box::new(super::exhibit::Forms::<$data> {
                data: prepare(case),
                plain: plain(),
                staged: of_staged,
                lanes: of_lanes,
                hand: hand(),
            })
        }
    };
}

/// A function for every level, and one that returns them. What is exported under the name is the one for x86-64-v3.
macro_rules! levels {
    ($export:expr, fn $name:ident($slices:ident: $type:ty) with $token:ident $body:block) => {
        fn $name() -> [for<'a, 'b> unsafe fn(&'a mut Slices<'b>); 4] {
            #[inline(never)]
            fn baseline($slices: $type) {
                let level = fearless_simd::Level::baseline();
                fearless_simd::dispatch!(level, $token => $body)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "cmpxchg16b,fxsr,popcnt,sse4.2")]
            #[inline(never)]
            fn v2($slices: $type) {
                let $token = fearless_simd::Sse4_2::assume_supported();
                $body
            }

            #[cfg(target_arch = "x86_64")]
            #[unsafe(export_name = $export)]
            #[target_feature(enable = "avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lzcnt,movbe,popcnt,xsave")]
            #[inline(never)]
            fn v3($slices: $type) {
                let $token = fearless_simd::Avx2::assume_supported();
                $body
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(
                enable = "adx,aes,avx512bitalg,avx512bw,avx512cd,avx512dq,avx512f,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,avx512vpopcntdq,bmi1,bmi2,cmpxchg16b,fma,fxsr,gfni,lzcnt,movbe,pclmulqdq,popcnt,rdrand,rdseed,sha,vaes,vpclmulqdq,xsave,xsavec,xsaveopt,xsaves"
            )]
            #[inline(never)]
            fn v4($slices: $type) {
                let $token = fearless_simd::Avx512::assume_supported();
                $body
            }

            #[cfg(target_arch = "x86_64")]
            return [baseline, v2, v3, v4];
            #[cfg(not(target_arch = "x86_64"))]
            [baseline; 4]
        }
    };
}

pub(super) use {both, exhibit, levels};
