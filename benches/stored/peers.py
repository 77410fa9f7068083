"""Times of scipy.sparse, and of Intel MKL where `sparse_dot_mkl` is installed, over matrices that the program beside this file
wrote: `cargo run --release -- FOLDER`, then `python peers.py FOLDER`. One thread; the least of 15 times, in milliseconds.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("MKL_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import scipy.sparse

try:
    import sparse_dot_mkl as mkl
except ImportError:
    mkl = None

ROUNDS = 15
COLUMNS = 16


def matrix(folder: Path, number: str, name: str) -> scipy.sparse.csr_array:
    """The matrix of these files, without a copy."""

    def array(what: str, kind: type) -> np.ndarray:
        return np.fromfile(folder / f"{number}.{name}.{what}", kind)

    positions, columns = array("positions", np.int32), array("columns", np.int32)
    rows = len(positions) - 1
    return scipy.sparse.csr_array((array("values", np.float64), columns, positions), shape=(rows, rows))


def least(call: Callable[[], object]) -> float:
    """The least time of a call, in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return min(times) * 1e3


def main() -> None:
    """Prints a table."""
    folder = Path(sys.argv[1])
    print("| matrix | task | scipy, ms | MKL, ms |\n|---|---|--:|--:|")
    for name in sorted(folder.glob("*.name")):
        number = name.name.removesuffix(".name")
        a, b = (matrix(folder, number, which) for which in "ab")
        rows = a.shape[0]
        x = np.arange(rows, dtype=np.float64) % 31
        dense = (np.arange(rows * COLUMNS, dtype=np.float64) % 29).reshape(rows, COLUMNS)
        tasks: list[tuple[str, Callable[[], object], Callable[[], object] | None]] = [
            ("A x", lambda: a @ x, lambda: mkl.dot_product_mkl(a, x)),
            (f"A X, {COLUMNS} columns", lambda: a @ dense, lambda: mkl.dot_product_mkl(a, dense)),
            ("A + B", lambda: a + b, None),
        ]
        for task, scipys, mkls in tasks:
            other = f"{least(mkls):.3f}" if mkl is not None and mkls is not None else "-"
            print(f"| {name.read_text()} | {task} | {least(scipys):.3f} | {other} |")


if __name__ == "__main__":
    main()
