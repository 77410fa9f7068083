//! Pictures to NAL units.

use unite_bitstream::BitSegments;

use crate::activity::adapt;
use crate::complexity::{Complexity, Costs};
use crate::config::{Config, Deblocking};
use crate::deblock::{Edges, deblock};
use crate::error::{ConfigError, EncodeError};
use crate::headers::{
    configuration_record, picture_parameter_set, pps_nal, sequence_parameter_set, sps_nal, timing_nals,
};
use crate::info::info_nal;
use crate::level::Level;
use crate::location::{MACROBLOCK, slices};
use crate::picture::{Given, Picture, Plane, Reference, Samples};
use crate::picture_coder::{Made, code};
use crate::quantizer::Quantizers;
use crate::rate::Rate;
use crate::slice::Kinds;
use crate::syntax::nal::{NalType, append_nal};
use crate::syntax::parameter_sets::{PictureParameterSet, SequenceParameterSet};
use crate::syntax::slice_header::{I, IDR, P, SliceHeader};
use crate::tables::{Table, Tables, table};
use crate::threads::Threads;
use crate::work::{Shared, most_bits};

/// An encoder of pictures of one size.
#[derive(Debug)]
pub struct Encoder {
    config: Config,
    sps: SequenceParameterSet,
    pps: PictureParameterSet,
    quantizers: Quantizers,
    threads: Threads,
    /// Where pictures are copied that are not of whole macroblocks.
    padded: Picture,
    made: Made,
    /// What adaptive quantisation adds to the quantisers of macroblocks.
    qp_offsets: Table<i32, MACROBLOCK>,
    level: Level,
    rate: Rate,
    /// Looks at pictures before they are coded, if anybody asks.
    complexity: Option<Complexity>,
    /// Pictures that P pictures refer to, the last one first, and those that are not referred to any more.
    references: Vec<Reference>,
    unused: Vec<Reference>,
    /// Whether the next picture is to be an IDR picture.
    forced_key: bool,
    /// Pictures so far.
    count: u64,
    /// Pictures since the last IDR picture, and how many of these there were.
    since_key: u32,
    keys: u64,
}

/// A picture that was encoded.
#[derive(Clone, Debug)]
pub struct Packet {
    /// Its NAL units, parameter sets before IDR pictures among them, without start codes.
    pub nals: Vec<Vec<u8>>,
    /// Whether decoding can begin here: an IDR picture.
    pub key: bool,
    /// Its quantiser.
    pub qp: u8,
    /// How many macroblocks of each kind there are.
    pub kinds: Kinds,
}

impl Packet {
    /// The NAL units with start codes (annex B).
    pub fn annex_b(&self) -> Vec<u8> {
        self.nals.iter().map(|nal| [&[0, 0, 0, 1], &nal[..]].concat()).collect::<Vec<_>>().concat()
    }

    /// The NAL units of slices, and of user data, each after its length in four bytes, as MP4 files have them (ISO/IEC 14496-15).
    /// Parameter sets are apart there.
    pub fn avcc(&self) -> Vec<u8> {
        let is_sample = |nal: &&Vec<u8>| nal.first().is_some_and(|header| matches!(header & 31, 1 | 5 | 6));
        let samples = self.nals.iter().filter(is_sample);
        let sized = |nal: &Vec<u8>| [&(nal.len() as u32).to_be_bytes(), &nal[..]].concat();
        samples.map(sized).collect::<Vec<_>>().concat()
    }

    /// How many bytes it has with start codes.
    pub fn len(&self) -> usize {
        self.nals.iter().map(|nal| nal.len() + 4).sum()
    }

    /// Whether there is nothing in it, which is never so.
    pub fn is_empty(&self) -> bool {
        self.nals.is_empty()
    }
}

