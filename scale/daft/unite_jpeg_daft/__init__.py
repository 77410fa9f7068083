"""JPEG encoding as functions of Daft, on one machine or on many.

>>> import daft, io
>>> from unite_jpeg_daft import encode_jpeg
>>> pictures = daft.from_pydict({"file": [b"P5 2 2 255 \\x00\\x40\\x80\\xff", b"no picture"]})
>>> jpegs = pictures.select(encode_jpeg(daft.col("file"), quality=90, on_error="struct").alias("jpeg"))
>>> for row in jpegs.to_pydict()["jpeg"]:
...     print(row["bytes"] and row["bytes"][:2], row["error"])
b'\\xff\\xd8' None
None format: 'no p' begins no PNG or PNM file

"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Literal

import daft
from daft import DataType, Expression, lit

__all__ = ["encode_jpeg", "load"]

_SUBSAMPLINGS = ("444", "440", "422", "411", "420", "gray")
_MODES = ("raise", "null", "struct")


def load() -> None:
    """Makes Daft know the functions, in its current session.

    `encode_jpeg` does this by itself. Workers of Ray learn what is loaded when the first query starts, and not later: where that
    query has no `encode_jpeg`, call this before it.
    """
    library = next(Path(__file__).parent.glob("libunite_jpeg_daft*"))
    with warnings.catch_warnings():
        # That extensions are experimental is said in our README.
        warnings.filterwarnings("ignore", message="Native extensions are experimental")
        daft.load_extension(str(library))


def encode_jpeg(
    image: Expression,
    quality: int | Expression = 75,
    subsampling: str | Expression = "420",
    progressive: bool | Expression = False,
    optimize: bool | Expression = False,
    on_error: Literal["raise", "null", "struct"] = "raise",
    name: Expression | None = None,
) -> Expression:
    """JPEG files of a column of pictures.

    Args:
        image: Images of Daft (both kinds), tensors of uint8 (height, width, channels), or PNG and PNM files in binary. Grey, RGB,
            and both with alpha, which is dropped. Null stays null.
        quality: 1 to 100.
        subsampling: How chrominance is sampled: "444", "440", "422", "411", "420", or "gray" for none; "4:2:0" is "420".
        progressive: Several scans, each of which refines the picture.
        optimize: Huffman tables made for the picture: smaller files, a second pass.
        on_error: What becomes of a picture that has no file. "raise": the query fails, and says which row, and which rule.
            "null": the row is null. "struct": every row is `{bytes, error}`, and `error` is the sentence, or null.
        name: A column (a path, a key) that errors name beside the row, whose number counts within its batch only.

    Returns:
        Binary, or with "struct" `{bytes: Binary, error: String}`.

    Raises:
        ValueError: For a constant outside of what is said above. In a column such a value is an error of its row.
        Exception: Of Daft, when the query is planned, for a column that holds no pictures.
    """
    if on_error not in _MODES:
        raise ValueError(f"on_error is {on_error!r}, and must be one of {', '.join(_MODES)}")
    if not isinstance(quality, Expression) and not 1 <= quality <= 100:
        raise ValueError(f"quality is {quality}, and must be 1 to 100")
    if not isinstance(subsampling, Expression) and subsampling.replace(":", "").lower() not in _SUBSAMPLINGS:
        raise ValueError(f"subsampling is {subsampling!r}, and must be one of {', '.join(_SUBSAMPLINGS)}")

    def of_type(value: object, dtype: DataType) -> Expression:
        return (value if isinstance(value, Expression) else lit(value)).cast(dtype)

    function = f"unite_jpeg_encode_{on_error}"
    arguments = (
        image,
        of_type(quality, DataType.int64()),
        of_type(subsampling, DataType.string()),
        of_type(progressive, DataType.bool()),
        of_type(optimize, DataType.bool()),
        of_type(name, DataType.string()),
    )
    try:
        return daft.get_function(function, *arguments)
    except Exception:
        # Another session, or the first call: which exception says so is not documented.
        load()
        return daft.get_function(function, *arguments)
