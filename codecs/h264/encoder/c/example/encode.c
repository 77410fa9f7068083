// Encodes ten pictures that are made, and writes them to the file that is named.
#include <stdio.h>
#include <stdlib.h>

#include "unite_h264_encoder.h"

enum { WIDTH = 64, HEIGHT = 48, PICTURES = 10 };

static uint8_t luma[HEIGHT][WIDTH], chroma[2][HEIGHT / 2][WIDTH / 2];

// Ends the program with what is wrong, if something is.
static void check(int32_t code) {
    if (code != UNITE_H264_OK) {
        fprintf(stderr, "encode: %s\n", unite_h264_encoder_message());
        exit(EXIT_FAILURE);
    }
}

// Waves that go to the left.
static void draw(int time) {
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            luma[y][x] = (uint8_t)(40 + 2 * ((x + 3 * time + y / 2) % 64));
        }
    }
    for (int y = 0; y < HEIGHT / 2; y++) {
        for (int x = 0; x < WIDTH / 2; x++) {
            chroma[0][y][x] = (uint8_t)(100 + y);
            chroma[1][y][x] = (uint8_t)(150 - x);
        }
    }
}

int main(int count, char **words) {
    UniteH264Settings settings;
    UniteH264Encoder *encoder;
    UniteH264Packet packet;
    UniteH264Picture picture = {
        .planes = {luma[0], chroma[0][0], chroma[1][0]},
        .strides = {WIDTH, WIDTH / 2, WIDTH / 2},
    };
    FILE *file = count == 2 ? fopen(words[1], "wb") : NULL;
    if (!file) {
        fprintf(stderr, "encode FILE.264\n");
        return EXIT_FAILURE;
    }
    check(unite_h264_encoder_settings(&settings, WIDTH, HEIGHT));
    settings.preset = UNITE_H264_SLOW;
    settings.rate_control = UNITE_H264_QP;
    settings.qp = 52;
    if (unite_h264_encoder_open(&settings, &encoder) != UNITE_H264_SETTING) {
        return EXIT_FAILURE;
    }
    printf("not so: %s\n", unite_h264_encoder_message());
    settings.qp = 28;
    settings.threads = 2;
    check(unite_h264_encoder_open(&settings, &encoder));
    size_t packets = 0, keys = 0;
    for (int time = 0; packets < PICTURES; time++) {
        if (time < PICTURES) {
            draw(time);
            if (time == 7) {
                check(unite_h264_encoder_force_key(encoder));
            }
            // Two threads work at several pictures: the packet is that of an earlier one, if there is any yet.
            check(unite_h264_encoder_push(encoder, &picture, &packet));
        } else {
            check(unite_h264_encoder_flush(encoder, &packet));
        }
        packets += packet.length > 0;
        keys += packet.key;
        if (fwrite(packet.data, 1, packet.length, file) != packet.length) {
            perror("encode");
            return EXIT_FAILURE;
        }
    }
    printf("%d pictures, %zu where decoding can begin\n", PICTURES, keys);
    // The last picture as a decoder has it.
    check(unite_h264_encoder_reconstruction(encoder, 0, luma[0], WIDTH, sizeof luma));
    printf("the last sample is %d\n", luma[HEIGHT - 1][WIDTH - 1]);
    unite_h264_encoder_close(encoder);
    return fclose(file) ? EXIT_FAILURE : EXIT_SUCCESS;
}