/// Room for a picture that others refer to: a search by plain differences makes the half samples that it asks for itself.
fn new_reference(config: &Config) -> Reference {
    Reference::new(config.macroblocks(), config.components(), config.preset.effort().transformed)
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
        let tables = slices(size[0], config.slices).map(|rows| {
            let mut tables = Tables::new([rows.len(), size[1]]);
            tables.go_to(rows.start);
            tables
        });
        Ok(Encoder {
            sps: sequence_parameter_set(&config, level),
            pps: picture_parameter_set(&config),
            quantizers: Quantizers::new(config.chroma_qp_offset.into(), config.key_interval == 1),
            threads: Threads::new(config.threads.min(size[0])),
            padded: Picture::new(size, config.components()),
            made: Made {
                recon: Picture::new(size, config.components()),
                reference: (config.key_interval > 1).then(|| new_reference(&config)),
                tables: tables.collect(),
                edges: Edges::new(size),
                segments: Vec::new(),
                strips: Vec::new(),
            },
            qp_offsets: table(size, 1),
            level,
            complexity: looks.then(|| Complexity::new(size)),
            rate,
            references: Vec::new(),
            unused: Vec::new(),
            forced_key: false,
            count: 0,
            since_key: 0,
            keys: config.keys_before.into(),
            config,
        })
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The NAL units of the sequence and the picture parameter set.
    pub fn parameter_sets(&self) -> [Vec<u8>; 2] {
        [sps_nal(&self.sps), pps_nal(&self.pps, self.sps.profile_idc)]
    }

    /// The same as files have them beside the samples of [`Packet::avcc()`]: the record of a box `avcC`, for RTMP and Matroska, too.
    pub fn configuration_record(&self) -> Vec<u8> {
        configuration_record(&self.sps, &self.pps)
    }

    /// Encodes the next picture.
    ///
    /// # Errors
    /// If components are missing, or have not as many samples as the picture.
    pub fn encode(&mut self, components: &[Samples<'_>]) -> Result<Packet, EncodeError> {
        let mut padded = std::mem::take(&mut self.padded);
        let source = padded.whole(components, [self.config.height, self.config.width]);
        let packet = source.map(|source| self.encode_whole(&source));
        self.padded = padded;
        packet
    }

    /// The same of a picture of whole macroblocks.
    fn encode_whole(&mut self, source: &[Given<'_>]) -> Packet {
        let Config { aq_mode, aq_strength, .. } = self.config;
        let (size, offsets) = (self.config.macroblocks(), &mut self.qp_offsets);
        if aq_strength > 0 {
            adapt(offsets, source, size, aq_mode, aq_strength);
        }
        let costs = self.complexity.as_mut().map(|complexity| complexity.look(source, &self.threads));
        let forced = std::mem::take(&mut self.forced_key);
        let due = forced || self.count == 0 || self.since_key >= self.config.key_interval;
        let key = due || costs.is_some_and(|costs| self.begins_scene(costs));
        // A tick is half of a picture's time.
        let ticks = 2 * u64::from(self.since_key);
        if key {
            self.since_key = 0;
            self.keys += 1;
            self.unused.append(&mut self.references);
        }
        self.rate.look(key, costs.unwrap_or_default());
        let packet = self.encode_as(source, key, ticks);
        self.count += 1;
        self.since_key += 1;
        self.keep();
        packet
    }

    /// The next picture will be one where decoding can begin, an IDR picture, whatever the settings say.
    pub fn force_key(&mut self) {
        self.forced_key = true;
    }

    /// Whether a new scene begins: prediction from the picture before is of little use. It takes less the longer ago the last IDR picture is.
    fn begins_scene(&self, costs: Costs) -> bool {
        let Config { scene_cut, min_key_interval, key_interval, .. } = self.config;
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

    /// Encodes the picture as an IDR picture, or as one of P slices, so many ticks after the last IDR picture.
    fn encode_as(&mut self, source: &[Given<'_>], key: bool, ticks: u64) -> Packet {
        let mut sets = if key { self.parameter_sets().to_vec() } else { Vec::new() };
        if let Some(delays) = self.rate.delays() {
            let hrd = &self.sps.vui_parameters.nal_hrd_parameters;
            sets.extend(timing_nals(hrd, key.then_some(delays), ticks));
        }
        sets.extend((self.count == 0 && self.config.info).then(|| info_nal(&self.config, self.level)));
        let mut qp = self.rate.qp(key);
        loop {
            let mut nals = sets.clone();
            let kinds = self.code_picture(source, key, qp, &mut nals);
            let bits = nals.iter().map(|nal| 8 * (nal.len() as u64 + 4)).sum();
            match self.rate.again(qp, bits) {
                Some(coarser) => qp = coarser,
                None => {
                    self.rate.spent(key, qp, bits);
                    return Packet { nals, key, qp, kinds };
                }
            }
        }
    }

    /// Keeps the last picture for those that come, in place of the oldest one (8.2.5.3), if there are any that refer to it.
    fn keep(&mut self) {
        let Some(reference) = self.made.reference.take() else { return };
        while self.references.len() >= self.config.references {
            self.unused.extend(self.references.pop());
        }
        self.references.insert(0, reference);
        self.made.reference = Some(self.unused.pop().unwrap_or_else(|| new_reference(&self.config)));
    }

    /// The picture as a decoder has it after the last one was encoded: rows of samples of each component, without what cropping
    /// takes away: of the size that [`Config::decoded_size()`] says.
    pub fn reconstruction(&self) -> Vec<Vec<u8>> {
        let [width, height] = self.config.decoded_size();
        let crop = |(component, (plane, before)): (usize, (&Plane, usize))| {
            let [height, width] =
                if component == 0 { [height, width] } else { [height.div_ceil(2), width.div_ceil(2)] };
            let [_, stride] = plane.extents();
            let lines = plane.as_slice().chunks(stride).skip(before).take(height);
            lines.flat_map(|line| &line[before..before + width]).copied().collect()
        };
        if let Some(last) = self.references.first() {
            return last.planes().enumerate().map(crop).collect();
        }
        // Where nothing refers to pictures, they are filtered for those alone who ask.
        let mut planes = self.made.recon.planes.clone();
        if let [luma, chroma @ ..] = &mut planes[..] {
            let edges = &self.made.edges;
            (0..edges.rows()).for_each(|row| deblock(luma, chroma, edges, &self.config, row));
        }
        planes.iter().map(|plane| (plane, 0)).enumerate().map(crop).collect()
    }

    /// Codes the slices of a picture.
    fn code_picture(&mut self, source: &[Given<'_>], key: bool, qp: u8, nals: &mut Vec<Vec<u8>>) -> Kinds {
        let [rows, columns] = self.config.macroblocks();
        let references: Vec<&Reference> = self.references.iter().collect();
        let (kind, nal_ref_idc) = if key { (NalType::Idr, 3) } else { (NalType::Slice, 2) };
        let mut shared = Shared {
            sps: &self.sps,
            pps: &self.pps,
            header: self.slice_header(qp),
            nal_ref_idc,
            nal_unit_type: kind as i64,
            qp: qp.into(),
            columns,
            source,
            qp_offset: &self.qp_offsets,
            most_bits: most_bits(self.config.components() > 1),
            references: &references,
            vertical: self.level.vertical,
            vectors: self.level.vectors(),
            effort: self.config.preset.effort(),
            quantizers: &self.quantizers,
        };
        let slices: Vec<_> = slices(rows, self.config.slices).collect();
        loop {
            let Ok(kinds) = code(&shared, &slices, &self.config, &self.threads, &mut self.made) else {
                // Bits were more than it seemed: more macroblocks become I_PCM.
                shared.most_bits /= 2;
                continue;
            };
            for segment in self.made.segments.iter().flat_map(BitSegments::iter) {
                let mut nal = Vec::new();
                append_nal(&mut nal, nal_ref_idc as u8, kind, segment.bytes());
                nals.push(nal);
            }
            return kinds;
        }
    }

    /// What all slice headers of the next picture have.
    fn slice_header(&self, qp: u8) -> SliceHeader {
        let (disable, alpha, beta) = match self.config.deblocking {
            Deblocking::Off => (1, 0, 0),
            Deblocking::On { alpha, beta } => (0, alpha, beta),
        };
        SliceHeader {
            // All slices of the picture are of this type (table 7-6).
            slice_type: if self.references.is_empty() { I + 5 } else { P + 5 },
            num_ref_idx_active_override_flag: (self.references.len() != self.config.references).into(),
            num_ref_idx_l0_active_minus1: self.references.len() as i64 - 1,
            frame_num: i64::from(self.since_key) % (1 << (self.sps.log2_max_frame_num_minus4 + 4)),
            idr_pic_id: (self.keys % 2) as i64,
            slice_qp_delta: i64::from(qp) - 26 - self.pps.pic_init_qp_minus26,
            disable_deblocking_filter_idc: disable,
            slice_alpha_c0_offset_div2: alpha.into(),
            slice_beta_offset_div2: beta.into(),
            ..SliceHeader::default()
        }
    }
}

const _: () = assert!(IDR == NalType::Idr as i64);
