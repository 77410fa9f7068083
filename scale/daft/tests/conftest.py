"""Pictures for tests, and what others make of them."""

from __future__ import annotations

import io

import numpy as np
import pytest

pytest.importorskip("daft", reason="daft is not installed")

from PIL import Image, ImageFile

# Pillow's own encoder fails for small noisy pictures with tables of their own, whose file does not fit its buffer.
ImageFile.MAXBLOCK = 1 << 22

Array = np.ndarray


def picture(random: np.random.Generator, height: int, width: int, channels: int) -> Array:
    """Noise, slopes or one colour."""
    shape = (height, width, channels)
    match random.integers(3):
        case 0:
            samples = random.integers(0, 256, shape)
        case 1:
            y, x = np.mgrid[0:height, 0:width]
            samples = np.stack([128 + 100 * np.sin((x * (c + 1) + y) / 9) for c in range(channels)], -1)
        case _:
            samples = np.broadcast_to(random.integers(0, 256, channels), shape)
    return samples.astype(np.uint8)


def by_pillow(samples: Array, **settings: object) -> bytes:
    """The file that libjpeg-turbo makes of the same samples, without alpha."""
    colours = samples[..., : 1 if samples.shape[-1] < 3 else 3]
    file = io.BytesIO()
    if colours.shape[-1] == 1:
        # Pillow writes factors of sampling for one component, too, which mean nothing.
        settings.pop("subsampling", None)
        colours = colours[..., 0]
    Image.fromarray(np.ascontiguousarray(colours)).save(file, "JPEG", **settings)
    return file.getvalue()


def png(samples: Array) -> bytes:
    """A PNG file."""
    file = io.BytesIO()
    Image.fromarray(samples.squeeze(-1) if samples.shape[-1] == 1 else samples).save(file, "PNG")
    return file.getvalue()


def pnm(samples: Array) -> bytes:
    """A PGM or PPM file."""
    height, width, channels = samples.shape
    return b"P%d\n# made here\n%d %d\n255\n" % ({1: 5, 3: 6}[channels], width, height) + samples.tobytes()
