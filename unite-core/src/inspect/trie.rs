//! Tensors under one root, or under several.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::chain::{Chain, Link};
use crate::library::Place;
use crate::space::{ReferenceSpace, TensorSpace};
use crate::staged::Tensor;

/// The tensors that are looked at, each with a name, in the tree of their spaces.
#[derive(Clone, Debug, Default)]
pub struct Trie {
    pub(super) entries: Vec<Entry>,
}

/// A tensor in a trie.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub name: String,
    pub chain: Chain,
    pub is_block: bool,
    pub tensor: TensorSpace,
}

/// A space of the tree.
pub(super) struct Node {
    pub space: ReferenceSpace,
    /// What differs from the parent.
    pub changes: Vec<String>,
    /// The tensors in this space, by number.
    pub tensors: Vec<usize>,
    pub children: Vec<Node>,
}

impl Trie {
    /// Without tensors yet.
    pub fn new() -> Self {
        Trie::default()
    }

    /// Adds a block or a run-time view.
    pub fn tensor<const N: usize>(&mut self, name: &str, tensor: &impl Place<N>) -> &mut Self {
        let is_block = tensor.space() == tensor.block_space();
        self.add(name, Chain::of(tensor), is_block)
    }

    /// Adds a tensor as kernels take it, with what its type knows.
    pub fn argument<T: Tensor<N>, const N: usize>(&mut self, name: &str, tensor: &T) -> &mut Self {
        self.add(name, Chain::of_argument(tensor), true)
    }

    fn add(&mut self, name: &str, chain: Chain, is_block: bool) -> &mut Self {
        let extents: Vec<usize> = chain.extents.iter().map(|extent| extent.value() as usize).collect();
        let tensor = match TensorSpace::new(chain.space().clone(), &extents) {
            Ok(tensor) => tensor,
            // Tensors have the rank of their space and no empty axis.
            Err(error) => unreachable!("{error}"),
        };
        self.entries.push(Entry { name: name.to_string(), chain, is_block, tensor });
        self
    }

    /// The name of a block, by its space.
    pub(super) fn block_named(&self, space: &ReferenceSpace) -> Option<&str> {
        let is_it = |entry: &&Entry| entry.is_block && entry.chain.space() == space;
        self.entries.iter().find(is_it).map(|entry| entry.name.as_str())
    }

    /// The universes, with all spaces below them.
    pub(super) fn roots(&self) -> Vec<Node> {
        let mut roots: Vec<Node> = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let mut node = child(&mut roots, &entry.chain.root, Vec::new);
            for link in &entry.chain.links {
                node = child(&mut node.children, &link.space, || Link::changes(link));
            }
            node.tensors.push(number);
        }
        roots
    }
}

/// The node of a space, made if it is new.
fn child<'a>(
    nodes: &'a mut Vec<Node>,
    space: &ReferenceSpace,
    changes: impl FnOnce() -> Vec<String>,
) -> &'a mut Node {
    let place = nodes.iter().position(|node| node.space == *space).unwrap_or_else(|| {
        nodes.push(Node {
            space: space.clone(),
            changes: changes(),
            tensors: Vec::new(),
            children: Vec::new(),
        });
        nodes.len() - 1
    });
    &mut nodes[place]
}

/// The tree, a line for each space.
impl fmt::Display for Trie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for root in self.roots() {
            writeln!(f, "universe of {} axes", root.space.rank())?;
            self.lines(f, &root.children, "")?;
        }
        Ok(())
    }
}

impl Trie {
    fn lines(&self, f: &mut fmt::Formatter<'_>, nodes: &[Node], before: &str) -> fmt::Result {
        for (number, node) in nodes.iter().enumerate() {
            let last = number + 1 == nodes.len();
            let branch = |last| if last { "└─" } else { "├─" };
            if node.tensors.is_empty() {
                writeln!(f, "{before}{} {}", branch(last), node.changes.join(", "))?;
            }
            for (place, &tensor) in node.tensors.iter().enumerate() {
                let entry = &self.entries[tensor];
                let branch = branch(last && place + 1 == node.tensors.len());
                write!(f, "{before}{branch} {}: {}", entry.name, node.changes.join(", "))?;
                write!(f, ", {}", entry.chain.sizes().join(", "))?;
                if !entry.is_block {
                    write!(f, ", in {}", self.block_named(&entry.chain.block).unwrap_or("a block"))?;
                }
                writeln!(f)?;
            }
            let below = if last { "   " } else { "│  " };
            self.lines(f, &node.children, &(before.to_string() + below))?;
        }
        Ok(())
    }
}
