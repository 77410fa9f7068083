//! How wide the lanes of a program are.

use proc_macro2::TokenStream;
use quote::quote;
use unite_ranges::{Division, Range, are_narrow, single_pairs, widest};

use super::Vector;
use crate::known::{Known, Truth};
use crate::lanes::value::{Op, Step, Type, ValueId};
use crate::rules::idioms::TWO_PRODUCTS;
use crate::rules::reductions::Terms;

impl Vector<'_, '_> {
    /// Whether all lanes are narrow, or all sums of products are such as machines compute in pairs, or one of them is of lanes: the
    /// compiler does well with other wide lanes by itself.
    pub fn narrow(&self) -> Truth {
        let (keys, products) = self.keys();
        let sums: Vec<Truth> = self
            .findings
            .products
            .entries()
            .filter_map(|(node, sum)| {
                let sum = sum.as_ref()?;
                Some(self.is_wide(node).and(self.are_pairs(sum, single_pairs, &quote!(single_pairs))))
            })
            .collect();
        let are_pairs = Known::Now(!sums.is_empty());
        let are_pairs = sums.into_iter().fold(are_pairs, Truth::and).or(self.multiplies_pairs());
        products.into_iter().fold(self.are_narrow(&keys), Truth::and).or(are_pairs)
    }

    /// Whether two products of lanes are made and added up at once.
    pub fn multiplies_pairs(&self) -> Truth {
        let holds = self.program.nodes.ids().filter_map(|node| {
            let (found, holds) = self.found(node)?;
            (found.idiom.name == TWO_PRODUCTS).then_some(holds)
        });
        holds.fold(Known::Now(false), Truth::or)
    }

    /// The bits of the widest lanes.
    pub fn widest(&self) -> Known<u32> {
        self.widest_among(&self.keys().0)
    }

    /// Whether all lanes are narrow that a node needs, and it is a byte.
    pub fn narrow_of(&self, node: ValueId) -> Truth {
        self.are_narrow(&self.keys_of(node)).and(self.fits(node, Range::U8))
    }

    /// The bits of the widest lanes that a node needs.
    pub fn widest_of(&self, node: ValueId) -> Known<u32> {
        self.widest_among(&self.keys_of(node))
    }

