"""Encodes a clip on many workers of Ray, and joins what they made: the bytes are those of one.

    python examples/encode_clip.py clip.y4m out.mp4 --ray 10.0.0.1:6379
    python examples/encode_clip.py clip.y4m out.mp4                      # without Ray

The clip is cut into chunks of closed groups of pictures: what is encoded in one refers to nothing in another. Each worker reads its
frames of the file, which every node has to see. A worker that is lost costs time only: Ray does its chunk again elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from unite_h264 import Encoder, Packet, Settings, encode_h264, join_packets

Planes = tuple[memoryview, memoryview, memoryview]


class Clip(NamedTuple):
    """A file of Y4M at 4:2:0."""

    path: Path
    width: int
    height: int
    fps: tuple[int, int]
    start: int
    frames: int

    @classmethod
    def open(cls, path: Path) -> Clip:
        with path.open("rb") as file:
            words = file.readline(256).split()
            start = file.tell()
        if not words or words[0] != b"YUV4MPEG2":
            sys.exit(f"{path} is no Y4M file")
        said = {word[:1]: word[1:].decode() for word in words[1:]}
        if not said.get(b"C", "420").startswith("420") or "p1" in said.get(b"C", "420"):
            sys.exit(f"{path} has samples of the kind {said[b'C']}; only 4:2:0 of 8 bits is read here")
        width, height = int(said[b"W"]), int(said[b"H"])
        numerator, _, denominator = said.get(b"F", "25:1").partition(":")
        clip = cls(path, width, height, (int(numerator), int(denominator)), start, 0)
        return clip._replace(frames=(path.stat().st_size - start) // clip.bytes_of_frame)

    @property
    def bytes_of_frame(self) -> int:
        chrominance = -(-self.width // 2) * -(-self.height // 2)
        return len(b"FRAME\n") + self.width * self.height + 2 * chrominance

    def read(self, first: int, count: int) -> Iterator[Planes]:
        """So many frames from a number on."""
        luminance, half = (self.height, self.width), (-(-self.height // 2), -(-self.width // 2))
        with self.path.open("rb") as file:
            file.seek(self.start + first * self.bytes_of_frame)
            for _ in range(min(count, self.frames - first)):
                if file.readline(64) != b"FRAME\n":
                    raise ValueError(f"{self.path}: frames with parameters of their own are not read here")
                sizes = (luminance, half, half)
                y, cb, cr = (memoryview(file.read(rows * columns)).cast("B", (rows, columns)) for rows, columns in sizes)
                yield y, cb, cr


def encode_chunk(clip: Clip, first: int, count: int, settings: Settings) -> list[Packet]:
    """What a worker does."""
    of_chunk: Settings = {**settings, "keys_before": first // settings["keyint"]}
    encoder = Encoder(clip.width, clip.height, **of_chunk)
    return [encoder.encode(planes) for planes in clip.read(first, count)]


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("clip", type=Path)
    parser.add_argument("out")
    parser.add_argument("--qp", type=int, default=26)
    parser.add_argument("--preset", default="medium")
    parser.add_argument("--keyint", type=int, default=60, help="frames of a group")
    parser.add_argument("--groups", type=int, default=2, help="groups of a chunk")
    parser.add_argument("--ray", metavar="ADDRESS", help="a cluster; 'local' starts one here")
    given = parser.parse_args(words)
    if given.groups < 1 or given.keyint < 1:
        parser.error("--groups and --keyint are at least 1")
    clip = Clip.open(given.clip)
    settings: Settings = {
        "fps": clip.fps,
        "qp": given.qp,
        "preset": given.preset,
        "keyint": given.keyint,
        "scenecut": 0,
    }
    if not given.ray:
        encode_h264(clip.read(0, clip.frames), given.out, **settings)
        return 0
    import ray

    if not ray.is_initialized():
        ray.init(None if given.ray == "local" else given.ray)
    of_chunk = given.groups * given.keyint
    # Again and again: a chunk is the same wherever it is encoded.
    encode = ray.remote(num_cpus=1, max_retries=-1)(encode_chunk)
    chunks = [encode.remote(clip, first, of_chunk, settings) for first in range(0, clip.frames, of_chunk)]

    def joined() -> Iterator[Packet]:
        for number, chunk in enumerate(chunks):
            yield from ray.get(chunk)
            print(f"\r{number + 1} of {len(chunks)} chunks", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    join_packets(joined(), clip.width, clip.height, given.out, **settings)
    return 0


if __name__ == "__main__":
    sys.exit(main())
