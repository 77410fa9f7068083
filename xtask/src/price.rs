//! The price of the abstraction: the same kernels and encoders through the library, with optimisations switched on one
//! after the other, and by hand. The tables and the plot of `docs/price.md`.

use crate::plot::{self, Axes};
use crate::process::{output, root};
use crate::stages::{self, STAGES};
use crate::{instructions, markdown, price_levels, price_lines, price_video};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pictures of the thesis (table 8.2): width and height.
const PICTURES: [(&str, [u32; 2]); 9] = [
    ("Rose", [227, 149]),
    ("Cat", [640, 960]),
    ("Poster", [2160, 2880]),
    ("Painting", [2653, 3307]),
    ("Satellite", [5181, 4828]),
    ("Overcast", [7200, 5400]),
    ("Overcast Big", [7200, 10800]),
    ("Map", [10315, 7049]),
    ("Map Big", [20630, 7049]),
];

/// On so many of them instructions are counted.
const COUNTED: usize = 2;
/// On so many encoders are timed, unless it is said.
const TIMED: usize = 6;
/// On so many it is asked how often they want memory: those of the table of the thesis.
const ASKED: usize = 6;
/// So often, in turn.
const ROUNDS: usize = 3;

const ENCODERS: [(&str, &str); 2] = [("jpeg", "baseline, 4:2:0"), ("lossless", "lossless, predictor 4")];

/// A number for each stage.
type OfStages = [f64; STAGES.len()];

/// What a kernel costs.
struct Kernel {
    /// `NAME` in `ours_NAME`, `twin_NAME` and `library_NAME`.
    name: String,
    /// Instructions through the library.
    library: f64,
    /// Instructions at each stage.
    stages: OfStages,
    /// Instructions of the hand-written twin.
    hand: f64,
    /// Allocations: through the library, without optimisations, staged, by hand.
    allocations: [u64; 4],
}

impl Kernel {
    /// All but the last, as multiples of it.
    fn ratios(&self) -> impl Iterator<Item = f64> {
        std::iter::once(&self.library).chain(&self.stages).map(|cost| cost / self.hand)
    }
}

/// The tables, each of which can be measured by itself.
const TABLES: [&str; 8] = ["kernels", "levels", "encoders", "memory", "times", "video", "speed", "lines"];

/// Measures, prints the tables, and writes them to `docs/price.md` and the plot beside it. A number is how many of the
/// pictures encoders are timed on, and names are those of tables; with `--plot` the plot is drawn again, of the table that is there.
pub fn measure(arguments: &[String]) -> Result<(), String> {
    if arguments == ["--plot"] {
        return plot();
    }
    let (mut timed, mut names) = (TIMED, Vec::new());
    for argument in arguments {
        match (argument.parse(), TABLES.iter().find(|table| *table == argument)) {
            (Ok(number), _) => timed = number,
            (_, Some(table)) => names.push(*table),
            _ => return Err(format!("`{argument}` is no number of pictures, and none of {TABLES:?}")),
        }
    }
    let wants = |table: &str| names.is_empty() || names.contains(&table);
    let page = root().join("docs").join("price.md");
    let put = |name: &str, table: String| -> Result<(), String> {
        println!("{table}");
        let there = |error| format!("{}: {error}", page.display());
        let text = std::fs::read_to_string(&page).map_err(there)?;
        std::fs::write(&page, markdown::replaced(&text, name, &table)?).map_err(there)
    };
    if wants("levels") {
        put("levels", price_levels::table()?)?;
    }
    if wants("video") {
        put("video", price_video::counts()?)?;
    }
    if wants("speed") {
        put("speed", price_video::speed()?)?;
    }
    if wants("lines") {
        put("lines", price_lines::table()?)?;
    }
    if wants("memory") {
        let build = |stage: usize| stages::build("unite-benches", "price", STAGES[stage].0);
        put("memory", asking_encoders([&build(0)?, &build(STAGES.len() - 1)?], &PICTURES[..ASKED])?)?;
    }
    if ["kernels", "encoders", "times"].into_iter().any(wants) {
        let build = |(stage, _): &(&str, _)| stages::build("unite-benches", "price", stage);
        let binaries = STAGES.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        if wants("kernels") {
            let kernels = kernels(&binaries)?;
            put("kernels", kernel_table(&kernels))?;
            put("allocations", allocation_table(&kernels))?;
        }
        if wants("encoders") {
            put("encoders", counted_encoders(&binaries)?)?;
        }
        if wants("times") {
            put("times", timed_encoders(&binaries, &PICTURES[..timed.min(PICTURES.len())])?)?;
        }
    }
    plot()
}

