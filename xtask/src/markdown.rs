//! Tables for people: aligned, and valid markdown.

/// The cells of a line of a table.
pub fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
}

/// Formats rows under a header: the first `left` columns to the left, all others to the right.
pub fn table(header: &[&str], left: usize, rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([header[column].chars().count(), 3]).max().unwrap_or(3)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let mut text = String::from("|");
        for (column, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
            let padded =
                if column < left { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") };
            text.push_str(&padded);
        }
        text.push('\n');
        text
    };
    let mut text = line(header.to_vec());
    text.push('|');
    for (column, &width) in widths.iter().enumerate() {
        let rule = "-".repeat(width + 1);
        text.push_str(&if column < left { format!(":{rule}|") } else { format!("{rule}:|") });
    }
    text.push('\n');
    for row in rows {
        text.push_str(&line(row.iter().map(String::as_str).collect()));
    }
    text
}

/// A page with what stands between two marks replaced.
pub fn replaced(page: &str, name: &str, table: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let missing = || format!("the page has no place for `{name}`");
    let (before, rest) = page.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{begin}\n{table}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::{replaced, table};

    #[test]
    fn tables_have_their_places() {
        let page = "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n";
        let new = "a\n<!-- x -->\n\n|1|\n\n<!-- end of x -->\nb\n";
        assert_eq!(replaced(page, "x", "|1|\n").unwrap(), new);
        assert_eq!(replaced(new, "x", "|1|\n").unwrap(), new);
        assert!(replaced(page, "y", "").is_err());
    }

    #[test]
    fn first_column_left_others_right() {
        let rows = [vec!["a".to_string(), "1".to_string()], vec!["long".to_string(), "1000".to_string()]];
        let expected = "| name |    n |\n|:-----|-----:|\n| a    |    1 |\n| long | 1000 |\n";
        assert_eq!(table(&["name", "n"], 1, &rows), expected);
    }
}
