"""Encoders that are kept, shared, fed row by row; lossless files; the peers' names."""

import io
import sys
import threading
import time

import imagecodecs
import numpy as np
import pytest
import simplejpeg
from PIL import Image

import unite_jpeg
from conftest import by_pillow, noise, smooth
from unite_jpeg import Encoder, JpegError, LosslessEncoder, encode_jpegs, encode_lossless


def test_an_encoder_is_used_again() -> None:
    encoder = Encoder(quality=80, optimize=True)
    pictures = [smooth(size, 2 * size) for size in (5, 200, 17, 64)]
    first = [encoder.encode(picture) for picture in pictures]
    with pytest.raises(JpegError):
        encoder.encode(np.zeros((0, 3), np.uint8))
    assert [encoder.encode(picture) for picture in pictures] == first
    assert [Encoder(quality=80, optimize=True).encode(picture) for picture in pictures] == first


def test_many_pictures() -> None:
    tiles = [noise(16 + i % 5, 24, 3, seed=i) for i in range(200)]
    expected = [unite_jpeg.encode_jpeg(tile) for tile in tiles]
    for threads in (0, 1, 2, 7, 1000):
        assert encode_jpegs(tiles, threads=threads) == expected
    assert encode_jpegs([]) == [] and encode_jpegs(iter(tiles[:3])) == expected[:3]
    with pytest.raises(JpegError, match="picture 5: samples"):
        encode_jpegs([*tiles[:5], np.zeros((3, 3))])
    with pytest.raises(JpegError, match="picture 2: .*0"):
        encode_jpegs([*tiles[:2], np.zeros((0, 3), np.uint8), np.zeros((0, 3), np.uint8)])
    with pytest.raises(TypeError, match="picture 1: a picture is an array"):
        encode_jpegs([tiles[0], "tile"])


def test_one_encoder_in_many_threads() -> None:
    encoder = Encoder(75)
    pictures = [smooth(100 + i, 130) for i in range(8)]
    expected = [encoder.encode(picture) for picture in pictures]
    found: list[bool] = []

    def work(i: int) -> None:
        found.extend(encoder.encode(pictures[i]) == expected[i] for _ in range(20))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 160 and all(found)


def test_python_goes_on_while_a_picture_is_encoded() -> None:
    picture = noise(3000, 3000, 3)
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)
    # With an interval this long the thread runs only where the lock is given up.
    counter = threading.Thread(target=count)
    try:
        counter.start()
        before = ticks
        unite_jpeg.encode_jpeg(picture, 95, progressive=True)
        during = ticks - before
    finally:
        done.set()
        sys.setswitchinterval(interval)
        counter.join()
    assert during > 100


@pytest.mark.parametrize("colorspace, channels", [("RGB", 3), ("GRAY", 1), ("BGRA", 4), ("CMYK", 4)])
def test_rows(colorspace: str, channels: int) -> None:
    picture = noise(77, 50, channels)
    for settings in ({}, {"optimize": True}, {"progressive": True}, {"threads": 3}):
        encoder = Encoder(80, "420", **settings)
        expected = encoder.encode(picture, colorspace)
        for step in (1, 7, 16, 77):
            file = io.BytesIO()
            with encoder.rows(50, 77, file, colorspace) as rows:
                for y in range(0, 77, step):
                    rows.write(picture[y : y + step])
            assert file.getvalue() == expected


def test_rows_that_do_not_fit() -> None:
    file = io.BytesIO()
    with pytest.raises(JpegError, match="only 3 rows"):
        with Encoder().rows(8, 4, file, "GRAY") as rows:
            rows.write(noise(3, 8))
    with Encoder().rows(8, 4, file, "GRAY") as rows:
        with pytest.raises(JpegError, match="5 rows"):
            rows.write(noise(5, 8))
        with pytest.raises(JpegError, match="7 samples"):
            rows.write(noise(1, 7))
        with pytest.raises(JpegError, match="channels"):
            rows.write(noise(1, 8, 3))
        rows.write(noise(4, 8))
    with pytest.raises(JpegError, match="no more rows"):
        rows.write(noise(1, 8))
    with pytest.raises(JpegError):
        Encoder().rows(0, 4, file)
    with pytest.raises(JpegError):
        Encoder().rows(4, 65536, file)
    with pytest.raises(JpegError):
        Encoder().rows(-4, 6, file)


def test_a_block_that_fails_and_a_file_that_fails() -> None:
    file = io.BytesIO()
    with pytest.raises(KeyError):
        with Encoder().rows(8, 4, file, "GRAY") as rows:
            raise KeyError
    assert not unite_jpeg.is_jpeg(file.getvalue())
    with pytest.raises(JpegError, match="no more rows"):
        rows.write(noise(1, 8))

    class Full(io.RawIOBase):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        with Encoder().rows(8, 4, Full(), "GRAY") as rows:
            rows.write(noise(4, 8))


