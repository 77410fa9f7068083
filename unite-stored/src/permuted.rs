//! Formats whose axes are stored in another order.

use std::marker::PhantomData;

use crate::error::StorageError;
use crate::format::{AppendFormat, Drawn, Format, InsertFormat, Sorted};
use crate::level::Properties;
use crate::pack::Packed;
use crate::tally::Tally;

/// An order of axes, as a type. One that has not each axis once does not compile:
///
/// ```compile_fail,E0080
/// # use unite_stored::{AxisOrder, Csr, Permuted, StoredBlock};
/// struct Twice;
/// impl AxisOrder<2> for Twice {
///     const ORDER: [usize; 2] = [0, 0];
/// }
/// let block = StoredBlock::<f64, Permuted<Csr, Twice>, 2>::empty([2, 2]);
/// ```
pub trait AxisOrder<const N: usize>: 'static {
    /// The axis of the tensor that each axis of the format stores.
    const ORDER: [usize; N];
}

/// The axes from the last to the first.
#[derive(Clone, Copy, Debug)]
pub struct Reversed;

impl<const N: usize> AxisOrder<N> for Reversed {
    const ORDER: [usize; N] = {
        let mut order = [0; N];
        let mut axis = 0;
        while axis < N {
            order[axis] = N - 1 - axis;
            axis += 1;
        }
        order
    };
}

/// The format `F`, whose axes store those of the tensor in the order `P`.
///
/// ```
/// use unite_stored::{AxisOrder, Csf, Permuted, StoredBlock};
///
/// /// The middle axis is outermost.
/// struct MiddleFirst;
/// impl AxisOrder<3> for MiddleFirst {
///     const ORDER: [usize; 3] = [1, 0, 2];
/// }
/// let entries = [([0, 2, 1], 5.0), ([1, 0, 3], 6.0)];
/// let block = StoredBlock::<f64, Permuted<Csf, MiddleFirst>, 3>::from_entries([2, 3, 4], entries)?;
/// assert_eq!(block.to_entries(), [([1, 0, 3], 6.0), ([0, 2, 1], 5.0)]);
/// # Ok::<(), unite_stored::StorageError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Permuted<F, P>(PhantomData<(F, P)>);

impl<F, P> Permuted<F, P> {
    const fn is_order<const N: usize>() -> [usize; N]
    where
        P: AxisOrder<N>,
    {
        let (order, mut seen, mut axis) = (P::ORDER, [false; N], 0);
        while axis < N {
            assert!(order[axis] < N && !seen[order[axis]], "an order of axes has each axis once");
            seen[order[axis]] = true;
            axis += 1;
        }
        order
    }

    /// The index of the tensor for one of the format.
    fn index<const N: usize>(stored: [usize; N]) -> [usize; N]
    where
        P: AxisOrder<N>,
    {
        let (order, mut index) = (const { Self::is_order::<N>() }, [0; N]);
        for (axis, coordinate) in order.into_iter().zip(stored) {
            index[axis] = coordinate;
        }
        index
    }

    /// What is wrong, of the axes of the tensor.
    fn of_tensor<const N: usize>(error: StorageError) -> StorageError
    where
        P: AxisOrder<N>,
    {
        match error {
            StorageError::Level { axis, level, fault } => {
                StorageError::Level { axis: P::ORDER[axis], level, fault }
            }
            StorageError::Repeated { index } => {
                StorageError::Repeated { index: tensor_index(&P::ORDER, &index) }
            }
            StorageError::NoPlace { index, format } => {
                StorageError::NoPlace { index: tensor_index(&P::ORDER, &index), format }
            }
            other => other,
        }
    }

    /// An order of axes of the tensor as one of those of the format.
    fn in_format<const N: usize>(order: [usize; N]) -> [usize; N]
    where
        P: AxisOrder<N>,
    {
        let mut stored = [0; N];
        for (at, axis) in P::ORDER.into_iter().enumerate() {
            stored[axis] = at;
        }
        order.map(|axis| stored[axis])
    }

    /// What `values` say of the axes of the tensor, by axis of the format.
    fn stored<T: Copy, const N: usize>(values: [T; N]) -> [T; N]
    where
        P: AxisOrder<N>,
    {
        (const { Self::is_order::<N>() }).map(|axis| values[axis])
    }
}

// SAFETY: as that of `F`.
unsafe impl<F: AppendFormat<N>, P: AxisOrder<N>, const N: usize> AppendFormat<N> for Permuted<F, P> {
    type Assembly<T: Copy> = F::Assembly<T>;

    #[inline(always)]
    fn assemble<T: Copy>(extents: [usize; N], fill: T, room: usize) -> F::Assembly<T> {
        F::assemble(Self::stored(extents), fill, room)
    }

    const IN_ORDER: bool = F::IN_ORDER;

    #[inline(always)]
    fn assemble_by<T: Copy>(extents: [usize; N], fill: T, room: usize, order: [usize; N]) -> F::Assembly<T> {
        F::assemble_by(Self::stored(extents), fill, room, Self::in_format(order))
    }

