//! Mistakes in what numbers and elements are declared to be.

/// `#[range(0..=1)] t: &Tensor<[[f32]]>`.
pub fn range_of_elements(tensor: &str, elem: &str) -> String {
    format!(
        "elements of `{tensor}` are `{elem}`, of which no range is declared: lanes are as narrow as values of `u8`, `i8`, `u16`, `i16` and \
         `i32` allow"
    )
}

/// `#[range(300..=400)] t: &Tensor<[[u8]]>`.
pub fn range_of_other_elements(tensor: &str, elem: &str, [first, last]: [i64; 2]) -> String {
    format!("no element of `{tensor}` is among {first}..={last}: they are `{elem}`")
}

/// `#[range(0..=9)] t: &Tensor<[[i32]], Csr>`.
pub fn range_of_stored(tensor: &str) -> String {
    format!(
        "`{tensor}` is stored, and what is stored is computed without lanes: it has no use for a range of its elements"
    )
}

/// `#[range(5..=3)] by: i32`.
pub fn range_of_nothing([first, last]: [i64; 2]) -> String {
    format!("no number is among {first}..={last}: write the least one first, and the greatest one after it")
}