    fn are_narrow(&self, nodes: &[ValueId]) -> Truth {
        match self.numbers(nodes) {
            Ok(keys) => Known::Now(are_narrow(&keys)),
            Err(keys) => {
                let lanes = self.lanes();
                Known::Later(quote!(#lanes::are_narrow(&[#(#keys),*])))
            }
        }
    }

    fn widest_among(&self, nodes: &[ValueId]) -> Known<u32> {
        match self.numbers(nodes) {
            Ok(keys) => Known::Now(widest(&keys)),
            Err(keys) => {
                let lanes = self.lanes();
                Known::Later(quote!(#lanes::widest(&[#(#keys),*])))
            }
        }
    }

    /// The keys of some nodes, as numbers if all are known.
    fn numbers(&self, nodes: &[ValueId]) -> Result<Vec<u32>, Vec<TokenStream>> {
        let keys: Option<Vec<u32>> = nodes.iter().map(|n| self.key(*n).now().copied()).collect();
        keys.ok_or_else(|| nodes.iter().map(|n| self.key_tokens(&super::Key::Value(*n))).collect())
    }

    fn keys_of(&self, node: ValueId) -> Vec<ValueId> {
        let is_varying = |node: &ValueId| self.program.nodes[*node].varying;
        let needed = self.program.needed(vec![node], |node, open| {
            if self.low_bits(node).is_some() {
                return;
            }
            let found = self.found(node).filter(|(_, holds)| holds.holds());
            let args = found.map_or(&self.program.nodes[node].args, |(found, _)| &found.operands);
            open.extend(args.iter().filter(|n| is_varying(n)));
        });
        needed.those().collect()
    }

    /// The nodes that are computed in lanes, and of products whether there are lanes of 32 bits for them.
    fn keys(&self) -> (Vec<ValueId>, Vec<Truth>) {
        let is_varying = |node: &ValueId| self.program.nodes[*node].varying;
        let reads = self.program.steps.iter().filter_map(|s| match s {
            Step::Read(n) => Some(*n),
            _ => None,
        });
        let all = reads.chain(self.program.results());
        let mut products = Vec::new();
        // What is multiplied and added up at once is not there either.
        let summed: Vec<(ValueId, Terms)> = self
            .program
            .steps
            .iter()
            .filter_map(|s| match s {
                Step::Reduce(_, how, node) => match self.terms(*node, *how) {
                    Some(
                        terms @ (Terms::Differences(_)
                        | Terms::Products(_)
                        | Terms::Nonzero(_)
                        | Terms::Bits { .. }),
                    ) => Some((*node, terms)),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let is_no_wider = |product: ValueId| self.key(product).map(|key| key < 32, |key| quote!(#key < 32));
        let used = self.program.needed(all.filter(is_varying).collect(), |node, open| {
            match summed.iter().find(|(sum, _)| *sum == node) {
                Some((_, Terms::Products(pairs))) => {
                    products.push(self.are_all_signed(pairs).or(is_no_wider(node)));
                    open.extend(pairs.iter().flatten().filter(|n| is_varying(n)));
                    return;
                }
                Some((_, Terms::Differences(bytes))) => {
                    open.extend(bytes.iter().filter(|n| is_varying(n)));
                    return;
                }
                Some((_, Terms::Bits { condition: asked, .. } | Terms::Nonzero(asked))) => {
                    open.push(*asked);
                    return;
                }
                _ => {}
            }
            if self.low_bits(node).is_some() {
                // Counted in its own lanes, whatever the index needs.
                return;
            }
            if matches!(self.program.nodes[node].op, Op::Divide) {
                products.push(self.has_reciprocal(node));
            }
            match self.found(node).filter(|(_, holds)| !holds.fails()) {
                // What is within is not there, if it is computed at once.
                Some((found, holds)) => {
                    let narrow = found.within.iter().filter(|within| is_varying(within));
                    let narrow = narrow.map(|within| is_no_wider(*within)).fold(Known::Now(true), Truth::and);
                    products.push(holds.or(narrow));
                    open.extend(found.operands.iter().filter(|n| is_varying(n)));
                }
                None => open.extend(self.program.nodes[node].args.iter().filter(|n| is_varying(n))),
            }
        });
        let is_lanes = |node: &ValueId| {
            !summed.iter().any(|(sum, _)| sum == node) && !self.is_cut_at_once(*node, |user| used[user])
        };
        (used.those().filter(is_lanes).collect(), products)
    }

    /// Whether elements of 32 bits are read of which nothing but 16 is used.
    fn is_cut_at_once(&self, node: ValueId, is_used: impl Fn(ValueId) -> bool) -> bool {
        let nodes = &self.program.nodes;
        let is_cut = |user: ValueId| {
            matches!(nodes[user].op, Op::Cast) && matches!(nodes[user].ty, Type::I16 | Type::U16)
        };
        let mut users = nodes.ids().filter(|user| is_used(*user) && nodes[*user].args.contains(&node));
        let is_result = self.program.results().any(|result| result == node);
        matches!(&nodes[node].op, Op::Read(read) if read.elem == Some(Type::I32))
            && !is_result
            && users.all(is_cut)
    }

    /// How a node is divided, in a constant.
    pub fn division(&self, node: ValueId) -> TokenStream {
        let (lanes, args) = (self.lanes(), &self.program.nodes[node].args);
        let (of, by) = (self.range_at(args[0]), self.range_at(args[1]));
        quote!(const { #lanes::Division::new(#of, #by) })
    }

    fn has_reciprocal(&self, node: ValueId) -> Truth {
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
