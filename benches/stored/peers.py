"""scipy.sparse, or Intel MKL by `sparse_dot_mkl`, over matrices that the program beside this file wrote, one task for each line.

`python peers.py FOLDER scipy|mkl` says its name, and then reads lines `TASK NUMBER`; it answers each with seconds of the processor and
one number of the result, or `-` if it does not have the task. One thread.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

os.environ.setdefault("MKL_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import scipy
import scipy.sparse

COLUMNS = 16


def matrix(folder: Path, number: str, name: str) -> scipy.sparse.csr_array:
    """The matrix of these files, without a copy."""

    def array(what: str, kind: type) -> np.ndarray:
        return np.fromfile(folder / f"{number}.{name}.{what}", kind)

    positions, columns = array("positions", np.int32), array("columns", np.int32)
    rows = len(positions) - 1
    return scipy.sparse.csr_array((array("values", np.float64), columns, positions), shape=(rows, rows))


def operands(folder: Path, number: str) -> tuple[scipy.sparse.csr_array, scipy.sparse.csr_array, np.ndarray, np.ndarray]:
    """Two matrices, a vector, and as many of them as `COLUMNS`."""
    a, b = (matrix(folder, number, which) for which in "ab")
    rows = a.shape[0]
    x = np.arange(rows, dtype=np.float64) % 31
    dense = (np.arange(rows * COLUMNS, dtype=np.float64) % 29).reshape(rows, COLUMNS)
    return a, b, x, dense


def in_order(product: scipy.sparse.csr_array) -> scipy.sparse.csr_array:
    """The same with the columns of each row in order, as all others give them."""
    product.sort_indices()
    return product


def scipys(folder: Path, number: str) -> dict[str, Callable[[], object]]:
    """The tasks by scipy."""
    a, b, x, dense = operands(folder, number)
    c = matrix(folder, number, "c")
    return {
        "vector": lambda: a @ x,
        "dense": lambda: a @ dense,
        "sum": lambda: a + b,
        "product": lambda: in_order(a @ b),
        "three": lambda: Total(a.multiply(b).multiply(c)),
        "mixture": lambda: Total(a.multiply(b + c)),
    }


def mkls(folder: Path, number: str) -> dict[str, Callable[[], object]]:
    """Those that MKL has."""
    import sparse_dot_mkl as mkl

    a, b, x, dense = operands(folder, number)
    return {
        "vector": lambda: mkl.dot_product_mkl(a, x),
        "dense": lambda: mkl.dot_product_mkl(a, dense),
        "product": lambda: mkl.dot_product_mkl(a, b, reorder_output=True),
    }


class Total:
    """A result whose numbers are added up to be compared."""

    def __init__(self, of: scipy.sparse.csr_array) -> None:
        self.of = of


def first(result: object) -> float:
    """The first number of a result, or their sum."""
    if isinstance(result, Total):
        return float(result.of.sum())
    numbers = result.data if scipy.sparse.issparse(result) else result
    return float(np.ravel(numbers)[0])


def main() -> None:
    """Answers each line."""
    folder, which = Path(sys.argv[1]), sys.argv[2]
    if which == "mkl":
        import sparse_dot_mkl  # noqa: F401  Without it there is no name, and so no column.

        tasks, name = cache(mkls), "MKL"
    else:
        tasks, name = cache(scipys), f"scipy {scipy.__version__}"
    print(name, flush=True)
    for line in sys.stdin:
        task, number = line.split()
        run = tasks(folder, number).get(task)
        if run is None:
            print("-", flush=True)
            continue
        begun = time.process_time()
        result = run()
        taken = time.process_time() - begun
        print(taken, first(result), flush=True)


if __name__ == "__main__":
    main()
