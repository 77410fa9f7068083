//! How long the H.264 encoder is, part by part, beside openh264 and JM: a table of `docs/price.md`.
//!
//! cargo has the sources of openh264. JM, the model of the standard, is in no registry: `UNITE_JM` is the folder of its sources.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::markdown;
use crate::process::{cargo, output, root};

/// A part of an encoder: its files here and in others, by what their paths have.
struct Part {
    name: &'static str,
    here: &'static [&'static str],
    openh264: &'static [&'static str],
    jm: &'static [&'static str],
}

const PARTS: [Part; 6] = [
    Part {
        name: "block operations: prediction, transforms, filters, costs",
        here: &["/src/kernels/"],
        openh264: &[
            "core/src/sample.cpp",
            "get_intra_predictor",
            "encode_mb_aux",
            "decode_mb_aux",
            "common/src/mc.cpp",
            "sad_common",
            "deblocking_common",
            "intra_pred_common",
            "expand_pic",
            "copy_mb",
            "core/x86/",
            "common/x86/",
        ],
        jm: &[
            "lcommon/src/transform.c",
            "lencod/src/transform8x8.c",
            "src/block.c",
            "src/intra4x4.c",
            "src/intra8x8.c",
            "src/intra16x16.c",
            "src/intra_chroma.c",
            "src/mc_prediction.c",
            "src/img_luma.c",
            "src/img_chroma.c",
            "src/me_distortion.c",
            "src/md_distortion.c",
            "src/quant4x4.c",
            "quant4x4_normal",
            "src/quant8x8.c",
            "quant8x8_normal",
            "src/quantChroma.c",
            "quantChroma_normal",
        ],
    },
    Part {
        name: "deblocking of pictures",
        here: &["encoder/src/deblock.rs"],
        openh264: &["core/src/deblocking.cpp", "core/inc/deblocking.h"],
        jm: &["loopFilter.c", "loop_filter_normal.c"],
    },
    Part {
        name: "decisions: modes, divisions, motion, vectors",
        here: &[
            "encoder/src/search.rs",
            "encoder/src/inter",
            "encoder/src/intra",
            "encoder/src/partitions.rs",
            "encoder/src/least_levels.rs",
            "encoder/src/trellis.rs",
            "encoder/src/work.rs",
            "encoder/src/row/",
            "encoder/src/settings.rs",
        ],
        openh264: &[
            "svc_motion_estimate",
            "core/src/md.cpp",
            "inc/md.h",
            "mode_decision",
            "base_layer_md",
            "mv_pred",
        ],
        jm: &[
            "src/mode_decision",
            "md_common.c",
            "md_low.c",
            "md_high.c",
            "src/rdopt.c",
            "rd_intra_jm.c",
            "mv_search",
            "mv_prediction",
            "me_epzs",
            "rdoq",
            "_trellis.c",
        ],
    },
    Part {
        name: "entropy coding, with its tables",
        here: &[
            "encoder/src/entropy/",
            "encoder/src/contexts.rs",
            "encoder/src/increments.rs",
            "encoder/src/coder.rs",
            "syntax/macroblock_layer.rs",
        ],
        openh264: &["set_mb_syn_cabac", "set_mb_syn_cavlc", "vlc_encoder.h", "encoder_data_tables.cpp"],
        jm: &["src/cabac.c", "biariencode", "src/vlc.c", "context_ini", "ctx_tables.h"],
    },
    Part {
        name: "parameter sets, headers, levels",
        here: &[
            "encoder/src/headers.rs",
            "encoder/src/info.rs",
            "encoder/src/level.rs",
            "syntax/parameter_sets.rs",
            "syntax/slice_header.rs",
            "syntax/sei.rs",
            "syntax/nal.rs",
        ],
        openh264: &["au_set", "nal_encap", "paraset_strategy", "parameter_sets.h"],
        jm: &["parset", "src/header.c", "src/nal.c", "src/nalu.c", "annexb.c"],
    },
    Part {
        name: "rate control, adaptive quantisation, scene cuts",
        here: &[
            "encoder/src/rate.rs",
            "encoder/src/quantizer.rs",
            "encoder/src/activity.rs",
            "encoder/src/complexity.rs",
        ],
        openh264: &[
            "ratectl.cpp",
            "core/inc/rc.h",
            "processing/src/adaptivequantization/",
            "processing/src/scenechangedetection/",
            "processing/src/complexityanalysis/",
            "processing/src/vaacalc/",
        ],
        jm: &["rc_quadratic", "ratectl.c", "lambda.c"],
    },
];

