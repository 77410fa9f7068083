// Encodes with x264, with its own functions and with ours in their place: what tests of all bit depths have in common. `BIT_DEPTH` is
// defined before.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <x264.h>

static bool replace; // whether tables are ours from now on

enum { ROOM = 1 << 22, MOST_KINDS = 64, MOST_TABLES = 10 };

// What programs share that encode. Each stream is encoded in a program of its own: what x264 finds in memory that it did not write
// is then the same every time, and a kernel that ends a program ends no other.
static struct {
    int failures;
    unsigned long calls[MOST_KINDS]; // how often our kernels were called, by kind
    bool compared[MOST_TABLES]; // whether the functions of a table were compared
    size_t size;
    uint8_t stream[ROOM];
} *shared;

// Random numbers, extremes among them.

static uint64_t state = 1;

static uint32_t next(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static int within(int lo, int hi)
{
    uint32_t kind = next() % 8;
    return kind == 0 ? lo : kind == 1 ? hi : lo + (int)(next() % (uint32_t)(hi - lo + 1));
}

static bool assembly = true; // whether x264 may use its own

// A clip: a texture that moves behind a square that moves elsewhere.

static int width = 96, height = 80, frames = 4;
static bool interlaced; // whether odd rows are half a frame later

static int sample(int c, int y, int x, int frame)
{
    int u = 4 * x + 3 * frame, v = 4 * y + 2 * frame;
    int texture = 128 + ((u * u / 97 + v * 5 / 3 + (u ^ v) / 9) & 63) - (v / 7 & 31);
    bool square = abs(x - 20 - 5 * frame) < 16 && abs(y - 40) < 20;
    switch (c) {
    case 0: return square ? 200 - (x - 5 * frame) % 9 * 6 : texture;
    case 1: return square ? 90 : 110 + (u / 5 & 31);
    default: return square ? 170 : 140 - (v / 5 & 31);
    }
}

static void draw(x264_picture_t *picture, int format, int shown)
{
    for (int c = 0; c < picture->img.i_plane; c++) {
        // How many samples of luminance one of this plane is for.
        int down = c > 0 && format == X264_CSP_I420 ? 2 : 1, across = c > 0 && format != X264_CSP_I444 ? 2 : 1;
        for (int y = 0; y < height / down; y++) {
            int frame = interlaced ? 6 * shown + y % 2 * 3 : shown;
            for (int x = 0; x < width / across; x++) {
                uint8_t *row = picture->img.plane[c] + y * picture->img.i_stride[c];
                int bits = sample(c, y * down, x * across, frame) & 0xFF;
#if BIT_DEPTH == 8
                row[x] = (uint8_t)bits;
#else
                // Samples whose last bits are not the same everywhere.
                ((uint16_t *)row)[x] = (uint16_t)(bits << (BIT_DEPTH - 8) | ((3 * x + 5 * y + frame) & ((1 << (BIT_DEPTH - 8)) - 1)));
#endif
            }
        }
    }
    picture->i_pts = shown;
}

typedef struct {
    const char *name, *preset, *tune, *profile, *options;
    int format;
    bool constant; // whether the quantiser is the same all the time
} Setting;

static size_t encode(const Setting *setting, uint8_t *stream, size_t room)
{
    x264_param_t parameters;
    if (x264_param_default_preset(&parameters, setting->preset, setting->tune) != 0) {
        fprintf(stderr, "x264 has no preset %s, or no tune %s\n", setting->preset, setting->tune);
        exit(2);
    }
    int format = BIT_DEPTH == 8 ? setting->format : setting->format | X264_CSP_HIGH_DEPTH;
    parameters.i_bitdepth = BIT_DEPTH;
    parameters.i_csp = format;
    parameters.i_width = width;
    parameters.i_height = height;
    parameters.i_threads = 1;
    parameters.i_lookahead_threads = 1;
    parameters.i_log_level = X264_LOG_ERROR;
    if (setting->constant) {
        parameters.rc.i_rc_method = X264_RC_CQP;
        parameters.rc.i_qp_constant = 27;
    }
    char options[512];
    snprintf(options, sizeof options, "%s", setting->options);
    for (char *rest, *option = strtok_r(options, ":", &rest); option; option = strtok_r(NULL, ":", &rest)) {
        char *value = strchr(option, '=');
        *value++ = 0;
        if (x264_param_parse(&parameters, option, value) != 0) {
            fprintf(stderr, "x264 has no option %s=%s\n", option, value);
            exit(2);
        }
    }
    if (!assembly) {
        parameters.cpu = 0;
    }
    if (setting->profile) {
        x264_param_apply_profile(&parameters, setting->profile);
    }
    interlaced = parameters.b_interlaced;
    x264_t *encoder = x264_encoder_open(&parameters);
    x264_picture_t in, out;
    x264_nal_t *nals;
    int count;
    size_t size = 0;
    if (!encoder) {
        // Options that cannot be together.
        return 0;
    }
    if (x264_picture_alloc(&in, format, width, height) != 0) {
        exit(2);
    }
    for (int frame = 0; frame < frames || x264_encoder_delayed_frames(encoder) > 0; frame++) {
        if (frame < frames) {
            draw(&in, setting->format, frame);
        }
        int bytes = x264_encoder_encode(encoder, &nals, &count, frame < frames ? &in : NULL, &out);
        if (bytes < 0 || size + (size_t)bytes > room) {
            fprintf(stderr, "x264 does not encode %s: %s\n", setting->name, setting->options);
            exit(2);
        }
        if (bytes > 0) {
            memcpy(stream + size, nals[0].p_payload, (size_t)bytes);
            size += (size_t)bytes;
        }
    }
    x264_picture_clean(&in);
    x264_encoder_close(encoder);
    return size;
}

// Encodes in a program of its own. The result is how many bytes there are, or -1 where the program ended otherwise.
static long encode_apart(const Setting *setting)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        shared->size = encode(setting, shared->stream, ROOM);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        exit(2);
    }
    if (status != 0) {
        printf("ENDED by signal %d, code %d ", WIFSIGNALED(status) ? WTERMSIG(status) : 0, WEXITSTATUS(status));
        return -1;
    }
    return (long)shared->size;
}

