//! The command with the switches of `cjpeg`: the files, and the refusals.
#![cfg(feature = "cli")]

mod support;

use std::process::Command;

use support::cjpeg::{available, pgm, pipe, ppm};
use support::folder::Folder;
use support::pictures::{generated, gray};

/// The command as `cjpeg`.
fn ours(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let arguments: Vec<String> = ["--cjpeg"].iter().chain(arguments).map(|&word| word.into()).collect();
    pipe(env!("CARGO_BIN_EXE_unite-jpeg"), &arguments, input)
}

fn theirs(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    pipe("cjpeg", &arguments.iter().map(|&word| word.into()).collect::<Vec<_>>(), input)
}

#[test]
fn files_are_those_of_cjpeg() {
    if !available("cjpeg") {
        return;
    }
    let folder = Folder::new("cjpeg");
    let steps: Vec<String> = (0..128).map(|i| (i % 40 + 2).to_string()).collect();
    let two = folder.file("two.txt", format!("# steps\n{}\n", steps.join(" ")).as_bytes());
    let one = folder.file("one.txt", steps[..64].join("\n").as_bytes());
    let profile = folder.file("profile", &[7; 70_000]);
    let (color, gray) = (generated(67, 41), gray(&generated(67, 41)));
    let cases: [&[&str]; 26] = [
        &[],
        &["-quality", "90"],
        &["-q", "0"],
        &["-Q", "30,90"],
        &["-quality", "10", "-baseline"],
        &["-grayscale"],
        &["-gr", "-optimize"],
        &["-o", "-restart", "1"],
        &["-optimise", "-r", "3b"],
        &["-p"],
        &["-progressive", "-quality", "95", "-sample", "1x1"],
        &["-sample", "2x1"],
        &["-sa", "1x2"],
        &["-sample", "4x1", "-restart", "2B"],
        &["-sample", "2x2,1x1,1x1"],
        &["-rgb"],
        &["-rgb", "-optimize"],
        &["-rgb", "-progressive"],
        &["-dct", "int", "-smooth", "0", "-maxmemory", "1000", "-strict"],
        &["-qtables", &two],
        &["-qtables", &one, "-optimize"],
        &["-qtables", &two, "-quality", "80"],
        &["-qt", &one, "-quality", "80,20"],
        &["-icc", &profile],
        &["-icc", &profile, "-progressive", "-grayscale"],
        &["-rgb", "-grayscale", "-restart", "0"],
    ];
    for switches in cases {
        let file = ppm(&color);
        assert!(ours(switches, &file) == theirs(switches, &file), "{switches:?}");
        // Of grey, the factors of -sample mean nothing, and cjpeg writes them all the same.
        if !switches.contains(&"-rgb") && !switches.iter().any(|switch| switch.starts_with("-sa")) {
            let file = pgm(&gray);
            assert!(ours(switches, &file) == theirs(switches, &file), "grey, {switches:?}");
        }
    }
    // Named files.
    let input = folder.file("in.ppm", &ppm(&color));
    let output = folder.path("out.jpg");
    assert!(ours(&["-outfile", &output, "-q", "50", &input], &[]).is_empty());
    assert!(folder.read("out.jpg") == theirs(&["-q", "50", &input], &[]));
}

#[test]
fn without_loss_it_is_cjpeg_of_version_3() {
    let picture = generated(30, 20);
    let file = ours(&["-lossless", "6,1", "-restart", "2"], &ppm(&picture));
    let expected = support::turbo::compress(
        &support::turbo::Samples::U8(picture.into_raw()),
        [30, 20],
        3,
        8,
        &support::turbo::lossless(6, 1, 8, 2),
    );
    assert!(file == expected);
}

#[cfg(unix)]
#[test]
fn a_link_named_cjpeg_is_enough() {
    let folder = Folder::new("link");
    let link = folder.path("cjpeg");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_unite-jpeg"), &link).expect("a link to the command");
    let picture = ppm(&generated(20, 10));
    assert!(pipe(&link, &["-quality".into(), "40".into()], &picture) == ours(&["-quality", "40"], &picture));
}

#[test]
fn what_would_be_another_file_is_refused() {
    let refused: [&[&str]; 12] = [
        &["-arithmetic"],
        &["-dct", "float"],
        &["-smooth", "10"],
        &["-scans", "x"],
        &["-qslots", "0,1"],
        &["-targa"],
        &["-sample", "3x1"],
        &["-quality"],
        &["-nonsense"],
        &["-precision", "12"],
        &["-lossless", "8"],
        &["a", "b"],
    ];
    for switches in refused {
        let output = Command::new(env!("CARGO_BIN_EXE_unite-jpeg")).arg("--cjpeg").args(switches).output();
        let output = output.expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{switches:?}: {said}");
        assert!(said.starts_with("cjpeg: ") && said.contains("usage: "), "{switches:?}: {said}");
    }
    let version =
        Command::new(env!("CARGO_BIN_EXE_unite-jpeg")).args(["--cjpeg", "-version"]).output().unwrap();
    assert!(version.status.success() && String::from_utf8_lossy(&version.stderr).starts_with("unite-jpeg "));
}
