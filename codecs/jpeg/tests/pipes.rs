//! Pipes that are slow, endless or closed, disks that are full, and pictures larger than memory should be.
#![cfg(all(target_os = "linux", feature = "cli"))]

mod support;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use support::cjpeg::{pipe, ppm, view};
use support::folder::Folder;
use support::formats::{bmp, bmp_lines, png, png_lines, png_passes, pnm, tiff};
use support::pictures::{generated, photograph};
use unite_jpeg::{Encoder, EncoderConfig, LosslessConfig, LosslessEncoder, LosslessImage, PixelFormat};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_unite-jpeg"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs")
}

#[track_caller]
fn message(output: &Output, code: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

/// The most memory that a process had in use, in kilobytes.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    // One that has ended has no memory.
    let Some(line) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) else { return 0 };
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[test]
fn reading_ends_where_the_picture_ends() {
    let size = [40u32, 30];
    let picture = generated(40, 30);
    let rgb = picture.as_raw();
    let strips: Vec<_> = rgb.chunks(120).map(<[u8]>::to_vec).collect();
    let expected = Encoder::new(EncoderConfig::new()).unwrap().encode_to_vec(&view(&picture)).unwrap();
    let bgr: Vec<u8> = rgb.chunks(3).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect();
    let files = [
        ("PNM", pnm(6, size, 255, rgb)),
        ("BMP", bmp([40, -30], 24, 0, &[], &bgr)),
        ("BMP, upward", bmp([40, 30], 24, 0, &[], &bmp_lines(120, &bgr))),
        ("PNG", png(size, 8, 2, false, &png_lines(120, rgb))),
        ("PNG, interlaced", png(size, 8, 2, true, &png_passes([40, 30], 3, rgb))),
        ("TIFF", tiff(size, 8, 3, 1, 1, &[], &strips)),
    ];
    for (what, file) in files {
        for endless in [false, true] {
            let mut child = start(&["-", "-o", "-"]);
            let mut stdin = child.stdin.take().expect("a pipe");
            // Slow at first; then nothing more, with the pipe open, or more than memory holds.
            for part in file.chunks(file.len() / 3) {
                // What comes after the last row may come too late.
                let _ = stdin.write_all(part);
                sleep(Duration::from_millis(5));
            }
            while endless && stdin.write_all(&[7; 1 << 16]).is_ok() {}
            let output = child.wait_with_output().expect("it ends");
            assert_eq!(message(&output, 0), "", "{what}");
            assert!(output.stdout == expected, "{what}");
        }
    }
}

#[test]
fn an_endless_pipe_that_is_no_picture() {
    for (begin, more) in [
        (&b"noise"[..], 7),
        (b"P6\n# ", b'a'),
        (b"P6\n10 1", b'0'),
        (b"\x89PNG\r\n\x1A\n", 9),
        (b"II*\0", 1),
        (b"BM", 3),
    ] {
        let mut child = start(&["-", "-o", "-"]);
        let mut stdin = child.stdin.take().expect("a pipe");
        let _ = stdin.write_all(begin);
        let mut most = 0;
        while stdin.write_all(&[more; 1 << 16]).is_ok() {
            most = most.max(peak(&child));
        }
        let output = child.wait_with_output().expect("it ends");
        let said = message(&output, 1);
        assert!(said.starts_with("unite-jpeg: standard input: ") && output.stdout.is_empty(), "{said}");
        assert!(most < 100_000, "{most} kB, {said}");
    }
}

#[test]
fn nobody_reads_what_is_written() {
    let folder = Folder::new("closed");
    let input = folder.file("in.ppm", &ppm(&photograph()));
    for switches in [&[][..], &["--optimize"], &["--threads", "2"], &["--lossless"]] {
        let mut child = start(&[&[&input, "-o", "-"], switches].concat());
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let said = message(&output, 1);
        assert_eq!(said, "unite-jpeg: standard output: it cannot be written: nobody reads it any more\n");
    }
}

#[test]
fn a_full_disk() {
    let folder = Folder::new("full");
    let input = folder.file("in.ppm", &ppm(&photograph()));
    let output = start(&[&input, "-o", "/dev/full"]).wait_with_output().unwrap();
    assert_eq!(message(&output, 1), "unite-jpeg: /dev/full: it cannot be written: there is no space left\n");
    // A disk of so few bytes, if one may be made.
    let disk = folder.path("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs", &disk]).output();
    if !mounted.is_ok_and(|mounted| mounted.status.success()) {
        return eprintln!("skipped: no disk may be mounted here");
    }
    let target = format!("{disk}/out.jpg");
    let output = start(&[&input, "-o", &target, "-q", "95"]).wait_with_output();
    let left = fs::read_dir(&disk).unwrap().count();
    Command::new("umount").arg(&disk).status().unwrap();
    let said = message(&output.unwrap(), 1);
    assert_eq!(said, format!("unite-jpeg: {target}: it cannot be written: there is no space left\n"));
    assert_eq!(left, 0);
}

#[test]
fn an_interrupt_is_told() {
    let folder = Folder::new("told");
    let mut child = start(&["-", "-o", &folder.path("out.jpg")]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let file = ppm(&generated(1000, 600));
    stdin.write_all(&file[..file.len() / 2]).expect("it reads");
    sleep(Duration::from_millis(50));
    Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("kill runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(message(&output, 130), "unite-jpeg: interrupted, and the file was not written\n");
    assert!(folder.names().is_empty());
}

/// Feeds rows of a picture of 100 megapixels that is nowhere, and returns the most memory the command had.
fn feed(head: &[u8], row: impl Fn(u32) -> Vec<u8>, switches: &[&str]) -> u64 {
    let folder = Folder::new("large");
    let output = folder.path("out.jpg");
    let mut child = start(&[&["-", "-o", &output], switches].concat());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(head).expect("it reads");
    let mut most = 0;
    for y in 0..10_000 {
        if y % 100 == 99 {
            most = peak(&child);
        }
        stdin.write_all(&row(y)).expect("it reads");
    }
    drop(stdin);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(message(&ended, 0), "");
    assert!(Path::new(&output).metadata().expect("a file").len() > 100_000);
    most
}

#[test]
fn memory_grows_with_the_width_only() {
    let rows: Vec<Vec<u8>> =
        (0..16).map(|y| (0..10_000u32).map(|x| ((x * (y + 3)) >> 5) as u8).collect()).collect();
    let head = b"P5\n10000 10000\n255\n";
    for (switches, most) in
        [(&[][..], 12_000), (&["--threads", "2"], 16_000), (&["--lossless", "--fixed-table"], 12_000)]
    {
        let peak = feed(head, |y| rows[y as usize % 16].clone(), switches);
        assert!(peak < most, "{switches:?}: {peak} kB");
    }
}

#[test]
fn without_loss_rows_stream_if_the_table_is_fixed() {
    let picture = generated(333, 200);
    let view = LosslessImage::from_u8(picture.as_raw(), 333, 200, PixelFormat::Rgb, 999).unwrap();
    let config = LosslessConfig::new().tables(unite_jpeg::LosslessTables::Fixed);
    let expected = LosslessEncoder::new(config).unwrap().encode_to_vec(&view).unwrap();
    let arguments = ["-", "-o", "-", "--lossless", "--fixed-table"].map(String::from);
    assert!(pipe(env!("CARGO_BIN_EXE_unite-jpeg"), &arguments, &ppm(&picture)) == expected);
}
