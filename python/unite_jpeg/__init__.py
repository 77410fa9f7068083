"""A JPEG encoder: the bytes of libjpeg-turbo, faster, and lossless up to 16 bits.

>>> import numpy as np
>>> import unite_jpeg
>>> red = np.zeros((48, 64, 3), np.uint8)
>>> red[:, :, 0] = 4 * np.arange(64)
>>> file = unite_jpeg.encode_jpeg(red, quality=85, subsampling="420")
>>> file[:2], file[-2:]
(b'\\xff\\xd8', b'\\xff\\xd9')

A picture is an array of `uint8`: rows, columns, channels last; or rows and columns, which is grey. Every object with the buffer
protocol is one (NumPy, `memoryview`), and every picture of Pillow. Strides may be any: a cropped, flipped or planar array, or one
with its channels reversed, is read where it lies. While a picture is encoded other threads of Python run; a thread that writes to
the array meanwhile gets a file of some mixture.

What cannot be encoded is a `JpegError`, which is a `ValueError`. `import unite_jpeg as simplejpeg` works for what encodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, Unpack, cast, get_type_hints

from unite_jpeg import _native
from unite_jpeg._native import JpegError

__all__ = [
    "Encoder",
    "JpegError",
    "LosslessEncoder",
    "Rows",
    "encode_jpeg",
    "encode_jpeg_yuv_planes",
    "encode_jpegs",
    "encode_lossless",
    "is_jpeg",
    "register_pillow",
]

Picture: TypeAlias = Any
"""An object with the buffer protocol, or with `__array_interface__` as pictures of Pillow have it."""

Rows = _native.Rows


class Metadata(TypedDict, total=False):
    """What a file says besides its pixels.

    * `exif`: a TIFF structure, with or without `Exif\\0\\0` before it
    * `icc`: a colour profile of any size that a file takes
    * `xmp`: a packet of XML
    * `comment`: text (UTF-8) or bytes
    * `dpi`: pixels per inch, one number or `(x, y)`
    """

    exif: bytes | None
    icc: bytes | None
    xmp: bytes | None
    comment: str | bytes | None
    dpi: int | tuple[int, int] | None


class FileSettings(Metadata, total=False):
    """Settings of lossy files.

    * `progressive`: several scans, each of which makes the picture finer
    * `optimize`: Huffman tables made for the picture; files are 2 to 12 % smaller
    * `restart`: a restart marker after so many minimum coded units; 0 for none
    * `transform`: whether RGB is stored as YCbCr and CMYK as YCCK, as it is unless `False` is said
    """

    progressive: bool
    optimize: bool
    restart: int
    transform: bool


class Settings(FileSettings, total=False):
    """Settings of an encoder: those of files, and

    * `threads`: how many share the rows of one picture; 0 for one a processor. The file does not depend on it
    """

    threads: int


class Writable(Protocol):
    """An open binary file."""

    def write(self, data: bytes, /) -> object:
        """Takes some bytes."""


class Encoder:
    """Encodes pictures with one set of settings, and keeps its tables and memory from one to the next.

    (What grows with the height, for `optimize` and `progressive`, it keeps of pictures of up to a megapixel.) Several threads may use one encoder at the same time.

    >>> import numpy as np
    >>> encoder = Encoder(quality=90, subsampling="444", optimize=True)
    >>> tiles = [np.full((16, 16), level, np.uint8) for level in (0, 128, 255)]
    >>> [len(encoder.encode(tile)) > 100 for tile in tiles]
    [True, True, True]
    """

    def __init__(self, quality: int = 85, subsampling: str = "444", **settings: Unpack[Settings]) -> None:
        """`quality` is 1 to 100, the scale of the Independent JPEG Group. `subsampling` is one of `"444"`, `"440"`, `"422"`,
        `"411"`, `"420"` and `"gray"`, with or without colons. Raises `JpegError`."""
        self._native = _encoder(quality, subsampling, settings)

    def encode(self, image: Picture, colorspace: str | None = None) -> bytes:
        """The file of one picture.

        `colorspace` says what the channels are: `"GRAY"`, `"RGB"`, `"BGR"`, `"RGBA"`, `"BGRA"`, `"YCbCr"`, `"CMYK"`, `"YCCK"`.
        Without it 1 channel is grey, 3 are RGB and 4 RGBA, and pictures of Pillow say it themselves. Alpha is dropped.
        """
        return self._native.encode(image, colorspace)

    def encode_planes(self, y: Picture, u: Picture, v: Picture) -> bytes:
        """The file of a picture whose luminance and chrominance are three arrays, the latter as large as the subsampling says.

        >>> import numpy as np
        >>> y, u, v = (np.zeros(shape, np.uint8) for shape in ((5, 7), (3, 4), (3, 4)))
        >>> is_jpeg(Encoder(subsampling="420").encode_planes(y, u, v))
        True
        """
        return self._native.encode_planes(y, u, v)

    def encode_many(
        self, images: Iterable[Picture], colorspace: str | None = None, *, threads: int = 0
    ) -> list[bytes]:
        """The files of many pictures in their order, each of them made by one of so many threads; 0 is one a processor.

        The first picture that cannot be encoded raises, and is named by its number.
        """
        return self._native.encode_many(list(images), colorspace, threads)

    def rows(self, width: int, height: int, file: Writable, colorspace: str = "RGB") -> Rows:
        """A picture whose rows come one after another, in memory that does not grow with its height.

        >>> import io, numpy as np
        >>> file = io.BytesIO()
        >>> with Encoder().rows(100, 64, file, "GRAY") as rows:
        ...     for y in range(0, 64, 16):
        ...         rows.write(np.full((16, 100), y, np.uint8))
        >>> is_jpeg(file.getvalue())
        True

        The file is complete when the `with` block ends. With `optimize` or `progressive` nothing is written before that.
        """
        return self._native.rows(width, height, file, colorspace)


class LosslessEncoder:
    """Encodes arrays of `uint8` or `uint16` without loss (T.81 Annex H), as medical and raw pictures are kept.

    >>> import numpy as np
    >>> encoder = LosslessEncoder(predictor="best", bits=12)
    >>> is_jpeg(encoder.encode(np.arange(4096, dtype=np.uint16).reshape(64, 64)))
    True
    """

    def __init__(
        self,
        predictor: int | Literal["best"] = 1,
        *,
        bits: int | None = None,
        point_transform: int = 0,
        optimize: bool = True,
        threads: int = 1,
        **metadata: Unpack[Metadata],
    ) -> None:
        """`predictor` is 1 to 7 (table H.1), or `"best"`, which tries all. `bits` of a sample are those of the array unless fewer
        are said, 2 to 16. `point_transform` drops so many low bits. Without `optimize` the file is made in one pass."""
        texts = [metadata.get(name) for name in ("exif", "icc", "xmp", "comment", "dpi")]
        self._native = _native.LosslessEncoder(predictor, point_transform, bits, optimize, *texts, threads)

    def encode(self, array: Picture) -> bytes:
        """The file of an array of 1 to 4 channels: grey, RGB, or components without a meaning."""
        return self._native.encode(array)


_NAMES = frozenset(get_type_hints(Settings))


@lru_cache(maxsize=16, typed=True)
def _kept(quality: int, subsampling: str, settings: tuple[tuple[str, object], ...]) -> _native.Encoder:
    return _encoder(quality, subsampling, cast(Settings, dict(settings)))


def _encoder_of_a_call(quality: int, subsampling: str, settings: Settings | FileSettings) -> _native.Encoder:
    """An encoder that was made for an earlier call with the same settings, or a new one: tables take longer than small pictures."""
    try:
        return _kept(quality, subsampling, tuple(settings.items()))
    except TypeError:
        # Settings that cannot be compared, such as a `bytearray`, or that are wrong.
        return _encoder(quality, subsampling, settings)


def _encoder(quality: int, subsampling: str, settings: Settings | FileSettings) -> _native.Encoder:
    unknown = settings.keys() - _NAMES
    if unknown:
        raise TypeError(f"there is no setting {', '.join(sorted(unknown))}")
    return _native.Encoder(
        quality,
        subsampling,
        settings.get("progressive", False),
        settings.get("optimize", False),
        settings.get("restart", 0),
        settings.get("transform", True),
        settings.get("exif"),
        settings.get("icc"),
        settings.get("xmp"),
        settings.get("comment"),
        settings.get("dpi"),
        cast(Settings, settings).get("threads", 1),
    )


def encode_jpeg(
    image: Picture,
    quality: int = 85,
    colorspace: str | None = None,
    colorsubsampling: str = "444",
    fastdct: bool = False,
    *,
    subsampling: str | None = None,
    **settings: Unpack[Settings],
) -> bytes:
    """The file of one picture: `Encoder(quality, subsampling, **settings).encode(image, colorspace)`.

    The first five parameters are those of `simplejpeg.encode_jpeg`; `subsampling` is another name of `colorsubsampling`. `fastdct`
    changes nothing: the transform is the accurate one, and fast.

    >>> import numpy as np
    >>> encode_jpeg(np.zeros((8, 8, 5), np.uint8))
    Traceback (most recent call last):
    unite_jpeg.JpegError: 5 channels are not 1 to 4; the last dimension has them
    """
    return _encoder_of_a_call(quality, subsampling or colorsubsampling, settings).encode(image, colorspace)


def encode_jpeg_yuv_planes(
    Y: Picture, U: Picture, V: Picture, quality: int = 85, fastdct: bool = False, **settings: Unpack[Settings]
) -> bytes:
    """The file of a picture in three planes. Their shapes say how chrominance is sampled.

    As `simplejpeg.encode_jpeg_yuv_planes`.
    """
    return _encoder_of_a_call(quality, _sampling_of(Y, U), settings).encode_planes(Y, U, V)


def _sampling_of(y: Picture, u: Picture) -> str:
    (height, width), (rows, columns) = memoryview(y).shape or (0, 0), memoryview(u).shape or (0, 0)
    for name, down, across in (("444", 1, 1), ("440", 2, 1), ("422", 1, 2), ("420", 2, 2), ("411", 1, 4)):
        if (rows, columns) == (-(-height // down), -(-width // across)):
            return name
    raise JpegError(f"planes of {height} by {width} and {rows} by {columns} samples are no subsampling that there is")


def encode_jpegs(
    images: Iterable[Picture],
    quality: int = 85,
    colorspace: str | None = None,
    subsampling: str = "444",
    *,
    threads: int = 0,
    **settings: Unpack[FileSettings],
) -> list[bytes]:
    """The files of many pictures in their order, made by so many threads; 0 is one a processor."""
    return _encoder_of_a_call(quality, subsampling, settings).encode_many(list(images), colorspace, threads)


def encode_lossless(
    array: Picture,
    predictor: int | Literal["best"] = 1,
    *,
    bits: int | None = None,
    point_transform: int = 0,
    optimize: bool = True,
    threads: int = 1,
    **metadata: Unpack[Metadata],
) -> bytes:
    """The file of an array, without loss: `LosslessEncoder(..).encode(array)`."""
    encoder = LosslessEncoder(
        predictor, bits=bits, point_transform=point_transform, optimize=optimize, threads=threads, **metadata
    )
    return encoder.encode(array)


def is_jpeg(data: bytes | bytearray | memoryview) -> bool:
    """Whether bytes begin and end as a complete file does."""
    data = bytes(data[:2]) + bytes(data[-2:])
    return data == b"\xff\xd8\xff\xd9"


def register_pillow() -> None:
    """From now on `Image.save(.., "JPEG")` of Pillow uses this encoder, with the same options and the same pixels.

    Options that it does not have (`qtables`, `smooth`, ..) go to Pillow's own encoder.
    """
    from unite_jpeg import pillow

    pillow.register()
