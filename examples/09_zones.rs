//! Zonal statistics: two rasters of one landscape, at different resolutions and with different corners.
//!
//! One raster holds heights. The other one says to which zone a place belongs, with one cell for 4 by 4 heights. Which zone a
//! height is in, and which heights a cell of zones covers, is asked of their locations.

mod drawing;

use drawing::{Colour, Picture};
use unite::{Block, kernel};

const ZONES: usize = 4;

/// For each zone: how many heights there are, their sum, the least and the greatest.
#[kernel]
fn statistics(zone: &mut Tensor<[[i32; 4]; ZONES]>, heights: &Tensor<[[u8]]>, zones: &Tensor<[[u8]]>) {
    let zone_of = zones.refine([4, 4])[heights]; // a zone for every height, indexed as the heights are
    for [y, x] in heights.indices() {
        let (z, height) = (zone_of[[y, x]], heights[[y, x]]);
        zone[[z, 0]] += 1;
        zone[[z, 1]] += height;
        zone[[z, 2]] = if zone[[z, 0]] == 1 { height } else { zone[[z, 2]].min(height) };
        zone[[z, 3]] = zone[[z, 3]].max(height);
    }
}

/// A hill to the upper right, and a lower one.
fn height(y: isize, x: isize) -> u8 {
    let hill = |cy: f64, cx: f64, top: f64, wide: f64| {
        let (dy, dx) = (y as f64 - cy, x as f64 - cx);
        top * (-(dy * dy + dx * dx) / wide).exp()
    };
    (20.0 + hill(8.0, 26.0, 180.0, 90.0) + hill(22.0, 9.0, 110.0, 60.0)) as u8
}

/// Four zones that meet in the middle, along steps.
fn zone(y: isize, x: isize) -> u8 {
    u8::from(2 * y + x > 11) + 2 * u8::from(x > y + 1)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The map of zones has its corner at 0, 0; the heights begin three rows and two columns further in.
    let mut zones = Block::<u8>::zeros([8, 9]).with_coarsening([4, 4])?;
    for [y, x] in zones.indices() {
        zones.write([y, x], zone(y, x));
    }
    let mut heights = Block::<u8>::zeros([26, 31]).with_origin([3, 2])?;
    for [y, x] in heights.indices() {
        heights.write([y, x], height(y + 3, x + 2));
    }

    let mut result = Block::<[[i32; 4]; ZONES]>::stack();
    statistics(&mut result, &heights, &zones);
    println!("zone  heights   mean  least  greatest");
    for z in 0..ZONES as isize {
        let [count, sum, least, greatest] = [0, 1, 2, 3].map(|k| result.read([z, k]));
        println!("{z:4} {count:8} {:6.1} {least:6} {greatest:9}", f64::from(sum) / f64::from(count));
    }

    // The other way round, in the library: the heights that each cell of the map covers.
    let mut counts = [0; ZONES];
    let mut sums = [0; ZONES];
    let whole = heights.view();
    for [y, x] in zones.indices() {
        let cell = zones.view().partition([y..y + 1, x..x + 1])?;
        let covered = whole.view().region_of(&cell)?;
        let z = usize::from(cell.read([0, 0]));
        // At the border of the map a cell covers places without heights.
        for index in covered.indices() {
            if let Ok(height) = covered.get(index) {
                counts[z] += 1;
                sums[z] += i32::from(height);
            }
        }
    }
    for z in 0..ZONES {
        assert_eq!([result.read([z as isize, 0]), result.read([z as isize, 1])], [counts[z], sums[z]]);
    }
    assert_eq!(counts.iter().sum::<i32>(), 26 * 31);

    // Or the map is made as fine as the heights, and each height asks for its zone.
    let zone_of = zones.view().colocate(&heights)?;
    let in_zone = |z: u8| heights.indices().filter(|&index| zone_of.read(index) == z).count();
    assert_eq!(in_zone(2), counts[2] as usize);

    draw(&heights.view(), &zone_of, &result)?;
    Ok(())
}

/// The heights, the zones over them, and the mean of each zone in its place.
fn draw(
    heights: &unite::View<'_, u8, 2>,
    zone_of: &unite::View<'_, u8, 2>,
    result: &Block<[[i32; 4]; ZONES], [[i32; 4]; ZONES]>,
) -> Result<(), Box<dyn std::error::Error>> {
    const SIDE: f64 = 10.0;
    let tint = |value: f64, zone: u8| -> Colour {
        let towards: Colour = [[0, 114, 178], [213, 94, 0], [0, 158, 115], [184, 134, 11]][usize::from(zone)];
        towards.map(|sample| (255.0 - (255.0 - f64::from(sample)) * (0.15 + 0.85 * value / 200.0)) as u8)
    };
    let mut picture = Picture::default();
    for (number, title) in ["heights", "zones", "the mean of each zone"].into_iter().enumerate() {
        let left = 8.0 + 330.0 * number as f64;
        picture.text([left, 16.0], title);
        for [y, x] in heights.indices() {
            let zone = zone_of.read([y, x]);
            let of = |k| f64::from(result.read([isize::from(zone), k]));
            let colour = match number {
                0 => [255 - heights.read([y, x]); 3],
                1 => tint(120.0, zone),
                _ => tint(of(1) / of(0), zone),
            };
            picture.square([left + SIDE * x as f64, 24.0 + SIDE * y as f64], SIDE, colour);
        }
        picture.outline([left, 24.0], [SIDE * 31.0, SIDE * 26.0], 1.0);
    }
    picture.save("zones.svg")?;
    Ok(())
}
