// The kernels of H.264 of unite for samples of 10 bits, in the tables of x264. Written by cbindgen from the Rust functions of
// codecs/h264/c10: a test says whether it is current.
//
// Strides are in samples. What holds for rows and memory is what `unite_h264.h` says.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "unite_h264.h"

// `var`: the sum of samples, and in the upper 32 bits that of their squares.
typedef uint64_t (*UniteH264VarianceFor10)(uint16_t *p, ptrdiff_t stride);

// `var2`: samples to encode of both components of chrominance and their predictions, and the sum of squared differences of
// each. The result is the variance of the differences of both.
typedef int32_t (*UniteH264VarianceOfTwoFor10)(uint16_t *samples, uint16_t *pred, int32_t *squares);

// `hadamard_ac`: sums of absolute values but the first of Hadamard transforms, half of those of 4x4 blocks and in the upper 32
// bits a quarter of those of 8x8 blocks.
typedef uint64_t (*UniteH264HadamardAcFor10)(uint16_t *p, ptrdiff_t stride);

// `vsad`: rows of 16 samples, each compared with the next one.
typedef int32_t (*UniteH264SadOfRowsFor10)(uint16_t *p, ptrdiff_t stride, int32_t height);

// `asd8`: the absolute value of the sum of differences of rows of 8 samples.
typedef int32_t (*UniteH264DifferenceOfRowsFor10)(uint16_t *a,
                                                  ptrdiff_t a_stride,
                                                  uint16_t *b,
                                                  ptrdiff_t b_stride,
                                                  int32_t height);

// `ssim_4x4x2_core`: of two blocks of 4x4 samples side by side the sums of both pictures, of the squares of both, and of the
// products.
typedef void (*UniteH264MomentsFor10)(const uint16_t *a,
                                      ptrdiff_t a_stride,
                                      const uint16_t *b,
                                      ptrdiff_t b_stride,
                                      int32_t *sums);

// `idct_dequant_2x4_dc`: levels at 4:2:2, the eight blocks whose first coefficients they are, scales, and the quantiser.
typedef void (*UniteH264TallDcBackFor10)(int32_t *dc, int32_t *c, int32_t *level_scale, int32_t qp);

// `idct_dequant_2x4_dconly`: levels at 4:2:2, which are coefficients afterwards, scales, and the quantiser.
typedef void (*UniteH264TallDcOnlyFor10)(int32_t *dc, int32_t *level_scale, int32_t qp);

// `optimize_chroma_2x2_dc` or `optimize_chroma_2x4_dc`: levels, which come nearer to 0 as far as samples stay as they are, and their
// scale. The result is whether any is left.
typedef int32_t (*UniteH264FewerLevelsFor10)(int32_t *levels, int32_t scale);

// `sad`, `ssd`, `satd` or `sa8d`: two rectangles are compared.
typedef int32_t (*UniteH264CompareFor10)(uint16_t *a, ptrdiff_t a_stride, uint16_t *b, ptrdiff_t b_stride);

// `sa8d_satd`: both transforms, `sa8d` and in the upper 32 bits `satd`.
typedef uint64_t (*UniteH264CompareByBothFor10)(uint16_t *a,
                                                ptrdiff_t a_stride,
                                                uint16_t *b,
                                                ptrdiff_t b_stride);

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

// `denoise_dct`: coefficients, the sums of what they were, and offsets.
typedef void (*UniteH264DenoiseFor10)(int32_t *c, uint32_t *sum, uint32_t *offset, int32_t size);

// `decimate_score15`, `decimate_score16` or `decimate_score64`: how much levels are worth, 9 where one is larger than 1; of 64 of them 9
// wherever it is 6 or more.
typedef int32_t (*UniteH264ScoreFor10)(int32_t *levels);

// `coeff_last`: the index of the last level that is not 0, or -1.
typedef int32_t (*UniteH264LastFor10)(int32_t *levels);

// `x264_run_level_t`.
typedef struct {
  // The index of the last level that is not 0.
  int32_t last;
  // A bit for each level that is not 0.
  int32_t mask;
  // Nothing.
  int32_t unused[2];
  // These levels, the last one first.
  int32_t levels[18];
} UniteH264RunsFor10;

// `coeff_level_run`: levels that are not 0, and how many there are.
typedef int32_t (*UniteH264LevelRunFor10)(int32_t *levels, UniteH264RunsFor10 *runs);

// `sub_4x4` or `sub_8x8`: levels, samples to encode, and their prediction, which is what they are afterwards. The result is whether any
// level is not 0.
typedef int32_t (*UniteH264SubScanFor10)(int32_t *levels, uint16_t *samples, uint16_t *pred);

// `sub_4x4ac`: the same, the first level apart.
typedef int32_t (*UniteH264SubScanAcFor10)(int32_t *levels, uint16_t *samples, uint16_t *pred, int32_t *dc);

