"""The bytes are those of libjpeg-turbo, however a column holds its pictures."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import Array, by_pillow, picture, png, pnm

import daft
from daft import DataType, Series, col
from unite_jpeg_daft import encode_jpeg

MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
SUBSAMPLINGS = {"444": "4:4:4", "422": "4:2:2", "4:2:0": "4:2:0"}


def encoded(rows: list[object], dtype: DataType, **settings: object) -> list[bytes | None]:
    """The column of files, of batches of three."""
    pictures = daft.from_pydict({"picture": Series.from_pylist(rows, "picture", dtype=dtype)})
    made = pictures.into_batches(3).select(encode_jpeg(col("picture"), **settings).alias("jpeg"))
    return list(made.to_pydict()["jpeg"])


def settings(random: np.random.Generator) -> tuple[dict[str, object], dict[str, object]]:
    """Ours, and what Pillow calls them."""
    ours, theirs = list(SUBSAMPLINGS.items())[random.integers(len(SUBSAMPLINGS))]
    both = {
        "quality": int(random.integers(1, 101)),
        "progressive": bool(random.integers(2)),
        "optimize": bool(random.integers(2)),
    }
    return both | {"subsampling": ours}, both | {"subsampling": theirs}


def with_nulls(random: np.random.Generator, rows: list[Array]) -> list[Array | None]:
    return [None if random.random() < 0.2 else row for row in rows]


def check(made: list[bytes | None], rows: list[Array | None], theirs: dict[str, object]) -> None:
    expected = [None if row is None else by_pillow(row, **theirs) for row in rows]
    assert [file == other for file, other in zip(made, expected, strict=True)] == [True] * len(rows)


@pytest.mark.parametrize("seed", range(12))
def test_pictures_of_any_size(seed: int) -> None:
    random = np.random.default_rng(seed)
    channels = 1 + seed % 4
    sizes = random.integers(1, 70, (9, 2))
    rows = with_nulls(random, [picture(random, height, width, channels) for height, width in sizes])
    ours, theirs = settings(random)
    for dtype in (DataType.image(), DataType.image(MODES[channels]), DataType.tensor(DataType.uint8())):
        check(encoded(rows, dtype, **ours), rows, theirs)
    if channels == 1:
        flat = [None if row is None else row[..., 0] for row in rows]
        check(encoded(flat, DataType.tensor(DataType.uint8()), **ours), rows, theirs)


@pytest.mark.parametrize("seed", range(8))
def test_pictures_of_one_size(seed: int) -> None:
    random = np.random.default_rng(100 + seed)
    channels = 1 + seed % 4
    height, width = (int(side) for side in random.integers(1, 70, 2))
    rows = with_nulls(random, [picture(random, height, width, channels) for _ in range(8)])
    ours, theirs = settings(random)
    shape = (height, width, channels)
    for dtype in (
        DataType.image(MODES[channels], height, width),
        DataType.tensor(DataType.uint8(), shape),
    ):
        check(encoded(rows, dtype, **ours), rows, theirs)


@pytest.mark.parametrize("seed", range(8))
def test_files(seed: int) -> None:
    random = np.random.default_rng(200 + seed)
    channels = 1 + seed % 4
    rows = with_nulls(random, [picture(random, *random.integers(1, 70, 2), channels) for _ in range(8)])
    ours, theirs = settings(random)
    for file in (png, pnm) if channels in (1, 3) else (png,):
        files = [None if row is None else file(row) for row in rows]
        check(encoded(files, DataType.binary(), **ours), rows, theirs)


def test_settings_may_be_columns() -> None:
    random = np.random.default_rng(7)
    rows = [picture(random, 20, 30, 3) for _ in range(8)]
    table = {
        "picture": Series.from_pylist(rows, "picture", dtype=DataType.image("RGB")),
        "quality": [10, 20, 30, 95, 95, 30, 75, 1],
        "subsampling": ["444", "422", "420", "420"] * 2,
        "progressive": [False, True] * 4,
    }
    made = daft.from_pydict(table).select(
        encode_jpeg(col("picture"), col("quality"), col("subsampling"), col("progressive")).alias("jpeg")
    )
    for number, (file, row) in enumerate(zip(made.to_pydict()["jpeg"], rows, strict=True)):
        quality, subsampling, progressive = (table[name][number] for name in ("quality", "subsampling", "progressive"))
        assert file == by_pillow(
            row, quality=quality, subsampling=":".join(subsampling), progressive=progressive
        )


def test_rows_that_are_left_of_a_column() -> None:
    random = np.random.default_rng(8)
    rows = [picture(random, *random.integers(1, 40, 2), 3) for _ in range(20)]
    pictures = daft.from_pydict(
        {"id": list(range(20)), "picture": Series.from_pylist(rows, "picture", dtype=DataType.image("RGB"))}
    )
    left = pictures.where((col("id") % 3 == 1) & (col("id") > 4)).limit(4)
    made = left.select("id", encode_jpeg(col("picture")).alias("jpeg")).to_pydict()
    assert made["id"] == [7, 10, 13, 16]
    check(made["jpeg"], [rows[number] for number in made["id"]], {"quality": 75, "subsampling": "4:2:0"})
    none = pictures.where(col("id") > 100).select(encode_jpeg(col("picture")).alias("jpeg"))
    assert none.to_pydict() == {"jpeg": []}


def test_the_first_line_of_a_column_of_one_row() -> None:
    row = picture(np.random.default_rng(9), 9, 7, 3)
    check(encoded([row], DataType.image("RGB")), [row], {"quality": 75, "subsampling": "4:2:0"})


def test_samplings_that_pillow_has_not() -> None:
    unite_jpeg = pytest.importorskip("unite_jpeg", reason="the wheel is not installed")
    row = picture(np.random.default_rng(10), 37, 41, 3)
    for subsampling in ("440", "411", "gray"):
        (file,) = encoded([row], DataType.image("RGB"), subsampling=subsampling)
        assert file == unite_jpeg.encode_jpeg(row, quality=75, subsampling=subsampling)
