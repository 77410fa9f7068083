// The H.264 encoder of unite, for C. Written by cbindgen from the Rust functions of codecs/h264/encoder/c: a test says whether it
// is current.
//
// Settings, an encoder made of them, pictures in, packets out. Every function but the last three of this file returns 0, or says
// by a code of UNITE_H264_... what is wrong; unite_h264_encoder_message() is a sentence about it. No call ends the process, and no
// pointer is kept that is given. Encoders may be used by any thread, each by one at a time.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// `profile`: Constrained Baseline.
#define UNITE_H264_BASELINE 0

// `profile`: Main.
#define UNITE_H264_MAIN 1

// `profile`: High.
#define UNITE_H264_HIGH 2

// `preset`: whole macroblocks, few steps.
#define UNITE_H264_ULTRAFAST 0

// `preset`: macroblocks of up to four partitions.
#define UNITE_H264_FAST 1

// `preset`: the same with more steps.
#define UNITE_H264_MEDIUM 2

// `preset`: all partitions, all steps, levels by real costs, three reference pictures.
#define UNITE_H264_SLOW 3

// `rate_control`: the quantiser `qp` for all P pictures.
#define UNITE_H264_QP 0

// `rate_control`: the quality `crf` for all pictures.
#define UNITE_H264_CRF 1

// `rate_control`: `bitrate`, and `vbv_rate` and `vbv_buffer` if these are not 0.
#define UNITE_H264_BITRATE 2

// `format`: start codes before NAL units, parameter sets before pictures where decoding can begin.
#define UNITE_H264_ANNEX_B 0

// `format`: lengths in four bytes before NAL units, as MP4, Matroska and RTMP have them; parameter sets are in the headers only.
#define UNITE_H264_AVCC 1

// All is well.
#define UNITE_H264_OK 0

// A pointer that has to lead somewhere is null.
#define UNITE_H264_NULL 1

// A setting is out of its range, or does not go with others.
#define UNITE_H264_SETTING 2

// A picture cannot be encoded: a component is missing, or its rows are closer than they are long.
#define UNITE_H264_PICTURE 3

// There is not enough room for what is asked for.
#define UNITE_H264_ROOM 4

// The encoder has a fault. It does nothing any more but being closed.
#define UNITE_H264_PANIC 5

// An encoder.
typedef struct UniteH264Encoder UniteH264Encoder;

// Settings. `unite_h264_encoder_settings()` fills in what is usual, and must be called first: it knows what later versions add.
typedef struct UniteH264Settings {
  // Samples of luminance in a row.
  uint32_t width;
  // Rows of samples of luminance.
  uint32_t height;
  // Pictures in a second: numerator and denominator.
  uint32_t frame_rate[2];
  // Width and height of a sample, zeros if nobody knows.
  uint32_t sample_aspect[2];
  // 1 if samples use all values, 0 if 16 to 235 and 240; -1 if nobody knows.
  int32_t full_range;
  // `colour_primaries`, `transfer_characteristics` and `matrix_coefficients` of table E-3 to E-5; -1 each if nobody knows.
  int32_t colour[3];
  // UNITE_H264_BASELINE, _MAIN or _HIGH.
  int32_t profile;
  // Ten times the number of a level, 9 for 1b; 0 for the lowest one that has room.
  int32_t level;
  // 1 for arithmetic coding, where the profile has it.
  int32_t cabac;
  // 1 for the 8x8 transform, where the profile has it.
  int32_t transform_8x8;
  // 1 for pictures of luminance alone, which only High has.
  int32_t monochrome;
  // UNITE_H264_QP, _CRF or _BITRATE.
  int32_t rate_control;
  // 0 to 51.
  int32_t qp;
  // 0 to 51.
  double crf;
  // Thousands of bits in a second.
  uint32_t bitrate;
  // Thousands of bits in a second that a decoder gets at most; 0 for no bound.
  uint32_t vbv_rate;
  // Thousands of bits that a decoder has room for; 0 for no bound.
  uint32_t vbv_buffer;
  // Every so many pictures decoding can begin; 1: I pictures only.
  uint32_t key_interval;
  // For so many pictures after that no new scene is looked for.
  uint32_t min_key_interval;
  // 0 (no search for scenes) to 100.
  int32_t scene_cut;
  // How many pictures a P picture refers to, 1 to 16; 0 for what the preset has.
  int32_t references;
  // UNITE_H264_ULTRAFAST, _FAST, _MEDIUM or _SLOW.
  int32_t preset;
  // Slices of a picture.
  int32_t slices;
  // Threads. The stream does not depend on them.
  int32_t threads;
  // 1 for the deblocking filter.
  int32_t deblocking;
  // Offsets of the filter: alpha and beta, -6 to 6.
  int32_t deblocking_offsets[2];
  // Adaptive quantisation: 0 (none), 1 (by variance), 2 (by variance in relation to the picture).
  int32_t aq_mode;
  // How strong that is, in percent: 0 to 300.
  int32_t aq_strength;
  // 1: Intra prediction uses no samples of Inter prediction.
  int32_t constrained_intra;
  // The QP of chrominance in relation to that of luminance, -12 to 12.
  int32_t chroma_qp_offset;
  // 1: the stream says by which encoder and with which settings it was made.
  int32_t info;
  // UNITE_H264_ANNEX_B or _AVCC.
  int32_t format;
} UniteH264Settings;

