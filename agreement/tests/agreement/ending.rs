//! What the last statement of a chain does, point by point.

use unite_agreement::plan::chain::{CORNERS, Chain, Ending, Reading, SECOND, weight};

/// One thing that the last statement does.
pub enum Action {
    /// Elements of views, with their factors, are added up and written to parameter 0, or to another view of it.
    Set { at: Vec<isize>, reads: Vec<(usize, Vec<isize>, i32)> },
    /// An element of a view grows.
    Add { view: usize, at: Vec<isize>, value: i32 },
    /// All points that an index of a view stands for are written.
    Spread { view: usize, at: Vec<isize>, value: i32 },
    /// Origin, step and extent of each axis of a view are written to parameter 0.
    Where { view: usize },
}

/// All of it, given the extents of every view. A called kernel makes more views.
pub fn actions(chain: &Chain, extents: &[Vec<usize>], scalars: &[i32]) -> Vec<Action> {
    let all = |view: usize| indices(&extents[view]);
    let copied = |view: usize| {
        let set = |at: Vec<isize>| Action::Set { reads: vec![(view, at.clone(), 1)], at };
        all(0).into_iter().map(set).collect()
    };
    let scatter = |view: usize, shift: &[isize]| {
        let add = |at: Vec<isize>| {
            let value = weight(&at);
            Action::Add { view, at: at.iter().zip(shift).map(|(at, by)| at + by).collect(), value }
        };
        all(view).into_iter().map(add).collect()
    };
    match &chain.ending {
        Ending::Gather(reads) => {
            let index = |reading: &Reading, at: &[isize]| {
                reading.offset.value(scalars)
                    + reading.iterator.map_or(0, |axis| reading.factor as isize * at[axis])
            };
            let read = |(number, (view, readings)): (usize, &(usize, Vec<Reading>)), at: &[isize]| {
                let at = readings.iter().map(|reading| index(reading, at)).collect();
                (*view, at, if number == 0 { 1 } else { SECOND })
            };
            let set = |at: Vec<isize>| Action::Set {
                reads: reads.iter().enumerate().map(|each| read(each, &at)).collect(),
                at,
            };
            all(0).into_iter().map(set).collect()
        }
        Ending::Scatter(view) | Ending::CallScatter(view) => scatter(*view, &[0; 4]),
        Ending::Spread(view) => {
            let spread = |at: Vec<isize>| Action::Spread { view: *view, value: weight(&at), at };
            all(*view).into_iter().map(spread).collect()
        }
        Ending::Loop(view, shift) => {
            let shift: Vec<isize> = shift.iter().map(|shift| shift.value(scalars)).collect();
            scatter(*view, &shift)
        }
        Ending::CallGather(view) => copied(*view),
        Ending::CallCorners(view) => {
            let rank = extents[*view].len();
            let corner = |(at, corner): (usize, &[isize; 4])| Action::Set {
                at: vec![at as isize],
                reads: vec![(*view, corner[..rank].to_vec(), 1)],
            };
            CORNERS.iter().enumerate().map(corner).collect()
        }
        Ending::CallWhere(view) | Ending::Where(view) => vec![Action::Where { view: *view }],
        Ending::CallRegion(..) => vec![Action::Where { view: extents.len() - 1 }],
        Ending::CallColocated(..) | Ending::CallRelay(_) => copied(extents.len() - 1),
    }
}

/// The indices below extents.
pub fn indices(extents: &[usize]) -> Vec<Vec<isize>> {
    extents.iter().fold(vec![Vec::new()], |all, &extent| {
        let longer = |at: Vec<isize>| (0..extent as isize).map(move |next| [&at[..], &[next]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}
