"""Two nodes of Ray on this machine, one of which is killed halfway: the bytes are those of one process.

    python tests/two_nodes.py [--tiles 960]

Starts a head without processors and two nodes with one each, encodes PNG tiles of a Parquet folder, kills a node with all its
processes when a third of the results are written, and compares every row with what the same query makes without Ray, and some
with what Pillow makes. Without daft or ray it says so and ends.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

try:
    import daft
    import ray
    from ray._private.node import Node
    from ray.cluster_utils import Cluster
except ImportError as missing:
    print(f"skipped: {missing.name} is not installed")
    sys.exit(0)

import numpy as np
import psutil
import pyarrow as pa
import pyarrow.parquet as parquet
from daft import DataFrame, col
from PIL import Image

import unite_jpeg_daft

SIDE, FILES = 256, 32
QUALITY = 85
# Of this machine alone; 127.0.0.1 itself Ray takes for the address that others see.
HEAD, FIRST, SECOND = "127.0.0.2", "127.0.0.3", "127.0.0.4"


def tile(number: int) -> Image.Image:
    """A tile that no other number has."""
    random = np.random.default_rng(number)
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    waves = random.uniform(0.02, 0.3, (3, 2))
    planes = [128 + 90 * np.sin(a * x + b * y) + random.normal(0, 4, x.shape) for a, b in waves]
    return Image.fromarray(np.stack(planes, -1).clip(0, 255).astype(np.uint8))


def png(number: int) -> bytes:
    file = io.BytesIO()
    tile(number).save(file, "PNG", compress_level=1)
    return file.getvalue()


def write_tiles(folder: Path, tiles: int) -> None:
    """So many tiles, in so many files."""
    folder.mkdir()
    for part, numbers in enumerate(np.array_split(np.arange(tiles), FILES)):
        table = pa.table({"id": numbers, "tile": pa.array([png(number) for number in numbers], pa.binary())})
        parquet.write_table(table, folder / f"{part:03}.parquet")


def query(folder: Path) -> DataFrame:
    jpeg = unite_jpeg_daft.encode_jpeg(col("tile"), quality=QUALITY, optimize=True, name=col("id"))
    return daft.read_parquet(str(folder / "*.parquet")).select(col("id"), jpeg.alias("jpeg"))


def rows_of(paths: list[str]) -> dict[int, bytes]:
    """The rows of Parquet files, none of which may be there twice."""
    rows: dict[int, bytes] = {}
    for path in paths:
        table = parquet.read_table(path.removeprefix("file://"), partitioning=None).to_pydict()
        for number, file in zip(table["id"], table["jpeg"], strict=True):
            assert number not in rows, f"tile {number} is there twice"
            rows[number] = file
    return rows


def by_pillow(number: int) -> bytes:
    """The file that libjpeg-turbo makes."""
    file = io.BytesIO()
    tile(number).save(file, "JPEG", quality=QUALITY, subsampling="4:2:0", optimize=True)
    return file.getvalue()


def processor_seconds(node: Node) -> float:
    """What the processes of a node have used."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    return sum(sum(process.cpu_times()[:2]) for process in [raylet, *raylet.children(recursive=True)])


def kill_halfway(cluster: Cluster, node: Node, out: Path, say: Callable[[str], None]) -> None:
    """Kills all processes of `node` when a third of the results are there, and it has worked for some."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        written = len(list(out.glob("*.parquet")))
        if FILES // 3 <= written < FILES:
            used = processor_seconds(node)
            cluster.remove_node(node, allow_graceful=False)
            say(f"killed a node that had used {used:.1f} s of a processor, when {written} of {FILES} results were written")
            return
        time.sleep(0.02)


def alive() -> list[str]:
    """The nodes that do tasks."""
    return [node["NodeID"][:8] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tiles", type=int, default=960)
    parser.add_argument("--alone", nargs=2, metavar=("TILES", "OUT"), help="only the query, without Ray")
    given = parser.parse_args()
    if given.alone:
        daft.set_runner_native()
        query(Path(given.alone[0])).write_parquet(given.alone[1])
        return 0
    tiles = given.tiles
    os.environ["RAY_ADDRESS"] = ""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("DAFT_ANALYTICS_ENABLED", "0")
    with tempfile.TemporaryDirectory(prefix="two-nodes-") as temporary:
        folder, out, alone = (Path(temporary) / name for name in ("tiles", "out", "alone"))
        started = time.monotonic()

        def say(what: str) -> None:
            print(f"{time.monotonic() - started:6.1f} s  {what}", flush=True)

        write_tiles(folder, tiles)
        say(f"{tiles} tiles of {SIDE}x{SIDE} in {FILES} files")

        head = {"num_cpus": 0, "include_dashboard": False, "node_ip_address": HEAD}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        cluster.add_node(num_cpus=1, node_ip_address=FIRST)
        second = cluster.add_node(num_cpus=1, node_ip_address=SECOND)
        cluster.wait_for_nodes()
        ray.init(address=cluster.address, _node_ip_address=HEAD, logging_level="error", log_to_driver=False)
        say(f"nodes {' and '.join(alive())}")
        daft.set_runner_ray()
        # One task a file, so that some are done and some are not when the node goes.
        daft.set_execution_config(scan_tasks_min_size_bytes=1, scan_tasks_max_size_bytes=1)
        watch = threading.Thread(target=kill_halfway, args=(cluster, second, out, say))
        watch.start()
        paths = query(folder).write_parquet(str(out)).to_pydict()["path"]
        say("the query is done")
        watch.join()
        deadline = time.monotonic() + 120
        while len(alive()) > 1 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert len(alive()) == 1, "no node was killed"
        by_two = rows_of(paths)
        say(f"{len(by_two)} rows of two nodes")
        ray.shutdown()
        cluster.shutdown()

        # Daft keeps its runner for as long as a process lives.
        subprocess.run([sys.executable, __file__, "--alone", str(folder), str(alone)], check=True)
        by_one = rows_of([str(path) for path in alone.glob("*.parquet")])
        say(f"{len(by_one)} rows of one process")
        assert sorted(by_one) == list(range(tiles)), "rows are missing"
        assert by_two == by_one, "rows differ"
        for number in range(0, tiles, tiles // 20):
            assert by_two[number] == by_pillow(number), f"tile {number} is not as Pillow has it"
        say("all bytes are the same, and those of Pillow")
    return 0


if __name__ == "__main__":
    sys.exit(main())
