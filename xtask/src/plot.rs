//! Plots of ratios: a line for each row of a table, and on it a point for each column, on a logarithmic scale.

use plotters::prelude::*;
use std::path::Path;

/// Colours of the columns, in their order.
const COLORS: [RGBColor; 7] = [
    RGBColor(90, 24, 24),
    RGBColor(180, 40, 40),
    RGBColor(225, 120, 30),
    RGBColor(235, 175, 40),
    RGBColor(140, 170, 60),
    RGBColor(40, 140, 150),
    RGBColor(25, 70, 160),
];

/// What differs from plot to plot.
pub struct Axes<'a> {
    /// What the ratios are.
    pub label: &'a str,
    /// Pixels for the names of the rows.
    pub names: u32,
    /// How many times the greatest ratio there is room for: the names of the columns stand there.
    pub room: f64,
}

/// Draws a line for each row, and on it a point for each column that has a ratio there; a line stands at 1. `columns` are their
/// names, and each row comes with as many ratios.
pub fn draw(
    axes: &Axes<'_>,
    columns: &[&str],
    rows: &[(String, Vec<Option<f64>>)],
    file: &Path,
) -> Result<(), String> {
    draw_all(axes, columns, rows, file).map_err(|error| format!("{}: {error}", file.display()))
}

fn draw_all(
    axes: &Axes<'_>,
    columns: &[&str],
    rows: &[(String, Vec<Option<f64>>)],
    file: &Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let ratios = || rows.iter().flat_map(|(_, ratios)| ratios.iter().flatten().copied());
    let (least, most) = (ratios().fold(1.0, f64::min), ratios().fold(1.0, f64::max));
    let count = rows.len() as f64;
    let area = SVGBackend::new(file, (900, 90 + 32 * rows.len() as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(axes.names)
        .build_cartesian_2d((least / 1.5..most * axes.room).log_scale(), -0.5..count - 0.5)?;
    let name = |at: &f64| {
        let row = count - 1.0 - at.round();
        let row = rows.get(row as usize).filter(|_| (at - at.round()).abs() < 1e-6);
        row.map(|(name, _)| name.clone()).unwrap_or_default()
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(rows.len())
        .y_label_formatter(&name)
        .x_label_formatter(&|ratio| format!("{ratio}"))
        .label_style(("sans-serif", 14))
        .x_desc(axes.label)
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 225, 225))
        .axis_style(RGBColor(120, 120, 120))
        .draw()?;
    let line = PathElement::new([(1.0, -0.5), (1.0, count - 0.5)], BLACK);
    chart.draw_series(std::iter::once(line))?;
    for (row, (_, ratios)) in rows.iter().enumerate() {
        let y = count - 1.0 - row as f64;
        let (low, high) = ratios.iter().flatten().fold((1.0f64, 1.0f64), |(l, h), &x| (l.min(x), h.max(x)));
        let line = PathElement::new([(low, y), (high, y)], RGBColor(200, 200, 200));
        chart.draw_series(std::iter::once(line))?;
    }
    for (column, (title, color)) in columns.iter().zip(COLORS).enumerate() {
        let points = rows.iter().enumerate().filter_map(|(row, (_, ratios))| {
            let ratio = ratios.get(column).copied().flatten()?;
            Some(Circle::new((ratio, count - 1.0 - row as f64), 5, color.filled()))
        });
        chart
            .draw_series(points)?
            .label(*title)
            .legend(move |(x, y)| Circle::new((x + 8, y), 5, color.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .label_font(("sans-serif", 13))
        .background_style(WHITE)
        .border_style(RGBColor(180, 180, 180))
        .draw()?;
    Ok(area.present()?)
}
