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
//   over x | lanes along x, 16, 32 in long rows

impl vertical_blur {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub fn check(
        out: &::unite::staged::Carrier<
            impl ::unite::staged::Space<1usize, Elem = u8>,
            1usize,
        >,
        plane: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        y: usize,
        x0: usize,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        let y_at = ::unite::staged::coordinate("vertical_blur", "y", y as i128)?;
        let x0_at = ::unite::staged::coordinate("vertical_blur", "x0", x0 as i128)?;
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
    unsafe fn body(
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            1usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        plane: impl ::unite::staged::Readable<2usize, Elem = u8>,
        y: usize,
        x0: usize,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let plane = ::unite::staged::Readable::carrier(plane);
        const UNITE_RANGES_0: [::unite::staged::lanes::Range; 12usize] = {
            let x: &[::unite::staged::lanes::Range; 3usize] = &[
                ::unite::staged::lanes::Range::U8,
                ::unite::staged::lanes::Range::U8,
                ::unite::staged::lanes::Range::U8,
            ];
            let r0 = ::unite::staged::lanes::Linear::<
                3usize,
            >::of(::unite::staged::lanes::Range::I32);
            let r1 = ::unite::staged::lanes::Linear::number(0usize, x);
            let r2 = ::unite::staged::lanes::Linear::<
                3usize,
            >::of(::unite::staged::lanes::Range::exact(2));
            let r3 = ::unite::staged::lanes::Linear::number(1usize, x);
            let r4 = r2.times(r3, x).or_else_all(::unite::staged::lanes::Range::I32);
            let r5 = r1.plus(r4, x).or_else_all(::unite::staged::lanes::Range::I32);
            let r6 = ::unite::staged::lanes::Linear::number(2usize, x);
            let r7 = r5.plus(r6, x).or_else_all(::unite::staged::lanes::Range::I32);
            let r8 = ::unite::staged::lanes::Linear::<
                3usize,
            >::of(::unite::staged::lanes::Range::exact(2));
            let r9 = r7.plus(r8, x).or_else_all(::unite::staged::lanes::Range::I32);
            let r10 = ::unite::staged::lanes::Linear::<
                3usize,
            >::of(::unite::staged::lanes::Range::exact(2));
            let r11 = ::unite::staged::lanes::Linear::<
                3usize,
            >::of(
                r1
                    .range()
                    .plus(r3.range().times(::unite::staged::lanes::Range::exact(2)))
                    .plus(r6.range())
                    .plus(::unite::staged::lanes::Range::exact(2))
                    .shr(::unite::staged::lanes::Range::exact(2))
                    .or_else_all(::unite::staged::lanes::Range::I32),
            );
            [
                r0.range(),
                r1.range(),
                r2.range(),
                r3.range(),
                r4.range(),
                r5.range(),
                r6.range(),
                r7.range(),
                r8.range(),
                r9.range(),
                r10.range(),
                r11.range(),
            ]
        };
        const UNITE_KEYS_0: [u32; 12usize] = {
            let mut keys = [0; 12usize];
            keys[0] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[0]]);
            keys[1] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[1]]);
            keys[2] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[2]]);
            keys[3] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[3]]);
            keys[4] = if ::unite::staged::lanes::lane(
                &[UNITE_RANGES_0[4], UNITE_RANGES_0[2], UNITE_RANGES_0[3]],
            ) == 8
            {
                16
            } else {
                ::unite::staged::lanes::lane(
                    &[UNITE_RANGES_0[4], UNITE_RANGES_0[2], UNITE_RANGES_0[3]],
                )
            };
            keys[5] = ::unite::staged::lanes::lane(
                &[UNITE_RANGES_0[5], UNITE_RANGES_0[1], UNITE_RANGES_0[4]],
            );
            keys[6] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[6]]);
            keys[7] = ::unite::staged::lanes::lane(
                &[UNITE_RANGES_0[7], UNITE_RANGES_0[5], UNITE_RANGES_0[6]],
            );
            keys[8] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[8]]);
            keys[9] = ::unite::staged::lanes::lane(
                &[UNITE_RANGES_0[9], UNITE_RANGES_0[7], UNITE_RANGES_0[8]],
            );
            keys[10] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[10]]);
            keys[11] = ::unite::staged::lanes::lane(
                &[
                    UNITE_RANGES_0[11],
                    UNITE_RANGES_0[1],
                    UNITE_RANGES_0[3],
                    UNITE_RANGES_0[6],
                ],
            );
            keys
        };
        type UniteCommon0_11 = ::unite::staged::lanes::Picked<
            { ::unite::staged::lanes::lane(&[UNITE_RANGES_0[11]]) },
        >;
        type UniteLane0_1 = ::unite::staged::lanes::Picked<{ UNITE_KEYS_0[1] }>;
        type UniteLane0_11 = ::unite::staged::lanes::Picked<{ UNITE_KEYS_0[11] }>;
        type UniteLane0_3 = ::unite::staged::lanes::Picked<{ UNITE_KEYS_0[3] }>;
        type UniteLane0_6 = ::unite::staged::lanes::Picked<{ UNITE_KEYS_0[6] }>;
        let y_at = y as isize;
        let x0_at = x0 as isize;
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let plane_at = plane.ptr();
        let plane_0 = plane.stride(0usize);
        let plane_1 = plane.stride(1usize);
        'form: {
            if const {
                ::unite::staged::lanes::are_narrow(
                    &[
                        UNITE_KEYS_0[1],
                        UNITE_KEYS_0[3],
                        UNITE_KEYS_0[6],
                        UNITE_KEYS_0[11],
                    ],
                )
            } && (out.knows_stride(0usize) || out_0 == 1)
                && (plane.knows_stride(1usize) || plane_1 == 1)
                && ((if out.knows_stride(0usize) { out_0 } else { 1 }) == 1)
                && (out.extent(0usize)) >= 32
            {
                {
                    let range = 0..((out.extent(0usize)) as i32);
                    let (first, last) = (range.start as isize, range.end as isize);
                    if last - first >= 32 {
                        let stop = last - 32;
                        let mut next = first;
                        loop {
                            let x_at = next;
                            let v1 = unsafe {
                                ::unite::staged::lanes::load::<
                                    _,
                                    UniteLane0_1,
                                    _,
                                    1,
                                    32,
                                    32,
                                >(
                                    unite_simd,
                                    plane_at,
                                    (y_at - 1) * plane_0 + (x0_at + x_at) * plane_1,
                                    [0, (if plane.knows_stride(1usize) { plane_1 } else { 1 })],
                                )
                            };
                            let v3 = unsafe {
                                ::unite::staged::lanes::load::<
                                    _,
                                    UniteLane0_3,
                                    _,
                                    1,
                                    32,
                                    32,
                                >(
                                    unite_simd,
                                    plane_at,
                                    y_at * plane_0 + (x0_at + x_at) * plane_1,
                                    [0, (if plane.knows_stride(1usize) { plane_1 } else { 1 })],
                                )
                            };
                            let v6 = unsafe {
                                ::unite::staged::lanes::load::<
                                    _,
                                    UniteLane0_6,
                                    _,
                                    1,
                                    32,
                                    32,
                                >(
                                    unite_simd,
                                    plane_at,
                                    (y_at + 1) * plane_0 + (x0_at + x_at) * plane_1,
                                    [0, (if plane.knows_stride(1usize) { plane_1 } else { 1 })],
                                )
                            };
                            let v11 = ::unite::staged::lanes::weighted::<
                                _,
                                UniteLane0_11,
                                32,
                            >(
                                unite_simd,
                                ::unite::staged::lanes::convert::<
                                    _,
                                    UniteLane0_1,
                                    UniteLane0_11,
                                    32,
                                >(unite_simd, v1),
                                ::unite::staged::lanes::convert::<
                                    _,
                                    UniteLane0_3,
                                    UniteLane0_11,
                                    32,
                                >(unite_simd, v3),
                                ::unite::staged::lanes::convert::<
                                    _,
                                    UniteLane0_6,
                                    UniteLane0_11,
                                    32,
                                >(unite_simd, v6),
                            );
                            unsafe {
                                ::unite::staged::lanes::store::<
                                    _,
                                    UniteCommon0_11,
                                    _,
                                    1,
                                    32,
                                    32,
                                >(
                                    unite_simd,
                                    out_at,
                                    x_at * out_0,
                                    [0, (if out.knows_stride(0usize) { out_0 } else { 1 })],
                                    ::unite::staged::lanes::convert::<
                                        _,
                                        UniteLane0_11,
                                        UniteCommon0_11,
                                        32,
                                    >(unite_simd, v11),
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
                        for x in range.skip((first - first) as usize) {
                            let x_at = x as isize;
                            let x_at = x as isize;
                            {
                                let result = ((unsafe {
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
                break 'form;
            }
            if const {
                ::unite::staged::lanes::are_narrow(
                    &[
                        UNITE_KEYS_0[1],
                        UNITE_KEYS_0[3],
                        UNITE_KEYS_0[6],
                        UNITE_KEYS_0[11],
                    ],
                )
            } && (out.knows_stride(0usize) || out_0 == 1)
                && (plane.knows_stride(1usize) || plane_1 == 1)
                && ((if out.knows_stride(0usize) { out_0 } else { 1 }) == 1)
            {
                {
                    let range = 0..((out.extent(0usize)) as i32);
                    let (first, last) = (range.start as isize, range.end as isize);
                    if last - first >= 16 {
                        let stop = last - 16;
                        let mut next = first;
                        loop {
                            let x_at = next;
                            let v1 = unsafe {
                                ::unite::staged::lanes::load::<
                                    _,
                                    UniteLane0_1,
                                    _,
                                    1,
                                    16,
                                    16,
                                >(
                                    unite_simd,
                                    plane_at,
                                    (y_at - 1) * plane_0 + (x0_at + x_at) * plane_1,
                                    [0, (if plane.knows_stride(1usize) { plane_1 } else { 1 })],
                                )
                            };
                            let v3 = unsafe {
                                ::unite::staged::lanes::load::<
                                    _,
                                    UniteLane0_3,
                                    _,
                                    1,
                                    16,
                                    16,
                                >(
                                    unite_simd,
                                    plane_at,
                                    y_at * plane_0 + (x0_at + x_at) * plane_1,
                                    [0, (if plane.knows_stride(1usize) { plane_1 } else { 1 })],
                                )
                            };
                            let v6 = unsafe {
                                ::unite::staged::lanes::load::<
                                    _,
                                    UniteLane0_6,
                                    _,
                                    1,
                                    16,
                                    16,
                                >(
                                    unite_simd,
                                    plane_at,
                                    (y_at + 1) * plane_0 + (x0_at + x_at) * plane_1,
                                    [0, (if plane.knows_stride(1usize) { plane_1 } else { 1 })],
                                )
                            };
                            let v11 = ::unite::staged::lanes::weighted::<
                                _,
                                UniteLane0_11,
                                16,
                            >(
                                unite_simd,
                                ::unite::staged::lanes::convert::<
                                    _,
                                    UniteLane0_1,
                                    UniteLane0_11,
                                    16,
                                >(unite_simd, v1),
                                ::unite::staged::lanes::convert::<
                                    _,
                                    UniteLane0_3,
                                    UniteLane0_11,
                                    16,
                                >(unite_simd, v3),
                                ::unite::staged::lanes::convert::<
                                    _,
                                    UniteLane0_6,
                                    UniteLane0_11,
                                    16,
                                >(unite_simd, v6),
                            );
                            unsafe {
                                ::unite::staged::lanes::store::<
                                    _,
                                    UniteCommon0_11,
                                    _,
                                    1,
                                    16,
                                    16,
                                >(
                                    unite_simd,
                                    out_at,
                                    x_at * out_0,
                                    [0, (if out.knows_stride(0usize) { out_0 } else { 1 })],
                                    ::unite::staged::lanes::convert::<
                                        _,
                                        UniteLane0_11,
                                        UniteCommon0_11,
                                        16,
                                    >(unite_simd, v11),
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
                        for x in range.skip((first - first) as usize) {
                            let x_at = x as isize;
                            let x_at = x as isize;
                            {
                                let result = ((unsafe {
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
            } else {
                for x in 0..((out.extent(0usize)) as i32) {
                    let x_at = x as isize;
                    {
                        let result = ((unsafe {
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
