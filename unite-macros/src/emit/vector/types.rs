//! The types of a program: those of its lanes, and of its sums of products, each by a name.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::Vector;
use crate::lanes::value::Node;

/// What says which lanes a number is in.
pub enum Key {
    /// Those in which a node is computed.
    Node(Node),
    /// Those of 8, 16 or 32 bits; the latter two have a sign.
    Bits(u32),
    /// The narrowest that hold each of these nodes.
    Common(Vec<Node>),
    /// Those in which a node is summed up.
    Sum(Node),
}

impl Vector<'_, '_> {
    /// The lanes in which a node is computed.
    pub fn own_type(&self, node: Node) -> TokenStream {
        self.lane_type(&Key::Node(node))
    }

    /// The lanes that a key says.
    pub fn lane_type(&self, key: &Key) -> TokenStream {
        let (lanes, number) = (self.lanes(), self.number);
        let name = match key {
            Key::Bits(8) => return quote!(#lanes::U8),
            Key::Bits(16) => return quote!(#lanes::I16),
            Key::Bits(_) => return quote!(#lanes::I32),
            Key::Node(node) => format_ident!("UniteLane{}_{}", number, node),
            Key::Sum(node) => format_ident!("UniteSum{}_{}", number, node),
            Key::Common(nodes) => {
                let nodes: Vec<String> = nodes.iter().map(ToString::to_string).collect();
                format_ident!("UniteCommon{}_{}", number, nodes.join("_"))
            }
        };
        let key = self.constant(key);
        self.item(name.to_string(), || quote!(type #name = #lanes::Picked<{ #key }>;));
        quote!(#name)
    }

    /// A key as a constant.
    pub fn constant(&self, key: &Key) -> TokenStream {
        let lanes = self.lanes();
        match key {
            Key::Bits(bits) => quote!(#bits),
            Key::Node(node) => self.key_at(*node),
            Key::Sum(node) => {
                let (sums, node) = (self.sums_name(), proc_macro2::Literal::usize_unsuffixed(*node));
                quote!(#sums[#node])
            }
            Key::Common(nodes) => {
                let ranges = nodes.iter().map(|n| self.range_at(*n));
                quote!(#lanes::lane(&[#(#ranges),*]))
            }
        }
    }

    /// An item that the program needs once.
    pub fn item(&self, name: String, item: impl FnOnce() -> TokenStream) {
        self.items.borrow_mut().entry(name).or_insert_with(item);
    }
}
