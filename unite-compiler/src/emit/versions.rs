//! Two versions of a loop whose elements depend on conditions on data: what is touched only where a condition holds must not be
//! asked for ahead, but it can be looked at. Where all of it lies inside, whatever the conditions say, a version runs that checks
//! nothing; elsewhere one that checks where each condition leads.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Body, Emitter, Written};
use crate::ir::Id;
use crate::plans::serial::Versions;

impl Emitter<'_> {
    /// A loop over some variables, the first of which is the outermost: in two versions where that helps.
    pub fn in_versions(&self, vars: &[Id], nest: &Body<'_>, written: &mut Written) -> TokenStream {
        let Some(Versions { scope, tests, known }) = self.site().versions(vars) else {
            return nest(self, written);
        };
        let tests = self.all_at_most(&tests);
        let (defined, contents) = (written.defined.clone(), written.contents.clone());
        let analysis = self.analysis.where_known(self.kernel, scope, &known);
        let fast = nest(&Emitter { analysis: &analysis, ..self.clone() }, written);
        if tests.is_empty() {
            return fast;
        }
        written.defined = defined;
        written.contents = contents;
        let slow = self.there(|here| {
            here.plain = true;
            here.is_version = true;
        });
        let slow = nest(&slow, written);
        quote!(if #tests { #fast } else { #slow })
    }
}
