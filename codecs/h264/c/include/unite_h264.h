// The kernels of H.264 of unite, for C. Written by cbindgen from the Rust functions of codecs/h264/c: a test says
// whether it is current.
//
// Strides are in elements. Rows that are read may be at any distance: 0, less than their length, or negative. Rows that are
// written may go up, but must not share elements. No function has state, allocates, or keeps a pointer. A function that writes
// samples reads and writes what its description says and nothing else, but memory between the rows of a rectangle must exist
// and must not be in use by another thread.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Samples at the left of a block are available.
#define UNITE_H264_LEFT 1

// Samples above a block are available.
#define UNITE_H264_ABOVE 2

// Samples above and to the right of a block are available.
#define UNITE_H264_ABOVE_RIGHT 4

// The sample above and to the left of a block is available.
#define UNITE_H264_CORNER 8

// A mode of prediction in the layout of openh264: the block without gaps, and where it belongs in the picture.
typedef void (*UniteH264Apart)(uint8_t *pred, const uint8_t *at, int32_t stride);

// `pfSampleSad` or `pfSampleSatd`: two rectangles are compared.
typedef int32_t (*UniteH264SampleCost)(uint8_t *a, int32_t a_stride, uint8_t *b, int32_t b_stride);

// `pfSample4Sad`: a rectangle is compared with four others, those a sample above, below, to the left and to the right of
// `b`.
typedef void (*UniteH264SampleCostAround)(uint8_t *a,
                                          int32_t a_stride,
                                          uint8_t *b,
                                          int32_t b_stride,
                                          int32_t *costs);

// `pfLumaDeblockingLT4Ver` or `pfLumaDeblockingLT4Hor`.
typedef void (*UniteH264DeblockLuma)(uint8_t *q, int32_t stride, int32_t alpha, int32_t beta, int8_t *tc0);

// `pfLumaDeblockingEQ4Ver` or `pfLumaDeblockingEQ4Hor`.
typedef void (*UniteH264DeblockLumaIntra)(uint8_t *q, int32_t stride, int32_t alpha, int32_t beta);

// `pfChromaDeblockingLT4Ver` or `pfChromaDeblockingLT4Hor`: `tc` is one more than `tC0`, 0 where nothing is filtered.
typedef void (*UniteH264DeblockChroma)(uint8_t *cb,
                                       uint8_t *cr,
                                       int32_t stride,
                                       int32_t alpha,
                                       int32_t beta,
                                       int8_t *tc);

// `pfChromaDeblockingEQ4Ver` or `pfChromaDeblockingEQ4Hor`.
typedef void (*UniteH264DeblockChromaIntra)(uint8_t *cb,
                                            uint8_t *cr,
                                            int32_t stride,
                                            int32_t alpha,
                                            int32_t beta);

// `pfLumaHalfpelHor`, `pfLumaHalfpelVer` or `pfLumaHalfpelCen`: half a sample to the right, downwards, and both.
typedef void (*UniteH264HalfSample)(const uint8_t *p,
                                    int32_t p_stride,
                                    uint8_t *pred,
                                    int32_t pred_stride,
                                    int32_t width,
                                    int32_t height);

// `pMcLumaFunc` or `pMcChromaFunc`: `p` is where the vector's full samples point.
typedef void (*UniteH264Mc)(const uint8_t *p,
                            int32_t p_stride,
                            uint8_t *pred,
                            int32_t pred_stride,
                            int16_t mv_x,
                            int16_t mv_y,
                            int32_t width,
                            int32_t height);

// `pfSampleAveraging`.
typedef void (*UniteH264SampleAveraging)(uint8_t *pred,
                                         int32_t pred_stride,
                                         const uint8_t *a,
                                         int32_t a_stride,
                                         const uint8_t *b,
                                         int32_t b_stride,
                                         int32_t width,
                                         int32_t height);

// `pfIntra4x4Combined3Satd`: the block in the picture, the samples to encode, the prediction of the best mode, its number,
// and what DC, horizontal and vertical cost besides.
typedef int32_t (*UniteH264IntraCombined4x4)(uint8_t *at,
                                             int32_t stride,
                                             uint8_t *samples,
                                             int32_t samples_stride,
                                             uint8_t *pred,
                                             int32_t *mode,
                                             int32_t dc,
                                             int32_t horizontal,
                                             int32_t vertical);

// `pfIntra16x16Combined3Satd` or `..Sad`: the macroblock in the picture, the samples to encode, the number of the best mode,
// half of what all modes but vertical cost besides, and memory for a prediction, which is not used.
typedef int32_t (*UniteH264IntraCombined16x16)(uint8_t *at,
                                               int32_t stride,
                                               uint8_t *samples,
                                               int32_t samples_stride,
                                               int32_t *mode,
                                               int32_t lambda,
                                               uint8_t *pred);

// `pfIntra8x8Combined3Satd`: the same of both components of chrominance, where it is DC that costs nothing besides.
typedef int32_t (*UniteH264IntraCombinedChroma)(uint8_t *cb,
                                                int32_t stride,
                                                uint8_t *samples_cb,
                                                int32_t samples_stride,
                                                int32_t *mode,
                                                int32_t lambda,
                                                uint8_t *pred,
                                                uint8_t *cr,
                                                uint8_t *samples_cr);

// `pfCopy16x16Aligned` and so on.
typedef void (*UniteH264CopyBlock)(uint8_t *to, int32_t to_stride, uint8_t *from, int32_t from_stride);

// `pfGetVarianceFromIntraVaa`: how much the means of the 4x4 blocks of a macroblock differ.
typedef int32_t (*UniteH264VarianceOfMeans)(uint8_t *samples, int32_t stride);

// `pfGetNoneZeroCount`: how many of 16 levels are not 0; or `pfCalculateSingleCtr4x4`: what they are worth if each is 1 or -1.
typedef int32_t (*UniteH264CountLevels)(int16_t *levels);

// `pfSetNZCZero`: 24 counts, of which those that are not 0 are 1 afterwards.
typedef void (*UniteH264CountFlags)(int8_t *counts);

// `SMVUnitXY`: a vector.
typedef struct {
  // To the right, in quarters of a sample.
  int16_t x;
  // Downwards.
  int16_t y;
} UniteH264MotionVector;

// `pfUpdateMbMv`: a vector for all 16 blocks of a macroblock.
typedef void (*UniteH264SpreadVector)(UniteH264MotionVector *vectors, UniteH264MotionVector vector);

// `pfDctT4` or `pfDctFourT4`: the transform of differences.
typedef void (*UniteH264Dct)(int16_t *c,
                             uint8_t *samples,
                             int32_t samples_stride,
                             uint8_t *pred,
                             int32_t pred_stride);

// `pfIDctT4`, `pfIDctFourT4` or `pfIDctI16x16Dc`: transformed back and added to a prediction, which may be where the samples
// go to.
typedef void (*UniteH264IDct)(uint8_t *u, int32_t u_stride, uint8_t *pred, int32_t pred_stride, int16_t *d);

// `pfQuantization4x4` or `pfQuantizationFour4x4`.
typedef void (*UniteH264Quantization)(int16_t *c, const int16_t *bias, const int16_t *mf);

// `pfQuantizationDc4x4`.
typedef void (*UniteH264QuantizationDc)(int16_t *c, int16_t bias, int16_t mf);

// `pfQuantizationFour4x4Max`: the largest level of each block, too.
typedef void (*UniteH264QuantizationMax)(int16_t *c, const int16_t *bias, const int16_t *mf, int16_t *largest);

// `pfQuantizationHadamard2x2`: the first coefficients of four blocks, taken out of them, transformed and quantised; the
// result is how many levels are not 0.
typedef int32_t (*UniteH264QuantizationHadamard)(int16_t *c,
                                                 int16_t bias,
                                                 int16_t mf,
                                                 int16_t *levels,
                                                 int16_t *block);

// `pfQuantizationHadamard2x2Skip`: whether any of those levels would not be 0.
typedef int32_t (*UniteH264QuantizationHadamardSkip)(int16_t *c, int16_t bias, int16_t mf);

// `pfTransformHadamard4x4Dc`: the transform of the first coefficients of 16 blocks.
typedef void (*UniteH264TransformHadamard)(int16_t *dc, int16_t *c);

