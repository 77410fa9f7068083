//! The header in the repository is the one that cbindgen writes from the functions.

use std::path::Path;

#[test]
fn the_header_is_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("a configuration");
    let mut builder = cbindgen::Builder::new().with_config(config);
    // Nothing but the files of this crate is read: no metadata of dependencies, no tool that is run.
    let sources = [
        "activity",
        "chroma_levels",
        "cost",
        "deblock",
        "inter",
        "intra_costs",
        "levels",
        "lossless",
        "luma",
        "planes",
        "predict",
        "predict_8x8",
        "quantization",
        "residual",
        "search",
        "trellis",
    ];
    for source in sources {
        builder = builder.with_src(folder.join(format!("src/{source}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().expect("functions that C can call").write(&mut header);
    let header = String::from_utf8(header).expect("text");
    let kept = folder.join("include/unite_h264_10.h");
    if std::env::var("UNITE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&kept, &header).expect("a place for the header");
    }
    let found = std::fs::read_to_string(&kept).unwrap_or_default();
    assert!(found == header, "{} is not current: UNITE_BLESS=1 writes it", kept.display());
}