// `interleave_8x8_cavlc`: four lists of every fourth level, and in two rows of 8 whether they have any that is not 0.
typedef void (*UniteH264InterleaveLevelsFor10)(int32_t *lists, int32_t *levels, uint8_t *nonzero);

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

// `copy` or `copy_16x16_unaligned`: rows of a partition.
typedef void (*UniteH264CopyRowsFor10)(uint16_t *to,
                                       ptrdiff_t to_stride,
                                       uint16_t *from,
                                       ptrdiff_t from_stride,
                                       int32_t height);

// `store_interleave_chroma`: both components of a macroblock into a plane where they take turns.
typedef void (*UniteH264StoreChromaFor10)(uint16_t *plane,
                                          ptrdiff_t stride,
                                          uint16_t *cb,
                                          uint16_t *cr,
                                          int32_t height);

// `load_deinterleave_chroma_fenc` or `_fdec`: both components of a macroblock, from a plane where they take turns.
typedef void (*UniteH264LoadChromaFor10)(uint16_t *to, uint16_t *plane, ptrdiff_t stride, int32_t height);

// `plane_copy`, or `plane_copy_swap`, where samples take turns.
typedef void (*UniteH264CopyPlaneFor10)(uint16_t *to,
                                        ptrdiff_t to_stride,
                                        uint16_t *from,
                                        ptrdiff_t from_stride,
                                        int32_t width,
                                        int32_t height);

// `plane_copy_interleave`: two planes into one.
typedef void (*UniteH264InterleavePlanesFor10)(uint16_t *to,
                                               ptrdiff_t to_stride,
                                               uint16_t *a,
                                               ptrdiff_t a_stride,
                                               uint16_t *b,
                                               ptrdiff_t b_stride,
                                               int32_t width,
                                               int32_t height);

// `plane_copy_deinterleave`: one plane into two.
typedef void (*UniteH264DeinterleavePlaneFor10)(uint16_t *a,
                                                ptrdiff_t a_stride,
                                                uint16_t *b,
                                                ptrdiff_t b_stride,
                                                uint16_t *from,
                                                ptrdiff_t from_stride,
                                                int32_t width,
                                                int32_t height);

// `frame_init_lowres_core`: four planes of half the resolution.
typedef void (*UniteH264HalfResolutionFor10)(uint16_t *p,
                                             uint16_t *full,
                                             uint16_t *right,
                                             uint16_t *down,
                                             uint16_t *both,
                                             ptrdiff_t stride,
                                             ptrdiff_t half_stride,
                                             int32_t width,
                                             int32_t height);

// `plane_copy_deinterleave_rgb`: the first three of `count` components that take turns.
typedef void (*UniteH264DeinterleaveThreeFor10)(uint16_t *a,
                                                ptrdiff_t a_stride,
                                                uint16_t *b,
                                                ptrdiff_t b_stride,
                                                uint16_t *c,
                                                ptrdiff_t c_stride,
                                                uint16_t *from,
                                                ptrdiff_t from_stride,
                                                int32_t count,
                                                int32_t width,
                                                int32_t height);

// `ssd_nv12_core`: the sums of squared differences of both components.
typedef void (*UniteH264SsdInTurnFor10)(uint16_t *a,
                                        ptrdiff_t a_stride,
                                        uint16_t *b,
                                        ptrdiff_t b_stride,
                                        int32_t width,
                                        int32_t height,
                                        uint64_t *cb,
                                        uint64_t *cr);

// `predict_4x4`, `predict_16x16`, `predict_8x8c` or `predict_8x16c`: a mode, in place.
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

// `dct2x4dc`: the first coefficients of eight blocks, taken out of them and transformed.
typedef void (*UniteH264TallDcFor10)(int32_t *dc, int32_t *c);

// `integral_init4h` or `integral_init8h`: a row of integrals, with the one above it `stride` elements before, from a row of samples.
typedef void (*UniteH264IntegralRowFor10)(uint16_t *sums, uint16_t *p, ptrdiff_t stride);

// `trellis_cabac_4x4`, `trellis_cabac_8x8` or `trellis_cabac_dc`: what a level of 1 is in 256ths, by coefficient; the scan; what bits weigh;
// the place of the last level that is not 0; coefficients; nearest levels in the order of the scan; the same as coefficients lie, which
// become smaller by one or stay; states of contexts; and the first place of the scan, whether the macroblock is one of fields, or the last
// place. The result is whether any level is left. If none is, those of 4x4 blocks become 0, and others stay as they are.
typedef int32_t (*UniteH264TrellisFor10)(const int32_t *steps,
                                         const uint8_t *scan,
                                         int32_t weight,
                                         int32_t last,
                                         const int32_t *c,
                                         const int32_t *nearest,
                                         int32_t *levels,
                                         const uint8_t *significant_states,
                                         const uint8_t *last_states,
                                         uint64_t level_states,
                                         uint16_t more_level_states,
                                         int32_t which);

