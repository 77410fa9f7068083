// kernel blur_clamped
//
// tensors:
//   out: parameter, written, rank 2
//   plane: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  p[[!y, !x - 1]] => plane_at[::unite::staged::index_min(::unite::staged::index_max(y, plane.lo(0usize)), (plane.hi(0usize) - 1)) * plane_0 +::unite::staged::index_min(::unite::staged::index_max(x - 1, plane.lo(1usize)), (plane.hi(1usize) - 1)) * plane_1] | plane[plane.lo(0usize)..=(plane.hi(0usize) - 1), plane.lo(1usize)..=(plane.hi(1usize) - 1)] | checked once, at entry
//   read  p[[!y - 1, !x + 1]] => plane_at[::unite::staged::index_min(::unite::staged::index_max(y - 1, plane.lo(0usize)), (plane.hi(0usize) - 1)) * plane_0 +::unite::staged::index_min(::unite::staged::index_max(x + 1, plane.lo(1usize)), (plane.hi(1usize) - 1)) * plane_1] | plane[plane.lo(0usize)..=(plane.hi(0usize) - 1), plane.lo(1usize)..=(plane.hi(1usize) - 1)] | checked once, at entry
//   write out[[!y, !x]] => out_at[y * out_0 + x * out_1] | out[0..=out.extent(0usize) - 1, 0..=out.extent(1usize) - 1] | checked once, at entry
//
// loops:
//   over y, x | no lanes: little to compute for each point: left to the compiler; the innermost loop is along the axis nearer in memory; points near the edges apart (line 165)

impl blur_clamped {
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
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            plane
                .within(
                    "blur_clamped",
                    "plane",
                    0usize,
                    plane.lo(0usize),
                    (plane.hi(0usize) - 1),
                )?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            plane
                .within(
                    "blur_clamped",
                    "plane",
                    1usize,
                    plane.lo(1usize),
                    (plane.hi(1usize) - 1),
                )?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("blur_clamped", "out", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 && 0 <= out.extent(1usize) - 1 {
            out.within("blur_clamped", "out", 1usize, 0, out.extent(1usize) - 1)?;
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
                    ::unite::staged::index_max(0, plane.lo(1usize) + 1),
                    out.extent(1usize),
                );
                let inside_to = ::core::cmp::Ord::max(
                    ::unite::staged::index_min(
                        out.extent(1usize),
                        (plane.hi(1usize) - 1),
                    ),
                    inside_from,
                );
                let hoisted_0: ::core::primitive::isize = ::unite::staged::index_min(
                    ::unite::staged::index_max(y, plane.lo(0usize)),
                    (plane.hi(0usize) - 1),
                );
                let hoisted_1: ::core::primitive::isize = ::unite::staged::index_min(
                    ::unite::staged::index_max(y - 1, plane.lo(0usize)),
                    (plane.hi(0usize) - 1),
                );
                for x in 0isize..inside_from {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            plane_at
                                .read(
                                    hoisted_0 * plane_0
                                        + ::unite::staged::index_min(
                                            ::unite::staged::index_max(x - 1, plane.lo(1usize)),
                                            (plane.hi(1usize) - 1),
                                        ) * plane_1,
                                )
                        })
                            + (unsafe {
                                plane_at
                                    .read(
                                        hoisted_1 * plane_0
                                            + ::unite::staged::index_min(
                                                ::unite::staged::index_max(x + 1, plane.lo(1usize)),
                                                (plane.hi(1usize) - 1),
                                            ) * plane_1,
                                    )
                            }) + 1) >> 1;
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    }
                }
                for x in inside_from..inside_to {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            plane_at.read(hoisted_0 * plane_0 + (x - 1) * plane_1)
                        })
                            + (unsafe {
                                plane_at.read(hoisted_1 * plane_0 + (x + 1) * plane_1)
                            }) + 1) >> 1;
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    }
                }
                for x in inside_to..out.extent(1usize) {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            plane_at
                                .read(
                                    hoisted_0 * plane_0
                                        + ::unite::staged::index_min(
                                            ::unite::staged::index_max(x - 1, plane.lo(1usize)),
                                            (plane.hi(1usize) - 1),
                                        ) * plane_1,
                                )
                        })
                            + (unsafe {
                                plane_at
                                    .read(
                                        hoisted_1 * plane_0
                                            + ::unite::staged::index_min(
                                                ::unite::staged::index_max(x + 1, plane.lo(1usize)),
                                                (plane.hi(1usize) - 1),
                                            ) * plane_1,
                                    )
                            }) + 1) >> 1;
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    }
                }
            }
        } else {
            for x in 0isize..out.extent(1usize) {
                let inside_from = ::unite::staged::index_min(
                    ::unite::staged::index_max(0, plane.lo(0usize) + 1),
                    out.extent(0usize),
                );
                let inside_to = ::core::cmp::Ord::max(
                    ::unite::staged::index_min(
                        out.extent(0usize),
                        (plane.hi(0usize) - 1) + 1,
                    ),
                    inside_from,
                );
                let hoisted_0: ::core::primitive::isize = ::unite::staged::index_min(
                    ::unite::staged::index_max(x - 1, plane.lo(1usize)),
                    (plane.hi(1usize) - 1),
                );
                let hoisted_1: ::core::primitive::isize = ::unite::staged::index_min(
                    ::unite::staged::index_max(x + 1, plane.lo(1usize)),
                    (plane.hi(1usize) - 1),
                );
                for y in 0isize..inside_from {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            plane_at
                                .read(
                                    ::unite::staged::index_min(
                                        ::unite::staged::index_max(y, plane.lo(0usize)),
                                        (plane.hi(0usize) - 1),
                                    ) * plane_0 + hoisted_0 * plane_1,
                                )
                        })
                            + (unsafe {
                                plane_at
                                    .read(
                                        ::unite::staged::index_min(
                                            ::unite::staged::index_max(y - 1, plane.lo(0usize)),
                                            (plane.hi(0usize) - 1),
                                        ) * plane_0 + hoisted_1 * plane_1,
                                    )
                            }) + 1) >> 1;
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    }
                }
                for y in inside_from..inside_to {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            plane_at.read(y * plane_0 + hoisted_0 * plane_1)
                        })
                            + (unsafe {
                                plane_at.read((y - 1) * plane_0 + hoisted_1 * plane_1)
                            }) + 1) >> 1;
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    }
                }
                for y in inside_to..out.extent(0usize) {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = ((unsafe {
                            plane_at
                                .read(
                                    ::unite::staged::index_min(
                                        ::unite::staged::index_max(y, plane.lo(0usize)),
                                        (plane.hi(0usize) - 1),
                                    ) * plane_0 + hoisted_0 * plane_1,
                                )
                        })
                            + (unsafe {
                                plane_at
                                    .read(
                                        ::unite::staged::index_min(
                                            ::unite::staged::index_max(y - 1, plane.lo(0usize)),
                                            (plane.hi(0usize) - 1),
                                        ) * plane_0 + hoisted_1 * plane_1,
                                    )
                            }) + 1) >> 1;
                        unsafe { out_at.write(y * out_0 + x * out_1, result) }
                    }
                }
            }
        };
    }
}
