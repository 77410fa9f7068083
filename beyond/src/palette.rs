//! Colours by number.

use unite::kernel;

/// Every element of `out` is the entry of `palette` that the same element of `picture` says.
#[kernel]
pub fn look_up(out: &mut Tensor<[[u8]]>, picture: &Tensor<[[u8]]>, palette: &Tensor<[u8; 256]>) {
    for [y, x] in out.indices() {
        out[[y, x]] = palette[[picture[[y, x]] & 255]]; // all there are, so nothing is checked in the loop
    }
}

/// Every element of `out` is the number of the colour that is nearest to a pixel, of sixteen; of equally near ones, the first.
#[kernel]
pub fn nearest_colour(
    out: &mut Tensor<[[u8]]>,
    pixels: &Tensor<[[[u8; 3]]]>,
    colours: &Tensor<[[u8; 3]; 16]>,
) {
    for [y, x] in out.indices() {
        let (mut least, mut chosen) = (i32::MAX, 0);
        for k in 0..16 {
            let mut distance = 0;
            for c in 0..3 {
                let d = pixels[[y, x, c]] - colours[[k, c]];
                distance += d * d;
            }
            if distance < least {
                least = distance;
                chosen = k;
            }
        }
        out[[y, x]] = chosen;
    }
}

#[cfg(test)]
mod tests {
    use crate::padded::{EXTENTS, check, numbers, plane};
    use unite::{Block, Dyn};

    #[test]
    fn nearest_of_sixteen() {
        let colours = numbers(48, 256).map(|n| n as u8).collect();
        let colours = Block::from_vec(colours, [16, 3]).expect("sixteen colours");
        let colours = colours.fixed::<[[u8; 3]; 16]>().expect("sixteen colours");
        for extents @ [height, width] in EXTENTS {
            let pixels = numbers(3 * height * width + 50, 256).skip(50).map(|n| n as u8).collect();
            let pixels = Block::from_vec(pixels, [height, width, 3]).expect("pixels");
            let pixels = pixels.fixed::<Dyn<Dyn<[u8; 3]>>>().expect("three samples each");
            check::<u8>(
                extents,
                |out| super::nearest_colour(out, &pixels, &colours),
                |_, [y, x]| {
                    let square = |k: &isize| -> i32 {
                        let d = |c| i32::from(pixels.read([y, x, c])) - i32::from(colours.read([*k, c]));
                        (0..3).map(|c| d(c).pow(2)).sum()
                    };
                    (0..16).min_by_key(square).expect("sixteen") as u8
                },
            );
        }
    }

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
