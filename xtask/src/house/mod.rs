//! The rules of the house that no compiler checks.

mod arrows;
mod documents;
mod files;
mod items;
mod layers;
mod modules;
mod programs;
mod rooms;
mod wrapped;

use crate::process::{metadata, root};

/// Checks all rules and prints everything that breaks one.
pub fn check() -> Result<(), String> {
    let root = root();
    let files = files::tracked()?;
    let metadata = metadata()?;
    let mut findings = Vec::new();
    findings.extend(files::check(&root, &files)?);
    findings.extend(arrows::check(&metadata)?);
    findings.extend(layers::check(&root, &metadata)?);
    findings.extend(documents::check(&root, &files)?);
    findings.extend(items::check(&root, &files)?);
    findings.extend(programs::check(&root, &files)?);
    findings.extend(rooms::check(&root, &files)?);
    findings.extend(wrapped::check(&root, &files)?);
    for finding in &findings {
        println!("{finding}");
    }
    println!("{} files, {} findings", files.len(), findings.len());
    if findings.is_empty() { Ok(()) } else { Err(format!("{} findings", findings.len())) }
}