/// Draws the table of kernels as it is.
fn plot() -> Result<(), String> {
    let page = root().join("docs").join("price.md");
    let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let forms: Vec<&str> = std::iter::once("library").chain(STAGES.map(|(_, title)| title)).collect();
    let rows: Vec<_> = rows(&text)?
        .into_iter()
        .map(|(name, costs)| (name, costs.into_iter().map(Some).collect::<Vec<_>>()))
        .collect();
    let axes = Axes { label: "instructions, times those written by hand", names: 130, room: 1.5 };
    plot::draw(&axes, &forms, &rows, &root().join("docs").join("pictures").join("price.svg"))
}

/// The rows of the table of kernels on a page: names and ratios.
fn rows(page: &str) -> Result<Vec<(String, Vec<f64>)>, String> {
    let table =
        page.split_once("<!-- kernels -->").and_then(|(_, rest)| rest.split_once("<!-- end of kernels -->"));
    let (table, _) = table.ok_or("docs/price.md has no table of kernels")?;
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let name = cells.next()?.to_string();
        Some((name, cells.take(STAGES.len() + 1).map(|cell| cell.parse().ok()).collect::<Option<_>>()?))
    };
    // The head and the rule below it have no numbers.
    Ok(table.lines().filter_map(row).filter(|(_, ratios): &(_, Vec<f64>)| !ratios.is_empty()).collect())
}

/// What every kernel costs that has all forms.
fn kernels(binaries: &[PathBuf]) -> Result<Vec<Kernel>, String> {
    let counts = binaries
        .iter()
        .map(|binary| instructions::count(binary, &["--count"], "price_measured"))
        .collect::<Result<Vec<_>, _>>()?;
    let asked = binaries.iter().map(|binary| allocations(binary)).collect::<Result<Vec<_>, _>>()?;
    let (last, none) = (STAGES.len() - 1, 0);
    let mut names: Vec<&str> = counts[last].keys().filter_map(|name| name.strip_prefix("library_")).collect();
    names.sort_unstable();
    let one = |name: &&str| {
        let count = |stage: usize, form: &str| {
            let function = format!("{form}_{name}");
            let count = counts[stage].get(&function).copied();
            count.map(|count| count as f64).ok_or(format!("callgrind saw no call of `{function}`"))
        };
        let mut stages = [0.0; STAGES.len()];
        for (stage, cost) in stages.iter_mut().enumerate() {
            *cost = count(stage, "ours")?;
        }
        let asked = |stage: usize, form: &str| {
            asked[stage].get(&(name.to_string(), form.to_string())).copied().unwrap_or_default()
        };
        Ok(Kernel {
            name: name.to_string(),
            library: count(last, "library")?,
            stages,
            hand: count(last, "twin")?,
            allocations: [
                asked(last, "library"),
                asked(none, "ours"),
                asked(last, "ours"),
                asked(last, "twin"),
            ],
        })
    };
    names.iter().map(one).collect()
}

/// Allocations of each kernel in each form.
fn allocations(binary: &Path) -> Result<HashMap<(String, String), u64>, String> {
    let text = output(Command::new(binary).arg("--allocations"))?;
    let line = |line: &str| {
        let [name, form, count] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        Some(((name.to_string(), form.to_string()), count.parse().ok()?))
    };
    text.lines().map(|text| line(text).ok_or(format!("price --allocations: `{text}`"))).collect()
}

/// A ratio with as many digits as tell something.
fn shown(ratio: f64) -> String {
    if ratio < 10.0 {
        format!("{ratio:.3}")
    } else if ratio < 100.0 {
        format!("{ratio:.1}")
    } else {
        format!("{ratio:.0}")
    }
}

fn kernel_table(kernels: &[Kernel]) -> String {
    let mut header = vec!["kernel", "library"];
    header.extend(STAGES.map(|(_, title)| title));
    header.push("by hand, instructions");
    let row = |kernel: &Kernel| {
        let ratios = kernel.ratios().map(shown);
        let hand = (kernel.hand as u64).to_string();
        std::iter::once(kernel.name.clone()).chain(ratios).chain([hand]).collect()
    };
    let rows: Vec<Vec<String>> = kernels.iter().map(row).collect();
    markdown::table(&header, 1, &rows)
}

fn allocation_table(kernels: &[Kernel]) -> String {
    let header = ["kernel", "library", "none", "staged", "by hand"];
    let row = |kernel: &Kernel| {
        let counts = kernel.allocations.iter().map(u64::to_string);
        std::iter::once(kernel.name.clone()).chain(counts).collect()
    };
    let rows: Vec<Vec<String>> = kernels.iter().map(row).collect();
    markdown::table(&header, 1, &rows)
}

