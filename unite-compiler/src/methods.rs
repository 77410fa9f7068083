//! Methods that the macro knows by name.

/// Whether a method of numbers takes its receiver by value, gives a value, and does nothing else.
pub fn is_pure(name: &str) -> bool {
    PURE.split_whitespace().any(|pure| pure == name)
}

/// Whether a method is one of numbers that takes its receiver by value: no trait of another place is found before it.
pub fn is_of_numbers(name: &str) -> bool {
    (is_pure(name) && !BY_REFERENCE.split_whitespace().any(|other| other == name)) || name == "map"
}

/// Whether a method of numbers does nothing else, whoever has another one of its name: it takes its receiver by value.
pub fn is_silent(name: &str) -> bool {
    is_pure(name) && is_of_numbers(name)
}

/// Whether a method of a number with a fraction gives one, and of no other number.
pub fn gives_float(name: &str) -> bool {
    FLOAT.split_whitespace().any(|float| float == name)
}

/// Whether a method of numbers gives a number of the type of its receiver.
pub fn gives_its_own(name: &str) -> bool {
    gives_float(name) || OWN.split_whitespace().any(|own| own == name)
}

const OWN: &str = "abs clamp clone div_euclid max midpoint min pow rem_euclid reverse_bits rotate_left rotate_right saturating_add \
    saturating_mul saturating_sub signum swap_bytes wrapping_add wrapping_mul wrapping_neg wrapping_shl wrapping_shr wrapping_sub";

const FLOAT: &str = "ceil copysign cos exp exp2 floor fract hypot ln log10 log2 mul_add powf powi recip round round_ties_even sin sqrt tan \
    tanh trunc";

const BY_REFERENCE: &str =
    "as_str clone cmp contains eq ge gt is_empty is_none is_some le len lt ne not partial_cmp total_cmp";

const PURE: &str = "abs abs_diff ceil checked_add checked_div checked_mul checked_sub clamp clone cmp copysign count_ones \
    count_zeros cos div_ceil div_euclid eq exp exp2 floor fract from_bits ge gt hypot ilog2 into is_finite is_nan \
    is_negative is_positive is_power_of_two is_some is_none leading_zeros ln log10 log2 lt le max midpoint min mul_add ne \
    next_multiple_of not overflowing_add partial_cmp pow powf powi recip rem_euclid reverse_bits rotate_left rotate_right \
    round rsqrt saturating_add saturating_mul saturating_sub signum sin sqrt swap_bytes tan to_bits total_cmp \
    trailing_zeros trunc try_into unsigned_abs unwrap unwrap_or unwrap_or_default widening_mul wrapping_add wrapping_mul \
    wrapping_neg wrapping_shl wrapping_shr wrapping_sub len is_empty contains then_some as_str";
