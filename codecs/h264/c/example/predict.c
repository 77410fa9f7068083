// A 4x4 block of a picture is predicted, its residual coded, and a step between blocks deblocked.
//
//     cc -Icodecs/h264/c/include codecs/h264/c/example/predict.c target/release/libunite_h264_c.a -lpthread -ldl -lm

#include <stdio.h>
#include <string.h>

#include "unite_h264.h"

enum { STRIDE = 32, HEIGHT = 16, QP = 28 };

static uint8_t samples[HEIGHT * STRIDE], recon[HEIGHT * STRIDE];

int main(void)
{
    // Diagonal stripes; what is constructed so far differs a little.
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < STRIDE; x++) {
            samples[y * STRIDE + x] = (uint8_t)(100 + 20 * ((x - y) & 3));
        }
    }
    memcpy(recon, samples, sizeof recon);
    recon[3 * STRIDE + 5] += 3;

    // Which of the nine modes predicts the block at row 4, column 4 best?
    uint8_t *block = recon + 4 * STRIDE + 4;
    const uint8_t *wanted = samples + 4 * STRIDE + 4;
    uint8_t pred[16];
    uint32_t best = 0;
    int32_t cost = INT32_MAX;
    for (uint32_t mode = 0; mode < 9; mode++) {
        if (!unite_h264_intra_4x4(mode, pred, 4, block, STRIDE)) {
            return 1;
        }
        int32_t satd = unite_h264_satd(4, 4, wanted, STRIDE, pred, 4);
        printf("mode %u costs %d\n", (unsigned)mode, (int)satd);
        if (satd < cost) {
            cost = satd;
            best = mode;
        }
    }
    printf("the best mode is %u\n", (unsigned)best);

    // Predicted in place, and its residual coded.
    uint8_t flat[16];
    memset(flat, 16, sizeof flat);
    uint16_t level_scale[96], mf[16], bias[16];
    unite_h264_level_scale_4x4(level_scale, flat);
    unite_h264_multiplier_4x4(mf, flat, QP);
    for (int i = 0; i < 16; i++) {
        bias[i] = unite_h264_bias(mf[i], 21);
    }
    int16_t levels[16], list[16];
    unite_h264_intra_4x4_in_place(best, block, STRIDE);
    bool any = unite_h264_code_4x4(block, STRIDE, wanted, STRIDE, levels, mf, bias, level_scale, QP);
    unite_h264_scan_4x4(list, levels, false);
    printf("%s\n", any ? "levels:" : "no levels");
    for (int i = 0; any && i < 16; i++) {
        printf("%d%c", list[i], i < 15 ? ' ' : '\n');
    }
    printf("the sum of absolute differences is %d\n", (int)unite_h264_sad(4, 4, wanted, STRIDE, block, STRIDE));

    // A step in the middle of the picture.
    for (int y = 0; y < HEIGHT; y++) {
        memset(recon + y * STRIDE, 100, STRIDE / 2);
        memset(recon + y * STRIDE + STRIDE / 2, 108, STRIDE / 2);
    }
    const uint8_t strengths[4] = {2, 2, 0, 2};
    int32_t alpha, beta;
    int8_t tc0[4];
    unite_h264_deblock_thresholds(36, 36, 0, 0, strengths, &alpha, &beta, tc0);
    unite_h264_deblock_luma_vertical(recon + STRIDE / 2, STRIDE, alpha, beta, tc0);
    for (int y = 0; y < HEIGHT; y += 8) {
        for (int x = STRIDE / 2 - 3; x < STRIDE / 2 + 3; x++) {
            printf("%d%c", recon[y * STRIDE + x], x < STRIDE / 2 + 2 ? ' ' : '\n');
        }
    }
    return 0;
}
