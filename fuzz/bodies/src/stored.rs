//! Stored tensors of arrays that somebody damaged, and of files: refused with a sentence, or kernels run over them and do what loops
//! over their entries do.

use std::collections::BTreeMap;
use std::ops::Range;

use unite::library::Heap;
use unite::stored::{
    Band, BandedArrays, Bcsr, CompressedArrays, Coo, Csc, Csr, Dcsr, Dia, Dok, Ell, Format, HashedArrays,
    HashedRows, Interleaved, Lower, StoredBlock, files,
};
use unite::{Block, kernel};

use crate::bytes::Bytes;

#[kernel]
fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

#[kernel]
fn added(c: &mut Tensor<[[f64]], Csr>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
    c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
}

#[kernel]
fn inner(a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) -> f64 {
    sum(|i, j| a[[i, j]] * b[[i, j]])
}

/// All elements, one look-up after another.
#[kernel]
fn everywhere(c: &mut Tensor<[[f64]]>, a: &Tensor<[[f64]], _>) {
    for [i, j] in c.indices() {
        c[[i, j]] = a[[i, j]];
    }
}

type Matrix<F> = StoredBlock<f64, F, 2>;

/// Kernels over a block of a format, alone and with another block, as far as the format is walked beside others.
macro_rules! walked {
    ($format:ty, $extents:expr, $bytes:expr $(, $kernel:ident)*) => {{
        let Some(block) = block::<$format>($extents, $bytes) else { return };
        let extents = block.extents();
        let list = block.to_entries();
        for (at, value) in &list {
            assert_eq!(block.get(*at), Some(*value), "{at:?} in {extents:?}");
        }
        let part = [0, 1].map(|axis| {
            let first = $bytes.below(extents[axis].max(1));
            first..first + $bytes.below(extents[axis] - first + 1)
        });
        let mut y = rows(extents[0]);
        times(&mut y, &block, &columns(extents[1]));
        assert_eq!(y.as_slice(), product(extents, &list));
        let mut c = Block::<f64>::zeros(extents);
        everywhere(&mut c, &block);
        assert_eq!(c.as_slice(), block.to_dense());
        if let Ok(window) = block.window(part.clone()) {
            let extents = window.extents();
            let mut y = rows(extents[0]);
            times(&mut y, window, &columns(extents[1]));
            assert_eq!(y.as_slice(), product(extents, &within(&list, &part)));
            let mut c = Block::<f64>::zeros(extents);
            everywhere(&mut c, window);
            let at = |n: usize| [part[0].start + n / extents[1], part[1].start + n % extents[1]];
            assert!((0..extents[0] * extents[1]).all(|n| Some(c.as_slice()[n]) == block.get(at(n))));
        }
        let other = entries(extents, $bytes);
        let _other: Matrix<Csr> = valid(extents, other.iter().copied());
        $(walked!(@$kernel block, list, _other, other);)*
    }};
    (@multiplied $block:ident, $list:ident, $other:ident, $entries:ident) => {
        let of = |at| $entries.iter().find(|(other, _)| *other == at).map_or(0.0, |(_, value)| *value);
        let expected: f64 = $list.iter().map(|(at, value)| value * of(*at)).sum();
        assert_eq!(inner(&$block, &$other), expected);
    };
    (@added_to $block:ident, $list:ident, $other:ident, $entries:ident) => {
        let mut sums: BTreeMap<[usize; 2], f64> = $list.iter().copied().collect();
        $entries.iter().for_each(|(at, value)| *sums.entry(*at).or_default() += value);
        let mut c = valid::<Csr>($block.extents(), []);
        added(&mut c, &$block, &$other);
        assert_eq!(c.to_entries(), sums.into_iter().collect::<Vec<_>>());
    };
}

/// A block of a format that the bytes choose, whose arrays are damaged at some places; or a file.
///
/// # Panics
/// If a kernel does something else than loops, or something that is refused is not named.
pub fn stored(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let bytes = &mut bytes;
    let extents = [1 + bytes.below(6), 1 + bytes.below(6)];
    match bytes.below(14) {
        0 => walked!(Csr, extents, bytes, added_to, multiplied),
        1 => walked!(Csc, extents, bytes),
        2 => walked!(Coo, extents, bytes, added_to, multiplied),
        3 => walked!(Dcsr, extents, bytes, added_to, multiplied),
        4 => walked!(Csr<u8>, extents, bytes, added_to, multiplied),
        5 => walked!(HashedRows, extents, bytes, multiplied),
        6 => walked!(Band, extents, bytes, added_to, multiplied),
        7 => walked!(Lower, [extents[0]; 2], bytes, added_to, multiplied),
        8 => walked!(Dia, extents, bytes),
        9 => walked!(Ell, extents, bytes),
        10 => walked!(Bcsr<2, 2>, extents.map(|extent| 2 * extent), bytes),
        11 => walked!(Dok, extents, bytes),
        12 => walked!(Interleaved<u8>, extents, bytes, added_to, multiplied),
        _ => file(bytes),
    }
}

