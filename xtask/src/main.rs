//! The project's own commands: what CI runs, one by one or all at once.
//!
//! `cargo xtask ci` is the one command before a submission.

mod assembly;
mod bench_beyond;
mod bench_h264;
mod bench_h264_groups;
mod bench_jpeg;
mod bench_stored;
mod bench_video;
mod callgrind;
mod compile_time;
mod compile_time_stored;
mod disassembly;
mod gallery;
mod house;
mod inlined;
mod install_c;
mod instructions;
mod jpeg_tables;
mod loops;
mod markdown;
mod memcheck;
mod miri;
mod miri_done;
mod plot;
mod price;
mod price_levels;
mod price_lines;
mod price_video;
mod process;
mod python;
mod scale;
mod show;
mod stages;
mod steps;
mod twins;
mod watched;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

everything
  ci              tests and all checks below: what must pass before a submission
  checks          all of `ci` but the tests, which clippy compiles: of the lint only what no test is compiled with

one by one
  test            every test of the workspace, compiled by clippy, warnings are errors
  fmt [--fix]     formatting
  lint            clippy over every target, warnings are errors
  docs            documentation, warnings are errors
  examples        runs every example of the root package
  house           file lengths, crate arrows, module cycles, files and items named by documents
  instructions    instruction counts of each kernel beside its hand-written twin (callgrind)
  assembly        no call, division or panic path inside the loops of the listed kernels (objdump)
  memcheck [PACKAGE...]
                  tests under valgrind; without packages, of those that have `unsafe` in them
  miri [--resume] [--seconds=N] [WORD...] [-- TEST...]
                  tests and examples under Miri, in both models of borrows, side by side, if a nightly Rust with Miri is
                  installed; with words, the programs and models whose names contain one. What takes more than N seconds, or
                  an hour, is ended; with --resume what passed at this commit before is not run again. Says what it
                  leaves out
  sound           programs that would break memory, in editions 2021 and 2024, without optimisation and with all of it
  python [h264]   the Python package: a wheel, in a fresh virtual environment, beside its peers (needs package servers); with
                  `h264` that for video, whose kernels take minutes to compile
  scale [all]     functions for engines on many machines; the package for Daft if PYTHON names a Python that has daft; with
                  `all` functions of SQL, too, which compile DataFusion

to look at
  show KERNEL     one page, target/show/KERNEL.md: where the tensors of a kernel are, what became of its indices, the Rust
                  that replaced it, and its instructions. Kernels of examples, and of codecs that have a twin

to install
  install-c --prefix DIR [--destdir DIR]
                  the kernels of H.264 for C, for 8 bits and for 10: headers, static and shared libraries, and files for
                  pkg-config

measurements
  bench-jpeg [--v2|--v3] [--quick] [--no-callgrind] [--plot FILE] | [--v3] --threads | [--v3] --small | --command
                  JPEG encoders in turn: ratios, bytes, instructions per pixel, as one table; with --v3 ours does without
                  AVX-512, with --v2 no encoder has AVX2 (its build takes minutes); --small: icons and thumbnails, with encoders made anew and used again; --command: whole
                  processes beside `cjpeg`: time of processors, memory, page faults; and folders of thumbnails. The last
                  two put their tables into codecs/jpeg/README.md
  bench-h264 [--quick] [--no-callgrind] [SLOT...]
                  kernels in the tables of x264 and openh264, beside theirs and plain Rust: times and instructions; of all slots
                  means by what they do are put into codecs/h264/README.md
  bench-video [--quick|--short] [--plot FOLDER] [CLIP.y4m...]
                  H.264 encoders at four quantisers: bits and distortion (BD-rate), pictures in a second; of clips made from
                  the project's pictures, if none is named. Wants the commands `x264` and `ffmpeg`
  bench-stored [--quick] [--claims] [--threads]
                  kernels over stored tensors beside sprs, nalgebra-sparse and faer, scipy and MKL if the Python that PYTHON
                  names has them (scipy, mkl), and taco, if UNITE_TACO names the folder it was built in, over matrices
                  of shapes that occur and those in files (.mtx, .tns) of the folder that UNITE_MATRICES names: all in
                  turn, time of the processor; --quick: small matrices, few rounds; --claims: the tables of the paper on format
                  abstraction (lists of entries, diagonals, tensors of three axes) instead, and nobody else; --threads: two
                  threads, each with half of the entries, beside one
  bench-beyond [--quick] [--plot FILE]
                  kernels that are no codec beside OpenCV and Halide, if the Python that PYTHON names has them (cv2, halide),
                  in turn, time of the processor; what they write is compared first. Puts its table into docs/beyond.md;
                  --quick: few and short rounds, and the document stays
  gallery [--quick] [--no-callgrind] [KERNEL...]
                  kernels in four forms: plain loops, staged, with lanes, by hand; instructions and times
  price [PICTURES] [TABLE...] | --plot
                  kernels and encoders through the library, with optimisations switched on one after the other, and by
                  hand: docs/price.md and its plot. Encoders are timed on so many of the pictures. TABLE: kernels,
                  levels, encoders, memory, times, lines, video, and speed, which wants the command `x264`; --plot draws
                  only, of the table that is there
  bench-python [ROUNDS]
                  the Python package beside simplejpeg, Pillow and imagecodecs, CPU time of calls in turn
  compile-time [--stored]
                  builds of the codecs from nothing, and of their kernels alone; --stored: what a kernel over stored tensors takes
                  for each combination of formats, in time of the processor
  inlined PACKAGE what the optimiser is given of a library: lines of LLVM's language by function, with all that is inlined; what
                  kernels take to compile grows with them
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let outcome = match command {
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        "ci" => steps::ci(),
        "checks" => steps::checks(),
        "test" => steps::test(),
        "python" => python::test(rest),
        "scale" => scale::run_all(rest.iter().any(|argument| argument == "all")),
        "bench-python" => python::bench(rest),
        "fmt" => steps::fmt(rest.iter().any(|argument| argument == "--fix")),
        "lint" => steps::lint(),
        "docs" => steps::docs(),
        "examples" => steps::examples(),
        "house" => house::check(),
        "instructions" => instructions::check(),
        "assembly" => assembly::check(),
        "show" => show::run_for(rest),
        "install-c" => install_c::install(rest),
        "memcheck" => memcheck::run(rest),
        "miri" => miri::run(rest),
        "sound" => {
            let both = ["--package=unite", "--package=unite-sound-2021"];
            steps::sound(&both).and_then(|()| steps::sound(&[&both[..], &["--release"]].concat()))
        }
        "bench-jpeg" => bench_jpeg::run(rest),
        "bench-stored" => bench_stored::run(rest),
        "bench-beyond" => bench_beyond::run(rest),
        "bench-h264" => bench_h264::run(rest),
        "bench-video" => bench_video::run(rest),
        "gallery" => gallery::measure(rest),
        "price" => price::measure(rest),
        "compile-time" if rest.iter().any(|argument| argument == "--stored") => compile_time_stored::run(),
        "compile-time" => compile_time::run(),
        "inlined" => inlined::run(rest),
        other => Err(format!("no command `{other}`\n\n{USAGE}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask {command}: {message}");
            ExitCode::FAILURE
        }
    }
}
