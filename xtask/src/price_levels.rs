//! One kernel at levels of optimisation of the compiler: the table of `docs/price.md` that is the thesis' 7.1.

use crate::{instructions, markdown, stages};

/// The kernel, and its forms: as functions and as a table names them.
const KERNEL: &str = "vertical_right";
const FORMS: [(&str, &str); 4] =
    [("library", "library"), ("views", "views without locations"), ("ours", "staged"), ("twin", "by hand")];

/// Instructions of every form at each level, as multiples of what is written by hand at the highest.
pub fn table() -> Result<String, String> {
    let count = |level: u8| -> Result<Vec<f64>, String> {
        let binary = stages::build_at("unite-benches", "price", level)?;
        let counts = instructions::count(&binary, &["--views"], "price_measured")?;
        let of = |form: &str| {
            let function = format!("{form}_{KERNEL}");
            let count = counts.get(&function).map(|&count| count as f64);
            count.ok_or(format!("callgrind saw no call of `{function}`"))
        };
        FORMS.iter().map(|(form, _)| of(form)).collect()
    };
    let levels = [3, 2, 1].map(|level| (level, count(level)));
    let unit = levels[0].1.as_ref().map(|counts| counts[FORMS.len() - 1]).map_err(Clone::clone)?;
    let row = |(level, counts): (u8, Result<Vec<f64>, String>)| {
        let cells = counts?.into_iter().map(|count| format!("{:.2}", count / unit));
        Ok([format!("-O{level}")].into_iter().chain(cells).collect())
    };
    let rows = levels.into_iter().map(row).collect::<Result<Vec<Vec<String>>, String>>()?;
    let header: Vec<&str> = ["level"].into_iter().chain(FORMS.map(|(_, title)| title)).collect();
    Ok(markdown::table(&header, 1, &rows))
}
