"""An H.264 encoder: frames of NumPy to MP4 files and byte streams.

>>> import numpy as np, unite_h264
>>> frames = [np.full((48, 64, 3), 8 * number, np.uint8) for number in range(10)]
>>> file = unite_h264.encode_h264(frames, fps=30, crf=23)
>>> file[4:8]
b'ftyp'

Frames are arrays of ``uint8`` by the buffer protocol: (height, width, 3) for red, green and blue, (height, width) for grey, or a tuple
of three, Y, Cb and Cr at 4:2:0. Any strides will do.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypedDict, Unpack

from . import _native
from ._native import H264Error

__all__ = ["Encoder", "H264Error", "Packet", "Settings", "encode_h264", "join_packets"]


class Settings(TypedDict, total=False):
    """Settings, by the names that they have in x264."""

    fps: int | tuple[int, int]
    """Frames in a second, or numerator and denominator: 25."""
    qp: int | None
    """A constant quantiser, 0 to 51. At most one of this, `crf` and `bitrate`; without any, `crf` is 23."""
    crf: float | None
    """A constant quality, 0 (fine) to 51 (coarse)."""
    bitrate: int | None
    """Thousands of bits in a second, on average."""
    profile: Literal["baseline", "main", "high"]
    preset: Literal["ultrafast", "fast", "medium", "slow"]
    keyint: int
    """The most frames from one at which decoding can begin to the next: 250."""
    keys_before: int
    """How many key frames come before, in a clip whose parts are encoded apart: 0."""
    scenecut: int
    """How readily such a frame is put where a scene begins, 0 (never) to 100: 40."""
    references: int
    """How many frames a frame may refer to, 1 to 16."""
    slices: int
    threads: int
    """Threads for the slices of a frame. The stream does not depend on it."""
    aq_strength: float
    """Adaptive quantisation, 0 (none) to 3; 1 is x264's."""
    matrix: Literal["bt709", "bt601"]
    """How colours become luminance and chrominance, which the stream says: "bt709"."""
    full_range: bool
    """Whether samples use all values, which the stream says: False, 16 to 235 and 240."""


class Packet(NamedTuple):
    """A frame that was encoded."""

    data: bytes
    """Its NAL units with start codes (annex B), parameter sets before key frames among them."""
    key: bool
    """Whether decoding can begin here."""


class Encoder:
    """An encoder of frames of one size, for streams that have no end.

    >>> import numpy as np
    >>> encoder = Encoder(64, 48, qp=30)
    >>> [encoder.encode(np.zeros((48, 64), np.uint8)).key for _ in range(3)]
    [True, False, False]
    >>> encoder.encode(np.zeros((48, 64), np.uint8), key=True).key
    True

    Raises:
        H264Error: For a setting that is out of its range, or that no level of H.264 allows.
    """

    def __init__(self, width: int, height: int, **settings: Unpack[Settings]) -> None:
        self._native = _native.Coder(width, height, dict(settings))

    def encode(self, frame: Any, key: bool = False) -> Packet:
        """The packet of the next frame; with `key`, one at which decoding can begin.

        Other threads run meanwhile.

        Raises:
            H264Error: For a frame of another size or shape.
            TypeError: For what is no array. `BufferError` for one of other samples than uint8.
        """
        return Packet(*self._native.encode(frame, key))

    def reconstruction(self) -> tuple[bytes, ...]:
        """What a decoder has of the last frame: Y, Cb and Cr, row by row. Odd sizes are one larger there."""
        return tuple(self._native.reconstruction())


def _size(frame: Any) -> tuple[int, int]:
    """Width and height of a frame."""
    first = frame[0] if isinstance(frame, (tuple, list)) and frame else frame
    shape = memoryview(first).shape or ()
    if len(shape) < 2:
        raise H264Error(f"a frame has the shape {list(shape)}, and must have (height, width, 3), or (height, width) for grey")
    return shape[1], shape[0]


def _is_mp4(path: str | os.PathLike[str] | None, format: str | None) -> bool:
    if format is None:
        suffix = os.path.splitext(path)[1].lower() if path is not None else ".mp4"
        format = {".mp4": "mp4", ".h264": "annexb", ".264": "annexb"}.get(suffix)
        if format is None:
            raise H264Error(f"'{suffix}' is no ending of .mp4, .h264 and .264: say the format")
    if format not in ("mp4", "annexb"):
        raise H264Error(f"format is '{format}', and must be mp4 or annexb")
    return format == "mp4"


def encode_h264(
    frames: Iterable[Any],
    path: str | os.PathLike[str] | None = None,
    *,
    format: Literal["mp4", "annexb"] | None = None,
    **settings: Unpack[Settings],
) -> bytes | None:
    """The file of `frames`, of one size: at `path`, or without one as bytes.

    The format is what the path ends with (`.mp4`; `.h264`, `.264`: a byte stream by annex B), and MP4 without one. The file is there
    only when it is complete. Frames are taken one at a time.

    >>> import numpy as np
    >>> planes = [(np.full((48, 64), 90, np.uint8), *np.full((2, 24, 32), 128, np.uint8)) for _ in range(3)]
    >>> encode_h264(planes, format="annexb", qp=30)[:5]
    b'\\x00\\x00\\x00\\x01g'

    Raises:
        H264Error: For a setting or a frame that no stream can be made of, and for no frames.
        OSError: Where the file cannot be written.
    """
    mp4 = _is_mp4(path, format)
    native = file = None
    for frame in frames:
        if native is None or file is None:
            native = _native.Coder(*_size(frame), dict(settings))
            file = _native.File(native, path, mp4)
        file.write(*native.encode(frame, False))
    if file is None:
        raise H264Error("there are no frames")
    return file.finish()


def join_packets(
    packets: Iterable[Packet],
    width: int,
    height: int,
    path: str | os.PathLike[str] | None = None,
    *,
    format: Literal["mp4", "annexb"] | None = None,
    **settings: Unpack[Settings],
) -> bytes | None:
    """The file of packets that encoders with these settings made, as `encode_h264` writes it.

    So parts of a clip can be encoded apart. The file is that of one encoder, byte for byte, if quantisers do not depend on what was
    before (`qp`), key frames come by number only (`scenecut=0`), every part but the last has whole groups of `keyint` frames, and each
    is told how many key frames come before (`keys_before`).

    >>> import numpy as np
    >>> frames = [np.full((48, 64, 3), 8 * number, np.uint8) for number in range(12)]
    >>> settings = {"qp": 30, "keyint": 3, "scenecut": 0}
    >>> parts = []
    >>> for start in (0, 3, 9):
    ...     encoder = Encoder(64, 48, keys_before=start // 3, **settings)
    ...     parts += [encoder.encode(frame) for frame in frames[start : {0: 3, 3: 9}.get(start)]]
    >>> join_packets(parts, 64, 48, **settings) == encode_h264(frames, **settings)
    True

    """
    file = _native.File(_native.Coder(width, height, dict(settings)), path, _is_mp4(path, format))
    for data, key in packets:
        file.write(data, key)
    return file.finish()
