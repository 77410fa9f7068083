//! Marker segments: everything in a file but the entropy-coded data (T.81 Annex B, JFIF 1.01).

use crate::choices::{Density, DensityUnit};
use crate::frame::{Frame, Stored};
use crate::huffman::HuffmanTable;
use crate::metadata::Metadata;
use crate::quantization::QuantTable;
use crate::script::Scan;

/// The second byte of each marker (T.81 table B.1).
pub(crate) mod code {
    pub(crate) const SOF0: u8 = 0xC0;
    pub(crate) const SOF1: u8 = 0xC1;
    pub(crate) const SOF2: u8 = 0xC2;
    pub(crate) const SOF3: u8 = 0xC3;
    pub(crate) const DHT: u8 = 0xC4;
    pub(crate) const RST0: u8 = 0xD0;
    pub(crate) const SOI: u8 = 0xD8;
    pub(crate) const EOI: u8 = 0xD9;
    pub(crate) const SOS: u8 = 0xDA;
    pub(crate) const DQT: u8 = 0xDB;
    pub(crate) const DRI: u8 = 0xDD;
    pub(crate) const APP0: u8 = 0xE0;
    pub(crate) const APP14: u8 = 0xEE;
}

/// Appends one segment: marker, length, parameters.
fn segment(out: &mut Vec<u8>, marker: u8, parameters: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(&[0xFF, marker]);
    let start = out.len();
    out.extend_from_slice(&[0, 0]);
    parameters(out);
    // The length counts its own two bytes. No segment written here comes near 65535.
    let length = (out.len() - start) as u16;
    out[start..start + 2].copy_from_slice(&length.to_be_bytes());
}

/// Start of image.
pub(crate) fn start_of_image(out: &mut Vec<u8>) {
    out.extend_from_slice(&[0xFF, code::SOI]);
}

/// What says how components are to be understood: JFIF knows grey and YCbCr, all else is Adobe's.
pub(crate) fn application(out: &mut Vec<u8>, stored: Stored, density: Density) {
    match stored {
        Stored::Gray | Stored::YCbCr => jfif(out, density),
        Stored::Rgb | Stored::Cmyk => adobe(out, 0),
        Stored::Ycck => adobe(out, 2),
    }
}

/// All that `metadata` holds, which was checked.
pub(crate) fn metadata(out: &mut Vec<u8>, metadata: &Metadata) {
    metadata.each_segment(|marker, parts| {
        segment(out, marker, |out| parts.iter().for_each(|part| out.extend_from_slice(part)));
    });
}

/// The JFIF header, without a thumbnail.
fn jfif(out: &mut Vec<u8>, density: Density) {
    segment(out, code::APP0, |out| {
        out.extend_from_slice(b"JFIF\0");
        out.extend_from_slice(&[1, 1]);
        out.push(match density.unit {
            DensityUnit::AspectRatio => 0,
            DensityUnit::Inch => 1,
            DensityUnit::Centimetre => 2,
        });
        out.extend_from_slice(&density.x.to_be_bytes());
        out.extend_from_slice(&density.y.to_be_bytes());
        out.extend_from_slice(&[0, 0]);
    });
}

/// Adobe's marker, which says how three or four components are to be understood: `transform` is 0 for red, green and blue
/// or for inks, 1 for YCbCr, 2 for YCCK.
fn adobe(out: &mut Vec<u8>, transform: u8) {
    segment(out, code::APP14, |out| {
        out.extend_from_slice(b"Adobe");
        out.extend_from_slice(&[0, 100, 0, 0, 0, 0, transform]);
    });
}

/// Quantisation tables (B.2.4.1).
pub(crate) fn quantization(out: &mut Vec<u8>, tables: &[QuantTable]) {
    for (destination, table) in tables.iter().enumerate() {
        segment(out, code::DQT, |out| {
            out.push(u8::from(table.is_16_bit()) << 4 | destination as u8);
            for step in table.in_zigzag_order() {
                let [high, low] = step.to_be_bytes();
                if table.is_16_bit() {
                    out.push(high);
                }
                out.push(low);
            }
        });
    }
}

/// The frame header (B.2.2). Steps of 16 bits make a sequential frame an `extended` one.
pub(crate) fn frame(out: &mut Vec<u8>, frame: &Frame, progressive: bool, extended: bool) {
    let marker = match (progressive, extended) {
        (true, _) => code::SOF2,
        (false, true) => code::SOF1,
        (false, false) => code::SOF0,
    };
    segment(out, marker, |out| {
        out.push(8);
        out.extend_from_slice(&(frame.height as u16).to_be_bytes());
        out.extend_from_slice(&(frame.width as u16).to_be_bytes());
        out.push(frame.components.len() as u8);
        for component in frame.components.iter() {
            let factors = (component.h << 4 | component.v) as u8;
            out.extend_from_slice(&[component.identifier, factors, component.table as u8]);
        }
    });
}

