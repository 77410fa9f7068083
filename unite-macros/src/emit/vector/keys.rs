//! How wide the lanes of a program are.

use proc_macro2::TokenStream;
use quote::quote;
use unite_ranges::{Division, Range, are_narrow, single_pairs, widest};

use super::{Terms, Vector};
use crate::known::{Known, Truth};
use crate::lanes::value::{Node, Op, Step};

impl Vector<'_, '_> {
    /// Whether all lanes are narrow, or all sums of products are such as machines compute in pairs: the compiler does well with
    /// other wide lanes by itself.
    pub fn narrow(&self) -> Truth {
        let (keys, products) = self.keys();
        let sums: Vec<Truth> = self
            .program
            .nodes
            .iter()
            .enumerate()
            .filter_map(|(node, n)| {
                let sum = n.products.as_ref()?;
                Some(self.is_wide(node).and(self.are_pairs(sum, single_pairs, &quote!(single_pairs))))
            })
            .collect();
        let are_pairs = Known::Now(!sums.is_empty());
        let are_pairs = sums.into_iter().fold(are_pairs, Truth::and);
        products.into_iter().fold(self.are_narrow(&keys), Truth::and).or(are_pairs)
    }

    /// The bits of the widest lanes.
    pub fn widest(&self) -> Known<u32> {
        self.widest_among(&self.keys().0)
    }

    /// Whether all lanes are narrow that a node needs, and it is a byte.
    pub fn narrow_of(&self, node: Node) -> Truth {
        self.are_narrow(&self.keys_of(node)).and(self.fits(node, Range::U8))
    }

    /// The bits of the widest lanes that a node needs.
    pub fn widest_of(&self, node: Node) -> Known<u32> {
        self.widest_among(&self.keys_of(node))
    }

    fn are_narrow(&self, nodes: &[Node]) -> Truth {
        match self.numbers(nodes) {
            Ok(keys) => Known::Now(are_narrow(&keys)),
            Err(keys) => {
                let lanes = self.lanes();
                Known::Later(quote!(#lanes::are_narrow(&[#(#keys),*])))
            }
        }
    }

    fn widest_among(&self, nodes: &[Node]) -> Known<u32> {
        match self.numbers(nodes) {
            Ok(keys) => Known::Now(widest(&keys)),
            Err(keys) => {
                let lanes = self.lanes();
                Known::Later(quote!(#lanes::widest(&[#(#keys),*])))
            }
        }
    }

    /// The keys of some nodes, as numbers if all are known.
    fn numbers(&self, nodes: &[Node]) -> Result<Vec<u32>, Vec<TokenStream>> {
        let keys: Option<Vec<u32>> = nodes.iter().map(|n| self.key(*n).now().copied()).collect();
        keys.ok_or_else(|| nodes.iter().map(|n| self.key_tokens(&super::Key::Node(*n))).collect())
    }

    fn keys_of(&self, node: Node) -> Vec<Node> {
        let is_varying = |node: &Node| self.program.nodes[*node].varying;
        let needed = self.program.needed(vec![node], |node, open| {
            open.extend(self.program.nodes[node].args.iter().filter(|n| is_varying(n)));
        });
        (0..needed.len()).filter(|n| needed[*n]).collect()
    }

    /// The nodes that are computed in lanes, and of products whether there are lanes of 32 bits for them.
    fn keys(&self) -> (Vec<Node>, Vec<Truth>) {
        let is_varying = |node: &Node| self.program.nodes[*node].varying;
        let all = self.program.steps.iter().map(|s| match s {
            Step::Read(n) | Step::Write(_, n) | Step::Reduce(_, _, n) => *n,
        });
        let mut products = Vec::new();
        // What is multiplied and added up at once is not there either.
        let summed: Vec<(Node, [Node; 2])> = self
            .program
            .steps
            .iter()
            .filter_map(|s| match s {
                Step::Reduce(_, how, node) => match self.terms(*node, *how) {
                    Some(Terms::Products(factors)) => Some((*node, factors)),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let is_no_wider = |product: Node| self.key(product).map(|key| key < 32, |key| quote!(#key < 32));
        let used = self.program.needed(all.filter(is_varying).collect(), |node, open| {
            if let Some((_, factors)) = summed.iter().find(|(product, _)| *product == node) {
                products.push(self.are_signed(*factors).or(is_no_wider(node)));
                open.extend(factors.iter().filter(|n| is_varying(n)));
                return;
            }
            if matches!(self.program.nodes[node].op, Op::Divide) {
                products.push(self.has_reciprocal(node));
            }
            match self.shifted(node) {
                // The product is not there, if an instruction gives its upper half.
                Some(shifted) => {
                    products.push(shifted.is_narrow.or(is_no_wider(shifted.product)));
                    open.extend(shifted.factors.iter().filter(|n| is_varying(n)));
                }
                None => open.extend(self.program.nodes[node].args.iter().filter(|n| is_varying(n))),
            }
        });
        let is_lanes = |node: &Node| used[*node] && !summed.iter().any(|(product, _)| product == node);
        ((0..used.len()).filter(is_lanes).collect(), products)
    }

    /// How a node is divided, in a constant.
    pub fn division(&self, node: Node) -> TokenStream {
        let (lanes, args) = (self.lanes(), &self.program.nodes[node].args);
        let (of, by) = (self.range_at(args[0]), self.range_at(args[1]));
        quote!(const { #lanes::Division::new(#of, #by) })
    }

    fn has_reciprocal(&self, node: Node) -> Truth {
        let args = &self.program.nodes[node].args;
        match (self.range(args[0]), self.range(args[1])) {
            // What is no divisor rustc says.
            (Known::Now(of), Known::Now(by)) if by.first != 0 && by.fits(Range::I32) => {
                Known::Now(Division::new(of, by).has_reciprocal())
            }
            _ => {
                let division = self.division(node);
                Known::Later(quote!(#division.has_reciprocal()))
            }
        }
    }
}
