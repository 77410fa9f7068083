//! Mistakes that only the analyses can see.

use crate::analyse::{Analysis, spread};
use crate::ir::{Arg, CoarseRead, Id, Index, Kernel};
use crate::messages;
use crate::report::Report;

/// Reports what cannot be right.
pub fn check(kernel: &Kernel, analysis: &Analysis, report: &mut Report) {
    let wrong = lists(kernel, analysis, report);
    for outside in &analysis.bounds.outside {
        let access = &kernel.accesses[outside.access];
        if wrong.contains(&access.view) {
            continue;
        }
        let example = outside
            .example
            .iter()
            .map(|(var, value)| format!("{} = {value}", kernel.vars[*var].shown()))
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
    too_large(kernel, analysis, report);
    for call in &kernel.calls {
        for arg in &call.args {
            let Arg::Tensor(view) = arg else { continue };
            let v = &analysis.tensors.views[*view];
            if v.reads != CoarseRead::First || v.broadcasts {
                report.error(call.span, messages::policy_argument(&kernel.views[*view].shown));
            }
            if !analysis.tensors.is_rule_passed(*view) {
                report.error(call.span, messages::bounded_argument(&kernel.views[*view].shown));
            }
            if spread(&v.data).is_none() {
                report.error(call.span, messages::not_affine(&kernel.views[*view].shown));
            }
        }
    }
}

/// Reports views that are known to have more or fewer elements than they have to; which these are.
fn lists(kernel: &Kernel, analysis: &Analysis, report: &mut Report) -> Vec<Id> {
    let mut wrong = Vec::new();
    for list in &kernel.lists {
        let resolve = |index: &Index| analysis.tensors.resolve(kernel, index);
        let extent = resolve(&analysis.tensors.views[list.view].extent[list.axis]);
        let count = resolve(&list.count);
        let Some(more) = extent.clone().plus(&count, -1).as_constant() else { continue };
        if more < 0 || list.all && more > 0 {
            let [extent, count] = [extent, count].map(|index| index.as_constant());
            let tensor = &kernel.views[list.of].shown;
            let message = messages::wrong_length(tensor, list.along, [extent, count], more, list.written);
            report.error(list.span, message);
            wrong.push(list.view);
        }
    }
    wrong
}

/// Reports indices that nothing computes: of numbers that are too large for the macro, or with values that could be too
/// large for the program.
fn too_large(kernel: &Kernel, analysis: &Analysis, report: &mut Report) {
    let is_large = |index: &Index| index.overflows() || index.widest() > i128::BITS - 2;
    let tensors = &analysis.tensors;
    for (id, access) in kernel.accesses.iter().enumerate() {
        if tensors.data(kernel, id).iter().any(is_large) {
            report.error(access.span, messages::too_large());
        }
    }
    for (view, v) in kernel.views.iter().zip(&tensors.views) {
        if v.extent.iter().chain(&v.data).chain(&v.at).any(is_large) {
            report.error(view.span, messages::too_large());
        }
    }
    for var in &kernel.vars {
        if [&var.start, &var.end].into_iter().any(|bound| is_large(&tensors.resolve(kernel, bound))) {
            report.error(&var.name, messages::too_large());
        }
    }
}
