//! The examples by which the model was explained (thesis, figures 6.1 to 6.9), as kernels that run.
//!
//! They are laid out as there, not as an encoder would have them; `docs/definitions.md` says which figure is which.

mod intra;
mod jpeg;
mod modes;
