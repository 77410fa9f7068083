//! The kernels that chains pass their views to, as Rust: some for each rank, some of which call others.

use std::fmt::Write;

use super::chain::CORNERS;
use super::source::{element, weight};

/// Those that are `wanted`, for views with strides, or for refined ones: those take every tensor.
pub fn callees(refined: bool, attribute: &str, wanted: impl Fn(&str) -> bool) -> String {
    let shape = |rank: usize| format!("{}i32{}", "[".repeat(rank), "]".repeat(rank));
    let out = |rank: usize| format!("out: &mut Tensor<{}>", shape(rank));
    let taken = |name: &str, rank: usize| match refined {
        true => format!("{name}: &Tensor<Refined<{}>>", shape(rank)),
        false => format!("{name}: &Tensor<{}>", shape(rank)),
    };
    let mut text = String::new();
    let mut kernel = |name: String, parameters: &[String], body: &str| {
        if wanted(&name) {
            let _ = writeln!(text, "{attribute}\npub fn {name}({}) {{\n{body}}}\n", parameters.join(", "));
        }
    };
    for rank in 1..=4 {
        let (view, all) = (taken("view", rank), |tensor: &str| element(tensor, rank));
        let body = format!("    {} = {};\n", all("out"), all("view"));
        kernel(format!("gather_{rank}"), &[out(rank), view.clone()], &body);
        let written = view.replace('&', "&mut ");
        kernel(
            format!("scatter_{rank}"),
            &[written],
            &format!("    {} += {};\n", all("view"), weight(rank, "!")),
        );
        let mut body = String::new();
        for (at, corner) in CORNERS.iter().enumerate() {
            let _ = writeln!(body, "    out[[{at}]] = view[[{}]];", joined(&corner[..rank]));
        }
        kernel(format!("corners_{rank}"), &[out(1), view.clone()], &body);
        let mut body = String::new();
        for at in 0..3 * rank {
            let getter = ["origin", "step", "extent"][at % 3];
            let _ = writeln!(body, "    out[[{at}]] = view.{getter}({});", at / 3);
        }
        kernel(format!("where_{rank}"), &[out(1), view.clone()], &body);
        for of in 1..=rank {
            let (there, here) = (element("there", of), element("out", of));
            let body = format!("    let there = other[by];\n    {here} = {there};\n");
            let parameters = [out(of), taken("other", rank), taken("by", of)];
            kernel(format!("colocated_{rank}_{of}"), &parameters, &body);
        }
        let order: Vec<usize> = (0..rank).map(|axis| (axis + 1) % rank).collect();
        let parts: Vec<&str> = (0..rank).map(|axis| if axis == 0 { "1.." } else { ".." }).collect();
        let body = format!(
            "    let rest = view.permute({order:?})[[{}]];\n    gather_{rank}(out, rest);\n",
            joined(&parts)
        );
        kernel(format!("relay_{rank}"), &[out(rank), view], &body);
        let body = format!("    let region = of.region_of(by);\n    where_{rank}(out, region);\n");
        kernel(format!("region_{rank}"), &[out(1), taken("of", rank), taken("by", rank)], &body);
    }
    text
}

/// Those that chains call at a stage, in modules: `none::plain::gather_1`.
pub fn callees_at(stage: &str, chains: &str) -> String {
    let modules = [("plain", false), ("refined", true)].map(|(module, refined)| {
        let calls = |name: &str| chains.contains(&format!("{stage}::{module}::{name}("));
        // Some call others.
        let wanted = |name: &str| {
            let by = |caller: &str, called: &str| {
                name.strip_prefix(called).is_some_and(|rank| calls(&format!("{caller}{rank}")))
            };
            calls(name) || by("relay_", "gather_") || by("region_", "where_")
        };
        let kernels = callees(refined, &format!("#[kernel(optimize = {stage})]"), wanted);
        format!("pub mod {module} {{\nuse unite::kernel;\n{kernels}}}\n")
    });
    format!("pub mod {stage} {{\n{}}}\n", modules.concat())
}

fn joined(all: &[impl ToString]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
