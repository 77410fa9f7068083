// x264's static library with our kernels in its tables: the linker wraps the functions that make the tables, so that every
// slot that we have a kernel for can be replaced after they ran. First each kernel is compared with the function whose
// place it takes, on random memory; then a clip is encoded with and without them, and both streams must be the same bytes.

#define BIT_DEPTH 8
#include "encodes.h"

#include "unite_h264.h"

enum { FENC = 16, FDEC = 32 };

static void samples(uint8_t *at, size_t len)
{
    int base = within(0, 255), spread = next() % 2 ? 255 : within(0, 20);
    for (size_t i = 0; i < len; i++) {
        int sample = base + within(-spread, spread);
        at[i] = (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
    }
}

static void numbers(int16_t *at, size_t len, int most)
{
    for (size_t i = 0; i < len; i++) {
        at[i] = (int16_t)within(-most, most);
    }
}

// Tables of ours, and for each a slot that counts and calls it.

enum {
    PREDICT_4X4, PREDICT_8X8, PREDICT_8X8_FILTER, PREDICT_16X16, PREDICT_8X8C, SAD, SSD, SATD, SA8D, SAD_X3, SAD_X4,
    SATD_X3, SATD_X4, INTRA_SATD_X3, INTRA_SAD_X3, INTRA_X9, INTRA_X9_8X8, SUB, ADD, SUB_DC, ADD_DC, DC, QUANTIZE, QUANTIZE_DC, SCALE, ZIGZAG, FIELD, AVERAGE, CHROMA, HALF_PLANES, DEBLOCK,
    DEBLOCK_INTRA, TRELLIS, TRELLIS_PSY, TRELLIS_DC, KINDS
};

static const char *const names[KINDS] = {
    "predict_4x4", "predict_8x8", "predict_8x8_filter", "predict_16x16", "predict_8x8c", "sad", "ssd", "satd", "sa8d",
    "sad_x3", "sad_x4", "satd_x3", "satd_x4", "intra_satd_x3", "intra_sad_x3",
    "intra_x9", "intra_x9_8x8", "sub", "add", "sub_dc", "add_dc", "dc", "quantize", "quantize_dc", "scale", "zigzag", "field",
    "average", "chroma", "half_planes", "deblock", "deblock_intra", "trellis", "trellis_psy", "trellis_dc"
};

#define R2(M) M(0) M(1)
#define R3(M) R2(M) M(2)
#define R4(M) R3(M) M(3)
#define R5(M) R4(M) M(4)
#define R7(M) R5(M) M(5) M(6)
#define R12(M) R7(M) M(7) M(8) M(9) M(10) M(11)

// A slot of a table of ours that is called `ours_NAME`.

#define NAME(name, i) slot_##name##_##i
#define SLOT(name, i, kind, result, keyword, parameters, arguments) \
    static result NAME(name, i) parameters                            \
    {                                                                 \
        shared->calls[kind]++;                                        \
        keyword ours_##name[i] arguments;                             \
    }

#define S(i) SLOT(p4, i, PREDICT_4X4, void, , (uint8_t *at), (at))
static UniteH264Predict ours_p4[12];
R12(S)
#undef S
#define S(i) NAME(p4, i),
static const UniteH264Predict slots_p4[12] = {R12(S)};
#undef S

#define S(i) SLOT(p8, i, PREDICT_8X8, void, , (uint8_t *at, const uint8_t *edge), (at, edge))
static UniteH264Predict8x8 ours_p8[12];
R12(S)
#undef S
#define S(i) NAME(p8, i),
static const UniteH264Predict8x8 slots_p8[12] = {R12(S)};
#undef S

static UniteH264Predict8x8Filter ours_filter[1];
SLOT(filter, 0, PREDICT_8X8_FILTER, void, , (uint8_t *at, uint8_t *edge, int32_t neighbours, int32_t filters),
     (at, edge, neighbours, filters))

#define S(i) SLOT(p16, i, PREDICT_16X16, void, , (uint8_t *at), (at))
static UniteH264Predict ours_p16[7];
R7(S)
#undef S
#define S(i) NAME(p16, i),
static const UniteH264Predict slots_p16[7] = {R7(S)};
#undef S

#define S(i) SLOT(p8c, i, PREDICT_8X8C, void, , (uint8_t *at), (at))
static UniteH264Predict ours_p8c[7];
R7(S)
#undef S
#define S(i) NAME(p8c, i),
static const UniteH264Predict slots_p8c[7] = {R7(S)};
#undef S

#define COMPARE_PARAMETERS (uint8_t *a, ptrdiff_t a_stride, uint8_t *b, ptrdiff_t b_stride)
#define COMPARE_ARGUMENTS (a, a_stride, b, b_stride)

#define S(i) SLOT(sad, i, SAD, int32_t, return, COMPARE_PARAMETERS, COMPARE_ARGUMENTS)
static UniteH264Compare ours_sad[7];
R7(S)
#undef S
#define S(i) NAME(sad, i),
static const UniteH264Compare slots_sad[7] = {R7(S)};
#undef S

#define S(i) SLOT(ssd, i, SSD, int32_t, return, COMPARE_PARAMETERS, COMPARE_ARGUMENTS)
static UniteH264Compare ours_ssd[7];
R7(S)
#undef S
#define S(i) NAME(ssd, i),
static const UniteH264Compare slots_ssd[7] = {R7(S)};
#undef S

#define S(i) SLOT(satd, i, SATD, int32_t, return, COMPARE_PARAMETERS, COMPARE_ARGUMENTS)
static UniteH264Compare ours_satd[7];
R7(S)
#undef S
#define S(i) NAME(satd, i),
static const UniteH264Compare slots_satd[7] = {R7(S)};
#undef S

static UniteH264Compare ours_sa8d[4];
SLOT(sa8d, 0, SA8D, int32_t, return, COMPARE_PARAMETERS, COMPARE_ARGUMENTS)
SLOT(sa8d, 3, SA8D, int32_t, return, COMPARE_PARAMETERS, COMPARE_ARGUMENTS)

#define X3_PARAMETERS (uint8_t *s, uint8_t *a, uint8_t *b, uint8_t *c, ptrdiff_t stride, int32_t *costs)
#define X3_ARGUMENTS (s, a, b, c, stride, costs)
#define X4_PARAMETERS (uint8_t *s, uint8_t *a, uint8_t *b, uint8_t *c, uint8_t *d, ptrdiff_t stride, int32_t *costs)
#define X4_ARGUMENTS (s, a, b, c, d, stride, costs)

#define S(i) SLOT(sad_x3, i, SAD_X3, void, , X3_PARAMETERS, X3_ARGUMENTS)
static UniteH264CompareX3 ours_sad_x3[7];
R7(S)
#undef S
#define S(i) NAME(sad_x3, i),
static const UniteH264CompareX3 slots_sad_x3[7] = {R7(S)};
#undef S

#define S(i) SLOT(sad_x4, i, SAD_X4, void, , X4_PARAMETERS, X4_ARGUMENTS)
static UniteH264CompareX4 ours_sad_x4[7];
R7(S)
#undef S
#define S(i) NAME(sad_x4, i),
static const UniteH264CompareX4 slots_sad_x4[7] = {R7(S)};
#undef S

#define S(i) SLOT(satd_x3, i, SATD_X3, void, , X3_PARAMETERS, X3_ARGUMENTS)
static UniteH264CompareX3 ours_satd_x3[7];
R7(S)
#undef S
#define S(i) NAME(satd_x3, i),
static const UniteH264CompareX3 slots_satd_x3[7] = {R7(S)};
#undef S

#define S(i) SLOT(satd_x4, i, SATD_X4, void, , X4_PARAMETERS, X4_ARGUMENTS)
static UniteH264CompareX4 ours_satd_x4[7];
R7(S)
#undef S
#define S(i) NAME(satd_x4, i),
static const UniteH264CompareX4 slots_satd_x4[7] = {R7(S)};
#undef S

#define INTRA_X3_PARAMETERS (uint8_t *s, uint8_t *at, int32_t *costs)
#define INTRA_X3_ARGUMENTS (s, at, costs)

#define S(i) SLOT(intra_satd_x3, i, INTRA_SATD_X3, void, , INTRA_X3_PARAMETERS, INTRA_X3_ARGUMENTS)
static UniteH264IntraX3 ours_intra_satd_x3[4];
R4(S)
#undef S
#define S(i) NAME(intra_satd_x3, i),
static const UniteH264IntraX3 slots_intra_satd_x3[4] = {R4(S)};
#undef S

#define S(i) SLOT(intra_sad_x3, i, INTRA_SAD_X3, void, , INTRA_X3_PARAMETERS, INTRA_X3_ARGUMENTS)
static UniteH264IntraX3 ours_intra_sad_x3[4];
R4(S)
#undef S
#define S(i) NAME(intra_sad_x3, i),
static const UniteH264IntraX3 slots_intra_sad_x3[4] = {R4(S)};
#undef S

#define S(i) SLOT(intra_x9, i, INTRA_X9, int32_t, return, (uint8_t *s, uint8_t *at, uint16_t *extra), (s, at, extra))
static UniteH264IntraX9 ours_intra_x9[2];
R2(S)
#undef S
#define S(i) NAME(intra_x9, i),
static const UniteH264IntraX9 slots_intra_x9[2] = {R2(S)};
#undef S

#define S(i)                                                                                                  \
    SLOT(intra_x9_8x8, i, INTRA_X9_8X8, int32_t, return,                                                      \
         (uint8_t *s, uint8_t *at, uint8_t *edge, uint16_t *extra, uint16_t *costs), (s, at, edge, extra, costs))
static UniteH264IntraX9By8 ours_intra_x9_8x8[2];
R2(S)
#undef S
#define S(i) NAME(intra_x9_8x8, i),
static const UniteH264IntraX9By8 slots_intra_x9_8x8[2] = {R2(S)};
#undef S

#define S(i) SLOT(sub, i, SUB, void, , (int16_t *c, uint8_t *s, uint8_t *pred), (c, s, pred))
static UniteH264Sub ours_sub[5];
R5(S)
#undef S
#define S(i) NAME(sub, i),
static const UniteH264Sub slots_sub[5] = {R5(S)};
#undef S

#define S(i) SLOT(add, i, ADD, void, , (uint8_t *u, int16_t *d), (u, d))
static UniteH264Add ours_add[5];
R5(S)
#undef S
#define S(i) NAME(add, i),
static const UniteH264Add slots_add[5] = {R5(S)};
#undef S

#define S(i) SLOT(sub_dc, i, SUB_DC, void, , (int16_t *c, uint8_t *s, uint8_t *pred), (c, s, pred))
static UniteH264Sub ours_sub_dc[2];
R2(S)
#undef S
#define S(i) NAME(sub_dc, i),
static const UniteH264Sub slots_sub_dc[2] = {R2(S)};
#undef S

#define S(i) SLOT(add_dc, i, ADD_DC, void, , (uint8_t *u, int16_t *d), (u, d))
static UniteH264Add ours_add_dc[2];
R2(S)
#undef S
#define S(i) NAME(add_dc, i),
static const UniteH264Add slots_add_dc[2] = {R2(S)};
#undef S

#define S(i) SLOT(dc, i, DC, void, , (int16_t *c), (c))
static UniteH264Dc ours_dc[2];
R2(S)
#undef S
#define S(i) NAME(dc, i),
static const UniteH264Dc slots_dc[2] = {R2(S)};
#undef S

#define S(i) SLOT(quantize, i, QUANTIZE, int32_t, return, (int16_t *c, uint16_t *mf, uint16_t *bias), (c, mf, bias))
static UniteH264Quantize ours_quantize[3];
R3(S)
#undef S
#define S(i) NAME(quantize, i),
static const UniteH264Quantize slots_quantize[3] = {R3(S)};
#undef S

#define S(i) SLOT(quantize_dc, i, QUANTIZE_DC, int32_t, return, (int16_t *c, int32_t mf, int32_t bias), (c, mf, bias))
static UniteH264QuantizeDc ours_quantize_dc[2];
R2(S)
#undef S
#define S(i) NAME(quantize_dc, i),
static const UniteH264QuantizeDc slots_quantize_dc[2] = {R2(S)};
#undef S

#define S(i) SLOT(scale, i, SCALE, void, , (int16_t *c, int32_t *level_scale, int32_t qp), (c, level_scale, qp))
static UniteH264Scale ours_scale[3];
R3(S)
#undef S
#define S(i) NAME(scale, i),
static const UniteH264Scale slots_scale[3] = {R3(S)};
#undef S

#define S(i) SLOT(zigzag, i, ZIGZAG, void, , (int16_t *list, int16_t *c), (list, c))
static UniteH264Scan ours_zigzag[2];
R2(S)
#undef S
#define S(i) NAME(zigzag, i),
static const UniteH264Scan slots_zigzag[2] = {R2(S)};
#undef S

#define S(i) SLOT(field, i, FIELD, void, , (int16_t *list, int16_t *c), (list, c))
static UniteH264Scan ours_field[2];
R2(S)
#undef S
#define S(i) NAME(field, i),
static const UniteH264Scan slots_field[2] = {R2(S)};
#undef S

#define S(i)                                                                                                    \
    SLOT(average, i, AVERAGE, void, ,                                                                            \
         (uint8_t *pred, ptrdiff_t pred_stride, uint8_t *a, ptrdiff_t a_stride, uint8_t *b, ptrdiff_t b_stride, \
          int32_t weight),                                                                                      \
         (pred, pred_stride, a, a_stride, b, b_stride, weight))
static UniteH264Average ours_average[12];
R12(S)
#undef S
#define S(i) NAME(average, i),
static const UniteH264Average slots_average[12] = {R12(S)};
#undef S

static UniteH264Chroma ours_chroma[1];
SLOT(chroma, 0, CHROMA, void, ,
     (uint8_t *cb, uint8_t *cr, ptrdiff_t stride, uint8_t *p, ptrdiff_t p_stride, int32_t x, int32_t y, int32_t w, int32_t h),
     (cb, cr, stride, p, p_stride, x, y, w, h))

static UniteH264HalfPlanes ours_half_planes[1];
SLOT(half_planes, 0, HALF_PLANES, void, ,
     (uint8_t *b, uint8_t *h, uint8_t *j, uint8_t *p, ptrdiff_t stride, int32_t width, int32_t height, int16_t *line),
     (b, h, j, p, stride, width, height, line))

#define S(i) \
    SLOT(deblock, i, DEBLOCK, void, , (uint8_t *at, ptrdiff_t stride, int32_t alpha, int32_t beta, int8_t *tc0), \
         (at, stride, alpha, beta, tc0))
static UniteH264Deblock ours_deblock[4];
R4(S)
#undef S
#define S(i) NAME(deblock, i),
static const UniteH264Deblock slots_deblock[4] = {R4(S)};
#undef S

#define S(i) \
    SLOT(deblock_intra, i, DEBLOCK_INTRA, void, , (uint8_t *at, ptrdiff_t stride, int32_t alpha, int32_t beta), \
         (at, stride, alpha, beta))
static UniteH264DeblockIntra ours_deblock_intra[4];
R4(S)
#undef S
#define S(i) NAME(deblock_intra, i),
static const UniteH264DeblockIntra slots_deblock_intra[4] = {R4(S)};
#undef S

#define TRELLIS_PARAMETERS                                                                                          \
    const int32_t *steps, const uint8_t *scan, int32_t weight, int32_t last, const int16_t *c, const int16_t *nearest, \
        int16_t *levels, const uint8_t *significant, const uint8_t *last_states, uint64_t states, uint16_t more
#define TRELLIS_ARGUMENTS steps, scan, weight, last, c, nearest, levels, significant, last_states, states, more

#define S(i) SLOT(trellis, i, TRELLIS, int32_t, return, (TRELLIS_PARAMETERS, int32_t which), (TRELLIS_ARGUMENTS, which))
static UniteH264Trellis ours_trellis[2];
R2(S)
#undef S
#define S(i) NAME(trellis, i),
static const UniteH264Trellis slots_trellis[2] = {R2(S)};
#undef S

#define S(i)                                                                                                     \
    SLOT(trellis_psy, i, TRELLIS_PSY, int32_t, return,                                                           \
         (TRELLIS_PARAMETERS, int32_t which, const int16_t *samples, int32_t strength), (TRELLIS_ARGUMENTS, which, samples, strength))
static UniteH264TrellisPsy ours_trellis_psy[2];
R2(S)
#undef S
#define S(i) NAME(trellis_psy, i),
static const UniteH264TrellisPsy slots_trellis_psy[2] = {R2(S)};
#undef S

static UniteH264Trellis ours_trellis_dc[1];
SLOT(trellis_dc, 0, TRELLIS_DC, int32_t, return, (TRELLIS_PARAMETERS, int32_t which), (TRELLIS_ARGUMENTS, which))

// Tables that are not counted.
static UniteH264TrellisTallDc ours_trellis_tall_dc;
static UniteH264Weigh ours_weights[6];

static void fill(void)
{
    unite_h264_x264_weights(ours_weights);
    unite_h264_x264_predict_4x4(ours_p4);
    unite_h264_x264_predict_8x8(ours_p8, ours_filter);
    unite_h264_x264_predict_16x16(ours_p16);
    unite_h264_x264_predict_8x8c(ours_p8c);
    unite_h264_x264_costs(ours_sad, ours_ssd, ours_satd);
    unite_h264_x264_sa8d(ours_sa8d);
    unite_h264_x264_costs_of_many(ours_sad_x3, ours_sad_x4, ours_satd_x3, ours_satd_x4);
    unite_h264_x264_intra_costs(ours_intra_satd_x3, ours_intra_sad_x3);
    unite_h264_x264_intra_choose(ours_intra_x9);
    unite_h264_x264_intra_choose_8x8(ours_intra_x9_8x8);
    unite_h264_x264_sub(ours_sub);
    unite_h264_x264_add(ours_add);
    unite_h264_x264_sub_dc(ours_sub_dc);
    unite_h264_x264_add_dc(ours_add_dc);
    unite_h264_x264_dc(ours_dc);
    unite_h264_x264_quantize(ours_quantize, ours_quantize_dc);
    unite_h264_x264_scale(ours_scale);
    unite_h264_x264_scan(ours_zigzag, false);
    unite_h264_x264_scan(ours_field, true);
    unite_h264_x264_average(ours_average);
    unite_h264_x264_inter(ours_chroma, ours_half_planes);
    unite_h264_x264_trellis(ours_trellis, ours_trellis_psy, ours_trellis_dc, &ours_trellis_tall_dc);
    unite_h264_x264_deblock(ours_deblock, ours_deblock_intra);
}

// The tables of x264: structures of function pointers, so a slot is a position.

typedef void (*Slot)(void);

enum {
    PIXEL_SAD = 0, PIXEL_SSD = 8, PIXEL_SATD = 16, PIXEL_SA8D = 31, PIXEL_SAD_ALIGNED = 73, PIXEL_SAD_X3 = 99,
    PIXEL_SAD_X4 = 106, PIXEL_SATD_X3 = 113, PIXEL_SATD_X4 = 120, PIXEL_INTRA_X9 = 153, PIXEL_INTRA_X9_8X8 = 156
};
// Those of 16x16, 4x4, chrominance at 4:2:0 and 8x8.
static const int PIXEL_INTRA_SATD_X3[4] = {135, 138, 147, 150}, PIXEL_INTRA_SAD_X3[4] = {136, 139, 148, 151};
enum { DCT_SUB_4X4 = 0, DCT_ADD_4X4 = 1, DCT_SUB_8X8 = 2, DCT_ADD_8X8 = 4, DCT_SUB_16X16 = 7, DCT_ADD_16X16 = 8,
       DCT_SUB_8X8_BY_8 = 10, DCT_ADD_8X8_BY_8 = 11, DCT_SUB_16X16_BY_8 = 12, DCT_ADD_16X16_BY_8 = 13, DCT_DC = 14,
       DCT_TALL_DC = 16 };
// Of chrominance at 4:2:0 and at 4:2:2; of 8x8 and of 16x16 samples.
static const int DCT_SUB_DC[2] = {3, 6}, DCT_ADD_DC[2] = {5, 9};
enum { PIXEL_VSAD = 81, PIXEL_ASD8 = 82, PIXEL_VAR = 84, PIXEL_VAR2 = 88, PIXEL_HADAMARD_AC = 92, PIXEL_SSIM = 97,
       PIXEL_SSIM_END = 98, PIXEL_ADS = 127, PIXEL_INTRA_X3_422 = 144, PIXEL_4X16 = 7, PIXEL_SA8D_SATD = 83,
       PIXEL_SSD_NV12 = 96 };
enum { ZIGZAG_SUB = 2, ZIGZAG_SUB_AC = 4, ZIGZAG_INTERLEAVE = 5 };
enum { QUANT = 0, QUANT_DC = 3, DEQUANT = 5, QUANT_TALL_DC = 8, QUANT_TALL_DC_ONLY = 9, QUANT_FEWER = 10, QUANT_DENOISE = 12, QUANT_DECIMATE = 13, QUANT_LAST = 16, QUANT_LEVEL_RUN = 32, QUANT_TRELLIS = 47, QUANT_TRELLIS_PSY = 49, QUANT_TRELLIS_DC = 51,
       QUANT_TRELLIS_TALL_DC = 52 };
enum { MC_LUMA = 0, MC_GET_REF = 1, MC_CHROMA = 2, MC_AVERAGE = 3, MC_COPY = 15, MC_COPY_UNALIGNED = 22, MC_STORE_CHROMA = 23,
       MC_LOAD_CHROMA = 24, MC_PLANE_COPY = 26, MC_INTERLEAVE = 28, MC_DEINTERLEAVE = 29, MC_DEINTERLEAVE_YUYV = 30,
       MC_HALF_PLANES = 33, MC_INTEGRAL_H = 41, MC_INTEGRAL_4V = 43, MC_INTEGRAL_8V = 44, MC_LOWRES = 45, MC_WEIGHTS = 46,
       MC_DEINTERLEAVE_RGB = 31, MC_PROPAGATE = 50, MC_PACK = 52, MC_UNPACK = 53 };
enum { DEBLOCK_LUMA = 0, DEBLOCK_V_CHROMA = 3, DEBLOCK_H_CHROMA = 4, DEBLOCK_LUMA_INTRA = 6, DEBLOCK_V_CHROMA_INTRA = 9,
       DEBLOCK_H_CHROMA_INTRA = 10, DEBLOCK_H_CHROMA_422 = 5, DEBLOCK_H_CHROMA_422_INTRA = 11, DEBLOCK_STRENGTH = 20 };
// Of luminance, and of chrominance at 4:2:0 and 4:2:2.
static const int DEBLOCK_MIXED[3] = {12, 14, 15}, DEBLOCK_MIXED_INTRA[3] = {16, 18, 19};

// Comparisons: `theirs` and `ours` on the same random memory.

static _Alignas(64) uint8_t memory[3][64 * 64];
static _Alignas(64) uint8_t fenc[FENC * 48];
static _Alignas(64) int16_t coefficients[3][256];
static _Alignas(64) uint16_t factors[2][64];
static _Alignas(64) int32_t level_scale[6 * 64];

static void differ(const char *what, int index)
{
    fprintf(stderr, "%s %d differs from the function of x264\n", what, index);
    shared->failures++;
}

static void same_memory(const char *what, int index)
{
    if (memcmp(memory[0], memory[1], sizeof memory[0]) != 0) {
        differ(what, index);
    }
}

static void fresh(void)
{
    samples(memory[0], sizeof memory[0]);
    memcpy(memory[1], memory[0], sizeof memory[0]);
    samples(memory[2], sizeof memory[2]);
    samples(fenc, sizeof fenc);
}

enum { ROUNDS = 20 };

static void compare_predict(const char *what, const Slot *theirs, const UniteH264Predict *ours, int count)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            fresh();
            ((UniteH264Predict)theirs[i])(memory[0] + 4 * FDEC);
            ours[i](memory[1] + 4 * FDEC);
            same_memory(what, i);
        }
    }
}

