//! The command `unite-jpeg`, as a script sees it.
#![cfg(feature = "cli")]

mod support;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use image::DynamicImage;
use support::cjpeg::{ppm, view};
use support::folder::Folder;
use support::pictures::generated;
use unite_jpeg::{
    Density, DensityUnit, Encoder, EncoderConfig, HuffmanTables, LosslessConfig, LosslessEncoder,
    LosslessImage, LosslessTables, Metadata, PixelFormat, Predictor, Quantization, Restart, Sampling,
};

fn run_with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unite-jpeg"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // The command may end without having read anything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the command ends")
}

fn run(arguments: &[&str]) -> Output {
    run_with_input(arguments, &[])
}

/// Runs, expects an exit code, and returns what was said on standard error.
#[track_caller]
fn message(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).expect("a message in Unicode");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    message
}

fn encoded(config: EncoderConfig) -> Vec<u8> {
    Encoder::new(config).unwrap().encode_to_vec(&view(&generated(40, 30))).unwrap()
}

#[test]
fn switches_do_what_they_say() {
    let folder = Folder::new("switches");
    let input = folder.file("in.ppm", &ppm(&generated(40, 30)));
    let output = folder.path("out.jpg");
    let base = EncoderConfig::new;
    let mut cases: Vec<(Vec<&str>, EncoderConfig)> = vec![
        (vec![], base()),
        (vec!["--quality", "7"], base().quality(7)),
        (vec!["--quality", "7", "--baseline"], base().quality(7).force_baseline(true)),
        (vec!["--optimize"], base().huffman(HuffmanTables::Optimized)),
        (vec!["--restart", "2"], base().restart(Restart::Mcus(2))),
        (vec!["--density", "300"], base().density(Density::dpi(300))),
        (vec!["--progress"], base()),
        (vec!["--progressive"], base().progressive(true)),
        (vec!["--no-transform"], base().transform(false)),
        (vec!["--restart-rows", "1"], base().restart(Restart::McuRows(1))),
        (vec!["--chrominance-quality", "30"], base().chrominance_quality(30)),
        (vec!["--abbreviated"], base().abbreviated(true)),
        (vec!["--aspect", "4:3"], base().density(Density { unit: DensityUnit::AspectRatio, x: 4, y: 3 })),
        (
            vec!["--comment", "one", "--comment", "two"],
            base().metadata(Metadata::new().comment("one").comment("two")),
        ),
        (vec!["--threads", "3"], base()),
        (vec!["--threads", "0", "--optimize"], base().huffman(HuffmanTables::Optimized)),
    ];
    for (name, sampling) in ["444", "440", "422", "411", "420", "gray"].into_iter().zip(Sampling::ALL) {
        cases.push((vec!["--sampling", name], base().sampling(sampling)));
    }
    for (switches, config) in cases {
        let arguments = [&[&input, "-o", &output], &switches[..]].concat();
        assert_eq!(message(&arguments, 0), "");
        assert!(folder.read("out.jpg") == encoded(config), "{switches:?}");
    }
    assert_eq!(folder.names(), ["in.ppm", "out.jpg"]);
}

#[test]
fn pipes() {
    let folder = Folder::new("pipes");
    let picture = ppm(&generated(40, 30));
    let expected = encoded(EncoderConfig::new());
    let output = run_with_input(&["-", "-o", "-"], &picture);
    assert!(output.status.success() && output.stdout == expected && output.stderr.is_empty());
    let path = folder.path("out.jpg");
    assert!(run_with_input(&["-", "-o", &path], &picture).status.success());
    assert!(folder.read("out.jpg") == expected);
    let output = run_with_input(&["-", "-o", "-"], b"not a picture");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard input: "));
}

#[test]
fn formats_depths_and_alpha() {
    let folder = Folder::new("formats");
    let picture = DynamicImage::from(generated(40, 30));
    picture.to_rgba8().save(folder.path("alpha.png")).unwrap();
    picture.to_rgb16().save(folder.path("deep.png")).unwrap();
    // Content, not name, tells the format.
    picture.save_with_format(folder.path("named.tiff"), image::ImageFormat::Png).unwrap();
    for name in ["alpha.png", "deep.png", "named.tiff"] {
        assert_eq!(message(&[&folder.path(name), "-o", &folder.path("out.jpg")], 0), "");
        assert!(folder.read("out.jpg") == encoded(EncoderConfig::new()), "{name}");
    }
}

