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
//   over y, x | no lanes: `p[[x - (y >> 1) - 1, -1]]` is read under a condition; bind it with `let` before, if it is always there (line 15)

impl vertical_right {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub const LOCATED: ::core::option::Option<&'static [::unite::staged::Reach]> = {
        const ALL: &::core::option::Option<[::unite::staged::Reach; 6usize]> = &{
            #[allow(unused_mut)]
            let mut reach = [::unite::staged::Reach::NONE; 6usize];
            reach = ::unite::staged::Reach::touch(reach, 4usize, 0usize, -1, 2);
            reach = ::unite::staged::Reach::touch(reach, 4usize, 1usize, -1, 3);
            reach = ::unite::staged::Reach::touch(reach, 0usize, 0usize, 0, 3);
            reach = ::unite::staged::Reach::touch(reach, 0usize, 1usize, 0, 3);
            if true {
                ::core::option::Option::Some(reach)
            } else {
                ::core::option::Option::None
            }
        };
        match ALL {
            ::core::option::Option::Some(reach) => ::core::option::Option::Some(reach),
            ::core::option::Option::None => ::core::option::Option::None,
        }
    };
    pub fn check(
        pred: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 4]; 4]>,
            2usize,
        >,
        recon: &::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        let recon_at_pred = {
            recon
                .located_at(&pred)
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
    unsafe fn body(
        unite_simd: impl ::unite::staged::lanes::Simd,
        pred: impl ::unite::staged::Readable<
            2usize,
            Elem = u8,
            Shape = [[u8; 4]; 4],
        > + ::unite::staged::Writable,
        recon: impl ::unite::staged::Readable<2usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let pred = ::unite::staged::Readable::carrier(pred);
        let recon = ::unite::staged::Readable::carrier(recon);
        let pred_at = pred.ptr();
        let pred_0 = pred.stride(0usize);
        let pred_1 = pred.stride(1usize);
        let recon_at = recon.ptr();
        let recon_0 = recon.stride(0usize);
        let recon_1 = recon.stride(1usize);
        let recon_at_pred = {
            match recon.located_at(&pred) {
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
        {
            let by_rows = pred.inside(1usize, 0usize);
            for outer in 0isize..(if by_rows { 4 } else { 4 }) {
                for inner in 0isize..(if by_rows { 4 } else { 4 }) {
                    let (y, x) = if by_rows { (outer, inner) } else { (inner, outer) };
                    #[allow(unused_variables)]
                    let z_vr = 2 * (x as i32) - (y as i32);
                    {
                        let result = match z_vr {
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
