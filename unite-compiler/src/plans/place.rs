//! How an access finds its element: at which stage of optimisation what of the way is folded, and of which links it consists where
//! nothing is.

use crate::analyse::{Analysis, BaseKind};
use crate::ir::{Atom, Def, Id, Index, Kernel, Op, Stage};

/// How an access finds its element, from the indices of its view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// By indices of the base and its strides, as far as they are known.
    Folded,
    /// By indices of the base, from numbers that the compiler does not know.
    Located,
    /// The same, but the indices of the base are found link by link.
    Linked(Vec<Link>),
}

/// From the indices of one view to those of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Of a view, to the tensor that it was made of.
    View(Id),
    /// Of a parameter that may be refined, to its elements.
    Elements(Id),
    /// Of a frame in which a base is seen, to that base, of which several points of the frame may share one.
    Shared(Id),
}

impl Place {
    /// How an access to these indices of its base finds its element.
    pub fn of(kernel: &Kernel, analysis: &Analysis, access: Id, data: &[Index]) -> Self {
        if kernel.stage >= Stage::Extent {
            return Place::Folded;
        }
        // A rule is a map of indices of the block; and where only a tensor can say where another one is, no chain of views leads there.
        let is_ruled = analysis.tensors.rule(kernel, access).is_some();
        let is_asked = |atom: &Atom| matches!(atom, Atom::Op(Op::Across(_), _));
        if kernel.stage > Stage::None || is_ruled || data.iter().any(|index| index.any_atom(is_asked)) {
            return Place::Located;
        }
        let mut links = Vec::new();
        links_of(kernel, analysis, kernel.accesses[access].view, &mut links);
        Place::Linked(links)
    }
}

/// The links from a view to its base, by the chain of views.
fn links_of(kernel: &Kernel, analysis: &Analysis, view: Id, links: &mut Vec<Link>) {
    let tensors = &analysis.tensors;
    match &kernel.views[view].def {
        Def::Param { .. } | Def::Block { .. } | Def::Copy { .. } => {}
        Def::Repeated { .. } => links.push(Link::Elements(view)),
        Def::Colocate(of, by) if tensors.views[view].base != tensors.views[*of].base => {
            // Its base has the frame of the tensor that `by` lies in, or of a view between.
            let base = tensors.views[view].base;
            let BaseKind::Seen { frame, .. } = tensors.bases[base].kind else { return };
            links.push(Link::View(view));
            let mut space = *by;
            while frame != Some(space)
                && let Some(parent) = tensors.space(space).parent
            {
                // The points of a colocated view are those of its source.
                if tensors.space(space).shows.is_none() {
                    links.push(Link::View(space));
                }
                space = parent;
            }
            links.push(Link::Shared(base));
        }
        _ => {
            if let Some((of, _)) = tensors.space(view).made_of() {
                links.push(Link::View(view));
                links_of(kernel, analysis, of, links);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Link, Place};
    use crate::analyse::{BaseKind, analyse};
    use crate::ir::Stage;
    use crate::options::Options;
    use crate::parse::parse;
    use crate::report::Report;

    /// How a read of `it` finds its element, after these definitions.
    fn place(stage: Stage, definitions: &str) -> String {
        let parameters = "a: &Tensor<[[u8]]>, b: &mut Tensor<[[u8]]>, r: &Tensor<Refined<[[u8]]>>";
        let text = format!("fn k({parameters}) {{ {definitions} b[[0, 0]] = it[[1, 2]]; }}");
        let function: syn::ItemFn = syn::parse_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let options = Options { stage: Some(stage), ..Options::default() };
        let mut report = Report::default();
        let mut kernel = parse(function, &options, &mut report);
        let analysis = analyse(&mut kernel, &mut report);
        assert!(report.is_clean(), "{}: {text}", report.to_compile_errors());
        let read = kernel.accesses.iter().position(|access| access.source.starts_with("it"));
        let read = read.expect("`it` is read");
        let shown = |view: usize| &kernel.views[view].shown;
        let link = |link: Link| match link {
            Link::View(view) => shown(view).clone(),
            Link::Elements(view) => format!("elements of {}", shown(view)),
            Link::Shared(base) => match analysis.tensors.bases[base].kind {
                BaseKind::Seen { share, .. } => format!("{} by {} points", share[0], share[1]),
                kind => panic!("what is shared is seen, and no {kind:?}"),
            },
        };
        match Place::of(&kernel, &analysis, read, &analysis.tensors.data(&kernel, read)) {
            Place::Folded => "folded".into(),
            Place::Located => "located".into(),
            Place::Linked(links) => links.into_iter().map(link).collect::<Vec<_>>().join(", "),
        }
    }

    const CHAIN: &str =
        "let part = a[[2..9, 1..8]]; let turned = part.permute([1, 0]); let it = turned.coarsen([2, 2]);";

    #[test]
    fn each_stage_folds_what_those_before_leave() {
        let all = Stage::NAMES.map(|(_, stage)| place(stage, CHAIN));
        assert_eq!(all, ["it, turned, part", "located", "located", "located", "folded", "folded"]);
    }

    #[test]
    fn a_chain_goes_on_where_another_tensor_is() {
        let chain = |definitions: &str| place(Stage::None, definitions);
        let part = |more: &str| chain(&format!("let part = a[[1..9, 2..8]]; {more}"));
        assert_eq!(part("let it = b[part];"), "it, part, 1 by 1 points");
        let coarse = "let few = part.coarsen([2, 2]); let it = b.refine([4, 3])[few];";
        assert_eq!(part(coarse), "it, few, part, 4 by 3 points");
        // The points of a view where another one is are those of its source, whatever it shows.
        assert_eq!(part("let half = a.coarsen([2, 2])[part]; let it = b[half];"), "it, part, 1 by 1 points");
        assert_eq!(chain("let it = r[[1..9, 2..8]];"), "it, elements of r");
    }

    #[test]
    fn no_chain_leads_through_rules_and_tensors_that_are_asked() {
        let chain = |definitions: &str| place(Stage::None, definitions);
        assert_eq!(chain("let it = a[[2..9, 1..8]].with_boundary(Boundary::Clamp);"), "located");
        assert_eq!(chain("let it = b.refine([SIDE, SIDE])[a];"), "located");
    }
}
