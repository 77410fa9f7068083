//! Kernels that C calls.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::transmute;
use std::path::Path;
use std::process::Command;

use unite::{Block, kernel};

/// How far the columns of a part go.
const W: usize = 5;

#[kernel]
#[export]
/// The sum of absolute differences.
fn difference(a: &Tensor<[[u8; W]; 4]>, b: &Tensor<[[u8; W]; 4]>) -> i32 {
    let mut sum = 0;
    for [y, x] in a.indices() {
        sum += (a[[y, x]] - b[[y, x]]).abs();
    }
    sum
}

#[kernel]
#[unsafe(export(unite_test_scale))]
/// Each element of a plane of any extents, times a number.
fn scale(out: &mut Tensor<[[f32]]>, plane: &Tensor<[[f32]]>, #[range(-8..=8)] by: i32) {
    out[[!y, !x]] = plane[[!y, !x]] * by as f32;
}

#[kernel]
#[export]
/// What the first and the last two columns differ by, of rows that C points into the middle of.
fn at_the_edge(#[at(0, 2)] rows: &Tensor<[[u8; 4]; 3]>, #[tight] out: &mut Tensor<[[i16; 2]; 3]>) {
    out[[!y, !x]] = rows[[!y, !x + 2]] - rows[[!y, !x]];
}

#[kernel]
#[export]
/// Pixels of components, each of rows of which the last lies first.
fn components(picture: &Tensor<[[[u16; 3]; 2]; 2]>, #[at(1)] of_first: &mut Tensor<[u64]>) -> bool {
    of_first[[!k]] = 1000 * !k as u64 + picture[[0, 0, 0]] as u64;
    picture[[1, 1, 2]] == 9
}

struct Counter;

#[kernel]
impl Counter {
    /// How many elements are none of the numbers.
    #[kernel]
    #[export]
    fn others(line: &Tensor<[i64]>, number: i64) -> u32 {
        let mut others = 0u32;
        for k in 0..line.extent(0) {
            others += (line[[k]] != number) as u32;
        }
        others
    }
}

#[kernel]
#[export]
#[instance(sum_of_i32: T = i32)]
#[export]
#[instance(sum_of_f64: T = f64)]
fn sum_of<T>(line: &Tensor<[T; 4]>) -> T {
    line[[0]] + line[[1]] + line[[2]] + line[[3]]
}

#[test]
fn prototypes() {
    assert_eq!(
        difference::PROTOTYPE,
        "int32_t difference(const uint8_t *a, ptrdiff_t a_stride, const uint8_t *b, ptrdiff_t b_stride);"
    );
    assert_eq!(
        scale::PROTOTYPE,
        "void unite_test_scale(float *out, ptrdiff_t out_stride, size_t out_extent_0, size_t out_extent_1, \
         const float *plane, ptrdiff_t plane_stride, size_t plane_extent_0, size_t plane_extent_1, int32_t by);"
    );
    assert_eq!(
        at_the_edge::PROTOTYPE,
        "void at_the_edge(const uint8_t *rows, ptrdiff_t rows_stride, int16_t *out);"
    );
    assert_eq!(
        components::PROTOTYPE,
        "bool components(const uint16_t *picture, ptrdiff_t picture_stride_0, ptrdiff_t picture_stride_1, \
         uint64_t *of_first, size_t of_first_extent_0);"
    );
    assert_eq!(
        Counter_others::PROTOTYPE,
        "uint32_t Counter_others(const int64_t *line, size_t line_extent_0, int64_t number);"
    );
    assert_eq!(sum_of_f64::PROTOTYPE, "double sum_of_f64(const double *line);");
}

#[test]
fn rows_at_any_distance() {
    let plane: Vec<u8> = (0..100u32).map(|i| (i * i % 251) as u8).collect();
    for level in unite::level::Level::available() {
        unite::level::limit(level);
        for (first, stride) in [(0, 7), (70, -9), (3, 5), (40, 0)] {
            let expected: i32 = (0..4)
                .flat_map(|y| (0..5).map(move |x| (y, x)))
                .map(|(y, x)| {
                    let at =
                        |first: isize, stride: isize| i32::from(plane[(first + y * stride + x) as usize]);
                    (at(first, stride) - at(11, 8)).abs()
                })
                .sum();
            // SAFETY: all rows lie in the plane.
            let sum = unsafe { difference::exported()(&plane[first as usize], stride, &plane[11], 8) };
            assert_eq!(sum, expected, "{level:?}, rows {stride} apart");
        }
    }
}

#[test]
fn extents_of_the_call() {
    let mut out = [7.0f32; 12];
    let plane = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    // SAFETY: there are two rows of two in both.
    unsafe { scale::exported()(&mut out[1], 4, 2, 2, &plane[3], -3, 2, 2, -2) };
    assert_eq!(out, [7.0, -8.0, -10.0, 7.0, 7.0, -2.0, -4.0, 7.0, 7.0, 7.0, 7.0, 7.0]);
    // SAFETY: there are no elements.
    unsafe { scale::exported()(std::ptr::null_mut(), 4, 0, 2, std::ptr::null(), 4, 0, 2, 1) };
    assert_eq!(out[1], -8.0);
}

