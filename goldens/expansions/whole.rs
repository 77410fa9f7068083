/// An elementwise statement over dynamic extents.
#[inline]
#[allow(clippy::too_many_arguments)]
pub fn average(
    out: &mut impl ::unite::staged::TensorMut<2usize, Elem = u8>,
    a: &impl ::unite::staged::Tensor<2usize, Elem = u8>,
    b: &impl ::unite::staged::Tensor<2usize, Elem = u8>,
) {
    let out_space = ::unite::staged::space_of(&*out);
    let (out_memory, out_geometry) = ::unite::staged::TensorMut::parts_mut(out);
    let a_geometry = ::unite::staged::Tensor::geometry(a);
    let a_space = ::unite::staged::space_of(a);
    let b_geometry = ::unite::staged::Tensor::geometry(b);
    let b_space = ::unite::staged::space_of(b);
    match ::unite::level::known() {
        #[cfg(target_arch = "x86_64")]
        ::core::option::Option::Some(::unite::level::Level::V4) => {
            unsafe {
                average::v4(
                    out_memory,
                    out_geometry,
                    out_space,
                    ::unite::staged::Tensor::memory(a),
                    a_geometry,
                    a_space,
                    ::unite::staged::Tensor::memory(b),
                    b_geometry,
                    b_space,
                )
            }
        }
        #[cfg(target_arch = "x86_64")]
        ::core::option::Option::Some(::unite::level::Level::V3) => {
            unsafe {
                average::v3(
                    out_memory,
                    out_geometry,
                    out_space,
                    ::unite::staged::Tensor::memory(a),
                    a_geometry,
                    a_space,
                    ::unite::staged::Tensor::memory(b),
                    b_geometry,
                    b_space,
                )
            }
        }
        _ => {
            unsafe {
                average::baseline(
                    out_memory,
                    out_geometry,
                    out_space,
                    ::unite::staged::Tensor::memory(a),
                    a_geometry,
                    a_space,
                    ::unite::staged::Tensor::memory(b),
                    b_geometry,
                    b_space,
                )
            }
        }
    }
}
///The kernel [`average`](fn@average) itself: what it touches, and the forms that other kernels call.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations,
    dead_code,
    unreachable_pub
)]
pub enum average {}
#[allow(
    unused_parens,
    unused_braces,
    unused_mut,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]
unsafe impl ::unite::staged::Kernel for average {
    type Arguments = (
        ::unite::staged::Carrier<
            'static,
            ::unite::staged::Strided<::unite::Dyn<::unite::Dyn<u8>>>,
            2usize,
        >,
        ::unite::staged::Carrier<
            'static,
            ::unite::staged::Strided<::unite::Dyn<::unite::Dyn<u8>>>,
            2usize,
        >,
        ::unite::staged::Carrier<
            'static,
            ::unite::staged::Strided<::unite::Dyn<::unite::Dyn<u8>>>,
            2usize,
        >,
    );
    type Form<UniteRules: ::unite::staged::Rules> = Self;
    const SWEEPS: &'static [&'static [::core::option::Option<::unite::staged::Sweep>]] = &[
        &[
            ::core::option::Option::Some(
                ::unite::staged::Sweep::written(0, 0, 0, true, true),
            ),
            ::core::option::Option::Some(::unite::staged::Sweep::read(0, 0, 0)),
            ::core::option::Option::Some(::unite::staged::Sweep::read(0, 0, 0)),
        ],
        &[
            ::core::option::Option::Some(
                ::unite::staged::Sweep::written(1, 0, 0, true, true),
            ),
            ::core::option::Option::Some(::unite::staged::Sweep::read(1, 0, 0)),
            ::core::option::Option::Some(::unite::staged::Sweep::read(1, 0, 0)),
        ],
    ];
}
impl<
    'unite,
    Argument0: ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    Argument1: ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    Argument2: ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
