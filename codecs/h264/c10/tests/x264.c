// x264's static library with our kernels for 10 bits in its tables: the linker wraps the functions that make the tables, so that every
// slot that we have a kernel for can be replaced after they ran. A clip is encoded with and without them, and both streams must be the
// same bytes. Slots are compared one by one in the tests of `unite-h264-peers`.

#define BIT_DEPTH 10
#include "encodes.h"

#include "unite_h264_10.h"

// Our tables: how many slots, their type, their name, what they return and take.
#define TABLES(T)                                                                                                      \
    T(R12, 12, Predict, predict_4x4, void, , (uint16_t * at), (at))                                                    \
    T(R12, 12, Predict8x8, predict_8x8, void, , (uint16_t * at, const uint16_t *edge), (at, edge))                     \
    T(R1, 1, Predict8x8Filter, predict_8x8_filter, void, ,                                                             \
      (uint16_t * at, uint16_t * edge, int32_t neighbours, int32_t filters), (at, edge, neighbours, filters))          \
    T(R7, 7, Predict, predict_16x16, void, , (uint16_t * at), (at))                                                    \
    T(R7, 7, Predict, predict_8x16c, void, , (uint16_t * at), (at))                                                    \
    T(R7, 7, Predict, predict_8x8c, void, , (uint16_t * at), (at))                                                     \
    T(R7, 7, Compare, sad, int32_t, return, TWO, (a, a_stride, b, b_stride))                                           \
    T(R7, 7, Compare, ssd, int32_t, return, TWO, (a, a_stride, b, b_stride))                                           \
    T(R7, 7, Compare, satd, int32_t, return, TWO, (a, a_stride, b, b_stride))                                          \
    T(R4, 4, Compare, sa8d, int32_t, return, TWO, (a, a_stride, b, b_stride))                                          \
    T(R7, 7, CompareX3, sad_x3, void, , THREE, (s, a, b, c, stride, costs))                                            \
    T(R7, 7, CompareX4, sad_x4, void, , FOUR, (s, a, b, c, d, stride, costs))                                          \
    T(R7, 7, CompareX3, satd_x3, void, , THREE, (s, a, b, c, stride, costs))                                           \
    T(R7, 7, CompareX4, satd_x4, void, , FOUR, (s, a, b, c, d, stride, costs))                                         \
    T(R4, 4, IntraX3, intra_satd_x3, void, , (uint16_t * s, uint16_t * at, int32_t * costs), (s, at, costs))             \
    T(R4, 4, IntraX3, intra_sad_x3, void, , (uint16_t * s, uint16_t * at, int32_t * costs), (s, at, costs))              \
    T(R2, 2, IntraX3, intra_x3_422, void, , (uint16_t * s, uint16_t * at, int32_t * costs), (s, at, costs))              \
    T(R5, 5, Sub, sub, void, , (int32_t * c, uint16_t * s, uint16_t * pred), (c, s, pred))                             \
    T(R5, 5, Add, add, void, , (uint16_t * u, int32_t * d), (u, d))                                                    \
    T(R2, 2, Sub, sub_dc, void, , (int32_t * c, uint16_t * s, uint16_t * pred), (c, s, pred))                          \
    T(R2, 2, Add, add_dc, void, , (uint16_t * u, int32_t * d), (u, d))                                                 \
    T(R2, 2, Dc, dc, void, , (int32_t * c), (c))                                                                       \
    T(R3, 3, Quantize, quantize, int32_t, return, (int32_t * c, uint32_t * mf, uint32_t * bias), (c, mf, bias))        \
    T(R2, 2, QuantizeDc, quantize_dc, int32_t, return, (int32_t * c, int32_t mf, int32_t bias), (c, mf, bias))         \
    T(R3, 3, Scale, scale, void, , (int32_t * c, int32_t * level_scale, int32_t qp), (c, level_scale, qp))             \
    T(R2, 2, Scan, zigzag, void, , (int32_t * list, int32_t * c), (list, c))                                           \
    T(R2, 2, Scan, field, void, , (int32_t * list, int32_t * c), (list, c))                                            \
    T(R12, 12, Average, average, void, ,                                                                               \
      (uint16_t * p, ptrdiff_t stride, uint16_t * a, ptrdiff_t a_stride, uint16_t * b, ptrdiff_t b_stride, int32_t w), \
      (p, stride, a, a_stride, b, b_stride, w))                                                                        \
    T(R1, 1, Chroma, chroma, void, ,                                                                                   \
      (uint16_t * cb, uint16_t * cr, ptrdiff_t stride, uint16_t * p, ptrdiff_t p_stride, int32_t x, int32_t y,         \
       int32_t w, int32_t h),                                                                                          \
      (cb, cr, stride, p, p_stride, x, y, w, h))                                                                       \
    T(R1, 1, HalfPlanes, half_planes, void, ,                                                                          \
      (uint16_t * b, uint16_t * h, uint16_t * j, uint16_t * p, ptrdiff_t stride, int32_t width, int32_t height,        \
       int16_t * line),                                                                                                \
      (b, h, j, p, stride, width, height, line))                                                                       \
    T(R1, 1, Luma, luma, void, ,                                                                                       \
      (uint16_t * pred, ptrdiff_t stride, uint16_t *const *planes, ptrdiff_t p_stride, int32_t x, int32_t y,           \
       int32_t w, int32_t h, const UniteH264Weight *weight),                                                           \
      (pred, stride, planes, p_stride, x, y, w, h, weight))                                                            \
    T(R1, 1, Reference, reference, uint16_t *, return,                                                                 \
      (uint16_t * pred, ptrdiff_t * stride, uint16_t *const *planes, ptrdiff_t p_stride, int32_t x, int32_t y,         \
       int32_t w, int32_t h, const UniteH264Weight *weight),                                                           \
      (pred, stride, planes, p_stride, x, y, w, h, weight))                                                            \
    T(R4, 4, Deblock, deblock, void, , (uint16_t * at, ptrdiff_t stride, int32_t alpha, int32_t beta, int8_t * tc0),   \
      (at, stride, alpha, beta, tc0))                                                                                  \
    T(R4, 4, DeblockIntra, deblock_intra, void, , (uint16_t * at, ptrdiff_t stride, int32_t alpha, int32_t beta),      \
      (at, stride, alpha, beta))