// `pfDequantizationIHadamard4x4`: the transform of DC levels, scaled.
typedef void (*UniteH264DequantizationHadamard)(int16_t *c, uint16_t factor);

// `pfDequantization4x4` or `pfDequantizationFour4x4`.
typedef void (*UniteH264Dequantization)(int16_t *c, const uint16_t *factors);

// `pfScan4x4` or `pfScan4x4Ac`.
typedef void (*UniteH264Scan4x4)(int16_t *list, int16_t *c);

// `predict_4x4`, `predict_16x16` or `predict_8x8c`: a mode, in place.
typedef void (*UniteH264Predict)(uint8_t *at);

// `predict_8x8`: a mode, from filtered neighbours.
typedef void (*UniteH264Predict8x8)(uint8_t *at, const uint8_t *edge);

// `predict_8x8_filter`.
typedef void (*UniteH264Predict8x8Filter)(uint8_t *at, uint8_t *edge, int32_t neighbours, int32_t filters);

// Filters of `deblock_luma` and `deblock_chroma`.
typedef void (*UniteH264Deblock)(uint8_t *at, ptrdiff_t stride, int32_t alpha, int32_t beta, int8_t *tc0);

// Filters of `deblock_luma_intra` and `deblock_chroma_intra`.
typedef void (*UniteH264DeblockIntra)(uint8_t *at, ptrdiff_t stride, int32_t alpha, int32_t beta);

// `var`: the sum of samples, and in the upper 32 bits that of their squares.
typedef uint64_t (*UniteH264Variance)(uint8_t *p, ptrdiff_t stride);

// `var2`: samples to encode of both components of chrominance and their predictions, and the sum of squared differences of
// each. The result is the variance of the differences of both.
typedef int32_t (*UniteH264VarianceOfTwo)(uint8_t *samples, uint8_t *pred, int32_t *squares);

// `hadamard_ac`: sums of absolute values but the first of Hadamard transforms, half of those of 4x4 blocks and in the upper 32
// bits a quarter of those of 8x8 blocks.
typedef uint64_t (*UniteH264HadamardAc)(uint8_t *p, ptrdiff_t stride);

// `vsad`: rows of 16 samples, each compared with the next one.
typedef int32_t (*UniteH264SadOfRows)(uint8_t *p, ptrdiff_t stride, int32_t height);

// `asd8`: the absolute value of the sum of differences of rows of 8 samples.
typedef int32_t (*UniteH264DifferenceOfRows)(uint8_t *a,
                                             ptrdiff_t a_stride,
                                             uint8_t *b,
                                             ptrdiff_t b_stride,
                                             int32_t height);

// `ssim_4x4x2_core`: of two blocks of 4x4 samples side by side the sums of both pictures, of the squares of both, and of the
// products.
typedef void (*UniteH264Moments)(const uint8_t *a,
                                 ptrdiff_t a_stride,
                                 const uint8_t *b,
                                 ptrdiff_t b_stride,
                                 int32_t *sums);

// `idct_dequant_2x4_dc`: levels at 4:2:2, the eight blocks whose first coefficients they are, scales, and the quantiser.
typedef void (*UniteH264TallDcBack)(int16_t *dc, int16_t *c, int32_t *level_scale, int32_t qp);

// `idct_dequant_2x4_dconly`: levels at 4:2:2, which are coefficients afterwards, scales, and the quantiser.
typedef void (*UniteH264TallDcOnly)(int16_t *dc, int32_t *level_scale, int32_t qp);

// `optimize_chroma_2x2_dc` or `optimize_chroma_2x4_dc`: levels, which come nearer to 0 as far as samples stay as they are, and their
// scale. The result is whether any is left.
typedef int32_t (*UniteH264FewerLevels)(int16_t *levels, int32_t scale);

// `sad`, `ssd`, `satd` or `sa8d`: two rectangles are compared.
typedef int32_t (*UniteH264Compare)(uint8_t *a, ptrdiff_t a_stride, uint8_t *b, ptrdiff_t b_stride);

// `sa8d_satd`: both transforms, `sa8d` and in the upper 32 bits `satd`.
typedef uint64_t (*UniteH264CompareByBoth)(uint8_t *a, ptrdiff_t a_stride, uint8_t *b, ptrdiff_t b_stride);

// `sad_x3` or `satd_x3`: samples to encode, three candidates, their costs.
typedef void (*UniteH264CompareX3)(uint8_t *samples,
                                   uint8_t *a,
                                   uint8_t *b,
                                   uint8_t *c,
                                   ptrdiff_t stride,
                                   int32_t *costs);

// `sad_x4` or `satd_x4`: samples to encode, four candidates, their costs.
typedef void (*UniteH264CompareX4)(uint8_t *samples,
                                   uint8_t *a,
                                   uint8_t *b,
                                   uint8_t *c,
                                   uint8_t *d,
                                   ptrdiff_t stride,
                                   int32_t *costs);

// `avg`: two predictions, averaged or weighted in 64ths.
typedef void (*UniteH264Average)(uint8_t *pred,
                                 ptrdiff_t pred_stride,
                                 uint8_t *a,
                                 ptrdiff_t a_stride,
                                 uint8_t *b,
                                 ptrdiff_t b_stride,
                                 int32_t weight);

// `mc_chroma`: a partition of both components, from an interleaved plane.
typedef void (*UniteH264Chroma)(uint8_t *cb,
                                uint8_t *cr,
                                ptrdiff_t stride,
                                uint8_t *p,
                                ptrdiff_t p_stride,
                                int32_t mv_x,
                                int32_t mv_y,
                                int32_t width,
                                int32_t height);

// `hpel_filter`: the three half sample planes.
typedef void (*UniteH264HalfPlanes)(uint8_t *b,
                                    uint8_t *h,
                                    uint8_t *j,
                                    uint8_t *p,
                                    ptrdiff_t stride,
                                    int32_t width,
                                    int32_t height,
                                    int16_t *line);

// `intra_satd_x3_..`, `intra_sa8d_x3_..` or `intra_sad_x3_..`: samples to encode, the block in the picture or, of 8x8
// blocks, the filtered neighbours, and the costs of three modes.
typedef void (*UniteH264IntraX3)(uint8_t *samples, uint8_t *at, int32_t *costs);

// `intra_satd_x9_4x4` or `intra_sad_x9_4x4`: samples to encode, the block in the picture, what each mode costs besides.
// The result is the least cost, and the number of its mode in the upper 16 bits.
typedef int32_t (*UniteH264IntraX9)(uint8_t *samples, uint8_t *at, uint16_t *extra);

// `intra_sa8d_x9_8x8` or `intra_sad_x9_8x8`: samples to encode, the block in the picture, its filtered neighbours, what each
// mode costs besides, and what each costs in all. The result is the least cost, and the number of its mode in the upper 16
// bits.
typedef int32_t (*UniteH264IntraX9By8)(uint8_t *samples,
                                       uint8_t *at,
                                       uint8_t *edge,
                                       uint16_t *extra,
                                       uint16_t *costs);

// `denoise_dct`: coefficients, the sums of what they were, and offsets.
typedef void (*UniteH264Denoise)(int16_t *c, uint32_t *sum, uint16_t *offset, int32_t size);

// `decimate_score15`, `decimate_score16` or `decimate_score64`: how much levels are worth, 9 where one is larger than 1; of 64 of them 9
// wherever it is 6 or more.
typedef int32_t (*UniteH264Score)(int16_t *levels);

// `coeff_last`: the index of the last level that is not 0, or -1.
typedef int32_t (*UniteH264Last)(int16_t *levels);

// `x264_run_level_t`.
typedef struct {
  // The index of the last level that is not 0.
  int32_t last;
  // A bit for each level that is not 0.
  int32_t mask;
  // Nothing.
  int32_t unused[2];
  // These levels, the last one first.
  int16_t levels[18];
} UniteH264Runs;

// `coeff_level_run`: levels that are not 0, and how many there are.
typedef int32_t (*UniteH264LevelRun)(int16_t *levels, UniteH264Runs *runs);

