// kernel zigzag
//
// tensors:
//   out: parameter, written, rank 1
//   block: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  block[[y, x]] => block_at[y * block_0 + x * block_1] | block[0..=3, 0..=3] | checked once, at entry
//   write out[[k]] => out_at[k * out_0] | out[0..=15] | checked once, at entry

impl zigzag {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 2usize];
        reach = ::unite::staged::Reach::touch(reach, 1usize, 0usize, 0, 3);
        reach = ::unite::staged::Reach::touch(reach, 1usize, 1usize, 0, 3);
        reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 15);
        ::unite::staged::Reach::near(reach)
    };
    pub fn check(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<1usize, Elem = i16, Shape = [i16; 16]>,
            1usize,
        >,
        block: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = i16, Shape = [[i16; 4]; 4]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        block.within("zigzag", "block", 0usize, 0, 3)?;
        block.within("zigzag", "block", 1usize, 0, 3)?;
        out.within("zigzag", "out", 0usize, 0, 15)?;
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            1usize,
            Elem = i16,
            Shape = [i16; 16],
        > + ::unite::staged::Writable,
        block: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = i16,
            Shape = [[i16; 4]; 4],
        >,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let block = ::unite::staged::Readable::carrier(block);
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let block_at = block.ptr();
        let block_0 = block.stride(0usize);
        let block_1 = block.stride(1usize);
        {
            {
                let k = 0isize;
                let y = 0isize;
                let x = 0isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 1isize;
                let y = 0isize;
                let x = 1isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 2isize;
                let y = 1isize;
                let x = 0isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 3isize;
                let y = 2isize;
                let x = 0isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 4isize;
                let y = 1isize;
                let x = 1isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 5isize;
                let y = 0isize;
                let x = 2isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 6isize;
                let y = 0isize;
                let x = 3isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 7isize;
                let y = 1isize;
                let x = 2isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 8isize;
                let y = 2isize;
                let x = 1isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 9isize;
                let y = 3isize;
                let x = 0isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 10isize;
                let y = 3isize;
                let x = 1isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 11isize;
                let y = 2isize;
                let x = 2isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 12isize;
                let y = 1isize;
                let x = 3isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 13isize;
                let y = 2isize;
                let x = 3isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 14isize;
                let y = 3isize;
                let x = 2isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
            {
                let k = 15isize;
                let y = 3isize;
                let x = 3isize;
                {
                    let result: <i16 as ::unite::Elem>::Wide = (unsafe {
                        block_at.read(y * block_0 + x * block_1)
                    });
                    unsafe { out_at.write(k * out_0, result) }
                };
            }
        }
    }
}
