"""OpenCV and Halide beside the kernels of `unite-beyond`, over arrays that the program beside this file wrote.

`python peers.py FOLDER opencv|Mullapudi2016|Adams2019|hand` says its name, and then reads lines. `check TASK` computes a task once,
writes what came of it into the folder, and answers `ready`, or `-` with a reason if it does not have the task. `time TASK SECONDS` runs it
for about so long and answers with the seconds of the processor that the shortest call took. One thread.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

os.environ["HL_NUM_THREADS"] = "1"
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

HEIGHT, WIDTH = 1080, 1920
FOLDER = Path(sys.argv[1])

# Arrays that tasks read: their elements and extents.
INPUTS: dict[str, tuple[type, tuple[int, ...]]] = {
    "plane": (np.uint8, (HEIGHT, WIDTH)),
    "other": (np.uint8, (HEIGHT, WIDTH)),
    "padded": (np.uint8, (HEIGHT + 2, WIDTH + 2)),
    "fine": (np.float32, (HEIGHT, WIDTH)),
    "coarse": (np.float32, (HEIGHT // 2 + 2, WIDTH // 2 + 2)),
    "signal": (np.int32, (HEIGHT, WIDTH)),
    "pixels": (np.uint8, (HEIGHT, WIDTH, 3)),
    "colours": (np.uint8, (16, 3)),
    "field": (np.int16, (HEIGHT, WIDTH, 2)),
    "weight": (np.int32, (256,)),
    "left": (np.float32, (512, 512)),
    "right": (np.float32, (512, 512)),
    "kernel": (np.float32, (5, 5)),
}

# What tasks write: likewise.
OUTPUTS: dict[str, tuple[type, tuple[int, ...]]] = {
    "planar": (np.uint8, (HEIGHT, WIDTH)),
    "angular_down": (np.uint8, (1072, 1904)),
    "angular_up": (np.uint8, (1072, 1904)),
    "median": (np.uint8, (HEIGHT, WIDTH)),
    "restrict": (np.float32, (HEIGHT // 2, WIDTH // 2)),
    "prolong": (np.float32, (HEIGHT, WIDTH)),
    "wavelet": (np.int32, (HEIGHT, WIDTH)),
    "demosaic": (np.uint8, (HEIGHT // 2, WIDTH // 2, 3)),
    "binomial": (np.uint8, (HEIGHT, WIDTH)),
    "squares": (np.int32, (HEIGHT // 8, WIDTH // 8)),
    "histogram": (np.uint32, (256,)),
    "bilateral": (np.uint8, (HEIGHT, WIDTH)),
    "sobel": (np.uint8, (HEIGHT, WIDTH)),
    "census": (np.uint8, (HEIGHT, WIDTH)),
    "integral": (np.int32, (HEIGHT, WIDTH)),
    "nearest_colour": (np.uint8, (HEIGHT, WIDTH)),
    "opening": (np.uint8, (HEIGHT, WIDTH)),
    "equalise": (np.uint8, (1056, WIDTH)),
    "warp": (np.uint8, (HEIGHT, WIDTH)),
    "product": (np.float32, (512, 512)),
    "correlation": (np.float32, (HEIGHT - 4, WIDTH - 4)),
}


@cache
def array(name: str) -> np.ndarray:
    """An input, kept: Halide's buffers only point to it."""
    kind, extents = INPUTS[name]
    return np.fromfile(FOLDER / name, kind).reshape(extents)


