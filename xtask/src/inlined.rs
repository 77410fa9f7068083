//! What the optimiser is given: lines of LLVM's language, function by function, once whatever is always inlined stands in the place
//! of its calls. What it takes to compile kernels grows with these lines.

use crate::markdown;
use crate::process::{cargo, run as run_command, target_directory};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// How many functions a table names.
const SHOWN: usize = 40;

/// A function before anything is inlined.
#[derive(Default)]
struct Function {
    name: String,
    lines: u64,
    /// The names that it calls, once for each call.
    calls: Vec<String>,
    is_always: bool,
}

/// Compiles a library up to what the optimiser is given, and prints which functions are most of it.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let [package] = arguments else {
        return Err("which package? `cargo xtask inlined PACKAGE`".to_string());
    };
    let folder = target_directory()?.join("inlined");
    let file = folder.join(format!("{package}.ll"));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut rustc =
        cargo(["rustc", "--quiet", "--release", "--lib", "--crate-type=rlib", "--package", package]);
    rustc.arg("--target-dir").arg(&folder).args(["--", "-Cno-prepopulate-passes", "-Ccodegen-units=1"]);
    run_command(rustc.arg(format!("--emit=llvm-ir={}", file.display())))?;
    let text = std::fs::File::open(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let functions = parse(BufReader::new(text)).map_err(|error| format!("{}: {error}", file.display()))?;
    let names = readable(&functions)?;
    print!("{}", report(&functions, &names));
    std::fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The functions of a file of LLVM's language.
fn parse(text: impl BufRead) -> std::io::Result<Vec<Function>> {
    let (mut functions, mut groups): (Vec<(Function, String)>, _) = (Vec::new(), HashMap::new());
    let mut is_inside = false;
    for line in text.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.starts_with("define") {
            let group = line.rsplit(" #").next().and_then(|rest| rest.split_whitespace().next());
            let name = called(&line).unwrap_or_default();
            functions.push((Function { name, ..Function::default() }, group.unwrap_or_default().to_string()));
            is_inside = true;
        } else if line.starts_with('}') {
            is_inside = false;
        } else if let (true, Some((function, _))) = (is_inside, functions.last_mut()) {
            // Arms that constants leave out are blocks without a way to them.
            if !line.starts_with("  ") || line.starts_with("  unreachable") {
                continue;
            }
            function.lines += 1;
            if line.contains("call ") || line.contains("invoke ") {
                function.calls.extend(called(&line));
            }
        } else if let Some((group, attributes)) =
            line.strip_prefix("attributes #").and_then(|rest| rest.split_once(" = "))
        {
            groups.insert(group.to_string(), attributes.contains("alwaysinline"));
        }
    }
    let with_group = |(function, group): (Function, String)| Function {
        is_always: groups.get(&group).copied().unwrap_or(false),
        ..function
    };
    Ok(functions.into_iter().map(with_group).collect())
}

/// The name before the first parenthesis after an `@`.
fn called(line: &str) -> Option<String> {
    let rest = line.split_once('@')?.1;
    let name = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?.0,
        None => rest.split_once('(')?.0,
    };
    Some(name.to_string())
}

/// How often each function is expanded, and its lines with all that is expanded in it.
fn expanded(functions: &[Function]) -> (Vec<u64>, Vec<u64>) {
    let number: HashMap<&str, usize> =
        functions.iter().enumerate().map(|(number, function)| (function.name.as_str(), number)).collect();
    let inlined = |function: &Function| -> Vec<usize> {
        let known = function.calls.iter().filter_map(|name| number.get(name.as_str()).copied());
        known.filter(|callee| functions[*callee].is_always).collect()
    };
    let calls: Vec<Vec<usize>> = functions.iter().map(inlined).collect();
    let order = callees_first(&calls);
    let mut lines: Vec<u64> = functions.iter().map(|function| function.lines).collect();
    for caller in &order {
        lines[*caller] += calls[*caller].iter().map(|callee| lines[*callee]).sum::<u64>();
    }
    let mut times: Vec<u64> = functions.iter().map(|function| u64::from(!function.is_always)).collect();
    for caller in order.iter().rev() {
        for callee in &calls[*caller] {
            times[*callee] += times[*caller];
        }
    }
    (times, lines)
}

