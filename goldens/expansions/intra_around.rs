// kernel intra_around
//
// tensors:
//   pred: parameter, rank 2
//   intra: parameter, rank 2
//   intra_at_pred: intra in the frame of pred, made at entry, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  flags[[-1, -1]] => intra_at_pred_at[((intra_at_pred_phase[0usize] - 1) >> 4) * intra_at_pred_0 + ((intra_at_pred_phase[1usize] - 1) >> 4) * intra_at_pred_1] | intra_at_pred[((intra_at_pred_phase[0usize] - 1) >> 4)..=((intra_at_pred_phase[0usize] - 1) >> 4), ((intra_at_pred_phase[1usize] - 1) >> 4)..=((intra_at_pred_phase[1usize] - 1) >> 4)] | checked once, at entry
//   read  flags[[-1, 0]] => intra_at_pred_at[((intra_at_pred_phase[0usize] - 1) >> 4) * intra_at_pred_0 + (intra_at_pred_phase[1usize] >> 4) * intra_at_pred_1] | intra_at_pred[((intra_at_pred_phase[0usize] - 1) >> 4)..=((intra_at_pred_phase[0usize] - 1) >> 4), (intra_at_pred_phase[1usize] >> 4)..=(intra_at_pred_phase[1usize] >> 4)] | checked at the beginning of the branch
//   read  flags[[0, -1]] => intra_at_pred_at[(intra_at_pred_phase[0usize] >> 4) * intra_at_pred_0 + ((intra_at_pred_phase[1usize] - 1) >> 4) * intra_at_pred_1] | intra_at_pred[(intra_at_pred_phase[0usize] >> 4)..=(intra_at_pred_phase[0usize] >> 4), ((intra_at_pred_phase[1usize] - 1) >> 4)..=((intra_at_pred_phase[1usize] - 1) >> 4)] | checked at the beginning of the branch

impl intra_around {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub fn check(
        pred: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 4]; 4]>,
            2usize,
        >,
        intra: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        let (intra_at_pred, intra_at_pred_phase) = {
            intra
                .shared_at(pred, [16, 16, 16, 16], ::core::option::Option::None)
                .map_err(|fault| ::unite::staged::FootprintError {
                    kernel: "intra_around",
                    tensor: "intra",
                    fault,
                })?
        };
        intra_at_pred
            .within(
                "intra_around",
                "intra[pred]",
                0usize,
                ((intra_at_pred_phase[0usize] - 1) >> 4),
                ((intra_at_pred_phase[0usize] - 1) >> 4),
            )?;
        intra_at_pred
            .within(
                "intra_around",
                "intra[pred]",
                1usize,
                ((intra_at_pred_phase[1usize] - 1) >> 4),
                ((intra_at_pred_phase[1usize] - 1) >> 4),
            )?;
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        pred: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
            Shape = [[u8; 4]; 4],
        >,
        intra: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) -> bool {
        let _ = unite_simd;
        let pred = ::unite::staged::Readable::carrier(pred);
        let intra = ::unite::staged::Readable::carrier(intra);
        let pred_at = pred.ptr();
        let pred_0 = pred.stride(0usize);
        let pred_1 = pred.stride(1usize);
        let intra_at = intra.ptr();
        let intra_0 = intra.stride(0usize);
        let intra_1 = intra.stride(1usize);
        let (intra_at_pred, intra_at_pred_phase) = {
            match intra.shared_at(pred, [16, 16, 16, 16], ::core::option::Option::None) {
                ::core::result::Result::Ok(seen) => seen,
                ::core::result::Result::Err(fault) => {
                    ::unite::staged::fail(::unite::staged::FootprintError {
                        kernel: "intra_around",
                        tensor: "intra",
                        fault,
                    })
                }
            }
        };
        let intra_at_pred_at = intra_at_pred.ptr();
        let intra_at_pred_0 = intra_at_pred.stride(0usize);
        let intra_at_pred_1 = intra_at_pred.stride(1usize);
        (unsafe {
            intra_at_pred_at
                .read(
                    ((intra_at_pred_phase[0usize] - 1) >> 4) * intra_at_pred_0
                        + ((intra_at_pred_phase[1usize] - 1) >> 4) * intra_at_pred_1,
                )
        }) != 0
            && {
                intra_at_pred
                    .require(
                        "intra_around",
                        "intra[pred]",
                        0usize,
                        ((intra_at_pred_phase[0usize] - 1) >> 4),
                        ((intra_at_pred_phase[0usize] - 1) >> 4),
                    );
                intra_at_pred
                    .require(
                        "intra_around",
                        "intra[pred]",
                        1usize,
                        (intra_at_pred_phase[1usize] >> 4),
                        (intra_at_pred_phase[1usize] >> 4),
                    );
                (unsafe {
                    intra_at_pred_at
                        .read(
                            ((intra_at_pred_phase[0usize] - 1) >> 4) * intra_at_pred_0
                                + (intra_at_pred_phase[1usize] >> 4) * intra_at_pred_1,
                        )
                }) != 0
            }
            && {
                intra_at_pred
                    .require(
                        "intra_around",
                        "intra[pred]",
                        0usize,
                        (intra_at_pred_phase[0usize] >> 4),
                        (intra_at_pred_phase[0usize] >> 4),
                    );
                intra_at_pred
                    .require(
                        "intra_around",
                        "intra[pred]",
                        1usize,
                        ((intra_at_pred_phase[1usize] - 1) >> 4),
                        ((intra_at_pred_phase[1usize] - 1) >> 4),
                    );
                (unsafe {
                    intra_at_pred_at
                        .read(
                            (intra_at_pred_phase[0usize] >> 4) * intra_at_pred_0
                                + ((intra_at_pred_phase[1usize] - 1) >> 4) * intra_at_pred_1,
                        )
                }) != 0
            }
    }
}
