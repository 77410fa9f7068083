// kernel vertical_right
//
// tensors:
//   pred: parameter, written, rank 2
//   recon: parameter, rank 2
//   recon_at_pred: recon in the frame of pred, made at entry, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  p[[x - (y >> 1) - 1, -1]] => recon_at_pred_at[(-1) * recon_at_pred_0 + (x - (y >> 1) - 1) * recon_at_pred_1] | recon_at_pred[-1..=-1, -1..=2] | checked once, at entry
//   read  p[[x - (y >> 1), -1]] => recon_at_pred_at[(-1) * recon_at_pred_0 + (x - (y >> 1)) * recon_at_pred_1] | recon_at_pred[-1..=-1, 0..=3] | checked once, at entry
//   read  p[[x - (y >> 1) - 2, -1]] => recon_at_pred_at[(-1) * recon_at_pred_0 + (x - (y >> 1) - 2) * recon_at_pred_1] | recon_at_pred[-1..=-1, -1..=1] | checked once, at entry
//   read  p[[x - (y >> 1) - 1, -1]] => recon_at_pred_at[(-1) * recon_at_pred_0 + (x - (y >> 1) - 1) * recon_at_pred_1] | recon_at_pred[-1..=-1, 0..=2] | checked once, at entry
//   read  p[[x - (y >> 1), -1]] => recon_at_pred_at[(-1) * recon_at_pred_0 + (x - (y >> 1)) * recon_at_pred_1] | recon_at_pred[-1..=-1, 1..=3] | checked once, at entry
//   read  p[[-1, 0]] => recon_at_pred_at[(-1) * recon_at_pred_1] | recon_at_pred[0..=0, -1..=-1] | checked once, at entry
//   read  p[[-1, -1]] => recon_at_pred_at[(-1) * recon_at_pred_0 + (-1) * recon_at_pred_1] | recon_at_pred[-1..=-1, -1..=-1] | checked once, at entry
//   read  p[[0, -1]] => recon_at_pred_at[(-1) * recon_at_pred_0] | recon_at_pred[-1..=-1, 0..=0] | checked once, at entry
//   read  p[[-1, y - 1]] => recon_at_pred_at[(y - 1) * recon_at_pred_0 + (-1) * recon_at_pred_1] | recon_at_pred[1..=2, -1..=-1] | checked once, at entry
//   read  p[[-1, y - 2]] => recon_at_pred_at[(y - 2) * recon_at_pred_0 + (-1) * recon_at_pred_1] | recon_at_pred[0..=1, -1..=-1] | checked once, at entry
//   read  p[[-1, y - 3]] => recon_at_pred_at[(y - 3) * recon_at_pred_0 + (-1) * recon_at_pred_1] | recon_at_pred[-1..=0, -1..=-1] | checked once, at entry
//   write pred[[x, y]] => pred_at[y * pred_0 + x * pred_1] | pred[0..=3, 0..=3] | checked once, at entry
//
// loops:
//   over y, x | lanes along points of y and x, 16 of 8 bits; at once: (a + 2 * b + c + 2) >> 2, of bytes; at once: (a + b + 1) >> 1

