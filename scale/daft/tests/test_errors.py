"""Pictures that have no file, in each mode, and columns that have no pictures."""

from __future__ import annotations

import doctest
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import by_pillow, picture, png, pnm
from PIL import Image

import daft
import unite_jpeg_daft
from daft import DataType, Series, col
from unite_jpeg_daft import encode_jpeg

GOOD = picture(np.random.default_rng(1), 12, 10, 3)


def deep_png() -> bytes:
    file = io.BytesIO()
    Image.fromarray(np.full((3, 3), 40000, np.uint16)).save(file, "PNG")
    return file.getvalue()


# The file, and what is said of it.
BAD = {
    "empty": (b"", "format: '' begins no PNG or PNM file"),
    "jpeg": (by_pillow(GOOD), r"format: '\xff\xd8\xff\xe0' begins no PNG or PNM file"),
    "short pnm": (pnm(GOOD)[:-1], "damaged: "),
    "short png": (png(GOOD)[:-30], "damaged: "),
    "changed png": (png(GOOD)[:60] + b"\x00" + png(GOOD)[61:], "damaged: "),
    "large": (b"P6 60000 60000 255 " + bytes(100), "damaged: 60000x60000 pixels cannot be in 119 bytes"),
    "no pixels": (b"P5 0 3 255 ", ""),
    "deep": (deep_png(), "depth: "),
    "header": (b"P6 12 ", "damaged: "),
}


def table() -> daft.DataFrame:
    files = [pnm(GOOD)] + [file for file, _ in BAD.values()] + [None, png(GOOD)]
    keys = ["good", *BAD, "null", "good too"]
    files_as_binary = Series.from_pylist(files, "file", dtype=DataType.binary())
    return daft.from_pydict({"key": keys, "file": files_as_binary})


def test_null_in_place_of_bad_rows() -> None:
    made = table().select("key", encode_jpeg(col("file"), on_error="null").alias("jpeg")).to_pydict()
    there = [key for key, jpeg in zip(made["key"], made["jpeg"], strict=True) if jpeg is not None]
    assert there == ["good", "good too"]
    assert made["jpeg"][0] == made["jpeg"][-1] == by_pillow(GOOD, quality=75, subsampling="4:2:0")


def test_bad_rows_say_why() -> None:
    made = table().select("key", encode_jpeg(col("file"), on_error="struct").alias("jpeg")).to_pydict()
    rows = dict(zip(made["key"], made["jpeg"], strict=True))
    assert rows["null"] is None
    for key in ("good", "good too"):
        assert rows[key] == {"bytes": by_pillow(GOOD, quality=75, subsampling="4:2:0"), "error": None}
    for key, (_, sentence) in BAD.items():
        assert rows[key]["bytes"] is None
        assert rows[key]["error"].startswith(sentence), (key, rows[key]["error"])


@pytest.mark.parametrize("bad", BAD)
def test_the_query_fails_and_names_row_and_rule(bad: str) -> None:
    two = table().where(col("key").is_in(["good", bad]))
    with pytest.raises(Exception, match="encode_jpeg: row 1 of the batch") as unnamed:
        two.select(encode_jpeg(col("file"))).collect()
    assert BAD[bad][1] in str(unnamed.value)
    with pytest.raises(Exception, match=f"encode_jpeg: row 1 of the batch, '{bad}'") as named:
        two.select(encode_jpeg(col("file"), name=col("key"))).collect()
    assert BAD[bad][1] in str(named.value)


def test_a_header_is_not_believed() -> None:
    """Nothing is asked for on its word: this would be 10 gigabytes."""
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    large = [BAD["large"][0]] * 20
    made = daft.from_pydict({"file": large}).select(encode_jpeg(col("file"), on_error="null").alias("jpeg"))
    assert made.to_pydict()["jpeg"] == [None] * 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


