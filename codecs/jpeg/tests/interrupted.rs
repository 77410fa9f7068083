//! A command that is ended in the middle leaves nothing behind.
#![cfg(all(unix, feature = "cli"))]

mod support;

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use support::cjpeg::ppm;
use support::folder::Folder;
use support::pictures::{generated, photograph};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_unite-jpeg"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs")
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[test]
fn while_it_reads_a_slow_pipe() {
    let folder = Folder::new("slow");
    folder.file("old.jpg", b"what was there before");
    let picture = ppm(&generated(400, 300));
    for signal in ["INT", "TERM"] {
        for name in ["old.jpg", "new.jpg"] {
            let mut child = start(&["-", "-o", &folder.path(name)]);
            let mut stdin = child.stdin.take().expect("a pipe");
            for part in picture[..picture.len() / 2].chunks(50_000) {
                stdin.write_all(part).expect("the command reads");
                sleep(Duration::from_millis(20));
            }
            send(signal, &child);
            assert_eq!(child.wait().expect("it ends").code(), Some(130));
            assert_eq!(folder.names(), ["old.jpg"]);
            assert_eq!(folder.read("old.jpg"), b"what was there before");
        }
    }
}

#[test]
fn while_nobody_reads_what_it_writes() {
    // More bytes than a pipe holds: the command is in the middle of writing when it is interrupted.
    let folder = Folder::new("blocked");
    let input = folder.file("in.ppm", &ppm(&photograph()));
    let mut child = start(&[&input, "-o", "-", "--quality", "95"]);
    let mut first = [0; 2];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("it writes");
    send("TERM", &child);
    assert_eq!((first, child.wait().expect("it ends").code()), ([0xFF, 0xD8], Some(130)));
    assert_eq!(folder.names(), ["in.ppm"]);
}

#[test]
fn at_any_moment() {
    let folder = Folder::new("moments");
    let input = folder.file("in.ppm", &ppm(&photograph()));
    let output = folder.path("out.jpg");
    let arguments = [&input, "-o", &output, "--quality", "95", "--sampling", "444", "--optimize"];
    let begin = Instant::now();
    assert!(start(&arguments).wait().expect("it ends").success());
    let whole = begin.elapsed();
    let complete = folder.read("out.jpg");
    for moment in 0..20 {
        // Half of the time there is a file to be replaced.
        let before = if moment % 2 == 0 { &b"old"[..] } else { &[] };
        std::fs::remove_file(&output).expect("there is a file");
        if !before.is_empty() {
            folder.file("out.jpg", before);
        }
        let mut child = start(&arguments);
        sleep(whole * moment / 18);
        send(["TERM", "INT", "HUP"][moment as usize % 3], &child);
        let code = child.wait().expect("it ends").code();
        let after = if folder.names() == ["in.ppm"] { vec![] } else { folder.read("out.jpg") };
        assert!(after == before || after == complete, "{moment}: {code:?}, {} bytes", after.len());
        assert!(code != Some(0) || after == complete, "{moment}");
        folder.file("out.jpg", b"");
        assert_eq!(folder.names(), ["in.ppm", "out.jpg"], "{moment}");
    }
}
