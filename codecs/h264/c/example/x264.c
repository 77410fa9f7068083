// An encoder on our kernels: x264's static library, linked with `-Wl,--wrap=` for each of the functions below, which make its
// tables when an encoder is opened. After they ran we fill in ours. Places are those of x264 164.

#include <inttypes.h>
#include <stdio.h>

#include <x264.h>

#include "unite_h264.h"

// A table of x264 is a structure of pointers to functions.
#define TABLE(name, parameters, arguments, ...)                \
    void __real_x264_8_##name parameters;                      \
    void __wrap_x264_8_##name parameters;                      \
    void __wrap_x264_8_##name parameters                       \
    {                                                          \
        __real_x264_8_##name arguments;                        \
        __VA_ARGS__;                                           \
    }
#define SIMPLE(name, ...) TABLE(name, (uint32_t cpu, void **t), (cpu, t), __VA_ARGS__)
#define AT(place) ((void *)(t + (place)))

SIMPLE(predict_4x4_init, unite_h264_x264_predict_4x4(AT(0)))
SIMPLE(predict_16x16_init, unite_h264_x264_predict_16x16(AT(0)))
SIMPLE(predict_8x8c_init, unite_h264_x264_predict_8x8c(AT(0)))
SIMPLE(predict_8x16c_init, unite_h264_x264_predict_8x16c(AT(0)))
SIMPLE(pixel_init, unite_h264_x264_costs(AT(0), AT(8), AT(16)); unite_h264_x264_sa8d(AT(31));
       unite_h264_x264_costs_of_many(AT(99), AT(106), AT(113), AT(120));
       unite_h264_x264_activity(AT(84), AT(88), AT(92)); unite_h264_x264_pictures(AT(81), AT(82), AT(97)))
SIMPLE(dct_init, unite_h264_x264_dc(AT(14)))
TABLE(quant_init, (void *h, uint32_t cpu, void **t), (h, cpu, t), unite_h264_x264_quantize(AT(0), AT(3));
      unite_h264_x264_scale(AT(5)); unite_h264_x264_decimate(AT(12), AT(13)); unite_h264_x264_last(AT(16));
      unite_h264_x264_level_run(AT(32)); unite_h264_x264_trellis(AT(47), AT(49), AT(51), AT(52)))
TABLE(mc_init, (uint32_t cpu, void **t, int independent), (cpu, t, independent), unite_h264_x264_luma(AT(0), AT(1));
      unite_h264_x264_average(AT(3)); unite_h264_x264_inter(AT(2), AT(33)); unite_h264_x264_copy(AT(15), AT(22));
      unite_h264_x264_chroma(AT(23), AT(24)); unite_h264_x264_planes(AT(26), AT(28), AT(29), AT(45)))
TABLE(deblock_init, (uint32_t cpu, void **t, int mbaff), (cpu, t, mbaff), unite_h264_x264_strength(AT(20)))

// Ten pictures of a slope that moves, and a number that is another one for other streams.
int main(void)
{
    x264_param_t parameters;
    x264_picture_t in, out;
    x264_nal_t *nals;
    int count, size = 0;
    uint32_t sum = 0;
    x264_param_default_preset(&parameters, "slow", NULL);
    parameters.i_width = 64;
    parameters.i_height = 48;
    parameters.i_csp = X264_CSP_I420;
    parameters.i_threads = 1;
    parameters.i_log_level = X264_LOG_ERROR;
    x264_t *encoder = x264_encoder_open(&parameters);
    if (!encoder || x264_picture_alloc(&in, X264_CSP_I420, 64, 48) != 0) {
        return 1;
    }
    for (int frame = 0; frame < 10 || x264_encoder_delayed_frames(encoder) > 0; frame++) {
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < in.img.i_stride[c] * (c ? 24 : 48); i++) {
                in.img.plane[c][i] = (uint8_t)(i * (3 + c) / 2 + 5 * frame + (i ^ frame) % 7);
            }
        }
        in.i_pts = frame;
        int bytes = x264_encoder_encode(encoder, &nals, &count, frame < 10 ? &in : NULL, &out);
        if (bytes < 0) {
            return 1;
        }
        for (int i = 0; i < bytes; i++) {
            sum = sum * 31 + nals[0].p_payload[i];
        }
        size += bytes;
    }
    x264_picture_clean(&in);
    x264_encoder_close(encoder);
    printf("%d bytes, %08" PRIx32 "\n", size, sum);
    return 0;
}
