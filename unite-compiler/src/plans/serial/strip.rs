//! Points of a row that are taken at a time.

/// So many points side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// How many.
    pub points: i64,
    /// Whether the last ones of a row end with it, and some points are taken twice.
    pub again: bool,
    /// How many of rows that are shorter, where the last ones end with it, too.
    pub fewer: Option<i64>,
}

impl Strip {
    /// So many points, or fewer in rows that are shorter, where points may be taken twice.
    pub fn new(points: i64, again: bool, fewer: i64) -> Self {
        Strip { points, again, fewer: Some(fewer).filter(|fewer| again && *fewer < points) }
    }

    /// What is done with short rows and the ends of others, for people.
    pub fn rests(&self) -> String {
        let fewer = self.fewer.map_or(String::new(), |fewer| format!(", {fewer} in short rows"));
        let again = if self.again { ", the last of a row end with it" } else { "" };
        format!("{fewer}{again}")
    }
}