/// Huffman tables (B.2.4.2): a DC and an AC table for each destination.
pub(crate) fn huffman(out: &mut Vec<u8>, tables: &[[HuffmanTable; 2]]) {
    for (destination, classes) in tables.iter().enumerate() {
        for (class, table) in classes.iter().enumerate() {
            huffman_table(out, class, destination, table);
        }
    }
}

/// The restart interval (B.2.4.4) and the header (B.2.3) of the one scan of a sequential frame.
pub(crate) fn scan(out: &mut Vec<u8>, frame: &Frame, restart_interval: u16) {
    restarts(out, restart_interval);
    segment(out, code::SOS, |out| {
        out.push(frame.components.len() as u8);
        for component in frame.components.iter() {
            out.extend_from_slice(&[component.identifier, (component.table << 4 | component.table) as u8]);
        }
        // All coefficients at once, at full precision.
        out.extend_from_slice(&[0, 63, 0]);
    });
}

/// The tables of a scan of a progressive frame, its restart interval if it is `changed`, and its header.
pub(crate) fn progressive_scan(
    out: &mut Vec<u8>,
    frame: &Frame,
    scan: &Scan,
    (dc, ac): (&[HuffmanTable; 2], &HuffmanTable),
    changed: Option<u16>,
) {
    let components = &frame.components[scan.components.clone()];
    let is_dc = scan.band[0] == 0;
    match (is_dc, scan.high) {
        (true, 0) => {
            for (destination, table) in dc.iter().enumerate().take(frame.tables()) {
                huffman_table(out, 0, destination, table);
            }
        }
        // Refining DC coefficients takes no codes.
        (true, _) => {}
        (false, _) => huffman_table(out, 1, components[0].table, ac),
    }
    if let Some(interval) = changed {
        segment(out, code::DRI, |out| out.extend_from_slice(&interval.to_be_bytes()));
    }
    segment(out, code::SOS, |out| {
        out.push(components.len() as u8);
        for component in components {
            // Tables that are not used are 0.
            let tables = match (is_dc, scan.high) {
                (true, 0) => component.table << 4,
                (true, _) => 0,
                (false, _) => component.table,
            };
            out.extend_from_slice(&[component.identifier, tables as u8]);
        }
        out.extend_from_slice(&[scan.band[0], scan.band[1], scan.high << 4 | scan.low]);
    });
}

fn huffman_table(out: &mut Vec<u8>, class: usize, destination: usize, table: &HuffmanTable) {
    segment(out, code::DHT, |out| {
        out.push((class << 4 | destination) as u8);
        out.extend_from_slice(table.bits());
        out.extend_from_slice(table.values());
    });
}

fn restarts(out: &mut Vec<u8>, interval: u16) {
    if interval > 0 {
        segment(out, code::DRI, |out| out.extend_from_slice(&interval.to_be_bytes()));
    }
}

/// The frame header of a lossless frame of process 14 (B.2.2).
pub(crate) fn lossless_frame(
    out: &mut Vec<u8>,
    [width, height]: [u32; 2],
    precision: u8,
    identifiers: &[u8],
) {
    segment(out, code::SOF3, |out| {
        out.push(precision);
        out.extend_from_slice(&(height as u16).to_be_bytes());
        out.extend_from_slice(&(width as u16).to_be_bytes());
        out.push(identifiers.len() as u8);
        identifiers.iter().for_each(|&identifier| out.extend_from_slice(&[identifier, 0x11, 0]));
    });
}

/// The table of a lossless scan, its restart interval, and its header (B.2.3): `parameters` are selection value and
/// point transform.
pub(crate) fn lossless_scan(
    out: &mut Vec<u8>,
    identifiers: &[u8],
    table: &HuffmanTable,
    restart_interval: u16,
    [selection, shift]: [u8; 2],
) {
    huffman_table(out, 0, 0, table);
    restarts(out, restart_interval);
    segment(out, code::SOS, |out| {
        out.push(identifiers.len() as u8);
        identifiers.iter().for_each(|&identifier| out.extend_from_slice(&[identifier, 0]));
        out.extend_from_slice(&[selection, 0, shift]);
    });
}

/// End of image.
pub(crate) fn end_of_image(out: &mut Vec<u8>) {
    out.extend_from_slice(&[0xFF, code::EOI]);
}
