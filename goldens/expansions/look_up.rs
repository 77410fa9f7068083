// kernel look_up
//
// tensors:
//   out: parameter, written, rank 1
//   table: parameter, rank 1
//   indices: parameter, rank 1
//
// accesses: source => offset from the tensor's index 0 | indices of the block | check
//   read  indices[[i]] => indices_at[i * indices_0] | indices[0..=out.extent(0usize) - 1] | checked once, at entry
//   read  table[[indices[[i]]]] => table_at[value_0 * table_0] | table[value_0..=value_0] | checked here: the index depends on data
//   write out[[i]] => out_at[i * out_0] | out[0..=out.extent(0usize) - 1] | checked once, at entry
//
// loops:
//   over i | no lanes: little to compute for each point: left to the compiler (line 108)

impl look_up {
    pub const FOOTPRINT: ::core::option::Option<[::unite::staged::Reach; 3usize]> = ::core::option::Option::None;
    pub fn check(
        out: ::unite::staged::Carrier<
            impl ::unite::staged::Space<1usize, Elem = u8>,
            1usize,
        >,
        table: ::unite::staged::Carrier<
            impl ::unite::staged::Space<1usize, Elem = u8>,
            1usize,
        >,
        indices: ::unite::staged::Carrier<
            impl ::unite::staged::Space<1usize, Elem = u8>,
            1usize,
        >,
    ) -> ::core::result::Result<(), ::unite::staged::FootprintError> {
        if 0 <= out.extent(0usize) - 1 {
            indices.within("look_up", "indices", 0usize, 0, out.extent(0usize) - 1)?;
        }
        if 0 <= out.extent(0usize) - 1 {
            out.within("look_up", "out", 0usize, 0, out.extent(0usize) - 1)?;
        }
        ::core::result::Result::Ok(())
    }
    fn body<'unite>(
        _: ::unite::staged::Checked,
        unite_simd: impl ::unite::staged::lanes::Simd,
        out: impl ::unite::staged::Readable<
            'unite,
            1usize,
            Elem = u8,
        > + ::unite::staged::Writable,
        table: impl ::unite::staged::Readable<'unite, 1usize, Elem = u8>,
        indices: impl ::unite::staged::Readable<'unite, 1usize, Elem = u8>,
    ) {
        let _ = unite_simd;
        let out = ::unite::staged::Readable::carrier(out);
        let table = ::unite::staged::Readable::carrier(table);
        let indices = ::unite::staged::Readable::carrier(indices);
        let out_at = out.ptr();
        let out_0 = out.stride(0usize);
        let table_at = table.ptr();
        let table_0 = table.stride(0usize);
        let indices_at = indices.ptr();
        let indices_0 = indices.stride(0usize);
        for i in 0isize..out.extent(0usize) {
            {
                let result: <u8 as ::unite::Elem>::Wide = ({
                    let value_0 = ::unite::staged::index_of(
                        "look_up",
                        "a value",
                        (unsafe { indices_at.read(i * indices_0) }),
                    );
                    table.require("look_up", "table", 0usize, value_0, value_0);
                    unsafe { table_at.read(value_0 * table_0) }
                });
                unsafe { out_at.write(i * out_0, result) }
            };
        }
    }
}
