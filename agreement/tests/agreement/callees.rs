//! The kernels that chains pass their views to.

/// Those of tensors with strides.
pub mod plain {
    use unite::kernel;

    include!(concat!(env!("OUT_DIR"), "/plain.rs"));
}

/// The same, of tensors whose points may share elements.
pub mod refined {
    use unite::kernel;

    include!(concat!(env!("OUT_DIR"), "/refined.rs"));
}
