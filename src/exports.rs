//! Kernels that C calls.
//!
//! `#[export]` under `#[kernel]` makes a function for C of a kernel, for each level of instructions. A tensor is passed as a pointer to its
//! first element, the distance of rows, in elements, and the extents that are no constants; a number as itself.
//!
//! ```
//! use unite::kernel;
//!
//! /// The sum of absolute differences of two blocks.
//! #[kernel]
//! #[export]
//! fn sad(a: &Tensor<[[u8; 16]; 16]>, b: &Tensor<[[u8; 16]; 16]>) -> i32 {
//!     let mut sum = 0;
//!     for [y, x] in a.indices() {
//!         sum += (a[[y, x]] - b[[y, x]]).abs();
//!     }
//!     sum
//! }
//!
//! // What a header says.
//! assert_eq!(sad::PROTOTYPE, "int32_t sad(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride);");
//!
//! let (picture, block) = ([7u8; 20 * 32], [9u8; 256]);
//! // SAFETY: rows 2 to 17 of the picture have 16 samples from the third one on, and the block has 16 rows.
//! assert_eq!(unsafe { sad::exported()(&picture[2 * 32 + 3], 32, &block[0], 16) }, 512);
//! ```
//!
//! * `k::exported()` is the function for the level in force, a pointer that a table of C can hold: what fills the table once chooses, and
//!   calls do not.
//! * `#[unsafe(export(name))]` gives C a function that is called `name`, too, which chooses when it is called. It is `unsafe` as
//!   `#[unsafe(no_mangle)]` is: no other function of the program may have the name.
//! * `k::PROTOTYPE` is the declaration in C, with the types of `stdint.h`, `stddef.h` and `stdbool.h`. A program that prints those of its
//!   kernels has written the header.
//!
//! Elements and numbers are `bool`, `f32`, `f64`, `isize`, `usize`, and integers of 8 to 64 bits. The name of a tensor begins the names of
//! what is passed with it: `plane_stride`, or `plane_stride_0` and so on of more than two axes, where the last one has none; and
//! `plane_extent_0` and so on of axes without a length.
//!
//! | a parameter | what C passes |
//! |---|---|
//! | `t: &Tensor<[[u8; 8]; 8]>` | `const uint8_t *t, ptrdiff_t t_stride` |
//! | `t: &mut Tensor<[[u8]]>` | `uint8_t *t, ptrdiff_t t_stride, size_t t_extent_0, size_t t_extent_1` |
//! | `t: &Tensor<[i16; 16]>` | `const int16_t *t` |
//! | `#[tight] t: &Tensor<[[i16; 4]; 4]>` | `const int16_t *t`: rows follow each other without gaps |
//! | `#[at(0, 4)] t: &mut Tensor<[[u8; 8]; 16]>` | `uint8_t *t, ptrdiff_t t_stride`: a pointer to the element `[0, 4]`, with four columns before it |
//! | `by: i32` | `int32_t by` |
//!
//! # What a caller promises
//!
//! The documentation of `exported` says it of each tensor: its memory is there, from the first to the last of its elements, what lies between
//! rows included; nobody writes it meanwhile; and nobody else uses it if the kernel writes it, so that tensors of one call are apart. No
//! stride and no extent is above `i32::MAX`. Strides may be negative, and 0 where the kernel only reads.
//!
//! All else is checked as in any call of the kernel. What it refuses, and every other panic of it, ends the process.