static void compare_costs(const char *what, const Slot *theirs, const UniteH264Compare *ours, int count, int step)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i += step) {
            fresh();
            int want = ((UniteH264Compare)theirs[i])(fenc, FENC, memory[2] + 64, 64);
            if (ours[i](fenc, FENC, memory[2] + 64, 64) != want) {
                differ(what, i);
            }
        }
    }
}

static void compare_x3(const char *what, const Slot *theirs, const UniteH264CompareX3 *ours)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 7; i++) {
            _Alignas(16) int32_t want[4] = {0}, got[4] = {0};
            uint8_t *p = memory[2];
            fresh();
            ((UniteH264CompareX3)theirs[i])(fenc, p + 65, p + 131, p + 3, 64, want);
            ours[i](fenc, p + 65, p + 131, p + 3, 64, got);
            if (memcmp(want, got, 3 * sizeof *got) != 0) {
                differ(what, i);
            }
        }
    }
}

static void compare_x4(const char *what, const Slot *theirs, const UniteH264CompareX4 *ours)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 7; i++) {
            _Alignas(16) int32_t want[4] = {0}, got[4] = {0};
            uint8_t *p = memory[2];
            fresh();
            ((UniteH264CompareX4)theirs[i])(fenc, p + 65, p + 131, p + 3, p + 7, 64, want);
            ours[i](fenc, p + 65, p + 131, p + 3, p + 7, 64, got);
            if (memcmp(want, got, sizeof got) != 0) {
                differ(what, i);
            }
        }
    }
}

