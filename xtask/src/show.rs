//! One page about one kernel: where its tensors are, what became of its indices, the Rust that replaced it, and the
//! instructions of that.

use crate::disassembly::{self, Function};
use crate::markdown;
use crate::process::{cargo, output, root, run, target_directory};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The level whose instructions are shown.
const LEVEL: &str = "v3";

/// What is built to see a kernel: an example, or the binary that holds the kernels of the codecs.
enum Place {
    Example(String),
    Twins,
}

/// Writes the page of a kernel.
pub fn run_for(arguments: &[String]) -> Result<(), String> {
    let [kernel] = arguments else { return Err("which kernel? `cargo xtask show KERNEL`".to_string()) };
    let folder = target_directory()?.join("show");
    let place = find(kernel)?;
    let binary = build(&place, &folder)?;
    let listing = listing_of(&folder.join("listings"), &format!("{kernel}.rs")).unwrap_or_default();
    let listing = std::fs::read_to_string(&listing)
        .map_err(|error| format!("{}: {error}; no kernel {kernel} was built", listing.display()))?;
    let located = match place {
        Place::Example(_) => trees(&output(&mut Command::new(&binary))?),
        Place::Twins => String::new(),
    };
    let objdump = output(Command::new("objdump").args(["-d", "-C", "--no-show-raw-insn"]).arg(&binary))?;
    let functions = disassembly::parse(&objdump);
    let forms: Vec<&Function> =
        functions.iter().filter(|function| is_form(&function.name, kernel, LEVEL)).collect();
    let page = folder.join(format!("{kernel}.md"));
    std::fs::write(&page, text(kernel, &located, &listing, &forms))
        .map_err(|error| format!("{}: {error}", page.display()))?;
    println!("{}", page.display());
    Ok(())
}

/// The first example that has the kernel; the codecs, if there is none.
fn find(kernel: &str) -> Result<Place, String> {
    let folder = root().join("examples");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let has = |file: &&PathBuf| std::fs::read_to_string(file).is_ok_and(|source| defines(&source, kernel));
    let example = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs")).find(has);
    let name = example.and_then(|file| file.file_stem()).map(|name| name.to_string_lossy().into_owned());
    Ok(name.map_or(Place::Twins, Place::Example))
}

/// Whether a source has a kernel of the name.
fn defines(source: &str, kernel: &str) -> bool {
    let mut after = source.split("#[kernel").skip(1);
    let is_it = |text: &str| {
        let head = text.split_once("fn ").map(|(_, head)| head);
        let name = head.and_then(|head| head.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        name == Some(kernel)
    };
    after.any(is_it)
}

/// The first file of a name under a folder.
fn listing_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).ok()?.flatten().map(|e| e.path()).collect();
    entries.sort();
    let file = entries.iter().find(|path| path.is_file() && path.file_name().is_some_and(|n| n == name));
    file.cloned()
        .or_else(|| entries.iter().filter(|path| path.is_dir()).find_map(|path| listing_of(path, name)))
}

/// Builds in a folder of its own, because listings are written when kernels are expanded.
fn build(place: &Place, folder: &Path) -> Result<PathBuf, String> {
    let release = folder.join("release");
    let (arguments, binary) = match place {
        Place::Example(name) => {
            (vec!["--package", "unite", "--example", name], release.join("examples").join(name))
        }
        Place::Twins => (vec!["--package", "unite-benches", "--bin", "twins"], release.join("twins")),
    };
    let mut command = cargo(["build", "--release"]);
    // Names of functions with the types that they were compiled for.
    command.args(arguments).env("RUSTFLAGS", "-C symbol-mangling-version=v0");
    command.env("CARGO_TARGET_DIR", folder).env("UNITE_EMIT", folder.join("listings"));
    run(&mut command)?;
    Ok(binary)
}

/// Whether a function is a form of the kernel for the level.
fn is_form(symbol: &str, kernel: &str, level: &str) -> bool {
    let path = symbol.split("::<").next().unwrap_or(symbol);
    let parts: Vec<&str> =
        path.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|part| !part.is_empty()).collect();
    matches!(parts[..], [.., name, form] if name == kernel && form == level)
}

/// The trees of tensors that a program printed.
fn trees(printed: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in printed.lines() {
        inside = line.starts_with("universe of ") || inside && line.starts_with(['├', '└', '│', ' ']);
        if inside {
            text += line;
            text.push('\n');
        }
    }
    text
}

