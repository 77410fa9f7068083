"""Arrays of every layout make the file of the packed array."""

import array
import io
import itertools

import numpy as np
import pytest
from PIL import Image

import unite_jpeg
from conftest import noise, smooth
from unite_jpeg import JpegError, encode_jpeg


def layouts(packed: np.ndarray):
    """The same samples, in other places."""
    height, width, channels = packed.shape
    yield packed
    yield np.pad(packed, ((2, 1), (3, 4), (0, 0)))[2:-1, 3:-4]
    yield packed[::-1].copy()[::-1]
    yield packed[:, ::-1].copy()[:, ::-1]
    yield packed[:, :, ::-1].copy()[:, :, ::-1]
    yield packed[::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1]
    yield np.asfortranarray(packed)
    yield packed.transpose(2, 0, 1).copy().transpose(1, 2, 0)
    yield packed.transpose(2, 1, 0).copy().transpose(2, 1, 0)
    yield packed.transpose(1, 0, 2).copy().transpose(1, 0, 2)
    wide = np.zeros((height * 2, width * 3, channels + 1), np.uint8)
    wide[::2, ::3, :channels] = packed
    yield wide[::2, ::3, :channels]
    deep = np.zeros((height, width, channels + 1), np.uint8)
    deep[:, :, 1:] = packed
    yield deep[:, :, 1:]


@pytest.mark.parametrize("colorspace", ["RGB", "BGR", "RGBA", "BGRA", "YCbCr", "CMYK", "YCCK", "LA"])
def test_layouts(colorspace: str) -> None:
    channels = {"LA": 2, "RGB": 3, "BGR": 3, "YCbCr": 3}.get(colorspace, 4)
    for height, width in ((1, 1), (1, 5), (6, 1), (13, 21), (40, 24)):
        packed = noise(height, width, channels)
        expected = encode_jpeg(packed, 80, colorspace)
        for number, other in enumerate(layouts(packed)):
            assert np.array_equal(other, packed)
            for subsampling in ("444", "420"):
                file = encode_jpeg(other, 80, colorspace, subsampling)
                assert file == encode_jpeg(packed, 80, colorspace, subsampling), (colorspace, number)
        assert encode_jpeg(memoryview(packed), 80, colorspace) == expected


def test_colours_agree() -> None:
    rgb = smooth(30, 50)
    expected = encode_jpeg(rgb)
    alpha = np.dstack([rgb, np.full((30, 50), 7, np.uint8)])
    assert encode_jpeg(rgb[:, :, ::-1], colorspace="BGR") == expected
    assert encode_jpeg(rgb[:, :, ::-1].copy(), colorspace="bgr") == expected
    assert encode_jpeg(alpha) == encode_jpeg(alpha, colorspace="RGBX") == expected
    assert encode_jpeg(alpha[:, :, [2, 1, 0, 3]], colorspace="BGRA") == expected
    assert encode_jpeg(alpha[:, :, :3]) == expected


def test_rows_that_share_samples() -> None:
    row = noise(1, 20, 3)
    assert encode_jpeg(np.broadcast_to(row, (16, 20, 3))) == encode_jpeg(np.repeat(row, 16, axis=0))
    sliding = np.lib.stride_tricks.sliding_window_view(noise(40), 25)
    assert encode_jpeg(sliding) == encode_jpeg(sliding.copy())


def test_memory_that_is_no_numpy() -> None:
    samples = noise(6, 8)
    plain = memoryview(array.array("B", samples.tobytes())).cast("B", (6, 8))
    assert encode_jpeg(plain) == encode_jpeg(samples)
    frozen = samples.copy()
    frozen.flags.writeable = False
    assert encode_jpeg(frozen) == encode_jpeg(samples)


def test_pillow() -> None:
    rgb = smooth(33, 47)
    image = Image.fromarray(rgb)
    assert encode_jpeg(image) == encode_jpeg(rgb)
    assert encode_jpeg(image.convert("L")) == encode_jpeg(np.asarray(image.convert("L")))
    assert encode_jpeg(image.convert("RGBA")) == encode_jpeg(rgb)
    cmyk = image.convert("CMYK")
    assert encode_jpeg(cmyk) == encode_jpeg(np.asarray(cmyk), colorspace="CMYK")
    for mode in ("P", "1", "I", "F", "LAB", "HSV", "I;16"):
        with pytest.raises(JpegError, match="convert|16 bits"):
            encode_jpeg(Image.new(mode, (8, 8)))