static void compare_intra_x3(const char *what, const Slot *theirs, const int *at, const UniteH264IntraX3 *ours)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 4; i++) {
            _Alignas(64) static uint8_t edge[36];
            _Alignas(16) int32_t want[4] = {0}, got[4] = {0};
            fresh();
            samples(edge, sizeof edge);
            ours[i](fenc, i == 3 ? edge : memory[1] + 4 * FDEC, got);
            // x264's may leave a prediction behind.
            ((UniteH264IntraX3)theirs[at[i]])(fenc, i == 3 ? edge : memory[0] + 4 * FDEC, want);
            if (memcmp(want, got, 3 * sizeof *got) != 0) {
                differ(what, i);
            }
        }
    }
}

static void compare_intra_x9(const Slot *theirs)
{
    for (int round = 0; round < 9 * ROUNDS; round++) {
        for (int i = 0; i < 2; i++) {
            // As there are with each mode being the one that is expected.
            uint16_t extra[17];
            for (int k = 0; k < 17; k++) {
                extra[k] = (uint16_t)(k == 8 ? 0 : 9);
            }
            if (!theirs[i]) {
                continue;
            }
            fresh();
            int want = ((UniteH264IntraX9)theirs[i])(fenc, memory[0] + 4 * FDEC, extra + 8 - round % 9);
            if (ours_intra_x9[i](fenc, memory[1] + 4 * FDEC, extra + 8 - round % 9) != want) {
                differ("intra_x9", i);
            }
            same_memory("the prediction of intra_x9", i);
        }
    }
}