/// The table.
pub fn table() -> Result<String, String> {
    let (ours, theirs) = (root().join("codecs/h264"), openh264()?.join("upstream/codec"));
    let rust = files(&ours, &["rs"])?;
    let rust: Vec<_> = rust.into_iter().filter(|path| is_library(path)).collect();
    let others = files(&theirs, &["cpp", "h", "asm"])?;
    // The decoder and what is for other processors are not of the encoder.
    let others: Vec<_> =
        others.into_iter().filter(|path| !has(path, &["decoder/", "console/", "/arm"])).collect();
    let model =
        std::env::var_os("UNITE_JM").map(|folder| files(Path::new(&folder), &["c", "h"])).transpose()?;
    // Without the decoder.
    let model: Option<Vec<_>> =
        model.map(|paths| paths.into_iter().filter(|path| has(path, &["lencod/", "lcommon/"])).collect());
    if model.is_none() {
        eprintln!("UNITE_JM names no folder with the sources of JM: the table goes without it");
    }
    let mut rows = Vec::new();
    for part in PARTS {
        let counts = [sum(&rust, part.here)?, sum(&others, part.openh264)?];
        let of_jm = model.as_ref().map(|paths| sum(paths, part.jm)).transpose()?;
        let counts = counts.into_iter().chain(of_jm).map(|count| count.to_string());
        rows.push(std::iter::once(part.name.to_string()).chain(counts).collect());
    }
    let columns = ["part", "here", "openh264", "JM"];
    let shown = if model.is_some() { &columns[..] } else { &columns[..3] };
    Ok(markdown::table(shown, 1, &rows))
}

/// Whether a file is of the encoder's library or of its kernels.
fn is_library(path: &Path) -> bool {
    has(path, &["encoder/src/", "h264/src/"]) && !has(path, &["/bin/", "/c/src/"])
}

fn has(path: &Path, parts: &[&str]) -> bool {
    parts.iter().any(|part| path.to_string_lossy().contains(part))
}

/// The lines of those files that have one of the parts of a path.
fn sum(files: &[PathBuf], parts: &[&str]) -> Result<usize, String> {
    files.iter().filter(|path| has(path, parts)).map(|path| lines(path)).sum()
}

/// Lines with code: neither blank nor of comments alone, and without tests.
fn lines(path: &Path) -> Result<usize, String> {
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(count(&String::from_utf8_lossy(&text)))
}

fn count(text: &str) -> usize {
    let mut within = false;
    let mut code = |line: &str| {
        let line = line.trim();
        let comment = within || line.starts_with("/*");
        within = comment && !line.contains("*/");
        !comment && !line.is_empty() && !line.starts_with("//") && !line.starts_with(';')
    };
    text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).filter(|line| code(line)).count()
}

/// All files below a folder whose names end so.
fn files(folder: &Path, ends: &[&str]) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(files(&path, ends)?);
        } else if path.extension().is_some_and(|end| ends.iter().any(|known| end == *known)) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Where cargo has the sources of openh264.
fn openh264() -> Result<PathBuf, String> {
    // Of all platforms it would want the sources.
    let rustc = output(Command::new("rustc").arg("-vV"))?;
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let text = output(&mut cargo(["metadata", "--format-version", "1", "--filter-platform", host]))?;
    let metadata: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let package = packages.iter().find(|package| package["name"] == "openh264-sys2");
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let folder = manifest.and_then(|manifest| Path::new(manifest).parent());
    folder.map(Path::to_path_buf).ok_or("openh264-sys2 is not among the packages".into())
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn comments_blanks_and_tests_are_no_code() {
        assert_eq!(count("/* a\n b */\nint c; // d\n\n// e\n; f\ng();\n"), 2);
        assert_eq!(count("//! a\nfn b() {}\n#[cfg(test)]\nmod tests {}\n"), 1);
    }
}
