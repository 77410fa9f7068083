//! Blocks: their memory, their location, and what kernels see of them.

use unite_core::library::{BaseView, Boundary, CoarseRead, Place, Storage, Strides, ViewError};
use unite_core::space::SpaceError;
use unite_core::staged::{Space, Tensor, TensorMut};
use unite_core::{Block, BlockError, Dyn, Shape, span};

/// What a kernel reads at an index: through the geometry, which has to agree with the constants of the space.
fn kernel_reads<T: Tensor<N>, const N: usize>(tensor: &T, index: [isize; N]) -> Option<T::Elem> {
    let geometry = tensor.geometry();
    for axis in 0..N {
        assert!(T::Space::STRIDE[axis].is_none_or(|stride| stride == geometry.stride[axis]));
        assert!(T::Space::STEP[axis].is_none_or(|step| step == geometry.step[axis]));
        assert!(T::Space::AXES[axis].is_none_or(|axes| axes == geometry.axes[axis]));
        assert!(<T::Shape as Shape<N>>::EXTENT[axis].is_none_or(|e| e == geometry.extent[axis]));
    }
    let (whole, window) = (([0; N], geometry.extent), (geometry.lo, geometry.hi));
    assert!(!T::Space::IS_WHOLE || window == whole);
    assert!(T::Space::ROOT_RANK.is_none_or(|rank| rank == geometry.root_rank));
    let may = (0..N).all(|axis| geometry.lo[axis] <= index[axis] && index[axis] < geometry.hi[axis]);
    let position: isize = (0..N).map(|axis| index[axis] * geometry.stride[axis]).sum();
    may.then(|| tensor.memory()[(geometry.offset + position) as usize])
}

#[test]
fn every_kind_of_block_reads_as_kernels_do() {
    let stack = Block::from([[1u8, 2, 3], [4, 5, 6]]);
    let heap = Block::from_vec(vec![1u8, 2, 3, 4, 5, 6], [2, 3]).unwrap();
    let memory = [1u8, 2, 3, 0, 4, 5, 6, 0];
    let pitched = Block::external_pitched_ref(&memory, [2, 3], 4).unwrap();
    let transposed = [1u8, 4, 2, 5, 3, 6];
    let strides = Strides { stride: [1, 2], offset: 0 };
    let strided = Block::external_strided_ref(&transposed, [2, 3], strides).unwrap();
    let located = heap.clone().with_origin([-4, 2]).unwrap().with_coarsening([2, 1]).unwrap();
    let fixed = heap.clone().fixed::<[[u8; 3]; 2]>().unwrap();
    let coarse = heap.clone().with_origin([-4, 2]).unwrap().coarsened::<2>().unwrap();
    let above = heap.clone().in_universe([7, 0, 0], [1, 2]).unwrap();
    let mut tall = Block::from_vec((1..=9u8).collect(), [3, 3]).unwrap();
    let (upper, _) = tall.lend_mut().split_at(2).unwrap();
    let view = heap.view();
    let affine = view.tensor().unwrap().fixed::<Dyn<[u8; 3]>>().unwrap();
    for y in -1..3 {
        for x in -1..4 {
            let index = [y, x];
            let expected = stack.get(index).ok();
            assert_eq!(expected, ((0..2).contains(&y) && (0..3).contains(&x)).then(|| (3 * y + x + 1) as u8));
            assert_eq!(kernel_reads(&stack, index), expected);
            assert_eq!((heap.get(index).ok(), kernel_reads(&heap, index)), (expected, expected));
            assert_eq!((pitched.get(index).ok(), kernel_reads(&pitched, index)), (expected, expected));
            assert_eq!((strided.get(index).ok(), kernel_reads(&strided, index)), (expected, expected));
            assert_eq!((located.get(index).ok(), kernel_reads(&located, index)), (expected, expected));
            assert_eq!((coarse.get(index).ok(), kernel_reads(&coarse, index)), (expected, expected));
            assert_eq!((above.get(index).ok(), kernel_reads(&above, index)), (expected, expected));
            assert_eq!((upper.get(index).ok(), kernel_reads(&upper, index)), (expected, expected));
            assert_eq!((fixed.get(index).ok(), kernel_reads(&fixed, index)), (expected, expected));
            assert_eq!((affine_get(&view, index), kernel_reads(&affine, index)), (expected, expected));
            assert_eq!(pitched.view().get(index).ok(), expected);
            assert_eq!(strided.view().get(index).ok(), expected);
        }
    }
}

