//! Which samples are available for intra prediction, by addresses of macroblocks and numbers of blocks (H.264 6.4), for
//! frames of frame macroblocks.

/// What is known of the macroblocks of a picture, by their addresses.
pub struct Macroblocks {
    pub pic_width_in_mbs: i32,
    pub slice: Vec<i32>,
    pub intra: Vec<bool>,
    pub constrained_intra_pred_flag: bool,
}

impl Macroblocks {
    /// Whether `mb_addr` is available where `curr_mb_addr` is coded (6.4.8).
    fn is_available(&self, mb_addr: i32, curr_mb_addr: i32) -> bool {
        let coded = (0..=curr_mb_addr).contains(&mb_addr);
        coded && self.slice[mb_addr as usize] == self.slice[curr_mb_addr as usize]
    }

    /// `mbAddrA` to `mbAddrD`, where they are available (6.4.9).
    fn neighbour(&self, which: char, curr_mb_addr: i32) -> Option<i32> {
        let width = self.pic_width_in_mbs;
        let (first, last) = (curr_mb_addr % width == 0, (curr_mb_addr + 1) % width == 0);
        let (mb_addr, beyond) = match which {
            'A' => (curr_mb_addr - 1, first),
            'B' => (curr_mb_addr - width, false),
            'C' => (curr_mb_addr - width + 1, last),
            _ => (curr_mb_addr - width - 1, first),
        };
        (!beyond && self.is_available(mb_addr, curr_mb_addr)).then_some(mb_addr)
    }

    /// `mbAddrN` of the location (`x`, `y`) relative to a macroblock of `max` by `max` samples (table 6-3).
    fn mb_addr(&self, curr_mb_addr: i32, max: i32, x: i32, y: i32) -> Option<i32> {
        match (x, y) {
            (..0, ..0) => self.neighbour('D', curr_mb_addr),
            (..0, y) if y < max => self.neighbour('A', curr_mb_addr),
            (x, ..0) if x < max => self.neighbour('B', curr_mb_addr),
            (_, ..0) => self.neighbour('C', curr_mb_addr),
            (x, y) if x < max && y < max => Some(curr_mb_addr),
            _ => None,
        }
    }

    /// Whether a neighbouring sample is available for prediction, as 8.3.1.2, 8.3.2.2, 8.3.3 and 8.3.4 have in common.
    pub fn sample(&self, curr_mb_addr: i32, max: i32, x: i32, y: i32) -> bool {
        let mb_addr = self.mb_addr(curr_mb_addr, max, x, y);
        mb_addr.is_some_and(|mb_addr| !self.constrained_intra_pred_flag || self.intra[mb_addr as usize])
    }

    /// Whether `p[x, y]` is available for Intra_4x4 prediction of the block `luma4x4_blk_idx` (8.3.1.2).
    pub fn sample_4x4(&self, curr_mb_addr: i32, luma4x4_blk_idx: i32, x: i32, y: i32) -> bool {
        let [x_o, y_o] = block_4x4(luma4x4_blk_idx);
        let later = x > 3 && (luma4x4_blk_idx == 3 || luma4x4_blk_idx == 11);
        !later && self.sample(curr_mb_addr, 16, x_o + x, y_o + y)
    }

    /// Whether `p[x, y]` is available for Intra_8x8 prediction of the block `luma8x8_blk_idx` (8.3.2.2).
    pub fn sample_8x8(&self, curr_mb_addr: i32, luma8x8_blk_idx: i32, x: i32, y: i32) -> bool {
        let [x_o, y_o] = block_8x8(luma8x8_blk_idx);
        self.sample(curr_mb_addr, 16, x_o + x, y_o + y)
    }
}

/// Column and row of a part (5.7).
fn inverse_raster_scan(a: i32, b: i32, c: i32, d: i32) -> [i32; 2] {
    [a % (d / b) * b, a / (d / b) * c]
}

/// Column and row of a 4x4 block in its macroblock (6.4.3).
pub fn block_4x4(luma4x4_blk_idx: i32) -> [i32; 2] {
    let [x, y] = inverse_raster_scan(luma4x4_blk_idx / 4, 8, 8, 16);
    let [u, v] = inverse_raster_scan(luma4x4_blk_idx % 4, 4, 4, 8);
    [x + u, y + v]
}

/// Column and row of an 8x8 block in its macroblock (6.4.5).
pub fn block_8x8(luma8x8_blk_idx: i32) -> [i32; 2] {
    inverse_raster_scan(luma8x8_blk_idx, 8, 8, 16)
}