// `sub_4x4` or `sub_8x8`: levels, samples to encode, and their prediction, which is what they are afterwards. The result is whether any
// level is not 0.
typedef int32_t (*UniteH264SubScan)(int16_t *levels, uint8_t *samples, uint8_t *pred);

// `sub_4x4ac`: the same, the first level apart.
typedef int32_t (*UniteH264SubScanAc)(int16_t *levels, uint8_t *samples, uint8_t *pred, int16_t *dc);

// `interleave_8x8_cavlc`: four lists of every fourth level, and in two rows of 8 whether they have any that is not 0.
typedef void (*UniteH264InterleaveLevels)(int16_t *lists, int16_t *levels, uint8_t *nonzero);

// `x264_weight_t`: weights of a reference picture (8.4.2.3.2).
typedef struct {
  // What x264's own functions keep.
  int16_t cached[2][8];
  // `logWD`.
  int32_t log_wd;
  // `w`.
  int32_t scale;
  // `o`.
  int32_t offset;
  // The functions for it; null where nothing is weighted.
  const void *functions;
} UniteH264Weight;

// `mc_luma`: a partition, from the planes of full samples and of those half a sample to the right, downwards, and both.
typedef void (*UniteH264Luma)(uint8_t *pred,
                              ptrdiff_t pred_stride,
                              uint8_t *const *planes,
                              ptrdiff_t stride,
                              int32_t mv_x,
                              int32_t mv_y,
                              int32_t width,
                              int32_t height,
                              const UniteH264Weight *weight);

// `get_ref`: the same, or where it is in a plane already, with the distance of rows there.
typedef uint8_t *(*UniteH264Reference)(uint8_t *pred,
                                       ptrdiff_t *pred_stride,
                                       uint8_t *const *planes,
                                       ptrdiff_t stride,
                                       int32_t mv_x,
                                       int32_t mv_y,
                                       int32_t width,
                                       int32_t height,
                                       const UniteH264Weight *weight);

// `weight`, `offsetadd` and `offsetsub`: rows of a width.
typedef void (*UniteH264Weigh)(uint8_t *pred,
                               ptrdiff_t pred_stride,
                               uint8_t *p,
                               ptrdiff_t stride,
                               const UniteH264Weight *weight,
                               int32_t height);

// `copy` or `copy_16x16_unaligned`: rows of a partition.
typedef void (*UniteH264CopyRows)(uint8_t *to,
                                  ptrdiff_t to_stride,
                                  uint8_t *from,
                                  ptrdiff_t from_stride,
                                  int32_t height);

// `store_interleave_chroma`: both components of a macroblock into a plane where they take turns.
typedef void (*UniteH264StoreChroma)(uint8_t *plane,
                                     ptrdiff_t stride,
                                     uint8_t *cb,
                                     uint8_t *cr,
                                     int32_t height);

// `load_deinterleave_chroma_fenc` or `_fdec`: both components of a macroblock, from a plane where they take turns.
typedef void (*UniteH264LoadChroma)(uint8_t *to, uint8_t *plane, ptrdiff_t stride, int32_t height);

// `plane_copy`, or `plane_copy_swap`, where samples take turns.
typedef void (*UniteH264CopyPlane)(uint8_t *to,
                                   ptrdiff_t to_stride,
                                   uint8_t *from,
                                   ptrdiff_t from_stride,
                                   int32_t width,
                                   int32_t height);

// `plane_copy_interleave`: two planes into one.
typedef void (*UniteH264InterleavePlanes)(uint8_t *to,
                                          ptrdiff_t to_stride,
                                          uint8_t *a,
                                          ptrdiff_t a_stride,
                                          uint8_t *b,
                                          ptrdiff_t b_stride,
                                          int32_t width,
                                          int32_t height);

// `plane_copy_deinterleave`: one plane into two.
typedef void (*UniteH264DeinterleavePlane)(uint8_t *a,
                                           ptrdiff_t a_stride,
                                           uint8_t *b,
                                           ptrdiff_t b_stride,
                                           uint8_t *from,
                                           ptrdiff_t from_stride,
                                           int32_t width,
                                           int32_t height);

// `frame_init_lowres_core`: four planes of half the resolution.
typedef void (*UniteH264HalfResolution)(uint8_t *p,
                                        uint8_t *full,
                                        uint8_t *right,
                                        uint8_t *down,
                                        uint8_t *both,
                                        ptrdiff_t stride,
                                        ptrdiff_t half_stride,
                                        int32_t width,
                                        int32_t height);

// `plane_copy_deinterleave_rgb`: the first three of `count` components that take turns.
typedef void (*UniteH264DeinterleaveThree)(uint8_t *a,
                                           ptrdiff_t a_stride,
                                           uint8_t *b,
                                           ptrdiff_t b_stride,
                                           uint8_t *c,
                                           ptrdiff_t c_stride,
                                           uint8_t *from,
                                           ptrdiff_t from_stride,
                                           int32_t count,
                                           int32_t width,
                                           int32_t height);

// `ssd_nv12_core`: the sums of squared differences of both components.
typedef void (*UniteH264SsdInTurn)(uint8_t *a,
                                   ptrdiff_t a_stride,
                                   uint8_t *b,
                                   ptrdiff_t b_stride,
                                   int32_t width,
                                   int32_t height,
                                   uint64_t *cb,
                                   uint64_t *cr);

// `mbtree_propagate_cost`: what each of `count` macroblocks hands on, what comes to it, what it costs without and with prediction from
// other pictures, the inverse of its quantiser's step, and how much a cost counts.
typedef void (*UniteH264Propagate)(int16_t *amount,
                                   uint16_t *arriving,
                                   uint16_t *intra,
                                   uint16_t *inter,
                                   uint16_t *inverse_step,
                                   float *rate,
                                   int32_t count);

// `mbtree_fix8_pack`: numbers as they are written to a file.
typedef void (*UniteH264Pack)(uint16_t *bytes, float *numbers, int32_t count);

// `mbtree_fix8_unpack`: numbers from a file.
typedef void (*UniteH264Unpack)(float *numbers, uint16_t *bytes, int32_t count);

// `sub4x4_dct`, `sub8x8_dct`, `sub16x16_dct`, `sub8x8_dct8` or `sub16x16_dct8`, `sub8x8_dct_dc` or `sub8x16_dct_dc`.
typedef void (*UniteH264Sub)(int16_t *c, uint8_t *samples, uint8_t *pred);

// `add4x4_idct`, `add8x8_idct`, `add16x16_idct`, `add8x8_idct8` or `add16x16_idct8`, `add8x8_idct_dc` or `add16x16_idct_dc`.
typedef void (*UniteH264Add)(uint8_t *u, int16_t *d);

// `dct4x4dc` or `idct4x4dc`.
typedef void (*UniteH264Dc)(int16_t *c);

// `quant_4x4` or `quant_8x8`.
typedef int32_t (*UniteH264Quantize)(int16_t *c, uint16_t *mf, uint16_t *bias);

// `quant_4x4_dc` or `quant_2x2_dc`.
typedef int32_t (*UniteH264QuantizeDc)(int16_t *c, int32_t mf, int32_t bias);

// `dequant_4x4`, `dequant_8x8` or `dequant_4x4_dc`.
typedef void (*UniteH264Scale)(int16_t *c, int32_t *level_scale, int32_t qp);

// `scan_4x4` or `scan_8x8`.
typedef void (*UniteH264Scan)(int16_t *list, int16_t *c);

// `dct2x4dc`: the first coefficients of eight blocks, taken out of them and transformed.
typedef void (*UniteH264TallDc)(int16_t *dc, int16_t *c);

// `ads`: the sums of samples of a block and of all positions of a row, `delta` from those of the upper half to those of the lower one,
// what each position costs besides, room for positions, how many there are, and the least distance that is too much. The result is
// how many are nearer.
typedef int32_t (*UniteH264Nearer)(int32_t *dc,
                                   uint16_t *sums,
                                   int32_t delta,
                                   uint16_t *extra,
                                   int16_t *positions,
                                   int32_t width,
                                   int32_t limit);

// `integral_init4h` or `integral_init8h`: a row of integrals, with the one above it `stride` elements before, from a row of samples.
typedef void (*UniteH264IntegralRow)(uint16_t *sums, uint8_t *p, ptrdiff_t stride);

