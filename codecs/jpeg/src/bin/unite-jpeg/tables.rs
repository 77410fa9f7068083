//! Tables that are read from files.

use std::fs;
use std::path::Path;

use unite_jpeg::HuffmanTable;

/// Quantisation tables as `cjpeg` reads them: numbers with white space between, 64 a table, row by row; `#` begins a comment.
pub fn quantization(path: &Path) -> Result<Vec<[u16; 64]>, String> {
    let about = |what: &str| format!("{}: {what}", path.display());
    let text = fs::read_to_string(path).map_err(|error| about(&error.to_string()))?;
    let words = text.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
    let steps: Result<Vec<u16>, _> = words.map(str::parse).collect();
    let steps = steps.map_err(|error| about(&error.to_string()))?;
    let (tables, rest) = steps.as_chunks();
    if !rest.is_empty() || !(1..=4).contains(&tables.len()) {
        return Err(about(&format!("{} steps are not one to four tables of 64", steps.len())));
    }
    Ok(tables.to_vec())
}

/// The first two pairs of Huffman tables of a JPEG file, such as one of tables only.
pub fn huffman(path: &Path) -> Result<[[HuffmanTable; 2]; 2], String> {
    let about = |what: &str| format!("{}: {what}", path.display());
    let file = fs::read(path).map_err(|error| about(&error.to_string()))?;
    let mut found: [[Option<HuffmanTable>; 2]; 2] = Default::default();
    let mut rest = file.strip_prefix(&[0xFF, 0xD8]).ok_or_else(|| about("not a JPEG file"))?;
    // Segments up to the first scan or the end.
    while let [0xFF, marker, high, low, after @ ..] = rest {
        if matches!(marker, 0xDA | 0xD9) {
            break;
        }
        let length = usize::from(u16::from_be_bytes([*high, *low])).saturating_sub(2);
        let (segment, next) = after.split_at_checked(length).ok_or_else(|| about("it is cut off"))?;
        if *marker == 0xC4 {
            read_tables(segment, &mut found).ok_or_else(|| about("a Huffman table is broken"))?;
        }
        rest = next;
    }
    let [[y_dc, y_ac], [c_dc, c_ac]] = found;
    let (Some(y_dc), Some(y_ac)) = (y_dc, y_ac) else {
        return Err(about("it has no Huffman tables"));
    };
    // A grey picture has one pair.
    let [c_dc, c_ac] = [c_dc.unwrap_or_else(|| y_dc.clone()), c_ac.unwrap_or_else(|| y_ac.clone())];
    Ok([[y_dc, y_ac], [c_dc, c_ac]])
}

/// The tables of one DHT segment.
fn read_tables(mut segment: &[u8], found: &mut [[Option<HuffmanTable>; 2]; 2]) -> Option<()> {
    while let Some((class, rest)) = segment.split_first() {
        let (bits, rest) = rest.split_first_chunk::<16>()?;
        let count = bits.iter().map(|&count| usize::from(count)).sum();
        let (values, rest) = rest.split_at_checked(count)?;
        let table = HuffmanTable::new(*bits, values).ok()?;
        if let Some(slot) = found.get_mut(usize::from(class & 15)) {
            *slot.get_mut(usize::from(class >> 4))? = Some(table);
        }
        segment = rest;
    }
    Some(())
}
