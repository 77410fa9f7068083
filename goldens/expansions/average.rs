// kernel average
//
// tensors:
//   out: parameter, written, rank 2
//   a: parameter, rank 2
//   b: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  a[[!y, !x]] => a_at[y * a_0 + x * a_1] | a[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//   read  b[[!y, !x]] => b_at[y * b_0 + x * b_1] | b[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//   write out[[!y, !x]] => out_at[y * out_0 + x * out_1] | out[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//
// loops:
//   over y, x | no lanes: little to compute for each point: left to the compiler; the innermost loop is along the axis nearer in memory; one loop where rows touch (line 28)

impl average {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 3usize]> = ::core::option::Option::None;
    pub fn check(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        a: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        b: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            a.within("average", "a", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            a.within("average", "a", 1usize, 0, out.extent(1usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            b.within("average", "b", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            b.within("average", "b", 1usize, 0, out.extent(1usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("average", "out", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("average", "out", 1usize, 0, out.extent(1usize) - 1)?;
        }
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        a: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        b: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let a = ::unite::staged::Readable::carrier(a);
        let b = ::unite::staged::Readable::carrier(b);
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let out_1 = out.stride(1usize);
        let a_at = a.ptr();
        let a_0 = a.stride(0usize);
        let a_1 = a.stride(1usize);
        let b_at = b.ptr();
        let b_0 = b.stride(0usize);
        let b_1 = b.stride(1usize);
        if a_0 == out.extent(1usize) && a_1 == 1 && b_0 == out.extent(1usize) && b_1 == 1
            && out_0 == out.extent(1usize) && out_1 == 1
        {
            for point in 0isize..(out.extent(0usize) * out.extent(1usize)) {
                {
                    let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                        a_at.read(point)
                    }) + (unsafe { b_at.read(point) }) + 1) >> 1;
                    unsafe { out_at.write(point, result) }
                }
            }
        } else {
            {
                let by_rows = out.inside(1usize, 0usize);
                for outer in 0isize..(if by_rows {
                    out.extent(0usize)
                } else {
                    out.extent(1usize)
                }) {
                    for inner in 0isize..(if by_rows {
                        out.extent(1usize)
                    } else {
                        out.extent(0usize)
                    }) {
                        let (y, x) = if by_rows {
                            (outer, inner)
                        } else {
                            (inner, outer)
                        };
                        {
                            let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                                a_at.read(y * a_0 + x * a_1)
                            }) + (unsafe { b_at.read(y * b_0 + x * b_1) }) + 1) >> 1;
                            unsafe { out_at.write(y * out_0 + x * out_1, result) }
                        }
                    }
                }
            }
        };
    }
}
