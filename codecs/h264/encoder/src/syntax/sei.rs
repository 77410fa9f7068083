//! Supplemental enhancement information (H.264 7.3.2.3.1, D.1): user data.

use unite_bitstream::syntax;

/// `payloadType` of user data that nobody registered.
pub const USER_DATA_UNREGISTERED: i64 = 5;

syntax! {
    /// A message (7.3.2.3.1) whose `payloadType` is below 255. `ff_bytes` says how many bytes of 255 stand before the last one of
    /// `payloadSize`.
    pub struct SeiMessage / sei_message(ff_bytes: i64) {
        last_payload_type_byte: u(8) in 0..=254;
        for (i in 0..ff_bytes) {
            ff_byte[i; ..]: f(8) in 255..=255;
        }
        last_payload_size_byte: u(8) in 0..=254;
        if (last_payload_type_byte == USER_DATA_UNREGISTERED) {
            table user_data: UserDataUnregistered(255 * ff_bytes + last_payload_size_byte);
        }
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
        };
        (message, size / 255)
    }

    /// `ff_bytes` of the message that an RBSP begins with.
    pub fn ff_bytes(rbsp: &[u8]) -> i64 {
        rbsp.iter().skip(1).take_while(|&&byte| byte == 255).count() as i64
    }
}
