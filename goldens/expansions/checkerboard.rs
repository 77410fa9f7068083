// kernel checkerboard
//
// tensors:
//   plane: parameter, written, rank 2
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   call  fill | checked with this kernel's own, if its footprint is a constant
//   call  fill | checked with this kernel's own, if its footprint is a constant
//
// loops:
//   over i | no lanes: a call of the kernel `fill` (line 86)

impl checkerboard {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 1usize]> = {
        #[allow(unused_mut)]
        let mut reach = [::unite::staged::Reach::NONE; 1usize];
        reach = ::unite::staged::Reach::touch(
            reach,
            0usize,
            0usize,
            ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 0usize),
            ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 0usize) + 4,
        );
        reach = ::unite::staged::Reach::touch(
            reach,
            0usize,
            1usize,
            ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 1usize),
            ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 1usize) + 4,
        );
        reach = ::unite::staged::Reach::touch(
            reach,
            0usize,
            0usize,
            ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 1usize),
            ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 1usize),
        );
        reach = ::unite::staged::Reach::touch(
            reach,
            0usize,
            1usize,
            ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 0usize) + 4,
            ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 0usize) + 4,
        );
        if ::core::option::Option::is_some(&fill::FOOTPRINT) {
            ::unite::staged::Reach::near(reach)
        } else {
            ::core::option::Option::None
        }
    };
    pub fn check(
        plane: ::unite::staged::Carrier<
            impl ::unite::staged::Space<2usize, Elem = u8, Shape = [[u8; 8]; 8]>,
            2usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if ::core::option::Option::is_some(&fill::FOOTPRINT)
            && ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 0usize)
                <= ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 0usize) + 4
        {
            plane
                .within(
                    "checkerboard",
                    "plane",
                    0usize,
                    ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 0usize),
                    ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 0usize) + 4,
                )?;
        }
        if ::core::option::Option::is_some(&fill::FOOTPRINT)
            && ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 1usize)
                <= ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 1usize) + 4
        {
            plane
                .within(
                    "checkerboard",
                    "plane",
                    1usize,
                    ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 1usize),
                    ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 1usize) + 4,
                )?;
        }
        if ::core::option::Option::is_some(&fill::FOOTPRINT)
            && ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 1usize)
                <= ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 1usize)
        {
            plane
                .within(
                    "checkerboard",
                    "plane",
                    0usize,
                    ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 1usize),
                    ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 1usize),
                )?;
        }
        if ::core::option::Option::is_some(&fill::FOOTPRINT)
            && ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 0usize) + 4
                <= ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 0usize) + 4
        {
            plane
                .within(
                    "checkerboard",
                    "plane",
                    1usize,
                    ::unite::staged::Reach::first(&fill::FOOTPRINT, 0usize, 0usize) + 4,
                    ::unite::staged::Reach::last(&fill::FOOTPRINT, 0usize, 0usize) + 4,
                )?;
        }
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        plane: impl ::unite::staged::Readable<
            'unite,
            2usize,
            Elem = u8,
            Shape = [[u8; 8]; 8],
        > + ::unite::staged::Writable,
    ) {
        let _ = unite_simd;
        let plane = ::unite::staged::Readable::carrier(plane);
        let plane_at = plane.ptr();
        let plane_0 = plane.stride(0usize);
        let plane_1 = plane.stride(1usize);
        for i in 0..2 {
            let i_at = i as ::core::primitive::isize;
            {
                ::unite::staged::callee::<fill>();
                let plane_part_arg0 = {
                    #[derive(::core::clone::Clone, ::core::marker::Copy)]
                    struct UniteViewPlanePart;
                    unsafe impl ::unite::staged::Derivation<2usize, 2usize>
                    for UniteViewPlanePart {
                        type Shape<UniteViewElem: ::unite::Elem> = [[UniteViewElem; 4]; 4];
                        const AXIS: [::core::primitive::usize; 2usize] = [0, 1];
                        const STEP: [::core::option::Option<
                            ::core::primitive::isize,
                        >; 2usize] = [
                            ::core::option::Option::Some(1),
                            ::core::option::Option::Some(1),
                        ];
                    }
                    unsafe {
                        (plane
                            .derive::<
                                UniteViewPlanePart,
                                2usize,
                            >([4 * i_at, 4 * i_at], [1, 1], [4, 4]))
                            .writable()
                    }
                };
                if const { ::core::option::Option::is_some(&fill::FOOTPRINT) } {
                    fill::unchecked(
                        unsafe { ::unite::staged::Checked::new() },
                        unite_simd,
                        plane_part_arg0,
                        255,
                    )
                } else {
                    fill::staged(unite_simd, plane_part_arg0, 255)
                }
            };
        }
        {
            ::unite::staged::callee::<fill>();
            let plane_part_permuted_arg0 = {
                #[derive(::core::clone::Clone, ::core::marker::Copy)]
                struct UniteViewPlanePartPermuted;
                unsafe impl ::unite::staged::Derivation<2usize, 2usize>
                for UniteViewPlanePartPermuted {
                    type Shape<UniteViewElem: ::unite::Elem> = [[UniteViewElem; 4]; 4];
                    const AXIS: [::core::primitive::usize; 2usize] = [1, 0];
                    const STEP: [::core::option::Option<
                        ::core::primitive::isize,
                    >; 2usize] = [
                        ::core::option::Option::Some(1),
                        ::core::option::Option::Some(1),
                    ];
                }
                unsafe {
                    (plane
                        .derive::<
                            UniteViewPlanePartPermuted,
                            2usize,
                        >([0, 4], [1, 1], [4, 4]))
                        .writable()
                }
            };
            if const { ::core::option::Option::is_some(&fill::FOOTPRINT) } {
                fill::unchecked(
                    unsafe { ::unite::staged::Checked::new() },
                    unite_simd,
                    plane_part_permuted_arg0,
                    0,
                )
            } else {
                fill::staged(unite_simd, plane_part_permuted_arg0, 0)
            }
        };
    }
}
