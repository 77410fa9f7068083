//! Colours by number.

use unite::kernel;

/// Every element of `out` is the entry of `palette` that the same element of `picture` says.
#[kernel]
pub fn look_up(out: &mut Tensor<[[u8]]>, picture: &Tensor<[[u8]]>, palette: &Tensor<[u8; 256]>) {
    for [y, x] in out.indices() {
        out[[y, x]] = palette[[picture[[y, x]] & 255]]; // all there are, so nothing is checked in the loop
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, numbers, plane};
    use unite::Block;

    #[test]
    fn entries_of_a_palette() {
        let entries = numbers(256, 256).map(|entry| entry as u8).collect();
        let palette =
            Block::from_vec(entries, [256]).expect("256 entries").fixed::<[u8; 256]>().expect("256");
        for extents in EXTENTS {
            let picture = plane(extents);
            check::<u8>(
                extents,
                |out| super::look_up(out, &picture, &palette),
                |_, at| palette.read([isize::from(picture.read(at))]),
            );
        }
    }
}
