//! The types of numbers.

use unite_ranges::Range;

/// Types of numbers in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `u8`
    U8,
    /// `i8`
    I8,
    /// `u16`
    U16,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `u32`, which is only ever the upper half of a product.
    U32,
    /// `bool`
    Bool,
    /// What a literal has before something else decides.
    Any,
}

impl Type {
    /// The type of that name, if lanes can hold it.
    pub fn named(name: &str) -> Option<Type> {
        Some(match name {
            "u8" => Type::U8,
            "i8" => Type::I8,
            "u16" => Type::U16,
            "i16" => Type::I16,
            "i32" => Type::I32,
            "u32" => Type::U32,
            "bool" => Type::Bool,
            _ => return None,
        })
    }

    /// The type of two numbers that are of one: what is not known to be of another type is taken for an `i32`.
    pub fn with(self, other: Type) -> Type {
        match (self, other) {
            (Type::Any, other) | (Type::I32, other) if other != Type::Any => other,
            (ty, _) => ty,
        }
    }

    /// The type of the elements of a tensor, if lanes can hold them.
    pub fn of_elements(name: &str) -> Option<Type> {
        Type::named(name).filter(|ty| !matches!(ty, Type::Bool | Type::U32))
    }

    /// All that lanes hold, and `u32`.
    pub const ALL: [Type; 6] = [Type::U8, Type::I8, Type::U16, Type::I16, Type::I32, Type::U32];

    /// The values that it has.
    pub fn range(self) -> Range {
        match self {
            Type::U8 => Range::U8,
            Type::I8 => Range::I8,
            Type::U16 => Range::U16,
            Type::I16 => Range::I16,
            Type::U32 => Range::U32,
            Type::I32 | Type::Bool | Type::Any => Range::I32,
        }
    }

    /// Whether a number is one of its values.
    pub fn holds(self, number: i128) -> bool {
        let Range { first, last } = self.range();
        (first..=last).contains(&number)
    }

    /// The name of its range among the constants of `Range`, and the number of its bits.
    pub fn constant(self) -> (&'static str, u32, bool) {
        match self {
            Type::U8 => ("U8", 8, false),
            Type::I8 => ("I8", 8, true),
            Type::U16 => ("U16", 16, false),
            Type::I16 => ("I16", 16, true),
            Type::U32 => ("U32", 32, false),
            Type::I32 | Type::Bool | Type::Any => ("I32", 32, true),
        }
    }
}
