//! Matrices of `sprs`.

use std::ops::Deref;

use sprs::{CsMatBase, CsMatI, CsMatViewI, SpIndex};
use unite::stored::{CompressedArrays, Coordinate, Csc, Csr, StoredBlock, StoredView};

use crate::AdapterError;

macro_rules! matrices {
    ($($format:ident, $make:ident, $try_new:ident, $by_rows:literal, $lines:literal:
        $borrow:ident $take:ident $lend:ident $give:ident;)*) => {$(
        #[doc = concat!("A matrix of compressed ", $lines, ", as a stored tensor over its arrays.")]
        ///
        /// # Errors
        /// [`AdapterError::Order`] for the other order, and [`AdapterError::Storage`] for a matrix without rows or columns, or with
        /// positions that do not begin at 0, as those of a part of another one.
        pub fn $borrow<'a, T: Copy, I: SpIndex + Coordinate, P, C, D>(
            matrix: &'a CsMatBase<T, I, P, C, D>,
        ) -> Result<StoredView<'a, T, $format<I>, 2>, AdapterError>
        where
            P: Deref<Target = [I]>,
            C: Deref<Target = [I]>,
            D: Deref<Target = [T]>,
            unite::stored::Zero: unite::stored::Fill<T>,
        {
            if matrix.is_csr() != $by_rows {
                return Err(AdapterError::Order { by_rows: matrix.is_csr() });
            }
            let positions = matrix.indptr().into_raw_storage();
            Ok(StoredView::$make(matrix.shape().into(), positions, matrix.indices(), matrix.data())?)
        }

        /// The same as a block of its own, of the same memory.
        ///
        /// # Errors
        #[doc = concat!("As [`", stringify!($borrow), "`].")]
        pub fn $take<T: Copy, I: SpIndex + Coordinate>(
            matrix: CsMatI<T, I>,
        ) -> Result<StoredBlock<T, $format<I>, 2>, AdapterError>
        where
            unite::stored::Zero: unite::stored::Fill<T>,
        {
            if matrix.is_csr() != $by_rows {
                return Err(AdapterError::Order { by_rows: matrix.is_csr() });
            }
            let extents = matrix.shape().into();
            let (positions, coordinates, values) = matrix.into_raw_storage();
            Ok(StoredBlock::new(extents, ((), CompressedArrays { positions, coordinates }), values)?)
        }

        #[doc = concat!("A stored tensor of compressed ", $lines, ", as a matrix over its arrays.")]
        ///
        /// # Errors
        /// [`AdapterError::Structure`]: none that is known.
        pub fn $lend<T: Copy, I: SpIndex + Coordinate>(
            block: &StoredBlock<T, $format<I>, 2>,
        ) -> Result<CsMatViewI<'_, T, I>, AdapterError>
        where
            unite::stored::Zero: unite::stored::Fill<T>,
        {
            let CompressedArrays { positions, coordinates } = &block.arrays().1;
            CsMatViewI::$try_new(block.extents().into(), positions, coordinates, block.values())
                .map_err(|(_, _, _, error)| AdapterError::Structure(error.kind()))
        }

        /// The same as a matrix of its own, of the same memory.
        ///
        /// # Errors
        #[doc = concat!("As [`", stringify!($lend), "`].")]
        pub fn $give<T: Copy, I: SpIndex + Coordinate>(
            block: StoredBlock<T, $format<I>, 2>,
        ) -> Result<CsMatI<T, I>, AdapterError>
        where
            unite::stored::Zero: unite::stored::Fill<T>,
        {
            let shape = block.extents().into();
            let (((), CompressedArrays { positions, coordinates }), values) = block.into_parts();
            CsMatI::$try_new(shape, positions, coordinates, values)
                .map_err(|(_, _, _, error)| AdapterError::Structure(error.kind()))
        }
    )*};
}

matrices! {
    Csr, csr, try_new, true, "rows": borrow_rows take_rows lend_rows give_rows;
    Csc, csc, try_new_csc, false, "columns": borrow_columns take_columns lend_columns give_columns;
}