#[test]
fn many_pictures_go_to_a_folder() {
    let folder = Folder::new("many");
    let picture = ppm(&generated(40, 30));
    let (a, b) = (folder.file("a.ppm", &picture), folder.file("b.c.ppm", &picture));
    fs::create_dir(folder.path("out")).unwrap();
    assert_eq!(message(&[&a, &b, "-o", &folder.path("out")], 0), "");
    assert!(folder.read("out/a.jpg") == encoded(EncoderConfig::new()));
    assert!(folder.read("out/b.c.jpg") == encoded(EncoderConfig::new()));

    // One that fails does not stop the others.
    let bad = folder.file("bad.ppm", b"P6\n1000 1000\n255\nshort");
    fs::remove_file(folder.path("out/b.c.jpg")).unwrap();
    let said = message(&[&bad, &b, "-o", &folder.path("out")], 1);
    assert!(said.starts_with("unite-jpeg: ") && said.contains("bad.ppm"), "{said}");
    assert!(folder.read("out/b.c.jpg") == encoded(EncoderConfig::new()));
    assert!(!Path::new(&folder.path("out/bad.jpg")).exists());
}

#[test]
fn many_pictures_on_threads() {
    let folder = Folder::new("threads");
    fs::create_dir(folder.path("in")).unwrap();
    fs::create_dir(folder.path("out")).unwrap();
    let sizes: Vec<[u32; 2]> = (0..40).map(|i| [20 + i * 7, 90 - i]).collect();
    for (i, [width, height]) in sizes.iter().enumerate() {
        folder.file(&format!("in/{i}.ppm"), &ppm(&generated(*width, *height)));
        // Half of the time there is a file to be replaced.
        if i % 2 == 0 {
            folder.file(&format!("out/{i}.jpg"), b"old");
        }
    }
    folder.file("in/bad.ppm", b"P6\n1000 1000\n255\nshort");
    let (input, output) = (folder.path("in"), folder.path("out"));
    for switches in [&["--threads", "3"][..], &["--threads", "3", "--lossless"], &["--threads", "0"], &[]] {
        let said = message(&[&[&input, "-o", &output], switches].concat(), 1);
        let bad = folder.path("in/bad.ppm");
        assert_eq!(said, format!("unite-jpeg: {bad}: the file ends in row 1 of 1000\n"));
        assert_eq!(fs::read_dir(&output).unwrap().count(), sizes.len());
    }
    let mut encoder = Encoder::new(EncoderConfig::new()).unwrap();
    for (i, [width, height]) in sizes.into_iter().enumerate() {
        let expected = encoder.encode_to_vec(&view(&generated(width, height))).unwrap();
        assert!(folder.read(&format!("out/{i}.jpg")) == expected, "{i}");
    }
}

