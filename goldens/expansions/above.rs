// kernel above
//
// tensors:
//   out: parameter, written, rank 2
//   plane: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  plane[[y - 1, x]] => plane_at[(y - 1) * plane_0 + x * plane_1] | plane[0..=out.extent(0usize) - 2, 0..=out.extent(1usize) - 1] | checked once, at entry
//   write out[[y, x]] => out_at[y * out_0 + x * out_1] | out[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//
// loops:
//   over y, x | no lanes: `plane[[y - 1, x]]` is read under a condition; bind it with `let` before, if it is always there; the innermost loop is along the axis nearer in memory (line 117)

impl above {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub fn check(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        plane: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if 1 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            plane.within("above", "plane", 0usize, 0, out.extent(0usize) - 2)?;
        }
        if 1 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            plane.within("above", "plane", 1usize, 0, out.extent(1usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("above", "out", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("above", "out", 1usize, 0, out.extent(1usize) - 1)?;
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
        plane: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let plane = ::unite::staged::Readable::carrier(plane);
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let out_1 = out.stride(1usize);
        let plane_at = plane.ptr();
        let plane_0 = plane.stride(0usize);
        let plane_1 = plane.stride(1usize);
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
                    let (y, x) = if by_rows { (outer, inner) } else { (inner, outer) };
                    {
                        let result: <u8 as ::unite::Elem>::Wide = if (y
                            as ::core::primitive::i32) > 0
                        {
                            (unsafe { plane_at.read((y - 1) * plane_0 + x * plane_1) })
                        } else {
                            128
                        };
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    };
                }
            }
        }
    }
}