@pytest.mark.parametrize("dtype, bits", [(np.uint8, 8), (np.uint8, 3), (np.uint16, 16), (np.uint16, 12), (np.uint16, 9)])
@pytest.mark.parametrize("predictor", [1, 2, 3, 4, 5, 6, 7, "best"])
def test_lossless(dtype: type, bits: int, predictor: int | str) -> None:
    for shape in ((1, 1), (5, 7), (40, 33), (24, 31, 3)):
        samples = noise(*shape, dtype=dtype) >> (np.iinfo(dtype).bits - bits)
        file = encode_lossless(samples, predictor, bits=bits)
        decoded = imagecodecs.jpeg_decode(file)
        assert np.array_equal(decoded.reshape(shape), samples), shape
        wide = np.zeros((2 * shape[0], 3 * shape[1], *shape[2:]), dtype)
        wide[::2, ::3] = samples
        for other in (wide[::2, ::3], samples[::-1].copy()[::-1], np.asfortranarray(samples)):
            assert encode_lossless(other, predictor, bits=bits) == file
        assert LosslessEncoder(predictor, bits=bits, threads=2).encode(samples) == file


def test_lossless_of_many_components() -> None:
    for channels in (2, 4):
        samples = noise(9, 8, channels, dtype=np.uint16)
        assert unite_jpeg.is_jpeg(encode_lossless(samples))
    with pytest.raises(JpegError, match="5 channels"):
        encode_lossless(noise(4, 4, 5))
    with pytest.raises(JpegError, match="more than 12 bits"):
        encode_lossless(np.full((2, 2), 4096, np.uint16), bits=12)
    with pytest.raises(JpegError, match="predictor is 8"):
        encode_lossless(noise(4, 4), 8)
    with pytest.raises(JpegError, match="point transform"):
        encode_lossless(noise(4, 4), point_transform=8)
    with pytest.raises(JpegError, match="bits"):
        encode_lossless(noise(4, 4), bits=9)


def test_names_of_simplejpeg() -> None:
    picture = smooth(48, 64)
    ours = unite_jpeg.encode_jpeg(picture, 90, "RGB", "420", False)
    theirs = simplejpeg.encode_jpeg(picture, 90, "RGB", "420", False)
    pixels = [simplejpeg.decode_jpeg(file).astype(int) for file in (ours, theirs)]
    # Theirs is made with the less accurate transform.
    assert np.abs(pixels[0] - pixels[1]).max() <= 18 and abs(len(ours) - len(theirs)) < 100
    planes = [np.ascontiguousarray(picture[:, :, 0]), noise(24, 32), noise(24, 32, seed=2)]
    ours = unite_jpeg.encode_jpeg_yuv_planes(*planes, quality=70)
    theirs = simplejpeg.encode_jpeg_yuv_planes(*planes, quality=70)
    pixels = [simplejpeg.decode_jpeg(file).astype(int) for file in (ours, theirs)]
    assert np.abs(pixels[0] - pixels[1]).max() <= 40 and abs(len(ours) - len(theirs)) < 100


def test_pillow_saves_by_this_encoder() -> None:
    modes = [Image.fromarray(smooth(40, 50)).convert(mode) for mode in ("L", "RGB", "YCbCr", "CMYK")]
    options: list[dict[str, object]] = [
        {},
        {"quality": 0},
        {"quality": 95, "subsampling": 0},
        {"subsampling": "4:1:1", "optimize": True},
        {"progressive": True, "dpi": (72, 96)},
        {"comment": b"text", "restart_marker_blocks": 4},
        {"exif": b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0", "icc_profile": b"p" * 70000},
        {"quality": "maximum"},
        {"qtables": "web_low"},
        {"smooth": 3},
        {"keep_rgb": True},
        {"keep_rgb": True, "subsampling": 0},
    ]
    theirs = [[by_pillow(image, **settings) for settings in options] for image in modes]
    registered = Image.SAVE["JPEG"]
    try:
        unite_jpeg.register_pillow()
        assert Image.SAVE["JPEG"] is not registered
        for image, files in zip(modes, theirs):
            for settings, expected in zip(options, files):
                assert by_pillow(image, **settings) == expected, (image.mode, settings)
        with pytest.raises(OSError, match="cannot write mode RGBA"):
            by_pillow(modes[1].convert("RGBA"))
    finally:
        Image.register_save("JPEG", registered)
