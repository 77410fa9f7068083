// The kernels of H.264 of unite for samples of 10 bits, in the tables of x264. Written by cbindgen from the Rust functions of
// codecs/h264/c10: a test says whether it is current.
//
// Strides are in samples. What holds for rows and memory is what `unite_h264.h` says.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "unite_h264.h"

// `sad`, `ssd`, `satd` or `sa8d`: two rectangles are compared.
typedef int32_t (*UniteH264CompareFor10)(uint16_t *a, ptrdiff_t a_stride, uint16_t *b, ptrdiff_t b_stride);

// `sad_x3` or `satd_x3`: samples to encode, three candidates, their costs.
typedef void (*UniteH264CompareX3For10)(uint16_t *samples,
                                        uint16_t *a,
                                        uint16_t *b,
                                        uint16_t *c,
                                        ptrdiff_t stride,
                                        int32_t *costs);

// `sad_x4` or `satd_x4`: samples to encode, four candidates, their costs.
typedef void (*UniteH264CompareX4For10)(uint16_t *samples,
                                        uint16_t *a,
                                        uint16_t *b,
                                        uint16_t *c,
                                        uint16_t *d,
                                        ptrdiff_t stride,
                                        int32_t *costs);

// Filters of `deblock_luma` and `deblock_chroma`.
typedef void (*UniteH264DeblockFor10)(uint16_t *at, ptrdiff_t stride, int32_t alpha, int32_t beta, int8_t *tc0);

// Filters of `deblock_luma_intra` and `deblock_chroma_intra`.
typedef void (*UniteH264DeblockIntraFor10)(uint16_t *at, ptrdiff_t stride, int32_t alpha, int32_t beta);

// `avg`: two predictions, averaged or weighted in 64ths.
typedef void (*UniteH264AverageFor10)(uint16_t *pred,
                                      ptrdiff_t pred_stride,
                                      uint16_t *a,
                                      ptrdiff_t a_stride,
                                      uint16_t *b,
                                      ptrdiff_t b_stride,
                                      int32_t weight);

// `mc_chroma`: a partition of both components, from an interleaved plane.
typedef void (*UniteH264ChromaFor10)(uint16_t *cb,
                                     uint16_t *cr,
                                     ptrdiff_t stride,
                                     uint16_t *p,
                                     ptrdiff_t p_stride,
                                     int32_t mv_x,
                                     int32_t mv_y,
                                     int32_t width,
                                     int32_t height);

// `hpel_filter`: the three half sample planes. What lies in `line` does not count.
typedef void (*UniteH264HalfPlanesFor10)(uint16_t *b,
                                         uint16_t *h,
                                         uint16_t *j,
                                         uint16_t *p,
                                         ptrdiff_t stride,
                                         int32_t width,
                                         int32_t height,
                                         int16_t *line);

// `intra_satd_x3_..`, `intra_sa8d_x3_..` or `intra_sad_x3_..`: samples to encode, the block in the picture or, of 8x8
// blocks, the filtered neighbours, and the costs of three modes.
typedef void (*UniteH264IntraX3For10)(uint16_t *samples, uint16_t *at, int32_t *costs);

// `mc_luma`: a partition, from the planes of full samples and of those half a sample to the right, downwards, and both.
typedef void (*UniteH264LumaFor10)(uint16_t *pred,
                                   ptrdiff_t pred_stride,
                                   uint16_t *const *planes,
                                   ptrdiff_t stride,
                                   int32_t mv_x,
                                   int32_t mv_y,
                                   int32_t width,
                                   int32_t height,
                                   const UniteH264Weight *weight);

// `get_ref`: the same, or where it is in a plane already, with the distance of rows there.
typedef uint16_t *(*UniteH264ReferenceFor10)(uint16_t *pred,
                                             ptrdiff_t *pred_stride,
                                             uint16_t *const *planes,
                                             ptrdiff_t stride,
                                             int32_t mv_x,
                                             int32_t mv_y,
                                             int32_t width,
                                             int32_t height,
                                             const UniteH264Weight *weight);