// `trellis_cabac_4x4_psy` or `trellis_cabac_8x8_psy`: the same with the coefficients of the samples to encode, and how much it is worth to
// have as much of them.
typedef int32_t (*UniteH264TrellisPsyFor10)(const int32_t *steps,
                                            const uint8_t *scan,
                                            int32_t weight,
                                            int32_t last,
                                            const int32_t *c,
                                            const int32_t *nearest,
                                            int32_t *levels,
                                            const uint8_t *significant_states,
                                            const uint8_t *last_states,
                                            uint64_t level_states,
                                            uint16_t more_level_states,
                                            int32_t which,
                                            const int32_t *samples,
                                            int32_t strength);

// `trellis_cabac_chroma_422_dc`: the same of the first coefficients of chrominance at 4:2:2.
typedef int32_t (*UniteH264TrellisTallDcFor10)(const int32_t *steps,
                                               const uint8_t *scan,
                                               int32_t weight,
                                               int32_t last,
                                               const int32_t *c,
                                               const int32_t *nearest,
                                               int32_t *levels,
                                               const uint8_t *significant_states,
                                               const uint8_t *last_states,
                                               uint64_t level_states,
                                               uint16_t more_level_states);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// How busy samples are: `var` of 16x16, 8x16 and 8x8, and `var2` of 8x16 and 8x8, which are slots 0, 2 and 3 of tables of 4;
// `hadamard_ac` of 16x16, 16x8, 8x16 and 8x8.
//
// # Safety
// All tables have 4 slots.
void unite_h264_x264_10_activity(UniteH264VarianceFor10 *variance_table,
                                 UniteH264VarianceOfTwoFor10 *variance_of_two_table,
                                 UniteH264HadamardAcFor10 *hadamard_ac_table);

// What is told of pictures on the whole: `vsad`, `asd8` and `ssim_4x4x2_core`.
//
// # Safety
// All are one slot.
void unite_h264_x264_10_pictures(UniteH264SadOfRowsFor10 *sad_of_rows_slot,
                                 UniteH264DifferenceOfRowsFor10 *difference_of_rows_slot,
                                 UniteH264MomentsFor10 *moments_slot);

// DC coefficients of chrominance: back at 4:2:2, `idct_dequant_2x4_dc` and `idct_dequant_2x4_dconly`; and fewer levels,
// `optimize_chroma_2x2_dc` and `optimize_chroma_2x4_dc`.
//
// # Safety
// `fewer_table` has 2 slots, the others are one.
void unite_h264_x264_10_chroma_levels(UniteH264TallDcBackFor10 *back,
                                      UniteH264TallDcOnlyFor10 *only,
                                      UniteH264FewerLevelsFor10 *fewer_table);

// Costs by the size of a partition, 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4: the sum of absolute differences, of squared
// differences, and of absolute values of their 4x4 Hadamard transform.
//
// # Safety
// All tables have 7 slots.
void unite_h264_x264_10_costs(UniteH264CompareFor10 *sad_table,
                              UniteH264CompareFor10 *ssd_table,
                              UniteH264CompareFor10 *satd_table);

// The same of partitions of chrominance at 4:2:2, 4x16, which are slot 7 of x264's tables; and `sa8d_satd` of 16x16.
//
// # Safety
// All are one slot.
void unite_h264_x264_10_costs_4x16(UniteH264CompareFor10 *sad_slot,
                                   UniteH264CompareFor10 *ssd_slot,
                                   UniteH264CompareFor10 *satd_slot,
                                   UniteH264CompareByBothFor10 *both_slot);

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

// The filters of vertical edges of interleaved chrominance at 4:2:2, `deblock_h_chroma_422`, and the same for `bS` 4. Those of
// horizontal edges are the ones of 4:2:0.
//
// # Safety
// Both are one slot.
void unite_h264_x264_10_deblock_422(UniteH264DeblockFor10 *slot,
                                    UniteH264DeblockIntraFor10 *intra_slot);

// The filters of edges of MBAFF frames between macroblocks of both kinds: of luminance, `deblock_luma_mbaff`, of chrominance at 4:2:0,
// `deblock_chroma_420_mbaff`, and at 4:2:2, `deblock_chroma_422_mbaff`; and the same for `bS` 4, `deblock_luma_intra_mbaff` and so
// on. No strength is 0 there.
//
// # Safety
// Both tables have 3 slots.
void unite_h264_x264_10_deblock_mixed(UniteH264DeblockFor10 *table,
                                      UniteH264DeblockIntraFor10 *intra_table);

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

