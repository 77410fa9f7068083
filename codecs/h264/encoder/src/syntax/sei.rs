//! Supplemental enhancement information (H.264 7.3.2.3.1, D.1): when a decoder takes pictures from its buffer, and user data.

use unite_bitstream::syntax;

use super::parameter_sets::HrdParameters;

/// `payloadType` of what is said where decoding can begin.
pub const BUFFERING_PERIOD: i64 = 0;
/// `payloadType` of what is said of each picture.
pub const PIC_TIMING: i64 = 1;

/// `payloadType` of user data that nobody registered.
pub const USER_DATA_UNREGISTERED: i64 = 5;

syntax! {
    /// A message (7.3.2.3.1) whose `payloadType` is below 255; `ff_bytes` bytes of 255 stand before the last one of `payloadSize`.
    pub struct SeiMessage / sei_message(ff_bytes: i64, hrd: &HrdParameters) {
        last_payload_type_byte: u(8) in 0..=254;
        for (i in 0..ff_bytes) {
            ff_byte[i; ..]: f(8) in 255..=255;
        }
        last_payload_size_byte: u(8) in 0..=254;
        if (last_payload_type_byte == BUFFERING_PERIOD) {
            table buffering_period: BufferingPeriod(hrd);
        }
        if (last_payload_type_byte == PIC_TIMING) {
            table pic_timing: PicTiming(hrd);
        }
        if (last_payload_type_byte == USER_DATA_UNREGISTERED) {
            table user_data: UserDataUnregistered(255 * ff_bytes + last_payload_size_byte);
        }
    }
}

syntax! {
    /// How long the buffer fills before the picture is taken from it, in 90,000ths of a second (D.1.2).
    #[derive(Copy)]
    pub struct BufferingPeriod / buffering_period(hrd: &HrdParameters) {
        seq_parameter_set_id: ue() in 0..=31;
        initial_cpb_removal_delay: u(hrd.initial_cpb_removal_delay_length_minus1 + 1) in 1..=0xFFFF_FFFF;
        initial_cpb_removal_delay_offset: u(hrd.initial_cpb_removal_delay_length_minus1 + 1) in 0..=0xFFFF_FFFF;
        bit_equal_to_one: f(1) in 1..=1;
    }
}

syntax! {
    /// When the picture is taken from the buffer after the last one where decoding can begin, and shown after that, in ticks (D.1.3).
    #[derive(Copy)]
    pub struct PicTiming / pic_timing(hrd: &HrdParameters) {
        cpb_removal_delay: u(hrd.cpb_removal_delay_length_minus1 + 1) in 0..=0xFFFF_FFFF;
        dpb_output_delay: u(hrd.dpb_output_delay_length_minus1 + 1) in 0..=0xFFFF_FFFF;
    }
}

syntax! {
    /// Bytes of an application (D.1.7): 16 that say which one, in four numbers, and what follows.
    pub struct UserDataUnregistered / user_data_unregistered(payload_size: i64) {
        for (i in 0..4) {
            uuid_iso_iec_11578[i; 4]: u(32) in 0..=0xFFFF_FFFF;
        }
        for (i in 16..payload_size) {
            user_data_payload_byte[i - 16; ..]: u(8) in 0..=255;
        }
    }
}

impl SeiMessage {
    /// User data, and `ff_bytes` of its table.
    pub fn user_data(uuid: [u32; 4], bytes: &[u8]) -> (Self, i64) {
        let size = 16 + bytes.len() as i64;
        let user_data = UserDataUnregistered {
            uuid_iso_iec_11578: uuid.map(i64::from),
            user_data_payload_byte: bytes.iter().map(|&byte| byte.into()).collect(),
        };
        let message = SeiMessage {
            last_payload_type_byte: USER_DATA_UNREGISTERED,
            ff_byte: vec![255; (size / 255) as usize],
            last_payload_size_byte: size % 255,
            user_data,
            ..SeiMessage::default()
        };
        (message, size / 255)
    }

    /// How long the buffer fills before the picture is taken from it, and the rest of how long it may (D.2.2).
    pub fn buffering_period([delay, offset]: [i64; 2]) -> Self {
        let buffering_period = BufferingPeriod {
            initial_cpb_removal_delay: delay,
            initial_cpb_removal_delay_offset: offset,
            bit_equal_to_one: 1,
            ..BufferingPeriod::default()
        };
        // A bit, twice 31, and one to the end of the byte.
        let last_payload_size_byte = 8;
        SeiMessage { last_payload_size_byte, buffering_period, ..SeiMessage::default() }
    }

    /// After how many ticks the picture is taken from the buffer (D.2.3).
    pub fn pic_timing(cpb_removal_delay: i64) -> Self {
        SeiMessage {
            last_payload_type_byte: PIC_TIMING,
            // 24 bits, and 8.
            last_payload_size_byte: 4,
            pic_timing: PicTiming { cpb_removal_delay, dpb_output_delay: 0 },
            ..SeiMessage::default()
        }
    }

    /// `ff_bytes` of the message that an RBSP begins with.
    pub fn ff_bytes(rbsp: &[u8]) -> i64 {
        rbsp.iter().skip(1).take_while(|&&byte| byte == 255).count() as i64
    }
}