static void compare_intra_x9_8x8(const Slot *theirs)
{
    for (int round = 0; round < 9 * ROUNDS; round++) {
        for (int i = 0; i < 2; i++) {
            _Alignas(64) uint16_t extra[17], want[16] = {0}, got[16] = {0};
            _Alignas(64) uint8_t edge[36] = {0};
            int everything = 15;
            for (int k = 0; k < 17; k++) {
                extra[k] = (uint16_t)(k == 8 ? 0 : 9);
            }
            if (!theirs[i]) {
                continue;
            }
            fresh();
            ours_filter[0](memory[0] + 4 * FDEC, edge, everything, everything);
            uint16_t *costs = extra + 8 - round % 9;
            int best = ((UniteH264IntraX9By8)theirs[i])(fenc, memory[0] + 4 * FDEC, edge, costs, want);
            if (ours_intra_x9_8x8[i](fenc, memory[1] + 4 * FDEC, edge, costs, got) != best ||
                memcmp(want, got, 9 * sizeof *got) != 0) {
                differ("intra_x9_8x8", i);
            }
            same_memory("the prediction of intra_x9_8x8", i);
        }
    }
}

static void compare_sub(const char *what, int index, Slot theirs, UniteH264Sub ours)
{
    for (int round = 0; round < ROUNDS; round++) {
        fresh();
        memset(coefficients, 0, sizeof coefficients);
        ((UniteH264Sub)theirs)(coefficients[0], fenc, memory[0] + 4 * FDEC);
        ours(coefficients[1], fenc, memory[1] + 4 * FDEC);
        if (memcmp(coefficients[0], coefficients[1], sizeof coefficients[0]) != 0) {
            differ(what, index);
        }
    }
}