#[test]
fn command_lines_that_make_no_sense() {
    let folder = Folder::new("usage");
    let input = folder.file("in.ppm", &ppm(&generated(40, 30)));
    let output = folder.path("out.jpg");
    fs::create_dir(folder.path("folder")).unwrap();
    fs::create_dir(folder.path("other")).unwrap();
    let twin = folder.file("other/in.ppm", b"");
    let into = folder.path("folder");
    let cases: [(&[&str], &str); 20] = [
        (&[], "required"),
        (&[&input], "--output"),
        (&["-o", &output], "<IN>"),
        (&[&input, "-o", &output, "--quality", "0"], "--quality"),
        (&[&input, "-o", &output, "--quality", "101"], "--quality"),
        (&[&input, "-o", &output, "--sampling", "421"], "--sampling"),
        (&[&input, "-o", &output, "--restart", "65536"], "--restart"),
        (&[&input, "-o", &output, "--density", "0"], "--density"),
        (&[&input, "-o", &output, "--hierarchical"], "--hierarchical"),
        (&[&input, "-o", &output, "--quality"], "--quality"),
        (&[&input, "-o", &output, "-q", "7", "--quality", "7"], "more than once"),
        (&[&input, "-o", &output, "--optimize=no"], "--optimize"),
        (&[&input, "-o", &output, "--restart", "1", "--restart-rows", "1"], "do not go together"),
        (&["--threads", "2", "--cjpeg", "-quality", "75"], "--cjpeg is the first argument"),
        (&[&input, "-o", &output, "--exact"], "means nothing without --quantization"),
        (&[&input, "-o", &output, "--threads", "1025"], "--threads"),
        (&[&input, &input, "-o", &output], "folder"),
        (&[&input, &twin, "-o", &into], "two pictures"),
        (&["-", "-o", &into], "standard input"),
        (&[&input, "-o", &input], "overwritten"),
    ];
    for (arguments, expected) in cases {
        let said = message(arguments, 2);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    assert_eq!(folder.names(), ["folder", "in.ppm", "other"]);
    assert_eq!(folder.read("in.ppm"), ppm(&generated(40, 30)));
}

#[test]
fn failures_leave_things_as_they_were() {
    let folder = Folder::new("failures");
    let short = folder.file("short.ppm", b"P6\n4000 4000\n255\nshort");
    let wide = folder.file("wide.pgm", &[b"P5\n65536 1\n255\n".as_slice(), &[0; 65536]].concat());
    let old = folder.file("old.jpg", b"what was there before");
    let missing = folder.path("missing.png");
    let nowhere = folder.path("nowhere/out.jpg");
    for (input, named) in [(&short, "short.ppm"), (&wide, "wide.pgm"), (&missing, "missing.png")] {
        let said = message(&[input, "-o", &old], 1);
        assert!(said.contains(named), "{said}");
        message(&[input, "-o", &folder.path("new.jpg")], 1);
    }
    assert!(message(&[&wide, "-o", &old], 1).contains("larger than the 65535x65535"));
    let good = folder.file("good.ppm", &ppm(&generated(40, 30)));
    assert!(message(&[&good, "-o", &nowhere], 1).contains("nowhere"));
    assert_eq!(folder.read("old.jpg"), b"what was there before");
    assert_eq!(folder.names(), ["good.ppm", "old.jpg", "short.ppm", "wide.pgm"]);
}

#[cfg(unix)]
#[test]
fn links_devices_and_permissions_survive() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new("links");
    let input = folder.file("in.ppm", &ppm(&generated(40, 30)));
    let target = folder.file("target.jpg", b"old");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("target.jpg", folder.path("link.jpg")).unwrap();
    message(&[&input, "-o", &folder.path("link.jpg")], 0);
    assert!(fs::symlink_metadata(folder.path("link.jpg")).unwrap().is_symlink());
    assert!(folder.read("target.jpg") == encoded(EncoderConfig::new()));
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);

    // A link to nothing is found only when the file is complete, like a file that another process has made by then.
    symlink("nothing", folder.path("dangling.jpg")).unwrap();
    message(&[&input, "-o", &folder.path("dangling.jpg")], 0);
    assert!(folder.read("dangling.jpg") == encoded(EncoderConfig::new()));

    message(&[&input, "-o", "/dev/null"], 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    if Path::new("/dev/full").exists() {
        assert!(message(&[&input, "-o", "/dev/full"], 1).contains("/dev/full: "));
    }
}