fn affine_get(view: &unite_core::View<'_, u8, 2>, index: [isize; 2]) -> Option<u8> {
    view.get(index).ok()
}

#[test]
fn extents_that_do_not_fit_are_errors() {
    assert_eq!(Block::<u8>::try_zeros([3, 0]).unwrap_err(), BlockError::Empty { axis: 1 });
    let huge = Block::<u64>::try_zeros([1 << 30, 1 << 30, 1 << 30]).unwrap_err();
    assert!(matches!(huge, BlockError::TooLarge { axis: 1, .. }), "{huge}");
    assert!(Block::<u8>::try_zeros([usize::MAX]).is_err());
    assert!(Block::external_ref(&[0u8; 5], [2, 3]).is_err());
    assert!(Block::external_ref(&[0u8; 7], [2, 3]).is_ok());
    assert_eq!(
        Block::external_pitched_ref(&[0u8; 6], [2, 3], 4).unwrap_err(),
        BlockError::Reach { first: 0, last: 6, len: 6 }
    );
    assert_eq!(
        Block::external_pitched(&mut [0u8; 6], [2, 3], 2).unwrap_err(),
        BlockError::Overlap { axis: 0, stride: 2 }
    );
    let repeated = Strides { stride: [0, 1], offset: 0 };
    assert!(Block::external_strided_ref(&[0u8; 3], [2, 3], repeated).is_ok());
    assert!(Block::external_strided(&mut [0u8; 3], [2, 3], repeated).is_err());
    let away = Strides { stride: [3, 1], offset: isize::MAX };
    assert!(Block::external_strided_ref(&[0u8; 6], [2, 3], away).is_err());
}

#[test]
fn locations_that_are_none_are_errors() {
    let block = || Block::<u8>::zeros([2, 3]);
    assert_eq!(
        block().with_permutation([1, 1]).unwrap_err(),
        BlockError::Space(SpaceError::Permutation { axis: 1, value: 1 })
    );
    let both = block().with_coarsening([1, 2]).unwrap().with_refinement([1, 2]).unwrap_err();
    assert!(matches!(both, BlockError::Space(SpaceError::RefinedAndCoarsened { axis: 1, .. })));
    assert!(block().with_coarsening([0, 1]).is_err());
    assert!(block().with_origin([isize::MAX, 0]).is_err());
    assert!(block().with_origin([0, 0, 0]).is_err());
    assert!(block().in_universe([0], [0, 1]).is_err());
    assert!(block().in_universe([0; 7], [0, 1]).is_err());
}

#[test]
fn a_block_is_where_its_parameters_say() {
    let block = Block::<u8>::zeros([2, 3])
        .in_universe([5, -7, 1], [2, 0])
        .unwrap()
        .with_coarsening([1, 4])
        .unwrap()
        .with_refinement([2, 1])
        .unwrap();
    let space = block.space();
    assert_eq!((space.permutation(), space.origin()), (&[2, 0][..], &[5, -7, 1][..]));
    assert_eq!((space.refinement(), space.coarsening()), (&[2, 1][..], &[1, 4][..]));
    assert_eq!(block.view().space(), space);
}

#[test]
fn writes_through_views_reach_the_block() {
    let mut frame = Block::<u8>::zeros([3, 4]);
    {
        let mut whole = frame.view_mut();
        let mut part = whole.view_mut().partition((1.., 1..3)).unwrap().permute([1, 0]).unwrap();
        part.write([0, 0], 1);
        part.write([-1, -1], 2);
        assert!(part.set([3, 0], 9).is_err());
        let mut argument = part.tensor_mut().unwrap();
        let (offset, stride) = (argument.geometry().offset, argument.geometry().stride);
        argument.parts_mut().0[(offset + stride[0] + stride[1]) as usize] = 3;
        whole.write([2, 3], 4);
    }
    assert_eq!(frame.as_slice(), [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 4]);
}

