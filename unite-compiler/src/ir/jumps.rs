//! Jumps out of the bodies of loops that become nests.

/// The labels that the body of a loop over an index space jumps to.
#[derive(Default)]
pub struct Jumps {
    /// Around the whole loop, if something breaks out of it.
    pub whole: Option<syn::Lifetime>,
    /// Around what runs for one point, if something continues with the next one.
    pub point: Option<syn::Lifetime>,
    /// Around what runs for one point, if there is a macro in it: the compiler refuses a `break` that one expands to, which would
    /// leave one loop of several.
    pub closed: Option<syn::Lifetime>,
}

impl Jumps {
    /// Whether something leaves the loop, or goes on with the next point.
    pub fn are_there(&self) -> bool {
        self.whole.is_some() || self.point.is_some()
    }

    /// The label around what runs for one point.
    pub fn around_point(&self) -> Option<&syn::Lifetime> {
        self.point.as_ref().or(self.closed.as_ref())
    }
}