impl vertical_right {
    const LOCATED: ::core::option::Option<&'static [::unite::staged::Reach]> = {
        const ALL: &::core::option::Option<[::unite::staged::Reach; 6usize]> = &{
            #[allow(unused_mut)]
            let mut reach = [::unite::staged::Reach::NONE; 6usize];
            reach = ::unite::staged::Reach::touch(reach, 4usize, 0usize, -1, 2);
            reach = ::unite::staged::Reach::touch(reach, 4usize, 1usize, -1, 3);
            reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 3);
            reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 3);
            ::unite::staged::Reach::near(reach)
        };
        match ALL {
            ::core::option::Option::Some(reach) => ::core::option::Option::Some(reach),
            ::core::option::Option::None => ::core::option::Option::None,
        }
    };
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub fn check(
        pred: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 4]; 4]>,
            2usize,
        >,
        recon: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        let recon_at_pred = {
            recon
                .located_at(pred)
                .map_err(|fault| ::unite::staged::FootprintError {
                    kernel: "vertical_right",
                    tensor: "recon",
                    fault,
                })?
        };
        recon_at_pred.within("vertical_right", "recon[pred]", 0usize, -1, 2)?;
        recon_at_pred.within("vertical_right", "recon[pred]", 1usize, -1, 3)?;
        pred.within("vertical_right", "pred", 0usize, 0, 3)?;
        pred.within("vertical_right", "pred", 1usize, 0, 3)?;
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
        > + ::unite::staged::Writable,
        recon: impl ::unite::staged::Readable<'unite, 2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let pred = ::unite::staged::Readable::carrier(pred);
        let recon = ::unite::staged::Readable::carrier(recon);
        #[allow(unused_imports)]
        use ::unite::staged::lanes as unite_lanes;
        let pred_at = pred.ptr();
        let pred_0 = pred.stride(0usize);
        let pred_1 = pred.stride(1usize);
        let recon_at = recon.ptr();
        let recon_0 = recon.stride(0usize);
        let recon_1 = recon.stride(1usize);
        let recon_at_pred = {
            match recon.located_at(pred) {
                ::core::result::Result::Ok(seen) => seen,
                ::core::result::Result::Err(fault) => {
                    ::unite::staged::fail(::unite::staged::FootprintError {
                        kernel: "vertical_right",
                        tensor: "recon",
                        fault,
                    })
                }
            }
        };
        let recon_at_pred_at = recon_at_pred.ptr();
        let recon_at_pred_0 = recon_at_pred.stride(0usize);
        let recon_at_pred_1 = recon_at_pred.stride(1usize);
        if (((pred_1 == 1) && (recon_at_pred_1 == 1))
            && (pred.knows_stride(1usize) || pred_1 == 1))
        {
            {
                let pred_1 = (if pred.knows_stride(1usize) { pred_1 } else { 1 });
                let bytes0 = unite_lanes::sixteen(
                    unite_simd,
                    [
                        0
                            | (unsafe {
                                unite_lanes::piece::<
                                    4,
                                >(
                                    recon_at_pred_at,
                                    (-1) * recon_at_pred_0 + (-1) * recon_at_pred_1,
                                )
                            } << 0)
                            | (unsafe {
                                unite_lanes::piece::<
                                    1,
                                >(
                                    recon_at_pred_at,
                                    (-1) * recon_at_pred_0 + 3 * recon_at_pred_1,
                                )
                            } << 32)
                            | (unsafe {
                                unite_lanes::piece::<
                                    1,
                                >(recon_at_pred_at, (-1) * recon_at_pred_1)
                            } << 40)
                            | (unsafe {
                                unite_lanes::piece::<
                                    1,
                                >(
                                    recon_at_pred_at,
                                    recon_at_pred_0 + (-1) * recon_at_pred_1,
                                )
                            } << 48)
                            | (unsafe {
                                unite_lanes::piece::<
                                    1,
                                >(
                                    recon_at_pred_at,
                                    2 * recon_at_pred_0 + (-1) * recon_at_pred_1,
                                )
                            } << 56),
                        0,
                    ],
                );
                let values0 = {
                    let v0 = unite_lanes::pick(
                        unite_simd,
                        bytes0,
                        [0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                    );
                    let v1 = unite_lanes::pick(
                        unite_simd,
                        bytes0,
                        [1, 2, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
                    );
                    let v5 = unite_lanes::average::<
                        _,
                        unite_lanes::U8,
                        16,
                    >(unite_simd, v0, v1);
                    v5
                };
                let values1 = {
                    let v0 = unite_lanes::pick(
                        unite_simd,
                        bytes0,
                        [5, 0, 1, 2, 6, 7, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
                    );
                    let v1 = unite_lanes::pick(
                        unite_simd,
                        bytes0,
                        [0, 1, 2, 3, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                    );
                    let v2 = unite_lanes::pick(
                        unite_simd,
                        bytes0,
                        [1, 2, 3, 4, 0, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
                    );
                    let v8 = unite_lanes::weighted::<
                        _,
                        unite_lanes::U8,
                        16,
                    >(unite_simd, v0, v1, v2);
                    v8
                };
                {
                    let (y, x) = (0isize, 0isize);
                    let points = unite_lanes::or::<
                        _,
                        unite_lanes::U8,
                        16,
                    >(
                        unite_simd,
                        unite_lanes::pick(
                            unite_simd,
                            values0,
                            [
                                0, 1, 2, 3, 128, 128, 128, 128, 128, 0, 1, 2, 128, 128, 128,
                                128,
                            ],
                        ),
                        unite_lanes::pick(
                            unite_simd,
                            values1,
                            [
                                128, 128, 128, 128, 0, 1, 2, 3, 4, 128, 128, 128, 5, 0, 1, 2,
                            ],
                        ),
                    );
                    unsafe {
                        unite_lanes::store::<
                            _,
                            unite_lanes::U8,
                            _,
                            4,
                            4,
                            16,
                            _,
                        >(
                            unite_simd,
                            pred_at,
                            y * pred_0 + x * pred_1,
                            (pred_0, pred.pace::<1, 1>(pred_1)),
                            points,
                        )
                    };
                }
            }
        } else {
            {
                let by_rows = pred.inside(1usize, 0usize);
                for outer in 0isize..(if by_rows { 4 } else { 4 }) {
                    for inner in 0isize..(if by_rows { 4 } else { 4 }) {
                        let (y, x) = if by_rows {
                            (outer, inner)
                        } else {
                            (inner, outer)
                        };
                        #[allow(unused_variables)]
                        let z_vr = 2 * (x as ::core::primitive::i32)
                            - (y as ::core::primitive::i32);
                        {
                            let result: <u8 as ::unite::Elem>::Wide = match z_vr {
                                0 | 2 | 4 | 6 => {
                                    ((unsafe {
                                        recon_at_pred_at
                                            .read(
                                                (-1) * recon_at_pred_0
                                                    + (x - (y >> 1) - 1) * recon_at_pred_1,
                                            )
                                    })
                                        + (unsafe {
                                            recon_at_pred_at
                                                .read(
                                                    (-1) * recon_at_pred_0 + (x - (y >> 1)) * recon_at_pred_1,
                                                )
                                        }) + 1) >> 1
                                }
                                1 | 3 | 5 => {
                                    ((unsafe {
                                        recon_at_pred_at
                                            .read(
                                                (-1) * recon_at_pred_0
                                                    + (x - (y >> 1) - 2) * recon_at_pred_1,
                                            )
                                    })
                                        + 2
                                            * (unsafe {
                                                recon_at_pred_at
                                                    .read(
                                                        (-1) * recon_at_pred_0
                                                            + (x - (y >> 1) - 1) * recon_at_pred_1,
                                                    )
                                            })
                                        + (unsafe {
                                            recon_at_pred_at
                                                .read(
                                                    (-1) * recon_at_pred_0 + (x - (y >> 1)) * recon_at_pred_1,
                                                )
                                        }) + 2) >> 2
                                }
                                -1 => {
                                    ((unsafe { recon_at_pred_at.read((-1) * recon_at_pred_1) })
                                        + 2
                                            * (unsafe {
                                                recon_at_pred_at
                                                    .read((-1) * recon_at_pred_0 + (-1) * recon_at_pred_1)
                                            })
                                        + (unsafe { recon_at_pred_at.read((-1) * recon_at_pred_0) })
                                        + 2) >> 2
                                }
                                _ => {
                                    ((unsafe {
                                        recon_at_pred_at
                                            .read((y - 1) * recon_at_pred_0 + (-1) * recon_at_pred_1)
                                    })
                                        + 2
                                            * (unsafe {
                                                recon_at_pred_at
                                                    .read((y - 2) * recon_at_pred_0 + (-1) * recon_at_pred_1)
                                            })
                                        + (unsafe {
                                            recon_at_pred_at
                                                .read((y - 3) * recon_at_pred_0 + (-1) * recon_at_pred_1)
                                        }) + 2) >> 2
                                }
                            };
                            unsafe { pred_at.write(y * pred_0 + x * pred_1, result) }
                        };
                    }
                }
            }
        }
    }
}