// `integral_init4v`: a row of sums of 8x8 blocks in place of integrals, and one of 4x4 blocks.
typedef void (*UniteH264SumsOfTwoSizes)(uint16_t *sums, uint16_t *small, ptrdiff_t stride);

// `integral_init8v`: a row of sums of 8x8 blocks in place of integrals.
typedef void (*UniteH264Sums)(uint16_t *sums, ptrdiff_t stride);

// `ssim_end4`: the similarity of at most four windows, from the rows of blocks that they are made of.
typedef float (*UniteH264Similarity)(int32_t (*upper)[4], int32_t (*lower)[4], int32_t width);

// `deblock_strength`: which 4x4 blocks have coefficients, references and vectors by list, the strengths of vertical and of
// horizontal edges, how far vectors may be apart downwards, and whether there are two lists. Blocks lie in rows of 8, those of the
// macroblock from row 1 and column 4 on.
typedef void (*UniteH264Strength)(uint8_t *nonzero,
                                  int8_t *reference,
                                  int16_t *mv,
                                  uint8_t *strength,
                                  int32_t limit,
                                  int32_t two_lists);

// `trellis_cabac_4x4`, `trellis_cabac_8x8` or `trellis_cabac_dc`: what a level of 1 is in 256ths, by coefficient; the scan; what bits weigh;
// the place of the last level that is not 0; coefficients; nearest levels in the order of the scan; the same as coefficients lie, which
// become smaller by one or stay; states of contexts; and the first place of the scan, whether the macroblock is one of fields, or the last
// place. The result is whether any level is left. If none is, those of 4x4 blocks become 0, and others stay as they are.
typedef int32_t (*UniteH264Trellis)(const int32_t *steps,
                                    const uint8_t *scan,
                                    int32_t weight,
                                    int32_t last,
                                    const int16_t *c,
                                    const int16_t *nearest,
                                    int16_t *levels,
                                    const uint8_t *significant_states,
                                    const uint8_t *last_states,
                                    uint64_t level_states,
                                    uint16_t more_level_states,
                                    int32_t which);

// `trellis_cabac_4x4_psy` or `trellis_cabac_8x8_psy`: the same with the coefficients of the samples to encode, and how much it is worth to
// have as much of them.
typedef int32_t (*UniteH264TrellisPsy)(const int32_t *steps,
                                       const uint8_t *scan,
                                       int32_t weight,
                                       int32_t last,
                                       const int16_t *c,
                                       const int16_t *nearest,
                                       int16_t *levels,
                                       const uint8_t *significant_states,
                                       const uint8_t *last_states,
                                       uint64_t level_states,
                                       uint16_t more_level_states,
                                       int32_t which,
                                       const int16_t *samples,
                                       int32_t strength);

// `trellis_cabac_chroma_422_dc`: the same of the first coefficients of chrominance at 4:2:2.
typedef int32_t (*UniteH264TrellisTallDc)(const int32_t *steps,
                                          const uint8_t *scan,
                                          int32_t weight,
                                          int32_t last,
                                          const int16_t *c,
                                          const int16_t *nearest,
                                          int16_t *levels,
                                          const uint8_t *significant_states,
                                          const uint8_t *last_states,
                                          uint64_t level_states,
                                          uint16_t more_level_states);





#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The sum of absolute differences of partitions of 16x16 to 4x4; -1 for other sizes.
//
// # Safety
// `a` and `b` are `height` rows of `width` samples.
int32_t unite_h264_sad(uint32_t width,
                       uint32_t height,
                       const uint8_t *a,
                       ptrdiff_t a_stride,
                       const uint8_t *b,
                       ptrdiff_t b_stride);

// The sum of squared differences of partitions of 16x16 to 4x4; -1 for other sizes.
//
// # Safety
// `a` and `b` are `height` rows of `width` samples.
int32_t unite_h264_ssd(uint32_t width,
                       uint32_t height,
                       const uint8_t *a,
                       ptrdiff_t a_stride,
                       const uint8_t *b,
                       ptrdiff_t b_stride);

// Half the sum of absolute values of the 4x4 Hadamard transforms of the differences of partitions of 16x16 to 4x4; -1
// for other sizes.
//
// # Safety
// `a` and `b` are `height` rows of `width` samples.
int32_t unite_h264_satd(uint32_t width,
                        uint32_t height,
                        const uint8_t *a,
                        ptrdiff_t a_stride,
                        const uint8_t *b,
                        ptrdiff_t b_stride);

// A quarter of the sum of absolute values of the 8x8 Hadamard transforms of the differences of partitions of 16x16 to
// 8x8; -1 for other sizes.
//
// # Safety
// `a` and `b` are `height` rows of `width` samples.
int32_t unite_h264_sa8d(uint32_t width,
                        uint32_t height,
                        const uint8_t *a,
                        ptrdiff_t a_stride,
                        const uint8_t *b,
                        ptrdiff_t b_stride);

// A vertical edge of luminance with `bS` below 4 (8.7.2.3), of 16 samples from `q` down. `tc0` is `tC0` of each quarter of
// the edge, -1 where `bS` is 0.
//
// # Safety
// There are 16 rows of 4 samples before `q` and of 4 from it on; `tc0` is 4 numbers.
void unite_h264_deblock_luma_vertical(uint8_t *q,
                                      ptrdiff_t stride,
                                      int32_t alpha,
                                      int32_t beta,
                                      const int8_t *tc0);

// A horizontal edge of luminance with `bS` below 4 (8.7.2.3), of 16 samples from `q` to the right. `tc0` is `tC0` of each
// quarter of the edge, -1 where `bS` is 0.
//
// # Safety
// There are 4 rows of 16 samples above `q` and 4 from it on; `tc0` is 4 numbers.
void unite_h264_deblock_luma_horizontal(uint8_t *q,
                                        ptrdiff_t stride,
                                        int32_t alpha,
                                        int32_t beta,
                                        const int8_t *tc0);

// A vertical edge of luminance with `bS` 4 (8.7.2.4), of 16 samples from `q` down.
//
// # Safety
// There are 16 rows of 4 samples before `q` and of 4 from it on.
void unite_h264_deblock_luma_vertical_intra(uint8_t *q, ptrdiff_t stride, int32_t alpha, int32_t beta);

// A horizontal edge of luminance with `bS` 4 (8.7.2.4), of 16 samples from `q` to the right.
//
// # Safety
// There are 4 rows of 16 samples above `q` and 4 from it on.
void unite_h264_deblock_luma_horizontal_intra(uint8_t *q, ptrdiff_t stride, int32_t alpha, int32_t beta);

// A vertical edge of a component of chrominance with `bS` below 4 (8.7.2.3), of 8 samples from `q` down.
//
// # Safety
// There are 8 rows of 2 samples before `q` and of 2 from it on; `tc0` is 4 numbers.
void unite_h264_deblock_chroma_vertical(uint8_t *q,
                                        ptrdiff_t stride,
                                        int32_t alpha,
                                        int32_t beta,
                                        const int8_t *tc0);

// A horizontal edge of a component of chrominance with `bS` below 4 (8.7.2.3), of 8 samples from `q` to the right.
//
// # Safety
// There are 2 rows of 8 samples above `q` and 2 from it on; `tc0` is 4 numbers.
void unite_h264_deblock_chroma_horizontal(uint8_t *q,
                                          ptrdiff_t stride,
                                          int32_t alpha,
                                          int32_t beta,
                                          const int8_t *tc0);

// A vertical edge of a component of chrominance with `bS` 4 (8.7.2.4), of 8 samples from `q` down.
//
// # Safety
// There are 8 rows of 2 samples before `q` and of 2 from it on.
void unite_h264_deblock_chroma_vertical_intra(uint8_t *q, ptrdiff_t stride, int32_t alpha, int32_t beta);

// A horizontal edge of a component of chrominance with `bS` 4 (8.7.2.4), of 8 samples from `q` to the right.
//
// # Safety
// There are 2 rows of 8 samples above `q` and 2 from it on.
void unite_h264_deblock_chroma_horizontal_intra(uint8_t *q, ptrdiff_t stride, int32_t alpha, int32_t beta);

