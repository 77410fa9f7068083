//! Views as kernels take them, as run-time values of any rank.

use unite_core::staged::Geometry;

/// A kernel argument of any rank.
pub struct Flat {
    stride: Vec<isize>,
    lo: Vec<isize>,
    hi: Vec<isize>,
    axes: Vec<usize>,
    step: Vec<isize>,
    refine: Vec<isize>,
    phase: Vec<isize>,
    origin: Vec<isize>,
    offset: isize,
    memory: Vec<u32>,
}

pub fn flat<const N: usize>(geometry: &Geometry<N>, memory: &[u32]) -> Flat {
    Flat {
        stride: geometry.stride.to_vec(),
        lo: geometry.lo.to_vec(),
        hi: geometry.hi.to_vec(),
        axes: geometry.axes.to_vec(),
        step: geometry.step.to_vec(),
        refine: geometry.refine.to_vec(),
        phase: geometry.phase.to_vec(),
        origin: geometry.origin[..geometry.root_rank].to_vec(),
        offset: geometry.offset,
        memory: memory.to_vec(),
    }
}

impl Flat {
    /// The element that a kernel would access, if it may.
    pub fn element(&self, index: &[isize]) -> Option<u32> {
        let may = (0..index.len()).all(|j| self.lo[j] <= index[j] && index[j] < self.hi[j]);
        let position =
            self.offset + index.iter().zip(&self.stride).map(|(at, stride)| at * stride).sum::<isize>();
        may.then(|| self.memory[position as usize])
    }

    /// The location of an index; nothing if it is not known.
    pub fn location(&self, index: &[isize]) -> Option<Vec<isize>> {
        let mut location = self.origin.clone();
        for j in 0..index.len() {
            location[self.axes[j]] += match self.refine[j] {
                0 if index[j] == 0 => 0,
                0 => return None,
                refine => (self.step[j] * index[j] + self.phase[j]).div_euclid(refine),
            };
        }
        Some(location)
    }
}
