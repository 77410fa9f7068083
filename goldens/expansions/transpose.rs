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

impl transpose {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 1usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 1usize];
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 3);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 3);
        if true {
            ::core::option::Option::Some(reach)
        } else {
            ::core::option::Option::None
        }
    };
    pub fn check(
        block: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = i16, Shape = [[i16; 4]; 4]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        block.within("transpose", "block", 0usize, 0, 3)?;
        block.within("transpose", "block", 1usize, 0, 3)?;
        ::core::result::Result::Ok(())
    }
    unsafe fn body(
        block: impl ::unite::staged::Readable<
            2usize,
            Elem = i16,
            Shape = [[i16; 4]; 4],
        > + ::unite::staged::Writable,
    ) {
        let block = ::unite::staged::Readable::carrier(block);
        let block_at = block.ptr();
        let block_0 = block.stride(0usize);
        let block_1 = block.stride(1usize);
        let mut tmp_memory = [[0i16; 4]; 4];
        let tmp_at = ::unite::staged::Ptr::<
            i16,
        >::new(tmp_memory.as_mut_ptr().cast(), 4 * 4, 0);
        for y in 0isize..4 {
            for x in 0isize..4 {
                {
                    let result = (unsafe { block_at.read(y * block_0 + x * block_1) });
                    unsafe { tmp_at.write(4 * y + x, result) }
                }
            }
        }
        {
            let by_rows = block.inside(1usize, 0usize);
            for outer in 0isize..(if by_rows { 4 } else { 4 }) {
                for inner in 0isize..(if by_rows { 4 } else { 4 }) {
                    let (y, x) = if by_rows { (outer, inner) } else { (inner, outer) };
                    {
                        let result = (unsafe { tmp_at.read(4 * x + y) });
                        unsafe { block_at.write(y * block_0 + x * block_1, result) }
                    }
                }
            }
        };
    }
}
