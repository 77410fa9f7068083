// kernel sharpen
//
// tensors:
//   plane: parameter, written, rank 2
//   before: local block, rank 2
//   mean: local block, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  to_block[[..]] => plane_at[i0 * plane_0 + i1 * plane_1] | plane[0..=7, 0..=7] | checked once, at entry
//   write to_block[[..]] => before_at[8 * i0 + i1] | before[0..=7, 0..=7] | proven
//   read  before[[!y, !x + 1]] => before_at[8 * y + x + 1] | before[0..=5, 1..=6] | proven
//   read  before[[!y + 2, !x + 1]] => before_at[8 * y + x + 17] | before[2..=7, 1..=6] | proven
//   read  before[[!y + 1, !x]] => before_at[8 * y + x + 8] | before[1..=6, 0..=5] | proven
//   read  before[[!y + 1, !x + 2]] => before_at[8 * y + x + 10] | before[1..=6, 2..=7] | proven
//   write mean[[!y, !x]] => mean_at[6 * y + x] | mean[0..=5, 0..=5] | proven
//   read  before[[!y + 1, !x + 1]] => before_at[8 * y + x + 9] | before[1..=6, 1..=6] | proven
//   read  mean[[!y, !x]] => mean_at[6 * y + x] | mean[0..=5, 0..=5] | proven
//   write centre[[!y, !x]] => plane_at[(y + 1) * plane_0 + (x + 1) * plane_1] | plane[1..=6, 1..=6] | checked once, at entry
//
// loops:
//   over i0, i1 | lanes along i0 and i1, 2 x 8 of 8 bits
//   over y, x | no lanes: 6 points are too few for lanes (line 69)
//   over y, x | no lanes: 6 points are too few for lanes; the innermost loop is along the axis nearer in memory (line 73)

impl sharpen {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 1usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 1usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 7);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 7);
        ::unite::staged::Reach::near(reach)
    };
    pub fn check(
        plane: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 8]; 8]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        plane.within("sharpen", "plane", 0usize, 0, 7)?;
        plane.within("sharpen", "plane", 1usize, 0, 7)?;
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        plane: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
            Shape = [[u8; 8]; 8],
        > + ::unite::staged::Writable,
    ) {
        let _ = unite_simd;
        let plane = ::unite::staged::Readable::carrier(plane);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let plane_at = plane.ptr();
        let plane_0 = plane.stride(0usize);
        let plane_1 = plane.stride(1usize);
        let mut before_memory = ::core::mem::MaybeUninit::<[[u8; 8]; 8]>::uninit();
        let before_at = ::unite::staged::Ptr::stack::<
            _,
            2usize,
        >(&mut before_memory, [8, 8]);
        {
            if (plane.knows_stride(1usize) || plane_1 == 1) {
                {
                    let plane_1 = (if plane.knows_stride(1usize) { plane_1 } else { 1 });
                    {
                        let mut i0: ::core::primitive::isize = 0;
                        while i0 < 8 {
                            let i1: ::core::primitive::isize = 0;
                            let v0 = unsafe {
                                unite_lanes::load::<
                                    _,
                                    unite_lanes::U8,
                                    _,
                                    2,
                                    8,
                                    16,
                                    _,
                                >(
                                    unite_simd,
                                    plane_at,
                                    i0 * plane_0 + i1 * plane_1,
                                    (plane_0, plane.pace::<1, 1>(plane_1)),
                                )
                            };
                            unsafe {
                                unite_lanes::store::<
                                    _,
                                    unite_lanes::U8,
                                    _,
                                    2,
                                    8,
                                    16,
                                    _,
                                >(
                                    unite_simd,
                                    before_at,
                                    8 * i0 + i1,
                                    (8, unite_lanes::Fixed::<1>),
                                    v0,
                                )
                            }
                            i0 += 2;
                        }
                    }
                }
            } else {
                if plane_0 == 8 && plane_1 == 1 {
                    for point in 0isize..64 {
                        {
                            let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                                plane_at.read(point)
                            });
                            unsafe { before_at.write(point, result) }
                        }
                    }
                } else {
                    for i0 in 0isize..8 {
                        for i1 in 0isize..8 {
                            {
                                let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                                    plane_at.read(i0 * plane_0 + i1 * plane_1)
                                });
                                unsafe { before_at.write(8 * i0 + i1, result) }
                            }
                        }
                    }
                }
            }
        }
        let mut mean_memory = ::core::mem::MaybeUninit::<[[u8; 6]; 6]>::uninit();
        let mean_at = ::unite::staged::Ptr::stack::<_, 2usize>(&mut mean_memory, [6, 6]);
        for y in 0isize..6 {
            for x in 0isize..6 {
                {
                    let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                        before_at.read(8 * y + x + 1)
                    }) + (unsafe { before_at.read(8 * y + x + 17) })
                        + (unsafe { before_at.read(8 * y + x + 8) })
                        + (unsafe { before_at.read(8 * y + x + 10) })) >> 2;
                    unsafe { mean_at.write(6 * y + x, result) }
                }
            }
        }
        {
            let by_rows = plane.inside(1usize, 0usize);
            for outer in 0isize..(if by_rows { 6 } else { 6 }) {
                for inner in 0isize..(if by_rows { 6 } else { 6 }) {
                    let (y, x) = if by_rows { (outer, inner) } else { (inner, outer) };
                    {
                        let result: <u8 as ::unite::Elem>::Wide = (2
                            * (unsafe { before_at.read(8 * y + x + 9) })
                            - (unsafe { mean_at.read(6 * y + x) }))
                            .clamp(0, 255);
                        unsafe {
                            plane_at.write((y + 1) * plane_0 + (x + 1) * plane_1, result)
                        }
                    }
                }
            }
        };
    }
}