class OpenCV:
    """What OpenCV has of the tasks: functions that give an array."""

    def __init__(self) -> None:
        import cv2

        cv2.setNumThreads(1)
        self.cv2 = cv2
        self.name = f"OpenCV {cv2.__version__}"

    def prepare(self, task: str) -> tuple[Callable[[], np.ndarray], Callable[[np.ndarray], np.ndarray]] | None:
        """What is timed, and what makes what it gives comparable."""
        cv2 = self.cv2

        def same(out: np.ndarray) -> np.ndarray:
            return out

        def inner(out: np.ndarray) -> np.ndarray:
            return out[1:-1, 1:-1]

        out = np.empty(OUTPUTS[task][1], OUTPUTS[task][0])
        if task == "median":
            padded = array("padded")
            room = np.empty_like(padded)
            return lambda: cv2.medianBlur(padded, 3, room), inner
        if task == "restrict":
            fine = array("fine")
            return lambda: cv2.resize(fine, (WIDTH // 2, HEIGHT // 2), out, interpolation=cv2.INTER_AREA), same
        if task == "prolong":
            coarse = np.ascontiguousarray(array("coarse")[1:-1, 1:-1])
            return lambda: cv2.resize(coarse, (WIDTH, HEIGHT), out, interpolation=cv2.INTER_LINEAR), same
        if task == "binomial":
            plane = array("plane")
            return lambda: cv2.GaussianBlur(plane, (7, 7), 0, out), same
        if task == "histogram":
            plane = array("plane")
            return lambda: cv2.calcHist([plane], [0], None, [256], [0, 256]), lambda h: h.ravel().astype(np.uint32)
        if task == "sobel":
            padded = array("padded")

            def magnitude() -> np.ndarray:
                across, along = cv2.spatialGradient(padded)
                return cv2.add(cv2.convertScaleAbs(across), cv2.convertScaleAbs(along))

            return magnitude, inner
        if task == "integral":
            plane = array("plane")
            room = np.empty((HEIGHT + 1, WIDTH + 1), np.int32)
            return lambda: cv2.integral(plane, room), lambda sums: sums[1:, 1:]
        if task == "opening":
            plane, square = array("plane"), np.ones((3, 3), np.uint8)
            return lambda: cv2.morphologyEx(plane, cv2.MORPH_OPEN, square, out), same
        if task == "product":
            left, right = array("left"), array("right")
            return lambda: cv2.gemm(left, right, 1, None, 0, out), same
        if task == "correlation":
            fine, kernel = array("fine"), array("kernel")
            room = np.empty_like(fine)
            return lambda: cv2.filter2D(fine, cv2.CV_32F, kernel, room), lambda whole: whole[2:-2, 2:-2]
        if task == "warp":
            plane, field = array("plane"), array("field")
            rows, columns = np.mgrid[:HEIGHT, :WIDTH]
            to = np.stack([columns + field[..., 1], rows + field[..., 0]], axis=-1).astype(np.int16)
            return (
                lambda: cv2.remap(plane, to, None, cv2.INTER_NEAREST, out, cv2.BORDER_REPLICATE),
                same,
            )
        return None


class Halide:
    """The tasks as pipelines of Halide, with the schedules of an autoscheduler, or by hand."""

    def __init__(self, which: str) -> None:
        import halide
        import halide_pipelines

        self.halide, self.pipelines, self.which = halide, halide_pipelines, which
        if which != "hand":
            plugin = f"libautoschedule_{which.lower()}.so"
            halide.load_plugin(str(Path(halide.__file__).parent / "lib64" / plugin))
        self.target = halide.get_jit_target_from_environment()
        self.name = "Halide, by hand" if which == "hand" else f"Halide, {which}"

    def pipelines_of(self, task: str) -> list[object]:
        """The pipeline of a task; by hand as many as there are schedules to try."""
        hl = self.halide
        build = self.pipelines.TASKS[task]
        if self.which == "hand":
            return [hl.Pipeline(out) for out in self.pipelines.by_hand(build, array)]
        out = build(array).out
        extents = OUTPUTS[task][1]
        out.set_estimates([hl.Range(0, extent) for extent in reversed(extents)])
        pipeline = hl.Pipeline(out)
        pipeline.apply_autoscheduler(self.target, hl.AutoschedulerParams(self.which, {"parallelism": "1"}))
        return [pipeline]

    def prepare(self, task: str) -> tuple[Callable[[], np.ndarray], Callable[[np.ndarray], np.ndarray]] | None:
        """As that of OpenCV; of several schedules the one that is fastest here."""
        if task not in self.pipelines.TASKS:
            return None
        out = np.zeros(OUTPUTS[task][1], OUTPUTS[task][0])
        buffer = self.halide.Buffer(out)
        best: tuple[float, Callable[[], np.ndarray]] | None = None
        for pipeline in self.pipelines_of(task):
            pipeline.compile_jit(self.target)

            def run(pipeline: object = pipeline) -> np.ndarray:
                pipeline.realize(buffer, self.target)
                return out

            taken = shortest(run, 0.1)
            if best is None or taken < best[0]:
                best = taken, run
        assert best is not None
        return best[1], lambda result: result


def shortest(run: Callable[[], object], span: float) -> float:
    """Seconds of the processor that the shortest of all calls in so many seconds took; of three at least."""
    end, least, calls = time.perf_counter() + span, float("inf"), 0
    while calls < 3 or time.perf_counter() < end:
        begun = time.process_time()
        run()
        least = min(least, time.process_time() - begun)
        calls += 1
    return least


def main() -> None:
    """Answers each line."""
    which = sys.argv[2]
    answers, sys.stdout = sys.stdout, sys.stderr  # Halide prints its warnings.

    def answer(*words: object) -> None:
        print(*words, file=answers, flush=True)

    peer = OpenCV() if which == "opencv" else Halide(which)
    answer(peer.name)
    prepared: dict[str, Callable[[], np.ndarray]] = {}
    for line in sys.stdin:
        command, task, *rest = line.split()
        if command == "time":
            answer(shortest(prepared[task], float(rest[0])))
            continue
        try:
            found = peer.prepare(task)
        except Exception as error:  # An autoscheduler that gives up has no row, and says why.
            answer("-", " ".join(str(error).split()))
            continue
        if found is None:
            answer("-")
            continue
        prepared[task], comparable = found
        np.ascontiguousarray(comparable(prepared[task]())).tofile(FOLDER / f"{task}.{which}")
        answer("ready")


if __name__ == "__main__":
    main()
