//! Rows of tables, and their means.

use unite_jpeg_benches::rows::{Row, means};

#[test]
fn means_are_geometric_and_by_setting_and_encoder() {
    let row = |setting: &str, encoder: &str, speed| Row {
        picture: "any".into(),
        setting: setting.into(),
        encoder: encoder.into(),
        nanoseconds: 1.0,
        speed: [0.0, speed, 9.0],
        bytes: 1,
    };
    let rows = [row("a", "x", 1.0), row("a", "y", 2.0), row("a", "x", 4.0), row("b", "x", 3.0)];
    let all = means(&rows);
    assert_eq!(all.len(), 3);
    assert_eq!((all[0].0, all[1].0, all[2].0), (["a", "x"], ["a", "y"], ["b", "x"]));
    let [least, mean, most] = all[0].1;
    assert!(least == 1.0 && (mean - 2.0).abs() < 1e-12 && most == 4.0);
}
