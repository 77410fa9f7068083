// kernel fill
//
// tensors:
//   out: parameter, written, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   write out[[!y, !x]] => out_at[y * out_0 + x * out_1] | out[0..=3, 0..=3] | checked once, at entry
//
// loops:
//   over y, x | lanes along y and x, 4 x 4 of 8 bits

impl fill {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 1usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 1usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 3);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 3);
        ::unite::staged::Reach::near(reach)
    };
    pub fn check(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 4]; 4]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        out.within("fill", "out", 0usize, 0, 3)?;
        out.within("fill", "out", 1usize, 0, 3)?;
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
            Shape = [[u8; 4]; 4],
        > + ::unite::staged::Writable,
        value: i32,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let out_1 = out.stride(1usize);
        {
            if ((out.knows_stride(1usize) || out_1 == 1) && ::core::matches!(out_1, 1)) {
                {
                    let out_1 = (if out.knows_stride(1usize) { out_1 } else { 1 });
                    {
                        let mut y: ::core::primitive::isize = 0;
                        while y < 4 {
                            let x: ::core::primitive::isize = 0;
                            unsafe {
                                unite_lanes::store::<
                                    _,
                                    unite_lanes::I32,
                                    _,
                                    4,
                                    4,
                                    16,
                                    _,
                                >(
                                    unite_simd,
                                    out_at,
                                    y * out_0 + x * out_1,
                                    (out_0, out.pace::<1, 1>(out_1)),
                                    unite_lanes::splat::<
                                        _,
                                        unite_lanes::I32,
                                        16,
                                    >(unite_simd, unite_lanes::uniform(value)),
                                )
                            }
                            y += 4;
                        }
                    }
                }
            } else {
                {
                    let by_rows = out.inside(1usize, 0usize);
                    for outer in 0isize..(if by_rows { 4 } else { 4 }) {
                        for inner in 0isize..(if by_rows { 4 } else { 4 }) {
                            let (y, x) = if by_rows {
                                (outer, inner)
                            } else {
                                (inner, outer)
                            };
                            unsafe { out_at.write(y * out_0 + x * out_1, value) }
                        }
                    }
                }
            }
        };
    }
}