// `weight`, `offsetadd` and `offsetsub`: rows of a width.
typedef void (*UniteH264WeighFor10)(uint16_t *pred,
                                    ptrdiff_t pred_stride,
                                    uint16_t *p,
                                    ptrdiff_t stride,
                                    const UniteH264Weight *weight,
                                    int32_t height);

// `predict_4x4`, `predict_16x16` or `predict_8x8c`: a mode, in place.
typedef void (*UniteH264PredictFor10)(uint16_t *at);

// `predict_8x8`: a mode, from filtered neighbours.
typedef void (*UniteH264Predict8x8For10)(uint16_t *at, const uint16_t *edge);

// `predict_8x8_filter`.
typedef void (*UniteH264Predict8x8FilterFor10)(uint16_t *at,
                                               uint16_t *edge,
                                               int32_t neighbours,
                                               int32_t filters);

// `quant_4x4`, `quant_8x8` or `quant_4x4x4`.
typedef int32_t (*UniteH264QuantizeFor10)(int32_t *c, uint32_t *mf, uint32_t *bias);

// `quant_4x4_dc` or `quant_2x2_dc`.
typedef int32_t (*UniteH264QuantizeDcFor10)(int32_t *c, int32_t mf, int32_t bias);

// `dequant_4x4`, `dequant_8x8` or `dequant_4x4_dc`.
typedef void (*UniteH264ScaleFor10)(int32_t *c, int32_t *level_scale, int32_t qp);

// `sub4x4_dct`, `sub8x8_dct`, `sub16x16_dct`, `sub8x8_dct8` or `sub16x16_dct8`, `sub8x8_dct_dc` or `sub8x16_dct_dc`.
typedef void (*UniteH264SubFor10)(int32_t *c, uint16_t *samples, uint16_t *pred);

// `add4x4_idct`, `add8x8_idct`, `add16x16_idct`, `add8x8_idct8` or `add16x16_idct8`, `add8x8_idct_dc` or `add16x16_idct_dc`.
typedef void (*UniteH264AddFor10)(uint16_t *u, int32_t *d);

// `dct4x4dc` or `idct4x4dc`.
typedef void (*UniteH264DcFor10)(int32_t *c);

// `scan_4x4` or `scan_8x8`.
typedef void (*UniteH264ScanFor10)(int32_t *list, int32_t *c);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Costs by the size of a partition, 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4, and 4x16 of chrominance at 4:2:2: the sum of absolute
// differences, of squared differences, and of absolute values of their 4x4 Hadamard transform.
//
// # Safety
// All tables have 8 slots.
void unite_h264_x264_10_costs(UniteH264CompareFor10 *sad_table,
                              UniteH264CompareFor10 *ssd_table,
                              UniteH264CompareFor10 *satd_table);

// `sa8d` of 16x16 and of 8x8, which are slots 0 and 3 of its table.
//
// # Safety
// The table has 4 slots.
void unite_h264_x264_10_sa8d(UniteH264CompareFor10 *table);

// Costs of three and of four candidates at once, by the size of a partition as in `unite_h264_x264_10_costs`, without the last one.
//
// # Safety
// All tables have 7 slots.
void unite_h264_x264_10_costs_of_many(UniteH264CompareX3For10 *sad_x3_table,
                                      UniteH264CompareX4For10 *sad_x4_table,
                                      UniteH264CompareX3For10 *satd_x3_table,
                                      UniteH264CompareX4For10 *satd_x4_table);

// The filters of edges: of luminance, vertical and horizontal, and of interleaved chrominance at 4:2:0, vertical and
// horizontal; then the same for `bS` 4.
//
// # Safety
// Both tables have 4 slots.
void unite_h264_x264_10_deblock(UniteH264DeblockFor10 *table,
                                UniteH264DeblockIntraFor10 *intra);

