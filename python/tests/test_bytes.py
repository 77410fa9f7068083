"""Files are those of libjpeg-turbo, byte for byte: Pillow has it, with the accurate transform."""

import io

import numpy as np
import pytest
from PIL import Image

import unite_jpeg
from conftest import by_pillow, noise, smooth

SIZES = [(1, 1), (1, 9), (7, 1), (8, 8), (16, 16), (17, 33), (64, 64), (101, 40), (200, 300)]


@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:2", "4:2:0"])
@pytest.mark.parametrize("quality", [1, 20, 50, 75, 85, 95, 100])
@pytest.mark.parametrize("kind", [{}, {"optimize": True}, {"progressive": True}])
def test_colour(subsampling: str, quality: int, kind: dict[str, bool]) -> None:
    for height, width in SIZES:
        for picture in (noise(height, width, 3), smooth(height, width)):
            theirs = by_pillow(Image.fromarray(picture), quality=quality, subsampling=subsampling, **kind)
            assert unite_jpeg.encode_jpeg(picture, quality, subsampling=subsampling, **kind) == theirs


@pytest.mark.parametrize("quality", [10, 75, 99])
def test_grey(quality: int) -> None:
    for height, width in SIZES:
        picture = noise(height, width)
        assert unite_jpeg.encode_jpeg(picture, quality) == by_pillow(Image.fromarray(picture), quality=quality)
        assert unite_jpeg.encode_jpeg(picture[:, :, None], quality, "GRAY") == unite_jpeg.encode_jpeg(picture, quality)


def test_threads_write_the_same_file() -> None:
    picture = smooth(900, 700)
    one = unite_jpeg.encode_jpeg(picture, threads=1)
    for threads in (0, 2, 3, 8):
        assert unite_jpeg.encode_jpeg(picture, threads=threads) == one


def test_metadata() -> None:
    picture = smooth(20, 30)
    exif = Image.Exif()
    exif[0x010E] = "a test"
    said = {"xmp": b"<x:xmpmeta/>", "comment": b"hello", "dpi": (300, 72)}
    theirs = by_pillow(Image.fromarray(picture), quality=75, exif=exif, icc_profile=b"p" * 70000, **said)
    ours = unite_jpeg.encode_jpeg(
        picture, 75, subsampling="420", exif=exif.tobytes(), icc=b"p" * 70000, restart=0, **said
    )
    read = Image.open(io.BytesIO(ours))
    assert read.info["comment"] == b"hello" and read.info["dpi"] == (300, 72)
    assert read.info["icc_profile"] == b"p" * 70000 and read.getexif()[0x010E] == "a test"
    assert sorted(ours) == sorted(theirs), "the same segments; their order may differ"
    text = unite_jpeg.encode_jpeg(picture, comment="größer", dpi=96)
    assert Image.open(io.BytesIO(text)).info["comment"] == "größer".encode()


def test_planes() -> None:
    for height, width in SIZES:
        for name, (down, across) in {"444": (1, 1), "422": (1, 2), "420": (2, 2), "440": (2, 1), "411": (1, 4)}.items():
            chrominance = (-(-height // down), -(-width // across))
            planes = [noise(height, width), noise(*chrominance, seed=2), noise(*chrominance, seed=3)]
            file = unite_jpeg.Encoder(90, name).encode_planes(*planes)
            with Image.open(io.BytesIO(file)) as read:
                assert read.size == (width, height)
            padded = [np.pad(plane, ((0, 0), (3, 5)))[:, 3:-5] for plane in planes]
            upside = [plane[::-1].copy()[::-1] for plane in planes]
            assert unite_jpeg.Encoder(90, name).encode_planes(*padded) == file
            assert unite_jpeg.Encoder(90, name).encode_planes(*upside) == file
    full = smooth(24, 40)
    apart = [np.ascontiguousarray(full[:, :, c]) for c in range(3)]
    assert unite_jpeg.encode_jpeg_yuv_planes(*apart, quality=80) == unite_jpeg.encode_jpeg(full, 80, "YCbCr")