#define TWO (uint16_t * a, ptrdiff_t a_stride, uint16_t * b, ptrdiff_t b_stride)
#define THREE (uint16_t * s, uint16_t * a, uint16_t * b, uint16_t * c, ptrdiff_t stride, int32_t * costs)
#define FOUR (uint16_t * s, uint16_t * a, uint16_t * b, uint16_t * c, uint16_t * d, ptrdiff_t stride, int32_t * costs)

#define R1(M, ...) M(0, __VA_ARGS__)
#define R2(M, ...) R1(M, __VA_ARGS__) M(1, __VA_ARGS__)
#define R3(M, ...) R2(M, __VA_ARGS__) M(2, __VA_ARGS__)
#define R4(M, ...) R3(M, __VA_ARGS__) M(3, __VA_ARGS__)
#define R5(M, ...) R4(M, __VA_ARGS__) M(4, __VA_ARGS__)
#define R7(M, ...) R5(M, __VA_ARGS__) M(5, __VA_ARGS__) M(6, __VA_ARGS__)
#define R12(M, ...) R7(M, __VA_ARGS__) M(7, __VA_ARGS__) M(8, __VA_ARGS__) M(9, __VA_ARGS__) M(10, __VA_ARGS__) M(11, __VA_ARGS__)

// A number and a name for each table.
#define KIND(R, count, type, name, ...) OF_##name,
#define TITLE(R, count, type, name, ...) #name,
enum { TABLES(KIND) KINDS };
static const char *const names[KINDS] = {TABLES(TITLE)};

