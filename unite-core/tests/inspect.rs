//! What inspection says of tensors: chains as text, and what is in the pictures.

use unite_core::inspect::{Chain, Trie};
use unite_core::library::span;
use unite_core::{Block, Dyn, ViewError};

/// The tags of a drawing, each checked to be closed, with its attributes and the text after it.
fn tags(svg: &str) -> Vec<(String, String)> {
    let mut open = Vec::new();
    let mut tags = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let name = tag.split(' ').next().unwrap().to_string();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if !tag.ends_with('/') {
            open.push(name);
        }
        tags.push((tag.to_string(), text.to_string()));
    }
    assert!(open.is_empty(), "{open:?} stay open");
    tags
}

fn texts(svg: &str) -> Vec<String> {
    let is_text = |(tag, _): &(String, String)| tag.starts_with("text ");
    tags(svg).into_iter().filter(is_text).map(|(_, text)| text).collect()
}

/// A number among the attributes of a tag.
fn number(tag: &str, attribute: &str) -> f64 {
    let (_, rest) = tag.split_once(&format!(" {attribute}=\"")).expect(attribute);
    rest.split_once('"').unwrap().0.parse().unwrap()
}

#[test]
fn what_a_type_knows_is_printed_otherwise() -> Result<(), ViewError> {
    let rows = Block::<u8>::zeros([5, 8]).fixed::<Dyn<[u8; 8]>>()?;
    let chain = Chain::of_argument(&rows).to_string();
    assert_eq!(chain, "universe of 2 axes\nat [0?, 0?]: the block\nextents [5?, 8]\nstrides [8, 1]\n");
    // The same tensor as a view: nothing is known before the run.
    let chain = Chain::of(&rows.view()).to_string();
    assert_eq!(chain, "universe of 2 axes\nat [0?, 0?]: the block\nextents [5?, 8?]\n");
    // On the way to a kernel, only the shape is said again.
    let part = rows.view().partition([1..3, 0..8])?;
    let argument = part.tensor()?.fixed::<[[u8; 8]; 2]>()?;
    let chain = Chain::of_argument(&argument).to_string();
    assert_eq!(chain, "universe of 2 axes\nat [1?, 0?]: the block\nextents [2, 8]\nstrides [8?, 1?]\n");
    Ok(())
}

#[test]
fn chains_name_every_space() -> Result<(), ViewError> {
    let video = Block::<u8>::zeros([4, 6, 8]).with_origin([0, -2, 0])?;
    let frame = video.view().slice(0, 3)?.permute([1, 0])?.coarsen([2, 3])?.refine([1, 3])?;
    assert_eq!(
        Chain::of(&frame).to_string(),
        "universe of 3 axes\n\
         at [0?, -2?, 0?]: the block\n\
         at [3?, 0?, 0?], axes [1?, 2?]\n\
         axes [1?, 0?]\n\
         coarsened by [2?, 3?]\n\
         refined by [1?, 3?]\n\
         extents [4?, 6?]\n"
    );
    let both = video.view().refine([1, 1, 4])?.partition((.., .., span(0..).step_by(3)))?;
    let copied = Chain::of_argument(&both.block_copy()?).to_string();
    assert!(copied.contains("refined by [1?, 1?, 4?]\ncoarsened by [1?, 1?, 3?]: the block\n"), "{copied}");
    Ok(())
}

#[test]
fn the_tree_has_every_tensor_once() -> Result<(), ViewError> {
    let frame = Block::<u8>::zeros([16, 16]);
    let line = Block::<u8>::zeros([4]);
    let block = frame.view().partition([4..8, 4..8])?;
    let copy = block.view().permute([1, 0])?.block_copy()?;
    let again = frame.view().partition([4..8, 4..8])?;
    let mut trie = Trie::new();
    trie.argument("frame", &frame).tensor("block", &block).tensor("copy", &copy).argument("a < b", &line);
    trie.tensor("again", &again);
    assert_eq!(
        trie.to_string(),
        "universe of 2 axes\n\
         └─ frame: at [0?, 0?], extents [16?, 16?], strides [16?, 1]\n\
         \u{20}  ├─ block: at [4?, 4?], extents [4?, 4?], in frame\n\
         \u{20}  └─ again: at [4?, 4?], extents [4?, 4?], in frame\n\
         \u{20}     └─ axes [1?, 0?]\n\
         \u{20}        └─ copy: at [0?, 0?], extents [4?, 4?]\n\
         universe of 1 axes\n\
         └─ a < b: at [0?], extents [4?], strides [1]\n"
    );
    let svg = trie.to_svg();
    let texts = texts(&svg);
    for name in ["frame", "block", "copy", "again", "a &lt; b"] {
        assert_eq!(texts.iter().filter(|text| *text == name).count(), 1, "{name} in {texts:?}");
    }
    let boxes = |dashed: bool| {
        let is_box = |tag: &str| tag.starts_with("rect ") && tag.contains("stroke-width=\"1.5\"");
        tags(&svg).iter().filter(|(tag, _)| is_box(tag) && tag.contains("dasharray") == dashed).count()
    };
    // Blocks, and the one place where both views are.
    assert_eq!((boxes(false), boxes(true)), (3, 1));
    Ok(())
}