// The thresholds for an edge between macroblocks of the quantisers `qp_p` and `qp_q` (8.7.2.2), and `tC0` for the four
// strengths of its quarters, 0 to 3; -1 where a strength is 0.
//
// # Safety
// `alpha` and `beta` are a number each, `parts` and `strengths` four.
void unite_h264_deblock_thresholds(int32_t qp_p,
                                   int32_t qp_q,
                                   int32_t filter_offset_a,
                                   int32_t filter_offset_b,
                                   const uint8_t *strengths,
                                   int32_t *alpha,
                                   int32_t *beta,
                                   int8_t *parts);

// Luma sample interpolation (8.4.2.2.1) of a partition of 16x16 to 4x4 samples: `p` is the reference picture where the
// vector's full samples point, `x_frac` and `y_frac` are its quarters, 0 to 3. The result is whether there is such a
// partition.
//
// The picture has to be padded with copies of its border, as far as vectors reach, two samples more before and three more
// after.
//
// # Safety
// `pred` is `height` rows of `width` samples and no part of the reference picture, which has samples around `p`, two
// before and three after on each axis. Fractions are at most 3: the process ends otherwise.
bool unite_h264_inter_luma(uint32_t width,
                           uint32_t height,
                           uint8_t *pred,
                           ptrdiff_t pred_stride,
                           const uint8_t *p,
                           ptrdiff_t stride,
                           uint8_t x_frac,
                           uint8_t y_frac);

// Chroma sample interpolation (8.4.2.2.2) of a partition of 8x8 to 2x2 samples: `p` is the reference picture where the
// vector's full samples point, `x_frac` and `y_frac` are its eighths, 0 to 7. The result is whether there is such a
// partition.
//
// # Safety
// `pred` is `height` rows of `width` samples and no part of the reference picture, which has one sample more after `p` on
// each axis.
bool unite_h264_inter_chroma(uint32_t width,
                             uint32_t height,
                             uint8_t *pred,
                             ptrdiff_t pred_stride,
                             const uint8_t *p,
                             ptrdiff_t stride,
                             uint8_t x_frac,
                             uint8_t y_frac);

// The average of two predictions (8.4.2.3.1) of 16x16 to 2x2 samples. The result is whether there is such a partition.
//
// # Safety
// `pred`, `a` and `b` are `height` rows of `width` samples, `pred` apart from both.
bool unite_h264_average(uint32_t width,
                        uint32_t height,
                        uint8_t *pred,
                        ptrdiff_t pred_stride,
                        const uint8_t *a,
                        ptrdiff_t a_stride,
                        const uint8_t *b,
                        ptrdiff_t b_stride);

// Intra_4x4 prediction (8.3.1.2) of the block at `at` in a picture, into `pred`, which must not be part of the picture.
//
// `mode` is that of table 8-2: 0 vertical, 1 horizontal, 2 DC, 3 diagonal down left, 4 diagonal down right, 5 vertical
// right, 6 horizontal down, 7 vertical left, 8 horizontal up. Of samples that are not available: 9 DC of those to the left,
// 10 DC of those above, 11 DC of none, 12 and 13 are 3 and 7 without samples above and to the right. The result is
// whether there is such a mode.
//
// # Safety
// `pred` is 4 rows of 4 samples; around `at` are the samples that the mode uses.
bool unite_h264_intra_4x4(uint32_t mode,
                          uint8_t *pred,
                          ptrdiff_t pred_stride,
                          const uint8_t *at,
                          ptrdiff_t stride);

// As `unite_h264_intra_4x4`, into the picture itself.
//
// # Safety
// At `at` are 4 rows of 4 samples, and around it the samples that the mode uses.
bool unite_h264_intra_4x4_in_place(uint32_t mode, uint8_t *at, ptrdiff_t stride);

// Intra_16x16 prediction (8.3.3) of the macroblock at `at` in a picture, into `pred`, which must not be part of the
// picture.
//
// `mode` is that of table 8-4: 0 vertical, 1 horizontal, 2 DC, 3 plane; then 4 DC of the samples to the left, 5 DC of those
// above, 6 DC of none. The result is whether there is such a mode.
//
// # Safety
// `pred` is 16 rows of 16 samples; around `at` are the samples that the mode uses.
bool unite_h264_intra_16x16(uint32_t mode,
                            uint8_t *pred,
                            ptrdiff_t pred_stride,
                            const uint8_t *at,
                            ptrdiff_t stride);

// As `unite_h264_intra_16x16`, into the picture itself.
//
// # Safety
// At `at` are 16 rows of 16 samples, and around it the samples that the mode uses.
bool unite_h264_intra_16x16_in_place(uint32_t mode, uint8_t *at, ptrdiff_t stride);

// Intra prediction of a component of chrominance at 4:2:0 (8.3.4) of the macroblock at `at` in a picture, into `pred`,
// which must not be part of the picture.
//
// `mode` is that of table 8-5: 0 DC, 1 horizontal, 2 vertical, 3 plane; then 4 DC of the samples to the left, 5 DC of those
// above, 6 DC of none. The result is whether there is such a mode.
//
// # Safety
// `pred` is 8 rows of 8 samples; around `at` are the samples that the mode uses.
bool unite_h264_intra_chroma(uint32_t mode,
                             uint8_t *pred,
                             ptrdiff_t pred_stride,
                             const uint8_t *at,
                             ptrdiff_t stride);

// As `unite_h264_intra_chroma`, into the picture itself.
//
// # Safety
// At `at` are 8 rows of 8 samples, and around it the samples that the mode uses.
bool unite_h264_intra_chroma_in_place(uint32_t mode, uint8_t *at, ptrdiff_t stride);

// The filter of the neighbours of the block at `at` in a picture (8.3.2.2.1). `available` is a sum of `UNITE_H264_LEFT`,
// `UNITE_H264_ABOVE`, `UNITE_H264_ABOVE_RIGHT` and `UNITE_H264_CORNER`; only samples that are available are looked at.
//
// `filtered` becomes the line of neighbours p' from `p'[-1, 7]` over the corner, `filtered[8]`, to `p'[15, -1]`; what is not
// available stays as it was.
//
// # Safety
// `filtered` is 25 samples; around `at` are the samples that are said to be available.
void unite_h264_intra_8x8_filter(uint8_t *filtered,
                                 const uint8_t *at,
                                 ptrdiff_t stride,
                                 uint32_t available);

// Intra_8x8 prediction (8.3.2.2) into `pred`, from neighbours as `unite_h264_intra_8x8_filter` leaves them.
//
// `mode` is that of table 8-3: 0 vertical, 1 horizontal, 2 DC, 3 diagonal down left, 4 diagonal down right, 5 vertical
// right, 6 horizontal down, 7 vertical left, 8 horizontal up; then 9 DC of the samples to the left, 10 DC of those above,
// 11 DC of none. The result is whether there is such a mode.
//
// # Safety
// `pred` is 8 rows of 8 samples, `filtered` is 25 samples.
bool unite_h264_intra_8x8(uint32_t mode,
                          uint8_t *pred,
                          ptrdiff_t stride,
                          const uint8_t *filtered);

// The forward transform of the difference between 4x4 samples and their prediction.
//
// # Safety
// `c` is 16 coefficients, `samples` and `pred` are 4 rows of 4 samples.
void unite_h264_forward_4x4(int16_t *c,
                            const uint8_t *samples,
                            ptrdiff_t samples_stride,
                            const uint8_t *pred,
                            ptrdiff_t pred_stride);

// The forward transform of the difference between 8x8 samples and their prediction.
//
// # Safety
// `c` is 64 coefficients, `samples` and `pred` are 8 rows of 8 samples.
void unite_h264_forward_8x8(int16_t *c,
                            const uint8_t *samples,
                            ptrdiff_t samples_stride,
                            const uint8_t *pred,
                            ptrdiff_t pred_stride);

// Scaled coefficients of a 4x4 block, added to the prediction `u`, which becomes the constructed samples (8.5.12.2).
//
// # Safety
// `d` is 16 coefficients, `u` is 4 rows of 4 samples.
void unite_h264_construct_4x4(uint8_t *u,
                              ptrdiff_t stride,
                              const int16_t *d);

