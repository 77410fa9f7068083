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
//   over y, x | no lanes: little to compute for each point: left to the compiler; the innermost loop is along the axis nearer in memory; points near the edges apart (line 116)

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
        if out.inside(1usize, 0usize) {
            for y in 0isize..out.extent(0usize) {
                let inside_from = ::unite::staged::index_min(
                    ::unite::staged::index_max(
                        0,
                        (((y - 1) >> 63) & out.extent(1usize)),
                    ),
                    out.extent(1usize),
                );
                let inside_to = ::core::cmp::Ord::max(out.extent(1usize), inside_from);
                for x in 0isize..inside_from {
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
                for x in inside_from..inside_to {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = if true {
                            (unsafe { plane_at.read((y - 1) * plane_0 + x * plane_1) })
                        } else {
                            128
                        };
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    };
                }
                for x in inside_to..out.extent(1usize) {
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
        } else {
            for x in 0isize..out.extent(1usize) {
                let inside_from = ::unite::staged::index_min(1, out.extent(0usize));
                let inside_to = ::core::cmp::Ord::max(out.extent(0usize), inside_from);
                for y in 0isize..inside_from {
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
                for y in inside_from..inside_to {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = if true {
                            (unsafe { plane_at.read((y - 1) * plane_0 + x * plane_1) })
                        } else {
                            128
                        };
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    };
                }
                for y in inside_to..out.extent(0usize) {
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
