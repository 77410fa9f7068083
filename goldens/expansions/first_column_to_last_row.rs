// kernel first_column_to_last_row
//
// tensors:
//   plane: parameter, written, rank 2
//   row_results: local block, rank 1
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  column[[!i]] => plane_at[i * plane_0] | plane[0..=7, 0..=0] | checked once, at entry
//   write row[[!i]] => plane_at[7 * plane_0 + i * plane_1] | plane[7..=7, 0..=7] | checked once, at entry
//   write row_results[[!i]] => row_results_at[i] | row_results[0..=7] | proven
//   read  row_results[[!i]] => row_results_at[i] | row_results[0..=7] | proven
//
// loops:
//   over i | no lanes: wide lanes are left to the compiler
//   over i | no lanes: `column[[!i]]` is read before anything is written: through a copy (line 43)

impl first_column_to_last_row {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 1usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 1usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 7);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 7);
        ::unite::staged::Reach::near(reach)
    };
    pub fn check(
        plane: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = i32, Shape = [[i32; 8]; 8]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        plane.within("first_column_to_last_row", "plane", 0usize, 0, 7)?;
        plane.within("first_column_to_last_row", "plane", 1usize, 0, 7)?;
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        plane: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = i32,
            Shape = [[i32; 8]; 8],
        > + ::unite::staged::Writable,
    ) {
        let _ = unite_simd;
        let plane = ::unite::staged::Readable::carrier(plane);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let plane_at = plane.ptr();
        let plane_0 = plane.stride(0usize);
        let plane_1 = plane.stride(1usize);
        {
            let mut row_results_memory = ::core::mem::MaybeUninit::<[i32; 8]>::uninit();
            let row_results_at = ::unite::staged::Ptr::stack::<
                _,
                1usize,
            >(&mut row_results_memory, [8]);
            {
                for i in 0isize..8 {
                    {
                        let result: <i32 as ::unite::Elem>::Wide = (unsafe {
                            plane_at.read(i * plane_0)
                        });
                        unsafe { row_results_at.write(i, result) }
                    }
                }
            }
            for i in 0isize..8 {
                {
                    let result: <i32 as ::unite::Elem>::Wide = (unsafe {
                        row_results_at.read(i)
                    });
                    unsafe { plane_at.write(7 * plane_0 + i * plane_1, result) }
                }
            }
        };
    }
}
