//! Functions for the tables of other encoders, one for each level of instruction sets: a table is filled with those of the
//! level in force, so that nothing is chosen at a call, and what a kernel is told about its tensors are constants.

/// A module for each function, which has `current()`: the function for the level in force. In its body the name before the
/// parameters is the level, for kernels to run at.
///
/// What follows `where` is what the body gets instead of the parameters: memory as slices, of which the compiler knows that
/// those that are written are apart from all others. `at most v3` before the body keeps the function from AVX-512, where its
/// transposes cost more than twice as many lanes are worth.
#[macro_export]
#[doc(hidden)]
macro_rules! levels {
    ($($(#[$doc:meta])*
        fn $name:ident $(<$(const $n:ident: usize),*>)? ($level:ident; $($argument:ident: $ty:ty),* $(,)?) $(-> $result:ty)?
        where ($($given:ident: $given_ty:ty = $value:expr),* $(,)?) $(at most $highest:ident)? $body:block
    )*) => {$(
        $(#[$doc])*
        #[allow(non_camel_case_types, reason = "the type stands for the function of this name")]
        pub(crate) enum $name {}

        #[allow(clippy::too_many_arguments, reason = "the tables of other encoders ask for them")]
        #[allow(dead_code, reason = "what only others go on in is in no table")]
        impl $name {
            $crate::levels! {@level
                [cfg(all())] [inline] baseline, baseline_with, unite::staged::lanes::baseline();
                [$($(const $n: usize),*)?] [$(<$($n),*>)?] $level [$($argument: $ty),*] [$($result)?]
                [$($given: $given_ty = $value),*] $body
            }
            $crate::levels! {@level
                [cfg(target_arch = "x86_64")]
                [target_feature(enable = "avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lzcnt,movbe,popcnt,xsave")]
                v3, v3_with, unite::staged::lanes::Avx2::assume_supported();
                [$($(const $n: usize),*)?] [$(<$($n),*>)?] $level [$($argument: $ty),*] [$($result)?]
                [$($given: $given_ty = $value),*] $body
            }
            $crate::levels! {@above [$($highest)?]
                [cfg(target_arch = "x86_64")]
                [target_feature(enable = "adx,aes,avx512bitalg,avx512bw,avx512cd,avx512dq,avx512f,avx512ifma,\
                    avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,avx512vpopcntdq,bmi1,bmi2,cmpxchg16b,fma,fxsr,gfni,lzcnt,\
                    movbe,pclmulqdq,popcnt,rdrand,rdseed,sha,vaes,vpclmulqdq,xsave,xsavec,xsaveopt,xsaves")]
                v4, v4_with, unite::staged::lanes::Avx512::assume_supported();
                [$($(const $n: usize),*)?] [$(<$($n),*>)?] $level [$($argument: $ty),*] [$($result)?]
                [$($given: $given_ty = $value),*] $body
            }

            /// The functions for all levels.
            pub(crate) fn all $(<$(const $n: usize),*>)? ()
            -> $crate::levels::All<unsafe extern "C" fn($($ty),*) $(-> $result)?> {
                $crate::levels::All {
                    baseline: Self::baseline $(::<$($n),*>)?,
                    #[cfg(target_arch = "x86_64")]
                    v3: Self::v3 $(::<$($n),*>)?,
                    #[cfg(target_arch = "x86_64")]
                    v4: $crate::levels!(@highest [$($highest)?] [$(::<$($n),*>)?]),
                }
            }

            /// The function for the level in force.
            pub(crate) fn current $(<$(const $n: usize),*>)? () -> unsafe extern "C" fn($($ty),*) $(-> $result)? {
                Self::all $(::<$($n),*>)? ().current()
            }
        }
    )*};
    (@above [] $($level:tt)*) => { $crate::levels! {@level $($level)*} };
    (@above [v3] $($level:tt)*) => {};
    (@highest [] [$($passed:tt)*]) => { Self::v4 $($passed)* };
    (@highest [v3] [$($passed:tt)*]) => { Self::v3 $($passed)* };
    (@level [$on:meta] [$features:meta] $function:ident, $with:ident, $token:expr;
        [$($generics:tt)*] [$($passed:tt)*] $level:ident [$($argument:ident: $ty:ty),*] [$($result:ty)?]
        [$($given:ident: $given_ty:ty = $value:expr),*] $body:block
    ) => {
        #[$on]
        #[$features]
        unsafe extern "C" fn $function<$($generics)*>($($argument: $ty),*) $(-> $result)? {
            // SAFETY: the caller vouches for the memory that the slot of the table asks for.
            unsafe { $crate::levels!(@call $with [$($passed)*] $($value),*) }
        }

        #[$on]
        #[$features]
        unsafe fn $with<$($generics)*>($($given: $given_ty),*) $(-> $result)? {
            // SAFETY: this function has the features of the level; the caller vouches for the memory.
            unsafe {
                let $level = $token;
                $body
            }
        }
    };
    (@call $with:ident [] $($value:expr),*) => { Self::$with($($value),*) };
    (@call $with:ident [<$($n:ident),*>] $($value:expr),*) => { Self::$with::<$($n),*>($($value),*) };
}
pub use levels;

/// A function for each level.
pub struct All<F> {
    pub baseline: F,
    #[cfg(target_arch = "x86_64")]
    pub v3: F,
    #[cfg(target_arch = "x86_64")]
    pub v4: F,
}

impl<F> All<F> {
    /// That for the level in force.
    pub fn current(self) -> F {
        match unite::level::current() {
            #[cfg(target_arch = "x86_64")]
            unite::level::Level::V4 => self.v4,
            #[cfg(target_arch = "x86_64")]
            unite::level::Level::V3 => self.v3,
            _ => self.baseline,
        }
    }

    /// That for a level: for a function to go on in that is compiled for none. The compiler cannot make one of both, which would save as
    /// many registers as the longest way through it needs.
    #[inline(always)]
    pub fn of<L: Of>(self) -> F {
        L::of(self)
    }
}

/// Levels, which are their tokens.
pub trait Of {
    /// The function for this level.
    fn of<F>(all: All<F>) -> F;
}

macro_rules! tokens {
    ($($(#[$on:meta])* $token:ty: $level:ident;)*) => {$(
        $(#[$on])*
        impl Of for $token {
            #[inline(always)]
            fn of<F>(all: All<F>) -> F {
                all.$level
            }
        }
    )*};
}

tokens! {
    unite::staged::lanes::Baseline: baseline;
    #[cfg(target_arch = "x86_64")]
    unite::staged::lanes::Avx2: v3;
    #[cfg(target_arch = "x86_64")]
    unite::staged::lanes::Avx512: v4;
}

/// The function for the level in force, of one that is generic over it.
#[macro_export]
#[doc(hidden)]
macro_rules! for_level {
    ($function:ident as $slot:ty) => {
        $crate::levels::All::<$slot> {
            baseline: $function::<unite::staged::lanes::Baseline>,
            #[cfg(target_arch = "x86_64")]
            v3: $function::<unite::staged::lanes::Avx2>,
            #[cfg(target_arch = "x86_64")]
            v4: $function::<unite::staged::lanes::Avx512>,
        }
        .current()
    };
}
pub use for_level;
