//! Tests only. They are apart from the encoder, whose example and command would be built with the decoders of others, and with
//! other features of what they share with these: the encoder would be compiled twice.
