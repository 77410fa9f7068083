//! JPEG encoders beside each other.

/// Runs the bench.
pub fn run(_arguments: &[String]) -> Result<(), String> {
    Err("nothing to measure yet".to_string())
}
