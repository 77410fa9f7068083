"""Streams are what an independent decoder reads, and files of parts are those of the whole."""

from __future__ import annotations

import doctest
import fractions
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import unite_h264
from unite_h264 import Encoder, H264Error, encode_h264, join_packets

av = pytest.importorskip("av", reason="PyAV is not installed")

Array = np.ndarray
Planes = tuple[Array, Array, Array]


def moving(width: int, height: int, count: int, seed: int = 1) -> list[Planes]:
    """Waves that move, with some noise: Y, Cb, Cr."""
    random = np.random.default_rng(seed)
    clip = []
    for number in range(count):
        planes = []
        for scale in (1, 2, 2):
            rows, columns = -(-height // scale), -(-width // scale)
            y, x = np.mgrid[0:rows, 0:columns] * scale
            waves = 128 + 70 * np.sin((x + 2 * number) / 9) * np.cos((y - number) / 7) + random.normal(0, 2, x.shape)
            planes.append(waves.clip(0, 255).astype(np.uint8))
        clip.append(tuple(planes))
    return clip


def decoded(file: bytes, format: str) -> list[Any]:
    """The pictures of a file, by libavcodec."""
    with av.open(io.BytesIO(file), format=format) as container:
        return list(container.decode(video=0))


def planes_of(picture: Any) -> list[bytes]:
    return [
        np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width].tobytes()
        for plane in picture.planes
    ]


@pytest.mark.parametrize(
    ("size", "settings"),
    [
        ((64, 48), {}),
        ((64, 48), {"qp": 20, "profile": "baseline"}),
        ((66, 34), {"qp": 35, "profile": "main", "preset": "slow", "references": 3}),
        ((33, 17), {"crf": 30.5, "preset": "ultrafast", "slices": 2, "threads": 2}),
        ((2, 2), {"qp": 26, "keyint": 1}),
        ((176, 144), {"bitrate": 200, "aq_strength": 1.0, "scenecut": 0, "keyint": 4}),
    ],
)
def test_a_decoder_has_what_the_encoder_says(size: tuple[int, int], settings: dict[str, Any]) -> None:
    clip = moving(*size, 10)
    encoder = Encoder(*size, **settings)
    stream, expected = b"", []
    for planes in clip:
        stream += encoder.encode(planes).data
        expected.append(list(encoder.reconstruction()))
    assert [planes_of(picture) for picture in decoded(stream, "h264")] == expected
    assert encode_h264(clip, format="annexb", **settings) == stream
    mp4 = encode_h264(clip, **settings)
    assert [planes_of(picture) for picture in decoded(mp4, "mp4")] == expected


def test_time_and_colour_are_said() -> None:
    file = encode_h264(moving(64, 48, 6), fps=(30000, 1001), matrix="bt601", qp=30)
    with av.open(io.BytesIO(file)) as container:
        stream = container.streams.video[0]
        assert stream.average_rate == fractions.Fraction(30000, 1001)
        pictures = list(container.decode(stream))
    assert [picture.pts for picture in pictures] == [1001 * number for number in range(6)]
    assert (pictures[0].colorspace, pictures[0].color_range) == (6, 1)


@pytest.mark.parametrize("full_range", [False, True])
@pytest.mark.parametrize(("matrix", "weights"), [("bt709", (0.2126, 0.7152)), ("bt601", (0.299, 0.587))])
def test_red_green_and_blue(matrix: Any, weights: tuple[float, float], full_range: bool) -> None:
    """Y, Cb and Cr by the formulas of the recommendations, where nothing is lost by coding."""
    red, green = weights
    blue = 1 - red - green
    for colour in np.random.default_rng(2).integers(0, 256, (20, 3)):
        frame = np.broadcast_to(colour.astype(np.uint8), (16, 16, 3))
        encoder = Encoder(16, 16, qp=4, matrix=matrix, full_range=full_range)
        encoder.encode(frame)
        r, g, b = colour / 255
        y = red * r + green * g + blue * b
        cb, cr = (b - y) / (2 - 2 * blue), (r - y) / (2 - 2 * red)
        scales = (255, 255, 255) if full_range else (219, 224, 224)
        expected = [value * scale + base for value, scale, base in zip((y, cb, cr), scales, (0 if full_range else 16, 128, 128), strict=True)]
        means = [np.frombuffer(plane, np.uint8).mean() for plane in encoder.reconstruction()]
        assert np.abs(np.array(means) - np.array(expected)).max() < 1.5, (colour, means, expected)


def test_frames_of_any_layout() -> None:
    frames = [np.random.default_rng(n).integers(0, 256, (48, 64, 3), np.uint8) for n in range(3)]
    plain = encode_h264(frames, qp=30)
    assert encode_h264([np.asfortranarray(frame) for frame in frames], qp=30) == plain
    assert encode_h264([np.ascontiguousarray(frame[:, :, ::-1])[:, :, ::-1] for frame in frames], qp=30) == plain
    assert encode_h264((memoryview(frame) for frame in frames), qp=30) == plain
    grey = [frame[..., 0] for frame in frames]
    assert encode_h264(grey, qp=30) == encode_h264([np.stack([frame] * 3, -1) for frame in grey], qp=30)