/// The head of a table of encoders: one column for each stage.
fn header() -> Vec<&'static str> {
    ["encoder", "picture"].into_iter().chain(STAGES.map(|(_, title)| title)).collect()
}

/// Instructions per pixel. Files that are not the same at every stage are an error.
fn counted_encoders(binaries: &[PathBuf]) -> Result<String, String> {
    let mut rows = Vec::new();
    for (kind, title) in ENCODERS {
        for (picture, [width, height]) in &PICTURES[..COUNTED] {
            let size = [width.to_string(), height.to_string()];
            let arguments = ["--encode", kind, &size[0], &size[1]];
            let pixels = f64::from(width * height);
            let (mut costs, mut sums) = (Vec::new(), Vec::new());
            for binary in binaries {
                let total = instructions::total(binary, &arguments, "encode_measured")?;
                costs.push(format!("{:.1}", total as f64 / pixels));
                sums.push(said(binary, kind, [*width, *height])?.0);
            }
            if sums.iter().any(|sum| *sum != sums[0]) {
                return Err(format!("the files of {title} for {picture} differ from stage to stage"));
            }
            rows.push([title.to_string(), picture.to_string()].into_iter().chain(costs).collect());
        }
    }
    Ok(markdown::table(&header(), 2, &rows))
}

/// A sum over the file of a new encoder, and how often it asked for memory.
fn said(binary: &Path, kind: &str, [width, height]: [u32; 2]) -> Result<(String, String), String> {
    let arguments = ["--encode".to_string(), kind.to_string(), width.to_string(), height.to_string()];
    let text = output(Command::new(binary).args(arguments))?;
    let parts = text.trim().split_once('\t').ok_or(format!("price --encode: `{text}`"))?;
    Ok((parts.0.to_string(), parts.1.to_string()))
}

/// How often new encoders ask for memory, without optimisations and staged.
fn asking_encoders(forms: [&PathBuf; 2], pictures: &[(&str, [u32; 2])]) -> Result<String, String> {
    let mut rows = Vec::new();
    for (kind, title) in ENCODERS {
        for (picture, size) in pictures {
            let mut row = vec![title.to_string(), picture.to_string(), (size[0] * size[1]).to_string()];
            let [none, staged] = forms.map(|form| said(form, kind, *size));
            let (none, staged) = (none?, staged?);
            if none.0 != staged.0 {
                return Err(format!("the files of {title} for {picture} differ"));
            }
            row.extend([none.1, staged.1]);
            rows.push(row);
        }
    }
    Ok(markdown::table(&["encoder", "picture", "pixels", "none", "staged"], 2, &rows))
}

/// Times as multiples of that of the staged encoder, from rounds in turn.
fn timed_encoders(binaries: &[PathBuf], pictures: &[(&str, [u32; 2])]) -> Result<String, String> {
    let mut rows = Vec::new();
    for (kind, title) in ENCODERS {
        for (picture, [width, height]) in pictures {
            let size = [width.to_string(), height.to_string()];
            let mut least = [f64::MAX; STAGES.len()];
            for _ in 0..ROUNDS {
                for (binary, least) in binaries.iter().zip(&mut least) {
                    let text = output(Command::new(binary).args(["--time", kind, &size[0], &size[1]]))?;
                    let time = text.trim().parse().map_err(|_| format!("price --time: `{text}`"))?;
                    *least = least.min(time);
                }
            }
            let ratios = least.iter().map(|time| format!("{:.2}", time / least[STAGES.len() - 1]));
            rows.push([title.to_string(), picture.to_string()].into_iter().chain(ratios).collect());
        }
    }
    Ok(markdown::table(&header(), 2, &rows))
}

#[cfg(test)]
mod tests {
    use super::{rows, shown};

    #[test]
    fn rows_are_those_with_numbers() {
        let row = "| fdct | 459 | 24.2 | 1.2 | 1.2 | 1.2 | 0.8 | 0.4 | 5848 |";
        let page =
            format!("<!-- kernels -->\n\n| kernel | library |\n|:--|--:|\n{row}\n\n<!-- end of kernels -->");
        assert_eq!(rows(&page).unwrap(), [("fdct".to_string(), vec![459.0, 24.2, 1.2, 1.2, 1.2, 0.8, 0.4])]);
        assert!(rows("").is_err());
    }

    #[test]
    fn ratios_have_digits_that_tell() {
        assert_eq!([1.0181, 12.34, 345.6].map(shown), ["1.018", "12.3", "346"]);
    }
}
