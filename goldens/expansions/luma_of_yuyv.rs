// kernel luma_of_yuyv
//
// tensors:
//   luma: parameter, written, rank 2
//   yuyv: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  y[[!y, !x]] => yuyv_at[y * yuyv_0 + (2 * x) * yuyv_1] | yuyv[0..=luma.extent(0usize) - 1, 0..=2 * luma.extent(1usize) - 2] | checked once, at entry
//   write luma[[!y, !x]] => luma_at[y * luma_0 + x * luma_1] | luma[0..=luma.extent(0usize) - 1, 0..=luma.extent(1usize) - 1] | checked once, at entry
//
// loops:
//   over y, x | lanes along x, 16 of 8 bits, 32 in long rows; the last lanes of a row end with it

impl luma_of_yuyv {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub fn check(
        luma: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        yuyv: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if 0 <= luma.extent(0usize) - 1 && 0 <= luma.extent(1usize) - 1 {
            yuyv.within("luma_of_yuyv", "yuyv", 0usize, 0, luma.extent(0usize) - 1)?;
        }
        if 0 <= luma.extent(0usize) - 1 && 0 <= luma.extent(1usize) - 1 {
            yuyv.within("luma_of_yuyv", "yuyv", 1usize, 0, 2 * luma.extent(1usize) - 2)?;
        }
        if 0 <= luma.extent(0usize) - 1 && 0 <= luma.extent(1usize) - 1 {
            luma.within("luma_of_yuyv", "luma", 0usize, 0, luma.extent(0usize) - 1)?;
        }
        if 0 <= luma.extent(0usize) - 1 && 0 <= luma.extent(1usize) - 1 {
            luma.within("luma_of_yuyv", "luma", 1usize, 0, luma.extent(1usize) - 1)?;
        }
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        luma: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        yuyv: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let luma = ::unite::staged::Readable::carrier(luma);
        let yuyv = ::unite::staged::Readable::carrier(yuyv);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let luma_at = luma.ptr();
        let luma_0 = luma.stride(0usize);
        let luma_1 = luma.stride(1usize);
        let yuyv_at = yuyv.ptr();
        let yuyv_0 = yuyv.stride(0usize);
        let yuyv_1 = yuyv.stride(1usize);
        'form: {
            if ((((luma.knows_stride(1usize) || luma_1 == 1)
                && (yuyv.knows_stride(1usize) || yuyv_1 == 1))
                && ::core::matches!(luma_1, 1)) && (luma.extent(1usize)) >= 32)
            {
                {
                    let luma_1 = (if luma.knows_stride(1usize) { luma_1 } else { 1 });
                    let yuyv_1 = (if yuyv.knows_stride(1usize) { yuyv_1 } else { 1 });
                    {
                        for y in 0isize..luma.extent(0usize) {
                            let (
                                first,
                                last,
                            ): (::core::primitive::isize, ::core::primitive::isize) = (
                                0,
                                luma.extent(1usize),
                            );
                            if last - first >= 32 {
                                let stop = last - 32;
                                let mut next = first;
                                loop {
                                    let x = next;
                                    let v0 = unsafe {
                                        unite_lanes::load::<
                                            _,
                                            unite_lanes::U8,
                                            _,
                                            1,
                                            32,
                                            32,
                                            _,
                                        >(
                                            unite_simd,
                                            yuyv_at.along(y, yuyv_0),
                                            (2 * x) * yuyv_1,
                                            (0, yuyv.pace::<1, 2>(yuyv_1)),
                                        )
                                    };
                                    unsafe {
                                        unite_lanes::store::<
                                            _,
                                            unite_lanes::U8,
                                            _,
                                            1,
                                            32,
                                            32,
                                            _,
                                        >(
                                            unite_simd,
                                            luma_at.along(y, luma_0),
                                            x * luma_1,
                                            (0, luma.pace::<1, 1>(luma_1)),
                                            v0,
                                        )
                                    }
                                    next += 32;
                                    if next > stop {
                                        if next >= last {
                                            break;
                                        }
                                        next = stop;
                                    }
                                }
                            } else {
                                for x in first..last {
                                    {
                                        let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                                            yuyv_at.read(y * yuyv_0 + (2 * x) * yuyv_1)
                                        });
                                        unsafe { luma_at.write(y * luma_0 + x * luma_1, result) }
                                    }
                                }
                            }
                        }
                    }
                }
                break 'form;
            }
            if (((luma.knows_stride(1usize) || luma_1 == 1)
                && (yuyv.knows_stride(1usize) || yuyv_1 == 1))
                && ::core::matches!(luma_1, 1))
            {
                {
                    let luma_1 = (if luma.knows_stride(1usize) { luma_1 } else { 1 });
                    let yuyv_1 = (if yuyv.knows_stride(1usize) { yuyv_1 } else { 1 });
                    {
                        for y in 0isize..luma.extent(0usize) {
                            let (
                                first,
                                last,
                            ): (::core::primitive::isize, ::core::primitive::isize) = (
                                0,
                                luma.extent(1usize),
                            );
                            if last - first >= 16 {
                                let stop = last - 16;
                                let mut next = first;
                                loop {
                                    let x = next;
                                    let v0 = unsafe {
                                        unite_lanes::load::<
                                            _,
                                            unite_lanes::U8,
                                            _,
                                            1,
                                            16,
                                            16,
                                            _,
                                        >(
                                            unite_simd,
                                            yuyv_at.along(y, yuyv_0),
                                            (2 * x) * yuyv_1,
                                            (0, yuyv.pace::<1, 2>(yuyv_1)),
                                        )
                                    };
                                    unsafe {
                                        unite_lanes::store::<
                                            _,
                                            unite_lanes::U8,
                                            _,
                                            1,
                                            16,
                                            16,
                                            _,
                                        >(
                                            unite_simd,
                                            luma_at.along(y, luma_0),
                                            x * luma_1,
                                            (0, luma.pace::<1, 1>(luma_1)),
                                            v0,
                                        )
                                    }
                                    next += 16;
                                    if next > stop {
                                        if next >= last {
                                            break;
                                        }
                                        next = stop;
                                    }
                                }
                            } else {
                                for x in first..last {
                                    {
                                        let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                                            yuyv_at.read(y * yuyv_0 + (2 * x) * yuyv_1)
                                        });
                                        unsafe { luma_at.write(y * luma_0 + x * luma_1, result) }
                                    }
                                }
                            }
                        }
                    }
                }
            } else {
                {
                    let by_rows = luma.inside(1usize, 0usize);
                    for outer in 0isize..(if by_rows {
                        luma.extent(0usize)
                    } else {
                        luma.extent(1usize)
                    }) {
                        for inner in 0isize..(if by_rows {
                            luma.extent(1usize)
                        } else {
                            luma.extent(0usize)
                        }) {
                            let (y, x) = if by_rows {
                                (outer, inner)
                            } else {
                                (inner, outer)
                            };
                            {
                                let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                                    yuyv_at.read(y * yuyv_0 + (2 * x) * yuyv_1)
                                });
                                unsafe { luma_at.write(y * luma_0 + x * luma_1, result) }
                            }
                        }
                    }
                }
            }
        };
    }
}
