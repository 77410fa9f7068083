//! Jumps out of the bodies of loops that become nests.

/// The labels that the body of a loop over an index space jumps to.
#[derive(Default)]
pub struct Jumps {
    /// Around the whole loop, if something breaks out of it.
    pub whole: Option<syn::Lifetime>,
    /// Around what runs for one point, if something continues with the next one.
    pub point: Option<syn::Lifetime>,
}
