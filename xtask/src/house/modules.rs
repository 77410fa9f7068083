//! Which top module of a crate names which other one, read from the syntax of its files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// From one top module to another, with the first place where it happens.
pub type Edges = BTreeMap<(String, String), String>;

/// The top modules of a crate and the edges between them. Test modules are left out.
pub struct Modules {
    pub names: BTreeSet<String>,
    pub edges: Edges,
}

/// Reads a crate from its root file.
pub fn read(root_file: &Path) -> Result<Modules, String> {
    let mut paths = Paths::default();
    paths.file(root_file, &[], &root_file.with_file_name(""))?;
    let names: BTreeSet<String> =
        paths.modules.iter().filter(|path| path.len() == 1).map(|path| path[0].clone()).collect();
    // What the root re-exports is found under the root's own name: follow it to the module it comes from.
    let mut exported = BTreeMap::new();
    for (_, path, _) in paths.found.iter().filter(|(module, ..)| module.is_empty()) {
        if let [first, .., last] = &path[..] {
            exported.insert(last.clone(), first.clone());
        }
    }
    let mut edges = Edges::new();
    for (module, path, place) in &paths.found {
        let (Some(from), Some(to)) = (module.first(), path.first()) else { continue };
        let to = if names.contains(to) { Some(to) } else { exported.get(to) };
        if let Some(to) = to.filter(|to| *to != from && names.contains(*to)) {
            edges.entry((from.clone(), to.clone())).or_insert_with(|| place.clone());
        }
    }
    Ok(Modules { names, edges })
}

/// The edges between the files of one top module. Its own file is called like it.
pub fn inside(root_file: &Path, room: &str) -> Result<Edges, String> {
    let mut paths = Paths::default();
    paths.file(root_file, &[], &root_file.with_file_name(""))?;
    let names: BTreeSet<&String> =
        paths.modules.iter().filter(|path| path.len() == 2 && path[0] == room).map(|path| &path[1]).collect();
    let found = || {
        paths
            .found
            .iter()
            .filter(|(from, to, _)| from.first().is_some_and(|m| m == room) && to.len() > 1 && to[0] == room)
    };
    // What the room's own file re-exports is where it comes from.
    let exported: BTreeMap<&String, &String> = found()
        .filter(|(from, to, _)| from.len() == 1 && to.len() > 2)
        .map(|(_, to, _)| (&to[to.len() - 1], &to[1]))
        .collect();
    let own = room.to_string();
    let mut edges = Edges::new();
    for (from, to, place) in found() {
        let from = from.get(1).filter(|name| names.contains(name)).unwrap_or(&own);
        let to = match names.get(&to[1]) {
            Some(name) => name,
            None => exported.get(&to[1]).copied().unwrap_or(&own),
        };
        if from != to {
            edges.entry((from.clone(), to.clone())).or_insert_with(|| place.clone());
        }
    }
    Ok(edges)
}

/// The edges that lie on a cycle.
pub fn on_cycles(edges: &Edges) -> Vec<(&str, &str, &str)> {
    let reaches = |start: &str, end: &str| {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(module) = open.pop() {
            let next = edges.keys().filter(|(from, _)| from == module).map(|(_, to)| to.as_str());
            open.extend(next.filter(|next| seen.insert(next)));
        }
        seen.contains(end)
    };
    let cyclic = edges.iter().filter(|((from, to), _)| reaches(to, from));
    cyclic.map(|((from, to), place)| (from.as_str(), to.as_str(), place.as_str())).collect()
}

/// Every path that a crate's files name, made absolute in the crate.
#[derive(Default)]
struct Paths {
    /// Absolute paths of all modules.
    modules: Vec<Vec<String>>,
    /// The module that names it, the path in the crate, and where.
    found: Vec<(Vec<String>, Vec<String>, String)>,
}

impl Paths {
    /// Reads one file and the files of the modules that it declares, which lie in `folder`.
    fn file(&mut self, file: &Path, module: &[String], folder: &Path) -> Result<(), String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let syntax = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut walk =
            Walk { paths: self, file: file.to_path_buf(), module: module.to_vec(), declared: Vec::new() };
        walk.visit_file(&syntax);
        for path in walk.declared {
            let name = &path[path.len() - 1];
            let inner =
                path[module.len()..].iter().fold(folder.to_path_buf(), |folder, part| folder.join(part));
            let beside = inner.with_file_name(format!("{name}.rs"));
            let file = if beside.is_file() { beside } else { inner.join("mod.rs") };
            self.file(&file, &path, &inner)?;
        }
        Ok(())
    }
}

