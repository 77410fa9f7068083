//! Programs that x264's static library is linked into, with our kernels in its tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions that make tables.
pub const WRAPPED: [&str; 11] = [
    "predict_4x4_init",
    "predict_8x8_init",
    "predict_16x16_init",
    "predict_8x8c_init",
    "predict_8x16c_init",
    "pixel_init",
    "dct_init",
    "zigzag_init",
    "quant_init",
    "mc_init",
    "deblock_init",
];

/// The version of x264 whose tables the test knows.
const BUILD: &str = "#define X264_BUILD 164";

/// Why x264 cannot be linked here, if it cannot.
fn missing() -> Option<String> {
    let find = |name: &str| {
        let output = Command::new("cc").arg(format!("-print-file-name={name}")).output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        path.is_absolute().then_some(path)
    };
    if find("libx264.a").is_none() {
        return Some("cc finds no libx264.a: install libx264-dev".to_string());
    }
    let header = fs::read_to_string("/usr/include/x264.h").unwrap_or_default();
    (!header.contains(BUILD)).then(|| format!("the header of x264 has no `{BUILD}`"))
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (printed, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{printed}{errors}");
    printed.into_owned()
}

/// What a program prints, of which nothing is left then: each is as large as the whole library.
pub fn printed_once(program: PathBuf, args: &[impl AsRef<std::ffi::OsStr>]) -> String {
    let printed = run(Command::new(&program).args(args));
    fs::remove_file(&program).expect("the program can be removed");
    printed
}

/// Programs with our kernels for a bit depth.
pub struct Ours {
    /// What x264's functions have in their names.
    pub depth: u32,
    /// The static library.
    pub library: &'static str,
    /// Where sources are.
    pub folder: &'static str,
    /// Where headers are.
    pub include: &'static [&'static str],
}

impl Ours {
    /// A program of one of our files, or nothing where it cannot be linked. Functions that make tables are wrapped, or called as they are.
    pub fn program(&self, source: &str, name: &str, functions: &[&str], wrapped: bool) -> Option<PathBuf> {
        let this = std::env::current_exe().expect("the path of this test");
        let library = this.with_file_name(self.library);
        let missing =
            missing().or((!library.is_file()).then(|| format!("{} does not exist", library.display())));
        if let Some(reason) = missing {
            println!("not tested in x264: {reason}");
            return None;
        }
        let folder = Path::new(self.folder);
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut command = Command::new("cc");
        command.args(["-std=gnu11", "-Wall", "-Wextra", "-O1"]);
        for include in self.include {
            command.arg("-I").arg(folder.join(include));
        }
        command.arg(folder.join(source));
        let depth = self.depth;
        command.args(functions.iter().map(|name| match wrapped {
            true => format!("-Wl,--wrap=x264_{depth}_{name}"),
            // What would be called instead calls it.
            false => format!("-Wl,--defsym=__real_x264_{depth}_{name}=x264_{depth}_{name}"),
        }));
        run(command.arg(&library).args(["-l:libx264.a", "-lpthread", "-ldl", "-lm", "-o"]).arg(&program));
        Some(program)
    }
}

/// How many presets with tunes are left out, and how many random settings there are; the part that is run. A sample of them: as many as
/// `UNITE_X264_SETTINGS` says with random options, and every preset with every tune where it says so. With `UNITE_X264_PART=0/8`, and so
/// on, an eighth of them.
pub fn settings(step: &str, count: &str) -> [String; 5] {
    let random = std::env::var("UNITE_X264_SETTINGS").ok();
    let (step, count) = match &random {
        Some(count) => ("1", count.as_str()),
        None => (step, count),
    };
    let part = std::env::var("UNITE_X264_PART").unwrap_or_else(|_| "0/1".to_string());
    let (first, of) =
        part.split_once('/').expect("UNITE_X264_PART is a number and how many parts there are: 0/8");
    ["settings", step, count, first, of].map(str::to_string)
}