// Each table, and one whose slots count and call it.
#define SLOT(i, name, result, keyword, parameters, arguments) \
    static result slot_##name##_##i parameters                \
    {                                                         \
        shared->calls[OF_##name]++;                           \
        keyword ours_##name[i] arguments;                     \
    }
#define ENTRY(i, name, ...) slot_##name##_##i,
#define TABLE(R, count, type, name, result, keyword, parameters, arguments) \
    static UniteH264##type##For10 ours_##name[count];                       \
    R(SLOT, name, result, keyword, parameters, arguments)                   \
    static UniteH264##type##For10 slots_##name[count] = {R(ENTRY, name, )};
TABLES(TABLE)

// A table that x264 points to. What else is not in the list is filled where its slots are, and not counted.
static UniteH264WeighFor10 ours_weights[6];

static void fill(void)
{
    unite_h264_x264_10_predict_4x4(ours_predict_4x4);
    unite_h264_x264_10_predict_8x8(ours_predict_8x8, ours_predict_8x8_filter);
    unite_h264_x264_10_predict_16x16(ours_predict_16x16);
    unite_h264_x264_10_predict_8x8c(ours_predict_8x8c);
    unite_h264_x264_10_predict_8x16c(ours_predict_8x16c);
    unite_h264_x264_10_costs(ours_sad, ours_ssd, ours_satd);
    unite_h264_x264_10_sa8d(ours_sa8d);
    unite_h264_x264_10_costs_of_many(ours_sad_x3, ours_sad_x4, ours_satd_x3, ours_satd_x4);
    unite_h264_x264_10_intra_costs(ours_intra_satd_x3, ours_intra_sad_x3);
    unite_h264_x264_10_intra_costs_422(ours_intra_x3_422);
    unite_h264_x264_10_sub_dc(ours_sub_dc);
    unite_h264_x264_10_add_dc(ours_add_dc);
    unite_h264_x264_10_sub(ours_sub);
    unite_h264_x264_10_add(ours_add);
    unite_h264_x264_10_dc(ours_dc);
    unite_h264_x264_10_quantize(ours_quantize, ours_quantize_dc);
    unite_h264_x264_10_scale(ours_scale);
    unite_h264_x264_10_scan(ours_zigzag, false);
    unite_h264_x264_10_scan(ours_field, true);
    unite_h264_x264_10_average(ours_average);
    unite_h264_x264_10_inter(ours_chroma, ours_half_planes);
    unite_h264_x264_10_luma(ours_luma, ours_reference);
    unite_h264_x264_10_weights(ours_weights);
    unite_h264_x264_10_deblock(ours_deblock, ours_deblock_intra);
}

// The tables of x264: structures of function pointers, so a slot is a position.

typedef void (*Slot)(void);

enum { SAD = 0, SSD = 8, SATD = 16, SA8D = 31, SAD_ALIGNED = 73, SAD_X3 = 99, SAD_X4 = 106, SATD_X3 = 113, SATD_X4 = 120 };
// Of 16x16, 4x4, chrominance and 8x8.
static const int INTRA_SATD_X3[4] = {135, 138, 147, 150}, INTRA_SAD_X3[4] = {136, 139, 148, 151};
// By 4x4: of 4x4, 8x8 and 16x16 samples; by 8x8: of 8x8 and 16x16.
static const int SUB[5] = {0, 2, 7, 10, 12}, ADD[5] = {1, 4, 8, 11, 13};
enum { DC = 14, QUANTIZE = 0, QUANTIZE_DC = 3, SCALE = 5 };
enum { LUMA = 0, REFERENCE = 1, CHROMA = 2, AVERAGE = 3, HALF_PLANES = 33, WEIGHTS = 46 };
// Of luminance, vertical and horizontal, and of chrominance.
static const int DEBLOCK[4] = {0, 1, 4, 3}, DEBLOCK_INTRA[4] = {6, 7, 10, 9};

// First coefficients, of chrominance at 4:2:0 and 4:2:2, and of 8x8 and 16x16 samples.
static const int SUB_DC[2] = {3, 6}, ADD_DC[2] = {5, 9};

#define AT(place) ((void *)(table + (place)))

// Ours in place of theirs, where they are to be replaced.
#define PUT(place, name) memcpy(place, slots_##name, sizeof slots_##name)

// The functions of x264 that make a table, with ours around them.
#define WRAP(function, parameters, arguments)       \
    void __real_x264_10_##function parameters; \
    void __wrap_x264_10_##function parameters; \
    void __wrap_x264_10_##function parameters  \
    {                                               \
        __real_x264_10_##function arguments;        \
        if (!replace) {                             \
            return;                                 \
        }

WRAP(predict_4x4_init, (uint32_t cpu, Slot *table), (cpu, table))
    PUT(table, predict_4x4);
}

WRAP(predict_8x8_init, (uint32_t cpu, Slot *table, Slot *filter), (cpu, table, filter))
    PUT(table, predict_8x8);
    PUT(filter, predict_8x8_filter);
}

