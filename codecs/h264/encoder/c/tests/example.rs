//! The example in C is compiled with the header, linked with the static library and with the shared one, and writes what the library
//! writes that it is made of. Needs `cc`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use unite_h264_encoder::{Config, Encoder, Preset, Profile, RateControl, Samples};

/// Where the libraries are: beside this test.
fn libraries() -> PathBuf {
    let this = std::env::current_exe().expect("the path of this test");
    this.parent().expect("a folder").to_path_buf()
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// What the example does, without C: the stream, and the last sample of the last picture.
fn expected() -> (Vec<u8>, u8) {
    let config = Config {
        profile: Profile::High,
        preset: Preset::Slow,
        references: Preset::Slow.references(),
        rate: RateControl::Qp(28),
        aq_strength: 100,
        info: true,
        ..Config::new(64, 48)
    };
    let mut encoder = Encoder::new(config).expect("settings");
    let mut stream = Vec::new();
    let (mut cb, mut cr) = (Vec::new(), Vec::new());
    for at in 0..24 * 32 {
        cb.push((100 + at / 32) as u8);
        cr.push((150 - at % 32) as u8);
    }
    for time in 0..10 {
        let sample = |at: usize| (40 + 2 * ((at % 64 + 3 * time + at / 64 / 2) % 64)) as u8;
        let luma: Vec<u8> = (0..48 * 64).map(sample).collect();
        if time == 7 {
            encoder.force_key();
        }
        let planes = [(&luma, 64), (&cb, 32), (&cr, 32)].map(|(samples, stride)| Samples { samples, stride });
        stream.extend(encoder.encode(&planes).expect("a picture").annex_b());
    }
    let last = encoder.reconstruction()[0].last().copied();
    (stream, last.expect("samples"))
}

#[test]
fn the_example_builds_and_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (stream, last) = expected();
    let printed_last = format!(
        "not so: qp is 52, and has to be in 0 to 51\n10 pictures, 2 where decoding can begin\nthe last sample is {last}\n"
    );
    for (name, library) in [("static", "libunite_h264_encoder_c.a"), ("shared", "libunite_h264_encoder_c.so")]
    {
        let library = libraries().join(library);
        if !library.is_file() {
            println!("not run with the {name} library: {} does not exist here", library.display());
            continue;
        }
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("encode-{name}"));
        let written = program.with_extension("264");
        run(Command::new("cc")
            .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"])
            .arg(folder.join("include"))
            .arg(folder.join("example/encode.c"))
            .arg(&library)
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program));
        let printed = run(Command::new(&program).arg(&written).env("LD_LIBRARY_PATH", libraries()));
        assert_eq!(printed, printed_last, "{name}");
        assert!(fs::read(&written).expect("a stream") == stream, "{name}: other bytes");
        // It is as large as the whole library.
        fs::remove_file(&program).expect("the program can be removed");
    }
}