/// A file that is written must not become the standard error: what another thread has to say would be in it.
#[cfg(unix)]
#[test]
fn closed_standard_streams() {
    let folder = Folder::new("closed");
    fs::create_dir(folder.path("in")).unwrap();
    let picture = ppm(&generated(200, 150));
    for i in 0..100 {
        folder.file(&format!("in/{i}.ppm"), &picture);
        folder.file(&format!("in/{i}-short.ppm"), &picture[..1000]);
    }
    let expected = Encoder::new(EncoderConfig::new()).unwrap().encode_to_vec(&view(&generated(200, 150)));
    let expected = expected.unwrap();
    let (input, output) = (folder.path("in"), folder.path("out"));
    for closed in ["2>&-", "<&- >&- 2>&-"] {
        fs::create_dir(&output).unwrap();
        let script = format!(r#""$@" {closed}"#);
        let command = env!("CARGO_BIN_EXE_unite-jpeg");
        let words = ["-c", &script, "sh", command, "--threads", "4", &input, "-o", &output];
        assert_eq!(Command::new("sh").args(words).status().unwrap().code(), Some(1), "{closed}");
        assert_eq!(fs::read_dir(&output).unwrap().count(), 100);
        for i in 0..100 {
            assert!(folder.read(&format!("out/{i}.jpg")) == expected, "{closed}: {i}");
        }
        fs::remove_dir_all(&output).unwrap();
    }
}

#[test]
fn a_large_picture_on_threads() {
    let folder = Folder::new("large");
    let picture = generated(1024, 1030);
    let input = folder.file("in.ppm", &ppm(&picture));
    assert_eq!(message(&[&input, "-o", &folder.path("out.jpg"), "--threads", "2"], 0), "");
    let expected = Encoder::new(EncoderConfig::new()).unwrap().encode_to_vec(&view(&picture)).unwrap();
    assert!(folder.read("out.jpg") == expected);
}

#[test]
fn without_loss() {
    let folder = Folder::new("lossless");
    let picture = generated(40, 30);
    let input = folder.file("in.ppm", &ppm(&picture));
    let deep = DynamicImage::from(picture.clone()).to_rgb16();
    deep.save(folder.path("deep.png")).unwrap();
    let new = LosslessConfig::new;
    let cases: [(&[&str], LosslessConfig); 7] = [
        (&[], new()),
        (&["--predictor", "7"], new().predictor(Predictor::Mean)),
        (&["--predictor", "best"], new().predictor(Predictor::Best)),
        (&["--point-transform", "2"], new().point_transform(2)),
        (&["--fixed-table"], new().tables(LosslessTables::Fixed)),
        (&["--restart-rows", "3"], new().restart(Restart::McuRows(3))),
        (&["--restart", "80", "--threads", "2"], new().restart(Restart::McuRows(2))),
    ];
    for (switches, config) in cases {
        let mut encoder = LosslessEncoder::new(config).unwrap();
        let arguments = |input: &str| -> Vec<String> {
            let fixed = [input, "-o", &folder.path("out.jpg"), "--lossless"].map(String::from);
            fixed.into_iter().chain(switches.iter().map(|&switch| switch.into())).collect()
        };
        let run = |input: &str| {
            let arguments = arguments(input);
            assert_eq!(message(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 0), "");
            folder.read("out.jpg")
        };
        let view = LosslessImage::from_u8(picture.as_raw(), 40, 30, PixelFormat::Rgb, 120).unwrap();
        assert!(run(&input) == encoder.encode_to_vec(&view).unwrap(), "{switches:?}");
        let view = LosslessImage::from_u16(deep.as_raw(), 40, 30, PixelFormat::Rgb, 120).unwrap();
        assert!(run(&folder.path("deep.png")) == encoder.encode_to_vec(&view).unwrap(), "{switches:?}");
    }
    let said = message(&[&input, "-o", "-", "--lossless", "--precision", "7"], 1);
    assert!(said.contains("more than 7 bits"), "{said}");
    message(&[&input, "-o", "-", "--lossless", "--quality", "3"], 2);
    message(&[&input, "-o", "-", "--lossless", "--predictor", "8"], 2);
    message(&[&input, "-o", "-", "--predictor", "1"], 2);
}

#[test]
fn tables_come_from_files_and_go_to_files() {
    let folder = Folder::new("tables");
    let input = folder.file("in.ppm", &ppm(&generated(40, 30)));
    let output = folder.path("out.jpg");
    let steps: Vec<String> = (0..128).map(|i| (i % 50 + 1).to_string()).collect();
    let tables = folder.file("tables.txt", format!("# two\n{}\n", steps.join(" ")).as_bytes());
    let both = [0, 64].map(|from| std::array::from_fn(|i| ((from + i) % 50 + 1) as u16));
    let base = || EncoderConfig::new().quality(60);
    assert_eq!(message(&[&input, "-o", &output, "-q", "60", "--quantization", &tables], 0), "");
    assert!(folder.read("out.jpg") == encoded(base().quantization(Quantization::Scaled(Box::new(both)))));
    assert_eq!(message(&[&input, "-o", &output, "-q", "60", "--exact", "--quantization", &tables], 0), "");
    assert!(folder.read("out.jpg") == encoded(base().quantization(Quantization::Exact(Box::new(both)))));

    let standard = folder.path("standard.jpg");
    assert_eq!(message(&["--write-tables", &standard], 0), "");
    assert!(folder.read("standard.jpg") == Encoder::new(EncoderConfig::new()).unwrap().tables());
    assert_eq!(message(&[&input, "-o", &output, "--huffman", &standard], 0), "");
    assert!(folder.read("out.jpg") == encoded(EncoderConfig::new()));

    let broken = folder.file("broken.txt", b"1 2 3");
    let said = message(&[&input, "-o", &output, "--quantization", &broken], 2);
    assert!(said.contains("broken.txt: 3 steps"), "{said}");
    let said = message(&[&input, "-o", &output, "--huffman", &broken], 2);
    assert!(said.contains("not a JPEG file"), "{said}");
}

#[test]
fn metadata_is_put_in_or_carried_over() {
    let folder = Folder::new("metadata");
    let input = folder.file("in.ppm", &ppm(&generated(40, 30)));
    let [exif, xmp, icc] = ["exif", "xmp", "icc"].map(|name| folder.file(name, name.as_bytes()));
    let output = folder.path("out.jpg");
    assert_eq!(message(&[&input, "-o", &output, "--exif", &exif, "--xmp", &xmp, "--icc", &icc], 0), "");
    let metadata = Metadata::new().exif("exif").xmp("xmp").icc("icc");
    let expected = encoded(EncoderConfig::new().metadata(metadata));
    assert!(folder.read("out.jpg") == expected);
    // From one JPEG file to the next.
    assert_eq!(message(&[&output, "-o", &folder.path("kept.jpg"), "--keep-metadata"], 0), "");
    assert_eq!(folder.read("kept.jpg")[..150], expected[..150]);
    assert_eq!(message(&[&output, "-o", &folder.path("dropped.jpg")], 0), "");
    assert!(folder.read("dropped.jpg").len() < folder.read("kept.jpg").len());
}

#[test]
fn stats_say_what_a_file_costs() {
    let folder = Folder::new("stats");
    let input = folder.file("in.ppm", &ppm(&generated(40, 30)));
    let output = folder.path("out.jpg");
    let said = message(&[&input, "-o", &output, "--stats", "-q", "100", "-s", "444"], 0);
    let size = format!("in.ppm: 40x30, {} bytes, ", folder.read("out.jpg").len());
    assert!(said.contains(&size), "{said}");
    let psnr = said.split("PSNR ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a PSNR");
    assert!((35.0..60.0).contains(&psnr.parse::<f64>().expect("a number")), "{said}");
    assert!(said.contains(" ms, ") && said.ends_with(" MP/s\n"), "{said}");
    let said = message(&[&input, "-o", &output, "--stats", "--lossless"], 0);
    assert!(said.contains(", lossless, "), "{said}");
    let said = message(&[&input, "-o", "-", "--stats", "-s", "gray"], 0);
    assert!(said.contains("PSNR "), "{said}");
}

#[test]
fn the_pictures_of_a_folder() {
    let folder = Folder::new("folder");
    fs::create_dir(folder.path("in")).unwrap();
    fs::create_dir(folder.path("out")).unwrap();
    for name in ["in/b.ppm", "in/a.PPM", "in/notes.txt"] {
        folder.file(name, &ppm(&generated(40, 30)));
    }
    assert_eq!(message(&[&folder.path("in"), "-o", &folder.path("out"), "--progress"], 0), "");
    let mut names: Vec<_> =
        fs::read_dir(folder.path("out")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.jpg", "b.jpg"]);
    let said = message(&[&folder.path("out"), "-o", &folder.path("in")], 2);
    assert!(said.contains("no pictures in this folder"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_has_a_bar_on_a_terminal() {
    let folder = Folder::new("bar");
    fs::create_dir(folder.path("in")).unwrap();
    fs::create_dir(folder.path("out")).unwrap();
    for name in ["in/a.ppm", "in/b.ppm"] {
        folder.file(name, &ppm(&generated(40, 30)));
    }
    // `script` runs a command on a terminal of its own, and passes on what is shown there.
    let shown = |switch: &str| {
        let [input, output] = ["in", "out"].map(|name| folder.path(name));
        let command = format!("'{}' '{input}' -o '{output}' {switch}", env!("CARGO_BIN_EXE_unite-jpeg"));
        Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output()
    };
    let Ok(with) = shown("--progress") else {
        return eprintln!("skipped: no `script` on this machine");
    };
    let text = String::from_utf8_lossy(&with.stdout);
    assert!(with.status.success() && text.contains("a.ppm") && text.contains(" % "), "{text}");
    assert!(shown("").is_ok_and(|without| without.status.success() && without.stdout.is_empty()));
    assert!(folder.read("out/b.jpg") == encoded(EncoderConfig::new()));
}
