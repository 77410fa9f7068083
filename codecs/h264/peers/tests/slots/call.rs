//! One call of a slot: what it gets, drawn at random, at ends of memory; and what it leaves behind.

use crate::guarded::Guarded;

/// Random numbers, the same for the same seed.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// Another sequence for each seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.next();
        random
    }

    /// 32 random bits.
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// A number from `lo` to `hi`: these two more often than others.
    pub fn within(&mut self, lo: i32, hi: i32) -> i32 {
        match self.next() % 8 {
            0 => lo,
            1 => hi,
            _ => lo + (self.next() % (hi - lo + 1) as u32) as i32,
        }
    }

    /// Once in `n` times.
    pub fn once_in(&mut self, n: u32) -> bool {
        self.next().is_multiple_of(n)
    }

    /// One of several.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.next() as usize % all.len()]
    }
}

/// Which distances of rows there are.
#[derive(Clone, Copy)]
pub enum Strides {
    /// Any: rows may be one and the same, share elements, or go up.
    Any,
    /// Rows that go down, and may share elements.
    Down,
    /// Rows apart, that may go up.
    Apart,
    /// This one.
    Of(isize),
}

/// What elements are.
pub trait Element: Copy {
    /// From a number in range.
    fn of(number: i32) -> Self;
}

macro_rules! elements {
    ($($ty:ty)*) => {$(
        impl Element for $ty {
            fn of(number: i32) -> Self {
                number as $ty
            }
        }
    )*};
}

elements! { u8 i8 u16 i16 u32 i32 f32 }

/// A rectangle in memory.
#[derive(Clone, Copy)]
pub struct Rows<T> {
    /// Its first element.
    pub at: *mut T,
    /// From a row to the next one, in elements.
    pub stride: isize,
    extents: [usize; 2],
    region: usize,
}

impl<T> Rows<T> {
    /// The same memory, in elements of the same size.
    pub fn cast<U>(self) -> Rows<U> {
        assert_eq!(size_of::<T>(), size_of::<U>(), "elements of another size");
        Rows { at: self.at.cast(), stride: self.stride, extents: self.extents, region: self.region }
    }

    /// The element in row `y` and column `x`.
    pub fn element(&self, y: isize, x: isize) -> *mut T {
        self.at.wrapping_offset(y * self.stride + x)
    }
}

/// One call.
pub struct Call<'a> {
    memory: &'a mut [Guarded],
    /// How much of it is in use, and whether what is in it counts.
    used: Vec<bool>,
    /// What the call is made of.
    pub random: Random,
    results: Vec<i64>,
    /// Which bytes are results, too.
    outputs: Vec<(*mut u8, usize)>,
    /// Whether all rectangles lie at multiples of 64, in the middle, for functions that ask for that.
    pub aligned: bool,
    /// Rectangles that are at neither end of memory lie at multiples of as many bytes.
    pub multiples: usize,
    /// Whether the function is the one in whose place ours stands.
    theirs: bool,
}

/// What a call leaves behind: numbers, and all memory that counts.
#[derive(PartialEq)]
pub struct Left {
    results: Vec<i64>,
    memory: Vec<Option<Vec<u8>>>,
}

impl Left {
    /// Where two differ first.
    pub fn differs_from(&self, other: &Left) -> Option<String> {
        if self.results != other.results {
            return Some(format!("{:?} in place of {:?}", self.results, other.results));
        }
        for (region, (a, b)) in self.memory.iter().zip(&other.memory).enumerate() {
            if let (Some(a), Some(b)) = (a, b)
                && let Some(at) = a.iter().zip(b).position(|(a, b)| a != b)
            {
                let count = a.iter().zip(b).filter(|(a, b)| a != b).count();
                return Some(format!(
                    "{count} bytes of memory {region}, the first one at {at}: {} in place of {}",
                    a[at], b[at]
                ));
            }
        }
        (self != other).then(|| "other memory".to_string())
    }
}

