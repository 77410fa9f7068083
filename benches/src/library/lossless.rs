//! Prediction for lossless coding.

use super::INSIDE;
use unite::library::span;
use unite::{View, ViewMut};

/// The differences of lines that follow line 0 of `samples`: the first pixel of a line is predicted from the one above, the
/// others by selection value 4 of T.81 table H.1.
pub fn following_lines(samples: View<'_, u8, 2>, components: isize, mut difference: ViewMut<'_, i16, 2>) {
    let lines = samples.partition((1.., ..)).expect(INSIDE);
    let x = lines.view().partition((.., components..)).expect(INSIDE);
    let a = x.view().partition((.., span(-components..))).expect(INSIDE);
    let b = x.view().partition((span(-1..), ..)).expect(INSIDE);
    let c = x.view().partition((span(-1..), span(-components..))).expect(INSIDE);
    let of = |plane: &View<'_, u8, 2>, index| i32::from(plane.read(index));
    let mut d = difference.view_mut().partition((.., components..)).expect(INSIDE);
    for index in d.indices() {
        d.write(index, (of(&x, index) - (of(&a, index) + of(&b, index) - of(&c, index))) as i16);
    }
    let x = lines.view().partition((.., 0..components)).expect(INSIDE);
    let b = x.view().partition((span(-1..), ..)).expect(INSIDE);
    let mut d = difference.view_mut().partition((.., 0..components)).expect(INSIDE);
    for index in d.indices() {
        d.write(index, (of(&x, index) - of(&b, index)) as i16);
    }
}
