//! Drawings as SVG.

use alloc::format;
use alloc::string::String;
use core::fmt;

/// A drawing, from its top left corner on.
pub(super) struct Svg {
    body: String,
}

/// How text stands at its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The width of a letter of a font of 1.
pub(super) const LETTER: f64 = 0.61;

/// The colours of tensors, in turn: told apart without seeing red and green.
pub(super) const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#5b3f8c"];

impl Svg {
    pub fn new() -> Self {
        Svg { body: String::new() }
    }

    pub fn rect(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], style: &str) {
        let [x, y, width, height] = [x, y, width, height].map(Rounded);
        self.body += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {style}/>\n");
    }

    pub fn line(&mut self, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2], style: &str) {
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(Rounded);
        self.body += &format!("<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" {style}/>\n");
    }

    /// A curve that bends to the right on its way.
    pub fn bow(&mut self, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2], by: f64, style: &str) {
        let bend = x.max(to_x) + by;
        let [x, y, to_x, to_y, bend] = [x, y, to_x, to_y, bend].map(Rounded);
        self.body += &format!(
            "<path d=\"M{x} {y} C{bend} {y} {bend} {to_y} {to_x} {to_y}\" fill=\"none\" {style}/>\n"
        );
    }

    pub fn text(&mut self, [x, y]: [f64; 2], size: f64, anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let [x, y, size] = [x, y, size].map(Rounded);
        let text = Escaped(text);
        self.body += &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" {style}>{text}</text>\n"
        );
    }

    /// The document, on white.
    pub fn finish(self, [width, height]: [f64; 2], title: &str) -> String {
        let ([width, height], title, body) = ([width, height].map(Rounded), Escaped(title), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', \
             monospace\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }
}

/// A length, to a tenth.
struct Rounded(f64);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0 + if self.0 < 0.0 { -0.5 } else { 0.5 }) as i64;
        match tenths % 10 {
            0 => write!(f, "{}", tenths / 10),
            _ => write!(f, "{:.1}", tenths as f64 / 10.0),
        }
    }
}

/// Text between tags.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