static void compare_add(const char *what, int index, Slot theirs, UniteH264Add ours)
{
    for (int round = 0; round < ROUNDS; round++) {
        fresh();
        numbers(coefficients[0], 256, 600);
        memcpy(coefficients[1], coefficients[0], sizeof coefficients[0]);
        ((UniteH264Add)theirs)(memory[0] + 4 * FDEC, coefficients[0]);
        ours(memory[1] + 4 * FDEC, coefficients[1]);
        same_memory(what, index);
    }
}

static void same_coefficients(const char *what, int index)
{
    if (memcmp(coefficients[0], coefficients[1], sizeof coefficients[0]) != 0) {
        differ(what, index);
    }
}

static void two_of(int most)
{
    numbers(coefficients[0], 256, most);
    memcpy(coefficients[1], coefficients[0], sizeof coefficients[0]);
}

static void compare_dc(const Slot *theirs)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 2; i++) {
            two_of(2000);
            ((UniteH264Dc)theirs[i])(coefficients[0]);
            ours_dc[i](coefficients[1]);
            same_coefficients("dc", i);
        }
    }
}

static void compare_quantize(const Slot *theirs)
{
    static const uint8_t flat[64] = {
        16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
        16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
        16, 16, 16, 16, 16, 16
    };
    for (uint32_t qp = 0; qp < 52; qp++) {
        for (int i = 0; i < 3; i++) {
            int len = i == 0 ? 64 : 16;
            (i == 0 ? unite_h264_multiplier_8x8 : unite_h264_multiplier_4x4)(factors[0], flat, qp);
            for (int k = 0; k < len; k++) {
                factors[1][k] = unite_h264_bias(factors[0][k], 21);
            }
            two_of(1 << within(2, 13));
            int want = ((UniteH264Quantize)theirs[QUANT + i])(coefficients[0], factors[0], factors[1]);
            int got = ours_quantize[i](coefficients[1], factors[0], factors[1]);
            same_coefficients("quantize", i);
            if (want != got) {
                differ("the result of quantize", i);
            }
            unite_h264_level_scale_4x4((uint16_t *)memory[0], flat);
            if (i == 0) {
                unite_h264_level_scale_8x8((uint16_t *)memory[0], flat);
            }
            for (int k = 0; k < 6 * len; k++) {
                level_scale[k] = ((uint16_t *)memory[0])[k];
            }
            // What fits into 16 bits after scaling.
            two_of(30 >> (qp / 12));
            ((UniteH264Scale)theirs[DEQUANT + i])(coefficients[0], level_scale, (int)qp);
            ours_scale[i](coefficients[1], level_scale, (int)qp);
            same_coefficients("scale", i);
        }
        for (int i = 0; i < 2; i++) {
            two_of(4000);
            int want = ((UniteH264QuantizeDc)theirs[QUANT_DC + i])(coefficients[0], factors[0][0] >> 1, factors[1][0] << 1);
            int got = ours_quantize_dc[i](coefficients[1], factors[0][0] >> 1, factors[1][0] << 1);
            same_coefficients("quantize_dc", i);
            if (want != got) {
                differ("the result of quantize_dc", i);
            }
        }
    }
}

static void compare_scan(const char *what, const Slot *theirs, const UniteH264Scan *ours)
{
    for (int i = 0; i < 2; i++) {
        two_of(30000);
        memset(coefficients[2], 0, sizeof coefficients[2]);
        ((UniteH264Scan)theirs[i])(coefficients[2], coefficients[0]);
        memcpy(coefficients[0], coefficients[2], sizeof coefficients[0]);
        memset(coefficients[2], 0, sizeof coefficients[2]);
        ours[i](coefficients[2], coefficients[1]);
        memcpy(coefficients[1], coefficients[2], sizeof coefficients[1]);
        same_coefficients(what, i);
    }
}

static void compare_inter(const Slot *theirs)
{
    static const int sizes[9][2] = {{8, 8}, {8, 4}, {4, 8}, {4, 4}, {4, 2}, {2, 4}, {2, 2}, {8, 16}, {2, 8}};
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 12; i++) {
            uint8_t *a = memory[2], *b = memory[2] + 32 * 64;
            // Which weights there are: those of implicit prediction.
            int weight = round % 2 ? 32 : within(-63, 127);
            fresh();
            ((UniteH264Average)theirs[MC_AVERAGE + i])(memory[0], FDEC, a, 64, b, 64, weight);
            ours_average[i](memory[1], FDEC, a, 64, b, 64, weight);
            // x264 may write whole words of what is narrower; only the partition counts.
            static const int w[12] = {16, 16, 8, 8, 8, 4, 4, 4, 4, 2, 2, 2}, h[12] = {16, 8, 16, 8, 4, 8, 4, 16, 2, 8, 4, 2};
            for (int y = 0; y < h[i]; y++) {
                if (memcmp(memory[0] + y * FDEC, memory[1] + y * FDEC, (size_t)w[i]) != 0) {
                    differ("average", i);
                }
            }
        }
        for (int i = 0; i < 9; i++) {
            int x = within(-20, 20), y = within(-20, 20), w = sizes[i][0], h = sizes[i][1];
            fresh();
            ((UniteH264Chroma)theirs[MC_CHROMA])(memory[0], memory[0] + 16, FDEC, memory[2] + 16 * 64 + 16, 64, x, y, w, h);
            ours_chroma[0](memory[1], memory[1] + 16, FDEC, memory[2] + 16 * 64 + 16, 64, x, y, w, h);
            for (int row = 0; row < h; row++) {
                if (memcmp(memory[0] + row * FDEC, memory[1] + row * FDEC, (size_t)w) != 0 ||
                    memcmp(memory[0] + row * FDEC + 16, memory[1] + row * FDEC + 16, (size_t)w) != 0) {
                    differ("chroma", i);
                }
            }
        }
    }
}

static void compare_deblock(int index, Slot theirs, Slot theirs_intra)
{
    for (int round = 0; round < 20 * ROUNDS; round++) {
        int8_t tc0[4];
        int alpha = within(0, 255), beta = within(0, 18);
        for (int k = 0; k < 4; k++) {
            // Of chrominance x264 has one more, and 0 where nothing is filtered.
            tc0[k] = (int8_t)(within(-1, 25) + (index >= 2));
        }
        // With nothing to do x264 does not call them.
        if (alpha == 0 || beta == 0) {
            continue;
        }
        fresh();
        ((UniteH264Deblock)theirs)(memory[0] + 16 * 64 + 16, 64, alpha, beta, tc0);
        ours_deblock[index](memory[1] + 16 * 64 + 16, 64, alpha, beta, tc0);
        same_memory("deblock", index);
        fresh();
        ((UniteH264DeblockIntra)theirs_intra)(memory[0] + 16 * 64 + 16, 64, alpha, beta);
        ours_deblock_intra[index](memory[1] + 16 * 64 + 16, 64, alpha, beta);
        same_memory("deblock_intra", index);
    }
}


