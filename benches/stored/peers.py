"""scipy.sparse, or Intel MKL with its inspector, over matrices that the program beside this file wrote, one task for each line.

`python peers.py FOLDER scipy|mkl` says its name, and then reads lines `TASK NUMBER`; it answers each with seconds of the processor and
one number of the result, or `-` if it does not have the task. One thread.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

os.environ.setdefault("MKL_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("MKL_INTERFACE_LAYER", "LP64")
os.environ.setdefault("MKL_THREADING_LAYER", "SEQUENTIAL")

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


class Handle(ctypes.c_void_p):
    """A matrix of MKL over arrays of scipy's, which have to stay."""

    of: scipy.sparse.csr_array


class Made:
    """A matrix that MKL has made."""

    def __init__(self, library: ctypes.CDLL, handle: ctypes.c_void_p) -> None:
        self.library, self.handle = library, handle

    def first(self) -> float:
        """Its first value."""
        numbers = [ctypes.c_int() for _ in range(3)]
        arrays = [ctypes.c_void_p() for _ in range(3)]
        values = ctypes.POINTER(ctypes.c_double)()
        out = [ctypes.byref(one) for one in (*numbers, *arrays, values)]
        checked(self.library.mkl_sparse_d_export_csr(self.handle, *out))
        return values[0]

    def __del__(self) -> None:
        self.library.mkl_sparse_destroy(self.handle)


class Description(ctypes.Structure):
    """Which matrix it is: `struct matrix_descr`."""

    _fields_ = [("type", ctypes.c_int), ("mode", ctypes.c_int), ("diagonal", ctypes.c_int)]


def checked(status: int) -> None:
    """Raises what MKL says went wrong."""
    if status != 0:
        raise RuntimeError(f"MKL answers {status}")


def library() -> ctypes.CDLL:
    """`libmkl_rt` of the wheel, or the one that `MKL_RT` names."""
    named = os.environ.get("MKL_RT")
    found = [named] if named else sorted(str(path) for path in Path(sys.prefix, "lib").glob("libmkl_rt.so*"))
    return ctypes.CDLL(found[-1])


def mkls(folder: Path, number: str) -> dict[str, Callable[[], object]]:
    """Those that MKL has, of which its inspector has seen the matrix: how often what is done with it is said before."""
    mkl, general, plain, by_rows, often = library(), Description(20, 0, 0), 10, 101, 1000
    a, b, x, dense = operands(folder, number)
    rows = a.shape[0]
    y, product = np.empty(rows), np.empty((rows, COLUMNS))

    def pointer(array: np.ndarray) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    def handle(of: scipy.sparse.csr_array) -> Handle:
        made = Handle()
        made.of = of
        begins, ends = pointer(of.indptr), pointer(of.indptr[1:])
        shape = ctypes.c_int(of.shape[0]), ctypes.c_int(of.shape[1])
        checked(mkl.mkl_sparse_d_create_csr(ctypes.byref(made), 0, *shape, begins, ends, pointer(of.indices), pointer(of.data)))
        return made

    one, zero = ctypes.c_double(1.0), ctypes.c_double(0.0)
    by_vector, by_columns, left, right = handle(a), handle(a), handle(a), handle(b)
    checked(mkl.mkl_sparse_set_mv_hint(by_vector, plain, general, often))
    checked(mkl.mkl_sparse_set_mm_hint(by_columns, plain, general, by_rows, COLUMNS, often))
    checked(mkl.mkl_sparse_optimize(by_vector))
    checked(mkl.mkl_sparse_optimize(by_columns))

    def vector() -> np.ndarray:
        checked(mkl.mkl_sparse_d_mv(plain, one, by_vector, general, pointer(x), zero, pointer(y)))
        return y

    def columns() -> np.ndarray:
        width = ctypes.c_int(COLUMNS)
        operand, result = (pointer(dense), width, width), (pointer(product), width)
        checked(mkl.mkl_sparse_d_mm(plain, one, by_columns, general, by_rows, *operand, zero, *result))
        return product

    def made(how: Callable[[object], int]) -> Made:
        into = ctypes.c_void_p()
        checked(how(ctypes.byref(into)))
        checked(mkl.mkl_sparse_order(into))
        return Made(mkl, into)

    return {
        "vector": vector,
        "dense": columns,
        "sum": lambda: made(lambda into: mkl.mkl_sparse_d_add(plain, left, one, right, into)),
        "product": lambda: made(lambda into: mkl.mkl_sparse_spmm(plain, left, right, into)),
    }


class Total:
    """A result whose numbers are added up to be compared."""

    def __init__(self, of: scipy.sparse.csr_array) -> None:
        self.of = of


def first(result: object) -> float:
    """The first number of a result, or their sum."""
    if isinstance(result, Total):
        return float(result.of.sum())
    if isinstance(result, Made):
        return result.first()
    numbers = result.data if scipy.sparse.issparse(result) else result
    return float(np.ravel(numbers)[0])


def main() -> None:
    """Answers each line."""
    folder, which = Path(sys.argv[1]), sys.argv[2]
    if which == "mkl":
        library()  # Without it there is no name, and so no column.
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
