//! Kernels on coefficients as x264 has them, in columns, which a permuted view says; and slots of them.

/// The kernels for samples and coefficients of types.
#[macro_export]
#[doc(hidden)]
macro_rules! x264_layout {
    ($Sample:ident, $Coefficient:ident, $kernels:ident $(, $bit_depth:ident)?) => {
        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn sub_4x4(
            c: &mut Tensor<[[$Coefficient; 4]; 4]>,
            samples: &Tensor<[[$Sample; 4]; 4]>,
            pred: &Tensor<[[$Sample; 4]; 4]>,
        ) {
            $kernels::forward(samples, pred, &mut c.permute([1, 0]));
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn sub_8x8(
            c: &mut Tensor<[[[$Coefficient; 4]; 4]; 4]>,
            samples: &Tensor<[[$Sample; 8]; 8]>,
            pred: &Tensor<[[$Sample; 8]; 8]>,
        ) {
            $kernels::forward_four(samples, pred, &mut c.permute([0, 2, 1]));
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn sub_16x16(
            c: &mut Tensor<[[[$Coefficient; 4]; 4]; 16]>,
            samples: &Tensor<[[$Sample; 16]; 16]>,
            pred: &Tensor<[[$Sample; 16]; 16]>,
        ) {
            for v in 0..2 {
                for h in 0..2 {
                    let levels = c[[8 * v + 4 * h..8 * v + 4 * h + 4, .., ..]];
                    $kernels::forward_four(
                        samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                        pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                        &mut levels.permute([0, 2, 1]),
                    );
                }
            }
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn sub_8x8_by_8(
            c: &mut Tensor<[[$Coefficient; 8]; 8]>,
            samples: &Tensor<[[$Sample; 8]; 8]>,
            pred: &Tensor<[[$Sample; 8]; 8]>,
        ) {
            $kernels::forward_8x8(samples, pred, &mut c.permute([1, 0]));
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn sub_16x16_by_8(
            c: &mut Tensor<[[[$Coefficient; 8]; 8]; 4]>,
            samples: &Tensor<[[$Sample; 16]; 16]>,
            pred: &Tensor<[[$Sample; 16]; 16]>,
        ) {
            for v in 0..2 {
                for h in 0..2 {
                    let levels = c[[2 * v + h, .., ..]];
                    $kernels::forward_8x8(
                        samples[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                        pred[[8 * v..8 * v + 8, 8 * h..8 * h + 8]],
                        &mut levels.permute([1, 0]),
                    );
                }
            }
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn add_4x4(u: &mut Tensor<[[$Sample; 4]; 4]>, d: &Tensor<[[$Coefficient; 4]; 4]>) {
            $kernels::construct(d.permute([1, 0]), &mut u $(, $bit_depth)?);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn add_8x8(u: &mut Tensor<[[$Sample; 8]; 8]>, d: &Tensor<[[[$Coefficient; 4]; 4]; 4]>) {
            $kernels::construct_four(d.permute([0, 2, 1]), &mut u $(, $bit_depth)?);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn add_16x16(u: &mut Tensor<[[$Sample; 16]; 16]>, d: &Tensor<[[[$Coefficient; 4]; 4]; 16]>) {
            for v in 0..2 {
                for h in 0..2 {
                    let levels = d[[8 * v + 4 * h..8 * v + 4 * h + 4, .., ..]];
                    $kernels::construct_four(
                        levels.permute([0, 2, 1]),
                        &mut u[[8 * v..8 * v + 8, 8 * h..8 * h + 8]]
                        $(, $bit_depth)?
                    );
                }
            }
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn add_8x8_by_8(u: &mut Tensor<[[$Sample; 8]; 8]>, d: &Tensor<[[$Coefficient; 8]; 8]>) {
            $kernels::construct_8x8(d.permute([1, 0]), &mut u $(, $bit_depth)?);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn add_16x16_by_8(u: &mut Tensor<[[$Sample; 16]; 16]>, d: &Tensor<[[[$Coefficient; 8]; 8]; 4]>) {
            for v in 0..2 {
                for h in 0..2 {
                    let levels = d[[2 * v + h, .., ..]];
                    $kernels::construct_8x8(
                        levels.permute([1, 0]),
                        &mut u[[8 * v..8 * v + 8, 8 * h..8 * h + 8]]
                        $(, $bit_depth)?
                    );
                }
            }
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn sub_dc_8x8(
            c: &mut Tensor<[[$Coefficient; 2]; 2]>,
            samples: &Tensor<[[$Sample; 8]; 8]>,
            pred: &Tensor<[[$Sample; 8]; 8]>,
        ) {
            $kernels::forward_chroma_dc(samples, pred, &mut c.permute([1, 0]));
        }

        /// These coefficients lie in rows.
        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn sub_dc_8x16(
            c: &mut Tensor<[[$Coefficient; 2]; 4]>,
            samples: &Tensor<[[$Sample; 8]; 16]>,
            pred: &Tensor<[[$Sample; 8]; 16]>,
        ) {
            $kernels::forward_chroma_dc_422(samples, pred, &mut c);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn add_dc_8x8(u: &mut Tensor<[[$Sample; 8]; 8]>, dc: &Tensor<[[$Coefficient; 2]; 2]>) {
            $kernels::construct_dc_8x8(dc, &mut u $(, $bit_depth)?);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn zigzag(list: &mut Tensor<[$Coefficient; 16]>, c: &Tensor<[[$Coefficient; 4]; 4]>) {
            $kernels::zigzag_scan(c.permute([1, 0]), &mut list);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn field(list: &mut Tensor<[$Coefficient; 16]>, c: &Tensor<[[$Coefficient; 4]; 4]>) {
            $kernels::field_scan(c.permute([1, 0]), &mut list);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn zigzag_8x8(list: &mut Tensor<[$Coefficient; 64]>, c: &Tensor<[[$Coefficient; 8]; 8]>) {
            $kernels::zigzag_scan_8x8(c.permute([1, 0]), &mut list);
        }

        #[::unite::kernel]
        #[allow(dead_code, reason = "kernels of a macro are called by their forms")]
        pub fn field_8x8(list: &mut Tensor<[$Coefficient; 64]>, c: &Tensor<[[$Coefficient; 8]; 8]>) {
            $kernels::field_scan_8x8(c.permute([1, 0]), &mut list);
        }
    };
}

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