// The functions that make the tables, wrapped.

static bool first_time(int table)
{
    bool first = !shared->compared[table];
    shared->compared[table] = true;
    return first;
}

void __real_x264_8_predict_4x4_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_4x4_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_4x4_init(uint32_t cpu, Slot *table)
{
    __real_x264_8_predict_4x4_init(cpu, table);
    if (first_time(0)) {
        compare_predict("predict_4x4", table, ours_p4, 12);
    }
    if (replace) {
        memcpy(table, slots_p4, sizeof slots_p4);
    }
}

void __real_x264_8_predict_8x8_init(uint32_t cpu, Slot *table, Slot *filter);
void __wrap_x264_8_predict_8x8_init(uint32_t cpu, Slot *table, Slot *filter);
void __wrap_x264_8_predict_8x8_init(uint32_t cpu, Slot *table, Slot *filter)
{
    __real_x264_8_predict_8x8_init(cpu, table, filter);
    if (first_time(1)) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < 12; i++) {
                _Alignas(32) uint8_t theirs[36] = {0}, ours[36] = {0};
                int everything = 15;
                fresh();
                ((UniteH264Predict8x8Filter)*filter)(memory[0] + 4 * FDEC, theirs, everything, everything);
                ours_filter[0](memory[1] + 4 * FDEC, ours, everything, everything);
                if (memcmp(theirs + 7, ours + 7, 25) != 0) {
                    differ("predict_8x8_filter", i);
                }
                ((UniteH264Predict8x8)table[i])(memory[0] + 4 * FDEC, theirs);
                ours_p8[i](memory[1] + 4 * FDEC, ours);
                same_memory("predict_8x8", i);
            }
        }
    }
    if (replace) {
        memcpy(table, slots_p8, sizeof slots_p8);
        *filter = (Slot)NAME(filter, 0);
    }
}

void __real_x264_8_predict_16x16_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_16x16_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_16x16_init(uint32_t cpu, Slot *table)
{
    __real_x264_8_predict_16x16_init(cpu, table);
    if (first_time(2)) {
        compare_predict("predict_16x16", table, ours_p16, 7);
    }
    if (replace) {
        memcpy(table, slots_p16, sizeof slots_p16);
    }
}

void __real_x264_8_predict_8x8c_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_8x8c_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_8x8c_init(uint32_t cpu, Slot *table)
{
    __real_x264_8_predict_8x8c_init(cpu, table);
    if (first_time(3)) {
        compare_predict("predict_8x8c", table, ours_p8c, 7);
    }
    if (replace) {
        memcpy(table, slots_p8c, sizeof slots_p8c);
    }
}

void __real_x264_8_predict_8x16c_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_8x16c_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_predict_8x16c_init(uint32_t cpu, Slot *table)
{
    __real_x264_8_predict_8x16c_init(cpu, table);
    if (replace) {
        unite_h264_x264_predict_8x16c((UniteH264Predict *)table);
    }
}

void __real_x264_8_pixel_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_pixel_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_pixel_init(uint32_t cpu, Slot *table)
{
    __real_x264_8_pixel_init(cpu, table);
    if (first_time(4)) {
        compare_costs("sad", table + PIXEL_SAD, ours_sad, 7, 1);
        compare_costs("ssd", table + PIXEL_SSD, ours_ssd, 7, 1);
        compare_costs("satd", table + PIXEL_SATD, ours_satd, 7, 1);
        compare_costs("sa8d", table + PIXEL_SA8D, ours_sa8d, 4, 3);
        compare_x3("sad_x3", table + PIXEL_SAD_X3, ours_sad_x3);
        compare_x4("sad_x4", table + PIXEL_SAD_X4, ours_sad_x4);
        compare_x3("satd_x3", table + PIXEL_SATD_X3, ours_satd_x3);
        compare_x4("satd_x4", table + PIXEL_SATD_X4, ours_satd_x4);
        compare_intra_x3("intra_satd_x3", table, PIXEL_INTRA_SATD_X3, ours_intra_satd_x3);
        compare_intra_x3("intra_sad_x3", table, PIXEL_INTRA_SAD_X3, ours_intra_sad_x3);
        compare_intra_x9(table + PIXEL_INTRA_X9);
        compare_intra_x9_8x8(table + PIXEL_INTRA_X9_8X8);
    }
    if (replace) {
        memcpy(table + PIXEL_SAD, slots_sad, sizeof slots_sad);
        memcpy(table + PIXEL_SAD_ALIGNED, slots_sad, sizeof slots_sad);
        memcpy(table + PIXEL_SSD, slots_ssd, sizeof slots_ssd);
        memcpy(table + PIXEL_SATD, slots_satd, sizeof slots_satd);
        table[PIXEL_SA8D] = (Slot)NAME(sa8d, 0);
        table[PIXEL_SA8D + 3] = (Slot)NAME(sa8d, 3);
        memcpy(table + PIXEL_SAD_X3, slots_sad_x3, sizeof slots_sad_x3);
        memcpy(table + PIXEL_SAD_X4, slots_sad_x4, sizeof slots_sad_x4);
        memcpy(table + PIXEL_SATD_X3, slots_satd_x3, sizeof slots_satd_x3);
        memcpy(table + PIXEL_SATD_X4, slots_satd_x4, sizeof slots_satd_x4);
        for (int i = 0; i < 4; i++) {
            table[PIXEL_INTRA_SATD_X3[i]] = (Slot)slots_intra_satd_x3[i];
            table[PIXEL_INTRA_SAD_X3[i]] = (Slot)slots_intra_sad_x3[i];
        }
        unite_h264_x264_activity((UniteH264Variance *)(table + PIXEL_VAR), (UniteH264VarianceOfTwo *)(table + PIXEL_VAR2),
                                 (UniteH264HadamardAc *)(table + PIXEL_HADAMARD_AC));
        unite_h264_x264_pictures((UniteH264SadOfRows *)(table + PIXEL_VSAD), (UniteH264DifferenceOfRows *)(table + PIXEL_ASD8),
                                 (UniteH264Moments *)(table + PIXEL_SSIM));
        UniteH264IntegralRow rows[2];
        UniteH264SumsOfTwoSizes two_sizes;
        UniteH264Sums one_size;
        unite_h264_x264_search((UniteH264Nearer *)(table + PIXEL_ADS), rows, &two_sizes, &one_size);
        unite_h264_x264_similarity((UniteH264Similarity *)(table + PIXEL_SSIM_END));
        unite_h264_x264_intra_costs_422((UniteH264IntraX3 *)(table + PIXEL_INTRA_X3_422));
        UniteH264CompareByBoth by_both;
        unite_h264_x264_costs_4x16((UniteH264Compare *)(table + PIXEL_SAD + PIXEL_4X16),
                                   (UniteH264Compare *)(table + PIXEL_SSD + PIXEL_4X16),
                                   (UniteH264Compare *)(table + PIXEL_SATD + PIXEL_4X16), &by_both);
        // Where this slot is empty x264 asks for both apart.
        if (table[PIXEL_SA8D_SATD]) {
            table[PIXEL_SA8D_SATD] = (Slot)by_both;
        }
        table[PIXEL_SAD_ALIGNED + PIXEL_4X16] = table[PIXEL_SAD + PIXEL_4X16];
        UniteH264DeinterleaveThree three;
        unite_h264_x264_in_turn(&three, (UniteH264SsdInTurn *)(table + PIXEL_SSD_NV12));
        // Where these slots are empty x264 tries fewer modes: then they stay so.
        for (int i = 0; i < 2; i++) {
            if (table[PIXEL_INTRA_X9 + i]) {
                table[PIXEL_INTRA_X9 + i] = (Slot)slots_intra_x9[i];
            }
            if (table[PIXEL_INTRA_X9_8X8 + i]) {
                table[PIXEL_INTRA_X9_8X8 + i] = (Slot)slots_intra_x9_8x8[i];
            }
        }
    }
}

