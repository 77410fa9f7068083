//! The plot of `docs/beyond.md`: how many times as long peers take as our kernels.

use plotters::prelude::*;
use std::path::Path;

/// Colours of the peers, in their order.
const COLORS: [RGBColor; 5] = [
    RGBColor(140, 170, 60),
    RGBColor(235, 175, 40),
    RGBColor(225, 120, 30),
    RGBColor(180, 40, 40),
    RGBColor(25, 70, 160),
];

/// Draws a line for each task, and on it a point for each peer that has it, at so many times our time.
pub fn draw(peers: &[String], tasks: &[(String, Vec<Option<f64>>)], file: &Path) -> Result<(), String> {
    draw_all(peers, tasks, file).map_err(|error| format!("{}: {error}", file.display()))
}

fn draw_all(
    peers: &[String],
    tasks: &[(String, Vec<Option<f64>>)],
    file: &Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let ratios = || tasks.iter().flat_map(|(_, ratios)| ratios.iter().flatten().copied());
    let (least, most) = (ratios().fold(1.0, f64::min), ratios().fold(1.0, f64::max));
    let rows = tasks.len() as f64;
    let area = SVGBackend::new(file, (900, 110 + 26 * tasks.len() as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(220)
        .build_cartesian_2d((least / 1.3..most * 4.0).log_scale(), -0.5..rows - 0.5)?;
    let name = |at: &f64| {
        let row = rows - 1.0 - at.round();
        let task = tasks.get(row as usize).filter(|_| (at - at.round()).abs() < 1e-6);
        task.map(|(name, _)| name.clone()).unwrap_or_default()
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(tasks.len())
        .y_label_formatter(&name)
        .x_label_formatter(&|ratio| format!("{ratio}"))
        .label_style(("sans-serif", 14))
        .x_desc("time of one thread, times that of unite: right of the line is slower than unite")
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 225, 225))
        .axis_style(RGBColor(120, 120, 120))
        .draw()?;
    let line = PathElement::new([(1.0, -0.5), (1.0, rows - 0.5)], BLACK);
    chart.draw_series(std::iter::once(line))?;
    for (row, (_, ratios)) in tasks.iter().enumerate() {
        let y = rows - 1.0 - row as f64;
        let (low, high) = ratios.iter().flatten().fold((1.0f64, 1.0f64), |(l, h), &x| (l.min(x), h.max(x)));
        let line = PathElement::new([(low, y), (high, y)], RGBColor(200, 200, 200));
        chart.draw_series(std::iter::once(line))?;
    }
    let is_drawn = |(_, peer): &(usize, &String)| *peer != "the better of both"; // stands where one of them does
    for ((column, peer), color) in peers.iter().enumerate().filter(is_drawn).zip(COLORS) {
        let points = tasks.iter().enumerate().filter_map(|(row, (_, ratios))| {
            let ratio = ratios.get(column).copied().flatten()?;
            Some(Circle::new((ratio, rows - 1.0 - row as f64), 5, color.filled()))
        });
        chart
            .draw_series(points)?
            .label(peer.as_str())
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
