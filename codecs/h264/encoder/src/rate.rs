//! Which quantiser a picture gets: the same one always, what keeps the quality, or what keeps a stream to so many bits in a second.

use crate::complexity::Costs;
use crate::config::{Config, RateControl};

/// How much finer I pictures are than P pictures, as many others refer to them.
const KEY_OFFSET: i32 = 3;
/// Bits of a sample of luminance at QP 27, of I and of P pictures, before anything is known of the video.
const USUAL_BITS: [f64; 2] = [0.95, 0.17];
/// How many times the share of a P picture an I picture may take.
const KEY_SHARE: f64 = 4.0;
/// In how many seconds what was too much or too little is made up for.
const WINDOW: f64 = 1.0;

/// The longest delay that streams can say, in 90,000ths of a second.
const MOST_DELAY: f64 = 2_147_483_647.0;

/// The costs of a macroblock (see [`Costs`]) at which constant quality means its number.
const USUAL_COST: f64 = 80.0;
/// How much of a change of costs quantisers do not follow.
const COMPRESSION: f64 = 0.6;

/// Chooses quantisers.
#[derive(Debug)]
pub struct Rate {
    control: RateControl,
    /// Whether there are P pictures.
    inter: bool,
    /// Pictures in a second.
    pictures: f64,
    /// Bits times the step of the quantiser, of I and of P pictures, as the last ones had them.
    complexity: [f64; 2],
    /// How many bits more than their share all pictures had.
    debt: f64,
    /// The last quantiser of a P picture.
    last: Option<i32>,
    /// How many bits the decoder's buffer holds.
    fullness: f64,
    /// Macroblocks of a picture.
    macroblocks: f64,
    /// The costs of pictures, of which each counts half as much as the next one, and what they are divided by.
    blurred: [f64; 2],
    /// The same of the quantisers of P pictures.
    usual: [f64; 2],
    /// What constant quality says about the next picture.
    wanted: f64,
}

/// The step of a quantiser, up to a factor.
fn step(qp: i32) -> f64 {
    2f64.powf(f64::from(qp) / 6.0)
}

/// A sum and a count, both halved, and one more.
fn blur([sum, count]: [f64; 2], next: f64) -> [f64; 2] {
    [0.5 * sum + next, 0.5 * count + 1.0]
}

impl Rate {
    /// For settings that were checked.
    pub fn new(config: &Config) -> Self {
        let samples = (config.width * config.height) as f64;
        let mut rate = Rate {
            control: config.rate,
            inter: config.key_interval > 1,
            pictures: f64::from(config.frame_rate[0]) / f64::from(config.frame_rate[1]),
            complexity: USUAL_BITS.map(|bits| bits * samples * step(27)),
            debt: 0.0,
            last: None,
            fullness: 0.0,
            macroblocks: config.macroblocks().iter().product::<usize>() as f64,
            blurred: [0.0; 2],
            usual: [0.0; 2],
            wanted: 0.0,
        };
        rate.fullness = rate.bound().map_or(0.0, |[_, buffer]| 0.9 * buffer);
        rate
    }

    /// Bits in a second that a decoder gets, and that it has room for, if there is a bound.
    fn bound(&self) -> Option<[f64; 2]> {
        match self.control {
            RateControl::Bitrate { vbv: Some(vbv), .. } => {
                Some(vbv.bits().map(|(bits, unit)| (bits << unit) as f64))
            }
            _ => None,
        }
    }

    /// Whether it asks for the costs of pictures.
    pub fn wants_costs(&self) -> bool {
        matches!(self.control, RateControl::Crf(_))
    }

    /// Whether it asks for the bits of a picture before it chooses the quantiser of the next one.
    pub fn counts_bits(&self) -> bool {
        matches!(self.control, RateControl::Bitrate { .. })
    }

    /// Takes the costs of the next picture.
    pub fn look(&mut self, key: bool, costs: Costs) {
        let RateControl::Crf(crf) = self.control else { return };
        // Pictures that are shown for a short time may be coarser.
        let duration = (25.0 / self.pictures).clamp(0.25, 25.0);
        let cost = if key { costs.intra } else { costs.inter } as f64 / self.macroblocks / duration;
        self.blurred = blur(self.blurred, cost);
        let [sum, count] = self.blurred;
        let harder = (sum / count).max(1.0) / USUAL_COST;
        self.wanted = crf + 6.0 * (1.0 - COMPRESSION) * harder.log2();
        if key && self.inter {
            let [sum, count] = self.usual;
            self.wanted = if count > 0.0 { sum / count } else { crf } - f64::from(KEY_OFFSET);
        } else if let Some(last) = self.last {
            self.wanted = self.wanted.clamp(f64::from(last) - 4.0, f64::from(last) + 4.0);
        }
    }

