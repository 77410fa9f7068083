//! Tables of `codecs/jpeg/README.md`: what the rows of `bench-jpeg` come to.

use crate::markdown;

/// Rows as the bench prints them: cells, without the lines of the header.
pub type Rows = Vec<Vec<String>>;

/// The rows of a table as text.
pub fn rows(text: &str) -> Rows {
    text.lines().skip(2).map(markdown::cells).collect()
}

/// The different cells of a column, in the order of their first rows.
fn distinct(rows: &Rows, column: usize) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for row in rows {
        if !all.contains(&row[column].as_str()) {
            all.push(&row[column]);
        }
    }
    all
}

/// The row whose first cells are these.
fn find<'a>(rows: &'a Rows, key: [&str; 3]) -> Option<&'a Vec<String>> {
    rows.iter().find(|row| row.iter().zip(key).all(|(cell, key)| cell == key))
}

/// How many times as fast ours was on small pictures: a line for each picture, a column for each setting.
pub fn small(rows: &Rows) -> String {
    const MEDIAN: usize = 4;
    let rows: Rows = rows.iter().filter(|row| row[0] != "geometric mean").cloned().collect();
    let settings = distinct(&rows, 1);
    let line = |picture: &&str| {
        let speeds = settings.iter().map(|setting| match find(&rows, [picture, setting, "unite-jpeg"]) {
            Some(row) => row[MEDIAN].clone(),
            None => String::new(),
        });
        std::iter::once(picture.to_string()).chain(speeds).collect()
    };
    let lines: Vec<Vec<String>> = distinct(&rows, 0).iter().map(line).collect();
    let header: Vec<&str> = std::iter::once("picture").chain(settings.iter().copied()).collect();
    markdown::table(&header, 1, &lines)
}

/// How many times less time of processors the command took on one thread: a line for each setting, a column for each picture, and
/// their geometric mean.
pub fn commands(rows: &Rows) -> String {
    const SPEED: usize = 4;
    let pictures = distinct(rows, 0);
    let line = |setting: &&str| {
        let speeds: Vec<&str> = pictures
            .iter()
            .map(|picture| find(rows, [picture, setting, "unite-jpeg"]).map_or("", |row| row[SPEED].as_str()))
            .collect();
        let logarithms: f64 = speeds.iter().filter_map(|speed| speed.parse::<f64>().ok()).map(f64::ln).sum();
        let mean = (logarithms / speeds.len() as f64).exp();
        let cells = std::iter::once(setting.to_string()).chain(speeds.iter().map(|speed| speed.to_string()));
        cells.chain([format!("{mean:.2}")]).collect()
    };
    let lines: Vec<Vec<String>> = distinct(rows, 1).iter().map(line).collect();
    let header = ["setting"].into_iter().chain(pictures.iter().copied()).chain(["geometric mean"]);
    markdown::table(&header.collect::<Vec<_>>(), 1, &lines)
}

/// What processes used for the largest picture, libjpeg-turbo's and ours, and how many times as fast two threads were by the
/// clock on the wall.
pub fn used(rows: &Rows) -> String {
    const MILLISECONDS: usize = 3;
    const WALL: usize = 5;
    const MEGABYTES: usize = 6;
    const FAULTS: usize = 7;
    let Some(largest) = distinct(rows, 0).pop() else { return String::new() };
    let line = |setting: &&str| {
        let mut of_picture = rows.iter().filter(|row| row[0] == largest && row[1] == *setting);
        let (theirs, ours, two) = (of_picture.next()?, of_picture.next()?, of_picture.next()?);
        let both = |column: usize| format!("{}, {}", theirs[column], ours[column]);
        let [one_wall, two_wall] = [ours, two].map(|row| row[WALL].parse::<f64>().ok());
        let threads = format!("{:.2}", two_wall? / one_wall?);
        Some(vec![setting.to_string(), both(MILLISECONDS), both(MEGABYTES), both(FAULTS), threads])
    };
    let lines: Vec<Vec<String>> = distinct(rows, 1).iter().filter_map(line).collect();
    markdown::table(&["setting", "CPU ms", "MB", "page faults", "two threads"], 1, &lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: &[&str]) -> String {
        ["| header |", "|:--|"].iter().chain(lines).map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn small_pictures_have_a_line_each() {
        let rows = rows(&text(&[
            "| 16x16 | a, anew | libjpeg-turbo | 3.1 | 1.00 | 1.00 | 1.00 | 9 |",
            "| 16x16 | a, anew | unite-jpeg | 3.1 | 1.25 | 1.20 | 1.30 | 9 |",
            "| 64x64 | a, anew | unite-jpeg | 3.1 | 1.50 | 1.20 | 1.60 | 9 |",
            "| 64x64 | a, again | unite-jpeg | 3.1 | 2.00 | 1.20 | 2.60 | 9 |",
            "| geometric mean | a, anew | unite-jpeg | | 1.37 | 1.25 | 1.50 | |",
        ]));
        let expected = "\
| picture | a, anew | a, again |
|:--------|--------:|---------:|
| 16x16   |    1.25 |          |
| 64x64   |    1.50 |     2.00 |
";
        assert_eq!(small(&rows), expected);
    }

    #[test]
    fn commands_have_a_line_for_each_setting() {
        let rows = rows(&text(&[
            "| eye | 444 | cjpeg | 1.0 | 1.00 | 1.00 | 2.0 | 83 |",
            "| eye | 444 | unite-jpeg | 1.0 | 1.00 | 1.10 | 3.0 | 90 |",
            "| eye | 444 | unite-jpeg, 2 threads | 1.0 | 0.90 | 1.65 | 3.0 | 90 |",
            "| poster | 444 | cjpeg | 8.0 | 1.00 | 1.00 | 2.0 | 83 |",
            "| poster | 444 | unite-jpeg | 2.0 | 4.00 | 4.00 | 3.0 | 90 |",
            "| poster | 444 | unite-jpeg, 2 threads | 2.0 | 3.90 | 6.00 | 3.0 | 99 |",
        ]));
        let expected = "\
| setting |  eye | poster | geometric mean |
|:--------|-----:|-------:|---------------:|
| 444     | 1.00 |   4.00 |           2.00 |
";
        assert_eq!(commands(&rows), expected);
        let expected = "\
| setting |   CPU ms |       MB | page faults | two threads |
|:--------|---------:|---------:|------------:|------------:|
| 444     | 8.0, 2.0 | 2.0, 3.0 |      83, 90 |        1.50 |
";
        assert_eq!(used(&rows), expected);
    }
}
