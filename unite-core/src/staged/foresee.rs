//! How a kernel asks another one ahead of a call. What does not fit its parameters is said of the call itself, once: here it is
//! not asked then.

use core::marker::PhantomData;

use super::{FootprintError, Kernel, Takes};

/// What is passed to a kernel.
#[allow(missing_debug_implementations)]
pub struct Arguments<K, T> {
    arguments: T,
    kernel: PhantomData<K>,
}

impl<K, T> Arguments<K, T> {
    /// Arguments of a call of the kernel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(arguments: T) -> Self {
        Arguments { arguments, kernel: PhantomData }
    }
}

impl<K: Takes<T>, T> Arguments<K, T> {
    /// The arguments, if they fit the kernel: a method of the type itself comes before those of traits, where its bound holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fitting(self) -> Option<T> {
        Some(self.arguments)
    }

    /// The same of a kernel whose generics are written out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fitting_or<E>(self, _: Option<E>) -> Option<T> {
        Some(self.arguments)
    }
}

/// Arguments that do not fit the kernel.
pub trait Unfit {
    /// Some that would.
    type Fit;

    /// Nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fitting(self) -> Option<Self::Fit>
    where
        Self: Sized,
    {
        None
    }

    /// Nothing, of the type that is said: with its generics written out a kernel takes other arguments than the example.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fitting_or<E>(self, nothing: Option<E>) -> Option<E>
    where
        Self: Sized,
    {
        nothing
    }
}

impl<K: Kernel, T> Unfit for Arguments<K, T> {
    type Fit = K::Arguments;
}

/// Arguments of what is no kernel.
pub trait Unfounded {
    /// What they are.
    type All;

    /// Nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fitting(&self) -> Option<Self::All> {
        None
    }
}

impl<K, T> Unfounded for Arguments<K, T> {
    type All = T;
}

/// What a kernel says of itself ahead of a call. Where type inference cannot find all of its generics without the numbers and
/// values that it takes, it says nothing, which is what this trait says of every type: what a kernel says itself comes first.
pub trait Foresees {
    /// Nothing is known ahead.
    ///
    /// # Errors
    /// None.
    fn ahead<T>(checked: bool, arguments: T) -> Result<(), FootprintError> {
        let _ = (checked, arguments);
        Ok(())
    }
}

impl<T: ?Sized> Foresees for T {}
