//! Typed carriers: how tensors travel between staged kernels.
//!
//! What is static about a tensor is an associated constant of its [`Space`], and what is dynamic is a field of
//! its [`Geometry`]. Every accessor asks the constant first, so that after monomorphisation the constant is all
//! that is left. Kernels are generic over the spaces of their tensors; rustc's monomorphisation is the function
//! specialisation of the model.

mod across;
mod axes;
mod carrier;
pub mod coarse;
mod colocate;
mod derive;
mod distance;
mod exact;
mod extremes;
mod factor;
mod footprint;
mod foreign;
mod foresee;
mod known;
mod lead;
mod local;
mod near;
mod overlap;
mod pace;
mod pass;
mod place;
mod points;
mod reach;
mod remark;
mod repeated;
mod saturate;
mod serial;
mod space;
mod sum;
mod sweep;
mod tensor;
mod unpropagated;
mod until;

pub use crate::frame::Frame;
pub use crate::geometry::Geometry;
pub use crate::lanes;
pub use crate::ptr::Ptr;
pub use across::{on_slice, universe};
pub use carrier::Carrier;
pub use colocate::{Aside, Colocated, Shared, Sharing};
pub use derive::{Derivation, Derived};
pub use distance::distance;
pub use exact::{
    Number, after, counted, exact_range, exact_range_inclusive, index_of, index_range, index_range_inclusive,
    part, require_exact, require_same, require_wide_pointers, shifted_left, shifted_right,
    shifted_right_widely, wide,
};
pub use extremes::{index_max, index_min};
pub use factor::{divided, divided_widely, has_listed, is_factor};
pub use footprint::{
    Fault, FootprintError, Spacing, Touched, coordinate, extent_of_view, fail, must_fit, narrow_index,
    require_coordinate, require_extent, within,
};
pub use foreign::Foreign;
pub use foresee::{Arguments, Foresees, Unfit, Unfounded};
pub use lead::{mirrored, mirrored_widely, reflected, reflected_widely, wrapped, wrapped_widely};
pub use local::{Copied, holds, space_of, zeros};
pub use near::near;
pub use pace::Along;
pub use pass::{
    Checked, Clamp, Constant, Declares, Exclusive, Formed, Kernel, Mirror, Readable, Reflect, Rule, Rules,
    Takes, Unruled, Wrap, Writable, callee, ruled_callee, same_callee,
};
pub use place::Place;
pub use points::of_points;
pub use reach::{Reach, require_block, within_block, within_part, within_rows};
pub use remark::{Outcome, Remark};
pub(crate) use repeated::reach;
pub use repeated::{
    Apart, ExclusiveRepeated, Floors, Nothing, PlaceOf, RefinedTensor, RefinedTensorMut, Repeated, Repeating,
    Spread, each, spaces_of,
};
pub use saturate::{Saturate, saturated};
pub use serial::serial;
pub use space::{Coarsened, Located, Pitched, RowMajor, Space, Strided};
pub use sum::{
    Extremes, Unit, both, either, folded, larger, least, least_element, most, most_element, one, one_element,
    product, smaller, sum, zero,
};
pub use sweep::{InPart, Kept, Stage, Sweep, Swept, Turns};
pub use tensor::{Tensor, TensorMut};
pub use unpropagated::{Step, Unpropagated, held, steps};
pub use until::any;