// What became of a picture.
typedef struct UniteH264Packet {
  // Its bytes: there until the next call with this encoder.
  const uint8_t *data;
  // How many there are.
  size_t length;
  // Whether decoding can begin here.
  bool key;
  // Its quantiser.
  uint8_t qp;
} UniteH264Packet;

// A picture that is given.
typedef struct UniteH264Picture {
  // The first sample of Y, Cb and Cr; the last two are not looked at where there is only luminance.
  const uint8_t *planes[3];
  // How far apart their rows are, at least as far as they are long.
  size_t strides[3];
} UniteH264Picture;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Fills in what is usual for pictures of a size: High profile, `crf` 23, preset medium, a picture to begin at every 250.
//
// # Safety
// `settings` is null, or memory for settings.
int32_t unite_h264_encoder_settings(struct UniteH264Settings *settings,
                                    uint32_t width,
                                    uint32_t height);

// Makes an encoder. `*encoder` is null if that is not possible. `unite_h264_encoder_close()` ends it.
//
// # Safety
// `settings` is null, or was filled in by `unite_h264_encoder_settings()`; `encoder` is null, or memory for a pointer.
int32_t unite_h264_encoder_open(const struct UniteH264Settings *settings,
                                struct UniteH264Encoder **encoder);

// The parameter sets: with start codes, or as the record that files have (`avcC`). In a stream with start codes they are before
// pictures where decoding can begin, too.
//
// # Safety
// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `packet` is null, or memory
// for a packet.
int32_t unite_h264_encoder_headers(struct UniteH264Encoder *encoder,
                                   struct UniteH264Packet *packet);

// Encodes the next picture, and waits for its packet: there is one for each. It is an error if packets of pictures that were pushed are not
// flushed yet.
//
// # Safety
// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `picture` is null, or a
// picture whose planes are null, or have as many rows of samples as the settings say; `packet` is null, or memory for a packet.
int32_t unite_h264_encoder_encode(struct UniteH264Encoder *encoder,
                                  const struct UniteH264Picture *picture,
                                  struct UniteH264Packet *packet);

// Takes the next picture, which threads work at together with those before and after, and does not wait for its packet: the packet is that
// of an earlier picture, or has a length of 0 if there is none yet. Packets come in the order of pictures, with one thread at once.
// `unite_h264_encoder_flush()` gives those that are left at the end.
//
// # Safety
// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `picture` is null, or a
// picture whose planes are null, or have as many rows of samples as the settings say; `packet` is null, or memory for a packet.
int32_t unite_h264_encoder_push(struct UniteH264Encoder *encoder,
                                const struct UniteH264Picture *picture,
                                struct UniteH264Packet *packet);

// The packet of the first picture that was pushed and has none yet: one of length 0 if there are no more.
//
// # Safety
// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `packet` is null, or memory
// for a packet.
int32_t unite_h264_encoder_flush(struct UniteH264Encoder *encoder,
                                 struct UniteH264Packet *packet);

// The next picture will be one where decoding can begin.
//
// # Safety
// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile.
int32_t unite_h264_encoder_force_key(struct UniteH264Encoder *encoder);

// A component of the picture of the last packet as a decoder has it, until the next picture is given, to rows of `samples` that are `stride` apart; `room` is how many samples there
// is memory for. Pictures with chrominance have an even number of rows and columns, one more than was given where that is odd.
//
// # Safety
// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses meanwhile; `samples` is null, or memory
// for `room` samples.
int32_t unite_h264_encoder_reconstruction(struct UniteH264Encoder *encoder,
                                          uint32_t component,
                                          uint8_t *samples,
                                          size_t stride,
                                          size_t room);

// Ends an encoder, and takes the bytes of its last packet away. Nothing happens to null.
//
// # Safety
// `encoder` is null, or an encoder that was opened, not closed, and that no other thread uses.
void unite_h264_encoder_close(struct UniteH264Encoder *encoder);

// The version of the library.
const char *unite_h264_encoder_version(void);

// The sentence about the last call of this thread that did not return 0; an empty one if there was none. It is there until the next
// such call.
const char *unite_h264_encoder_message(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