static unsigned long all_calls(void)
{
    unsigned long all = 0;
    for (int kind = 0; kind < MOST_KINDS; kind++) {
        all += shared->calls[kind];
    }
    return all;
}

// Encodes with and without ours. The result is how many bytes there are, 0 where the options cannot be together.
static long compare_streams(const Setting *setting, bool told)
{
    static uint8_t theirs[ROOM];
    printf("%s, %s, %s, %dx%d: ", setting->name, setting->tune ? setting->tune : "-", setting->options, width, height);
    replace = false;
    long size = encode_apart(setting);
    memcpy(theirs, shared->stream, size > 0 ? (size_t)size : 0);
    replace = true;
    unsigned long before = all_calls();
    long got = encode_apart(setting);
    bool same = size >= 0 && size == got && memcmp(theirs, shared->stream, (size_t)size) == 0;
    shared->failures += !same;
    if (told || !same) {
        printf("%ld bytes, %s, %lu calls\n", size, same ? "the same" : "DIFFERENT", all_calls() - before);
    } else {
        printf("%s\n", size ? "the same" : "not possible");
    }
    return size;
}

static const char *const presets[10] = {
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo"
};
static const char *const tunes[9] = {
    NULL, "film", "animation", "grain", "stillimage", "psnr", "ssim", "fastdecode", "zerolatency"
};

// What is compared of a long list: every `of`th setting, from number `first` on.
typedef struct {
    int first, of;
} Part;

// Presets and tunes as they are, every `step`th of them, from one to the next in such a way that all of both are among them.
static void compare_presets(int step, Part part)
{
    int done = 0;
    width = step > 1 ? 64 : 96, height = step > 1 ? 48 : 80, frames = step > 1 ? 3 : 4;
    for (int i = part.first * step; i < 10 * 9; i += part.of * step, done++) {
        Setting setting = {presets[i % 10], presets[i % 10], tunes[(i + i / 10) % 9], NULL, "", X264_CSP_I420, false};
        compare_streams(&setting, false);
    }
    printf("%d presets and tunes\n", done);
}