WRAP(predict_16x16_init, (uint32_t cpu, Slot *table), (cpu, table))
    PUT(table, predict_16x16);
}

WRAP(predict_8x8c_init, (uint32_t cpu, Slot *table), (cpu, table))
    PUT(table, predict_8x8c);
}

WRAP(predict_8x16c_init, (uint32_t cpu, Slot *table), (cpu, table))
    PUT(table, predict_8x16c);
}

WRAP(pixel_init, (uint32_t cpu, Slot *table), (cpu, table))
    PUT(table + SAD, sad);
    PUT(table + SAD_ALIGNED, sad);
    PUT(table + SSD, ssd);
    PUT(table + SATD, satd);
    table[SA8D] = (Slot)slot_sa8d_0;
    table[SA8D + 3] = (Slot)slot_sa8d_3;
    PUT(table + SAD_X3, sad_x3);
    PUT(table + SAD_X4, sad_x4);
    PUT(table + SATD_X3, satd_x3);
    PUT(table + SATD_X4, satd_x4);
    for (int i = 0; i < 4; i++) {
        table[INTRA_SATD_X3[i]] = (Slot)slots_intra_satd_x3[i];
        table[INTRA_SAD_X3[i]] = (Slot)slots_intra_sad_x3[i];
    }
    PUT(table + 144, intra_x3_422);
    // Without both transforms at once x264 goes another way.
    UniteH264CompareByBothFor10 both;
    unite_h264_x264_10_costs_4x16(AT(SAD + 7), AT(SSD + 7), AT(SATD + 7), &both);
    table[SAD_ALIGNED + 7] = table[SAD + 7];
    if (table[83]) {
        memcpy(AT(83), &both, sizeof both);
    }
    unite_h264_x264_10_activity(AT(84), AT(88), AT(92));
    unite_h264_x264_10_pictures(AT(81), AT(82), AT(97));
    UniteH264DeinterleaveThreeFor10 three;
    unite_h264_x264_10_in_turn(&three, AT(96));
    UniteH264IntegralRow rows[2];
    UniteH264SumsOfTwoSizes two_sizes;
    UniteH264Sums sums;
    unite_h264_x264_search(AT(127), rows, &two_sizes, &sums);
}

WRAP(dct_init, (uint32_t cpu, Slot *table), (cpu, table))
    for (int i = 0; i < 5; i++) {
        table[SUB[i]] = (Slot)slots_sub[i];
        table[ADD[i]] = (Slot)slots_add[i];
    }
    PUT(table + DC, dc);
    for (int i = 0; i < 2; i++) {
        table[SUB_DC[i]] = (Slot)slots_sub_dc[i];
        table[ADD_DC[i]] = (Slot)slots_add_dc[i];
    }
    unite_h264_x264_10_tall_dc(AT(16));
}

WRAP(zigzag_init, (uint32_t cpu, Slot *progressive, Slot *fields), (cpu, progressive, fields))
    PUT(progressive, zigzag);
    PUT(fields, field);
    for (int field = 0; field < 2; field++) {
        Slot *table = field ? fields : progressive;
        unite_h264_x264_10_lossless(AT(2), AT(4), AT(5), field);
    }
}

WRAP(quant_init, (void *h, uint32_t cpu, Slot *table), (h, cpu, table))
    PUT(table + QUANTIZE, quantize);
    PUT(table + QUANTIZE_DC, quantize_dc);
    PUT(table + SCALE, scale);
    unite_h264_x264_10_chroma_levels(AT(8), AT(9), AT(10));
    unite_h264_x264_10_decimate(AT(12), AT(13));
    unite_h264_x264_10_last(AT(16));
    unite_h264_x264_10_level_run(AT(32));
    unite_h264_x264_10_trellis(AT(47), AT(49), AT(51), AT(52));
}

