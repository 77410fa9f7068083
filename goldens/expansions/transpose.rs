// kernel transpose
//
// tensors:
//   block: parameter, written, rank 2
//   tmp: local block, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  block[[!y, !x]] => block_at[y * block_0 + x * block_1] | block[0..=3, 0..=3] | checked once, at entry
//   write tmp[[!y, !x]] => tmp_at[4 * y + x] | tmp[0..=3, 0..=3] | proven
//   read  t[[!y, !x]] => tmp_at[4 * x + y] | tmp[0..=3, 0..=3] | proven
//   write block[[!y, !x]] => block_at[y * block_0 + x * block_1] | block[0..=3, 0..=3] | checked once, at entry
//
// loops:
//   over y, x | lanes along y and x, 4 x 4 of 16 bits
//   over y, x | lanes along y and x, 4 x 4 of 16 bits

impl transpose {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 1usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 1usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 3);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 3);
        ::unite::staged::Reach::near(reach)
    };
    pub fn check(
        block: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = i16, Shape = [[i16; 4]; 4]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        block.within("transpose", "block", 0usize, 0, 3)?;
        block.within("transpose", "block", 1usize, 0, 3)?;
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        block: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = i16,
            Shape = [[i16; 4]; 4],
        > + ::unite::staged::Writable,
    ) {
        let _ = unite_simd;
        let block = ::unite::staged::Readable::carrier(block);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let block_at = block.ptr();
        let block_0 = block.stride(0usize);
        let block_1 = block.stride(1usize);
        let mut tmp_memory = ::core::mem::MaybeUninit::<[[i16; 4]; 4]>::uninit();
        let tmp_at = ::unite::staged::Ptr::stack::<_, 2usize>(&mut tmp_memory, [4, 4]);
        {
            if (block.knows_stride(1usize) || block_1 == 1) {
                {
                    let block_1 = (if block.knows_stride(1usize) { block_1 } else { 1 });
                    {
                        let mut y: ::core::primitive::isize = 0;
                        while y < 4 {
                            let x: ::core::primitive::isize = 0;
                            let v0 = unsafe {
                                unite_lanes::load::<
                                    _,
                                    unite_lanes::I16,
                                    _,
                                    4,
                                    4,
                                    16,
                                    _,
                                >(
                                    unite_simd,
                                    block_at,
                                    y * block_0 + x * block_1,
                                    (block_0, block.pace::<1, 1>(block_1)),
                                )
                            };
                            unsafe {
                                unite_lanes::store::<
                                    _,
                                    unite_lanes::I16,
                                    _,
                                    4,
                                    4,
                                    16,
                                    _,
                                >(
                                    unite_simd,
                                    tmp_at,
                                    4 * y + x,
                                    (4, unite_lanes::Fixed::<1>),
                                    v0,
                                )
                            }
                            y += 4;
                        }
                    }
                }
            } else {
                for y in 0isize..4 {
                    for x in 0isize..4 {
                        {
                            let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                                block_at.read(y * block_0 + x * block_1)
                            });
                            unsafe { tmp_at.write(4 * y + x, result) }
                        }
                    }
                }
            }
        };
        {
            if ((block.knows_stride(1usize) || block_1 == 1)
                && ::core::matches!(block_1, 1))
            {
                {
                    let block_1 = (if block.knows_stride(1usize) { block_1 } else { 1 });
                    {
                        let mut y: ::core::primitive::isize = 0;
                        while y < 4 {
                            let x: ::core::primitive::isize = 0;
                            let v0 = unsafe {
                                unite_lanes::load::<
                                    _,
                                    unite_lanes::I16,
                                    _,
                                    4,
                                    4,
                                    16,
                                    _,
                                >(
                                    unite_simd,
                                    tmp_at,
                                    4 * x + y,
                                    (1, unite_lanes::Fixed::<4>),
                                )
                            };
                            unsafe {
                                unite_lanes::store::<
                                    _,
                                    unite_lanes::I16,
                                    _,
                                    4,
                                    4,
                                    16,
                                    _,
                                >(
                                    unite_simd,
                                    block_at,
                                    y * block_0 + x * block_1,
                                    (block_0, block.pace::<1, 1>(block_1)),
                                    v0,
                                )
                            }
                            y += 4;
                        }
                    }
                }
            } else {
                {
                    let by_rows = block.inside(1usize, 0usize);
                    for outer in 0isize..(if by_rows { 4 } else { 4 }) {
                        for inner in 0isize..(if by_rows { 4 } else { 4 }) {
                            let (y, x) = if by_rows {
                                (outer, inner)
                            } else {
                                (inner, outer)
                            };
                            {
                                let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                                    tmp_at.read(4 * x + y)
                                });
                                unsafe { block_at.write(y * block_0 + x * block_1, result) }
                            }
                        }
                    }
                }
            }
        };
    }
}