fn valid<F: Format<2>>(
    extents: [usize; 2],
    entries: impl IntoIterator<Item = ([usize; 2], f64)>,
) -> Matrix<F> {
    Matrix::<F>::from_entries(extents, entries).unwrap_or_else(|error| panic!("{error}"))
}

/// Entries of any order, each index once.
fn entries(extents: [usize; 2], bytes: &mut Bytes<'_>) -> Vec<([usize; 2], f64)> {
    let mut all = BTreeMap::new();
    if extents.contains(&0) {
        return Vec::new();
    }
    for _ in 0..bytes.below(12) {
        let at = extents.map(|extent| bytes.below(extent));
        all.insert(at, bytes.between(-4, 4) as f64);
    }
    all.into_iter().collect()
}

/// A block of damaged arrays, if there is one.
fn block<F: Format<2, Arrays: Damage>>(extents: [usize; 2], bytes: &mut Bytes<'_>) -> Option<Matrix<F>> {
    let list = entries(extents, bytes);
    // The triangle takes what is below the diagonal.
    let whole = Matrix::<F>::from_entries(extents, list.iter().copied())
        .unwrap_or_else(|_| valid(extents, list.into_iter().filter(|([i, j], _)| i >= j)));
    let (mut arrays, mut values) = whole.into_parts();
    for _ in 0..bytes.below(3) {
        arrays.damage(bytes);
    }
    if bytes.below(8) == 7 {
        resized(&mut values, 1.0, bytes);
    }
    let extents = if bytes.below(8) == 7 { extents.map(|_| bytes.below(8)) } else { extents };
    match Matrix::<F>::new(extents, arrays, values) {
        Ok(block) => Some(block),
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error without a sentence");
            None
        }
    }
}

fn rows(extent: usize) -> Heap<f64, 1> {
    Block::<f64>::zeros([extent])
}

fn columns(extent: usize) -> Heap<f64, 1> {
    let elements = (0..extent).map(|j| j as f64 - 2.0).collect();
    Block::<f64>::from_vec(elements, [extent]).unwrap_or_else(|error| panic!("{error}"))
}

/// What `times` makes of entries.
fn product([rows, _]: [usize; 2], list: &[([usize; 2], f64)]) -> Vec<f64> {
    let mut y = vec![0.0; rows];
    list.iter().for_each(|([i, j], value)| y[*i] += value * (*j as f64 - 2.0));
    y
}

/// The entries of a part, with indices that count from 0 on in it.
fn within(list: &[([usize; 2], f64)], part: &[Range<usize>; 2]) -> Vec<([usize; 2], f64)> {
    let inside = list.iter().filter(|([i, j], _)| part[0].contains(i) && part[1].contains(j));
    inside.map(|([i, j], value)| ([i - part[0].start, j - part[1].start], *value)).collect()
}

