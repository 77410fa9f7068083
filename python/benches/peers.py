"""CPU time of one call beside the peers', in turn: `python benches/peers.py [ROUNDS]`.

Prints how many times as fast as each peer `unite_jpeg` is: the least time of each over so many rounds. Needs the packages of
the extra `test`.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

import imagecodecs
import numpy as np
import simplejpeg
from PIL import Image

import unite_jpeg

PICTURES = Path(__file__).parents[2] / "pictures"


def photograph(height: int, width: int) -> np.ndarray:
    """A photograph of this size, of those in the repository side by side."""
    source = np.asarray(Image.open(PICTURES / "astronaut.png").convert("RGB"))
    rows, columns = -(-height // source.shape[0]), -(-width // source.shape[1])
    mirrored = np.concatenate([source, source[:, ::-1]], axis=1)
    return np.ascontiguousarray(np.tile(mirrored, (rows, columns, 1))[:height, :width])


def by_pillow(picture: np.ndarray, quality: int, subsampling: str) -> bytes:
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=quality, subsampling={"444": 0, "420": 2}[subsampling])
    return file.getvalue()


def least(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The least CPU time of each call, in microseconds, with the calls in turn."""
    times = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.process_time_ns()
            call()
            times[name] = min(times[name], (time.process_time_ns() - start) / 1000)
    return times


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    print("| picture | ours, us | simplejpeg | Pillow | imagecodecs, lossless |")
    print("|:--|--:|--:|--:|--:|")
    for height, width in ((64, 64), (256, 256), (3000, 4000)):
        picture = photograph(height, width)
        repeats = max(1, min(200, 2_000_000 // (height * width)))
        for subsampling in ("444", "420"):
            for quality in (75, 90):

                def many(call: Callable[[], object]) -> Callable[[], object]:
                    return lambda: [call() for _ in range(repeats)]

                times = least(
                    {
                        "ours": many(lambda: unite_jpeg.encode_jpeg(picture, quality, "RGB", subsampling)),
                        "simplejpeg": many(lambda: simplejpeg.encode_jpeg(picture, quality, "RGB", subsampling)),
                        "Pillow": many(lambda: by_pillow(picture, quality, subsampling)),
                    },
                    rounds,
                )
                ours = times["ours"]
                ratios = [f"{times[peer] / ours:.2f}" for peer in ("simplejpeg", "Pillow")]
                print(f"| {width}x{height} {subsampling} q{quality} | {ours / repeats:.0f} | {' | '.join(ratios)} | |")
        lossless = least(
            {
                "ours": lambda: unite_jpeg.encode_lossless(picture),
                "imagecodecs": lambda: imagecodecs.jpeg8_encode(picture, lossless=True, predictor=1),
            },
            max(3, rounds // 5),
        )
        ratio = lossless["imagecodecs"] / lossless["ours"]
        print(f"| {width}x{height} lossless | {lossless['ours']:.0f} | | | {ratio:.2f} |")


if __name__ == "__main__":
    main()
