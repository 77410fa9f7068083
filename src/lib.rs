//! Tensors that know where they are, and kernels that compile to the index arithmetic an expert would write.
//!
//! This page is the reference of the language. The examples, numbered, show one thing each.
//!
//! # A first kernel
//!
//! In a video codec a prediction stands for a part of the picture that is being reconstructed. Both are tensors with a
//! *location* in the same frame, so one can be indexed by the other: `recon[pred]` is where `pred` is, in `recon`.
//!
//! ```
//! use unite::{Block, kernel};
//!
//! /// Intra_4x4_Vertical_Right, H.264 8.3.1.2.6
//! #[kernel]
//! pub fn vertical_right(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
//!     let p = recon[pred].permute([1, 0]); // where pred is, in recon, indexed [x, y] as the standard does
//!     let pred = pred.permute([1, 0]);
//!     for [x, y] in pred.indices() {
//!         let z_vr = 2 * x - y;
//!         pred[[x, y]] = match z_vr {
//!             0 | 2 | 4 | 6 => (p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 1) >> 1,
//!             1 | 3 | 5 => {
//!                 (p[[x - (y >> 1) - 2, -1]] + 2 * p[[x - (y >> 1) - 1, -1]] + p[[x - (y >> 1), -1]] + 2) >> 2
//!             }
//!             -1 => (p[[-1, 0]] + 2 * p[[-1, -1]] + p[[0, -1]] + 2) >> 2,
//!             _ => (p[[-1, y - 1]] + 2 * p[[-1, y - 2]] + p[[-1, y - 3]] + 2) >> 2,
//!         };
//!     }
//! }
//!
//! // A picture whose pixels grow by 8 from left to right, and a prediction at row 4, column 8 of it.
//! let recon = Block::<u8>::from_vec((0..256).map(|i| 8 * (i % 16) as u8).collect(), [16, 16])?;
//! let mut pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 8])?;
//! vertical_right(&mut pred, &recon);
//! assert_eq!(pred.as_slice()[..4], [60, 68, 76, 84]);
//! # Ok::<(), unite::BlockError>(())
//! ```
//!
//! What is left of it is one check and a loop nest over plain memory. `recon[pred]` and `permute` have vanished.
//!
//! # What a statement promises
//!
//! A kernel has one meaning, however its tensors lie in memory.
//!
//! * An elementwise statement reads all of its right side before it writes anything. If it reads what it writes, its results
//!   go through a block of their own first, and [`remarks`](#what-a-kernel-became) says so.
//! * A loop over `t.indices()` takes one index after the other, row by row. If no iteration touches what another one
//!   writes, nobody can tell, and the loop follows the memory.
//! * A loop over a range is Rust's.
//! * An element is a value. `t[[i]]` reads it; only `t[[i]] = ..`, `+=` and the like write it. `&mut t[[i]]` is an error.
//!
//! ```
//! use unite::{Block, kernel};
//!
//! #[kernel]
//! fn transpose(t: &mut Tensor<[[u8; 3]; 3]>) {
//!     t[[!y, !x]] = t.permute([1, 0])[[!y, !x]];
//! }
//!
//! let mut t = Block::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
//! transpose(&mut t);
//! assert_eq!(t.as_slice(), [1, 4, 7, 2, 5, 8, 3, 6, 9]);
//! ```
//!
//! # A negative index is a neighbour
//!
//! It is never counted from the end.
//!
//! ```text
//! unite      p[[-1, y]]          the element left of p, at that location, in whatever block lies there
//! ndarray    a.slice(s![-1, ..]) the last row of a
//! NumPy      a[-1, y]            the last row of a
//! ```
//!
//! A view may be indexed anywhere: before its first element, after its last. What is meant is the data at that
//! *location*, as long as the block that the view refers to has it (locality access). Outside of a block that the kernel itself
//! made of a tensor (`t.block_copy()`, `t.to_block()`), a read finds what that tensor has there. Where no block has the
//! location, the kernel does not run: see [what is checked when](#what-is-checked-when).
//!
//! ```
//! use unite::{Block, kernel};
//!
//! /// Each element of four in the middle becomes the sum of what those before it have become.
//! #[kernel]
//! fn sums(row: &mut Tensor<[i32; 6]>) {
//!     let middle = row[[1..5]].to_block();
//!     for i in 0..4 {
//!         middle[[i]] += middle[[i - 1]];      // of the row, where `i` is 0
//!     }
//!     row[[1..5]][[!i]] = middle[[!i]];
//! }
//!
//! let mut row = Block::from([1, 2, 3, 4, 5, 6]);
//! sums(&mut row);
//! assert_eq!(row.as_slice(), [1, 3, 6, 10, 15, 6]);
//! ```
//!
//! # Tensors
//!
//! A **[`Block`]** owns memory, or was lent it. A **[`View`]** refers to the memory of a block. Both have a location: an
//! origin, an order of axes, and how far apart their points are. Kernels take both.
//!
//! ```
//! use unite::{Block, library::Place, span};
//!
//! let frame = Block::<u8>::zeros([1080, 1920]);                           // on the heap
//! let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([8, 16])?;        // in place, and where it belongs
//! let flags = Block::<bool>::zeros([68, 120]).with_coarsening([16, 16])?; // one for every 16 by 16 pixels
//! let mut pixels = [0u8; 12];
//! let image = Block::external(&mut pixels, [3, 4])?;                      // over memory of yours
//!
//! let above = frame.view().colocate(&pred)?;                              // where pred is, in frame
//! assert_eq!(above.read([-1, 0]), frame.read([7, 16]));
//! assert!(!flags.view().colocate(&pred)?.read([0, 0]));                   // the flag of pred's macroblock
//! let columns = frame.view().partition((.., span(0..).step_by(2)))?.permute([1, 0])?;
//! assert_eq!(columns.extents(), [960, 1080]);
//! # let _ = image;
//! # Ok::<(), unite::ViewError>(())
//! ```
//!
//! [`library`] has the rest of these operations at run time, with the same names as in kernels where there is the same.
//! A view made there becomes the argument of a kernel by
//! [`tensor`](library::BaseView::tensor) or [`tensor_mut`](library::BaseView::tensor_mut).
//!
//! # Kernels
//!
//! A kernel is a function under [`kernel`]. Its input is ordinary Rust, so formatting, highlighting and completion work. Tensors are
//! parameters of type `&Tensor<shape>` or `&mut Tensor<shape>`, where the shape is one of Rust's array types; [`Tensor`] need not be
//! imported. Everything that is not about tensors stays as it is: control flow, constants, functions, closures, other parameters, generics.
//!
//! | in a kernel | meaning |
//! |---|---|
//! | `t: &Tensor<[[u8]]>` | a parameter of rank 2 that is read; any extents |
//! | `t: &mut Tensor<[[u8; 4]; 4]>` | one that is written, of constant extents: known to the compiler, and demanded of the caller |
//! | `t: &Tensor<Refined<[[u8]]>>` | one whose points may [share elements](Refined): a refined view, or any other tensor |
//! | `t: &Tensor<[[i16; 8]]>` | any number of rows of 8. Lengths may be constants and const generics. Ranks are 1 to 4 |
//! | `let b = Block::<[[i32; 8]; 8]>::stack();` | a block in place, filled with zeros; `mut` is not needed |
//! | `let b = Block::<u8>::zeros([h, w]);` | a block on the heap; the element type is written out |
//! | `….with_origin([y, x])` | places either kind of block |
//! | `t[[i, j]]` | the element at an index: any integer expression, negative ones are neighbours |
//! | `t[[i, j]] = v;`, `+=`, `<<=`, … | writes it |
//! | `let [a, b, .., z] = t[[i, ..]];`, `t[[i, ..]] = [a, b, c];` | names, and writes, the elements of a row: [`lists`] |
//! | `t[[a..b, ..]]`, `a..`, `..b`, `a..=b` | partition: a part of `t`, which may reach outside it |
//! | `t[[(a..b).step_by(2), ..]]` | every second index; the step is any number |
//! | `t[[i, ..]]` | slice: an integer drops its axis |
//! | `t.permute([1, 0])` | axis `k` of the result is axis `[1, 0][k]` of `t`; the array may be a `const` of the kernel's own |
//! | `t.coarsen([2, 2])` | one point for 2 by 2; a read takes, and a write hits, the first of them |
//! | `t.refine([2, 2])` | 2 by 2 points for one, all of them the same element |
//! | `t.with_boundary(Boundary::Clamp)` | a rule for reads outside the block, which called kernels [declare](boundaries): [`Clamp`, `Mirror`, `Reflect`, `Wrap`, `Constant(value)`, `Error`](library::Boundary) |
//! | `t.with_coarse_read(CoarseRead::Mean)` | what a read takes of the points that an index stands for: `First`, `Mean`, `Min`, `Max` |
//! | `t.with_coarse_write(CoarseWrite::Broadcast)` | which of them a write hits: `First`, `Broadcast` |
//! | `a[b]` | colocation: where `b` is, in `a`, with the indices and extents of `b` |
//! | `a.region_of(b)` | colocation with the indices of `a`: the part of `a` that has all its points at locations of `b` |
//! | `a.coverage([i, j], s)` | coverage: all points of `a` at the location that index `[i, j]` of it has in `s` |
//! | `t.block_copy()` | a block of its own at the location of `t`, filled with zeros |
//! | `t.block_copy::<i32>()` | the same, with elements of another type |
//! | `t.to_block()` | `t.block_copy()` with the data of `t` |
//! | `t[[!i, !j]] = e;` | elementwise: for all `i` and `j` of `t`; `!i` in `e` is the index; `(a[[!i]], b[[!i]]) = (x, y);` writes [several](lists) |
//! | `for [i, j] in t.indices()` | all indices of `t`, row by row; by memory where that makes no difference |
//! | `for [i, j] in t.zigzag()`, `raster`, `morton`, `hilbert` | a constant order, unrolled; with `.enumerate()` also the position |
//! | `for i in 0..8` | a Rust loop, whose bounds are followed; where nobody can tell, [by memory](order) |
//! | `t.extent(0)`, `t.origin(0)`, `t.step(0)`, `t.stride(0)` | getters: size; location; distance of points in the frame; distance in memory |
//! | `other(t, t[[0, ..]], &mut u, 3);` | calls another kernel, with tensors and anything else |
//! | `for predict in [vertical, horizontal]` | calls several, one after the other: [`lists`](lists#several-kernels) |
//!
//! Views are names for index maps. `let` makes one; it copies and borrows nothing: those of one block are read and written side by side.
//!
//! ```
//! use unite::{Block, kernel};
//!
//! const OFFSET: i32 = 128;
//!
//! /// Sums of pairs, then their differences, of every row.
//! #[kernel]
//! fn haar(row: &mut Tensor<[i32; 8]>) {
//!     let copy = row.to_block();
//!     let (even, odd) = (0, 1);
//!     for k in 0..4 {
//!         row[[k]] = copy[[2 * k + even]] + copy[[2 * k + odd]];
//!         row[[k + 4]] = copy[[2 * k + even]] - copy[[2 * k + odd]];
//!     }
//! }
//!
//! /// The transform of the rows and, through a permuted view, of the columns; then the zigzag sequence.
//! #[kernel]
//! fn transform(samples: &Tensor<[[u8; 8]; 8]>, sequence: &mut Tensor<[i32; 64]>) {
//!     let block = Block::<[[i32; 8]; 8]>::stack();
//!     block[[!y, !x]] = samples[[!y, !x]] - OFFSET;      // elementwise
//!     for y in 0..8 {
//!         haar(&mut block[[y, ..]]);                     // a kernel, called with a view
//!     }
//!     let columns = block.permute([1, 0]);
//!     for x in 0..8 {
//!         haar(&mut columns[[x, ..]]);
//!     }
//!     for (k, [y, x]) in block.zigzag().enumerate() {
//!         sequence[[k]] = block[[y, x]];
//!     }
//! }
//!
//! let samples = Block::from([[130u8; 8]; 8]);
//! let mut sequence = Block::<[i32; 64]>::stack();
//! transform(&samples, &mut sequence);
//! assert_eq!(sequence.as_slice()[..4], [8, 8, 8, 8]);
//! ```
//!
//! ## Tensors of different resolution
//!
//! One flag for each macroblock of 16 by 16 samples is asked for at every sample: refined by 16, the flags have as many
//! points as the picture. Factors that are powers of two become shifts, and what divides evenly vanishes.
//!
//! ```
//! # use unite::{Block, kernel};
//! /// Whether the samples around a block were predicted from this picture.
//! #[kernel]
//! fn may_use(block: &Tensor<[[u8; 4]; 4]>, intra: &Tensor<[[u8]]>) -> bool {
//!     let flags = intra.refine([16, 16])[block]; // a flag for every sample
//!     flags[[-1, -1]] != 0 && flags[[-1, 0]] != 0 && flags[[0, -1]] != 0
//! }
//!
//! let intra = Block::from([[1u8, 1], [0, 1]]).with_coarsening([16, 16])?;
//! let block = |y, x| Block::<[[u8; 4]; 4]>::stack().with_origin([y, x]);
//! assert!(may_use(&block(8, 16)?, &intra));
//! assert!(!may_use(&block(20, 16)?, &intra)); // its left neighbours are in the macroblock without the flag
//! # Ok::<(), unite::BlockError>(())
//! ```
//!
//! Tensors that are made of one parameter, by any of these operations or as copies, may be indexed by each other whatever
//! their resolutions. If `a` and `b` are separate parameters, `a[b]` needs every point of `b` to begin at one of `a`; where the points of
//! `a` lie `n` times as far apart, `a.refine([n, n])[b]` says so, and is checked when the kernel is called; or `b` leaves points
//! out, `a[b.coarsen([n, n])]`.
//!
//! A point of a coarse tensor stands for several. Unless there is a policy, it is the first of them that is read and
//! written; those that lie outside the block do not count.
//!
//! ```
//! # use unite::{Block, kernel};
//! /// Every two by two elements become their mean.
//! #[kernel]
//! fn flatten(plane: &mut Tensor<[[u8]]>) {
//!     let cells = plane.coarsen([2, 2]);
//!     let means = cells.with_coarse_read(CoarseRead::Mean);
//!     let all = cells.with_coarse_write(CoarseWrite::Broadcast);
//!     all[[!y, !x]] = means[[!y, !x]];
//! }
//!
//! let mut plane = Block::from([[1u8, 2, 9], [3, 6, 7]]);
//! flatten(&mut plane);
//! assert_eq!(plane.as_slice(), [3, 3, 8, 3, 3, 8]);
//! ```
//!
//! ## Outside every block
//!
//! Where there is no data, a kernel does not run, unless the tensor has a rule for it. The rules are those of
//! [`Boundary`](library::Boundary). Nothing of such a tensor is part of the footprint; a block of constant extents that lies
//! inside as a whole, and the middle of every row of a larger one, are computed as if there was no rule.
//!
//! ```
//! # use unite::{Block, kernel};
//! /// The mean of each element and its neighbours to the left and to the right.
//! #[kernel]
//! fn blur(out: &mut Tensor<[[u8]]>, plane: &Tensor<[[u8]]>) {
//!     let p = plane.with_boundary(Boundary::Clamp);
//!     out[[!y, !x]] = (p[[!y, !x - 1]] + p[[!y, !x]] + p[[!y, !x + 1]] + 1) / 3;
//! }
//!
//! let mut out = Block::<u8>::zeros([1, 4]);
//! blur(&mut out, &Block::from([[0u8, 30, 60, 90]]));
//! assert_eq!(out.as_slice(), [10, 30, 60, 80]);
//! ```
//!
//! ## Elementwise statements
//!
//! `!i` on the left declares an iterator over that axis of what is written. There it stands alone and once; on the right it is an index
//! like any other, and a number in arithmetic. An iterator on the right that is not on the left is an error. An axis on the left may also
//! have an ordinary index: `t[[!y, 0]] = 1` fills a column. The right side is read before anything is written.
//!
//! ## Functions of numbers
//!
//! `#[kernel]` above a function of numbers, `fn tap(a: i32, b: i32) -> i32`, leaves it a function, and lets kernels see its body: those
//! that say `#[kernel(inline(tap))]`, by any path, also from another crate, and call it by that path. There it is as if it were a
//! closure of the kernel, so lanes compute it, and as narrow as its arguments allow. It has no generics, loops and macros, but may
//! see into others itself. What it names beside its variables are constants, which are `i32`, and what begins with `crate::` or is
//! the language's own. Any other function is called, and the loop has no lanes.
//!
//! `#[kernel]` above `impl Encoder` lets functions in it be kernels: see [`kernel`]. [`instances`] are of a list; C calls [`exports`].
//!
//! ## Sums, and tensors that are stored
//!
//! `sum(|j| ..)` adds up what its closure says, for each index that its names can have, in [order](order#sums): a name stands as an index
//! by itself somewhere, and goes as far as that axis. `product` multiplies, `max` and `min` are the largest and the smallest (what is no
//! number is passed over), `any` and `all` whether one holds, and all do, and `count` is how many do.
//!
//! A tensor of which only some elements are kept is declared with a second argument, the format: `&Tensor<[[f64]], Csr>`, `_` for any, or
//! a generic, `F: Format<2>`. What is passed is a [`StoredBlock`](stored::StoredBlock) of the module [`stored`]. One kernel serves all formats,
//! those of other crates too, and each becomes the loops that one would write for it. A kernel reads what is stored in three ways:
//!
//! * A statement or a sum that is zero where nothing is stored runs over what is stored: the fill has to be
//!   [`Zero`](stored::Zero). Iterators of the left side and names of the sum stand on its axes, each on one. Of several tensors, three
//!   at most, products run over what all have, sums over what any has, and `a * (b + c)` over what it needs: they are walked side
//!   by side, level by level, or one is walked and the others are asked. What is computed where one is absent is known of `+`, `-`,
//!   `*`, `/`, `%`, `&`, `|`, `^`, shifts, casts, of `abs`, `min`, `max` and `clamp` that leave zero as it is, of `a.min(b)` and
//!   `a.max(b)` of two stored ones, of comparisons that do not hold there, as `a > b` and `a != 0.0`, and of `if` with such a
//!   condition; anything else is given zeros. A sum may be a factor, `x[[!i]] * sum(|j| a[[!i, j]])`, and is summed with the rest.
//! * `max(|j| ..)` runs over tensors whose fill is [`Least`](stored::Least), and `min(|j| ..)` over those whose fill is
//!   [`Most`](stored::Most): where nothing is stored, there is nothing to compare. `a.with_fill::<Least>()` makes one. Known are
//!   `min` and `max` of several, and sums of floats: `d[[!i]] = min(|j| a[[!i, j]] + x[[j]])` are shortest paths. `product(|j| ..)`
//!   wants [`One`](stored::One); `all(|j| ..)` zero, and conditions that hold of it, as `a >= 0.0`.
//! * `for ([i, j], element) in a.stored()` is a loop over what is stored, in its order, with any Rust inside.
//! * `a[[p[[k]], k + 1]]` elsewhere is looked up: what is stored, or the fill. Outside it is a panic, which `fits` does not foresee.
//!
//! Views of it are stored tensors, in every format, and nothing is copied: parts `a[[2..5, ..]]`, with a step too, slices `a[[2, ..]]`,
//! `a.permute([1, 0])`, and `a[b]`, the part where another tensor is, as `frame[a]` is that of a dense frame. An index may have a displacement,
//! `a[[!y, !x - 1]]`; beyond the ends nothing is stored if `a.with_boundary(Boundary::Constant(0.0))` says so. Programs pass parts too,
//! `a.window([0..2, 1..3])?`, and kernels what they have: zero is not stored there, unless a statement beside the call says another fill.
//!
//! `c: &mut Tensor<[[f64]], Csr>` is a stored tensor that is written, as a whole: `c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]]` appends
//! elements to a new storage, in order, which takes the place of what was there when the statement ends. Its levels are dense, compressed
//! or singleton. Into those that are dense or hashed, and into [`Dok`](stored::Dok), elements are put, in any order, and by `+=` too.
//! Otherwise a sum, `c[[!i, !j]] = sum(|k| a[[!i, k]] * b[[k, !j]])`, is appended when it is complete: a row of sums is kept in a
//! [`Workspace`](stored::Workspace). `c[[!i]] = max(|j| a[[!i, j]])` and its like are appended so over the innermost axes; `c` has the
//! fill of `a`, for `all` one. Where zero stays zero, `c[[!i, !j]] *= d[[!i]]` changes what is stored, in any format, in place; so do
//! `c[[i, j]] = ..` in a loop over `c.stored()` and `c[[p[[k]], k]] += ..`, where something is stored or put in. What is stored in another
//! order than a statement walks does not compile where it is called, by `cargo build`, and not by `cargo check`.
//!
//! ```
//! # use unite::{Block, kernel, stored::{Csc, Csr, StoredBlock}};
//! #[kernel]
//! fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
//!     y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
//! }
//!
//! #[kernel]
//! fn largest_of_rows(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], Csr>) {
//!     y[[!i]] = 0.0;
//!     for ([i, _], element) in a.stored() {
//!         y[[i]] = f64::max(y[[i]], element);
//!     }
//! }
//!
//! // [5 0 1], [0 0 0], [0 7 0]
//! let a = StoredBlock::<f64, Csr, 2>::csr([3, 3], vec![0, 2, 2, 3], vec![0, 2, 1], vec![5.0, 1.0, 7.0])?;
//! let (mut y, x) = (Block::<f64>::zeros([3]), Block::from([1.0, 2.0, 3.0]));
//! times(&mut y, &a, &x);
//! assert_eq!(y.as_slice(), [8.0, 0.0, 14.0]);
//! times(&mut y, &a.to::<Csc>()?, &x); // by columns
//! assert_eq!(y.as_slice(), [8.0, 0.0, 14.0]);
//! largest_of_rows(&mut y, &a);
//! assert_eq!(y.as_slice(), [5.0, 0.0, 7.0]);
//!
//! #[kernel]
//! fn add(c: &mut Tensor<[[f64]], _>, a: &Tensor<[[f64]], _>, b: &Tensor<[[f64]], _>) {
//!     c[[!i, !j]] = a[[!i, !j]] + b[[!i, !j]];
//! }
//!
//! let b = StoredBlock::<f64, Csr, 2>::from_entries([3, 3], [([0, 2], 9.0), ([1, 0], 4.0)])?;
//! let mut c = StoredBlock::<f64, Csr, 2>::empty([3, 3])?;
//! add(&mut c, &a, &b);
//! assert_eq!(c.to_entries(), [([0, 0], 5.0), ([0, 2], 10.0), ([1, 0], 4.0), ([2, 1], 7.0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Arithmetic widens
//!
//! Standards compute in unbounded integers, and kernels are written like them. A read widens the element to
//! [`Elem::Wide`]: `u8`, `i8`, `u16` and `i16` to `i32`, all else to itself. A write narrows. A value that does not fit
//! panics in builds with debug assertions, as an overflow of Rust's own integers does, and wraps otherwise; clip first
//! where the standard says `Clip1`. Where a number is to wrap around in every build the kernel says so, as Rust does: a cast
//! (`sum as i16`), or `wrapping_add`, `wrapping_sub` and `wrapping_neg` of a type's own numbers, which lanes have, too.
//!
//! ```
//! # use unite::{Block, kernel};
//! #[kernel]
//! fn sharpen(row: &mut Tensor<[u8; 4]>, by: i32) {
//!     row[[!x]] = (row[[!x]] * by).clamp(0, 255); // in i32
//! }
//!
//! let mut row = Block::from([1u8, 50, 100, 200]);
//! sharpen(&mut row, 2);
//! assert_eq!(row.as_slice(), [2, 100, 200, 255]);
//! ```
//!
//! Loop variables of `indices()` and iterators are `i32` in arithmetic. What is declared another type of integers up to `usize`, or cast to
//! it, is cast where it stands beside one of them, `N - 1 - !x`, and where it is written: `t[[!x]] = (2 * v) as u8`.
//!
//! An index is a whole number, and `as` keeps it in an index: `(x - 1) as usize` is -1 where `x` is 0, also under a name that `let` gives
//! it. Only casts to `u8`, `i8`, `u16`, `i16`, `u32` and to types of your own are Rust's own there. A term that calls a function or
//! has a constant in lower case is computed by Rust as a whole, casts included.
//!
//! # What is checked when
//!
//! The interval of every index is inferred, over loops and conditions. Then the check goes as far out as all is known that it needs:
//!
//! | the index depends on | it is checked |
//! |---|---|
//! | constants, inside a block of the kernel's own | at compile time; a mistake is an error that shows the iteration |
//! | loops, extents, parameters | once, at entry: the kernel's *footprint* |
//! | the same, under a condition that is only known further in | at the beginning of that branch, or before that loop: [`conditions`] |
//! | data | at the access |
//! | data under a mask, `t[[data & 255]]` | as an index of 0 to 255 |
//!
//! What does not fit panics, and names kernel, tensor, axis, indices and location; it never is undefined behaviour. The
//! footprint can also be asked. A kernel named `k` is a type too, with
//!
//! * `k::fits(..)`: the call's arguments in, `Ok` or a [`FootprintError`](staged::FootprintError) out. Scalars that the
//!   answer does not depend on are left out. It decides: after `Ok` the call refuses nothing but what elements lead to, and
//!   what follows from numbers that the kernel only passes on. Checks of inner branches and loops, tensors seen from views of
//!   other ones, blocks, and the kernels that are called are all asked ahead, as if nothing returned early.
//! * `k::FOOTPRINT`: the box of indices touched in each tensor, a [`Reach`](staged::Reach) each, where that is a constant.
//!
//! So "may this prediction mode run here?" need not be written by hand a second time:
//!
//! ```
//! # use unite::{Block, kernel};
//! #[kernel]
//! fn vertical(pred: &mut Tensor<[[u8; 4]; 4]>, recon: &Tensor<[[u8]]>) {
//!     pred[[!y, !x]] = recon[pred][[-1, !x]];
//! }
//!
//! let recon = Block::<u8>::zeros([16, 16]);
//! let top = Block::<[[u8; 4]; 4]>::stack();
//! let error = vertical::fits(&top, &recon).unwrap_err();
//! assert!(error.to_string().starts_with("kernel vertical touches indices -1..=-1 of axis 0 of recon"));
//! let below = top.with_origin([4, 0])?;
//! assert!(vertical::fits(&below, &recon).is_ok());
//! # Ok::<(), unite::BlockError>(())
//! ```
//!
//! # Instruction sets
//!
//! On x86-64 every kernel is compiled three times: for the baseline, for x86-64-v3 (AVX2) and for x86-64-v4 (AVX-512). The
//! call chooses what the machine has; kernels called by kernels are compiled into their caller. [`level::limit`] lowers
//! the choice for a whole process, to compare or to measure. Elsewhere, and without the feature `std`, it is the baseline.
//!
//! # Lanes
//!
//! Loops of a kernel become vector code where no iteration needs what another one wrote: over constant extents, over rows with something to
//! compute in 16 bits, or of two to four components in turn (`p[[2 * x + 1]]`), and where a transpose in registers makes rows of columns.
//! Arrays of the body have lanes, and `w.sort()` is a network. Values are held in the narrowest lanes that the inferred ranges allow, `u8`,
//! `i16`, `u16` or `i32`; debug assertions check every lane. The listing says why others are left to the compiler. Attributes overrule that:
//!
//! | attribute | what it asks for |
//! |---|---|
//! | `#[vectorize(b)]` | lanes along `b`, which may be any loop of the nest, or an iterator of an elementwise statement; `#[vectorize(b, 32)]`: so many of them |
//! | `#[unroll]` | all points of a loop of constant extent written out |
//! | `#[scalar]` | one element after the other, also where the compiler would vectorise |
//! | `#[autovectorize]` | a loop as it is, for the compiler; `#[kernel(autovectorize)]`: all loops of the kernel |
//! | `#[accumulators(32)]` | sums of a statement in as many totals, whose additions do not wait for one another: an [order](order#sums) of their terms |
//!
//! `#[kernel(highest = v3)]` keeps a kernel from the levels above x86-64-v3, where AVX-512 makes it slower.
//!
//! Blocks of a loop that go through a block of their own are taken sixteen at a time. Many are at once, too, along an innermost axis that counts them:
//!
//! ```
//! # use unite::{Block, kernel};
//! /// Sums and differences along the columns of sixteen blocks side by side, and what is left of them by rows.
//! #[kernel]
//! fn butterflies(blocks: &Tensor<[[[i16; 16]; 2]; 2]>, out: &mut Tensor<[[i16; 4]; 16]>) {
//!     let sums = Block::<[[[i16; 16]; 2]; 2]>::stack();
//!     for x in 0..2 {
//!         for b in 0..16 {
//!             let column = blocks[[.., x, b]];
//!             sums[[0, x, b]] = column[[0]] + column[[1]];
//!             sums[[1, x, b]] = column[[0]] - column[[1]];
//!         }
//!     }
//!     #[vectorize(b)]
//!     for b in 0..16 {
//!         #[unroll]
//!         for k in 0..4 {
//!             out[[b, k]] = sums[[k / 2, k % 2, b]];
//!         }
//!     }
//! }
//!
//! let blocks = Block::from(std::array::from_fn(|y| std::array::from_fn(|x| [10 * y as i16 + x as i16; 16])));
//! let mut out = Block::from([[0; 4]; 16]);
//! butterflies(&blocks, &mut out);
//! assert_eq!((0..4).map(|k| out.read([7, k])).collect::<Vec<_>>(), [10, 12, -10, -10]);
//! ```
//!
//! Scalar arguments have an unknown range, unless the kernel [declares](ranges) it, `#[range(0..=64)] weight: i32`, and elements that of their type.
//!
//! # What a kernel became
//!
//! `k::plan()` says in a line what becomes of each loop nest of a kernel `k`: along which loop points lie side by side in lanes, how
//! many, how wide, what is done with the rest of a row, which extents have a form of their own, what machines do at once; or
//! why there are no lanes, and what becomes of the loops then. It is a constant, and costs nothing where it is not called.
//!
//! ```
//! use unite::kernel;
//!
//! /// The mean of each sample and its neighbours.
//! #[kernel]
//! fn smooth(out: &mut Tensor<[[u8]]>, picture: &Tensor<[[u8]]>) {
//!     let p = picture.with_boundary(Boundary::Clamp)[out];
//!     out[[!y, !x]] = (p[[!y, !x - 1]] + 2 * p[[!y, !x]] + p[[!y, !x + 1]] + 2) >> 2;
//! }
//!
//! /// The first sample of each row.
//! #[kernel]
//! fn firsts(out: &mut Tensor<[u8; 3]>, picture: &Tensor<[[u8]]>) {
//!     out[[!y]] = picture[[!y, 0]];
//! }
//!
//! assert_eq!(
//!     smooth::plan(),
//!     "loops over y, x: lanes along x, 16 of 8 bits, 32 in long rows; points near the edges one by one; \
//!      the last lanes of a row end with it; at once: (a + 2 * b + c + 2) >> 2, of bytes\n"
//! );
//! assert_eq!(firsts::plan(), "loops over y: no lanes: 3 points are too few for lanes\n");
//! ```
//!
//! `k::remarks()` has the same as values: the lanes, or what prevented them. Of stored tensors `k::plan_of::<A, B>()` says it by type.
//!
//! ```
//! use unite::staged::Outcome;
//! use unite::{Block, kernel};
//!
//! /// Fades to black.
//! #[kernel]
//! fn fade(picture: &mut Tensor<[[u8; 16]; 16]>, #[range(0..=64)] weight: i32) {
//!     picture[[!y, !x]] = (picture[[!y, !x]] * weight + 32) >> 6;
//! }
//!
//! let [nest] = fade::remarks();
//! assert_eq!(nest.outcome, Outcome::Lanes { along: "x", lanes: 16, bits: 16 });
//!
//! let mut picture = Block::from([[200; 16]; 16]);
//! fade(&mut picture, 16);
//! assert_eq!(picture.read([3, 5]), 50);
//! let error = fade::fits(&picture, 65).unwrap_err();
//! assert_eq!(error.to_string(), "kernel fade takes 0..=64 for weight, which is 65");
//! ```
//!
//! `UNITE_EMIT=some/folder cargo build` writes one listing per kernel: for each access the source, the folded offset, the
//! interval of its indices and where it is checked; then the Rust that replaced the kernel. It lies under the path of the source
//! file. The variable is read when a kernel is expanded: touch a file that was compiled already.
//!
//! # Tensors that overlap
//!
//! Called by another kernel with overlapping views of one block, or with one view twice, a kernel does what its source says, one
//! element after the other: a loop sees what it wrote before through the other tensor, and an elementwise statement reads all of
//! its right side before it writes. Where a loop of the kernel could notice, it runs in order and without lanes; what is touched
//! decides that, at the call, so that a prediction from neighbours may stand in their picture. A statement that writes where
//! what it reads says is refused there: pass `t.to_block()` for one of the tensors.
//!
//! # Not in kernels yet
//!
//! * Views that are refined are passed to kernels that take them, `&Tensor<Refined<[[u8]]>>`.
//! * A policy for coarse points holds in the kernel that declares it, and is not passed on. To a kernel an argument is a block of the
//!   points that it has: a part with a step is clamped at its own. Rules of `a[b]` that lead to elements want points of `b` at all of `a`.
//!   Nothing is written through a boundary rule. Reads with a policy other than `First` are computed without lanes.
//! * Reads climb from blocks that the kernel itself makes of a tensor. A parameter has its own block only, and so has a block
//!   made by `stack()` or `zeros()`. Writes stay in their block.
//! * Permutations are literals. Where factors and steps are none, loops along them are computed without lanes.
//! * Views of stored tensors are not looked up, one with a step is not passed on, and there is none of one that is written, of which only the
//!   last axis in its order may stand inside of a sum. DIA, ELL, BCSR and DOK are walked alone.
//! * A kernel is a free function: no methods, and not `async`, `const`, `unsafe` or `extern`.
//!
//! # The model
//!
//! [`space`] is the specification: reference spaces, and the mappings of points between them, as the definitions read.
//! Everything else is tested against it. [`staged`] is what travels between kernels.
//!
//! # Features
//!
//! * `std` (default): choice of the instruction set at run time. Without it the crate is `no_std`, with `alloc`.
//! * `stored` (default): the module [`stored`], and kernels over what is stored.
//! * `one-level`: kernels are compiled once, for the level that the build is for; nothing is chosen at run time. It builds sooner.
#![deny(missing_docs)]
#![cfg_attr(not(feature = "std"), no_std)]

pub mod boundaries;
pub mod conditions;
pub mod exports;
pub mod instances;
pub mod lists;
pub mod order;
pub mod ranges;
pub use unite_core::{
    Accepts, AccessError, Block, BlockError, Dyn, Dynamic, Elem, MAX_RANK, Mean, Packed, Place, Ranked,
    Shape, StaticShape, View, ViewError, ViewMut, inspect, level, library, shape, space, span, staged,
};
pub use unite_macros::kernel;
#[cfg(feature = "stored")]
pub use unite_stored as stored;

mod tensor;
pub use tensor::{Refined, Tensor};

/// The programs of the documents.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../docs/tutorial.md")]
    mod tutorial {}

    #[doc = include_str!("../README.md")]
    mod readme {}
}
