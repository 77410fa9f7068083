//! A tensor of which only some elements are kept: the Poisson equation on a square, solved by conjugate gradients. The matrix has
//! five diagonals. The same kernel runs over it in three formats, and nothing else changes.
//!
//! cargo run --release --example 13_sparse

use unite::library::Heap;
use unite::stored::{Coo, Csr, Dia, Stored, StoredBlock};
use unite::{Block, kernel};

/// y = A x
#[kernel]
fn times(y: &mut Tensor<[f64]>, a: &Tensor<[[f64]], _>, x: &Tensor<[f64]>) {
    y[[!i]] = sum(|j| a[[!i, j]] * x[[j]]);
}

/// The sum of the products of elements.
#[kernel]
fn dot(x: &Tensor<[f64]>, y: &Tensor<[f64]>) -> f64 {
    sum(|i| x[[i]] * y[[i]])
}

/// y += factor x
#[kernel]
fn add(y: &mut Tensor<[f64]>, factor: f64, x: &Tensor<[f64]>) {
    y[[!i]] += factor * x[[!i]];
}

/// x = residual + factor x
#[kernel]
fn turn(x: &mut Tensor<[f64]>, factor: f64, residual: &Tensor<[f64]>) {
    x[[!i]] = residual[[!i]] + factor * x[[!i]];
}

/// Points along each side of the square.
const SIDE: usize = if cfg!(miri) { 8 } else { 60 };
const POINTS: usize = SIDE * SIDE;

/// Four times a point less its neighbours.
fn laplacian() -> impl Iterator<Item = ([usize; 2], f64)> {
    (0..POINTS).flat_map(|point| {
        let (y, x) = (point / SIDE, point % SIDE);
        let near = [
            (y > 0).then(|| point - SIDE),
            (x > 0).then(|| point - 1),
            (x + 1 < SIDE).then_some(point + 1),
            (y + 1 < SIDE).then_some(point + SIDE),
        ];
        let near = near.into_iter().flatten().map(move |other| ([point, other], -1.0));
        near.chain([([point, point], 4.0)])
    })
}

/// Solves A x = b; answers x, and how many steps it took.
fn solve<A>(a: A, b: &Heap<f64, 1>) -> (Heap<f64, 1>, usize)
where
    A: Stored<2, Elem = f64, Fill = unite::stored::Zero>,
    A::Root: unite::stored::Fibre<Below: unite::stored::Fibre<Below = f64>>,
{
    let mut x = Block::<f64>::zeros([POINTS]);
    let (mut residual, mut direction) = (b.clone(), b.clone());
    let mut image = Block::<f64>::zeros([POINTS]);
    let mut square = dot(&residual, &residual);
    let mut steps = 0;
    while square > 1e-16 {
        times(&mut image, a, &direction);
        let length = square / dot(&direction, &image);
        add(&mut x, length, &direction);
        add(&mut residual, -length, &image);
        let next = dot(&residual, &residual);
        turn(&mut direction, next / square, &residual);
        square = next;
        steps += 1;
    }
    (x, steps)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows = StoredBlock::<f64, Csr, 2>::from_entries([POINTS, POINTS], laplacian())?;
    let mut charge = vec![0.0; POINTS];
    charge[SIDE / 2 * SIDE + SIDE / 2] = 1.0;
    let b = Block::<f64>::from_vec(charge, [POINTS])?;
    let (x, steps) = solve(&rows, &b);
    let (by_diagonals, _) = solve(&rows.to::<Dia>()?, &b);
    let (by_entries, _) = solve(&rows.to::<Coo>()?, &b);
    let apart = |other: &Heap<f64, 1>| {
        x.as_slice().iter().zip(other.as_slice()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    println!("{} of {} elements are stored; {steps} steps", rows.stored(), POINTS * POINTS);
    println!("{:.6} in the middle", x.read([(SIDE / 2 * SIDE + SIDE / 2) as isize]));
    println!(
        "rows and diagonals differ by {:.1e}, rows and entries by {:.1e}",
        apart(&by_diagonals),
        apart(&by_entries)
    );
    assert!(apart(&by_diagonals) < 1e-9 && apart(&by_entries) < 1e-9);
    println!("{}", times::plan());
    Ok(())
}
