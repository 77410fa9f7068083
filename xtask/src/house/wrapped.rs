//! Kernels that a `macro_rules!` writes: rustfmt and editors do not see them. What they are made for is a list of instances.

use std::path::Path;

/// Macros of the codecs that write kernels.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let mut findings = Vec::new();
    let of_codecs =
        |file: &&String| file.starts_with("codecs/") && file.contains("/src/") && file.ends_with(".rs");
    for file in files.iter().filter(of_codecs) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        findings.extend(wrapped(&text).into_iter().map(|line| {
            format!("{file}:{line}: this macro writes kernels; make them instances: `#[instance(name: Parameter = value)]`")
        }));
    }
    Ok(findings)
}

/// The lines where macros begin in whose rules a kernel stands.
fn wrapped(text: &str) -> Vec<usize> {
    let mut macros: Vec<usize> = Vec::new();
    let mut inside: Option<(usize, &str)> = None;
    for (at, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        if code.starts_with("macro_rules!") {
            inside = Some((at + 1, indent));
        } else if let Some((begins, of_macro)) = inside {
            if is_kernel(code) && !macros.contains(&begins) {
                macros.push(begins);
            }
            // It ends where a line is no further in than its first.
            if indent == of_macro && code.starts_with('}') {
                inside = None;
            }
        }
    }
    macros
}

/// Whether a line begins with the attribute, by whatever path.
fn is_kernel(code: &str) -> bool {
    let path = code.strip_prefix("#[").and_then(|rest| rest.split(['(', ']']).next());
    path.and_then(|path| path.rsplit("::").next()) == Some("kernel")
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn kernels_in_macros_are_found_and_others_not() {
        let text = "\
macro_rules! pair {
    ($t:ident) => {
        #[kernel(inline(tap))]
        fn k() {}

        #[kernel]
        fn l() {}
    };
}

macro_rules! plain {
    () => {};
}

macro_rules! by_path {
    () => {
        #[::unite::kernel(autovectorize)]
        fn n() {}
    };
}

#[kernel]
fn m() {}
";
        assert_eq!(wrapped(text), [1, 15]);
    }
}
