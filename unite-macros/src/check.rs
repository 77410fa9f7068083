//! Mistakes that only the analyses can see.

use crate::analyse::Analysis;
use crate::ir::{Arg, Atom, Kernel};
use crate::messages;
use crate::report::Report;

/// Reports what cannot be right.
pub fn check(kernel: &Kernel, analysis: &Analysis, report: &mut Report) {
    for outside in &analysis.bounds.outside {
        let access = &kernel.accesses[outside.access];
        let example = outside
            .example
            .iter()
            .map(|(var, value)| format!("{} = {value}", kernel.vars[*var].name))
            .collect::<Vec<_>>()
            .join(", ");
        let tensor = analysis.tensors.bases[outside.base].name.to_string();
        let span = access.spans.get(outside.axis).copied().unwrap_or(access.span);
        report.error(
            span,
            messages::outside_block(
                &tensor,
                outside.axis,
                outside.index,
                outside.extent,
                &example,
                if access.writes { "writes" } else { "reads" },
            ),
        );
    }
    for call in &kernel.calls {
        for arg in &call.args {
            let Arg::Tensor(view) = arg else { continue };
            let v = &analysis.tensors.views[*view];
            let affine = v
                .data
                .iter()
                .all(|d| d.along_one_axis().is_some() || !d.any_atom(|a| matches!(a, Atom::Axis(_))));
            let located = v.base != v.anchor || v.data == v.at;
            if !affine || !located {
                report.error(call.span, messages::not_affine(&kernel.views[*view].shown));
            }
        }
    }
}