// Scaled coefficients of an 8x8 block, added to the prediction `u`, which becomes the constructed samples (8.5.13.2).
//
// # Safety
// `d` is 64 coefficients, `u` is 8 rows of 8 samples.
void unite_h264_construct_8x8(uint8_t *u,
                              ptrdiff_t stride,
                              const int16_t *d);

// The transform of 4x4 DC coefficients of luminance (8.5.10), in place.
//
// # Safety
// `c` is 16 coefficients.
void unite_h264_luma_dc(int32_t *c);

// The forward transform of 4x4 DC coefficients of luminance, halved and rounded, in place.
//
// # Safety
// `c` is 16 coefficients.
void unite_h264_forward_luma_dc(int16_t *c);

// The transform of 2x2 DC coefficients of chrominance (8.5.11.1), in place.
//
// # Safety
// `c` is 4 coefficients.
void unite_h264_chroma_dc(int32_t *c);

// Coefficients to levels `((|c| + bias) * mf) >> 16`, with the sign of `c`, in place. The result is whether there are any
// but 0.
//
// # Safety
// `c`, `mf` and `bias` are 16 numbers.
bool unite_h264_quantize_4x4(int16_t *c,
                             const uint16_t *mf,
                             const uint16_t *bias);

// As `unite_h264_quantize_4x4`, for an 8x8 block.
//
// # Safety
// `c`, `mf` and `bias` are 64 numbers.
bool unite_h264_quantize_8x8(int16_t *c, const uint16_t *mf, const uint16_t *bias);

// As `unite_h264_quantize_4x4`, for the 4x4 DC coefficients of luminance.
//
// # Safety
// `c` is 16 coefficients.
bool unite_h264_quantize_luma_dc(int16_t *c, uint16_t mf, uint16_t bias);

// As `unite_h264_quantize_4x4`, for the 2x2 DC coefficients of chrominance.
//
// # Safety
// `c` is 4 coefficients.
bool unite_h264_quantize_chroma_dc(int16_t *c, uint16_t mf, uint16_t bias);

// Levels `c` of a 4x4 block to scaled coefficients `d`, which are other memory (8.5.12.1). `level_scale` is six
// `qp` is qP of the clause.
//
// # Safety
// `c` and `d` are 16 numbers, `level_scale` is 96.
void unite_h264_scale_4x4(int16_t *d,
                          const int16_t *c,
                          const uint16_t *level_scale,
                          int32_t qp);

// As `unite_h264_scale_4x4`, for a block whose DC coefficient is scaled already: it stays as it is.
//
// # Safety
// `c` and `d` are 16 numbers, `level_scale` is 96.
void unite_h264_scale_ac(int16_t *d, const int16_t *c, const uint16_t *level_scale, int32_t qp);

// Levels `c` of an 8x8 block to scaled coefficients `d`, which are other memory (8.5.13.1).
//
// # Safety
// `c` and `d` are 64 numbers, `level_scale` is 384.
void unite_h264_scale_8x8(int16_t *d, const int16_t *c, const uint16_t *level_scale, int32_t qp);

// Transformed 4x4 DC coefficients of luminance, scaled (8.5.10).
//
// # Safety
// `f` and `dc` are 16 numbers, `level_scale` is 96.
void unite_h264_scale_luma_dc(int16_t *dc, const int32_t *f, const uint16_t *level_scale, int32_t qp);

// Transformed 2x2 DC coefficients of chrominance, scaled (8.5.11.2).
//
// # Safety
// `f` and `dc` are 4 numbers, `level_scale` is 96.
void unite_h264_scale_chroma_dc(int16_t *dc, const int32_t *f, const uint16_t *level_scale, int32_t qp);

// A residual of 4x4 samples all the way: `u` is the prediction before and the constructed samples after, `c` becomes the
// levels. The result is whether there are any but 0.
//
// # Safety
// `samples` and `u` are 4 rows of 4 samples, `c`, `mf` and `bias` 16 numbers, `level_scale` 96.
bool unite_h264_code_4x4(uint8_t *u,
                         ptrdiff_t u_stride,
                         const uint8_t *samples,
                         ptrdiff_t samples_stride,
                         int16_t *c,
                         const uint16_t *mf,
                         const uint16_t *bias,
                         const uint16_t *level_scale,
                         int32_t qp);

// The coefficients of a 4x4 block in zig-zag order, or in field scan order (8.5.6).
//
// # Safety
// `c` and `list` are 16 numbers.
void unite_h264_scan_4x4(int16_t *list, const int16_t *c, bool field);

// The coefficients of an 8x8 block in zig-zag order, or in field scan order (8.5.7).
//
// # Safety
// `c` and `list` are 64 numbers.
void unite_h264_scan_8x8(int16_t *list, const int16_t *c, bool field);

// A 4x4 block from its coefficients in zig-zag order, or in field scan order (8.5.6).
//
// # Safety
// `c` and `list` are 16 numbers.
void unite_h264_inverse_scan_4x4(int16_t *c, const int16_t *list, bool field);

// An 8x8 block from its coefficients in zig-zag order, or in field scan order (8.5.7).
//
// # Safety
// `c` and `list` are 64 numbers.
void unite_h264_inverse_scan_8x8(int16_t *c, const int16_t *list, bool field);

// The level scale of 4x4 blocks (8.5.9) for weights in rows; 16 are flat.
//
// # Safety
// `level_scale` is 96 numbers, `weights` is 16.
void unite_h264_level_scale_4x4(uint16_t *level_scale, const uint8_t *weights);

// The level scale of 8x8 blocks (8.5.9) for weights in rows; 16 are flat.
//
// # Safety
// `level_scale` is 384 numbers, `weights` is 64.
void unite_h264_level_scale_8x8(uint16_t *level_scale, const uint8_t *weights);

// The multipliers with which 4x4 blocks are quantised at a QP, for weights in rows, none of them 0.
//
// # Safety
// `mf` and `weights` are 16 numbers.
void unite_h264_multiplier_4x4(uint16_t *mf, const uint8_t *weights, uint32_t qp);

// The multipliers with which 8x8 blocks are quantised at a QP, for weights in rows, none of them 0.
//
// # Safety
// `mf` and `weights` are 64 numbers.
void unite_h264_multiplier_8x8(uint16_t *mf, const uint8_t *weights, uint32_t qp);

// The bias that adds `dead_zone` 64ths of a level, at most half of one: 21 is usual for intra, 11 for inter.
uint16_t unite_h264_bias(uint16_t mf, uint32_t dead_zone);

// The nine modes of 4x4 blocks; DC of the left, above and nothing; diagonal down left and vertical left without samples
// above and to the right.
//
// # Safety
// `table` has 14 slots.
void unite_h264_openh264_intra_4x4(UniteH264Apart *table);

// The four modes of macroblocks of luminance, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_openh264_intra_16x16(UniteH264Apart *table);

// The four modes of macroblocks of a component of chrominance, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_openh264_intra_chroma(UniteH264Apart *table);

// Costs by the size of a partition, 16x16, 16x8, 8x16, 8x8, 4x4, 8x4, 4x8: the sum of absolute differences, and of absolute
// values of their 4x4 Hadamard transform; then the first of them for the four places around one.
//
// # Safety
// All tables have 7 slots.
void unite_h264_openh264_costs(UniteH264SampleCost *sad_table,
                               UniteH264SampleCost *satd_table,
                               UniteH264SampleCostAround *sad_around_table);

// The filters of edges of luminance and of chrominance, each first horizontal, which openh264 calls `Ver`, then vertical;
// and the same for `bS` 4.
//
// # Safety
// All tables have 2 slots.
void unite_h264_openh264_deblock(UniteH264DeblockLuma *luma,
                                 UniteH264DeblockLumaIntra *luma_intra,
                                 UniteH264DeblockChroma *chroma,
                                 UniteH264DeblockChromaIntra *chroma_intra);

// Half a sample of luminance, to the right, downwards, and both.
//
// # Safety
// `table` has 3 slots.
void unite_h264_openh264_halves(UniteH264HalfSample *table);

