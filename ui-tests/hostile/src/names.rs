//! Names that hide those of the prelude, of the library and of the generated code.

use my_unite::kernel;

/// Hides the prelude's.
pub type Result = u8;

#[allow(dead_code)]
mod hiding {
    pub(super) struct Option;
    pub(super) struct Some;
    pub(super) struct Ok;
    pub(super) struct Err;
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod unite {}
    pub(super) trait Default {}
    pub(super) trait Copy {}
    pub(super) trait Clone {}
    pub(super) trait TryInto {}
    pub(super) trait Ord {}
}

/// In a module where the prelude is hidden.
pub mod shadowed_prelude {
    #[allow(unused_imports)]
    use super::hiding::*;

    /// With every kind of generated item.
    #[super::kernel(unsafe(crate = my_unite))]
    pub fn hidden(out: &mut Tensor<[[u8]]>, row: &Tensor<[u8; 4]>, n: usize) {
        let tmp = Block::<u8>::zeros([2, 2]);
        tmp[[!y, !x]] = row[[!x + 1]];
        let part = out[[n..n + 2, 0..2]];
        part[[!y, !x]] = tmp[[!y, !x]];
        let located = out[part];
        located[[0, 0]] = located[[1, 1]].min(9);
        inner(&mut out[[0, ..]]);
        let k = row[[0]];
        out[[k, 0]] = 1;
    }

    /// Called.
    #[super::kernel(unsafe(crate = my_unite))]
    pub fn inner(out: &mut Tensor<[u8]>) {
        out[[0]] = 3;
    }
}

/// Parameters and locals called as the generated ones.
#[kernel(unsafe(crate = my_unite))]
pub fn clashes(
    check: &mut Tensor<[[u8; 4]; 4]>,
    body: &Tensor<[[u8; 4]; 4]>,
    staged: u8,
    memory: usize,
    fits: usize,
) {
    let check_at = i32::from(staged);
    let check_0 = 1;
    let value_0 = check_0 + check_at;
    for [result, at] in check.indices() {
        let outer = result + at;
        check[[result, at]] = body[[at, result]] + value_0 + outer;
    }
    check[[memory, fits]] += 1;
}
