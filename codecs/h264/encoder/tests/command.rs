//! The command `unite-h264`.
#![cfg(feature = "cli")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A Y4M file of some pictures.
fn video(width: usize, height: usize, pictures: usize) -> Vec<u8> {
    let mut file = format!("YUV4MPEG2 W{width} H{height} F30000:1001 Ip A1:1 C420jpeg\n").into_bytes();
    for picture in 0..pictures {
        file.extend(b"FRAME\n");
        let sample = |at: usize| ((at % width + 3 * picture) * 5 + at / width * 3) as u8;
        file.extend((0..width * height).map(sample));
        file.extend(vec![110; 2 * width.div_ceil(2) * height.div_ceil(2)]);
    }
    file
}

/// Runs the command with something on its standard input.
fn run(arguments: &[&str], folder: &Path, input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unite-h264"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn files_and_pipes_get_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.y4m"), video(50, 70, 4)).unwrap();
    let told = run(
        &[
            "in.y4m", "-o", "out.264", "--qp", "30", "--slices", "4", "--recon", "rec.y4m", "--psnr",
            "--stats",
        ],
        folder.path(),
        b"",
    );
    let message = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.status.success(), "{message}");
    assert!(message.contains("4 pictures (1 I)") && message.contains("PSNR: Y"), "{message}");
    assert_eq!(files(folder.path()), ["in.y4m", "out.264", "rec.y4m"]);
    let stream = fs::read(folder.path().join("out.264")).unwrap();
    let recon = fs::read(folder.path().join("rec.y4m")).unwrap();
    assert_eq!(recon.len(), video(50, 70, 4).len() - " A1:1".len());
    let piped = run(
        &["-", "-o", "-", "--qp", "30", "--slices", "4", "--threads", "3"],
        folder.path(),
        &video(50, 70, 4),
    );
    assert!(piped.stdout == stream, "other bytes through pipes and by three threads");
}

#[test]
fn headers_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let told = run(&["-", "-o", "out.264", "--dump", "--frames", "2"], folder.path(), &video(18, 16, 3));
    let text = String::from_utf8_lossy(&told.stderr).into_owned();
    for line in [
        "seq_parameter_set_data() {",
        "user_data_unregistered() {",
        "rc=crf crf=23.0",
        "frame_crop_right_offset",
        "time_scale",
        "slice_header() {",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert_eq!(text.matches("slice_header()").count(), 2);
}

#[test]
fn what_samples_mean_is_said_by_the_names_of_x264() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &[&str]| {
        let all = [&["-", "-o", "out.264", "--dump"], arguments].concat();
        let told = run(&all, folder.path(), &video(16, 16, 1));
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(told.status.success(), "{text}");
        move |name: &str| {
            let line = text.lines().find(|line| line.trim_start().starts_with(name));
            line.and_then(|line| line.split_whitespace().last()).map(str::to_owned)
        }
    };
    let nothing = said(&[]);
    assert_eq!(nothing("video_signal_type_present_flag").as_deref(), Some("0"));
    assert_eq!(nothing("aspect_ratio_idc").as_deref(), Some("1"));
    let undefined = said(&["--colorprim", "undef", "--range", "auto"]);
    assert_eq!(undefined("video_signal_type_present_flag").as_deref(), Some("0"));
    let all = said(&[
        "--colorprim",
        "bt2020",
        "--transfer",
        "smpte2084",
        "--colormatrix",
        "bt2020nc",
        "--range",
        "pc",
        "--sar",
        "8:9",
    ]);
    for (name, value) in [
        ("colour_primaries", "9"),
        ("transfer_characteristics", "16"),
        ("matrix_coefficients", "9"),
        ("video_full_range_flag", "1"),
        ("sar_width", "8"),
        ("sar_height", "9"),
    ] {
        assert_eq!(all(name).as_deref(), Some(value), "{name}");
    }
    // What is not said of three is unspecified.
    let one = said(&["--colormatrix", "smpte170m"]);
    assert_eq!(one("colour_primaries").as_deref(), Some("2"));
    assert_eq!(one("matrix_coefficients").as_deref(), Some("6"));
    assert_eq!(one("video_full_range_flag").as_deref(), Some("0"));
}