def test_settings_of_a_row() -> None:
    rows = {"file": [pnm(GOOD)] * 5, "quality": [75, 0, 101, None, 331], "subsampling": ["420"] * 5}
    jpeg = encode_jpeg(col("file"), col("quality"), col("subsampling"), on_error="struct").alias("jpeg")
    errors = [row["error"] for row in daft.from_pydict(rows).select(jpeg).to_pydict()["jpeg"]]
    assert errors == [
        None,
        "quality: 0 is not 1 to 100",
        "quality: 101 is not 1 to 100",
        "quality: it is null",
        "quality: 331 is not 1 to 100",
    ]
    jpeg = encode_jpeg(col("file"), subsampling=col("key"), on_error="struct").alias("jpeg")
    table = daft.from_pydict({"file": [pnm(GOOD)] * 2, "key": ["4:2:1", "Gray"]})
    errors = [row["error"] for row in table.select(jpeg).to_pydict()["jpeg"]]
    assert errors == ["subsampling: '4:2:1' is not one of 444, 440, 422, 411, 420, gray", None]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"quality": 0}, "quality is 0, and must be 1 to 100"),
        ({"quality": 101}, "quality is 101, and must be 1 to 100"),
        ({"subsampling": "421"}, "subsampling is '421', and must be one of"),
        ({"on_error": "ignore"}, "on_error is 'ignore', and must be one of raise, null, struct"),
    ],
)
def test_constants_are_refused_at_once(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        encode_jpeg(col("file"), **settings)


@pytest.mark.parametrize(
    ("dtype", "sentence"),
    [
        (DataType.int64(), "the column 'x' is Int64, and pictures are images of Daft, tensors of uint8"),
        (DataType.string(), "the column 'x' is LargeUtf8"),
        (DataType.list(DataType.uint8()), "the column 'x' is LargeList"),
        (DataType.tensor(DataType.float32()), "depth: samples are Float32"),
        (DataType.image("RGB16"), "depth: samples are UInt16"),
        (DataType.image("RGB32F", 2, 2), "depth: samples are Float32"),
        (DataType.tensor(DataType.uint8(), (2, 2, 3, 1)), "in a way unknown here"),
    ],
)
def test_columns_without_pictures_are_refused_by_the_plan(dtype: DataType, sentence: str) -> None:
    empty = daft.from_pydict({"x": Series.from_pylist([], "x", dtype=dtype)})
    with pytest.raises(Exception, match="encode_jpeg: ") as refused:
        empty.select(encode_jpeg(col("x")))
    assert sentence in str(refused.value)


def test_tensors_that_are_no_pictures() -> None:
    rows = [np.zeros(shape, np.uint8) for shape in [(5,), (2, 2, 5), (2, 2, 2, 2), (0, 4, 3), (1, 70000), (2, 3, 3)]]
    tensors = Series.from_pylist(rows, "x", dtype=DataType.tensor(DataType.uint8()))
    jpeg = encode_jpeg(col("x"), on_error="struct").alias("jpeg")
    errors = [row["error"] for row in daft.from_pydict({"x": tensors}).select(jpeg).to_pydict()["jpeg"]]
    assert errors == [
        "size: a tensor of shape [5]; a picture is height, width, and channels unless it is grey",
        "channels: a pixel has 5, and may have 1 to 4",
        "size: a tensor of shape [2, 2, 2, 2]; a picture is height, width, and channels unless it is grey",
        "size: a picture of 4x0 has no pixels",
        "size: a picture of 70000x1 is larger than the 65535x65535 that JPEG allows",
        None,
    ]


def test_sessions_of_their_own() -> None:
    before = daft.current_session()
    daft.set_session(daft.Session())
    try:
        made = daft.from_pydict({"file": [pnm(GOOD)]}).select(encode_jpeg(col("file")).alias("jpeg"))
        assert made.to_pydict()["jpeg"] == [by_pillow(GOOD, quality=75, subsampling="4:2:0")]
    finally:
        daft.set_session(before)


def test_examples_and_types() -> None:
    assert doctest.testmod(unite_jpeg_daft).failed == 0
    readme = Path(__file__).parent.parent / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0
    command = [sys.executable, "-m", "mypy", "--strict", "--package", "unite_jpeg_daft"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