    #[inline(always)]
    fn emptied<T: Copy>(arrays: &mut Self::Arrays, values: &mut Vec<T>) -> Option<(Self::Arrays, Vec<T>)> {
        F::emptied(arrays, values)
    }

    #[inline(always)]
    fn assemble_within<T: Copy>(
        memory: (Self::Arrays, Vec<T>),
        extents: [usize; N],
        fill: T,
        room: usize,
        order: [usize; N],
    ) -> F::Assembly<T> {
        F::assemble_within(memory, Self::stored(extents), fill, room, Self::in_format(order))
    }

    fn assemble_counted<T: Copy>(
        extents: [usize; N],
        fill: T,
        counted: &Tally<N>,
        order: [usize; N],
    ) -> F::Assembly<T> {
        F::assemble_counted(Self::stored(extents), fill, counted, Self::in_format(order))
    }

    #[inline(always)]
    fn finish<T: Copy>(
        assembly: F::Assembly<T>,
        extents: [usize; N],
    ) -> Result<(Self::Arrays, Vec<T>), StorageError> {
        F::finish(assembly, Self::stored(extents)).map_err(Self::of_tensor)
    }

    #[inline(always)]
    fn verify(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError> {
        F::verify(arrays, Self::stored(extents)).map_err(Self::of_tensor)
    }
}

// SAFETY: an order has each axis once, so that what holds of the axes of `F` holds of those of the tensor.
unsafe impl<F: Format<N>, P: AxisOrder<N>, const N: usize> Format<N> for Permuted<F, P> {
    type Arrays = F::Arrays;
    type Levels<'a> = F::Levels<'a>;
    const NESTED: bool = F::NESTED;
    const LEVELS: [Properties; N] = F::LEVELS;
    const ORDER: [usize; N] = {
        let (order, mut axes, mut level) = (Self::is_order::<N>(), [0; N], 0);
        while level < N {
            axes[level] = order[F::ORDER[level]];
            level += 1;
        }
        axes
    };
    const PADDED: bool = F::PADDED;
    const FILLED: bool = F::FILLED;

    fn name() -> String {
        format!("{} of axes {:?}", F::name(), P::ORDER)
    }

    fn check(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError> {
        F::check(arrays, Self::stored(extents)).map_err(Self::of_tensor)
    }

    fn pack(extents: [usize; N], entries: &Sorted<N>) -> Result<(Self::Arrays, Packed), StorageError> {
        let coordinates = P::ORDER.map(|axis| entries.coordinates[axis].clone());
        F::pack(Self::stored(extents), &Sorted { coordinates }).map_err(Self::of_tensor)
    }

    unsafe fn scan(arrays: &Self::Arrays, extents: [usize; N], mut take: impl FnMut([usize; N], usize)) {
        let each = |stored, position| take(Self::index(stored), position);
        // SAFETY: the arrays were checked as those of `F`.
        unsafe { F::scan(arrays, Self::stored(extents), each) }
    }

    #[inline(always)]
    fn levels(arrays: &Self::Arrays, extents: [usize; N]) -> Self::Levels<'_> {
        F::levels(arrays, Self::stored(extents))
    }

    fn entries(arrays: &Self::Arrays, extents: [usize; N]) -> impl Iterator<Item = ([usize; N], usize)> + '_ {
        F::entries(arrays, Self::stored(extents)).map(|(stored, position)| (Self::index(stored), position))
    }

    fn drawn(arrays: &Self::Arrays) -> Vec<Drawn> {
        let mut levels = F::drawn(arrays);
        levels.iter_mut().flat_map(|level| &mut level.axes).for_each(|axis| *axis = P::ORDER[*axis]);
        levels
    }

    unsafe fn locate(arrays: &Self::Arrays, extents: [usize; N], index: [usize; N]) -> Option<usize> {
        // SAFETY: the arrays were checked as those of `F`, and the index is less than its extents.
        unsafe { F::locate(arrays, Self::stored(extents), Self::stored(index)) }
    }

    fn vacant(extents: [usize; N], rooms: [usize; N]) -> Result<(Self::Arrays, usize), StorageError> {
        F::vacant(Self::stored(extents), rooms).map_err(Self::of_tensor)
    }

    #[inline(always)]
    unsafe fn insert<T: Copy>(
        arrays: &mut Self::Arrays,
        values: &mut Vec<T>,
        extents: [usize; N],
        fill: T,
        index: [usize; N],
    ) -> Option<usize> {
        // SAFETY: as of `locate`.
        unsafe { F::insert(arrays, values, Self::stored(extents), fill, Self::stored(index)) }
    }
}

// SAFETY: as that of `F`.
unsafe impl<F: InsertFormat<N>, P: AxisOrder<N>, const N: usize> InsertFormat<N> for Permuted<F, P> {
    fn size(arrays: &Self::Arrays, extents: [usize; N]) -> Result<usize, StorageError> {
        F::size(arrays, Self::stored(extents)).map_err(Self::of_tensor)
    }
}

/// The index of the tensor for one of the format.
fn tensor_index(order: &[usize], stored: &[usize]) -> Vec<usize> {
    let mut index = vec![0; order.len()];
    for (&axis, &coordinate) in order.iter().zip(stored) {
        index[axis] = coordinate;
    }
    index
}