#[test]
fn views_far_from_their_block_point_to_it() -> Result<(), ViewError> {
    let frame = Block::<u8>::zeros([8, 8]);
    let near = frame.view().partition([2..6, 2..6])?;
    let mut trie = Trie::new();
    trie.argument("frame", &frame).tensor("near", &near);
    assert!(!trie.to_svg().contains("<path "));
    let far = near.view().permute([1, 0])?;
    trie.tensor("far", &far);
    assert_eq!(trie.to_svg().matches("<path ").count(), 1);
    Ok(())
}

#[test]
fn regions_lie_where_locations_say() -> Result<(), ViewError> {
    let frame = Block::<u8>::zeros([8, 14]).with_origin([0, -2])?;
    let flags = Block::<bool>::zeros([2, 3]).with_coarsening([4, 4])?;
    let pred = Block::<[[u8; 4]; 2]>::stack().with_origin([4, 8])?;
    let mut trie = Trie::new();
    trie.tensor("frame", &frame).tensor("flags", &flags).tensor("pred", &pred);
    let svg = trie.regions([0, 1]).mark("pred", &[-1, 0], &[-1, 3]).to_svg();
    let rects: Vec<[f64; 4]> = tags(&svg)
        .iter()
        .filter(|(tag, _)| {
            tag.starts_with("rect ") && tag.contains("fill-opacity") && !tag.contains("height=\"10\"")
        })
        .map(|(tag, _)| ["x", "y", "width", "height"].map(|attribute| number(tag, attribute)))
        .collect();
    let [whole, flags, pred, row] = rects[..] else { panic!("{rects:?}") };
    let scale = whole[2] / 14.0;
    let at = |[x, y, width, height]: [f64; 4]| {
        [(x - whole[0]) / scale, (y - whole[1]) / scale, width / scale, height / scale]
    };
    let near = |found: [f64; 4], expected: [f64; 4]| {
        found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.01)
    };
    assert!(near(at(whole), [0.0, 0.0, 14.0, 8.0]));
    assert!(near(at(flags), [2.0, 0.0, 12.0, 8.0]), "{:?}", at(flags));
    assert!(near(at(pred), [10.0, 4.0, 4.0, 2.0]), "{:?}", at(pred));
    assert!(near(at(row), [10.0, 3.0, 4.0, 1.0]), "{:?}", at(row));
    // Lines between points: 7 + 13 in the frame, 1 + 2 between flags, 1 + 3 in the prediction.
    assert_eq!(tags(&svg).iter().filter(|(tag, _)| tag.starts_with("line ")).count(), 20 + 3 + 4);
    // The axes are those that are asked for.
    let turned = trie.regions([1, 0]).to_svg();
    let frame = tags(&turned).into_iter().find(|(tag, _)| tag.contains("fill-opacity")).unwrap().0;
    assert!((number(&frame, "height") / number(&frame, "width") - 14.0 / 8.0).abs() < 0.01);
    Ok(())
}

#[test]
fn coarse_points_cost_nothing() -> Result<(), ViewError> {
    let tiles = Block::<u8>::zeros([2, 2]).with_coarsening([1 << 20, 1 << 20])?;
    let turned = tiles.view().refine([4, 1])?.permute([1, 0])?;
    let mut trie = Trie::new();
    trie.tensor("tiles", &tiles).tensor("turned", &turned);
    let svg = trie.regions([0, 1]).to_svg();
    let rects = tags(&svg).into_iter().filter(|(tag, _)| tag.contains("stroke-width=\"2\""));
    let sizes: Vec<f64> = rects.map(|(tag, _)| number(&tag, "width") / number(&tag, "height")).collect();
    assert_eq!(sizes, [1.0, 1.0]);
    Ok(())
}

#[test]
#[should_panic = "line lies in a universe of rank 1, without axis 1"]
fn regions_need_both_axes() {
    let mut trie = Trie::new();
    trie.tensor("line", &Block::<u8>::zeros([4]));
    let _ = trie.regions([0, 1]);
}
