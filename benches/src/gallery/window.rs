//! Parts of constant extents of a picture, checked once: what an expert would take pointers for.

use std::marker::PhantomData;

/// Whether `h` rows of `w` elements, `pitch` apart, lie in `length` elements from `at` on.
#[inline(always)]
fn lies_inside(length: usize, at: usize, pitch: usize, h: usize, w: usize) -> bool {
    let last = (h - 1).checked_mul(pitch).and_then(|rows| rows.checked_add(w)?.checked_add(at));
    last.is_some_and(|end| end <= length)
}

/// `H` rows of `W` elements that are read.
#[derive(Clone, Copy)]
pub struct Window<'a, T, const H: usize, const W: usize> {
    first: *const T,
    pitch: usize,
    memory: PhantomData<&'a [T]>,
}

impl<'a, T, const H: usize, const W: usize> Window<'a, T, H, W> {
    /// The window whose first element is `data[at]`.
    #[inline(always)]
    pub fn new(data: &'a [T], at: usize, pitch: usize) -> Self {
        assert!(lies_inside(data.len(), at, pitch, H, W), "the window reaches outside the picture");
        Window { first: data[at..].as_ptr(), pitch, memory: PhantomData }
    }

    /// Row `y`.
    #[inline(always)]
    pub fn row(&self, y: usize) -> &'a [T; W] {
        self.part::<W>(y, 0)
    }

    /// `N` elements of row `y` from column `x` on.
    #[inline(always)]
    pub fn part<const N: usize>(&self, y: usize, x: usize) -> &'a [T; N] {
        assert!(y < H && x + N <= W);
        // SAFETY: `new` has checked that all rows lie in the slice, and the line above that the part lies in a row.
        unsafe { &*self.first.add(y * self.pitch + x).cast() }
    }
}

/// `H` rows of `W` elements that are written.
pub struct WindowMut<'a, T, const H: usize, const W: usize> {
    first: *mut T,
    pitch: usize,
    memory: PhantomData<&'a mut [T]>,
}

impl<'a, T, const H: usize, const W: usize> WindowMut<'a, T, H, W> {
    /// The window whose first element is `data[at]`.
    #[inline(always)]
    pub fn new(data: &'a mut [T], at: usize, pitch: usize) -> Self {
        assert!(lies_inside(data.len(), at, pitch, H, W), "the window reaches outside the picture");
        WindowMut { first: data[at..].as_mut_ptr(), pitch, memory: PhantomData }
    }

    /// Row `y`.
    #[inline(always)]
    pub fn row(&mut self, y: usize) -> &mut [T; W] {
        self.part::<W>(y, 0)
    }

    /// `N` elements of row `y` from column `x` on.
    #[inline(always)]
    pub fn part<const N: usize>(&mut self, y: usize, x: usize) -> &mut [T; N] {
        assert!(y < H && x + N <= W);
        // SAFETY: `new` has checked that all rows lie in the slice, the line above that the part lies in a row, and
        // `self` is borrowed as long as the part is.
        unsafe { &mut *self.first.add(y * self.pitch + x).cast() }
    }
}