impl<'a> Call<'a> {
    /// A call with this seed, of a function of theirs or of ours.
    pub fn new(memory: &'a mut [Guarded], seed: u64, theirs: bool) -> Call<'a> {
        Call {
            memory,
            used: Vec::new(),
            random: Random::new(seed),
            results: Vec::new(),
            outputs: Vec::new(),
            aligned: false,
            multiples: 1,
            theirs,
        }
    }

    /// `h` rows of `w` elements from `lo` to `hi`, at an end of memory or anywhere.
    pub fn rows<T: Element>(&mut self, [h, w]: [usize; 2], strides: Strides, [lo, hi]: [i32; 2]) -> Rows<T> {
        let random = &mut self.random;
        let stride = match strides {
            Strides::Of(stride) => stride,
            Strides::Any | Strides::Down | Strides::Apart => {
                let least = match strides {
                    Strides::Any => 0,
                    Strides::Down => 1,
                    _ => w as i32,
                };
                let stride = match random.next() % 4 {
                    0 => w as i32,
                    1 => random.within(w as i32, w as i32 + 5),
                    2 => random.within(w as i32, 80.max(w as i32)),
                    _ => random.within(least, 80.max(w as i32)),
                };
                if random.once_in(5) && !matches!(strides, Strides::Down) {
                    -stride as isize
                } else {
                    stride as isize
                }
            }
        };
        let (before, len) = {
            let rows = (h - 1) as isize * stride;
            ((-rows).max(0) as usize, rows.unsigned_abs() + w)
        };
        let (size, region) = (size_of::<T>(), self.used.len());
        let bytes = self.memory[region].bytes();
        assert!(len * size <= bytes.len(), "{len} elements have no place");
        // What is around counts, too.
        let noise = random.next() as u8;
        bytes.fill(noise);
        let room = bytes.len() - len * size;
        let first = if self.aligned {
            room / 2 / 64 * 64
        } else {
            match random.next() % 3 {
                0 => 0,
                1 => room,
                _ => {
                    let unit = size.max(self.multiples);
                    random.within(0, (room / unit) as i32) as usize * unit
                }
            }
        };
        // Noise around a level, or anything.
        let (base, spread) =
            (random.within(lo, hi), if random.once_in(2) { hi - lo } else { random.within(0, 20) });
        for place in bytes[first..first + len * size].chunks_exact_mut(size) {
            let value = T::of((base + random.within(-spread, spread)).clamp(lo, hi));
            // SAFETY: a place is as large as an element, whose bytes are all set.
            unsafe { place.as_mut_ptr().cast::<T>().write_unaligned(value) };
        }
        self.used.push(true);
        let at = self.memory[region].at().wrapping_add(first).cast::<T>();
        Rows { at: at.wrapping_add(before), stride, extents: [h, w], region }
    }

    /// So many elements.
    pub fn line<T: Element>(&mut self, len: usize, range: [i32; 2]) -> Rows<T> {
        self.rows([1, len], Strides::Of(len as isize), range)
    }

    /// Samples.
    pub fn samples(&mut self, extents: [usize; 2], strides: Strides) -> Rows<u8> {
        self.rows(extents, strides, [0, 255])
    }

    /// What happens to this memory does not count.
    pub fn ignore<T>(&mut self, rows: Rows<T>) {
        self.used[rows.region] = false;
    }

    /// What is beside memory can be read if the function is theirs, for those that read more than they use.
    pub fn theirs_may_read_more(&mut self) {
        if self.theirs {
            self.memory.iter_mut().for_each(|memory| memory.beside_can_be_read(true));
        }
    }

    /// What a function returned.
    pub fn result(&mut self, result: impl Into<i64>) {
        self.results.push(result.into());
    }

    /// What a function wrote.
    pub fn output<T>(&mut self, rows: Rows<T>) {
        let [h, w] = rows.extents;
        for y in 0..h as isize {
            self.outputs.push((rows.element(y, 0).cast(), w * size_of::<T>()));
        }
    }

    /// The same of a part of it: `h` rows of `w` elements from row `y` and column `x` on.
    pub fn output_part<T>(&mut self, rows: Rows<T>, [y, x]: [isize; 2], [h, w]: [usize; 2]) {
        self.output(Rows { at: rows.element(y, x), extents: [h, w], ..rows });
    }

    /// What is left behind; with `spoiled` one bit of what the function returned or wrote is another one.
    pub fn left(mut self, spoiled: Option<u64>) -> Left {
        if let Some(seed) = spoiled {
            let mut random = Random::new(seed);
            let bits = 16 * self.results.len() + self.outputs.iter().map(|(_, len)| 8 * len).sum::<usize>();
            assert!(bits > 0, "a slot without a result");
            let bit = random.next() as usize % bits;
            match bit.checked_sub(16 * self.results.len()) {
                None => self.results[bit / 16] ^= 1 << (bit % 16),
                Some(mut bit) => {
                    for &(at, len) in &self.outputs {
                        if bit < 8 * len {
                            // SAFETY: it is a byte of this memory.
                            unsafe { *at.add(bit / 8) ^= 1 << (bit % 8) };
                            break;
                        }
                        bit -= 8 * len;
                    }
                }
            }
        }
        let Call { memory, used, results, theirs, .. } = self;
        if theirs {
            memory.iter_mut().for_each(|memory| memory.beside_can_be_read(false));
        }
        let memory =
            memory.iter_mut().zip(used).map(|(memory, counts)| counts.then(|| memory.bytes().to_vec()));
        Left { results, memory: memory.collect() }
    }
}