// Prediction of luminance and of a component of chrominance, and the average of two predictions.
//
// # Safety
// All are one slot.
void unite_h264_openh264_inter(UniteH264Mc *luma_slot,
                               UniteH264Mc *chroma_slot,
                               UniteH264SampleAveraging *average_slot);

// The best of three modes: of 4x4 blocks, of macroblocks by the Hadamard transform and by absolute differences, and of
// chrominance. openh264 has these on some machines only; without them it goes another way, so that they are for slots that are
// not empty.
//
// # Safety
// All are one slot.
void unite_h264_openh264_intra_combined(UniteH264IntraCombined4x4 *of_4x4,
                                        UniteH264IntraCombined16x16 *of_16x16_satd,
                                        UniteH264IntraCombined16x16 *of_16x16_sad,
                                        UniteH264IntraCombinedChroma *of_chroma);

// Copies of 16x16, 16x16 wherever it lies, 8x8, 16x8, 8x16, 4x4, 8x4 and 4x8 samples.
//
// # Safety
// `table` has 8 slots.
void unite_h264_openh264_copy(UniteH264CopyBlock *table);

// How busy a macroblock is, how many levels there are and what they are worth, flags of counts, and vectors of a macroblock.
//
// # Safety
// `levels` has 2 slots, the others are one.
void unite_h264_openh264_macroblock(UniteH264VarianceOfMeans *variance_slot,
                                    UniteH264CountLevels *levels,
                                    UniteH264CountFlags *flags_slot,
                                    UniteH264SpreadVector *vectors_slot);

// Transforms of differences, of one and of four 4x4 blocks; back, of one, of four, and of a macroblock that has first
// coefficients only.
//
// # Safety
// `dct` has 2 slots, `idct` has 3.
void unite_h264_openh264_transforms(UniteH264Dct *dct,
                                    UniteH264IDct *idct);

// Quantisation of one and of four 4x4 blocks, of DC coefficients of luminance, and of four blocks with their largest
// levels.
//
// # Safety
// `table` has 2 slots, the others are one.
void unite_h264_openh264_quantization(UniteH264Quantization *table,
                                      UniteH264QuantizationDc *dc,
                                      UniteH264QuantizationMax *max);

// The DC coefficients: of chrominance transformed and quantised, and whether there are any; of luminance transformed, and
// transformed back and scaled.
//
// # Safety
// All are one slot.
void unite_h264_openh264_dc(UniteH264QuantizationHadamard *chroma,
                            UniteH264QuantizationHadamardSkip *chroma_skip,
                            UniteH264TransformHadamard *luma,
                            UniteH264DequantizationHadamard *inverse_luma);

// Scaling of one and of four 4x4 blocks; the scans of a block, with and without its first coefficient.
//
// # Safety
// Both tables have 2 slots.
void unite_h264_openh264_scale_and_scan(UniteH264Dequantization *scale_table, UniteH264Scan4x4 *scan_table);

// The nine modes of 4x4 blocks, and DC of the left, above and nothing.
//
// # Safety
// `table` has 12 slots.
void unite_h264_x264_predict_4x4(UniteH264Predict *table);

// The nine modes of 8x8 blocks, and DC of the left, above and nothing; and the filter of their neighbours.
//
// # Safety
// `table` has 12 slots, `filter` one.
void unite_h264_x264_predict_8x8(UniteH264Predict8x8 *table, UniteH264Predict8x8Filter *filter);

// The four modes of macroblocks of luminance, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_x264_predict_16x16(UniteH264Predict *table);

// The four modes of macroblocks of chrominance at 4:2:0, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_x264_predict_8x8c(UniteH264Predict *table);

// The filters of edges: of luminance, vertical and horizontal, and of interleaved chrominance at 4:2:0, vertical and
// horizontal; then the same for `bS` 4.
//
// # Safety
// Both tables have 4 slots.
void unite_h264_x264_deblock(UniteH264Deblock *table,
                             UniteH264DeblockIntra *intra);

// How busy samples are: `var` of 16x16, 8x16 and 8x8, and `var2` of 8x16 and 8x8, which are slots 0, 2 and 3 of tables of 4;
// `hadamard_ac` of 16x16, 16x8, 8x16 and 8x8.
//
// # Safety
// All tables have 4 slots.
void unite_h264_x264_activity(UniteH264Variance *variance_table,
                              UniteH264VarianceOfTwo *variance_of_two_table,
                              UniteH264HadamardAc *hadamard_ac_table);

// What is told of pictures on the whole: `vsad`, `asd8` and `ssim_4x4x2_core`.
//
// # Safety
// All are one slot.
void unite_h264_x264_pictures(UniteH264SadOfRows *sad_of_rows_slot,
                              UniteH264DifferenceOfRows *difference_of_rows_slot,
                              UniteH264Moments *moments_slot);

// DC coefficients of chrominance: back at 4:2:2, `idct_dequant_2x4_dc` and `idct_dequant_2x4_dconly`; and fewer levels,
// `optimize_chroma_2x2_dc` and `optimize_chroma_2x4_dc`.
//
// # Safety
// `fewer_table` has 2 slots, the others are one.
void unite_h264_x264_chroma_levels(UniteH264TallDcBack *back,
                                   UniteH264TallDcOnly *only,
                                   UniteH264FewerLevels *fewer_table);

// Costs by the size of a partition, 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4: the sum of absolute differences, of squared
// differences, and of absolute values of their 4x4 Hadamard transform.
//
// # Safety
// All tables have 7 slots.
void unite_h264_x264_costs(UniteH264Compare *sad_table,
                           UniteH264Compare *ssd_table,
                           UniteH264Compare *satd_table);

// The same of partitions of chrominance at 4:2:2, 4x16, which are slot 7 of x264's tables; and `sa8d_satd` of 16x16.
//
// # Safety
// All are one slot.
void unite_h264_x264_costs_4x16(UniteH264Compare *sad_slot,
                                UniteH264Compare *ssd_slot,
                                UniteH264Compare *satd_slot,
                                UniteH264CompareByBoth *both_slot);

// `sa8d` of 16x16 and of 8x8, which are slots 0 and 3 of its table.
//
// # Safety
// The table has 4 slots.
void unite_h264_x264_sa8d(UniteH264Compare *table);

// Costs of three and of four candidates at once, by the size of a partition as in `unite_h264_x264_costs`.
//
// # Safety
// All tables have 7 slots.
void unite_h264_x264_costs_of_many(UniteH264CompareX3 *sad_x3_table,
                                   UniteH264CompareX4 *sad_x4_table,
                                   UniteH264CompareX3 *satd_x3_table,
                                   UniteH264CompareX4 *satd_x4_table);

// Averages by the size of a partition: 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4, 4x16, 4x2, 2x8, 2x4, 2x2.
//
// # Safety
// `table` has 12 slots.
void unite_h264_x264_average(UniteH264Average *table);

// Prediction of interleaved chrominance at 4:2:0 and 4:2:2, and the planes of half samples of luminance.
//
// # Safety
// Both are one slot.
void unite_h264_x264_inter(UniteH264Chroma *chroma_slot, UniteH264HalfPlanes *half_planes_slot);

// Costs of three modes of intra prediction at once: of 16x16 and of 4x4 blocks vertical, horizontal and DC; of one component
// of chrominance at 4:2:0 DC, horizontal and vertical; of 8x8 blocks vertical, horizontal and DC from filtered neighbours.
// First the sums of absolute values of a Hadamard transform (of 8x8 blocks `intra_sa8d_x3_8x8`), then those of absolute
// differences.
//
// # Safety
// Both tables have 4 slots.
void unite_h264_x264_intra_costs(UniteH264IntraX3 *satd_table,
                                 UniteH264IntraX3 *sad_table);

// `intra_satd_x9_4x4` and `intra_sad_x9_4x4`, which x264 has on some machines only; without them it goes another way, so
// that these are for slots that are not empty.
//
// # Safety
// The table has 2 slots.
void unite_h264_x264_intra_choose(UniteH264IntraX9 *table);

// `intra_sa8d_x9_8x8` and `intra_sad_x9_8x8`, for slots that are not empty, as above.
//
// # Safety
// The table has 2 slots.
void unite_h264_x264_intra_choose_8x8(UniteH264IntraX9By8 *table);