#[test]
fn bands_do_not_overlap() {
    for flipped in [false, true] {
        let mut memory: Vec<u16> = (0..40).collect();
        let strides = match flipped {
            false => Strides { stride: [8, 1], offset: 0 },
            true => Strides { stride: [8, -1], offset: 7 },
        };
        let whole =
            Block::external_strided_ref(&memory.clone(), [5, 8], strides).unwrap().view().to_block().unwrap();
        let block = Block::external_strided(&mut memory, [5, 8], strides).unwrap();
        let (above, below) = block.split_at(2).unwrap();
        assert_eq!((above.extents(), below.extents()), ([2, 8], [3, 8]));
        for (band, from) in [(&above, 0), (&below, 2)] {
            for index in band.view().indices() {
                assert_eq!(band.read(index), whole.read([index[0] + from, index[1]]));
            }
        }
        assert!(above.get([2, 0]).is_err() && below.get([-1, 0]).is_err());
        assert!(above.split_at(2).is_err());
    }
    let mut memory = [0u8; 6];
    let columns = Strides { stride: [1, 2], offset: 0 };
    let block = Block::external_strided(&mut memory, [2, 3], columns).unwrap();
    assert_eq!(block.split_at(1).unwrap_err(), BlockError::Interleaved { axis: 1 });
}

#[test]
fn bands_are_written_by_two_threads() {
    let mut frame = Block::<u8>::zeros([6, 5]);
    let (mut above, mut below) = frame.lend_mut().split_at(3).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || above.indices().for_each(|index| above.write(index, 1)));
        scope.spawn(move || below.indices().for_each(|index| below.write(index, 2)));
    });
    assert!(frame.as_slice()[..15].iter().all(|&v| v == 1) && frame.as_slice()[15..].iter().all(|&v| v == 2));
}

#[test]
fn far_views_are_errors_and_far_indices_too() {
    let block = Block::<u8>::zeros([4]);
    let far = block.view().coarsen([1 << 20]).unwrap();
    assert_eq!(far.coarsen([1 << 20]).unwrap_err(), ViewError::Coordinate);
    assert!(block.view().partition((isize::MIN..isize::MAX,)).is_err());
    assert!(block.view().partition((3..3,)).is_err());
    assert!(block.view().partition((span(0..4).step_by(0),)).is_err());
    assert!(block.view().refine([usize::MAX]).is_err());
    assert!(block.view().coverage([isize::MAX], &block).is_err());
    let strided = block.view().partition((span(0..4).step_by(3),)).unwrap();
    assert!(strided.get([isize::MAX]).is_err() && strided.get([isize::MIN]).is_err());
}

/// Universes have up to six axes, coordinates less than 31 bits, and a copy with the data has all of it.
#[test]
fn limits_are_errors() {
    let row = || Block::<u8>::zeros([4]);
    assert!(row().in_universe::<6>([0; 6], [5]).is_ok());
    assert!(row().in_universe::<7>([0; 7], [6]).is_err());
    assert!(row().with_origin([(1 << 31) - 5]).is_ok());
    assert!(row().with_origin([1 << 31]).is_err());
    let block = row();
    let part = block.view().partition((2..6,)).unwrap();
    assert!(matches!(part.to_block(), Err(ViewError::Access(_))));
    assert!(part.block_copy().is_ok() && block.view().partition((2..4,)).unwrap().to_block().is_ok());
}

#[test]
fn a_line_beside_another_shares_nothing_with_it() {
    let frame = Block::<u8>::zeros([4, 4]);
    let (a, b) = (frame.view().slice(0, 1).unwrap(), frame.view().slice(0, 2).unwrap());
    let column = frame.view().slice(1, 2).unwrap();
    let there = a.view().colocate(&b).unwrap();
    assert!((-4..8).all(|i| there.get([i]).is_err()));
    assert!(there.tensor().unwrap().geometry().is_outside());
    assert_eq!(a.view().region_of(&b).unwrap_err(), ViewError::Elsewhere);
    assert_eq!(a.view().colocate(&column).unwrap_err(), ViewError::Projection { axis: 0 });
    assert_eq!(a.region_of(&column).unwrap().extents(), [1]);
}

