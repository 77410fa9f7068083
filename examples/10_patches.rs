//! Patches of an adaptive mesh: a coarse grid, and finer blocks where something happens.
//!
//! Heat spreads on both. A patch is a block of its own, at its location in the grid and refined by 2; no list says which cell
//! lies under which, nor which patches are neighbours. What lies around a patch is looked up at its location, in the other
//! patches and then in the grid; what a patch knows better goes up to the grid by coverage.

mod drawing;

use drawing::{Colour, Picture};
use unite::library::{Boundary, Climb, CoarseRead, Copied, Heap};
use unite::{Block, Mean, ViewError, kernel};

const SIZE: usize = 24;
const TILE: isize = 4;
const STEPS: usize = if cfg!(miri) { 1 } else { 6 };

/// One step of diffusion. `now` has neighbours on all sides.
#[kernel]
fn diffuse(next: &mut Tensor<[[f32]]>, now: &Tensor<[[f32]]>, rate: f32) {
    next[[!y, !x]] = now[[!y, !x]]
        + rate
            * (now[[!y - 1, !x]] + now[[!y + 1, !x]] + now[[!y, !x - 1]] + now[[!y, !x + 1]]
                - 4.0 * now[[!y, !x]]);
}

/// A tensor with one more element on each side. The outermost ones repeat at the border of the grid.
fn with_border(tensor: &Climb<'_, f32, 2>) -> Result<Heap<f32, 2>, ViewError> {
    let [h, w] = tensor.extents();
    let mut bordered = Block::<f32>::zeros([h + 2, w + 2]);
    for [y, x] in bordered.indices() {
        bordered.write([y, x], tensor.get_with(Boundary::Clamp, [y - 1, x - 1])?);
    }
    Ok(bordered)
}

/// The part of a bordered block that is not border.
fn inner(block: &Heap<f32, 2>) -> Result<unite::View<'_, f32, 2>, ViewError> {
    let [h, w] = block.extents().map(|extent| extent as isize);
    block.view().partition([1..h - 1, 1..w - 1])
}

/// A patch for each tile of the grid in which the temperature differs much, with the temperatures of the grid.
fn refine(grid: &Heap<f32, 2>) -> Result<Vec<Copied<f32, 2>>, ViewError> {
    let tiles = grid.view().coarsen([TILE as usize; 2])?;
    let mut patches = Vec::new();
    for [y, x] in tiles.indices() {
        let [least, most] = [CoarseRead::Min, CoarseRead::Max].map(|policy| tiles.get_coarse(policy, [y, x]));
        if most? - least? > 0.2 {
            let tile = grid.view().partition([TILE * y..TILE * (y + 1), TILE * x..TILE * (x + 1)])?;
            patches.push(tile.refine([2, 2])?.to_block()?);
        }
    }
    Ok(patches)
}

/// Gives the grid the mean of the points of a patch at the location of each of its cells.
fn restrict(grid: &mut Heap<f32, 2>, patch: &Copied<f32, 2>) -> Result<(), ViewError> {
    let coarse = grid.clone();
    let mut under = grid.view_mut().region_of(patch)?;
    for [y, x] in under.indices() {
        let covered = patch.view().coverage([2 * y, 2 * x], &coarse)?;
        assert_eq!(covered.extents(), [2, 2]);
        let mean = f32::mean(covered.indices().map(|index| covered.read(index)));
        under.write([y, x], mean.unwrap_or_default());
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A hot ring.
    let mut grid = Block::<f32>::zeros([SIZE, SIZE]);
    for [y, x] in grid.indices() {
        let (dy, dx) = (y as f32 - 11.5, x as f32 - 11.5);
        let distance = (dy * dy + dx * dx).sqrt();
        grid.write([y, x], if (6.0..8.0).contains(&distance) { 1.0 } else { 0.0 });
    }
    let before: f32 = grid.as_slice().iter().sum();
    let mut patches = refine(&grid)?;
    println!("{} patches of {} tiles", patches.len(), (SIZE / TILE as usize).pow(2));
    assert!(patches.len() > 8 && patches.len() < 36);

    for _ in 0..STEPS {
        let (old_grid, old_patches) = (grid.clone(), patches.clone());
        let now = with_border(&Climb::from(old_grid.view()))?;
        diffuse(&mut grid, &inner(&now)?.tensor()?, 0.05);
        // A point of a patch is half as wide, so that heat spreads four times as far in points.
        for (patch, old) in patches.iter_mut().zip(&old_patches) {
            let mut around = Climb::from(old.view());
            for other in &old_patches {
                around = around.climb(&other.view())?;
            }
            let now = with_border(&around.climb(&old_grid.view())?)?;
            diffuse(patch, &inner(&now)?.tensor()?, 0.2);
        }
        for patch in &patches {
            restrict(&mut grid, patch)?;
        }
    }

    // Under a patch the grid has the means of the patch. Heat is neither made nor lost, but where patches end.
    let patch = &patches[0];
    let cell = grid.view().colocate(patch)?;
    let mean = f32::mean([[0, 0], [0, 1], [1, 0], [1, 1]].into_iter().map(|index| patch.read(index)));
    assert_eq!(Some(cell.read([0, 0])), mean);
    assert_eq!(cell.read([0, 0]), cell.read([1, 1])); // one cell of the grid
    let after: f32 = grid.as_slice().iter().sum();
    println!("heat before {before:.2}, after {after:.2}");
    assert!((after - before).abs() < 0.05 * before);
    draw(&grid, &patches)?;
    Ok(())
}

/// The grid, and the patches over it, each where it lies.
fn draw(grid: &Heap<f32, 2>, patches: &[Copied<f32, 2>]) -> Result<(), Box<dyn std::error::Error>> {
    const SIDE: f64 = 20.0;
    let heat = |value: f32| -> Colour {
        let value = value.clamp(0.0, 1.0);
        [255, (255.0 - 200.0 * value) as u8, (235.0 - 235.0 * value) as u8]
    };
    let mut picture = Picture::default();
    picture.text([8.0, 18.0], &format!("a grid of {SIZE} by {SIZE}, and {} patches", patches.len()));
    let place = |at: isize, axis: usize| [8.0, 28.0][axis] + SIDE * at as f64;
    for [y, x] in grid.indices() {
        picture.square([place(x, 0), place(y, 1)], SIDE, heat(grid.read([y, x])));
        picture.outline([place(x, 0), place(y, 1)], [SIDE; 2], 0.3);
    }
    for patch in patches {
        let under = grid.view().region_of(patch)?;
        let tensor = unite::Place::tensor_space(&under);
        let origin = tensor.origin_in(tensor.space().root()).unwrap_or_default();
        let (left, top) = (place(origin[1], 0), place(origin[0], 1));
        for [y, x] in patch.indices() {
            let at = [left + SIDE / 2.0 * x as f64, top + SIDE / 2.0 * y as f64];
            picture.square(at, SIDE / 2.0, heat(patch.read([y, x])));
            picture.outline(at, [SIDE / 2.0; 2], 0.3);
        }
        picture.outline([left, top], [SIDE * TILE as f64; 2], 1.5);
    }
    picture.save("patches.svg")?;
    Ok(())
}
