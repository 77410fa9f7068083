//! How long the H.264 encoder is, part by part, beside openh264: a table of `docs/price.md`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::markdown;
use crate::process::{cargo, output, root};

/// A part of an encoder: its files here and in openh264, by what their paths have.
type Part = (&'static str, &'static [&'static str], &'static [&'static str]);

const PARTS: [Part; 6] = [
    (
        "block operations: prediction, transforms, filters, costs",
        &["/src/kernels/"],
        &[
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
    ),
    (
        "deblocking of pictures",
        &["encoder/src/deblock.rs"],
        &["core/src/deblocking.cpp", "core/inc/deblocking.h"],
    ),
    (
        "decisions: modes, divisions, motion, vectors",
        &[
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
        &["svc_motion_estimate", "core/src/md.cpp", "inc/md.h", "mode_decision", "base_layer_md", "mv_pred"],
    ),
    (
        "entropy coding, with its tables",
        &[
            "encoder/src/entropy/",
            "encoder/src/contexts.rs",
            "encoder/src/increments.rs",
            "encoder/src/coder.rs",
            "syntax/macroblock_layer.rs",
        ],
        &["set_mb_syn_cabac", "set_mb_syn_cavlc", "vlc_encoder.h", "encoder_data_tables.cpp"],
    ),
    (
        "parameter sets, headers, levels",
        &[
            "encoder/src/headers.rs",
            "encoder/src/info.rs",
            "encoder/src/level.rs",
            "syntax/parameter_sets.rs",
            "syntax/slice_header.rs",
            "syntax/sei.rs",
            "syntax/nal.rs",
        ],
        &["au_set", "nal_encap", "paraset_strategy", "parameter_sets.h"],
    ),
    (
        "rate control, adaptive quantisation, scene cuts",
        &[
            "encoder/src/rate.rs",
            "encoder/src/quantizer.rs",
            "encoder/src/activity.rs",
            "encoder/src/complexity.rs",
        ],
        &[
            "ratectl.cpp",
            "core/inc/rc.h",
            "processing/src/adaptivequantization/",
            "processing/src/scenechangedetection/",
            "processing/src/complexityanalysis/",
            "processing/src/vaacalc/",
        ],
    ),
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
    let mut rows = Vec::new();
    for (part, here, there) in PARTS {
        rows.push(
            [part.to_string(), sum(&rust, here)?.to_string(), sum(&others, there)?.to_string()].to_vec(),
        );
    }
    Ok(markdown::table(&["part", "here", "openh264"], 1, &rows))
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
