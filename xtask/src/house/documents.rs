//! Folders and files that documents name must exist.
//!
//! Looked at are links to files, code spans that end in a slash or begin with a folder of the repository, and
//! trees in fenced blocks (lines that begin with a name that ends in a slash, nested by indentation).

use std::collections::BTreeSet;
use std::path::Path;

/// Names in documents that lead nowhere.
pub fn check(root: &Path, files: &[String]) -> Result<Vec<String>, String> {
    let known = Known::new(files);
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.ends_with(".md")) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let folder = file.rsplit_once('/').map(|(folder, _)| folder).unwrap_or("");
        for (line, name) in names(&text, &known) {
            if !known.has(folder, &name) {
                findings.push(format!("{file}:{line}: names `{name}`, which does not exist"));
            }
        }
    }
    Ok(findings)
}

/// Every file, and every folder that a file lies in.
struct Known(BTreeSet<String>);

impl Known {
    fn new(files: &[String]) -> Known {
        let mut paths = BTreeSet::new();
        for file in files {
            let parts: Vec<&str> = file.split('/').collect();
            paths.extend((1..=parts.len()).map(|count| parts[..count].join("/")));
        }
        Known(paths)
    }

    /// Whether a name exists, seen from the root or from the document's folder.
    fn has(&self, folder: &str, name: &str) -> bool {
        let name = name.trim_start_matches("./").trim_end_matches('/');
        let mut here: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in name.split('/') {
            match part {
                ".." => drop(here.pop()),
                part => here.push(part),
            }
        }
        name.is_empty() || self.0.contains(name) || self.0.contains(&here.join("/"))
    }
}

/// The names in a document that stand for files or folders, with their lines.
fn names(text: &str, known: &Known) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    let mut fence: Option<bool> = None;
    let mut tree: Vec<(usize, String)> = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line)) {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(matches!(language.trim(), "" | "text")) };
            tree.clear();
        } else if fence == Some(true) {
            names.extend(tree_name(line, &mut tree).map(|name| (number, name)));
        } else if fence.is_none() {
            let spans = line.split('`').skip(1).step_by(2).filter(|span| is_path(span, known));
            names.extend(spans.map(|span| (number, span.to_string())));
            names.extend(links(line).map(|link| (number, link.to_string())));
        }
    }
    names
}

/// `jpeg/   a word about it`, below `codecs/` if it is indented deeper.
fn tree_name(line: &str, tree: &mut Vec<(usize, String)>) -> Option<String> {
    let word = line.split_whitespace().next()?;
    let name = word.strip_suffix('/')?;
    let depth = line.len() - line.trim_start().len();
    tree.retain(|(above, _)| *above < depth);
    let path = tree.last().map(|(_, above)| format!("{above}/{name}")).unwrap_or(name.to_string());
    tree.push((depth, path.clone()));
    name.bytes().all(is_path_byte).then_some(path)
}

fn is_path(span: &str, known: &Known) -> bool {
    let Some((first, _)) = span.split_once('/') else { return false };
    let is_built = first == "target";
    let is_plain = !first.is_empty() && span.bytes().all(is_path_byte);
    is_plain && !is_built && (span.ends_with('/') || known.0.contains(first))
}

fn is_path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_')
}

/// The files that links lead to, without the place inside of them.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let ends = line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
    let local =
        ends.filter(|link| !link.contains("://") && !link.starts_with('#') && !link.starts_with("mailto:"));
    local.map(|link| link.split('#').next().unwrap_or(link))
}

#[cfg(test)]
mod tests {
    use super::{Known, names};

    #[test]
    fn spans_links_and_trees() {
        let files = ["src/lib.rs", "codecs/jpeg/src/lib.rs", "docs/a.md"].map(str::to_string);
        let known = Known::new(&files);
        let text = "`src/lib.rs` and `src/gone.rs`, `image/png`, `gone/`, `a / b` [x](docs/a.md#top) [y](https://z)\n\
                    ```text\ncodecs/   codecs\n  jpeg/   one\n  h264/   another\n```\n```sh\nnowhere/ x\n```\n";
        let found = names(text, &known);
        let all: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(
            all,
            ["src/lib.rs", "src/gone.rs", "gone/", "docs/a.md", "codecs", "codecs/jpeg", "codecs/h264"]
        );
        let gone: Vec<&str> = all.into_iter().filter(|name| !known.has("", name)).collect();
        assert_eq!(gone, ["src/gone.rs", "gone/", "codecs/h264"]);
        assert!(known.has("docs", "../src/lib.rs") && known.has("docs", "a.md") && !known.has("", "a.md"));
    }
}
