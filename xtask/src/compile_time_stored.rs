//! How long kernels over stored tensors take to compile, for each combination of formats that a program calls them with.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::markdown;
use crate::process::{cargo, root, run as run_command, target_directory};

/// Formats that stand beside each other.
const BESIDE: [&str; 5] = ["Csr", "Coo", "Dcsr", "(Dense, Dense)", "Band"];
/// Formats that a kernel takes alone.
const ALONE: [&str; 10] =
    ["Csr", "Csc", "Coo", "Dcsr", "(Dense, Dense)", "Band", "HashedRows", "Dia", "Ell", "Dok"];

/// A kernel of `unite-beyond`, what it is in the table, its arguments, and whether it takes two stored operands.
struct Kernel {
    name: &'static str,
    shown: &'static str,
    call: &'static str,
    is_of_two: bool,
}

const KERNELS: [Kernel; 5] = [
    Kernel { name: "matrix_times_vector", shown: "`A x`", call: "&mut y, &{a}, &x", is_of_two: false },
    Kernel { name: "stored_inner_product", shown: "sum of `A * B`", call: "&{a}, &{b}", is_of_two: true },
    Kernel { name: "stored_product", shown: "`C = A * B`", call: "&mut c, &{a}, &{b}", is_of_two: true },
    Kernel { name: "stored_sum", shown: "`C = A + B`", call: "&mut c, &{a}, &{b}", is_of_two: true },
    Kernel {
        name: "stored_times_stored",
        shown: "the product of matrices",
        call: "&mut c, &{a}, &{b}",
        is_of_two: true,
    },
];

/// Builds a program that makes tensors of all formats, and then programs that call one kernel with each combination besides; prints what
/// the compiler takes more, for one of them: seconds of the processor, the least of three.
pub fn run() -> Result<(), String> {
    let folder = target_directory()?.join("compile-time-stored");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    std::fs::create_dir_all(folder.join("src")).map_err(|error| format!("{}: {error}", folder.display()))?;
    let path = root();
    let manifest = format!(
        "[package]\nname = \"compiled\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\nunite = {{ path = {:?} }}\n\
         unite-beyond = {{ path = {:?} }}\n\n[workspace]\n",
        path,
        path.join("beyond")
    );
    file("Cargo.toml", &manifest)?;
    std::fs::copy(path.join("Cargo.lock"), folder.join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock: {error}"))?;
    let mut rows: Vec<Vec<String>> =
        KERNELS.iter().map(|kernel| vec![kernel.shown.into(), kernel.calls().len().to_string()]).collect();
    for profile in ["dev", "release"] {
        let mut round = 0;
        let mut least = |calls: &[String]| -> Result<f64, String> {
            let mut least = f64::INFINITY;
            for _ in 0..3 {
                round += 1;
                // Another program for cargo, and the same for the compiler.
                file("src/main.rs", &format!("// {profile}, {round}\n{}", program(calls)))?;
                least = least.min(seconds(&folder, profile)?);
            }
            Ok(least)
        };
        let nothing = {
            // What it depends on is built first.
            least(&[])?;
            least(&[])?
        };
        for (kernel, row) in KERNELS.iter().zip(&mut rows) {
            let calls = kernel.calls();
            let more = least(&calls)? - nothing;
            row.push(format!("{:.3}", more / calls.len() as f64));
        }
    }
    print!("{}", markdown::table(&["statement", "combinations", "dev, s each", "release, s each"], 1, &rows));
    Ok(())
}

impl Kernel {
    /// A call for each combination of formats.
    fn calls(&self) -> Vec<String> {
        let called = |a: &str, b: &str| {
            let of = |format: &str| format!("of::<{format}>()");
            let arguments = self.call.replace("{a}", &of(a)).replace("{b}", &of(b));
            format!("unite_beyond::{}({arguments});", self.name)
        };
        match self.is_of_two {
            true => BESIDE.iter().flat_map(|a| BESIDE.iter().map(move |b| called(a, b))).collect(),
            false => ALONE.iter().map(|a| called(a, "Csr")).collect(),
        }
    }
}

/// A program that makes a tensor of each format, and calls kernels. It is compiled, and never run.
fn program(calls: &[String]) -> String {
    let mut text = String::from(
        "#![allow(unused)]\nuse unite::Block;\nuse unite::stored::*;\n\n\
         fn of<F: Format<2>>() -> StoredBlock<f64, F, 2> {\n    StoredBlock::empty([1, 1]).unwrap()\n}\n\n\
         fn main() {\n    let (mut c, x) = (of::<Csr>(), Block::from([0.0]));\n    let mut y = Block::from([0.0]);\n",
    );
    for format in ALONE {
        let _ = writeln!(text, "    std::hint::black_box(&of::<{format}>());");
    }
    for call in calls {
        let _ = writeln!(text, "    {call}");
    }
    text + "    std::hint::black_box((&y, &c));\n}\n"
}

/// The time of the processor that a build of the program takes, in all its processes.
fn seconds(folder: &Path, profile: &str) -> Result<f64, String> {
    let mut build: Command =
        cargo(["build", "--quiet", "--offline", "--profile", profile, "--manifest-path"]);
    build.arg(folder.join("Cargo.toml")).arg("--target-dir").arg(folder.join("target"));
    let before = of_children()?;
    run_command(build.env("CARGO_INCREMENTAL", "0"))?;
    Ok(of_children()? - before)
}

/// The time of the processor of all processes that were started here and have ended, in user mode.
fn of_children() -> Result<f64, String> {
    let text = std::fs::read_to_string("/proc/self/stat").map_err(|error| {
        format!("/proc/self/stat, which tells the time of the processor on Linux: {error}")
    })?;
    // After the name, which stands in parentheses, the fields from the third on; hundredths of seconds of children are the sixteenth.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let hundredths = fields.split_whitespace().nth(13).and_then(|field| field.parse::<f64>().ok());
    hundredths
        .map(|hundredths| hundredths / 100.0)
        .ok_or_else(|| "/proc/self/stat is not as expected".to_string())
}
