//! What an error says of a tensor whose points share elements: the program knows its points, and not what it is carried as.

use super::derive::ceil_div;
use super::{Carrier, Fault, FootprintError, Space, Touched};

/// An error that names indices of what a tensor is carried as, its place or its elements, as one that names indices of the tensor.
/// Index `i` along `axis` of the tensor is index `floor((a * i + b) / d)` of its place, where `at` is `[a, b, d]`, and so it is with
/// `named` and what the error is about.
#[cold]
#[inline(never)]
pub fn of_points<S: Space<N>, const N: usize>(
    place: Carrier<'_, S, N>,
    axis: usize,
    [at, named]: [[isize; 3]; 2],
    error: FootprintError,
) -> FootprintError {
    let Fault::Outside(touched) = error.fault else { return error };
    let [a, b, d] = named;
    // The first index that is there or past that.
    let point = |index: isize| ceil_div(index.saturating_mul(d).saturating_sub(b), a.max(1));
    let index_0 = at[1].checked_div_euclid(at[2]).unwrap_or(0);
    let last_point = |index: isize| point(index.saturating_add(1)) - 1;
    // Of the points that share an element outside, it is not known which are touched: the nearest is not too much.
    let [first, last] = match touched.first > touched.last {
        true => [touched.first, touched.last],
        false => [
            if touched.first < touched.lo { last_point(touched.first) } else { point(touched.first) },
            if touched.last >= touched.hi { point(touched.last) } else { last_point(touched.last) },
        ],
    };
    let touched = Touched {
        first,
        last,
        lo: point(touched.lo),
        hi: point(touched.hi),
        extent: place.extent(axis),
        origin: Some(place.origin(axis) + place.distance_to(axis, index_0)),
        ..touched
    };
    FootprintError { fault: Fault::Outside(touched), ..error }
}