/// Arrays that can be made wrong at one place.
trait Damage {
    fn damage(&mut self, bytes: &mut Bytes<'_>);
}

/// One element more or less, somewhere.
fn resized<T: Copy>(all: &mut Vec<T>, new: T, bytes: &mut Bytes<'_>) {
    let at = bytes.below(all.len() + 1);
    match at < all.len() && bytes.flag() {
        true => drop(all.remove(at)),
        false => all.insert(at, new),
    }
}

impl Damage for () {
    fn damage(&mut self, _: &mut Bytes<'_>) {}
}

impl<A: Damage, B: Damage> Damage for (A, B) {
    fn damage(&mut self, bytes: &mut Bytes<'_>) {
        if bytes.flag() { self.0.damage(bytes) } else { self.1.damage(bytes) }
    }
}

macro_rules! damage {
    ($($number:ty)*) => {$(
        impl Damage for Vec<$number> {
            fn damage(&mut self, bytes: &mut Bytes<'_>) {
                let near = bytes.between(0, 9) as $number;
                let new = bytes.choice(&[near, near, near, <$number>::MAX, <$number>::MIN, <$number>::MAX - 1]);
                let at = bytes.below(self.len().max(1));
                match self.get_mut(at).filter(|_| bytes.below(4) != 0) {
                    Some(old) => *old = new,
                    None => resized(self, new, bytes),
                }
            }
        }
    )*};
}

damage!(u8 u32 isize);

impl Damage for Vec<[u8; 2]> {
    fn damage(&mut self, bytes: &mut Bytes<'_>) {
        let new = [0, 1].map(|_| bytes.choice(&[0, 1, 2, 3, 7, u8::MAX]));
        let at = bytes.below(self.len().max(1));
        match self.get_mut(at).filter(|_| bytes.below(4) != 0) {
            Some(old) => *old = new,
            None => resized(self, new, bytes),
        }
    }
}

impl<I> Damage for CompressedArrays<I>
where
    Vec<I>: Damage,
{
    fn damage(&mut self, bytes: &mut Bytes<'_>) {
        if bytes.flag() { self.positions.damage(bytes) } else { self.coordinates.damage(bytes) }
    }
}

impl Damage for HashedArrays {
    fn damage(&mut self, bytes: &mut Bytes<'_>) {
        let (mut width, mut coordinates) = (self.width(), self.coordinates().to_vec());
        match bytes.below(4) {
            0 => width = bytes.choice(&[0, 1, 2, 3, 4, 8, usize::MAX, 1 << 63]),
            _ => coordinates.damage(bytes),
        }
        *self = HashedArrays::new(width, coordinates);
    }
}

impl Damage for BandedArrays {
    fn damage(&mut self, bytes: &mut Bytes<'_>) {
        let new = bytes.choice(&[0, 1, 2, 5, 9, usize::MAX, usize::MAX / 2]);
        if bytes.flag() { self.before = new } else { self.after = new }
    }
}

impl Damage for BTreeMap<[usize; 2], usize> {
    fn damage(&mut self, bytes: &mut Bytes<'_>) {
        let at = [0, 1].map(|_| bytes.choice(&[0, 1, 2, 7, usize::MAX]));
        match bytes.flag() {
            true => drop(self.insert(at, bytes.choice(&[0, 1, 2, 30, usize::MAX]))),
            false => drop(self.pop_first()),
        }
    }
}

/// A file of lines that are nearly right, with a damaged byte: what is read is what is written of it, and read again.
fn file(bytes: &mut Bytes<'_>) {
    let is_matrix = bytes.flag();
    let mut text = lines(is_matrix, bytes).into_bytes();
    if !text.is_empty() && bytes.flag() {
        let at = bytes.below(text.len());
        match bytes.below(3) {
            0 => text[at] = bytes.byte(),
            1 => text.truncate(at),
            _ => drop(text.remove(at)),
        }
    }
    let most = 1 + text.iter().filter(|byte| **byte == b'\n').count();
    let refused = |error: files::FileError| {
        assert!(error.line <= most, "line {} of {most}", error.line);
        assert!(!error.to_string().is_empty(), "an error without a sentence");
    };
    // Floating-point numbers are read, too: what is no number differs from itself.
    if let Err(error) = files::read_mtx::<f64>(&text[..]) {
        refused(error);
    }
    let read = match is_matrix {
        true => files::read_mtx::<i64>(&text[..]),
        false => files::read_tns::<i64, 2>(&text[..]),
    };
    let entries = match read {
        Ok(entries) => entries,
        Err(error) => return refused(error),
    };
    for (at, _) in &entries.list {
        assert!(at[0] < entries.extents[0] && at[1] < entries.extents[1], "{at:?} of {:?}", entries.extents);
    }
    let combined =
        StoredBlock::<i64, Dok, 2>::from_entries_with(entries.extents, entries.list, i64::wrapping_add);
    let Ok(block) = combined else { return };
    let mut written = Vec::new();
    let done = files::write_mtx(&block, &mut written);
    done.unwrap_or_else(|error| panic!("{error}"));
    let again = files::read_mtx::<i64>(&written[..]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((again.extents, again.list), (block.extents(), block.to_entries()));
}

/// Lines of a file, most of them as they should be.
fn lines(is_matrix: bool, bytes: &mut Bytes<'_>) -> String {
    let end = bytes.choice(&["\n", "\n", "\r\n"]);
    let mut text = String::new();
    let count = bytes.below(6);
    if is_matrix {
        let layout = bytes.choice(&["coordinate", "coordinate", "coordinate", "array"]);
        let field = bytes.choice(&["real", "integer", "pattern", "complex"]);
        let symmetry = bytes.choice(&["general", "general", "symmetric", "skew-symmetric", "hermitian"]);
        text += &format!("%%MatrixMarket matrix {layout} {field} {symmetry}{end}");
        let rows = bytes.choice(&["3", "4", "5", "0", "99999999999999999999", "18446744073709551615"]);
        let columns = bytes.choice(&["3", "4", "5", "-1", "4294967296"]);
        let announced = if bytes.below(4) == 0 { bytes.below(9) } else { count };
        text += &if layout == "array" {
            format!("{rows} {columns}{end}")
        } else {
            format!("{rows} {columns} {announced}{end}")
        };
    }
    for _ in 0..count {
        if bytes.below(6) == 0 {
            text += bytes.choice(&["% a word", "# a word", "", "   "]);
            text += end;
        }
        for _ in 0..2 {
            text += bytes.choice(&["1", "2", "3", "3", "4", "0", "x", "18446744073709551616"]);
            text += bytes.choice(&[" ", " ", "\t", "  "]);
        }
        text += bytes.choice(&["1", "-2", "3", "7", "1e3", "nan", "9223372036854775808", "", "4 4"]);
        text += end;
    }
    text
}
