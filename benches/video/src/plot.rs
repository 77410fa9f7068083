//! Rate and distortion as a picture.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::distortion::Point;

/// The colours of encoders, in their order.
const COLORS: [RGBColor; 12] = [
    RGBColor(120, 120, 120),
    RGBColor(190, 190, 190),
    RGBColor(60, 60, 60),
    RGBColor(60, 110, 180),
    RGBColor(235, 175, 40),
    RGBColor(225, 120, 30),
    RGBColor(200, 60, 40),
    RGBColor(120, 30, 60),
    RGBColor(90, 160, 90),
    RGBColor(40, 100, 60),
    RGBColor(150, 110, 190),
    RGBColor(90, 60, 130),
];

/// Draws a line for each encoder, with a point for each quantiser, into an SVG file.
///
/// # Errors
/// If the file cannot be written, as text.
pub fn draw(title: &str, encoders: &[(String, Vec<Point>)], file: &Path) -> Result<(), String> {
    draw_all(title, encoders, file).map_err(|error| format!("{}: {error}", file.display()))
}

fn draw_all(title: &str, encoders: &[(String, Vec<Point>)], file: &Path) -> Result<(), Box<dyn Error>> {
    let all = || encoders.iter().flat_map(|(_, points)| points);
    let ends = |of: fn(&Point) -> f64| {
        (all().map(of).fold(f64::INFINITY, f64::min), all().map(of).fold(0.0, f64::max))
    };
    let ((least, most), (low, high)) = (ends(|point| point.kilobits), ends(|point| point.psnr));
    let root = SVGBackend::new(file, (800, 480)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d((least * 0.9..most * 1.1).log_scale(), low - 0.5..high + 0.5)?;
    chart.configure_mesh().x_desc("kbit/s").y_desc("PSNR of luminance, dB").draw()?;
    for ((name, points), color) in encoders.iter().zip(COLORS) {
        let line = points.iter().map(|point| (point.kilobits, point.psnr));
        chart
            .draw_series(LineSeries::new(line.clone(), color.stroke_width(2)).point_size(3))?
            .label(name.replace("**", ""))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE)
        .border_style(RGBColor(180, 180, 180))
        .draw()?;
    root.present()?;
    Ok(())
}
