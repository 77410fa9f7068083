// kernel predictable
//
// tensors:
//   allowed: parameter, written, rank 2
//   frame: parameter, rank 2
//   intra: parameter, rank 2
//   used: local block, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  intra[[!y, !x]] => intra_at[y * intra_0 + x * intra_1] | intra[0..=((frame.extent(0usize) - 1) >> 4), 0..=((frame.extent(1usize) - 1) >> 4)] | checked once, at entry
//   write used[[!y, !x]] => used_at[y * used_0 + x] | used[0..=((frame.extent(0usize) - 1) >> 4), 0..=((frame.extent(1usize) - 1) >> 4)] | proven
//   read  flags[[-1, -1]] => used_at[((by_at - 1) >> 2) * used_0 + ((bx_at - 1) >> 2)] | used[0..=(((frame.extent(0usize) / 4) - 2) >> 2), 0..=(((frame.extent(1usize) / 4) - 2) >> 2)] | proven
//   read  flags[[-1, 0]] => used_at[((by_at - 1) >> 2) * used_0 + (bx_at >> 2)] | used[0..=(((frame.extent(0usize) / 4) - 2) >> 2), 0..=(((frame.extent(1usize) / 4) - 1) >> 2)] | proven
//   read  flags[[0, -1]] => used_at[(by_at >> 2) * used_0 + ((bx_at - 1) >> 2)] | used[0..=(((frame.extent(0usize) / 4) - 1) >> 2), 0..=(((frame.extent(1usize) / 4) - 2) >> 2)] | proven
//   write allowed[[by, bx]] => allowed_at[by_at * allowed_0 + bx_at * allowed_1] | allowed[1..=(frame.extent(0usize) / 4) - 1, 1..=(frame.extent(1usize) / 4) - 1] | checked once, at entry
//
// loops:
//   over y, x | no lanes: little to compute for each point: left to the compiler; one loop where rows touch (line 143)
//   over by | no lanes: a loop inside of unknown length that writes, adds to a sum of all lanes, or divides by data (line 146)
//   over bx | no lanes: little to compute for each point: left to the compiler (line 146)

impl predictable {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 3usize]> = ::core::option::Option::None;
    pub fn check(
        allowed: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        frame: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
        intra: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if 0 <= ((frame.extent(0usize) - 1) >> 4)
            && 0 <= ((frame.extent(1usize) - 1) >> 4)
        {
            intra
                .within(
                    "predictable",
                    "intra",
                    0usize,
                    0,
                    ((frame.extent(0usize) - 1) >> 4),
                )?;
        }
        if 0 <= ((frame.extent(0usize) - 1) >> 4)
            && 0 <= ((frame.extent(1usize) - 1) >> 4)
        {
            intra
                .within(
                    "predictable",
                    "intra",
                    1usize,
                    0,
                    ((frame.extent(1usize) - 1) >> 4),
                )?;
        }
        if 1 <= (frame.extent(0usize) / 4) - 1 && 1 <= (frame.extent(1usize) / 4) - 1 {
            allowed
                .within(
                    "predictable",
                    "allowed",
                    0usize,
                    1,
                    (frame.extent(0usize) / 4) - 1,
                )?;
        }
        if 1 <= (frame.extent(0usize) / 4) - 1 && 1 <= (frame.extent(1usize) / 4) - 1 {
            allowed
                .within(
                    "predictable",
                    "allowed",
                    1usize,
                    1,
                    (frame.extent(1usize) / 4) - 1,
                )?;
        }
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        allowed: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        frame: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
        intra: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let allowed = ::unite::staged::Readable::carrier(allowed);
        let frame = ::unite::staged::Readable::carrier(frame);
        let intra = ::unite::staged::Readable::carrier(intra);
        let allowed_at = allowed.ptr();
        let allowed_0 = allowed.stride(0usize);
        let allowed_1 = allowed.stride(1usize);
        let frame_at = frame.ptr();
        let frame_0 = frame.stride(0usize);
        let frame_1 = frame.stride(1usize);
        let intra_at = intra.ptr();
        let intra_0 = intra.stride(0usize);
        let intra_1 = intra.stride(1usize);
        let mut used_memory = ::unite::staged::zeros::<
            u8,
            _,
        >(
            "used",
            [((frame.extent(0usize) + 15) >> 4), ((frame.extent(1usize) + 15) >> 4)],
        );
        let used_at = ::unite::staged::Ptr::heap(&mut used_memory);
        let used_0: ::core::primitive::isize = ((frame.extent(1usize) + 15) >> 4);
        if intra_0 == ((frame.extent(1usize) + 15) >> 4) && intra_1 == 1
            && used_0 == ((frame.extent(1usize) + 15) >> 4)
        {
            for point in 0isize..(((frame.extent(0usize) + 15) >> 4)
                * ((frame.extent(1usize) + 15) >> 4))
            {
                {
                    let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                        intra_at.read(point)
                    });
                    unsafe { used_at.write(point, result) }
                }
            }
        } else {
            for y in 0isize..((frame.extent(0usize) + 15) >> 4) {
                for x in 0isize..((frame.extent(1usize) + 15) >> 4) {
                    {
                        let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                            intra_at.read(y * intra_0 + x * intra_1)
                        });
                        unsafe { used_at.write(y * used_0 + x, result) }
                    }
                }
            }
        };
        for by in ::unite::staged::exact_range(
            "predictable",
            "by",
            1..((frame.extent(0usize)) as ::core::primitive::i32) / 4,
            1,
            (frame.extent(0usize) / 4),
        ) {
            let by_at = by as ::core::primitive::isize;
            for bx in ::unite::staged::exact_range(
                "predictable",
                "bx",
                1..((frame.extent(1usize)) as ::core::primitive::i32) / 4,
                1,
                (frame.extent(1usize) / 4),
            ) {
                let bx_at = bx as ::core::primitive::isize;
                {
                    let result: <u8 as ::unite::Elem>::Wide = (unsafe {
                        used_at.read(((by_at - 1) >> 2) * used_0 + ((bx_at - 1) >> 2))
                    })
                        & (unsafe {
                            used_at.read(((by_at - 1) >> 2) * used_0 + (bx_at >> 2))
                        })
                        & (unsafe {
                            used_at.read((by_at >> 2) * used_0 + ((bx_at - 1) >> 2))
                        });
                    unsafe {
                        allowed_at.write(by_at * allowed_0 + bx_at * allowed_1, result)
                    }
                };
            }
        }
    }
}
