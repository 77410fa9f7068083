//! What becomes of a list of instances.

/// What is made of an item, and every mistake in its list.
pub struct Made<T> {
    /// One for each instance without a mistake.
    pub items: Vec<T>,
    /// The mistakes.
    pub errors: Vec<syn::Error>,
}
