//! What a stream says of itself: by what it was made, with which settings. Decoders leave it out.

use crate::config::{AqMode, Config, Deblocking, RateControl, Vbv};
use crate::level::Level;
use crate::syntax::nal::{NalType, nal_of};
use crate::syntax::parameter_sets::HrdParameters;
use crate::syntax::sei::SeiMessage;

/// By which the user data of this encoder is known (ISO/IEC 11578): a number that was drawn for it.
pub const UUID: [u32; 4] = [0x5B1F_9A3C, 0x62D7_4E08, 0x9C41_D2E6, 0x0F73_B85A];

/// The encoder, its version, and the settings that its bytes depend on, by the names that x264 has for them.
pub fn text(config: &Config, level: Level) -> String {
    let text = format!(
        "unite-h264 {} - H.264 encoder - options: profile={} level={level} preset={} cabac={} 8x8dct={} ref={} \
         keyint={} min_keyint={} scenecut={} slices={} constrained_intra={} chroma_qp_offset={}",
        env!("CARGO_PKG_VERSION"),
        config.profile.name().to_lowercase().replace(' ', "-"),
        config.preset.name(),
        u8::from(config.has_cabac()),
        u8::from(config.has_transform_8x8()),
        config.references,
        config.key_interval,
        config.min_key_interval,
        config.scene_cut,
        config.slices,
        u8::from(config.constrained_intra),
        config.chroma_qp_offset,
    );
    let deblocking = match config.deblocking {
        Deblocking::Off => " deblock=0".into(),
        Deblocking::On { alpha, beta } => format!(" deblock=1:{alpha}:{beta}"),
    };
    let rate = match config.rate {
        RateControl::Qp(qp) => format!(" rc=cqp qp={qp}"),
        RateControl::Crf(crf) => format!(" rc=crf crf={crf:.1}"),
        RateControl::Bitrate { kilobits, vbv: None } => format!(" rc=abr bitrate={kilobits}"),
        RateControl::Bitrate { kilobits, vbv: Some(Vbv { rate, buffer }) } => {
            format!(" rc=abr bitrate={kilobits} vbv_maxrate={rate} vbv_bufsize={buffer}")
        }
    };
    let mode = match (config.aq_strength, config.aq_mode) {
        (0, _) => 0,
        (_, AqMode::Variance) => 1,
        (_, AqMode::Relative) => 2,
    };
    let strength = f64::from(config.aq_strength) / 100.0;
    format!("{text}{deblocking}{rate} aq={mode}:{strength:.2}")
}

/// The NAL unit that says it (7.3.2.3, D.1.7).
pub fn info_nal(config: &Config, level: Level) -> Vec<u8> {
    let (mut message, ff_bytes) = SeiMessage::user_data(UUID, text(config, level).as_bytes());
    nal_of(0, NalType::Sei, |writer| message.code(writer, ff_bytes, &HrdParameters::default()))
}
