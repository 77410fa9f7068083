//! Element types, and how their arithmetic widens.

/// A type that tensors can hold.
///
/// Kernels are written as the standards write them, and the standards compute in unbounded integers. So a read
/// *widens* the element to [`Elem::Wide`], in which the arithmetic of the kernel happens, and a write *narrows*
/// the result back. 8-bit and 16-bit integers widen to `i32`; everything else stays itself.
///
/// Narrowing is subject to the same rule as Rust's own integer arithmetic: a value that does not fit panics in
/// builds with debug assertions and wraps otherwise. Clip before writing where the standard says so.
///
/// ```
/// use unite_core::Elem;
/// let average = (250u8.widen() + 251u8.widen() + 1) >> 1;
/// assert_eq!(u8::narrow(average), 251);
/// ```
///
/// A type of your own implements the trait with `Wide = Self`:
///
/// ```
/// use unite_core::Elem;
/// #[derive(Clone, Copy, Default, Debug, PartialEq)]
/// struct MotionVector { x: i16, y: i16 }
/// impl Elem for MotionVector {
///     type Wide = Self;
///     fn widen(self) -> Self { self }
///     fn narrow(wide: Self) -> Self { wide }
/// }
/// ```
pub trait Elem: Copy + Default + Send + Sync + 'static {
    /// The type that arithmetic on this element happens in.
    type Wide: Copy;

    /// The value of the element in the type of its arithmetic. Exact.
    fn widen(self) -> Self::Wide;

    /// The element that holds `wide`.
    ///
    /// # Panics
    /// With debug assertions on, if `wide` is outside the range of the element type; otherwise it wraps.
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! widening {
    ($($narrow:ty => $wide:ty),*) => {$(
        impl Elem for $narrow {
            type Wide = $wide;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn widen(self) -> $wide {
                self as $wide
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            #[track_caller]
            fn narrow(wide: $wide) -> Self {
                debug_assert!(
                    wide >= <$narrow>::MIN as $wide && wide <= <$narrow>::MAX as $wide,
                    "{} written to an element of type {}: clip it first",
                    wide,
                    stringify!($narrow),
                );
                wide as $narrow
            }
        }
    )*};
}

macro_rules! itself {
    ($($elem:ty),*) => {$(
        impl Elem for $elem {
            type Wide = $elem;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn widen(self) -> $elem {
                self
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn narrow(wide: $elem) -> Self {
                wide
            }
        }
    )*};
}

widening!(u8 => i32, i8 => i32, u16 => i32, i16 => i32);
itself!(i32, u32, i64, u64, i128, u128, isize, usize, f32, f64, bool, char);
