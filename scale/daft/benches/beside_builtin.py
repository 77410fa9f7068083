"""Processor time beside Daft's own `encode_image`, and memory while many tiles pass.

    python benches/beside_builtin.py time           # 256x256 tiles, in turn, in one process
    python benches/beside_builtin.py memory         # 100,000 tiles, resident size over time
    python benches/beside_builtin.py memory read    # the same, only read
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import daft
import numpy as np
import psutil
import pyarrow as pa
import pyarrow.parquet as parquet
from daft import DataFrame, DataType, Expression, Series, col
from daft.functions import encode_image

from unite_jpeg_daft import encode_jpeg

SIDE = 256
MEGABYTE = 1 << 20


def tiles(count: int) -> list[np.ndarray]:
    """Slopes, edges and a little noise, as photographs have them."""
    random = np.random.default_rng(1)
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    made = []
    for _ in range(count):
        a, b, edge = random.uniform(0.01, 0.2, 3), random.uniform(0.01, 0.2, 3), random.integers(8, 64)
        waves = [128 + 80 * np.sin(a[c] * x + b[c] * y) + 30 * ((x // edge) % 2) for c in range(3)]
        made.append((np.stack(waves, -1) + random.normal(0, 3, (SIDE, SIDE, 3))).clip(0, 255).astype(np.uint8))
    return made


def seconds_of_processors(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def compare_time() -> None:
    count, rounds = 200, 7
    column = Series.from_pylist(tiles(count), "tile", dtype=DataType.image("RGB", SIDE, SIDE))
    table = daft.from_pydict({"tile": column}).collect()

    def query(encoded: Expression) -> Callable[[], DataFrame]:
        return lambda: table.select(encoded.alias("file")).collect()

    queries = {
        "encode_image(.., 'jpeg')": query(encode_image(col("tile"), "jpeg")),
        "encode_jpeg, 4:4:4": query(encode_jpeg(col("tile"), quality=75, subsampling="444")),
        "encode_jpeg, 4:2:0": query(encode_jpeg(col("tile"), quality=75)),
        "no function": query(col("tile")),
    }
    least = dict.fromkeys(queries, float("inf"))
    for _ in range(rounds):
        for name, work in queries.items():
            least[name] = min(least[name], seconds_of_processors(work))
    builtin = least["encode_image(.., 'jpeg')"]
    print(f"{count} tiles of {SIDE}x{SIDE}, quality 75, processor time, least of {rounds} rounds in turn:")
    for name, seconds in least.items():
        print(f"  {name:26} {1e3 * seconds:8.1f} ms  {builtin / seconds:6.2f} times as fast")


def watch_memory(encodes: bool) -> None:
    count, a_file = 100_000, 2_000
    some = [tile.tobytes() for tile in tiles(100)]
    header = b"P6 %d %d 255\n" % (SIDE, SIDE)
    with tempfile.TemporaryDirectory(prefix="tiles-") as temporary:
        folder = Path(temporary) / "tiles"
        folder.mkdir()
        # The same hundred, again and again: a dictionary on disk, whole in memory.
        pictures = pa.array([header + tile for tile in some], pa.binary())
        for start in range(0, count, a_file):
            numbers = np.arange(start, start + a_file)
            table = pa.table({"id": numbers, "tile": pictures.take(pa.array(numbers % len(some)))})
            parquet.write_table(
                table, folder / f"{start:07}.parquet", row_group_size=500, dictionary_pagesize_limit=1 << 28
            )
        size = sum(file.stat().st_size for file in folder.iterdir())
        print(f"{count} tiles, {count * len(some[0]) // MEGABYTE} MB of samples, {size // MEGABYTE} MB in Parquet")
        process = psutil.Process()
        done = threading.Event()
        sizes: list[tuple[float, int]] = []
        started = time.monotonic()

        def look() -> None:
            while not done.wait(0.2):
                sizes.append((time.monotonic() - started, process.memory_info().rss // MEGABYTE))

        watch = threading.Thread(target=look)
        watch.start()
        # Without the function: what reading alone takes.
        jpeg = encode_jpeg(col("tile"), quality=75) if encodes else col("tile").length()
        source = daft.read_parquet(str(folder / "*.parquet")).into_batches(64)
        out = source.select("id", jpeg.alias("jpeg")).write_parquet(str(Path(temporary) / "out"))
        done.set()
        watch.join()
        rows = sum(parquet.read_metadata(path.removeprefix("file://")).num_rows for path in out.to_pydict()["path"])
        assert rows == count, rows
        for tenth in range(10):
            part = sizes[tenth * len(sizes) // 10 : (tenth + 1) * len(sizes) // 10]
            print(f"  {part[-1][0]:6.1f} s  resident {min(s for _, s in part)} to {max(s for _, s in part)} MB")


if __name__ == "__main__":
    os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
    daft.set_runner_native()
    match sys.argv[1:]:
        case ["memory", *what]:
            watch_memory(encodes=what != ["read"])
        case _:
            compare_time()
