//! A comparison of encoders as a picture: bars for the geometric means, lines from the least to the most.

use plotters::prelude::*;
use std::path::Path;

/// What is drawn: for each setting and encoder the least, the mean and the most.
pub type Means<'a> = [([&'a str; 2], [f64; 3])];

/// The colours of encoders, in their order.
const COLORS: [RGBColor; 5] = [
    RGBColor(150, 150, 150),
    RGBColor(200, 60, 40),
    RGBColor(60, 110, 180),
    RGBColor(90, 160, 90),
    RGBColor(190, 160, 60),
];

/// Draws how many times as fast as the first of `encoders` each is, setting by setting, into an SVG file.
///
/// # Errors
/// If the file cannot be written, as text.
pub fn draw(means: &Means<'_>, encoders: &[&str], file: &Path) -> Result<(), String> {
    draw_all(means, encoders, file).map_err(|error| format!("{}: {error}", file.display()))
}

fn draw_all(means: &Means<'_>, encoders: &[&str], file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut settings: Vec<&str> = Vec::new();
    for ([setting, _], _) in means {
        if !settings.contains(setting) {
            settings.push(setting);
        }
    }
    let most = means.iter().map(|(_, [.., most])| *most).fold(1.0, f64::max);
    // A group of bars for each setting, from top to bottom, and a gap below it.
    let bars = encoders.len();
    let group = |setting: usize| ((settings.len() - 1 - setting) * (bars + 1)) as f64;
    let top = (settings.len() * (bars + 1)) as f64;
    let height = 60 + 11 * (top as u32);
    let root = SVGBackend::new(file, (800, height)).into_drawing_area();
    root.fill(&WHITE)?;
    // Logarithmic, because speeds are ratios.
    let mut chart = ChartBuilder::on(&root)
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(150)
        .build_cartesian_2d((0.05..most * 1.3).log_scale(), 0.0..top)?;
    let name = |at: &f64| {
        let found = (0..settings.len()).find(|&i| (*at - group(i) - (bars / 2) as f64).abs() < 0.5);
        found.map(|i| settings[i].to_string()).unwrap_or_default()
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(settings.len() * (bars + 1) + 1)
        .y_label_formatter(&name)
        .x_label_formatter(&|speed| format!("{speed}"))
        .x_desc(format!("times as fast as {}, one thread", encoders[0]))
        .draw()?;
    for (place, (&encoder, color)) in encoders.iter().zip(COLORS).enumerate() {
        let of_encoder = means.iter().filter(|([_, name], _)| *name == encoder);
        let rows: Vec<(f64, [f64; 3])> = of_encoder
            .filter_map(|([setting, _], speeds)| {
                let at = settings.iter().position(|other| other == setting)?;
                Some((group(at) + (bars - 1 - place) as f64, *speeds))
            })
            .collect();
        let bar = |&(y, [_, mean, _]): &(f64, [f64; 3])| {
            Rectangle::new([(0.05, y + 0.1), (mean, y + 0.9)], color.filled())
        };
        chart
            .draw_series(rows.iter().map(bar))?
            .label(encoder)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled()));
        let range = |&(y, [least, _, most]): &(f64, [f64; 3])| {
            PathElement::new(vec![(least, y + 0.5), (most, y + 0.5)], BLACK.stroke_width(1))
        };
        chart.draw_series(rows.iter().map(range))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