> ::unite::staged::Takes<(Argument0, Argument1, Argument2)> for average {}
#[allow(
    dead_code,
    unused_parens,
    unused_braces,
    unused_mut,
    unused_imports,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block
)]
impl average {
    ///What the kernel touches in each of its tensors, if that does not depend on run-time values.
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 3usize]> = ::core::option::Option::None;
    /// Whether a call runs: everything that it touches lies in its tensors, and these are where it asks for them. It is
    /// asked with the arguments of a call, without those that the answer does not depend on. What depends on elements
    /// is not part of it.
    ///
    /// # Errors
    /// What does not fit.
    pub fn fits(
        out: &impl ::unite::staged::Tensor<2usize, Elem = u8>,
        a: &impl ::unite::staged::Tensor<2usize, Elem = u8>,
        b: &impl ::unite::staged::Tensor<2usize, Elem = u8>,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        Self::ahead(
            false,
            (
                unsafe {
                    ::unite::staged::Carrier::shared(
                        ::unite::staged::Tensor::memory(out),
                        ::unite::staged::Tensor::geometry(out),
                        ::unite::staged::space_of(out),
                    )
                },
                unsafe {
                    ::unite::staged::Carrier::shared(
                        ::unite::staged::Tensor::memory(a),
                        ::unite::staged::Tensor::geometry(a),
                        ::unite::staged::space_of(a),
                    )
                },
                unsafe {
                    ::unite::staged::Carrier::shared(
                        ::unite::staged::Tensor::memory(b),
                        ::unite::staged::Tensor::geometry(b),
                        ::unite::staged::space_of(b),
                    )
                },
            ),
        )
    }
    #[doc(hidden)]
    #[inline]
    #[allow(unused_variables)]
    pub fn ahead<'unite>(
        checked: ::core::primitive::bool,
        (
            out,
            a,
            b,
        ): (
            impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
            impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
            impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        ),
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        let out = ::unite::staged::Readable::carrier(out);
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        if checked { ::core::result::Result::Ok(()) } else { Self::check(out, a, b) }
    }
    ///What becomes of the loops of the kernel, a line for each, in the order of its source; nothing if it has none.
    pub const fn plan() -> &'static ::core::primitive::str {
        "loops over y, x: no lanes: little to compute for each point: left to the compiler; the innermost loop is along the axis nearer in memory; one loop where rows touch\n"
    }
    ///What became of the loops of the kernel, in the order of its source.
    #[allow(unused)]
    pub const fn remarks() -> [::unite::staged::Remark; 1usize] {
        [
            ::unite::staged::Remark {
                over: "y, x",
                line: 28,
                outcome: ::unite::staged::Outcome::Plain {
                    reason: "little to compute for each point: left to the compiler",
                    line: 28,
                },
            },
        ]
    }
    #[doc(hidden)]
    #[inline(always)]
    #[allow(unused_variables)]
    pub fn check(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        a: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        b: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            a.within("average", "a", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            a.within("average", "a", 1usize, 0, out.extent(1usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            b.within("average", "b", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            b.within("average", "b", 1usize, 0, out.extent(1usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("average", "out", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("average", "out", 1usize, 0, out.extent(1usize) - 1)?;
        }
        ::core::result::Result::Ok(())
    }
    /// Checks the footprint, then runs, at the level of the caller.
    ///
    /// # Panics
    /// If the footprint does not fit.
    #[doc(hidden)]
    #[inline(always)]
    pub fn staged<'unite>(
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        a: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        b: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let out = ::unite::staged::Readable::carrier(out);
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        ::unite::staged::must_fit(Self::check(out, a, b));
        let checked = unsafe { ::unite::staged::Checked::new() };
        Self::body(checked, unite_simd, unsafe { out.writable() }, a, b)
    }
    /// Runs at the level of the caller, which has checked the footprint.
    #[doc(hidden)]
    #[inline(always)]
    pub fn unchecked<'unite>(
        checked: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        a: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        b: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let out = ::unite::staged::Readable::carrier(out);
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        Self::body(checked, unite_simd, unsafe { out.writable() }, a, b)
    }
    #[doc(hidden)]
    #[inline(always)]
    #[allow(unused_variables)]
    fn is_apart(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        a: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        b: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::primitive::bool {
        (out.is_same(a)
            || out
                .is_apart(
                    [
                        ::core::option::Option::Some([0, out.extent(0usize) - 1]),
                        ::core::option::Option::Some([0, out.extent(1usize) - 1]),
                    ],
                    a,
                    [
                        ::core::option::Option::Some([0, out.extent(0usize) - 1]),
                        ::core::option::Option::Some([0, out.extent(1usize) - 1]),
                    ],
                ))
            && (out.is_same(b)
                || out
                    .is_apart(
                        [
                            ::core::option::Option::Some([0, out.extent(0usize) - 1]),
                            ::core::option::Option::Some([0, out.extent(1usize) - 1]),
                        ],
                        b,
                        [
                            ::core::option::Option::Some([0, out.extent(0usize) - 1]),
                            ::core::option::Option::Some([0, out.extent(1usize) - 1]),
                        ],
                    ))
    }
    /// Runs with tensors that may be views of one memory, at the level of the caller, which may have checked the
    /// footprint.
    ///
    /// # Panics
    /// If the footprint does not fit.
    #[doc(hidden)]
    #[inline(always)]
    pub fn overlapping<'unite>(
        checked: ::core::option::Option<::unite::staged::Checked>,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        a: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        b: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let out = ::unite::staged::Readable::carrier(out);
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        let checked = match checked {
            ::core::option::Option::Some(checked) => checked,
            ::core::option::Option::None => {
                ::unite::staged::must_fit(Self::check(out, a, b));
                unsafe { ::unite::staged::Checked::new() }
            }
        };
        if Self::is_apart(out, a, b) {
            Self::body(checked, unite_simd, unsafe { out.writable() }, a, b)
        } else {
            Self::in_order(checked, unite_simd, unsafe { out.writable() }, a, b)
        }
    }
    #[cold]
    #[inline(never)]
    unsafe fn refuse(
        out: &[u8],
        out_geometry: &::unite::staged::Geometry<2usize>,
        out_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        a: &[u8],
        a_geometry: &::unite::staged::Geometry<2usize>,
        a_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        b: &[u8],
        b_geometry: &::unite::staged::Geometry<2usize>,
        b_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
    ) -> ! {
        ::unite::staged::must_fit(
            Self::check(
                unsafe {
                    ::unite::staged::Carrier::shared(out, out_geometry, out_space)
                },
                unsafe { ::unite::staged::Carrier::shared(a, a_geometry, a_space) },
                unsafe { ::unite::staged::Carrier::shared(b, b_geometry, b_space) },
            ),
        );
        ::core::unreachable!()
    }
    #[inline(never)]
    unsafe fn baseline(
        out: &mut [u8],
        out_geometry: &::unite::staged::Geometry<2usize>,
        out_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        a: &[u8],
        a_geometry: &::unite::staged::Geometry<2usize>,
        a_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        b: &[u8],
        b_geometry: &::unite::staged::Geometry<2usize>,
        b_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
    ) {
        if ::unite::level::known().is_none() {
            match ::core::option::Option::Some(::unite::level::current()) {
                #[cfg(target_arch = "x86_64")]
                ::core::option::Option::Some(::unite::level::Level::V4) => {
                    unsafe {
                        return Self::v4(
                            out,
                            out_geometry,
                            out_space,
                            a,
                            a_geometry,
                            a_space,
                            b,
                            b_geometry,
                            b_space,
                        )
                    }
                }
                #[cfg(target_arch = "x86_64")]
                ::core::option::Option::Some(::unite::level::Level::V3) => {
                    unsafe {
                        return Self::v3(
                            out,
                            out_geometry,
                            out_space,
                            a,
                            a_geometry,
                            a_space,
                            b,
                            b_geometry,
                            b_space,
                        )
                    }
                }
                _ => {}
            }
        }
        let out_carrier = unsafe {
            ::unite::staged::Carrier::exclusive(&mut *out, out_geometry, out_space)
        };
        let a_carrier = unsafe {
            ::unite::staged::Carrier::shared(a, a_geometry, a_space)
        };
        let b_carrier = unsafe {
            ::unite::staged::Carrier::shared(b, b_geometry, b_space)
        };
        if let ::core::result::Result::Err(_) = Self::check(
            out_carrier,
            a_carrier,
            b_carrier,
        ) {
            unsafe {
                Self::refuse(
                    out,
                    out_geometry,
                    out_space,
                    a,
                    a_geometry,
                    a_space,
                    b,
                    b_geometry,
                    b_space,
                )
            }
        }
        let checked = unsafe { ::unite::staged::Checked::new() };
        Self::body(
            checked,
            ::unite::staged::lanes::baseline(),
            unsafe { out_carrier.writable() },
            a_carrier,
            b_carrier,
        )
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(
        enable = "avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lzcnt,movbe,popcnt,xsave"
    )]
    unsafe fn v3(
        out: &mut [u8],
        out_geometry: &::unite::staged::Geometry<2usize>,
        out_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        a: &[u8],
        a_geometry: &::unite::staged::Geometry<2usize>,
        a_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        b: &[u8],
        b_geometry: &::unite::staged::Geometry<2usize>,
        b_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
    ) {
        let out_carrier = unsafe {
            ::unite::staged::Carrier::exclusive(&mut *out, out_geometry, out_space)
        };
        let a_carrier = unsafe {
            ::unite::staged::Carrier::shared(a, a_geometry, a_space)
        };
        let b_carrier = unsafe {
            ::unite::staged::Carrier::shared(b, b_geometry, b_space)
        };
        if let ::core::result::Result::Err(_) = Self::check(
            out_carrier,
            a_carrier,
            b_carrier,
        ) {
            unsafe {
                Self::refuse(
                    out,
                    out_geometry,
                    out_space,
                    a,
                    a_geometry,
                    a_space,
                    b,
                    b_geometry,
                    b_space,
                )
            }
        }
        let checked = unsafe { ::unite::staged::Checked::new() };
        Self::body(
            checked,
            ::unite::staged::lanes::Avx2::assume_supported(),
            unsafe { out_carrier.writable() },
            a_carrier,
            b_carrier,
        )
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(
        enable = "adx,aes,avx512bitalg,avx512bw,avx512cd,avx512dq,avx512f,avx512ifma,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,avx512vpopcntdq,bmi1,bmi2,cmpxchg16b,fma,fxsr,gfni,lzcnt,movbe,pclmulqdq,popcnt,rdrand,rdseed,sha,vaes,vpclmulqdq,xsave,xsavec,xsaveopt,xsaves"
    )]
    unsafe fn v4(
        out: &mut [u8],
        out_geometry: &::unite::staged::Geometry<2usize>,
        out_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        a: &[u8],
        a_geometry: &::unite::staged::Geometry<2usize>,
        a_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
        b: &[u8],
        b_geometry: &::unite::staged::Geometry<2usize>,
        b_space: ::core::marker::PhantomData<
            impl ::unite::staged::Space<2usize, Elem = u8>,
        >,
    ) {
        let out_carrier = unsafe {
            ::unite::staged::Carrier::exclusive(&mut *out, out_geometry, out_space)
        };
        let a_carrier = unsafe {
            ::unite::staged::Carrier::shared(a, a_geometry, a_space)
        };
        let b_carrier = unsafe {
            ::unite::staged::Carrier::shared(b, b_geometry, b_space)
        };
        if let ::core::result::Result::Err(_) = Self::check(
            out_carrier,
            a_carrier,
            b_carrier,
        ) {
            unsafe {
                Self::refuse(
                    out,
                    out_geometry,
                    out_space,
                    a,
                    a_geometry,
                    a_space,
                    b,
                    b_geometry,
                    b_space,
                )
            }
        }
        let checked = unsafe { ::unite::staged::Checked::new() };
        Self::body(
            checked,
            ::unite::staged::lanes::Avx512::assume_supported(),
            unsafe { out_carrier.writable() },
            a_carrier,
            b_carrier,
        )
    }
}
#[allow(
    dead_code,
    unused_labels,
    unused_parens,
    unused_braces,
    unused_mut,
    unused_unsafe,
    unused_qualifications,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    clippy::too_many_arguments,
    clippy::identity_op,
    clippy::erasing_op,
    clippy::unnecessary_cast,
    clippy::nonminimal_bool,
    clippy::needless_range_loop,
    clippy::blocks_in_conditions,
    clippy::neg_multiply,
    clippy::redundant_locals,
    clippy::absurd_extreme_comparisons,
    clippy::let_and_return,
    clippy::int_plus_one,
    clippy::manual_div_ceil,
    clippy::double_parens
)]
impl average {
    /// What is left of the kernel once its footprint has been checked.
    #[inline(always)]
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        a: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        b: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let out_1 = out.stride(1usize);
        let a_at = a.ptr();
        let a_0 = a.stride(0usize);
        let a_1 = a.stride(1usize);
        let b_at = b.ptr();
        let b_0 = b.stride(0usize);
        let b_1 = b.stride(1usize);
        if a_0 == out.extent(1usize) && a_1 == 1 && b_0 == out.extent(1usize) && b_1 == 1
            && out_0 == out.extent(1usize) && out_1 == 1
        {
            for point in 0isize..(out.extent(0usize) * out.extent(1usize)) {
                {
                    let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                        a_at.read(point)
                    }) + (unsafe { b_at.read(point) }) + 1) >> 1;
                    unsafe { out_at.write(point, result) }
                }
            }
        } else {
            {
                let by_rows = out.inside(1usize, 0usize);
                for outer in 0isize..(if by_rows {
                    out.extent(0usize)
                } else {
                    out.extent(1usize)
                }) {
                    for inner in 0isize..(if by_rows {
                        out.extent(1usize)
                    } else {
                        out.extent(0usize)
                    }) {
                        let (y, x) = if by_rows {
                            (outer, inner)
                        } else {
                            (inner, outer)
                        };
                        {
                            let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                                a_at.read(y * a_0 + x * a_1)
                            }) + (unsafe { b_at.read(y * b_0 + x * b_1) }) + 1) >> 1;
                            unsafe { out_at.write(y * out_0 + x * out_1, result) }
                        }
                    }
                }
            }
        };
    }
    /// What is left of the kernel where its tensors may be views of one memory.
    #[inline(always)]
    fn in_order<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        a: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        b: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let out_1 = out.stride(1usize);
        let a_at = a.ptr();
        let a_0 = a.stride(0usize);
        let a_1 = a.stride(1usize);
        let b_at = b.ptr();
        let b_0 = b.stride(0usize);
        let b_1 = b.stride(1usize);
        {
            let mut out_results_memory = ::unite::staged::zeros::<
                u8,
                _,
            >("out_results", [out.extent(0usize), out.extent(1usize)]);
            let out_results_at = ::unite::staged::Ptr::heap(&mut out_results_memory);
            let out_results_0: ::core::primitive::isize = out.extent(1usize);
            for y in 0isize..out.extent(0usize) {
                for x in 0isize..out.extent(1usize) {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            a_at.read(y * a_0 + x * a_1)
                        }) + (unsafe { b_at.read(y * b_0 + x * b_1) }) + 1) >> 1;
                        ::unite::staged::require_block(
                            "average",
                            "out_results",
                            0usize,
                            y,
                            y,
                            out.extent(0usize),
                        );
                        ::unite::staged::require_block(
                            "average",
                            "out_results",
                            1usize,
                            x,
                            x,
                            out.extent(1usize),
                        );
                        unsafe { out_results_at.write(y * out_results_0 + x, result) }
                    }
                }
            }
            {
                let by_rows = out.inside(1usize, 0usize);
                for outer in 0isize..(if by_rows {
                    out.extent(0usize)
                } else {
                    out.extent(1usize)
                }) {
                    for inner in 0isize..(if by_rows {
                        out.extent(1usize)
                    } else {
                        out.extent(0usize)
                    }) {
                        let (y, x) = if by_rows {
                            (outer, inner)
                        } else {
                            (inner, outer)
                        };
                        {
                            let result: <u8 as ::unite::Elem>::Wide = ({
                                ::unite::staged::require_block(
                                    "average",
                                    "out_results",
                                    0usize,
                                    y,
                                    y,
                                    out.extent(0usize),
                                );
                                ::unite::staged::require_block(
                                    "average",
                                    "out_results",
                                    1usize,
                                    x,
                                    x,
                                    out.extent(1usize),
                                );
                                unsafe { out_results_at.read(y * out_results_0 + x) }
                            });
                            unsafe { out_at.write(y * out_0 + x * out_1, result) }
                        }
                    }
                }
            }
        };
    }
}
const _: ::core::option::Option<
    (::unite::Tensor<()>, ::unite::Tensor<()>, ::unite::Tensor<()>),
> = ::core::option::Option::None;
const _: () = ::unite::staged::require_wide_pointers();