// Averages by the size of a partition: 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4, 4x16, 4x2, 2x8, 2x4, 2x2.
//
// # Safety
// `table` has 12 slots.
void unite_h264_x264_10_average(UniteH264AverageFor10 *table);

// Prediction of interleaved chrominance at 4:2:0 and 4:2:2, and the planes of half samples of luminance.
//
// # Safety
// Both are one slot.
void unite_h264_x264_10_inter(UniteH264ChromaFor10 *chroma_slot, UniteH264HalfPlanesFor10 *half_planes_slot);

// Costs of three modes of intra prediction at once: of 16x16 and of 4x4 blocks vertical, horizontal and DC; of one component
// of chrominance at 4:2:0 DC, horizontal and vertical; of 8x8 blocks vertical, horizontal and DC from filtered neighbours.
// First the sums of absolute values of a Hadamard transform (of 8x8 blocks `intra_sa8d_x3_8x8`), then those of absolute
// differences.
//
// # Safety
// Both tables have 4 slots.
void unite_h264_x264_10_intra_costs(UniteH264IntraX3For10 *satd_table,
                                    UniteH264IntraX3For10 *sad_table);

// Prediction of luminance: `mc_luma` and `get_ref`.
//
// # Safety
// Both are one slot.
void unite_h264_x264_10_luma(UniteH264LumaFor10 *luma_slot, UniteH264ReferenceFor10 *reference_slot);

// The functions that weigh rows of 2, 4, 8, 12, 16 and 20 samples: x264 has a table of them, or one for each of `weight`,
// `offsetadd` and `offsetsub`, to which its slots point.
//
// # Safety
// `table` has 6 slots.
void unite_h264_x264_10_weights(UniteH264WeighFor10 *table);

// The nine modes of 4x4 blocks, and DC of the left, above and nothing.
//
// # Safety
// `table` has 12 slots.
void unite_h264_x264_10_predict_4x4(UniteH264PredictFor10 *table);

// The four modes of macroblocks of luminance, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_x264_10_predict_16x16(UniteH264PredictFor10 *table);

// The four modes of macroblocks of chrominance at 4:2:0, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_x264_10_predict_8x8c(UniteH264PredictFor10 *table);

// The nine modes of 8x8 blocks, and DC of the left, above and nothing; and the filter of their neighbours.
//
// # Safety
// `table` has 12 slots, `filter_slot` is one.
void unite_h264_x264_10_predict_8x8(UniteH264Predict8x8For10 *table,
                                    UniteH264Predict8x8FilterFor10 *filter_slot);

// Quantisation of 8x8, of 4x4 and of four 4x4 blocks; then of the DC coefficients of luminance and chrominance.
//
// # Safety
// `table` has 3 slots, `dc_table` has 2.
void unite_h264_x264_10_quantize(UniteH264QuantizeFor10 *table,
                                 UniteH264QuantizeDcFor10 *dc_table);

// Scaling of 8x8 and 4x4 blocks, and of the DC coefficients of luminance.
//
// # Safety
// `table` has 3 slots.
void unite_h264_x264_10_scale(UniteH264ScaleFor10 *table);

// Transforms of differences: of 4x4, 8x8 and 16x16 samples by 4x4, of 8x8 and 16x16 samples by 8x8.
//
// # Safety
// `table` has 5 slots.
void unite_h264_x264_10_sub(UniteH264SubFor10 *table);

// Transforms back, added to the prediction: of 4x4, 8x8 and 16x16 samples by 4x4, of 8x8 and 16x16 samples by 8x8.
//
// # Safety
// `table` has 5 slots.
void unite_h264_x264_10_add(UniteH264AddFor10 *table);

// The transform of 4x4 DC coefficients of luminance, forth and back.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_10_dc(UniteH264DcFor10 *table);

// The scans of 8x8 and 4x4 blocks in zig-zag order.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_10_scan(UniteH264ScanFor10 *table);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
