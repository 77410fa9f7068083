//! Kernels that are no codec beside OpenCV and Halide: a table in docs/beyond.md, and a plot.

use std::path::Path;

use crate::gallery::geometric_mean;
use crate::markdown;
use crate::plot::{self, Axes};
use crate::process::{cargo, output, root};

/// The column that is made of two.
const BETTER: &str = "the better of both";

/// How many times as long peers take as we do: those of a task, in the order of the columns, where they have it.
struct Row {
    task: String,
    nanoseconds: String,
    ratios: Vec<Option<f64>>,
}

/// Builds the bench and runs it, prints its table, and puts that into the document; draws the plot if a file is named.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let (mut passed, mut plot) = (Vec::new(), None);
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--quick" => passed.push(word),
            "--plot" => plot = Some(words.next().ok_or("--plot wants the name of a file")?),
            other => return Err(format!("bench-beyond does not know `{other}`")),
        }
    }
    let mut bench = cargo(["run", "--quiet", "--release", "--package", "unite-beyond-benches", "--"]);
    let measured = output(bench.args(&passed))?;
    let (names, rows) = read(&measured)?;
    let table = table(&names, &rows);
    print!("{table}");
    if passed.is_empty() && rows.iter().any(|row| row.ratios.iter().any(Option::is_some)) {
        let page = root().join("docs").join("beyond.md");
        let failed = |error: std::io::Error| format!("{}: {error}", page.display());
        let text = std::fs::read_to_string(&page).map_err(failed)?;
        std::fs::write(&page, markdown::replaced(&text, "beyond", &table)?).map_err(failed)?;
    }
    let Some(file) = plot else { return Ok(()) };
    draw(&names, rows, Path::new(file))
}

/// Draws the table. The better autoscheduler stands where one of them does.
fn draw(names: &[String], rows: Vec<Row>, file: &Path) -> Result<(), String> {
    let is_drawn: Vec<bool> = names.iter().map(|name| name != BETTER).collect();
    let columns: Vec<&str> =
        names.iter().zip(&is_drawn).filter(|(_, drawn)| **drawn).map(|(name, _)| name.as_str()).collect();
    let rows: Vec<(String, Vec<Option<f64>>)> = rows
        .into_iter()
        .map(|row| {
            let ratios = row.ratios.into_iter().zip(&is_drawn);
            (row.task, ratios.filter(|(_, drawn)| **drawn).map(|(ratio, _)| ratio).collect())
        })
        .collect();
    let label = "time of one thread, times that of unite: right of the line is slower than unite";
    plot::draw(&Axes { label, names: 220, room: 4.0 }, &columns, &rows, file)
}

/// The names of the peers and what was measured, of the bench's own lines. After the two autoschedulers comes the better of both.
fn read(measured: &str) -> Result<(Vec<String>, Vec<Row>), String> {
    let mut lines = measured.lines().map(|line| line.split('\t').map(str::to_string).collect::<Vec<_>>());
    let header = lines.next().ok_or("the bench printed nothing")?;
    let names: Vec<String> = header.into_iter().skip(2).filter(|name| !name.is_empty()).collect();
    let is_automatic = |name: &str| name.starts_with("Halide") && !name.ends_with("by hand");
    let place = names.iter().rposition(|name| is_automatic(name)).map(|last| last + 1);
    let rows = lines.map(|cells| {
        let number = |cell: &String| cell.parse::<f64>().ok();
        let mut ratios: Vec<Option<f64>> = cells.iter().skip(2).take(names.len()).map(number).collect();
        ratios.resize(names.len(), None);
        if let Some(place) = place {
            let both = names.iter().zip(&ratios).filter(|(name, _)| is_automatic(name));
            let best = both.filter_map(|(_, ratio)| *ratio).min_by(f64::total_cmp);
            ratios.insert(place, best);
        }
        let cell = |column: usize| cells.get(column).cloned().unwrap_or_default();
        Row { task: cell(0), nanoseconds: cell(1), ratios }
    });
    let rows = rows.collect();
    let mut names = names.clone();
    if let Some(place) = place {
        names.insert(place, BETTER.to_string());
    }
    Ok((names, rows))
}

/// The table, with the geometric mean and the least of each column below it.
fn table(names: &[String], rows: &[Row]) -> String {
    let shown = |ratio: Option<f64>| ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
    let mut lines: Vec<Vec<String>> = Vec::new();
    for row in rows {
        let ratios = row.ratios.iter().map(|ratio| shown(*ratio));
        lines.push([row.task.clone(), row.nanoseconds.clone()].into_iter().chain(ratios).collect());
    }
    let columns = || (0..names.len()).map(|column| rows.iter().filter_map(move |row| row.ratios[column]));
    let all = |name: &str, of: &dyn Fn(Vec<f64>) -> Option<f64>| {
        let cells = columns().map(|ratios| shown(of(ratios.collect())));
        [name.to_string(), String::new()].into_iter().chain(cells).collect::<Vec<_>>()
    };
    lines.push(all("geometric mean", &|ratios| geometric_mean(ratios.into_iter())));
    lines.push(all("least", &|ratios| ratios.into_iter().min_by(f64::total_cmp)));
    let header: Vec<&str> =
        ["task", "unite, ns"].into_iter().chain(names.iter().map(String::as_str)).collect();
    markdown::table(&header, 1, &lines)
}

#[cfg(test)]
mod tests {
    use super::{read, table};

    #[test]
    fn means_are_of_what_was_measured() {
        let measured = "task\tns\tOpenCV 5\tHalide, A\tHalide, B\tHalide, by hand\nx\t0.5\t\t4.0\t2.0\t1.0\ny\t0.1\t3.0\t\t8.0\t4.0\n";
        let (names, rows) = read(measured).unwrap();
        assert_eq!(names[3], "the better of both");
        let table = table(&names, &rows);
        let mean: Vec<&str> = table.lines().rev().nth(1).unwrap().split('|').map(str::trim).collect();
        assert_eq!(mean[1..8], ["geometric mean", "", "3.00", "4.00", "4.00", "4.00", "2.00"]);
        let least: Vec<&str> = table.lines().last().unwrap().split('|').map(str::trim).collect();
        assert_eq!(least[1..8], ["least", "", "3.00", "4.00", "2.00", "2.00", "1.00"]);
    }
}
