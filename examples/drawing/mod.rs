//! Rasters as SVG, for the examples: each element is a square.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A red, a green and a blue sample.
pub type Colour = [u8; 3];

/// A picture that is drawn from its upper left corner on.
#[derive(Default)]
pub struct Picture {
    body: String,
    size: [f64; 2],
}

impl Picture {
    /// A square with its upper left corner at `[x, y]`.
    pub fn square(&mut self, [x, y]: [f64; 2], side: f64, colour: Colour) {
        // Thousands of numbers as text would take Miri minutes.
        if cfg!(miri) {
            return self.grow([x + side, y + side]);
        }
        let [r, g, b] = colour;
        let fill = format!("fill=\"#{r:02x}{g:02x}{b:02x}\"");
        writeln!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" {fill}/>").unwrap();
        self.grow([x + side, y + side]);
    }

    /// The outline of a box.
    pub fn outline(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], stroke: f64) {
        let style = format!("fill=\"none\" stroke=\"#24292f\" stroke-width=\"{stroke}\"");
        writeln!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {style}/>")
            .unwrap();
        self.grow([x + width, y + height]);
    }

    /// A line of text that begins at `[x, y]`.
    pub fn text(&mut self, [x, y]: [f64; 2], text: &str) {
        let style = "font-family=\"monospace\" font-size=\"12\" fill=\"#24292f\"";
        writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" {style}>{text}</text>").unwrap();
        self.grow([x + 7.4 * text.chars().count() as f64, y + 4.0]);
    }

    fn grow(&mut self, [x, y]: [f64; 2]) {
        self.size = [self.size[0].max(x), self.size[1].max(y)];
    }

    /// Writes the picture to `target/pictures/`, and says so.
    pub fn save(&self, name: &str) -> std::io::Result<()> {
        let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
        std::fs::create_dir_all(&folder)?;
        let [width, height] = self.size.map(|length| length + 8.0);
        let head =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n");
        let white = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n");
        std::fs::write(folder.join(name), head + &white + &self.body + "</svg>\n")?;
        println!("drawn: target/pictures/{name}");
        Ok(())
    }
}