@pytest.mark.parametrize(
    "wrong, message",
    [
        (np.zeros((4, 4, 3), np.float32), "format 'f'"),
        (np.zeros((4, 4, 3), np.int8), "format 'b'"),
        (np.zeros((4, 4, 3), bool), "uint8 or uint16"),
        (np.zeros((4, 4), np.uint16), "encode_lossless"),
        (np.zeros((4, 4), ">u2"), "byte order"),
        (np.zeros((4, 4, 3), np.uint32), "uint8 or uint16"),
        (np.zeros(16, np.uint8), "1 dimensions"),
        (np.zeros((1, 4, 4, 3), np.uint8), "4 dimensions"),
        (np.zeros((4, 4, 5), np.uint8), "5 channels"),
        (np.zeros((4, 4, 0), np.uint8), "0 channels"),
        (np.zeros((0, 4, 3), np.uint8), "0"),
        (np.zeros((4, 0, 3), np.uint8), "0"),
        (np.broadcast_to(np.uint8(0), (1, 65536)), "65536"),
        (np.broadcast_to(np.uint8(0), (65536, 1)), "65536"),
        (np.broadcast_to(np.uint8(0), (1 << 33, 1)), "65535|4294967295"),
        (b"bytes", "1 dimensions"),
    ],
)
def test_wrong_arrays(wrong: object, message: str) -> None:
    with pytest.raises(JpegError, match=message):
        encode_jpeg(wrong)


@pytest.mark.parametrize("wrong", [None, 5, "text", [[1, 2], [3, 4]], object()])
def test_no_arrays(wrong: object) -> None:
    with pytest.raises(TypeError, match="a picture is an array"):
        encode_jpeg(wrong)


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"quality": 0}, "quality is 0"),
        ({"quality": 101}, "quality is 101"),
        ({"quality": -1}, "quality"),
        ({"quality": 10**40}, "quality"),
        ({"subsampling": "4:3:1"}, "subsampling '4:3:1'"),
        ({"colorspace": "HSV"}, "colorspace 'HSV'"),
        ({"colorspace": "GRAY"}, "GRAY has 1 channels, and the array 3"),
        ({"restart": 65536}, "restart"),
        ({"restart": -1}, "restart"),
        ({"threads": -1}, "threads"),
        ({"threads": 10**6}, "threads"),
        ({"dpi": 0}, "dpi"),
        ({"dpi": (1, 70000)}, "dpi"),
        ({"exif": b"x" * 65536}, "EXIF"),
        ({"xmp": b"x" * 65536}, "XMP"),
        ({"comment": "x" * 65536}, "comment"),
        ({"icc": b"x" * (255 * 65519 + 1)}, "ICC"),
    ],
)
def test_wrong_settings(settings: dict[str, object], message: str) -> None:
    with pytest.raises(JpegError, match=message) as caught:
        encode_jpeg(noise(4, 4, 3), **settings)
    assert isinstance(caught.value, ValueError)


def test_unknown_settings_are_type_errors() -> None:
    with pytest.raises(TypeError, match="smooth"):
        encode_jpeg(noise(4, 4), smooth=5)
    with pytest.raises(TypeError):
        encode_jpeg(noise(4, 4), quality="high")


def test_random_views() -> None:
    random = np.random.default_rng(7)
    for _ in range(300):
        base = noise(*random.integers(1, 30, 2), random.integers(1, 5), seed=int(random.integers(1000)))
        steps = [slice(None, None, int(step)) for step in random.choice([-3, -2, -1, 1, 2, 3], 2)]
        view = base[steps[0], steps[1], :: int(random.choice([-1, 1]))]
        if random.integers(2) and view.shape[2] in (1, 3):
            view = view.swapaxes(0, 1)
        colorspace = random.choice({1: ["GRAY"], 2: ["LA"], 3: ["RGB", "BGR", "YCbCr"], 4: ["RGBA", "CMYK"]}[view.shape[2]])
        subsampling = str(random.choice(["444", "440", "422", "411", "420", "gray"]))
        if colorspace == "CMYK" and subsampling == "gray":
            continue
        expected = encode_jpeg(np.ascontiguousarray(view), 75, colorspace, subsampling)
        assert encode_jpeg(view, 75, colorspace, subsampling) == expected


def test_every_setting_at_once(decode) -> None:
    picture = smooth(50, 70)
    for progressive, optimize, subsampling in itertools.product((False, True), (False, True), ("444", "4:1:1", "440")):
        file = encode_jpeg(
            picture, 92, subsampling=subsampling, progressive=progressive, optimize=optimize, restart=3, threads=2
        )
        assert np.abs(decode(file).astype(int) - picture).mean() < 12


def test_is_jpeg() -> None:
    file = encode_jpeg(noise(4, 4))
    assert unite_jpeg.is_jpeg(file) and unite_jpeg.is_jpeg(memoryview(file))
    assert not unite_jpeg.is_jpeg(b"") and not unite_jpeg.is_jpeg(file[:-1])
    with pytest.raises(OSError):
        Image.open(io.BytesIO(b"no file")).load()
