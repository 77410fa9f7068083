//! Pictures to NAL units.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use unite_bitstream::BitSegments;

use crate::activity::adapt;
use crate::complexity::{Complexity, Costs};
use crate::config::{Config, Deblocking};
use crate::deblock::Edges;
use crate::error::{ConfigError, EncodeError};
use crate::headers::{
    configuration_record, picture_parameter_set, pps_nal, sequence_parameter_set, sps_nal, timing_nals,
};
use crate::info::info_nal;
use crate::location::slices;
use crate::packet::Packet;
use crate::picture::{Given, Picture, Plane, Reference, Samples, Windows};
use crate::picture_coder::{Coding, Made, Offsets, Order, Stream};
use crate::quantizer::Quantizers;
use crate::rate::Rate;
use crate::syntax::nal::NalType;
use crate::syntax::slice_header::{I, IDR, P, SliceHeader};
use crate::tables::{Tables, table};
use crate::threads::{Job, Threads, soon};
use crate::work::most_bits;

/// An encoder of pictures of one size.
/// With several threads pictures overlap if they are given by [`push()`](Self::push): their packets then come later, and are the same.
#[derive(Debug)]
pub struct Encoder {
    stream: Arc<Stream>,
    threads: Threads<Coding>,
    rate: Rate,
    /// Looks at pictures before they are coded, if anybody asks.
    complexity: Option<Complexity>,
    /// Pictures that P pictures refer to, the last one first.
    references: Vec<Arc<Windows>>,
    /// Pictures whose packets were not given yet, the first one first, and the last one whose packet was.
    begun: VecDeque<Arc<Coding>>,
    last: Option<Arc<Coding>>,
    /// How many of those that were begun are done, and need not be coded again.
    settled: usize,
    spare: Spare,
    /// Whether the next picture is to be an IDR picture.
    forced_key: bool,
    /// Pictures so far.
    count: u64,
    /// Pictures since the last IDR picture, and how many of these there were.
    since_key: u32,
    keys: u64,
}

/// What was used, and is used again.
#[derive(Debug, Default)]
struct Spare {
    sources: Vec<Picture>,
    made: Vec<Made>,
    windows: Vec<Vec<Reference>>,
}

impl Spare {
    /// Takes what a picture was made in and of, if nobody else has it: a thread may just be done with it.
    fn take(&mut self, coding: Arc<Coding>) {
        soon(|| (Arc::strong_count(&coding) == 1).then_some(()));
        let Some(coding) = Arc::into_inner(coding) else { return };
        let (made, order, windows) = coding.into_parts();
        self.made.push(made);
        order.references.into_iter().chain(windows).for_each(|windows| self.take_windows(windows));
        self.sources.extend(order.source.and_then(Arc::into_inner));
    }

    /// The same of a picture that is not referred to any more, unless others refer to it.
    fn take_windows(&mut self, windows: Arc<Windows>) {
        self.windows.extend(Arc::into_inner(windows).map(Windows::into_room));
    }
}

