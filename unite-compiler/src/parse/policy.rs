//! Policies for points that stand for several: `t.with_coarse_read(CoarseRead::Mean)`.

use syn::{Expr, ExprMethodCall, Ident};

use super::Parser;
use super::boundary::variant;
use crate::ir::{CoarseRead, Def, Id, Policy};
use crate::messages;

impl Parser<'_> {
    /// The view with the policy that `call` gives.
    pub(super) fn with_policy(
        &mut self,
        of: Id,
        call: &ExprMethodCall,
        name: Option<&Ident>,
        reads: bool,
    ) -> Option<Id> {
        let rank = self.rank(of);
        let Some(policy) = policy(call, reads) else {
            let message = messages::policy(&self.name(of), reads);
            self.report.error(call, message);
            return Some(of);
        };
        Some(self.derived(of, "coarse", name, call, Def::Coarse(of, policy), rank))
    }

    /// Whether writes hit all points that an index stands for.
    pub(super) fn broadcasts(&self, view: Id) -> bool {
        match &self.kernel.views[view].def {
            Def::Coarse(_, Policy::Broadcast(all)) => *all,
            def => def.shows().is_some_and(|of| self.broadcasts(of)),
        }
    }
}

fn policy(call: &ExprMethodCall, reads: bool) -> Option<Policy> {
    let Some(Expr::Path(path)) = call.args.first() else { return None };
    if call.args.len() != 1 {
        return None;
    }
    let name = variant(&path.path, if reads { "CoarseRead" } else { "CoarseWrite" })?;
    Some(match (reads, name.as_str()) {
        (true, "First") => Policy::Read(CoarseRead::First),
        (true, "Mean") => Policy::Read(CoarseRead::Mean),
        (true, "Min") => Policy::Read(CoarseRead::Min),
        (true, "Max") => Policy::Read(CoarseRead::Max),
        (false, "First") => Policy::Broadcast(false),
        (false, "Broadcast") => Policy::Broadcast(true),
        _ => return None,
    })
}
