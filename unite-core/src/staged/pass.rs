//! How one kernel passes tensors to another.

use core::marker::PhantomData;

use super::{Carrier, Reach, Space, Sweep};
use crate::{Elem, Shape};

/// A carried tensor that may be written: its memory is borrowed mutably by the kernel that passes it on.
pub struct Exclusive<'a, S: Space<N>, const N: usize>(Carrier<'a, S, N>);

impl<S: Space<N>, const N: usize> Clone for Exclusive<'_, S, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space<N>, const N: usize> Copy for Exclusive<'_, S, N> {}

impl<'a, S: Space<N>, const N: usize> Carrier<'a, S, N> {
    /// Lets the tensor be written by the kernel that it is passed to.
    ///
    /// # Safety
    /// The memory of the nearest block is borrowed mutably for as long as the result is used.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn writable(self) -> Exclusive<'a, S, N> {
        Exclusive(self)
    }
}

/// What only carriers are.
mod sealed {
    use super::{Carrier, Exclusive, Space};

    pub trait Carried {}

    impl<S: Space<N>, const N: usize> Carried for Carrier<'_, S, N> {}
    impl<S: Space<N>, const N: usize> Carried for Exclusive<'_, S, N> {}
}

pub(super) use sealed::Carried;

/// A carried tensor of rank `N` that a kernel can read, whose memory is borrowed for `'a`.
#[diagnostic::on_unimplemented(
    message = "the kernel that is called takes a tensor of rank {N} here, with a stride for each axis",
    label = "a tensor of another rank, or one whose points share elements",
    note = "a kernel takes refined views as `&Tensor<Refined<[[u8]]>>`; to other kernels pass the tensor that was refined, or a copy: `t.refine([2, 2]).to_block()`"
)]
pub trait Readable<'a, const N: usize>: Carried {
    /// What the tensor holds.
    type Elem: Elem;
    /// Which extents are constants.
    type Shape: Shape<N, Elem = Self::Elem>;
    /// All that is static about the tensor.
    type Space: Space<N, Elem = Self::Elem, Shape = Self::Shape>;

    /// The tensor.
    fn carrier(self) -> Carrier<'a, Self::Space, N>;
}

/// A carried tensor that a kernel can also write.
#[diagnostic::on_unimplemented(
    message = "the kernel that is called writes this tensor, which is only borrowed for reading here",
    label = "borrowed for reading",
    note = "take it as `&mut Tensor<..>`"
)]
pub trait Writable: Carried {}

#[diagnostic::do_not_recommend]
impl<'a, S: Space<N>, const N: usize> Readable<'a, N> for Carrier<'a, S, N> {
    type Elem = S::Elem;
    type Shape = S::Shape;
    type Space = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn carrier(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<'a, S: Space<N>, const N: usize> Readable<'a, N> for Exclusive<'a, S, N> {
    type Elem = S::Elem;
    type Shape = S::Shape;
    type Space = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn carrier(self) -> Carrier<'a, S, N> {
        self.0
    }
}

impl<S: Space<N>, const N: usize> Writable for Exclusive<'_, S, N> {}

/// The promise of a kernel that it has checked the footprint of another one, which it calls.
pub struct Checked(());

impl Checked {
    /// The promise.
    ///
    /// # Safety
    /// It is given to one call, whose footprint lies in the tensors of the call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new() -> Self {
        Checked(())
    }
}

/// The type of a kernel: a function of its name carries tensors to code that checks what it touches, and `FOOTPRINT` says
/// what that is.
///
/// # Safety
/// The attribute `kernel` wrote the type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kernel",
    label = "tensors are passed to kernels only",
    note = "a function is a kernel under `#[kernel]`"
)]
pub unsafe trait Kernel {
    /// Arguments that the kernel takes.
    type Arguments;

    /// The kernel that runs where tensors come with boundary rules: itself, if it declares none.
    type Form<R: Rules>: Kernel;

    /// What a kernel that colocates its tensors touches, for a caller that knows where they are: as many entries as it has tensors,
    /// then one for each ordered pair of them, which says what is touched of the first where the second is, in indices of the
    /// second. None where that is not a constant, or where nothing is colocated.
    const LOCATED: Option<&'static [Reach]> = None;

    /// The loops of the kernel that may be run part by part, each by how it goes along the tensors of a call; nothing for a tensor of which
    /// every part has all.
    const SWEEPS: &'static [&'static [Option<Sweep>]] = &[];
}

/// A kernel that takes these arguments ahead of a call: carried tensors, and numbers as far as they are known.
pub trait Takes<T>: Kernel {}

/// A kernel that is called, as a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn callee<K: Kernel>() -> PhantomData<K> {
    PhantomData
}

/// The kernel of a name inside a body is the one of the name outside.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn same_callee<K: Kernel>(_: PhantomData<K>, _: PhantomData<K>) {}

/// No rule, or no tensor.
pub enum Unruled {}

/// The nearest element of the block.
pub enum Clamp {}

/// The block, reflected at its edges, which are not repeated.
pub enum Mirror {}

/// The block, reflected beyond its edges, which are repeated.
pub enum Reflect {}

/// The block, over and over again.
pub enum Wrap {}

/// One value everywhere. It follows the arguments of the kernel.
pub enum Constant {}

/// A boundary rule, which chooses one of six kernels.
pub trait Rule {
    /// The first without a rule, then those for [`Clamp`], [`Mirror`], [`Reflect`], and [`Wrap`], the last for [`Constant`].
    type Of<None: Kernel, Clamped: Kernel, Mirrored: Kernel, Reflected: Kernel, Wrapped: Kernel, Outside: Kernel>: Kernel;
}

macro_rules! rules {
    ($($rule:ty: $chosen:ident;)*) => {$(
        impl Rule for $rule {
            type Of<None: Kernel, Clamped: Kernel, Mirrored: Kernel, Reflected: Kernel, Wrapped: Kernel, Outside: Kernel> = $chosen;
        }
    )*};
}

rules! {
    Unruled: None;
    Clamp: Clamped;
    Mirror: Mirrored;
    Reflect: Reflected;
    Wrap: Wrapped;
    Constant: Outside;
}

/// The rules of the arguments of a call, one after the other: `(Unruled, (Clamp, ()))`.
pub trait Rules {
    /// That of the first argument.
    type First: Rule;
    /// Those of the others.
    type Rest: Rules;
}

impl Rules for () {
    type First = Unruled;
    type Rest = ();
}

impl<A: Rule, B: Rules> Rules for (A, B) {
    type First = A;
    type Rest = B;
}

/// A kernel with a form for each rule that it declares.
pub trait Formed: Kernel {
    /// The form for the rules of a call; without those that are not declared.
    type Chosen<R: Rules>: Kernel;
}

/// A kernel that declares these rules.
#[diagnostic::on_unimplemented(
    message = "the kernel `{Self}` does not take a tensor with this boundary rule",
    label = "a tensor with a boundary rule is passed",
    note = "a kernel declares the rules that a tensor may come with: `#[boundary(Clamp, Mirror, Reflect, Wrap, Constant)] t: &Tensor<..>`; otherwise give the rule in the kernel that reads, or pass a copy: `t.with_boundary(..).to_block()`"
)]
pub trait Declares<R: Rules>: Kernel {}

/// A kernel that is called with tensors of these rules, as a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ruled_callee<K: Declares<R>, R: Rules>() -> PhantomData<K::Form<R>> {
    PhantomData
}
