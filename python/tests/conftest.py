"""Pictures for tests."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageFile

# Pillow's own encoder fails for small noisy pictures with tables of their own, whose file does not fit its buffer.
ImageFile.MAXBLOCK = 1 << 22

Array = np.ndarray


def noise(*shape: int, seed: int = 1, dtype: type = np.uint8) -> Array:
    """Every value is as likely as any other."""
    return np.random.default_rng(seed).integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def smooth(height: int, width: int, channels: int = 3) -> Array:
    """A picture with edges and slopes, as photographs have them."""
    y, x = np.mgrid[0:height, 0:width]
    planes = [128 + 100 * np.sin((x * (c + 1) + y) / 9) * ((x // 16 + y // 24) % 2) for c in range(channels)]
    return np.stack(planes, axis=-1).astype(np.uint8)


@pytest.fixture
def decode() -> Callable[[bytes], Array]:
    """Decodes by an independent decoder."""
    return lambda data: np.asarray(Image.open(io.BytesIO(data)))


def by_pillow(image: Image.Image, **options: object) -> bytes:
    """The file that Pillow's own encoder makes."""
    file = io.BytesIO()
    image.save(file, "JPEG", **options)
    return file.getvalue()
