// kernel sum_of_differences
//
// tensors:
//   a: parameter, rank 2
//   b: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  a[[y, x]] => a_at[y * a_0 + x * a_1] | a[0..=15, 0..=15] | checked once, at entry
//   read  b[[y, x]] => b_at[y * b_0 + x * b_1] | b[0..=15, 0..=15] | checked once, at entry
//
// loops:
//   over y, x | lanes along x, 16

impl sum_of_differences {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 2usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 15);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 15);
        reach = ::unite::staged::Reach::touch(reach, 1usize, 0usize, 0, 15);
        reach = ::unite::staged::Reach::touch(reach, 1usize, 1usize, 0, 15);
        if true {
            ::core::option::Option::Some(reach)
        } else {
            ::core::option::Option::None
        }
    };
    pub fn check(
        a: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 16]; 16]>,
            2usize,
        >,
        b: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 16]; 16]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        a.within("sum_of_differences", "a", 0usize, 0, 15)?;
        a.within("sum_of_differences", "a", 1usize, 0, 15)?;
        b.within("sum_of_differences", "b", 0usize, 0, 15)?;
        b.within("sum_of_differences", "b", 1usize, 0, 15)?;
        ::core::result::Result::Ok(())
    }
    unsafe fn body(
        unite_simd: impl ::unite::staged::lanes::Simd,
        a: impl ::unite::staged::Readable<2usize, Elem = u8, Shape = [[u8; 16]; 16]>,
        b: impl ::unite::staged::Readable<2usize, Elem = u8, Shape = [[u8; 16]; 16]>,
    ) -> i32 {
        let _ = unite_simd;
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        const UNITE_RANGES_0: [::unite::staged::lanes::Range; 4usize] = {
            let x: &[::unite::staged::lanes::Range; 2usize] = &[
                ::unite::staged::lanes::Range::U8,
                ::unite::staged::lanes::Range::U8,
            ];
            let r0 = ::unite::staged::lanes::Linear::number(0usize, x);
            let r1 = ::unite::staged::lanes::Linear::number(1usize, x);
            let r2 = r0.minus(r1, x).or_else_all(::unite::staged::lanes::Range::I32);
            let r3 = ::unite::staged::lanes::Linear::<
                2usize,
            >::of(
                r0
                    .minus(r1, x)
                    .range()
                    .abs()
                    .or_else_all(::unite::staged::lanes::Range::I32),
            );
            [r0.range(), r1.range(), r2.range(), r3.range()]
        };
        const UNITE_KEYS_0: [u32; 4usize] = {
            let mut keys = [0; 4usize];
            keys[0] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[0]]);
            keys[1] = ::unite::staged::lanes::lane(&[UNITE_RANGES_0[1]]);
            keys[2] = ::unite::staged::lanes::lane(
                &[UNITE_RANGES_0[2], UNITE_RANGES_0[0], UNITE_RANGES_0[1]],
            );
            keys[3] = ::unite::staged::lanes::lane(
                &[UNITE_RANGES_0[3], UNITE_RANGES_0[0], UNITE_RANGES_0[1]],
            );
            keys
        };
        type UniteLane0_0 = ::unite::staged::lanes::Picked<{ UNITE_KEYS_0[0] }>;
        type UniteLane0_1 = ::unite::staged::lanes::Picked<{ UNITE_KEYS_0[1] }>;
        let a_at = a.ptr();
        let a_0 = a.stride(0usize);
        let a_1 = a.stride(1usize);
        let b_at = b.ptr();
        let b_0 = b.stride(0usize);
        let b_1 = b.stride(1usize);
        let mut sum = 0;
        {
            if const {
                ::unite::staged::lanes::are_narrow(
                    &[UNITE_KEYS_0[0], UNITE_KEYS_0[1], UNITE_KEYS_0[3]],
                )
            } && (a.knows_stride(1usize) || a_1 == 1)
                && (b.knows_stride(1usize) || b_1 == 1)
                && (matches!((if a.knows_stride(1usize) { a_1 } else { 1 }), - 1..= 4)
                    || matches!(
                        (if b.knows_stride(1usize) { b_1 } else { 1 }), - 1..= 4
                    ))
            {
                let mut a2 = ::unite::staged::lanes::Distances::<
                    _,
                    16,
                >::none(unite_simd);
                {
                    for y in (0) as isize..16 {
                        let (first, last): (isize, isize) = (0, 16);
                        let x = first;
                        let v0 = unsafe {
                            ::unite::staged::lanes::load::<
                                _,
                                UniteLane0_0,
                                _,
                                1,
                                16,
                                16,
                            >(
                                unite_simd,
                                a_at,
                                y * a_0 + x * a_1,
                                [0, (if a.knows_stride(1usize) { a_1 } else { 1 })],
                            )
                        };
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
                                b_at,
                                y * b_0 + x * b_1,
                                [0, (if b.knows_stride(1usize) { b_1 } else { 1 })],
                            )
                        };
                        a2 = ::unite::staged::lanes::add_distances::<
                            _,
                            16,
                        >(
                            unite_simd,
                            a2,
                            ::unite::staged::lanes::convert::<
                                _,
                                UniteLane0_0,
                                ::unite::staged::lanes::U8,
                                16,
                            >(unite_simd, v0),
                            ::unite::staged::lanes::convert::<
                                _,
                                UniteLane0_1,
                                ::unite::staged::lanes::U8,
                                16,
                            >(unite_simd, v1),
                        );
                    }
                }
                sum += ::unite::staged::lanes::sum_of_distances::<_, 16>(unite_simd, a2);
            } else {
                if a_0 == 16 && a_1 == 1 && b_0 == 16 && b_1 == 1 {
                    for point in 0isize..256 {
                        sum
                            += ((unsafe { a_at.read(point) })
                                - (unsafe { b_at.read(point) }))
                                .abs();
                    }
                } else {
                    {
                        let by_rows = a.inside(1usize, 0usize);
                        for outer in 0isize..(if by_rows { 16 } else { 16 }) {
                            for inner in 0isize..(if by_rows { 16 } else { 16 }) {
                                let (y, x) = if by_rows {
                                    (outer, inner)
                                } else {
                                    (inner, outer)
                                };
                                sum
                                    += ((unsafe { a_at.read(y * a_0 + x * a_1) })
                                        - (unsafe { b_at.read(y * b_0 + x * b_1) }))
                                        .abs();
                            }
                        }
                    }
                }
            }
        }
        sum
    }
}