@pytest.mark.parametrize("format", ["mp4", "annexb"])
@pytest.mark.parametrize("preset", ["fast", "slow"])
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_parts_are_joined_to_the_whole(format: Any, preset: Any, groups: int) -> None:
    clip = moving(66, 50, 26)
    settings: dict[str, Any] = {"qp": 28, "preset": preset, "keyint": 4, "scenecut": 0, "references": 2}
    packets = []
    for start in range(0, 26, 4 * groups):
        encoder = Encoder(66, 50, keys_before=start // 4, **settings)
        packets += [encoder.encode(planes) for planes in clip[start : start + 4 * groups]]
    whole = encode_h264(clip, format=format, **settings)
    assert join_packets(packets, 66, 50, format=format, **settings) == whole
    assert [packet.key for packet in packets] == [number % 4 == 0 for number in range(26)]


def test_files(tmp_path: Path) -> None:
    clip = moving(32, 32, 3)
    for name, format in (("a.mp4", "mp4"), ("a.h264", "annexb"), ("a.264", "annexb")):
        assert encode_h264(clip, tmp_path / name, qp=30) is None
        assert (tmp_path / name).read_bytes() == encode_h264(clip, format=format, qp=30)
    there = sorted(path.name for path in tmp_path.iterdir())
    assert there == ["a.264", "a.h264", "a.mp4"]
    with pytest.raises(H264Error, match="a frame has 16x32 pixels, and the stream 32x32"):
        encode_h264([*clip, *moving(16, 32, 1)], tmp_path / "b.mp4")
    assert sorted(path.name for path in tmp_path.iterdir()) == there
    with pytest.raises(OSError, match="No such file"):
        encode_h264(clip, tmp_path / "missing" / "a.mp4")


FRAME = np.zeros((16, 16, 3), np.uint8)


@pytest.mark.parametrize(
    ("frame", "settings", "sentence"),
    [
        (FRAME, {"qp": 52}, "qp is 52, and must be an integer of 0 to 51"),
        (FRAME, {"qp": -1}, "qp is -1"),
        (FRAME, {"crf": 60.0}, "CRF is 52"),
        (FRAME, {"qp": 20, "crf": 20.0}, "qp, crf and bitrate exclude each other"),
        (FRAME, {"profile": "high10"}, "profile is 'high10', and must be baseline, main or high"),
        (FRAME, {"preset": "placebo"}, "preset is 'placebo', and must be one of ultrafast"),
        (FRAME, {"matrix": "bt2020"}, "matrix is 'bt2020'"),
        (FRAME, {"keyint": 0}, "key interval is 0"),
        (FRAME, {"keys_before": -1}, "keys_before is -1, and must be an integer of 0 to 4294967295"),
        (FRAME, {"fps": 29.97}, "fps is 29.97, and must be an integer, or a pair"),
        (FRAME, {"bframes": 2}, "there is no setting 'bframes'"),
        (FRAME, {"aq_strength": 4.0}, "aq_strength is 4, and must be 0 to 3"),
        (FRAME[..., :2], {}, r"a frame has the shape \[16, 16, 2\]"),
        (FRAME[0, 0], {}, r"a frame has the shape \[3\]"),
        (FRAME[:0], {}, r"a frame has the shape \[0, 16, 3\]|no level"),
        ((FRAME[..., 0],) * 3, {}, r"Cb has the shape \[16, 16\], and for Y of \[16, 16\] it must have \[8, 8\]"),
        ((FRAME[..., 0],) * 2, {}, "a frame has 2 planes"),
    ],
)
def test_what_is_refused(frame: Any, settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(H264Error, match=sentence):
        encode_h264([frame], **settings)


def test_other_objects() -> None:
    with pytest.raises(TypeError):
        encode_h264([object()])
    with pytest.raises((TypeError, BufferError)):
        encode_h264([FRAME.astype(np.float32)])
    with pytest.raises(H264Error, match="there are no frames"):
        encode_h264([])
    with pytest.raises(H264Error, match="'.mkv' is no ending"):
        encode_h264([FRAME], "a.mkv")


def test_examples_and_types() -> None:
    assert doctest.testmod(unite_h264).failed == 0
    here = Path(__file__).parent.parent
    assert doctest.testfile(str(here / "README.md"), module_relative=False).failed == 0
    for what in (["--package", "unite_h264"], [str(here / "examples/encode_clip.py")]):
        command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", *what]
        done = subprocess.run(command, capture_output=True, text=True, cwd=here / "tests")
        assert done.returncode == 0, done.stdout