struct Walk<'a> {
    paths: &'a mut Paths,
    file: PathBuf,
    module: Vec<String>,
    declared: Vec<Vec<String>>,
}

impl Walk<'_> {
    fn record(&mut self, parts: &[String], line: usize) {
        let absolute = match parts.first().map(String::as_str) {
            Some("crate") => parts[1..].to_vec(),
            Some("self") => [&self.module[..], &parts[1..]].concat(),
            Some("super") => {
                let ups = parts.iter().take_while(|part| *part == "super").count();
                [&self.module[..self.module.len().saturating_sub(ups)], &parts[ups..]].concat()
            }
            // In the root file a path may begin with a module's name.
            _ if self.module.is_empty() => parts.to_vec(),
            // In any other file with one that it declares.
            Some(first) => {
                let inner = [&self.module[..], &[first.to_string()]].concat();
                if !self.paths.modules.contains(&inner) {
                    return;
                }
                [&self.module[..], parts].concat()
            }
            None => return,
        };
        let place = format!("{}:{line}", self.file.display());
        self.paths.found.push((self.module.clone(), absolute, place));
    }

    fn record_tree(&mut self, tree: &syn::UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.record_tree(&path.tree, &with(&path.ident)),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.record_tree(tree, before)),
            syn::UseTree::Name(name) => self.record(&with(&name.ident), name.ident.span().start().line),
            syn::UseTree::Rename(rename) => {
                self.record(&with(&rename.ident), rename.ident.span().start().line)
            }
            syn::UseTree::Glob(glob) => self.record(before, glob.star_token.spans[0].start().line),
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.attrs.iter().any(is_test_only) {
            return;
        }
        self.module.push(item.ident.to_string());
        self.paths.modules.push(self.module.clone());
        if item.content.is_some() {
            visit::visit_item_mod(self, item);
        } else {
            self.declared.push(self.module.clone());
        }
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.record_tree(&item.tree, &[]);
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if parts.len() > 1 {
            self.record(&parts, path.segments[0].ident.span().start().line);
        }
        visit::visit_path(self, path);
    }
}

fn is_test_only(attribute: &syn::Attribute) -> bool {
    match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{inside, on_cycles, read};
    use std::fs;

    #[test]
    fn edges_through_use_paths_and_re_exports() {
        let folder = std::env::temp_dir().join(format!("unite-modules-{}", std::process::id()));
        fs::create_dir_all(folder.join("b")).expect("a folder");
        let files = [
            ("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::Thing;\n"),
            ("a.rs", "pub struct Thing;\n#[cfg(test)]\nmod tests { use crate::c::Other; }\n"),
            ("b/mod.rs", "mod deep;\nuse crate::c::{self, Other};\n"),
            (
                "b/deep.rs",
                "use super::super::c::Other;\nfn f() -> crate::Thing { loop {} }\nfn g() { super::h() }\n",
            ),
            ("c.rs", "pub struct Other;\nfn f() { crate::b::h() }\n"),
        ];
        for (name, text) in files {
            fs::write(folder.join(name), text).expect("a file");
        }
        let modules = read(&folder.join("lib.rs")).expect("readable");
        fs::remove_dir_all(&folder).expect("removed");
        let edges: Vec<String> = modules.edges.keys().map(|(from, to)| format!("{from} {to}")).collect();
        assert_eq!(edges, ["b a", "b c", "c b"]);
        let cyclic: Vec<String> =
            on_cycles(&modules.edges).iter().map(|(from, to, _)| format!("{from} {to}")).collect();
        assert_eq!(cyclic, ["b c", "c b"]);
    }

    #[test]
    fn edges_inside_a_module() {
        let folder = std::env::temp_dir().join(format!("unite-inside-{}", std::process::id()));
        fs::create_dir_all(folder.join("room")).expect("a folder");
        let files = [
            ("lib.rs", "mod room;\n"),
            ("room/mod.rs", "mod a;\nmod b;\npub use a::Thing;\npub struct Own;\n"),
            ("room/a.rs", "use super::b::Other;\npub struct Thing;\n"),
            ("room/b.rs", "use super::Thing;\nuse crate::room::Own;\npub struct Other;\n"),
        ];
        for (name, text) in files {
            fs::write(folder.join(name), text).expect("a file");
        }
        let edges = inside(&folder.join("lib.rs"), "room").expect("readable");
        fs::remove_dir_all(&folder).expect("removed");
        let edges: Vec<String> = edges.keys().map(|(from, to)| format!("{from} {to}")).collect();
        assert_eq!(edges, ["a b", "b a", "b room", "room a"]);
    }
}