    /// The quantiser of the next picture.
    pub fn qp(&self, key: bool) -> u8 {
        let qp = match self.control {
            RateControl::Qp(qp) => i32::from(qp) - if key && self.inter { KEY_OFFSET } else { 0 },
            RateControl::Crf(_) => self.wanted.round() as i32,
            RateControl::Bitrate { kilobits, .. } => {
                let share = 1000.0 * f64::from(kilobits) / self.pictures;
                let least = share / 8.0;
                let mut budget = (share - self.debt / (WINDOW * self.pictures).max(1.0)).max(least);
                if key && self.inter {
                    budget *= KEY_SHARE;
                }
                let complexity = self.complexity[usize::from(!key)];
                let qp = (6.0 * (complexity / budget).log2()).round() as i32;
                match self.last {
                    // No jumps, but when a scene began.
                    Some(last) if key && self.inter => qp.clamp(last - 2 * KEY_OFFSET, last + KEY_OFFSET),
                    Some(last) => qp.clamp(last - 4, last + 4),
                    None => qp,
                }
            }
        };
        qp.clamp(0, 51) as u8
    }

    /// Whether a picture of so many bits has to be coded again, as the decoder's buffer does not have them: by which quantiser.
    pub fn again(&self, qp: u8, bits: u64) -> Option<u8> {
        self.bound()?;
        let bits = bits as f64;
        let more = (6.0 * (bits / self.fullness.max(1.0)).log2()).ceil().clamp(1.0, 51.0);
        (bits > self.fullness && qp < 51).then(|| (qp + more as u8).min(51))
    }

    /// How long the decoder's buffer takes to fill so far, and to be full from there, in 90,000ths of a second, if it has a bound.
    pub fn delays(&self) -> Option<[i64; 2]> {
        let [rate, buffer] = self.bound()?;
        let [delay, all] =
            [self.fullness, buffer].map(|bits| (90_000.0 * bits / rate).clamp(1.0, MOST_DELAY) as i64);
        Some([delay, all - delay])
    }

    /// A picture had so many bits, which count where they are asked for.
    pub fn spent(&mut self, key: bool, qp: u8, bits: u64) {
        let bits = bits as f64;
        let of_kind = &mut self.complexity[usize::from(!key)];
        *of_kind = (*of_kind + bits * step(qp.into())) / 2.0;
        if !key || !self.inter {
            self.last = Some(qp.into());
            self.usual = blur(self.usual, qp.into());
        }
        if let RateControl::Bitrate { kilobits, .. } = self.control {
            self.debt += bits - 1000.0 * f64::from(kilobits) / self.pictures;
        }
        if let Some([rate, buffer]) = self.bound() {
            self.fullness = (self.fullness - bits + rate / self.pictures).min(buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Vbv;

    /// Pictures that take as many bits as the model of the video says, of which the control knows nothing.
    fn run(control: RateControl, pictures: usize, complexity: impl Fn(usize) -> f64) -> (f64, f64) {
        let config = Config { rate: control, key_interval: 50, ..Config::new(352, 288) };
        let mut rate = Rate::new(&config);
        let mut all = 0.0;
        let mut least = f64::MAX;
        for picture in 0..pictures {
            let key = picture % 50 == 0;
            let bits = |qp: u8| (complexity(picture) * if key { 6.0 } else { 1.0 } / step(qp.into())) as u64;
            let mut qp = rate.qp(key);
            while let Some(coarser) = rate.again(qp, bits(qp)) {
                assert!(coarser > qp);
                qp = coarser;
            }
            if qp < 51 {
                least = least.min(rate.fullness - bits(qp) as f64);
            }
            all += bits(qp) as f64;
            rate.spent(key, qp, bits(qp));
        }
        (all * rate.pictures / pictures as f64 / 1000.0, least)
    }

    #[test]
    fn the_rate_is_met_whatever_the_video_is_like() {
        for easy in [3e4, 3e5, 1e6] {
            let control = RateControl::Bitrate { kilobits: 600, vbv: None };
            let (steady, _) = run(control, 500, |_| easy);
            assert!((570.0..630.0).contains(&steady), "{steady} kb/s at {easy}");
            let (changing, _) =
                run(control, 500, |picture| if picture / 100 % 2 == 0 { easy } else { 5.0 * easy });
            assert!((540.0..660.0).contains(&changing), "{changing} kb/s at {easy} and more");
        }
    }

    #[test]
    fn constant_quality_follows_costs_slowly() {
        let config = Config { rate: RateControl::Crf(23.0), ..Config::new(352, 288) };
        let mut rate = Rate::new(&config);
        let mut next = |key, cost: u64| {
            rate.look(key, Costs { intra: 396 * cost, inter: 396 * cost });
            let qp = rate.qp(key);
            rate.spent(key, qp, 1000);
            qp
        };
        assert_eq!(next(true, 1000), 20);
        let first = next(false, 80);
        assert!(first > 23, "the first picture was hard: {first}");
        let steady: Vec<u8> = (0..20).map(|_| next(false, 80)).collect();
        assert_eq!(steady[12..], [23; 8]);
        let harder: Vec<u8> = (0..20).map(|_| next(false, 320)).collect();
        // Two bits, of which quantisers follow two fifths.
        assert_eq!(harder[12..], [28; 8]);
        assert_eq!(next(true, 80), 25);
    }

    #[test]
    fn the_buffer_does_not_run_empty() {
        let vbv = Some(Vbv { rate: 700, buffer: 500 });
        let control = RateControl::Bitrate { kilobits: 600, vbv };
        let (_, least) = run(control, 500, |picture| if picture / 30 % 2 == 0 { 1e5 } else { 3e6 });
        assert!(least >= 0.0, "{least}");
    }
}