void __real_x264_8_dct_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_dct_init(uint32_t cpu, Slot *table);
void __wrap_x264_8_dct_init(uint32_t cpu, Slot *table)
{
    static const int sub[5] = {DCT_SUB_4X4, DCT_SUB_8X8, DCT_SUB_16X16, DCT_SUB_8X8_BY_8, DCT_SUB_16X16_BY_8};
    static const int add[5] = {DCT_ADD_4X4, DCT_ADD_8X8, DCT_ADD_16X16, DCT_ADD_8X8_BY_8, DCT_ADD_16X16_BY_8};
    __real_x264_8_dct_init(cpu, table);
    bool first = first_time(5);
    if (first) {
        compare_dc(table + DCT_DC);
    }
    for (int i = 0; i < 5; i++) {
        if (first) {
            compare_sub("sub", i, table[sub[i]], ours_sub[i]);
            compare_add("add", i, table[add[i]], ours_add[i]);
        }
        if (replace) {
            table[sub[i]] = (Slot)slots_sub[i];
            table[add[i]] = (Slot)slots_add[i];
        }
    }
    for (int i = 0; i < 2; i++) {
        if (first) {
            compare_sub("sub_dc", i, table[DCT_SUB_DC[i]], ours_sub_dc[i]);
            compare_add("add_dc", i, table[DCT_ADD_DC[i]], ours_add_dc[i]);
        }
        if (replace) {
            table[DCT_SUB_DC[i]] = (Slot)slots_sub_dc[i];
            table[DCT_ADD_DC[i]] = (Slot)slots_add_dc[i];
        }
    }
    if (replace) {
        memcpy(table + DCT_DC, slots_dc, sizeof slots_dc);
        unite_h264_x264_tall_dc((UniteH264TallDc *)(table + DCT_TALL_DC));
    }
}

void __real_x264_8_zigzag_init(uint32_t cpu, Slot *progressive, Slot *interlaced);
void __wrap_x264_8_zigzag_init(uint32_t cpu, Slot *progressive, Slot *interlaced);
void __wrap_x264_8_zigzag_init(uint32_t cpu, Slot *progressive, Slot *interlaced)
{
    __real_x264_8_zigzag_init(cpu, progressive, interlaced);
    if (first_time(9)) {
        compare_scan("zigzag", progressive, ours_zigzag);
        compare_scan("field", interlaced, ours_field);
    }
    if (replace) {
        memcpy(progressive, slots_zigzag, sizeof slots_zigzag);
        memcpy(interlaced, slots_field, sizeof slots_field);
        for (int field = 0; field < 2; field++) {
            Slot *scans = field ? interlaced : progressive;
            unite_h264_x264_lossless((UniteH264SubScan *)(scans + ZIGZAG_SUB), (UniteH264SubScanAc *)(scans + ZIGZAG_SUB_AC),
                                     (UniteH264InterleaveLevels *)(scans + ZIGZAG_INTERLEAVE), field);
        }
    }
}

void __real_x264_8_quant_init(void *h, uint32_t cpu, Slot *table);
void __wrap_x264_8_quant_init(void *h, uint32_t cpu, Slot *table);
void __wrap_x264_8_quant_init(void *h, uint32_t cpu, Slot *table)
{
    __real_x264_8_quant_init(h, cpu, table);
    if (first_time(6)) {
        compare_quantize(table);
    }
    if (replace) {
        memcpy(table + QUANT, slots_quantize, sizeof slots_quantize);
        memcpy(table + QUANT_DC, slots_quantize_dc, sizeof slots_quantize_dc);
        memcpy(table + DEQUANT, slots_scale, sizeof slots_scale);
        unite_h264_x264_decimate((UniteH264Denoise *)(table + QUANT_DENOISE), (UniteH264Score *)(table + QUANT_DECIMATE));
        unite_h264_x264_last((UniteH264Last *)(table + QUANT_LAST));
        unite_h264_x264_level_run((UniteH264LevelRun *)(table + QUANT_LEVEL_RUN));
        unite_h264_x264_chroma_levels((UniteH264TallDcBack *)(table + QUANT_TALL_DC),
                                      (UniteH264TallDcOnly *)(table + QUANT_TALL_DC_ONLY),
                                      (UniteH264FewerLevels *)(table + QUANT_FEWER));
        memcpy(table + QUANT_TRELLIS, slots_trellis, sizeof slots_trellis);
        memcpy(table + QUANT_TRELLIS_PSY, slots_trellis_psy, sizeof slots_trellis_psy);
        table[QUANT_TRELLIS_DC] = (Slot)NAME(trellis_dc, 0);
        table[QUANT_TRELLIS_TALL_DC] = (Slot)ours_trellis_tall_dc;
    }
}

