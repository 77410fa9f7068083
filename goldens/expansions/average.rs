// kernel average
//
// tensors:
//   out: parameter, written, rank 2
//   a: parameter, rank 2
//   b: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  a[[!y, !x]] => a_at[y * a_0 + x * a_1] | a[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//   read  b[[!y, !x]] => b_at[y * b_0 + x * b_1] | b[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//   write out[[!y, !x]] => out_at[y * out_0 + x * out_1] | out[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//
// loops:
//   over y, x | lanes along x, 16

impl average {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 3usize]> = ::core::option::Option::None;
    pub fn check(
        out: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        a: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        b: &::unite::staged::Carrier<
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
    unsafe fn body(
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        a: impl ::unite::staged::Readable<2usize, Elem = u8>,
        b: impl ::unite::staged::Readable<2usize, Elem = u8>,
    ) {
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
            const UNITE_RANGES: [::unite::staged::lanes::Range; 7usize] = {
                let r0 = ::unite::staged::lanes::Range::U8;
                let r1 = ::unite::staged::lanes::Range::U8;
                let r2 = r0.plus(r1).or_else_all(::unite::staged::lanes::Range::I32);
                let r3 = ::unite::staged::lanes::Range::exact(1);
                let r4 = r2.plus(r3).or_else_all(::unite::staged::lanes::Range::I32);
                let r5 = ::unite::staged::lanes::Range::exact(1);
                let r6 = r0
                    .plus(r1)
                    .plus(::unite::staged::lanes::Range::exact(1))
                    .shr(::unite::staged::lanes::Range::exact(1))
                    .or_else_all(::unite::staged::lanes::Range::I32);
                [r0, r1, r2, r3, r4, r5, r6]
            };
            const UNITE_KEYS: [u32; 7usize] = {
                let mut keys = [0; 7usize];
                keys[0] = ::unite::staged::lanes::lane(&[UNITE_RANGES[0]]);
                keys[1] = ::unite::staged::lanes::lane(&[UNITE_RANGES[1]]);
                keys[2] = ::unite::staged::lanes::lane(
                    &[UNITE_RANGES[2], UNITE_RANGES[0], UNITE_RANGES[1]],
                );
                keys[3] = ::unite::staged::lanes::lane(&[UNITE_RANGES[3]]);
                keys[4] = ::unite::staged::lanes::lane(
                    &[UNITE_RANGES[4], UNITE_RANGES[2], UNITE_RANGES[3]],
                );
                keys[5] = ::unite::staged::lanes::lane(&[UNITE_RANGES[5]]);
                keys[6] = ::unite::staged::lanes::lane(
                    &[UNITE_RANGES[6], UNITE_RANGES[0], UNITE_RANGES[1]],
                );
                keys
            };
            if out_1 == 1 {
                {
                    for y in (0) as isize..out.extent(0usize) {
                        let (first, last): (isize, isize) = (0, out.extent(1usize));
                        if last - first >= 16 {
                            let mut next = first;
                            while next < last {
                                let x = ::core::cmp::Ord::min(next, last - 16);
                                let v0 = unsafe {
                                    ::unite::staged::lanes::load::<
                                        _,
                                        ::unite::staged::lanes::Picked<{ UNITE_KEYS[0] }>,
                                        _,
                                        1,
                                        16,
                                        16,
                                    >(unite_simd, a_at, y * a_0 + x * a_1, [0, a_1])
                                };
                                let v1 = unsafe {
                                    ::unite::staged::lanes::load::<
                                        _,
                                        ::unite::staged::lanes::Picked<{ UNITE_KEYS[1] }>,
                                        _,
                                        1,
                                        16,
                                        16,
                                    >(unite_simd, b_at, y * b_0 + x * b_1, [0, b_1])
                                };
                                let v6 = ::unite::staged::lanes::average::<
                                    _,
                                    ::unite::staged::lanes::Picked<{ UNITE_KEYS[6] }>,
                                    16,
                                >(
                                    unite_simd,
                                    ::unite::staged::lanes::convert::<
                                        _,
                                        ::unite::staged::lanes::Picked<{ UNITE_KEYS[0] }>,
                                        ::unite::staged::lanes::Picked<{ UNITE_KEYS[6] }>,
                                        16,
                                    >(unite_simd, v0),
                                    ::unite::staged::lanes::convert::<
                                        _,
                                        ::unite::staged::lanes::Picked<{ UNITE_KEYS[1] }>,
                                        ::unite::staged::lanes::Picked<{ UNITE_KEYS[6] }>,
                                        16,
                                    >(unite_simd, v1),
                                );
                                unsafe {
                                    ::unite::staged::lanes::store::<
                                        _,
                                        ::unite::staged::lanes::Picked<{ UNITE_KEYS[6] }>,
                                        _,
                                        1,
                                        16,
                                        16,
                                    >(
                                        unite_simd,
                                        out_at,
                                        y * out_0 + x * out_1,
                                        [0, out_1],
                                        ::unite::staged::lanes::convert::<
                                            _,
                                            ::unite::staged::lanes::Picked<{ UNITE_KEYS[6] }>,
                                            ::unite::staged::lanes::Picked<{ UNITE_KEYS[6] }>,
                                            16,
                                        >(unite_simd, v6),
                                    )
                                }
                                next += 16;
                            }
                        } else {
                            for x in first..last {
                                {
                                    let result = ((unsafe { a_at.read(y * a_0 + x * a_1) })
                                        + (unsafe { b_at.read(y * b_0 + x * b_1) }) + 1) >> 1;
                                    unsafe { out_at.write(y * out_0 + x * out_1, result) }
                                }
                            }
                        }
                    }
                }
            } else {
                if a_0 == out.extent(1usize) && a_1 == 1 && b_0 == out.extent(1usize)
                    && b_1 == 1 && out_0 == out.extent(1usize) && out_1 == 1
                {
                    for point in 0isize..(out.extent(0usize) * out.extent(1usize)) {
                        {
                            let result = ((unsafe { a_at.read(point) })
                                + (unsafe { b_at.read(point) }) + 1) >> 1;
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
                                    let result = ((unsafe { a_at.read(y * a_0 + x * a_1) })
                                        + (unsafe { b_at.read(y * b_0 + x * b_1) }) + 1) >> 1;
                                    unsafe { out_at.write(y * out_0 + x * out_1, result) }
                                }
                            }
                        }
                    }
                }
            }
        };
    }
}
