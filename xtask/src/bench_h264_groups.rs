//! Slots of encoders by what they do: the table of the README of the codec.

use crate::gallery::geometric_mean;
use crate::markdown;
use crate::process::root;

/// Groups, and how the names of their slots begin. A slot is of the first group that its name is of.
const GROUPS: [(&str, &[&str]); 25] = [
    ("Intra 4x4", &["predict_4x4"]),
    ("Intra 8x8", &["predict_8x8 ", "predict_8x8_"]),
    ("Intra 16x16", &["predict_16x16"]),
    ("Intra chroma", &["predict_8x8c", "predict_8x16c", "predict_chroma"]),
    ("SAD", &["sad "]),
    ("SSD", &["ssd"]),
    ("SATD", &["satd ", "sa8d ", "costs 4x16"]),
    ("SAD, several at once", &["sad_x", "sad_around"]),
    ("SATD, several at once", &["satd_x"]),
    ("modes tried at once", &["intra_", "combined"]),
    ("forward transforms", &["sub ", "sub_dc", "dc forward", "dct", "luma_dc"]),
    ("inverse transforms", &["add", "dc inverse", "idct", "inverse_luma_dc"]),
    ("quantisation", &["quanti", "denoise", "optimize_chroma_dc", "chroma_dc"]),
    ("scaling", &["scale"]),
    ("scans", &["zigzag", "field", "sub_scan", "interleave_levels", "scan"]),
    ("averages, weights", &["average"]),
    ("chroma interpolation", &["chroma ", "mc_chroma"]),
    ("luma interpolation", &["half_planes", "mc_luma", "get_ref"]),
    ("deblocking", &["deblock", "strength"]),
    ("activity", &["variance", "hadamard_ac", "vsad", "asd8", "ssim_core"]),
    ("levels counted", &["decimate_score", "coeff_last", "coeff_level_run"]),
    ("levels chosen", &["trellis"]),
    ("lookahead", &["propagate", "pack", "unpack", "half_resolution"]),
    ("copies and planes", &["copy", "store_chroma", "load_chroma", "interleave ", "deinterleave"]),
    ("exhaustive search", &["ads", "integral"]),
];

/// What a slot is to its group: its encoder and name, and how many times as much theirs takes, of time and of instructions, and plain
/// Rust of time.
pub struct Slot<'r> {
    pub encoder: &'r str,
    pub name: &'r str,
    pub time: Option<f64>,
    pub instructions: Option<f64>,
    pub plain: Option<f64>,
}

/// The group of a slot.
fn group(name: &str) -> Option<usize> {
    GROUPS.iter().position(|(_, begins)| begins.iter().any(|begin| name.starts_with(begin)))
}

/// Puts the table of all groups into the README of the codec.
pub fn write(slots: &[Slot<'_>]) -> Result<(), String> {
    let page = root().join("codecs/h264/README.md");
    let failed = |error: std::io::Error| format!("{}: {error}", page.display());
    let text = std::fs::read_to_string(&page).map_err(failed)?;
    let text = markdown::replaced(&text, "slots by what they do", &table(slots)?)?;
    std::fs::write(&page, text).map_err(failed)
}

/// Geometric means over the slots of each group, and over all.
fn table(slots: &[Slot<'_>]) -> Result<String, String> {
    if let Some(slot) = slots.iter().find(|slot| group(slot.name).is_none()) {
        return Err(format!("no group has `{}`", slot.name));
    }
    let row = |name: String, is_of: &dyn Fn(&Slot<'_>) -> bool| {
        let of = |encoder: &'static str| {
            slots.iter().filter(move |slot| slot.encoder == encoder && is_of(slot)).collect::<Vec<_>>()
        };
        let mean = |slots: &[&Slot<'_>], figure: fn(&Slot<'_>) -> Option<f64>| {
            let figures = slots.iter().filter_map(|slot| figure(slot));
            geometric_mean(figures).map_or(String::new(), |mean| format!("{mean:.2}"))
        };
        let (x264, openh264) = (of("x264"), of("openh264"));
        let count = |slots: &[&Slot<'_>]| match slots.len() {
            0 => String::new(),
            count => count.to_string(),
        };
        vec![
            name,
            count(&x264),
            mean(&x264, |slot| slot.time),
            mean(&x264, |slot| slot.instructions),
            mean(&x264, |slot| slot.plain),
            count(&openh264),
            mean(&openh264, |slot| slot.time),
            mean(&openh264, |slot| slot.instructions),
        ]
    };
    let mut rows: Vec<Vec<String>> = GROUPS
        .iter()
        .enumerate()
        .map(|(number, (name, _))| row(name.to_string(), &|slot| group(slot.name) == Some(number)))
        .collect();
    rows.push(row("**all**".to_string(), &|_| true));
    let heads = [
        "slots",
        "x264: count",
        "time, theirs/ours",
        "instructions, theirs/ours",
        "plain Rust/ours",
        "openh264: count",
        "time, theirs/ours",
        "instructions, theirs/ours",
    ];
    Ok(markdown::table(&heads, 1, &rows))
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, Slot, group, table};

    #[test]
    fn slots_have_their_groups() {
        let of = |name: &str| group(name).map(|number| GROUPS[number].0);
        assert_eq!(of("predict_8x8c dc"), Some("Intra chroma"));
        assert_eq!(of("predict_8x8 dc"), Some("Intra 8x8"));
        assert_eq!(of("interleave_levels field"), Some("scans"));
        assert_eq!(of("chroma_dc_skip"), Some("quantisation"));
        assert_eq!(of("idct2x4dc alone"), Some("inverse transforms"));
        assert_eq!(of("nothing"), None);
    }

    #[test]
    fn means_are_geometric() {
        let slot = |encoder, time| Slot { encoder, name: "sad 16x16", time, instructions: None, plain: None };
        let table =
            table(&[slot("x264", Some(2.0)), slot("x264", Some(0.5)), slot("openh264", None)]).unwrap();
        let cells = crate::markdown::cells(table.lines().nth(6).unwrap());
        assert_eq!(cells, ["SAD", "2", "1.00", "", "", "1", "", ""]);
    }
}