// `intra_satd_x3_8x16c` and `intra_sad_x3_8x16c`: three modes of chrominance at 4:2:2.
//
// # Safety
// The table has 2 slots.
void unite_h264_x264_10_intra_costs_422(UniteH264IntraX3For10 *table);

// `denoise_dct`, and what levels are worth: of 15 (all but the first), 16 and 64.
//
// # Safety
// The first is one slot, the table has 3.
void unite_h264_x264_10_decimate(UniteH264DenoiseFor10 *denoise_slot, UniteH264ScoreFor10 *score_table);

// `coeff_last` by the category of a block, and then of 4 and of 8 levels; of the category of first coefficients of chrominance,
// slot 3, x264 decides by itself which of these two it is.
//
// # Safety
// `table` has 16 slots.
void unite_h264_x264_10_last(UniteH264LastFor10 *table);

// `coeff_level_run` by the category of a block, and then of 4 and of 8 levels; slot 3 as above. Blocks of 64 levels have none.
//
// # Safety
// `table` has 15 slots.
void unite_h264_x264_10_level_run(UniteH264LevelRunFor10 *table);

// Levels of macroblocks without loss, in zig-zag order or in field scan order: `sub_8x8` and `sub_4x4`; `sub_4x4ac`; and
// `interleave_8x8_cavlc`.
//
// # Safety
// `table` has 2 slots, the others are one.
void unite_h264_x264_10_lossless(UniteH264SubScanFor10 *table,
                                 UniteH264SubScanAcFor10 *ac_slot,
                                 UniteH264InterleaveLevelsFor10 *interleave_slot,
                                 bool field);

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

// Copies of partitions of 16x16, 8x8 and 4x4, which are slots 0, 3 and 6 of their table, and of 16x16 wherever it lies.
//
// # Safety
// The table has 7 slots, the other is one.
void unite_h264_x264_10_copy(UniteH264CopyRowsFor10 *table,
                             UniteH264CopyRowsFor10 *unaligned);

// Chrominance of macroblocks, whose components take turns in planes: stored, and loaded in the layouts of samples to encode and
// of macroblocks that are reconstructed.
//
// # Safety
// The first is one slot, the table has 2.
void unite_h264_x264_10_chroma(UniteH264StoreChromaFor10 *store_slot,
                               UniteH264LoadChromaFor10 *load_table);

// Planes: copied, with samples swapped that take turns, interleaved, deinterleaved, and made at half the resolution.
//
// # Safety
// The table has 2 slots, the others are one.
void unite_h264_x264_10_planes(UniteH264CopyPlaneFor10 *copy_table,
                               UniteH264InterleavePlanesFor10 *interleave_slot,
                               UniteH264DeinterleavePlaneFor10 *deinterleave_slot,
                               UniteH264HalfResolutionFor10 *half_resolution_slot);

// Pictures whose components take turns: the planes of those of three or four components, `plane_copy_deinterleave_rgb`, and the
// squared differences of two of chrominance, `ssd_nv12_core`.
//
// # Safety
// Both are one slot.
void unite_h264_x264_10_in_turn(UniteH264DeinterleaveThreeFor10 *three_slot,
                                UniteH264SsdInTurnFor10 *ssd_slot);

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

// The four modes of macroblocks of chrominance at 4:2:2, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_x264_10_predict_8x16c(UniteH264PredictFor10 *table);

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

// The scans of 8x8 and 4x4 blocks, in zig-zag order or in field scan order.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_10_scan(UniteH264ScanFor10 *table, bool field);

// First coefficients alone: of the differences of chrominance at 4:2:0 and at 4:2:2, transformed.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_10_sub_dc(UniteH264SubFor10 *table);

// First coefficients alone, transformed back and added to the prediction: of 8x8 and 16x16 samples by 4x4.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_10_add_dc(UniteH264AddFor10 *table);

// DC coefficients of chrominance at 4:2:2, `dct2x4dc`.
//
// # Safety
// It is one slot.
void unite_h264_x264_10_tall_dc(UniteH264TallDcFor10 *slot);

// `integral_init4h` and `integral_init8h`. What else an exhaustive search has is filled by `unite_h264_x264_search`, whose own rows are for
// 8 bits.
//
// # Safety
// The table has 2 slots.
void unite_h264_x264_10_integrals(UniteH264IntegralRowFor10 *rows);

// Levels that cost least: of 4x4 and 8x8 blocks; the same where it is good to have as much as samples have; of first coefficients of
// luminance and of chrominance at 4:2:0; and at 4:2:2.
//
// # Safety
// The first two tables have 2 slots, the others are one.
void unite_h264_x264_10_trellis(UniteH264TrellisFor10 *table,
                                UniteH264TrellisPsyFor10 *psy_table,
                                UniteH264TrellisFor10 *dc,
                                UniteH264TrellisTallDcFor10 *tall_dc);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