// `intra_satd_x3_8x16c` and `intra_sad_x3_8x16c`: three modes of chrominance at 4:2:2.
//
// # Safety
// The table has 2 slots.
void unite_h264_x264_intra_costs_422(UniteH264IntraX3 *table);

// `denoise_dct`, and what levels are worth: of 15 (all but the first), 16 and 64.
//
// # Safety
// The first is one slot, the table has 3.
void unite_h264_x264_decimate(UniteH264Denoise *denoise_slot, UniteH264Score *score_table);

// `coeff_last` by the category of a block, and then of 4 and of 8 levels; of the category of first coefficients of chrominance,
// slot 3, x264 decides by itself which of these two it is.
//
// # Safety
// `table` has 16 slots.
void unite_h264_x264_last(UniteH264Last *table);

// `coeff_level_run` by the category of a block, and then of 4 and of 8 levels; slot 3 as above. Blocks of 64 levels have none.
//
// # Safety
// `table` has 15 slots.
void unite_h264_x264_level_run(UniteH264LevelRun *table);

// Levels of macroblocks without loss, in zig-zag order or in field scan order: `sub_8x8` and `sub_4x4`; `sub_4x4ac`; and
// `interleave_8x8_cavlc`.
//
// # Safety
// `table` has 2 slots, the others are one.
void unite_h264_x264_lossless(UniteH264SubScan *table,
                              UniteH264SubScanAc *ac_slot,
                              UniteH264InterleaveLevels *interleave_slot,
                              bool field);

// Prediction of luminance: `mc_luma` and `get_ref`.
//
// # Safety
// Both are one slot.
void unite_h264_x264_luma(UniteH264Luma *luma_slot, UniteH264Reference *reference_slot);

// The functions that weigh rows of 2, 4, 8, 12, 16 and 20 samples: x264 has a table of them, or one for each of `weight`,
// `offsetadd` and `offsetsub`, to which its slots point.
//
// # Safety
// `table` has 6 slots.
void unite_h264_x264_weights(UniteH264Weigh *table);

// The filters of edges of MBAFF frames between macroblocks of both kinds: of luminance, `deblock_luma_mbaff`, of chrominance at 4:2:0,
// `deblock_chroma_420_mbaff`, and at 4:2:2, `deblock_chroma_422_mbaff`; and the same for `bS` 4, `deblock_luma_intra_mbaff` and so
// on. No strength is 0 there.
//
// # Safety
// Both tables have 3 slots.
void unite_h264_x264_deblock_mixed(UniteH264Deblock *table,
                                   UniteH264DeblockIntra *intra_table);

// Copies of partitions of 16x16, 8x8 and 4x4, which are slots 0, 3 and 6 of their table, and of 16x16 wherever it lies.
//
// # Safety
// The table has 7 slots, the other is one.
void unite_h264_x264_copy(UniteH264CopyRows *table,
                          UniteH264CopyRows *unaligned);

// Chrominance of macroblocks, whose components take turns in planes: stored, and loaded in the layouts of samples to encode and
// of macroblocks that are reconstructed.
//
// # Safety
// The first is one slot, the table has 2.
void unite_h264_x264_chroma(UniteH264StoreChroma *store_slot,
                            UniteH264LoadChroma *load_table);

// Planes: copied, with samples swapped that take turns, interleaved, deinterleaved, and made at half the resolution.
//
// # Safety
// The table has 2 slots, the others are one.
void unite_h264_x264_planes(UniteH264CopyPlane *copy_table,
                            UniteH264InterleavePlanes *interleave_slot,
                            UniteH264DeinterleavePlane *deinterleave_slot,
                            UniteH264HalfResolution *half_resolution_slot);

// Pictures whose components take turns: the planes of those of three or four components, `plane_copy_deinterleave_rgb`, and the
// squared differences of two of chrominance, `ssd_nv12_core`.
//
// # Safety
// Both are one slot.
void unite_h264_x264_in_turn(UniteH264DeinterleaveThree *three_slot,
                             UniteH264SsdInTurn *ssd_slot);

// Costs that are handed on, `mbtree_propagate_cost`: as x264's C has them. Its assembly divides by approximations, which are not the
// same on all processors: streams of an encoder with its assembly and this may differ from those with its assembly alone.
//
// # Safety
// It is one slot.
void unite_h264_x264_propagate(UniteH264Propagate *slot);

// Numbers to bytes of a file and back, `mbtree_fix8_pack` and `mbtree_fix8_unpack`.
//
// # Safety
// Both are one slot.
void unite_h264_x264_256ths(UniteH264Pack *pack_slot, UniteH264Unpack *unpack_slot);

// Transforms of differences: of 4x4, 8x8 and 16x16 samples by 4x4, of 8x8 and 16x16 samples by 8x8.
//
// # Safety
// `table` has 5 slots.
void unite_h264_x264_sub(UniteH264Sub *table);

// Transforms back, added to the prediction: of 4x4, 8x8 and 16x16 samples by 4x4, of 8x8 and 16x16 samples by 8x8.
//
// # Safety
// `table` has 5 slots.
void unite_h264_x264_add(UniteH264Add *table);

// First coefficients alone: of the differences of chrominance at 4:2:0 and at 4:2:2, transformed.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_sub_dc(UniteH264Sub *table);

// First coefficients alone, transformed back and added to the prediction: of 8x8 and 16x16 samples by 4x4.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_add_dc(UniteH264Add *table);

// The transform of 4x4 DC coefficients of luminance, forth and back.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_dc(UniteH264Dc *table);

// Quantisation of 8x8, of 4x4 and of four 4x4 blocks; then of the DC coefficients of luminance and chrominance.
//
// # Safety
// `table` has 3 slots, `dc_table` has 2.
void unite_h264_x264_quantize(UniteH264Quantize *table,
                              UniteH264QuantizeDc *dc_table);

// Scaling of 8x8 and 4x4 blocks, and of the DC coefficients of luminance.
//
// # Safety
// `table` has 3 slots.
void unite_h264_x264_scale(UniteH264Scale *table);

// The scans of 8x8 and 4x4 blocks, in zig-zag order or in field scan order.
//
// # Safety
// `table` has 2 slots.
void unite_h264_x264_scan(UniteH264Scan *table, bool field);

// DC coefficients of chrominance at 4:2:2, `dct2x4dc`.
//
// # Safety
// It is one slot.
void unite_h264_x264_tall_dc(UniteH264TallDc *slot);

// What an exhaustive search looks at first: `ads` by the size of a partition; `integral_init4h`, `integral_init8h`, `integral_init4v` and
// `integral_init8v`.
//
// # Safety
// The table has 7 slots, `rows` has 2, the others are one slot.
void unite_h264_x264_search(UniteH264Nearer *table,
                            UniteH264IntegralRow *rows,
                            UniteH264SumsOfTwoSizes *two_sizes,
                            UniteH264Sums *one_size);

// The structural similarity, `ssim_end4`.
//
// # Safety
// It is one slot.
void unite_h264_x264_similarity(UniteH264Similarity *slot);

// `deblock_strength`.
//
// # Safety
// It is one slot.
void unite_h264_x264_strength(UniteH264Strength *slot);

// The four modes of macroblocks of chrominance at 4:2:2, and DC of the left, above and nothing.
//
// # Safety
// `table` has 7 slots.
void unite_h264_x264_predict_8x16c(UniteH264Predict *table);

// The filters of vertical edges of interleaved chrominance at 4:2:2, `deblock_h_chroma_422`, and the same for `bS` 4. Those of
// horizontal edges are the ones of 4:2:0.
//
// # Safety
// Both are one slot.
void unite_h264_x264_deblock_422(UniteH264Deblock *slot,
                                 UniteH264DeblockIntra *intra_slot);

// Levels that cost least: of 4x4 and 8x8 blocks; the same where it is good to have as much as samples have; of first coefficients of
// luminance and of chrominance at 4:2:0; and at 4:2:2.
//
// # Safety
// The first two tables have 2 slots, the others are one.
void unite_h264_x264_trellis(UniteH264Trellis *table,
                             UniteH264TrellisPsy *psy_table,
                             UniteH264Trellis *dc,
                             UniteH264TrellisTallDc *tall_dc);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