/// The page.
fn text(kernel: &str, located: &str, listing: &str, forms: &[&Function]) -> String {
    let mut page =
        format!("# `{kernel}`\n\nWritten by `cargo xtask show {kernel}`.\n\n## 1. Where its tensors are\n\n");
    if !located.is_empty() {
        page += &format!(
            "In this run; `4` is a constant of the type, `4?` is known to the run only:\n\n```text\n{located}```\n\n"
        );
    }
    page += &format!("In the kernel:\n\n```text\n{}```\n\n", section(listing, "tensors:"));
    if !forms.is_empty() {
        page += "In the types that it was compiled for:\n\n```text\n";
        for form in forms {
            page += &format!("{}\n", types(&form.name));
        }
        page += "```\n\n";
    }
    page += &format!("## 2. What became of its indices\n\n{}\n", accesses(listing));
    page += &format!("```text\n{}```\n\n", section(listing, "loops:"));
    page += &format!("## 3. The Rust that replaced it\n\n```rust\n{}```\n\n", expanded(listing));
    page += &format!("## 4. Its instructions, for x86-64-{LEVEL}\n\n");
    let shortest = forms.iter().min_by_key(|form| form.instructions.len());
    page += &match shortest {
        Some(form) => assembly(form),
        None => "The compiler put it into its callers: look at one of them.\n".to_string(),
    };
    page
}

/// The types in the name of a function, without the paths of modules.
fn types(symbol: &str) -> String {
    let (_, types) = symbol.split_once("::<").unwrap_or(("", ""));
    let mut short = String::new();
    let mut word = String::new();
    for letter in types.trim_end_matches('>').chars() {
        match letter {
            ':' => word.clear(),
            letter if letter.is_alphanumeric() || letter == '_' => word.push(letter),
            letter => {
                short += &word;
                word.clear();
                short.push(letter);
            }
        }
    }
    let open = short.matches('<').count() - short.matches('>').count();
    short + &word + &">".repeat(open)
}

/// The lines of the head of a listing under a title.
fn section(listing: &str, title: &str) -> String {
    let lines = listing.lines().skip_while(|line| !line.starts_with(&format!("// {title}"))).skip(1);
    let lines = lines.map_while(|line| line.strip_prefix("//   "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The accesses of a listing as a table.
fn accesses(listing: &str) -> String {
    let cell = |text: &str| format!("`{}`", text.trim().replace('|', "\\|"));
    let row = |line: &str| -> Option<Vec<String>> {
        let (source, rest) = line.split_once(" => ")?;
        let mut parts = rest.rsplitn(3, " | ");
        let (check, interval, offset) = (parts.next()?, parts.next()?, parts.next()?);
        Some(vec![cell(source), cell(offset), cell(interval), check.trim().to_string()])
    };
    let rows: Vec<Vec<String>> = section(listing, "accesses:").lines().filter_map(row).collect();
    markdown::table(&["access", "folded to", "indices of the block", "checked"], 4, &rows)
}

/// The code of a listing, without its head.
fn expanded(listing: &str) -> String {
    let code = listing.lines().skip_while(|line| line.starts_with("//") && !line.starts_with("///"));
    code.skip_while(|line| line.is_empty()).map(|line| format!("{line}\n")).collect()
}

fn assembly(form: &Function) -> String {
    // Traps after the last one fill the memory up to the next function.
    let end =
        form.instructions.iter().rposition(|instruction| !instruction.is_trap()).map_or(0, |last| last + 1);
    let mut text = format!("{end} instructions\n\n```asm\n");
    for instruction in &form.instructions[..end] {
        // A place in the function itself needs no name.
        text += &format!("{instruction}\n").replace(&format!("<{}", form.name), "<");
    }
    text + "```\n"
}

#[cfg(test)]
mod tests {
    use super::{accesses, defines, is_form, section, trees, types};
    use crate::process::root;

    #[test]
    fn kernels_are_found_by_their_attribute() {
        let source =
            "#[kernel]\npub fn a(t: &Tensor<[u8]>) {}\nfn b() {}\n#[kernel(autovectorize)]\nfn c() {}\n";
        assert!(defines(source, "a") && defines(source, "c") && !defines(source, "b"));
    }

    #[test]
    fn forms_are_named_by_kernel_and_level() {
        let symbol = "<_03_kernel::vertical_right>::v3::<unite_core::staged::space::RowMajor<[[u8; 4]; 4]>>";
        assert!(is_form(symbol, "vertical_right", "v3") && !is_form(symbol, "vertical", "v3"));
        assert!(is_form("a::vertical_right::v3", "vertical_right", "v3"));
        assert!(!is_form("a::vertical_right::v3::{closure#0}", "vertical_right", "v3"));
        assert_eq!(types(symbol), "RowMajor<[[u8; 4]; 4]>");
    }

    #[test]
    fn trees_among_other_lines() {
        let printed = "before\nuniverse of 2 axes\n├─ a: at [0?]\n│  └─ b\nafter\n    indented\n";
        assert_eq!(trees(printed), "universe of 2 axes\n├─ a: at [0?]\n│  └─ b\n");
    }

    /// The table in the documents is that of the known expansion.
    #[test]
    fn the_document_shows_what_the_kernel_becomes() {
        let read = |path: &str| std::fs::read_to_string(root().join(path)).expect(path);
        let listing = read("goldens/expansions/vertical_right.rs");
        let document = read("docs/ladder.md");
        assert!(document.contains(&accesses(&listing)), "docs/ladder.md has not:\n{}", accesses(&listing));
        assert!(document.contains(&section(&listing, "tensors:")));
    }
}
