// kernel accumulate
//
// tensors:
//   sum: parameter, written, rank 2
//   more: parameter, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  sum[[!y, !x]] => sum_at[y * sum_0 + x * sum_1] | sum[0..=sum.extent(0usize) - 1, 0..=sum.extent(1usize) - 1] | checked once, at entry
//   read  more[[!y, !x]] => more_at[y * more_0 + x * more_1] | more[0..=sum.extent(0usize) - 1, 0..=sum.extent(1usize) - 1] | checked once, at entry
//   write sum[[!y, !x]] => sum_at[y * sum_0 + x * sum_1] | sum[0..=sum.extent(0usize) - 1, 0..=sum.extent(1usize) - 1] | checked once, at entry
//
// loops:
//   over y, x | no lanes: `sum[[!y, !x]]` writes elements that are not `u8`, `i8`, `u16`, `i16` or `i32`: left to the compiler; the innermost loop is along the axis nearer in memory; one loop where rows touch (line 94)

impl accumulate {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 2usize]> = ::core::option::Option::None;
    pub fn check<T: Elem<Wide = T> + Add<Output = T>>(
        sum: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = T>,
            2usize,
        >,
        more: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = T>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if 0 <= sum.extent(0usize) - 1 && 0 <= sum.extent(1usize) - 1 {
            sum.within("accumulate", "sum", 0usize, 0, sum.extent(0usize) - 1)?;
        }
        if 0 <= sum.extent(0usize) - 1 && 0 <= sum.extent(1usize) - 1 {
            sum.within("accumulate", "sum", 1usize, 0, sum.extent(1usize) - 1)?;
        }
        if 0 <= sum.extent(0usize) - 1 && 0 <= sum.extent(1usize) - 1 {
            more.within("accumulate", "more", 0usize, 0, sum.extent(0usize) - 1)?;
        }
        if 0 <= sum.extent(0usize) - 1 && 0 <= sum.extent(1usize) - 1 {
            more.within("accumulate", "more", 1usize, 0, sum.extent(1usize) - 1)?;
        }
        ::core::result::Result::Ok(())
    }
    fn body<'unite, T: Elem<Wide = T> + Add<Output = T>>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        sum: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = T,
        > + ::unite::staged::Writable,
        more: impl ::unite::staged::Readable<'unite, 2usize, Elem = T>,
    ) {
        let _ = unite_simd;
        let sum = ::unite::staged::Readable::carrier(sum);
        let more = ::unite::staged::Readable::carrier(more);
        let sum_at = sum.ptr();
        let sum_0 = sum.stride(0usize);
        let sum_1 = sum.stride(1usize);
        let more_at = more.ptr();
        let more_0 = more.stride(0usize);
        let more_1 = more.stride(1usize);
        if sum_0 == sum.extent(1usize) && sum_1 == 1 && more_0 == sum.extent(1usize)
            && more_1 == 1
        {
            for point in 0isize..(sum.extent(0usize) * sum.extent(1usize)) {
                {
                    let result: <T as ::unite::Elem>::Wide = (unsafe {
                        sum_at.read(point)
                    }) + (unsafe { more_at.read(point) });
                    unsafe { sum_at.write(point, result) }
                }
            }
        } else {
            {
                let by_rows = sum.inside(1usize, 0usize);
                for outer in 0isize..(if by_rows {
                    sum.extent(0usize)
                } else {
                    sum.extent(1usize)
                }) {
                    for inner in 0isize..(if by_rows {
                        sum.extent(1usize)
                    } else {
                        sum.extent(0usize)
                    }) {
                        let (y, x) = if by_rows {
                            (outer, inner)
                        } else {
                            (inner, outer)
                        };
                        {
                            let result: <T as ::unite::Elem>::Wide = (unsafe {
                                sum_at.read(y * sum_0 + x * sum_1)
                            }) + (unsafe { more_at.read(y * more_0 + x * more_1) });
                            unsafe { sum_at.write(y * sum_0 + x * sum_1, result) }
                        }
                    }
                }
            }
        };
    }
}