/// All functions, each after those that it calls.
fn callees_first(calls: &[Vec<usize>]) -> Vec<usize> {
    fn visit(function: usize, calls: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
        if std::mem::replace(&mut seen[function], true) {
            return;
        }
        calls[function].iter().for_each(|callee| visit(*callee, calls, seen, order));
        order.push(function);
    }
    let (mut seen, mut order) = (vec![false; calls.len()], Vec::new());
    (0..calls.len()).for_each(|function| visit(function, calls, &mut seen, &mut order));
    order
}

/// The names of functions as they are in the source, the same for all instances of one.
fn readable(functions: &[Function]) -> Result<Vec<String>, String> {
    let fail = |error: std::io::Error| format!("c++filt: {error}");
    let mut filter =
        Command::new("c++filt").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(fail)?;
    let names: String = functions.iter().flat_map(|function| [function.name.as_str(), "\n"]).collect();
    let mut input = filter.stdin.take().ok_or("c++filt takes no names")?;
    // It writes while it reads.
    let writer = std::thread::spawn(move || input.write_all(names.as_bytes()));
    let shown = filter.wait_with_output().map_err(fail)?;
    writer.join().map_err(|_| "the names are not written")?.map_err(fail)?;
    let plain = |name: &str| {
        let name = name.rsplit_once("::h").map_or(name, |(name, _)| name);
        name.replace("$LT$", "<").replace("$GT$", ">").replace("$C$", ", ").replace("$u20$", " ")
    };
    Ok(String::from_utf8_lossy(&shown.stdout).lines().map(plain).collect())
}

/// Both tables: what is compiled, and what it is made of.
fn report(functions: &[Function], names: &[String]) -> String {
    let (times, lines) = expanded(functions);
    let own: u64 = functions.iter().map(|function| function.lines).sum();
    let all: u64 = functions.iter().zip(&lines).filter(|(f, _)| !f.is_always).map(|(_, lines)| lines).sum();
    let (mut compiled, mut made) = (BTreeMap::new(), BTreeMap::new());
    for (number, function) in functions.iter().enumerate() {
        let (table, lines, times) = match function.is_always {
            true => (&mut made, function.lines * times[number], times[number]),
            false => (&mut compiled, lines[number], 1),
        };
        let row: &mut [u64; 2] = table.entry(names[number].as_str()).or_default();
        *row = [row[0] + lines, row[1] + times];
    }
    let table = |heads: [&str; 3], all: BTreeMap<&str, [u64; 2]>| {
        let mut rows: Vec<(&str, [u64; 2])> = all.into_iter().collect();
        rows.sort_by_key(|(_, [lines, _])| std::cmp::Reverse(*lines));
        let rows: Vec<Vec<String>> = rows
            .into_iter()
            .take(SHOWN)
            .map(|(name, [lines, times])| vec![format!("`{name}`"), lines.to_string(), times.to_string()])
            .collect();
        markdown::table(&heads, 1, &rows)
    };
    format!(
        "{own} lines in {} functions, {all} where what is always inlined is.\n\n{}\n{}",
        functions.len(),
        table(["compiled", "lines, with what is inlined", "instances"], compiled),
        table(["always inlined", "its own lines, wherever it is", "places"], made),
    )
}

#[cfg(test)]
mod tests {
    use super::{expanded, parse};

    const TEXT: &str = r#"
define void @kernel(ptr %p) unnamed_addr #0 {
start:
  call void @add(ptr %p)
  %1 = call i64 @"add twice"(ptr %p)
  ret void

bb1:                                              ; No predecessors!
  unreachable
}

define internal void @add(ptr %p) #1 {
  %1 = load i64, ptr %p
  ret void
}

define internal i64 @"add twice"(ptr %p) #1 {
  call void @add(ptr %p)
  call void @add(ptr %p)
  ret i64 0
}

attributes #0 = { nounwind }
attributes #1 = { alwaysinline nounwind }
"#;

    #[test]
    fn what_is_always_inlined_counts_at_each_place() {
        let functions = parse(TEXT.as_bytes()).expect("text");
        let shown: Vec<(&str, u64, bool)> =
            functions.iter().map(|f| (f.name.as_str(), f.lines, f.is_always)).collect();
        assert_eq!(shown, [("kernel", 3, false), ("add", 2, true), ("add twice", 3, true)]);
        let (times, lines) = expanded(&functions);
        assert_eq!(times, [1, 3, 1]);
        assert_eq!(lines, [3 + 2 + 3 + 2 * 2, 2, 3 + 2 * 2]);
    }
}
