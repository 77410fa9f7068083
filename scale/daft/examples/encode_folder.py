"""Encodes a folder or a Parquet file of pictures as JPEG, and writes Parquet: here, or on a cluster of Ray.

    python examples/encode_folder.py PICTURES OUT
    python examples/encode_folder.py tiles.parquet OUT --column tile --key id --ray 10.0.0.1:6379

Progress is shown by Daft. Rows that have no JPEG file say why in the column `error`; their number is printed at the end. A node
that is lost costs time only: Ray does its tasks again elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import daft
from daft import DataType, col, lit
from daft.functions import decode_image, when

import unite_jpeg_daft


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("source", help="a folder of pictures, or a Parquet file or folder of them")
    parser.add_argument("out", help="a folder for Parquet files: key, jpeg, error")
    parser.add_argument("--column", default="picture", help="the column of pictures: images, tensors, or files in binary")
    parser.add_argument("--key", default="path", help="the column that names them")
    parser.add_argument("--quality", type=int, default=75)
    parser.add_argument("--subsampling", default="420")
    parser.add_argument("--progressive", action="store_true")
    parser.add_argument("--optimize", action="store_true")
    parser.add_argument("--batch", type=int, default=64, help="pictures in memory at a time, on each processor")
    parser.add_argument("--ray", metavar="ADDRESS", help="a cluster; 'local' starts one here")
    return parser.parse_args(words)


def pictures(source: Path, column: str, key: str) -> daft.DataFrame:
    """A table of keys and pictures."""
    if source.suffix == ".parquet" or any(source.glob("*.parquet")):
        table = daft.read_parquet(str(source))
        return table.select(col(key).alias("key"), col(column).alias("picture"))
    files = daft.from_glob_path(str(source / "**"))
    return files.select(col("path").alias("key"), col("path").download().alias("picture"))


def main(words: list[str] | None = None) -> int:
    given = arguments(words)
    if given.ray:
        daft.set_runner_ray(None if given.ray == "local" else given.ray)
    else:
        daft.set_runner_native()
    # Before the first query: workers learn then what is loaded.
    unite_jpeg_daft.load()
    table = pictures(Path(given.source), given.column, given.key).into_batches(given.batch)
    if table.schema()["picture"].dtype == DataType.binary():
        # Whatever Daft reads: PNG, JPEG, TIFF, WebP, BMP, GIF. Those it does not read come out as null.
        table = table.with_column("picture", decode_image(col("picture"), on_error="null", mode="RGB"))
    jpeg = unite_jpeg_daft.encode_jpeg(
        col("picture"),
        quality=given.quality,
        subsampling=given.subsampling,
        progressive=given.progressive,
        optimize=given.optimize,
        on_error="struct",
    )
    table = table.select(col("key"), jpeg.alias("made"))
    unread = when(col("made").is_null(), lit("no picture that Daft reads"))
    error = unread.otherwise(col("made").get("error"))
    table = table.select(col("key"), col("made").get("bytes").alias("jpeg"), error.alias("error"))
    written = table.write_parquet(given.out).to_pydict()["path"]
    done = daft.read_parquet(written)
    counts = done.agg(col("key").count("all").alias("rows"), col("jpeg").count().alias("files")).to_pydict()
    rows, files = counts["rows"][0], counts["files"][0]
    print(f"{files} JPEG files of {rows} pictures, in {len(written)} files of Parquet")
    return 0 if files == rows else 1


if __name__ == "__main__":
    sys.exit(main())
