//! Slots of kernels on coefficients as x264 has them, in columns.

/// Transforms of `H` rows of `W` samples to encode and of a macroblock.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_sub {
    ([$Sample:ident, $Coefficient:ident] $($name:ident: [$h:literal, $w:literal] = $kernel:ident($blocks:ident::<$n:literal $(, $count:literal)?>) $(at most $highest:ident)?;)*) => {$crate::levels! {$(
        fn $name(level; c: *mut $Coefficient, samples: *mut $Sample, pred: *mut $Sample)
        where (
            c: &mut [$Coefficient; $n * $n $(* $count)?] = array_mut(c),
            samples: *const $Sample = samples,
            pred: *const $Sample = pred,
        ) $(at most $highest)? {
            let samples = at_pitch::<$Sample, $h, $w, FENC_STRIDE>(samples);
            let pred = at_pitch::<$Sample, $h, $w, FDEC_STRIDE>(pred);
            layout::$kernel::staged(level, $blocks::<$Coefficient, $($count,)? $n>(c.as_mut_ptr()).exclusive(), samples, pred);
        }
    )*}};
}

/// Transforms back, added to a macroblock.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_add {
    ([$Sample:ident, $Coefficient:ident] $($name:ident: [$h:literal, $w:literal] = $kernel:ident($blocks:ident::<$n:literal $(, $count:literal)?>) $(at most $highest:ident)?;)*) => {$crate::levels! {$(
        fn $name(level; u: *mut $Sample, d: *mut $Coefficient)
        where (
            u: &mut [$Sample] = span_mut::<$Sample, $h, $w>(u, FDEC_STRIDE),
            d: &[$Coefficient; $n * $n $(* $count)?] = array(d),
        ) $(at most $highest)? {
            let d = $blocks::<$Coefficient, $($count,)? $n>(d.as_ptr()).shared();
            layout::$kernel::staged(level, at_pitch_mut::<$Sample, $h, $w, FDEC_STRIDE>(u.as_mut_ptr()), d);
        }
    )*}};
}

/// Scans of blocks.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_scan {
    ([$Coefficient:ident] $($name:ident = $kernel:ident of $n:literal, $len:literal;)*) => {$crate::levels! {$(
        fn $name(level; list: *mut $Coefficient, c: *mut $Coefficient)
        where (list: &mut [$Coefficient; $len] = array_mut(list), c: &[$Coefficient; $len] = array(c)) {
            let c = square::<$Coefficient, $n>(c.as_ptr()).shared();
            layout::$kernel::staged(level, line_mut::<$Coefficient, $len>(list.as_mut_ptr()).exclusive(), c);
        }
    )*}};
}