// Options, and values of them.
static const char *const choices[][10] = {
    {"me", "dia", "hex", "umh", "esa", "tesa"},
    {"subme", "0", "1", "2", "4", "6", "7", "9", "10", "11"},
    {"merange", "4", "16", "24", "33"},
    {"ref", "1", "2", "4", "8", "16"},
    {"bframes", "0", "1", "2", "3", "8"},
    {"b-adapt", "0", "1", "2"},
    {"b-pyramid", "none", "strict", "normal"},
    {"weightb", "0", "1"},
    {"weightp", "0", "1", "2"},
    {"direct", "none", "spatial", "temporal", "auto"},
    {"trellis", "0", "1", "2"},
    {"8x8dct", "0", "1"},
    {"cabac", "0", "1"},
    {"partitions", "none", "all", "i4x4", "p8x8,p4x4", "i8x8,b8x8"},
    {"no-deblock", "1"},
    {"deblock", "-6,-6", "-1,2", "3,0", "6,6"},
    {"qp", "0", "1", "10", "24", "37", "51"},
    {"crf", "1", "12", "23", "40", "51"},
    {"bitrate", "20", "100", "1000"},
    {"qpmin", "0", "30"},
    {"keyint", "1", "2", "5", "infinite"},
    {"scenecut", "0", "40", "80"},
    {"intra-refresh", "1"},
    {"constrained-intra", "1"},
    {"cqm", "flat", "jvt"},
    {"tff", "1"},
    {"bff", "1"},
    {"fake-interlaced", "1"},
    {"psy-rd", "0,0", "0.4,0", "1,0.2", "2,1"},
    {"no-psy", "1"},
    {"aq-mode", "0", "1", "2", "3"},
    {"aq-strength", "0.2", "1.5"},
    {"mbtree", "0", "1"},
    {"rc-lookahead", "0", "3", "20"},
    {"nr", "0", "50", "1000"},
    {"deadzone-inter", "0", "32"},
    {"deadzone-intra", "0", "32"},
    {"chroma-qp-offset", "-12", "-3", "12"},
    {"no-chroma-me", "1"},
    {"no-fast-pskip", "1"},
    {"no-dct-decimate", "1"},
    {"mixed-refs", "0", "1"},
    {"slices", "1", "2", "4"},
    {"slice-max-size", "150", "900"},
    {"slice-max-mbs", "3", "11"},
    {"sliced-threads", "1"},
    {"threads", "2"},
    {"ssim", "1"},
    {"psnr", "1"},
    {"open-gop", "1"},
};

// Presets, tunes, options, formats and sizes at random.
static void compare_random(int count, Part part)
{
    static const int formats[8] = {
        X264_CSP_I420, X264_CSP_I420, X264_CSP_I420, X264_CSP_I420, X264_CSP_I422, X264_CSP_I422, X264_CSP_I444, X264_CSP_I400
    };
    int encoded = 0, done = 0;
    for (int i = part.first; i < count; i += part.of, done++) {
        state = (1 + (uint64_t)i) * 0x9E3779B97F4A7C15u + 1;
        next();
        char options[512] = "";
        for (int left = within(1, 6); left > 0; left--) {
            const char *const *choice = choices[next() % (sizeof choices / sizeof *choices)];
            int values = 1;
            while (values < 9 && choice[1 + values]) {
                values++;
            }
            size_t len = strlen(options);
            const char *value = choice[1 + next() % (uint32_t)values];
            snprintf(options + len, sizeof options - len, "%s%s=%s", len ? ":" : "", choice[0], value);
        }
        // The slowest are asked for less often: they are with all others above.
        Setting setting = {presets[next() % 10], NULL, tunes[next() % 9], NULL, options, formats[next() % 8], false};
        setting.preset = setting.name;
        bool small = next() % 2;
        width = 4 * within(small ? 4 : 8, small ? 12 : 32);
        height = 4 * within(small ? 4 : 8, small ? 12 : 24);
        frames = within(1, 6);
        // Now and then without assembly: what only its C does the same is ours then, too.
        assembly = next() % 4 != 0;
        encoded += compare_streams(&setting, false) > 0;
    }
    assembly = true;
    printf("%d random settings, of which %d can be\n", done, encoded);
    if (encoded * 2 < done) {
        fprintf(stderr, "most random settings cannot be\n");
        shared->failures++;
    }
}
