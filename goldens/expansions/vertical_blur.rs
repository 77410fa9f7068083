// kernel vertical_blur
//
// tensors:
//   out: parameter, written, rank 1
//   plane: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  plane[[y - 1, x0 + x]] => plane_at[(y_at - 1) * plane_0 + (x0_at + x_at) * plane_1] | plane[y_at - 1..=y_at - 1, x0_at..=x0_at + out.extent(0usize) - 1] | checked once, at entry
//   read  plane[[y, x0 + x]] => plane_at[y_at * plane_0 + (x0_at + x_at) * plane_1] | plane[y_at..=y_at, x0_at..=x0_at + out.extent(0usize) - 1] | checked once, at entry
//   read  plane[[y + 1, x0 + x]] => plane_at[(y_at + 1) * plane_0 + (x0_at + x_at) * plane_1] | plane[y_at + 1..=y_at + 1, x0_at..=x0_at + out.extent(0usize) - 1] | checked once, at entry
//   write out[[x]] => out_at[x_at * out_0] | out[0..=out.extent(0usize) - 1] | checked once, at entry
//
// loops:
//   over x | lanes along x, 16 of 8 bits, 32 in long rows; the last lanes of a row end with it; at once: (a + 2 * b + c + 2) >> 2, of bytes

impl vertical_blur {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub fn check(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<1usize, Elem = u8>,
            1usize,
        >,
        plane: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        y: usize,
        x0: usize,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        let y_at = ::unite::staged::coordinate(
            "vertical_blur",
            "y",
            ::unite::staged::wide(y),
        )?;
        let x0_at = ::unite::staged::coordinate(
            "vertical_blur",
            "x0",
            ::unite::staged::wide(x0),
        )?;
        if 0 <= out.extent(0usize) - 1 {
            plane.within("vertical_blur", "plane", 0usize, y_at - 1, y_at + 1)?;
        }
        if 0 <= out.extent(0usize) - 1 {
            plane
                .within(
                    "vertical_blur",
                    "plane",
                    1usize,
                    x0_at,
                    x0_at + out.extent(0usize) - 1,
                )?;
        }
        if 0 <= out.extent(0usize) - 1 {
            out.within("vertical_blur", "out", 0usize, 0, out.extent(0usize) - 1)?;
        }
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            1usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        plane: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        y: usize,
        x0: usize,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let plane = ::unite::staged::Readable::carrier(plane);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let y_at = ::unite::staged::wide(y) as ::core::primitive::isize;
        let x0_at = ::unite::staged::wide(x0) as ::core::primitive::isize;
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let plane_at = plane.ptr();
        let plane_0 = plane.stride(0usize);
        let plane_1 = plane.stride(1usize);
        'form: {
            if ((((out.knows_stride(0usize) || out_0 == 1)
                && (plane.knows_stride(1usize) || plane_1 == 1))
                && ::core::matches!(out_0, 1)) && (out.extent(0usize)) >= 32)
            {
                {
                    let out_0 = (if out.knows_stride(0usize) { out_0 } else { 1 });
                    let plane_1 = (if plane.knows_stride(1usize) { plane_1 } else { 1 });
                    {
                        let range = ::unite::staged::exact_range(
                            "vertical_blur",
                            "x",
                            0..((out.extent(0usize)) as ::core::primitive::i32),
                            0,
                            out.extent(0usize),
                        );
                        let (first, last) = (
                            range.start as ::core::primitive::isize,
                            range.end as ::core::primitive::isize,
                        );
                        if last - first >= 32 {
                            let stop = last - 32;
                            let mut next = first;
                            loop {
                                let x_at = next;
                                let v1 = unsafe {
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
                                        plane_at.along(y_at, plane_0).along(x0_at, plane_1),
                                        (-1) * plane_0 + x_at * plane_1,
                                        (0, plane.pace::<1, 1>(plane_1)),
                                    )
                                };
                                let v3 = unsafe {
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
                                        plane_at.along(y_at, plane_0).along(x0_at, plane_1),
                                        x_at * plane_1,
                                        (0, plane.pace::<1, 1>(plane_1)),
                                    )
                                };
                                let v6 = unsafe {
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
                                        plane_at.along(y_at, plane_0).along(x0_at, plane_1),
                                        plane_0 + x_at * plane_1,
                                        (0, plane.pace::<1, 1>(plane_1)),
                                    )
                                };
                                let v9 = unite_lanes::weighted::<
                                    _,
                                    unite_lanes::U8,
                                    32,
                                >(unite_simd, v1, v3, v6);
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
                                        out_at,
                                        x_at * out_0,
                                        (0, out.pace::<0, 1>(out_0)),
                                        v9,
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
                            for x in range {
                                let x_at = x as ::core::primitive::isize;
                                {
                                    let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                                        plane_at
                                            .read((y_at - 1) * plane_0 + (x0_at + x_at) * plane_1)
                                    })
                                        + 2
                                            * (unsafe {
                                                plane_at.read(y_at * plane_0 + (x0_at + x_at) * plane_1)
                                            })
                                        + (unsafe {
                                            plane_at
                                                .read((y_at + 1) * plane_0 + (x0_at + x_at) * plane_1)
                                        }) + 2) >> 2;
                                    unsafe { out_at.write(x_at * out_0, result) }
                                };
                            }
                        }
                    }
                }
                break 'form;
            }
            if (((out.knows_stride(0usize) || out_0 == 1)
                && (plane.knows_stride(1usize) || plane_1 == 1))
                && ::core::matches!(out_0, 1))
            {
                {
                    let out_0 = (if out.knows_stride(0usize) { out_0 } else { 1 });
                    let plane_1 = (if plane.knows_stride(1usize) { plane_1 } else { 1 });
                    {
                        let range = ::unite::staged::exact_range(
                            "vertical_blur",
                            "x",
                            0..((out.extent(0usize)) as ::core::primitive::i32),
                            0,
                            out.extent(0usize),
                        );
                        let (first, last) = (
                            range.start as ::core::primitive::isize,
                            range.end as ::core::primitive::isize,
                        );
                        if last - first >= 16 {
                            let stop = last - 16;
                            let mut next = first;
                            loop {
                                let x_at = next;
                                let v1 = unsafe {
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
                                        plane_at.along(y_at, plane_0).along(x0_at, plane_1),
                                        (-1) * plane_0 + x_at * plane_1,
                                        (0, plane.pace::<1, 1>(plane_1)),
                                    )
                                };
                                let v3 = unsafe {
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
                                        plane_at.along(y_at, plane_0).along(x0_at, plane_1),
                                        x_at * plane_1,
                                        (0, plane.pace::<1, 1>(plane_1)),
                                    )
                                };
                                let v6 = unsafe {
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
                                        plane_at.along(y_at, plane_0).along(x0_at, plane_1),
                                        plane_0 + x_at * plane_1,
                                        (0, plane.pace::<1, 1>(plane_1)),
                                    )
                                };
                                let v9 = unite_lanes::weighted::<
                                    _,
                                    unite_lanes::U8,
                                    16,
                                >(unite_simd, v1, v3, v6);
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
                                        out_at,
                                        x_at * out_0,
                                        (0, out.pace::<0, 1>(out_0)),
                                        v9,
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
                            for x in range {
                                let x_at = x as ::core::primitive::isize;
                                {
                                    let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                                        plane_at
                                            .read((y_at - 1) * plane_0 + (x0_at + x_at) * plane_1)
                                    })
                                        + 2
                                            * (unsafe {
                                                plane_at.read(y_at * plane_0 + (x0_at + x_at) * plane_1)
                                            })
                                        + (unsafe {
                                            plane_at
                                                .read((y_at + 1) * plane_0 + (x0_at + x_at) * plane_1)
                                        }) + 2) >> 2;
                                    unsafe { out_at.write(x_at * out_0, result) }
                                };
                            }
                        }
                    }
                }
            } else {
                for x in ::unite::staged::exact_range(
                    "vertical_blur",
                    "x",
                    0..((out.extent(0usize)) as ::core::primitive::i32),
                    0,
                    out.extent(0usize),
                ) {
                    let x_at = x as ::core::primitive::isize;
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            plane_at
                                .read((y_at - 1) * plane_0 + (x0_at + x_at) * plane_1)
                        })
                            + 2
                                * (unsafe {
                                    plane_at.read(y_at * plane_0 + (x0_at + x_at) * plane_1)
                                })
                            + (unsafe {
                                plane_at
                                    .read((y_at + 1) * plane_0 + (x0_at + x_at) * plane_1)
                            }) + 2) >> 2;
                        unsafe { out_at.write(x_at * out_0, result) }
                    };
                }
            }
        }
    }
}
