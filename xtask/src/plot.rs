//! The plot of `docs/price.md`: what each form of each kernel costs beside the hand-written one.

use plotters::prelude::*;
use std::path::Path;

/// Colours of the forms, in their order.
const COLORS: [RGBColor; 7] = [
    RGBColor(90, 24, 24),
    RGBColor(180, 40, 40),
    RGBColor(225, 120, 30),
    RGBColor(235, 175, 40),
    RGBColor(140, 170, 60),
    RGBColor(40, 140, 150),
    RGBColor(25, 70, 160),
];

/// Draws a line for each kernel, and on it a point for each form, at so many times the instructions of the twin: `forms`
/// are their names, and each kernel comes with as many numbers.
pub fn draw(forms: &[&str], kernels: &[(String, Vec<f64>)], file: &Path) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let costs = || kernels.iter().flat_map(|(_, costs)| costs.iter().copied());
    let (least, most) = (costs().fold(1.0, f64::min), costs().fold(1.0, f64::max));
    let rows = kernels.len() as f64;
    let area = SVGBackend::new(file, (900, 90 + 32 * kernels.len() as u32)).into_drawing_area();
    area.fill(&WHITE).map_err(|error| failed(&error))?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(130)
        .build_cartesian_2d((least / 1.5..most * 1.5).log_scale(), -0.5..rows - 0.5)
        .map_err(|error| failed(&error))?;
    let name = |at: &f64| {
        let row = rows - 1.0 - at.round();
        let kernel = kernels.get(row as usize).filter(|_| (at - at.round()).abs() < 1e-6);
        kernel.map(|(name, _)| name.clone()).unwrap_or_default()
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(kernels.len())
        .y_label_formatter(&name)
        .x_label_formatter(&|ratio| format!("{ratio}"))
        .label_style(("sans-serif", 14))
        .x_desc("instructions, times those written by hand")
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 225, 225))
        .axis_style(RGBColor(120, 120, 120))
        .draw()
        .map_err(|error| failed(&error))?;
    let ends = |x: f64| [(x, -0.5), (x, rows - 0.5)];
    let line = PathElement::new(ends(1.0), BLACK);
    chart.draw_series(std::iter::once(line)).map_err(|error| failed(&error))?;
    for (row, (_, costs)) in kernels.iter().enumerate() {
        let y = rows - 1.0 - row as f64;
        let (low, high) = costs.iter().fold((1.0f64, 1.0f64), |(low, high), &x| (low.min(x), high.max(x)));
        let line = PathElement::new([(low, y), (high, y)], RGBColor(200, 200, 200));
        chart.draw_series(std::iter::once(line)).map_err(|error| failed(&error))?;
    }
    for (form, (title, color)) in forms.iter().zip(COLORS).enumerate() {
        let points = kernels.iter().enumerate().filter_map(|(row, (_, costs))| {
            Some(Circle::new((*costs.get(form)?, rows - 1.0 - row as f64), 5, color.filled()))
        });
        chart
            .draw_series(points)
            .map_err(|error| failed(&error))?
            .label(*title)
            .legend(move |(x, y)| Circle::new((x + 8, y), 5, color.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .label_font(("sans-serif", 13))
        .background_style(WHITE)
        .border_style(RGBColor(180, 180, 180))
        .draw()
        .map_err(|error| failed(&error))?;
    area.present().map_err(|error| failed(&error))
}
