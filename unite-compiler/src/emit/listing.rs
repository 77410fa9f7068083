//! The readable listing of what a kernel became.

use std::fmt::Write;

use proc_macro2::TokenStream;

use super::Emitter;
use crate::analyse::{BaseKind, Plan};
use crate::ir::{Id, Level};
use crate::parse::tidy;

impl Emitter<'_> {
    /// For each access the source, what it became and the interval of its index; then the Rust.
    pub fn listing(&self, items: &TokenStream, plans: &[crate::plans::Plan]) -> String {
        let mut text = String::new();
        let kernel = self.title();
        let _ = writeln!(text, "// kernel {kernel}\n//");
        if self.kernel.highest < Level::V4 {
            let _ = writeln!(text, "// compiled for {} at most\n//", self.kernel.highest.name());
        }
        let _ = writeln!(text, "// tensors:");
        for base in &self.analysis.tensors.bases {
            let what = match base.kind {
                BaseKind::Param(view) if self.is_mutable_param(view) => "parameter, written".to_string(),
                BaseKind::Param(_) => "parameter".into(),
                BaseKind::Block(_) => "local block".into(),
                BaseKind::Seen { of, by, frame, entry, .. } => format!(
                    "{} in the frame of {}{}",
                    self.kernel.views[of].name,
                    frame.map_or(self.analysis.tensors.bases[by].name.to_string(), |frame| {
                        self.kernel.views[frame].shown.clone()
                    }),
                    if entry { ", made at entry" } else { "" },
                ),
            };
            let _ = writeln!(text, "//   {}: {what}, rank {}", base.name, base.rank);
        }
        let _ = writeln!(
            text,
            "//\n// accesses: source => offset from the tensor's index 0 | indices of the block | check"
        );
        for id in 0..self.kernel.accesses.len() {
            if !self.analysis.tensors.is_above(id) {
                self.list_access(id, &mut text);
            }
        }
        for (id, call) in self.kernel.calls.iter().enumerate() {
            let path = tidy(&quote::ToTokens::to_token_stream(&call.path).to_string());
            let check = match self.analysis.bounds.calls[id] {
                Plan::Here => "checked in the call",
                _ => "checked with this kernel's own, if its footprint is a constant",
            };
            let _ = writeln!(text, "//   call  {path} | {check}");
        }
        let opaque = self.opaque();
        if !plans.is_empty() || opaque.is_some() {
            let _ = writeln!(text, "//\n// loops:");
        }
        if let Some(opaque) = opaque {
            let _ = writeln!(text, "//   {opaque}");
        }
        for plan in plans {
            let at = match &plan.outcome {
                Ok(_) => String::new(),
                Err(refusal) => format!(" (line {})", refusal.span.start().line),
            };
            let _ = writeln!(text, "//   over {} | {}{at}", plan.over, plan.shown());
        }
        text.push('\n');
        match syn::parse2::<syn::File>(items.clone()) {
            Ok(file) => text.push_str(&prettyplease::unparse(&file)),
            Err(error) => {
                let _ = writeln!(text, "// not valid Rust: {error}\n{items}");
            }
        }
        text
    }

    /// The lines of the listing for an access, and for the reads above that it may become.
    fn list_access(&self, id: Id, text: &mut String) {
        let access = &self.kernel.accesses[id];
        let tensors = &self.analysis.tensors;
        let base = tensors.views[access.view].base;
        let offset = tidy(&self.offset(base, &self.data(id)).to_string());
        let name = &self.analysis.tensors.bases[base].name;
        let intervals: Vec<String> = self.analysis.bounds.intervals[id]
            .iter()
            .map(|interval| match interval {
                Some((first, last)) => format!(
                    "{}..={}",
                    tidy(&self.index(first).to_string()),
                    tidy(&self.index(last).to_string())
                ),
                None => "?".into(),
            })
            .collect();
        let climb = tensors.climbs.get(&id);
        let check = match self.analysis.bounds.accesses[id] {
            Plan::Proven if climb.is_some() => "where it lies inside".to_string(),
            Plan::Proven => "proven".into(),
            Plan::At(0) => "checked once, at entry".into(),
            Plan::At(scope) if self.is_loop(scope) => "checked before the loop".into(),
            Plan::At(_) => "checked at the beginning of the branch".into(),
            Plan::Here => "checked here: the index depends on data".into(),
            Plan::Shared(_) => "checked with what is touched anyway".into(),
        };
        let how = match (access.writes, tensors.is_above(id)) {
            (true, _) => "write",
            (false, false) => "read ",
            (false, true) => "above",
        };
        let _ = writeln!(
            text,
            "//   {how} {} => {name}_at[{offset}] | {name}[{}] | {check}",
            access.source,
            intervals.join(", "),
        );
        if let Some(climb) = climb {
            self.list_access(climb.above, text);
        }
    }
}
