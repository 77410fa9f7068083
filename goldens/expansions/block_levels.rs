// kernel block_levels
//
// tensors:
//   plane: parameter, written, rank 2
//   part_results: local block, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  level[[!y, !x]] => plane_at[(4 * ((y + 2) >> 2)) * plane_0 + (4 * ((x + 2) >> 2)) * plane_1] | plane[0..=8, 0..=8] | checked once, at entry
//   write part[[!y, !x]] => plane_at[(y + 2) * plane_0 + (x + 2) * plane_1] | plane[2..=9, 2..=9] | checked once, at entry
//   write part_results[[!y, !x]] => part_results_at[8 * y + x] | part_results[0..=7, 0..=7] | proven
//   read  part_results[[!y, !x]] => part_results_at[8 * y + x] | part_results[0..=7, 0..=7] | proven
//
// loops:
//   over y, x | no lanes: the elements of `level[[!y, !x]]` lie apart: left to the compiler (line 61)
//   over y, x | no lanes: `level[[!y, !x]]` is read before anything is written: through a copy; the innermost loop is along the axis nearer in memory; one loop where rows touch (line 61)

impl block_levels {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 1usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 1usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 9);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 9);
        ::unite::staged::Reach::near(reach)
    };
    pub fn check(
        plane: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        plane.within("block_levels", "plane", 0usize, 0, 9)?;
        plane.within("block_levels", "plane", 1usize, 0, 9)?;
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        plane: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
    ) {
        let _ = unite_simd;
        let plane = ::unite::staged::Readable::carrier(plane);
        let plane_at = plane.ptr();
        let plane_0 = plane.stride(0usize);
        let plane_1 = plane.stride(1usize);
        {
            let mut part_results_memory = ::core::mem::MaybeUninit::<
                [[u8; 8]; 8],
            >::uninit();
            let part_results_at = ::unite::staged::Ptr::stack::<
                _,
                2usize,
            >(&mut part_results_memory, [8, 8]);
            for y in 0isize..8 {
                for x in 0isize..8 {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                            plane_at
                                .read(
                                    (4 * ((y + 2) >> 2)) * plane_0
                                        + (4 * ((x + 2) >> 2)) * plane_1,
                                )
                        });
                        unsafe { part_results_at.write(8 * y + x, result) }
                    }
                }
            }
            if plane_0 == 8 && plane_1 == 1 {
                for point in 0isize..64 {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                            part_results_at.read(point)
                        });
                        unsafe {
                            plane_at.write(2 * plane_0 + 2 * plane_1 + point, result)
                        }
                    }
                }
            } else {
                {
                    let by_rows = plane.inside(1usize, 0usize);
                    for outer in 0isize..(if by_rows { 8 } else { 8 }) {
                        for inner in 0isize..(if by_rows { 8 } else { 8 }) {
                            let (y, x) = if by_rows {
                                (outer, inner)
                            } else {
                                (inner, outer)
                            };
                            {
                                let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                                    part_results_at.read(8 * y + x)
                                });
                                unsafe {
                                    plane_at
                                        .write((y + 2) * plane_0 + (x + 2) * plane_1, result)
                                }
                            }
                        }
                    }
                }
            }
        };
    }
}
