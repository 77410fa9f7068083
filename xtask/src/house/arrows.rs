//! Which crate of the workspace may depend on which.

use serde_json::Value;

/// Every crate, with the crates of the workspace that it may depend on. What stands later may use what stands
/// earlier, never the other way round.
const ARROWS: &[(&str, &[&str])] = &[
    ("unite-ranges", &[]),
    ("unite-core", &["unite-ranges"]),
    ("unite-lane-tests", &["unite-core"]),
    ("unite-stored", &["unite-core"]),
    ("unite-compiler", &["unite-ranges"]),
    ("unite-macros", &["unite-compiler"]),
    ("unite", &["unite-core", "unite-macros", "unite-stored"]),
    ("unite-allocations", &[]),
    ("unite-bitstream", &[]),
    ("unite-y4m", &[]),
    ("unite-jpeg", &["unite", "unite-allocations", "unite-bitstream"]),
    ("unite-h264", &["unite", "unite-bitstream"]),
    ("unite-h264-encoder", &["unite", "unite-bitstream", "unite-h264", "unite-y4m"]),
    ("unite-h264-streams", &["unite-h264-encoder"]),
    ("unite-h264-encoder-c", &["unite-h264-encoder"]),
    ("unite-h264-c", &["unite", "unite-h264"]),
    ("unite-h264-c10", &["unite", "unite-h264", "unite-h264-c"]),
    ("unite-h264-peers", &["unite", "unite-h264", "unite-h264-c", "unite-h264-c10"]),
    ("unite-adapters", &["unite"]),
    ("unite-beyond", &["unite", "unite-allocations"]),
    ("unite-agreement", &["unite", "unite-compiler", "unite-core"]),
    ("unite-hostile", &["unite"]),
    ("unite-sound-2021", &["unite"]),
    ("unite-ui-tests", &["unite", "unite-macros"]),
    ("unite-rounds", &[]),
    ("unite-jpeg-benches", &["unite", "unite-jpeg", "unite-rounds"]),
    ("unite-video-benches", &["unite-h264-encoder", "unite-y4m"]),
    ("unite-beyond-benches", &["unite", "unite-beyond", "unite-rounds"]),
    (
        "unite-benches",
        &[
            "unite-rounds",
            "unite",
            "unite-beyond",
            "unite-bitstream",
            "unite-jpeg",
            "unite-h264",
            "unite-h264-c",
            "unite-h264-peers",
        ],
    ),
    ("unite-fuzz", &["unite", "unite-compiler", "unite-jpeg", "unite-h264-encoder"]),
    ("xtask", &[]),
];

/// Dependencies of every kind that go against the arrows.
pub fn check(metadata: &Value) -> Result<Vec<String>, String> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let names: Vec<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut findings = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some((_, allowed)) = ARROWS.iter().find(|(crate_name, _)| *crate_name == name) else {
            findings.push(format!("crate {name}: has no place in the table of arrows"));
            continue;
        };
        let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
        for dependency in dependencies.iter().filter_map(|dependency| dependency["name"].as_str()) {
            // Tests of a crate may ask for more of its features.
            if dependency != name && names.contains(&dependency) && !allowed.contains(&dependency) {
                findings.push(format!("crate {name}: depends on {dependency}, against the arrows"));
            }
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::{ARROWS, check};
    use serde_json::json;

    #[test]
    fn the_table_itself_goes_one_way() {
        for (index, (name, allowed)) in ARROWS.iter().enumerate() {
            let earlier = |other: &&str| ARROWS[..index].iter().any(|(name, _)| name == other);
            assert!(allowed.iter().all(earlier), "{name}");
        }
    }

    #[test]
    fn an_arrow_back_is_found() {
        let metadata = json!({"packages": [
            {"name": "unite-core", "dependencies": [{"name": "unite"}, {"name": "proptest"}]},
            {"name": "unite", "dependencies": [{"name": "unite-core"}]},
            {"name": "newcomer", "dependencies": []},
        ]});
        let findings = check(&metadata).expect("packages");
        assert_eq!(findings.len(), 2, "{findings:?}");
        assert!(findings[0].contains("unite-core: depends on unite"));
        assert!(findings[1].contains("newcomer"));
    }
}