#[test]
fn pointers_into_the_middle() {
    let rows = [0u8, 10, 30, 60, 1, 2, 4, 8, 200, 100, 50, 25];
    let mut out = [0i16; 6];
    // SAFETY: the third element of the first row, and three rows of two.
    unsafe { at_the_edge::exported()(&rows[2], 4, out.as_mut_ptr()) };
    assert_eq!(out, [30, 50, 3, 6, -150, -75]);
    let picture = [5u16, 0, 0, 9, 0, 0, 0, 0, 1, 0, 0, 9, 0, 0, 0, 9];
    let mut line = [0u64; 4];
    // SAFETY: rows lie eight apart, pixels four; the line has three elements around its second one.
    let is_nine = unsafe { components::exported()(picture.as_ptr(), 8, 4, &mut line[1], 3) };
    assert!(!is_nine);
    assert_eq!(line, [5, 1005, 2005, 0]);
    // SAFETY: one element of seven numbers is no 3.
    assert_eq!(unsafe { Counter_others::exported()([3i64, 3, 4, 3, 3, 3, 3].as_ptr(), 7, 3) }, 1);
    assert_eq!(Counter::others(&Block::from([3i64, 4]), 4), 1);
    // SAFETY: four numbers each.
    let sums = unsafe {
        (sum_of_i32::exported()([1, 2, 3, 4].as_ptr()), sum_of_f64::exported()([0.5, 1.0, 0.0, 2.0].as_ptr()))
    };
    assert_eq!(sums, (10, 3.5));
}

type Difference = unsafe extern "C" fn(*const u8, isize, *const u8, isize) -> i32;
type Scale = unsafe extern "C" fn(*mut f32, isize, usize, usize, *const f32, isize, usize, usize, i32);

/// Names are found when a library is loaded.
const RTLD_NOW: c_int = 2;

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// C that declares what kernels say calls them.
#[test]
fn c_compiles_against_the_prototypes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, library) = (folder.join("exported.c"), folder.join("libexported.so"));
    let header: String = [difference::PROTOTYPE, scale::PROTOTYPE, components::PROTOTYPE].join("\n");
    let program = format!(
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n{header}\n\
         int32_t calls(int32_t (*called)(const uint8_t *, ptrdiff_t, const uint8_t *, ptrdiff_t)) {{\n\
             static const uint8_t zero[20], one[20] = {{1, 1, 1, 1, 1, 1}};\n\
             __typeof__(difference) *slot = called;\n\
             return slot(zero, 5, one, 5);\n\
         }}\n\
         void doubles(float *four, __typeof__(unite_test_scale) *called) {{\n\
             called(four, 2, 2, 2, (const float[]){{1, 2, 3, 4}}, 2, 2, 2, 2);\n\
         }}\n"
    );
    std::fs::write(&source, program).expect("a file");
    let status = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status()
        .expect("a C compiler");
    assert!(status.success(), "C does not take the prototypes");
    let path = CString::new(library.to_str().expect("text")).expect("no zero in it");
    let mut four = [0.0f32; 4];
    // SAFETY: the library was just made, does nothing when it is loaded, and has two functions of these types.
    let sum = unsafe {
        let library = dlopen(path.as_ptr(), RTLD_NOW);
        assert!(!library.is_null(), "{path:?} is not loaded");
        let symbol = |name: &CStr| {
            let found = dlsym(library, name.as_ptr());
            assert!(!found.is_null(), "{name:?} is not in the library");
            found
        };
        let calls = transmute::<*mut c_void, unsafe extern "C" fn(Difference) -> i32>(symbol(c"calls"));
        let doubles = transmute::<*mut c_void, unsafe extern "C" fn(*mut f32, Scale)>(symbol(c"doubles"));
        doubles(four.as_mut_ptr(), scale::exported());
        calls(difference::exported())
    };
    assert_eq!((sum, four), (6, [2.0, 4.0, 6.0, 8.0]));
}

unsafe extern "C" {
    /// The kernel `scale`, by the name that linkers see.
    #[allow(clippy::too_many_arguments, reason = "C passes all that a tensor is")]
    fn unite_test_scale(
        out: *mut f32,
        out_stride: isize,
        h: usize,
        w: usize,
        plane: *const f32,
        plane_stride: isize,
        plane_h: usize,
        plane_w: usize,
        by: i32,
    );
}

#[test]
fn linkers_find_the_name() {
    let mut out = [0.0f32; 2];
    // SAFETY: one row of two in both.
    unsafe { unite_test_scale(out.as_mut_ptr(), 2, 1, 2, [3.0f32, 4.0].as_ptr(), 2, 1, 2, 3) };
    assert_eq!(out, [9.0, 12.0]);
}