impl Encoder {
    /// An encoder with settings.
    ///
    /// # Errors
    /// If the settings exclude each other, or no level allows them.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        let level = config.check()?;
        let size = config.macroblocks();
        let rate = Rate::new(&config);
        let looks = rate.wants_costs() || config.scene_cut > 0 && config.key_interval > 1;
        Ok(Encoder {
            threads: Threads::new(config.threads),
            complexity: looks.then(|| Complexity::new(size)),
            rate,
            references: Vec::new(),
            begun: VecDeque::new(),
            last: None,
            settled: 0,
            spare: Spare::default(),
            forced_key: false,
            count: 0,
            since_key: 0,
            keys: config.keys_before.into(),
            stream: Arc::new(Stream {
                level,
                sps: sequence_parameter_set(&config, level),
                pps: picture_parameter_set(&config),
                quantizers: Quantizers::new(config.chroma_qp_offset.into(), config.key_interval == 1),
                slices: slices(size[0], config.slices).collect(),
                strips: Mutex::default(),
                config,
            }),
        })
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.stream.config
    }

    /// The NAL units of the sequence and the picture parameter set.
    pub fn parameter_sets(&self) -> [Vec<u8>; 2] {
        let Stream { sps, pps, .. } = &*self.stream;
        [sps_nal(sps), pps_nal(pps, sps.profile_idc)]
    }

    /// The same as files have them beside the samples of [`Packet::avcc()`]: the record of a box `avcC`, for RTMP and Matroska, too.
    pub fn configuration_record(&self) -> Vec<u8> {
        configuration_record(&self.stream.sps, &self.stream.pps)
    }

    /// Encodes the next picture, and waits for its packet: threads share the rows of this picture alone.
    ///
    /// # Errors
    /// If components are missing, have not as many samples as the picture, or rows that overlap; if packets of pictures that were pushed are not taken yet.
    ///
    /// # Panics
    /// If a thread of the encoder does.
    pub fn encode(&mut self, components: &[Samples<'_>]) -> Result<Packet, EncodeError> {
        if !self.begun.is_empty() {
            return Err(EncodeError::Pushed(self.begun.len()));
        }
        self.begin(components)?;
        Ok(self.flush().expect("a picture was begun"))
    }

    /// Takes the next picture, which threads then work at together with those before and after: its packet, or that of an earlier
    /// picture, or none yet. Packets are the same as those of [`encode()`](Self::encode), in the same order, up to
    /// [`delay()`](Self::delay) pictures later. [`flush()`](Self::flush) gives those that are left at the end.
    ///
    /// # Errors
    /// If components are missing, have not as many samples as the picture, or rows that overlap.
    ///
    /// # Panics
    /// If a thread of the encoder does.
    pub fn push(&mut self, components: &[Samples<'_>]) -> Result<Option<Packet>, EncodeError> {
        self.begin(components)?;
        Ok(if self.begun.len() > self.delay() { self.flush() } else { None })
    }

    /// The packet of the first picture that was pushed and whose packet was not given yet; none if there are no more.
    ///
    /// # Panics
    /// If a thread of the encoder does.
    pub fn flush(&mut self) -> Option<Packet> {
        if self.settled == 0 && !self.begun.is_empty() {
            self.settle(None);
        }
        self.last = Some(self.begun.pop_front()?);
        self.settled -= 1;
        self.last.as_ref()?.end.get()?.clone().ok()
    }

    /// How many pictures are pushed before there is a packet: none with one thread, as many as threads with several, at most seven; one where
    /// a bitrate is wanted, as the next picture is not begun there before the bits of this one are known, but for a look at it.
    pub fn delay(&self) -> usize {
        match self.stream.config.threads {
            1 => 0,
            _ if self.rate.counts_bits() => 1,
            threads => threads.min(7),
        }
    }

    /// Begins the next picture. With one thread it is done then, and its samples are read where they lie if that is possible.
    fn begin(&mut self, components: &[Samples<'_>]) -> Result<(), EncodeError> {
        let Config { width, height, aq_mode, aq_strength, threads, .. } = self.stream.config;
        let (size, alone) = (self.stream.config.macroblocks(), threads == 1);
        let empty = || Picture::new(size, self.stream.config.components());
        let mut source = self.spare.sources.pop().unwrap_or_else(empty);
        let given = source.whole(components, [height, width], !alone)?;
        self.last.take().into_iter().for_each(|last| self.spare.take(last));
        let mut qp_offset = table(size, 1);
        if aq_strength > 0 {
            adapt(&mut qp_offset, &given, aq_mode, aq_strength);
        }
        let costs = self.complexity.as_mut().map(|complexity| complexity.look(&given));
        while self.rate.counts_bits() && self.settled < self.begun.len() {
            self.settle(None);
        }
        if alone {
            self.begin_with(None, Arc::new(qp_offset), costs);
            self.settle(Some(&given));
            self.spare.sources.push(source);
        } else {
            drop(given);
            self.begin_with(Some(Arc::new(source)), Arc::new(qp_offset), costs);
        }
        Ok(())
    }

    /// Begins a picture of which this is known.
    fn begin_with(&mut self, source: Option<Arc<Picture>>, qp_offset: Offsets, costs: Option<Costs>) {
        let Config { key_interval, references, info, .. } = self.stream.config;
        let forced = std::mem::take(&mut self.forced_key);
        let due = forced || self.count == 0 || self.since_key >= key_interval;
        let key = due || costs.is_some_and(|costs| self.begins_scene(costs));
        // A tick is half of a picture's time.
        let ticks = 2 * u64::from(self.since_key);
        let mut sets = Vec::new();
        if key {
            self.since_key = 0;
            self.keys += 1;
            self.references.drain(..).for_each(|windows| self.spare.take_windows(windows));
            sets.extend(self.parameter_sets());
        }
        self.rate.look(key, costs.unwrap_or_default());
        if let Some(delays) = self.rate.delays() {
            let hrd = &self.stream.sps.vui_parameters.nal_hrd_parameters;
            sets.extend(timing_nals(hrd, key.then_some(delays), ticks));
        }
        sets.extend((self.count == 0 && info).then(|| info_nal(&self.stream.config, self.stream.level)));
        let qp = self.rate.qp(key);
        if !self.rate.counts_bits() {
            self.rate.spent(key, qp, 0);
        }
        let coding = self.start(Order {
            source,
            qp_offset,
            sets,
            kind: if key { NalType::Idr } else { NalType::Slice },
            qp,
            header: self.slice_header(),
            most_bits: most_bits(self.stream.config.components() > 1),
            references: self.references.clone(),
        });
        // The oldest one gives way (8.2.5.3).
        while self.references.len() >= references {
            self.references.pop().into_iter().for_each(|windows| self.spare.take_windows(windows));
        }
        self.references.splice(0..0, coding.windows.clone());
        self.begun.push_back(coding);
        self.count += 1;
        self.since_key += 1;
    }

    /// Starts to code a picture.
    fn start(&mut self, order: Order) -> Arc<Coding> {
        let config = &self.stream.config;
        let (size, components, alone) = (config.macroblocks(), config.components(), config.threads == 1);
        // A search by plain differences makes the half samples that it asks for itself.
        let room = |rows| Reference::new(rows, size, components, config.preset.effort().transformed);
        let mut made = self.spare.made.pop().unwrap_or_else(|| {
            let tables = self.stream.slices.iter().map(|rows| {
                let mut tables = Tables::new([rows.len(), size[1]]);
                tables.go_to(rows.start);
                tables
            });
            Made {
                recon: Picture::new(size, components),
                reference: None,
                windows: Vec::new(),
                tables: tables.collect(),
                edges: Edges::new(size),
                segments: BitSegments::default(),
            }
        });
        let windows = (config.key_interval > 1).then(|| Windows::new(size[0], alone));
        if let Some(windows) = &windows {
            windows.provide(&mut made.reference, &mut made.windows, self.spare.windows.pop(), room);
        }
        let coding = Arc::new(Coding::new(Arc::clone(&self.stream), order, windows.map(Arc::new), made));
        if !alone {
            self.threads.begin(&coding);
        }
        coding
    }

    /// Waits until the next one of the pictures that were begun is coded, by threads or here and now, if its samples are given. It is coded
    /// again where that has to be, and so are those that were begun after it, which may refer to it.
    fn settle(&mut self, source: Option<&[Given<'_>]>) {
        loop {
            let coding = Arc::clone(&self.begun[self.settled]);
            match source {
                Some(source) => {
                    std::iter::from_fn(|| coding.take(true)).for_each(|row| coding.code(row, source))
                }
                None => self.threads.work(|| coding.end.get().is_some()),
            }
            let order = &coding.order;
            let again = if let Some(Ok(packet)) = coding.end.get() {
                let bits = 8 * packet.len() as u64;
                let Some(qp) = self.rate.again(order.qp, bits) else {
                    if self.rate.counts_bits() {
                        self.rate.spent(order.kind == NalType::Idr, order.qp, bits);
                    }
                    self.threads.end(&coding);
                    self.settled += 1;
                    return;
                };
                Order { qp, ..order.clone() }
            } else {
                // Bits were more than it seemed: more macroblocks become I_PCM.
                Order { most_bits: order.most_bits / 2, ..order.clone() }
            };
            drop(coding);
            self.restart(again);
        }
    }

    /// Codes the pictures that were begun and are not settled again, the first one in another way.
    fn restart(&mut self, order: Order) {
        let mut first = Some(order);
        // Their windows, and those that take their place.
        let mut replaced: Vec<(Arc<Windows>, Arc<Windows>)> = Vec::new();
        let replace = |references: &mut Vec<Arc<Windows>>, replaced: &[(Arc<Windows>, Arc<Windows>)]| {
            for windows in references {
                if let Some((_, new)) = replaced.iter().find(|(old, _)| Arc::ptr_eq(old, windows)) {
                    *windows = Arc::clone(new);
                }
            }
        };
        for index in self.settled..self.begun.len() {
            let mut order = first.take().unwrap_or_else(|| self.begun[index].order.clone());
            replace(&mut order.references, &replaced);
            let new = self.start(order);
            replaced.extend(self.begun[index].windows.clone().zip(new.windows.clone()));
            let old = std::mem::replace(&mut self.begun[index], new);
            self.threads.end(&old);
            self.spare.take(old);
        }
        replace(&mut self.references, &replaced);
    }

    /// The next picture will be one where decoding can begin, an IDR picture, whatever the settings say.
    pub fn force_key(&mut self) {
        self.forced_key = true;
    }

    /// Whether a new scene begins: prediction from the picture before is of little use. It takes less the longer ago the last IDR picture is.
    fn begins_scene(&self, costs: Costs) -> bool {
        let Config { scene_cut, min_key_interval, key_interval, .. } = self.stream.config;
        if scene_cut == 0 || self.since_key < min_key_interval {
            return false;
        }
        let most = f64::from(scene_cut) / 100.0;
        let least = most / 4.0;
        let [since, range] =
            [self.since_key, key_interval].map(|count| count.saturating_sub(min_key_interval));
        let share = if range == 0 { 0.0 } else { f64::from(since) / f64::from(range) };
        let bias = least + (most - least) * share.min(1.0);
        costs.inter as f64 >= (1.0 - bias) * costs.intra as f64
    }

    /// The picture of the last packet as a decoder has it, until the next picture is given: rows of samples of each component, without what
    /// cropping takes away: of the size that [`Config::decoded_size()`] says. There are none if there is no such packet.
    pub fn reconstruction(&self) -> Vec<Vec<u8>> {
        let config = &self.stream.config;
        let [width, height] = config.decoded_size();
        let crop = |(component, (plane, before)): (usize, (Plane, usize))| {
            let [height, width] =
                if component == 0 { [height, width] } else { [height.div_ceil(2), width.div_ceil(2)] };
            let [_, stride] = plane.extents();
            let lines = plane.as_slice().chunks(stride).skip(before).take(height);
            lines.flat_map(|line| &line[before..before + width]).copied().collect()
        };
        self.last.iter().flat_map(|last| last.planes()).enumerate().map(crop).collect()
    }

    /// What all slice headers of the next picture have, but for its quantiser.
    fn slice_header(&self) -> SliceHeader {
        let Stream { config, sps, .. } = &*self.stream;
        let (disable, alpha, beta) = match config.deblocking {
            Deblocking::Off => (1, 0, 0),
            Deblocking::On { alpha, beta } => (0, alpha, beta),
        };
        SliceHeader {
            // All slices of the picture are of this type (table 7-6).
            slice_type: if self.references.is_empty() { I + 5 } else { P + 5 },
            num_ref_idx_active_override_flag: (self.references.len() != config.references).into(),
            num_ref_idx_l0_active_minus1: self.references.len() as i64 - 1,
            frame_num: i64::from(self.since_key) % (1 << (sps.log2_max_frame_num_minus4 + 4)),
            idr_pic_id: (self.keys % 2) as i64,
            disable_deblocking_filter_idc: disable,
            slice_alpha_c0_offset_div2: alpha.into(),
            slice_beta_offset_div2: beta.into(),
            ..SliceHeader::default()
        }
    }
}

const _: () = assert!(IDR == NalType::Idr as i64);

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples of a picture that moves down.
    fn planes(time: usize) -> [Vec<u8>; 3] {
        let sample = |at: usize| (at / 32 * 3 + at % 32 * (at % 7) + 9 * time) as u8;
        [(0..5120).map(sample).collect(), vec![128; 1280], vec![110; 1280]]
    }

    fn samples([luma, cb, cr]: &[Vec<u8>; 3]) -> [Samples<'_>; 3] {
        [(luma, 32), (cb, 16), (cr, 16)].map(|(samples, stride)| Samples { samples, stride })
    }

    #[test]
    fn pictures_that_are_none() {
        let mut encoder = Encoder::new(Config::new(5, 3)).unwrap();
        let mut said = |strides: [usize; 3], lengths: [usize; 3], count: usize| {
            let memory = [7; 20];
            let sample = |at: usize| Samples { samples: &memory[..lengths[at]], stride: strides[at] };
            encoder.encode(&[0, 1, 2].map(sample)[..count]).err().map(|error| error.to_string())
        };
        assert_eq!(said([5, 3, 3], [15, 6, 6], 3), None);
        let overlap = "component 0: its rows have 5 samples, and are 4 apart";
        assert_eq!(said([4, 3, 3], [20; 3], 3).as_deref(), Some(overlap));
        let none = "component 2: its rows have 3 samples, and are 0 apart";
        assert_eq!(said([5, 3, 0], [20; 3], 3).as_deref(), Some(none));
        let short = "component 1: the strides reach elements 0..=5 of a memory of 5";
        assert_eq!(said([5, 3, 3], [15, 5, 6], 3).as_deref(), Some(short));
        let missing = "the picture has 2 components in place of 3";
        assert_eq!(said([5, 3, 3], [15, 6, 6], 2).as_deref(), Some(missing));
    }

    /// The NAL units of five pictures, of which the second one is coded again by another quantiser, when those after it were begun.
    fn coded_again(threads: usize, qp: u8) -> Vec<Vec<Vec<u8>>> {
        let config = Config { threads, scene_cut: 0, references: 2, ..Config::new(32, 160) };
        let mut encoder = Encoder::new(config).expect("settings");
        let mut packets = Vec::new();
        for time in 0..5 {
            let planes = planes(time);
            encoder.begin(&samples(&planes)).expect("a picture");
            if threads == 1 || time == 3 {
                packets.extend((threads > 1).then(|| encoder.flush()).flatten());
            }
            if time == if threads == 1 { 1 } else { 3 } {
                // One thread has settled it.
                encoder.settled = 0;
                let order = Order { qp, ..encoder.begun[0].order.clone() };
                encoder.restart(order);
                let mut whole = Picture::new([10, 2], 3);
                let given = whole.whole(&samples(&planes), [160, 32], true).expect("a picture");
                encoder.settle((threads == 1).then_some(&given[..]));
            }
            packets.extend((threads == 1).then(|| encoder.flush()).flatten());
        }
        packets.extend(std::iter::from_fn(|| encoder.flush()));
        packets.into_iter().map(|packet| packet.nals).collect()
    }

    #[test]
    fn pictures_are_coded_again_with_those_that_refer_to_them() {
        let usual = coded_again(1, 26);
        assert_eq!(usual.len(), 5);
        for qp in [26, 40] {
            let one = coded_again(1, qp);
            assert_eq!(one[0], usual[0]);
            assert!((one[1..] == usual[1..]) == (qp == 26), "those after it refer to it");
            for threads in [2, 3, 7] {
                assert!(coded_again(threads, qp) == one, "{threads} threads make other bytes at {qp}");
            }
        }
    }

    #[test]
    fn a_panic_of_a_thread_ends_all_calls() {
        let mut encoder = Encoder::new(Config { threads: 3, ..Config::new(32, 160) }).expect("settings");
        let planes = planes(0);
        for _ in 0..2 {
            assert_eq!(encoder.push(&samples(&planes)).map(|packet| packet.is_some()), Ok(false));
        }
        encoder.settle(None);
        // Its samples are missing.
        let order = Order { source: None, ..encoder.begun[1].order.clone() };
        encoder.restart(order);
        let mut ended = || {
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| encoder.settle(None)));
            ended.expect_err("a panic").is::<&str>()
        };
        assert!(!ended() && ended(), "it is told once what it was");
    }
}