/// Where memory lies makes no difference to views: rows by pointers, a vector, an array and rows apart.
#[test]
fn views_of_every_kind_of_memory_agree() {
    fn all<M: Storage<Elem = u8>>(block: BaseView<M, 2>) -> Vec<Result<u8, unite_core::AccessError>> {
        let view = block.partition((span(-1..).step_by(2), 1..5)).unwrap().permute([1, 0]).unwrap();
        let view = view.refine([2, 1]).unwrap();
        let mut found: Vec<_> = view.indices().map(|index| view.get(index)).collect();
        found.push(view.get([-1, -1]));
        found.push(view.get_coarse(CoarseRead::Max, [3, 0]));
        found.push(view.get_with(Boundary::Clamp, [40, -9]));
        found
    }
    let rows = [vec![1u8, 2, 3, 4], vec![5, 6, 7, 8], vec![9, 10, 11, 12]];
    let pointers: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
    let heap = Block::from_vec(rows.concat(), [3, 4]).unwrap();
    let mut writable = rows.clone();
    let mut stack = Block::<[[u8; 4]; 3]>::stack();
    stack.view_mut().copy_from(&heap.view()).unwrap();
    let expected = all(heap.view());
    assert_eq!(expected.iter().filter(|outcome| outcome.is_ok()).count(), 8);
    assert_eq!(all(Block::external_rows(&pointers).unwrap().view()), expected);
    assert_eq!(all(Block::external_rows(&rows).unwrap().view()), expected);
    assert_eq!(all(Block::external_rows_mut(&mut writable).unwrap().view()), expected);
    assert_eq!(all(Block::external_rows_mut(&mut writable).unwrap().view_mut()), expected);
    assert_eq!(all(stack.view()), expected);
    assert_eq!(all(Block::external(&mut rows.concat(), [3, 4]).unwrap().view_mut()), expected);
    assert_eq!(all(Block::external_rows(&rows).unwrap().view().to_block().unwrap().view()), expected);
}

#[test]
fn rows_of_one_block_have_one_length() {
    let error = Block::<u8>::external_rows(&[vec![1u8, 2], vec![3]]).unwrap_err();
    assert_eq!(error.to_string(), "row 1 has 1 elements, and row 0 has 2");
    assert_eq!(Block::<u8>::external_rows::<[u8; 2]>(&[]).unwrap_err(), BlockError::Empty { axis: 0 });
    assert_eq!(Block::<u8>::external_rows(&[[0u8; 0]]).unwrap_err(), BlockError::Empty { axis: 1 });
}

/// A read climbs from a block to the one it was copied from, and on to the one above that; not past its own data.
#[test]
fn reads_climb_from_block_to_block() {
    let frame = Block::from_vec((0..64u8).collect(), [8, 8]).unwrap();
    let mut macroblock = frame.view().partition([2..6, 2..6]).unwrap().to_block().unwrap();
    macroblock.as_mut_slice().iter_mut().for_each(|x| *x += 100);
    let mut block = macroblock.view().partition([1..3, 1..3]).unwrap().to_block().unwrap();
    block.as_mut_slice().fill(255);
    let view = block.view().permute([1, 0]).unwrap();
    let climb = view.climb(&macroblock.view()).unwrap().climb(&frame.view()).unwrap();
    assert_eq!(climb.extents(), [2, 2]);
    assert_eq!(climb.read([1, 0]), 255);
    assert_eq!(climb.read([-1, 1]), 100 + 8 * 4 + 2); // column 2, row 4: of the macroblock
    assert_eq!(climb.read([-3, -3]), 0); // row 0, column 0: of the frame
    assert!(climb.get([-4, 0]).is_err());
    assert_eq!(climb.get_with(Boundary::Clamp, [-9, 1]), Ok(8 * 4));
    assert_eq!(climb.get_with(Boundary::Constant(3), [-4, 0]), Ok(3));
    let other = Block::<u8>::zeros([4]);
    assert_eq!(view.climb(&other.view()).unwrap_err(), ViewError::Universe { this: 1, other: 2 });
}

#[test]
fn copies_need_the_same_extents() {
    let frame = Block::<u8>::zeros([2, 3]);
    let error = Block::<[[u8; 2]; 2]>::stack().view_mut().copy_from(&frame.view()).unwrap_err();
    assert_eq!(error.to_string(), "the extent of axis 1 is 3, and that of the tensor written is 2");
}