#[test]
fn files_that_would_be_written_over_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.y4m"), video(16, 16, 1)).unwrap();
    for (arguments, message) in [
        (&["in.y4m", "-o", "./in.y4m"][..], "the video and --output are the same file"),
        (&["in.y4m", "-o", "out.264", "--recon", "in.y4m"], "the video and --recon are the same file"),
        (&["in.y4m", "-o", "out.264", "--recon", "./out.264"], "--output and --recon are the same file"),
        (&["in.y4m", "-o", "-", "--recon", "-"], "--output and --recon are the same file"),
    ] {
        let told = run(arguments, folder.path(), b"");
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(!told.status.success() && text.contains(message), "{arguments:?}: {text}");
        assert_eq!(files(folder.path()), ["in.y4m"]);
        assert_eq!(fs::read(folder.path().join("in.y4m")).unwrap(), video(16, 16, 1));
    }
}

#[test]
fn what_fails_leaves_no_file_and_says_why() {
    let cases: [(&[&str], &[u8], &str); 9] = [
        (&["-", "-o", "out.264"], b"no video", "no Y4M"),
        (&["-", "-o", "out.264"], b"YUV4MPEG2 W16 H16 C444\n", "colour space 444"),
        (&["-", "-o", "out.264"], b"YUV4MPEG2 W16 H16\n", "no picture"),
        (&["-", "-o", "out.264"], b"YUV4MPEG2 W100000 H100000\nFRAME\n", "no level"),
        (&["-", "-o", "out.264", "--slices", "9"], &video(16, 16, 1), "slices is 9"),
        (&["-", "-o", "out.264", "--level", "3.9"], &video(16, 16, 1), "no level"),
        (
            &["-", "-o", "out.264", "--level", "1"],
            &video(192, 160, 1),
            "level 1 allows 99 at most, and there would be 120 macroblocks of a picture",
        ),
        (&["gone.y4m", "-o", "out.264"], b"", "gone.y4m"),
        (&["-", "-o", "gone/out.264"], &video(16, 16, 1), "gone/out.264"),
    ];
    for (arguments, input, message) in cases {
        let folder = tempfile::tempdir().unwrap();
        let told = run(arguments, folder.path(), input);
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(!told.status.success() && text.contains(message), "{arguments:?}: {text}");
        assert!(files(folder.path()).is_empty(), "{arguments:?} left {:?}", files(folder.path()));
    }
    // A file that is cut off, and one that was there before.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("out.264"), b"before").unwrap();
    let cut = video(32, 32, 3);
    let told = run(&["-", "-o", "out.264"], folder.path(), &cut[..cut.len() - 1]);
    assert!(String::from_utf8_lossy(&told.stderr).contains("picture 2 has 1535 of 1536 bytes"));
    assert_eq!(files(folder.path()), ["out.264"]);
    assert_eq!(fs::read(folder.path().join("out.264")).unwrap(), b"before");
}

/// Whoever is asked to end while pictures come leaves nothing, not even the file beside the one that is not there yet, and nothing is
/// lost of a file that was there.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_file() {
    for (signal, output) in [("-TERM", "out.264"), ("-INT", "out.mp4"), ("-HUP", "before.264")] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("before.264"), b"before").unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_unite-h264"))
            .args(["-", "-o", output, "--recon", "rec.y4m"])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let pictures = video(32, 32, 40);
        input.write_all(&pictures).unwrap();
        // Both files are begun where the first picture is coded.
        while files(folder.path()).len() < 3 {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        // It sees that between pictures, so that there have to be more, and reads no more then.
        let frames = &pictures[pictures.iter().position(|&byte| byte == b'\n').unwrap() + 1..];
        while input.write_all(frames).is_ok() {}
        let told = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(!told.status.success() && text.contains("stopped; nothing was written"), "{signal}: {text}");
        assert_eq!(files(folder.path()), ["before.264"], "{signal}");
        assert_eq!(fs::read(folder.path().join("before.264")).unwrap(), b"before");
    }
}
