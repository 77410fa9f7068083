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
//   over y, x | lanes along x, 16 of 8 bits; at once: (a - b).abs()

impl sum_of_differences {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 2usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 15);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 15);
        reach = ::unite::staged::Reach::touch(reach, 1usize, 0usize, 0, 15);
        reach = ::unite::staged::Reach::touch(reach, 1usize, 1usize, 0, 15);
        ::unite::staged::Reach::near(reach)
    };
    pub fn check(
        a: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 16]; 16]>,
            2usize,
        >,
        b: ::unite::staged::Carrier<
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
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        a: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
            Shape = [[u8; 16]; 16],
        >,
        b: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
            Shape = [[u8; 16]; 16],
        >,
    ) -> i32 {
        let _ = unite_simd;
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let a_at = a.ptr();
        let a_0 = a.stride(0usize);
        let a_1 = a.stride(1usize);
        let b_at = b.ptr();
        let b_0 = b.stride(0usize);
        let b_1 = b.stride(1usize);
        let mut sum = 0;
        {
            if (((a.knows_stride(1usize) || a_1 == 1)
                && (b.knows_stride(1usize) || b_1 == 1))
                && (::core::matches!(a_1, - 1 | 0 | 1 | 2 | 3 | 4)
                    || ::core::matches!(b_1, - 1 | 0 | 1 | 2 | 3 | 4)))
            {
                {
                    let a_1 = (if a.knows_stride(1usize) { a_1 } else { 1 });
                    let b_1 = (if b.knows_stride(1usize) { b_1 } else { 1 });
                    let mut a2 = unite_lanes::Distances::<_, 16>::none(unite_simd);
                    {
                        for y in 0isize..16 {
                            let x: ::core::primitive::isize = 0;
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
                                    a_at.along(y, a_0),
                                    x * a_1,
                                    (0, a.pace::<1, 1>(a_1)),
                                )
                            };
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
                                    b_at.along(y, b_0),
                                    x * b_1,
                                    (0, b.pace::<1, 1>(b_1)),
                                )
                            };
                            a2 = unite_lanes::add_distances::<
                                _,
                                16,
                            >(unite_simd, a2, v0, v1);
                        }
                    }
                    sum += unite_lanes::sum_of_distances::<_, 16>(unite_simd, a2);
                }
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
