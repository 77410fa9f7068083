//! The pictures of the tutorial are what the library draws of the tensors in its text. `UNITE_BLESS=1` draws them anew.

use std::path::Path;

use unite::inspect::Trie;
use unite::{Block, ViewError};

/// Compares a drawing with the one in the documents.
fn picture(name: &str, drawn: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(name);
    if std::env::var("UNITE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&file, drawn).expect(name);
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == drawn, "{name} is not what is drawn now; `UNITE_BLESS=1` keeps the new one: look at it");
}

#[test]
fn neighbours() -> Result<(), ViewError> {
    let frame = Block::<u8>::zeros([8, 12]);
    let block = frame.view().partition([2..6, 4..8])?;
    let mut trie = Trie::new();
    trie.tensor("frame", &frame).tensor("block", &block);
    let regions = trie.regions([0, 1]).mark("block", &[-1, -1], &[-1, 3]).mark("block", &[0, -1], &[3, -1]);
    picture("neighbours.svg", &regions.to_svg());
    Ok(())
}

#[test]
fn colocation() -> Result<(), ViewError> {
    let frame = Block::<u8>::zeros([8, 12]);
    let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([2, 4])?;
    let there = frame.view().colocate(&pred)?;
    let mut trie = Trie::new();
    trie.argument("frame", &frame).argument("pred", &pred).tensor("frame[pred]", &there);
    picture("colocation.svg", &trie.to_svg());
    Ok(())
}

#[test]
fn flags() -> Result<(), ViewError> {
    let frame = Block::<u8>::zeros([8, 12]);
    let flags = Block::<bool>::zeros([2, 3]).with_coarsening([4, 4])?;
    let pred = Block::<[[u8; 4]; 4]>::stack().with_origin([4, 4])?;
    let mut trie = Trie::new();
    trie.argument("frame", &frame).argument("flags", &flags).argument("pred", &pred);
    picture("flags.svg", &trie.regions([0, 1]).mark("pred", &[-1, 0], &[-1, 0]).to_svg());
    Ok(())
}