void __real_x264_8_mc_init(uint32_t cpu, Slot *table, int independent);
void __wrap_x264_8_mc_init(uint32_t cpu, Slot *table, int independent);
void __wrap_x264_8_mc_init(uint32_t cpu, Slot *table, int independent)
{
    __real_x264_8_mc_init(cpu, table, independent);
    if (first_time(7)) {
        compare_inter(table);
    }
    if (replace) {
        memcpy(table + MC_AVERAGE, slots_average, sizeof slots_average);
        table[MC_CHROMA] = (Slot)NAME(chroma, 0);
        table[MC_HALF_PLANES] = (Slot)NAME(half_planes, 0);
        unite_h264_x264_luma((UniteH264Luma *)(table + MC_LUMA), (UniteH264Reference *)(table + MC_GET_REF));
        unite_h264_x264_copy((UniteH264CopyRows *)(table + MC_COPY), (UniteH264CopyRows *)(table + MC_COPY_UNALIGNED));
        unite_h264_x264_chroma((UniteH264StoreChroma *)(table + MC_STORE_CHROMA), (UniteH264LoadChroma *)(table + MC_LOAD_CHROMA));
        unite_h264_x264_planes((UniteH264CopyPlane *)(table + MC_PLANE_COPY), (UniteH264InterleavePlanes *)(table + MC_INTERLEAVE),
                               (UniteH264DeinterleavePlane *)(table + MC_DEINTERLEAVE),
                               (UniteH264HalfResolution *)(table + MC_LOWRES));
        table[MC_DEINTERLEAVE_YUYV] = table[MC_DEINTERLEAVE];
        UniteH264Nearer nearer[7];
        unite_h264_x264_search(nearer, (UniteH264IntegralRow *)(table + MC_INTEGRAL_H),
                               (UniteH264SumsOfTwoSizes *)(table + MC_INTEGRAL_4V), (UniteH264Sums *)(table + MC_INTEGRAL_8V));
        UniteH264SsdInTurn ssd;
        unite_h264_x264_in_turn((UniteH264DeinterleaveThree *)(table + MC_DEINTERLEAVE_RGB), &ssd);
        unite_h264_x264_256ths((UniteH264Pack *)(table + MC_PACK), (UniteH264Unpack *)(table + MC_UNPACK));
        if (!assembly) {
            // Its assembly divides by approximations.
            unite_h264_x264_propagate((UniteH264Propagate *)(table + MC_PROPAGATE));
        }
        // The functions with weights, with offsets above 0 and below: ours are for all of them.
        for (int i = 0; i < 3; i++) {
            UniteH264Weigh *weights = ours_weights;
            memcpy(table + MC_WEIGHTS + i, &weights, sizeof weights);
        }
    }
}

void __real_x264_8_deblock_init(uint32_t cpu, Slot *table, int mbaff);
void __wrap_x264_8_deblock_init(uint32_t cpu, Slot *table, int mbaff);
void __wrap_x264_8_deblock_init(uint32_t cpu, Slot *table, int mbaff)
{
    static const int edge[4] = {DEBLOCK_LUMA, DEBLOCK_LUMA + 1, DEBLOCK_H_CHROMA, DEBLOCK_V_CHROMA};
    static const int intra[4] = {DEBLOCK_LUMA_INTRA, DEBLOCK_LUMA_INTRA + 1, DEBLOCK_H_CHROMA_INTRA, DEBLOCK_V_CHROMA_INTRA};
    __real_x264_8_deblock_init(cpu, table, mbaff);
    bool first = first_time(8);
    for (int i = 0; i < 4; i++) {
        if (first) {
            compare_deblock(i, table[edge[i]], table[intra[i]]);
        }
        if (replace) {
            table[edge[i]] = (Slot)slots_deblock[i];
            table[intra[i]] = (Slot)slots_deblock_intra[i];
        }
    }
    if (replace) {
        unite_h264_x264_deblock_422((UniteH264Deblock *)(table + DEBLOCK_H_CHROMA_422),
                                    (UniteH264DeblockIntra *)(table + DEBLOCK_H_CHROMA_422_INTRA));
        unite_h264_x264_strength((UniteH264Strength *)(table + DEBLOCK_STRENGTH));
        UniteH264Deblock mixed[3];
        UniteH264DeblockIntra mixed_intra[3];
        unite_h264_x264_deblock_mixed(mixed, mixed_intra);
        for (int i = 0; i < 3; i++) {
            table[DEBLOCK_MIXED[i]] = (Slot)mixed[i];
            table[DEBLOCK_MIXED_INTRA[i]] = (Slot)mixed_intra[i];
        }
    }
}

static const Setting settings[] = {
    {"intra, baseline", "medium", "psnr", "baseline", "keyint=1", X264_CSP_I420, true},
    {"intra, high", "slower", "psnr", "high", "keyint=1:cabac=0", X264_CSP_I420, true},
    {"intra, coarse", "medium", "psnr", "high", "keyint=1:qp=44", X264_CSP_I420, true},
    {"inter, ultrafast", "ultrafast", "psnr", "baseline", "", X264_CSP_I420, true},
    {"inter, baseline", "medium", "psnr", "baseline", "", X264_CSP_I420, true},
    {"inter, high", "medium", "psnr", "high", "", X264_CSP_I420, true},
    {"inter, slower", "slower", "psnr", "high", "qp=18", X264_CSP_I420, true},
    {"inter, matrices", "fast", "psnr", "high", "cqm=jvt", X264_CSP_I420, true},
    {"inter, weights", "slow", "psnr", "high", "weightp=2:bframes=3:b-adapt=0", X264_CSP_I420, true},
    {"inter, searched by transform", "slower", "psnr", "high", "me=tesa", X264_CSP_I420, true},
    {"inter, as much as samples have", "slower", "film", "high", "qp=24", X264_CSP_I420, true},
    {"interlaced", "fast", "psnr", "high", "interlaced=1:weightp=0", X264_CSP_I420, true},
    {"inter, 4:2:2", "medium", "psnr", "high422", "qp=32", X264_CSP_I422, true},
};

// How many times as fast whole encoders are with ours, without and with assembly of their own: the least of several rounds.
static void measure(uint8_t *stream, size_t room)
{
    static const Setting measured[] = {
        {"intra, medium", "medium", "psnr", "baseline", "keyint=1", X264_CSP_I420, true},
        {"inter, superfast", "superfast", "psnr", "baseline", "", X264_CSP_I420, true},
        {"inter, medium", "medium", "psnr", "high", "", X264_CSP_I420, true},
    };
    width = 352, height = 288, frames = 12;
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        double least[4] = {1e9, 1e9, 1e9, 1e9};
        for (int round = 0; round < 7; round++) {
            for (int way = 0; way < 4; way++) {
                assembly = way >= 2;
                replace = way % 2 == 1;
                clock_t start = clock();
                encode(&measured[i], stream, room);
                double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
                least[way] = seconds < least[way] ? seconds : least[way];
            }
        }
        printf("%s: with ours %.2f times as fast as C, %.2f times as fast as assembly, which is %.2f times as fast as C\n",
               measured[i].name, least[0] / least[1], least[2] / least[3], least[0] / least[2]);
    }
}

int main(int count, char **arguments)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        return 2;
    }
    fill();
    if (count > 1 && strcmp(arguments[1], "speed") == 0) {
        measure(shared->stream, ROOM);
        return 0;
    }
    if (count > 5 && strcmp(arguments[1], "settings") == 0) {
        // The other test compares functions.
        memset(shared->compared, true, sizeof shared->compared);
        Part part = {atoi(arguments[4]), atoi(arguments[5])};
        if (part.first < 0 || part.of <= part.first) {
            fprintf(stderr, "no part: %s of %s\n", arguments[4], arguments[5]);
            return 2;
        }
        compare_presets(atoi(arguments[2]), part);
        compare_random(atoi(arguments[3]), part);
        printf("%d failures\n", shared->failures);
        return shared->failures != 0;
    }
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        compare_streams(&settings[i], true);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        printf("%s: %lu calls\n", names[kind], shared->calls[kind]);
        if (shared->calls[kind] == 0) {
            fprintf(stderr, "%s was never called\n", names[kind]);
            shared->failures++;
        }
    }
    printf("%d failures\n", shared->failures);
    return shared->failures != 0;
}