WRAP(mc_init, (uint32_t cpu, Slot *table, int independent), (cpu, table, independent))
    PUT(table + LUMA, luma);
    PUT(table + REFERENCE, reference);
    PUT(table + CHROMA, chroma);
    PUT(table + AVERAGE, average);
    PUT(table + HALF_PLANES, half_planes);
    // The functions with weights, with offsets above 0 and below: ours are for all of them.
    for (int i = 0; i < 3; i++) {
        UniteH264WeighFor10 *weights = ours_weights;
        memcpy(table + WEIGHTS + i, &weights, sizeof weights);
    }
    unite_h264_x264_10_copy(AT(15), AT(22));
    unite_h264_x264_10_chroma(AT(23), AT(24));
    unite_h264_x264_10_planes(AT(26), AT(28), AT(29), AT(45));
    UniteH264SsdInTurnFor10 ssd;
    unite_h264_x264_10_in_turn(AT(31), &ssd);
    UniteH264Nearer nearer[7];
    UniteH264IntegralRow rows[2];
    unite_h264_x264_search(nearer, rows, AT(43), AT(44));
    unite_h264_x264_10_integrals(AT(41));
    unite_h264_x264_256ths(AT(52), AT(53));
}

WRAP(deblock_init, (uint32_t cpu, Slot *table, int mbaff), (cpu, table, mbaff))
    for (int i = 0; i < 4; i++) {
        table[DEBLOCK[i]] = (Slot)slots_deblock[i];
        table[DEBLOCK_INTRA[i]] = (Slot)slots_deblock_intra[i];
    }
    unite_h264_x264_10_deblock_422(AT(5), AT(11));
    UniteH264DeblockFor10 mixed[3];
    UniteH264DeblockIntraFor10 mixed_intra[3];
    unite_h264_x264_10_deblock_mixed(mixed, mixed_intra);
    static const int MIXED[3] = {12, 14, 15}, MIXED_INTRA[3] = {16, 18, 19};
    for (int i = 0; i < 3; i++) {
        memcpy(AT(MIXED[i]), &mixed[i], sizeof mixed[i]);
        memcpy(AT(MIXED_INTRA[i]), &mixed_intra[i], sizeof mixed_intra[i]);
    }
    unite_h264_x264_strength(AT(20));
}

static const Setting settings[] = {
    {"intra", "medium", "psnr", "high10", "keyint=1:cabac=0", X264_CSP_I420, true},
    {"intra, coarse", "slower", "psnr", "high10", "keyint=1:qp=44", X264_CSP_I420, true},
    {"inter, ultrafast", "ultrafast", "psnr", "high10", "", X264_CSP_I420, true},
    {"inter, medium", "medium", "psnr", "high10", "", X264_CSP_I420, true},
    {"inter, slower", "slower", "psnr", "high10", "qp=18", X264_CSP_I420, true},
    {"inter, matrices", "fast", "psnr", "high10", "cqm=jvt", X264_CSP_I420, true},
    {"inter, weights", "slow", "psnr", "high10", "weightp=2:bframes=3:b-adapt=0", X264_CSP_I420, true},
    {"inter, searched by transform", "slower", "psnr", "high10", "me=tesa", X264_CSP_I420, true},
    {"interlaced", "fast", "psnr", "high10", "interlaced=1:weightp=0", X264_CSP_I420, true},
    {"inter, 4:2:2", "medium", "psnr", "high422", "qp=32", X264_CSP_I422, true},
    {"intra, 4:2:2", "medium", "psnr", "high422", "keyint=1:qp=30", X264_CSP_I422, true},
    {"without loss", "medium", "psnr", "high444", "qp=0", X264_CSP_I420, true},
    {"interlaced, CAVLC", "medium", "psnr", "high10", "interlaced=1:cabac=0", X264_CSP_I420, true},
};

// How many times as fast whole encoders are with ours, without and with assembly of their own: the least of several rounds.
static void measure(void)
{
    width = 352, height = 288, frames = 8;
    for (int i = 2; i < 4; i++) {
        double least[4] = {1e9, 1e9, 1e9, 1e9};
        for (int round = 0; round < 5; round++) {
            for (int way = 0; way < 4; way++) {
                assembly = way >= 2;
                replace = way % 2 == 1;
                clock_t start = clock();
                encode(&settings[i], shared->stream, ROOM);
                double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
                least[way] = seconds < least[way] ? seconds : least[way];
            }
        }
        printf("%s: with ours %.2f times as fast as C, %.2f times as fast as assembly\n", settings[i].name,
               least[0] / least[1], least[2] / least[3]);
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
        measure();
        return 0;
    }
    if (count > 5 && strcmp(arguments[1], "settings") == 0) {
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
