"""Pillow's `Image.save(.., "JPEG")` by this encoder."""

from __future__ import annotations

from typing import IO, Any

from PIL import Image, ImageChops, JpegImagePlugin

import unite_jpeg

_OURS = {
    "quality",
    "subsampling",
    "progressive",
    "progression",
    "optimize",
    "exif",
    "icc_profile",
    "comment",
    "dpi",
    "xmp",
    "restart_marker_blocks",
    "keep_rgb",
}
"""The options that are understood here."""

_SUBSAMPLINGS = {
    0: "444",
    1: "422",
    2: "420",
    -1: "420",
    "4:4:4": "444",
    "4:2:2": "422",
    "4:2:0": "420",
    # Pillow's own reading, for compatibility with its past.
    "4:1:1": "420",
}
"""What Pillow calls them."""


def register() -> None:
    """Registers the function below. May be called more than once."""
    Image.preinit()
    Image.register_save("JPEG", save)


def save(image: Image.Image, file: IO[bytes], filename: str | bytes) -> None:
    """Writes `image` with the options in `image.encoderinfo`, as Pillow calls it."""
    settings = _settings(image, getattr(image, "encoderinfo", {}))
    if settings is None:
        JpegImagePlugin._save(image, file, filename)
        return
    if image.mode == "CMYK":
        # Files of Adobe's programs, and Pillow's, have 255 for no ink.
        image = ImageChops.invert(image)
    file.write(unite_jpeg.encode_jpeg(image, **settings))


def _settings(image: Image.Image, options: dict[str, Any]) -> dict[str, Any] | None:
    """The settings that are meant, if all of them are settings of this encoder."""
    quality = options.get("quality", -1)
    subsampling = options.get("subsampling", -1)
    is_ours = (
        options.keys() <= _OURS
        and image.mode in ("L", "RGB", "YCbCr", "CMYK")
        and isinstance(quality, int)
        and quality <= 100
        and subsampling in _SUBSAMPLINGS
        # Pillow writes factors of chrominance also where there is none, and densities beside inks.
        and not (image.mode == "CMYK" and "dpi" in options)
        and (image.mode in ("RGB", "YCbCr") or _SUBSAMPLINGS[subsampling] == "444" or subsampling == -1)
    )
    if not is_ours:
        return None
    exif = options.get("exif", b"")
    x, y = options.get("dpi", (0, 0))
    return {
        # Pillow takes 0 for the least quality, and -1 for its default.
        "quality": 75 if quality == -1 else max(quality, 1),
        "subsampling": _SUBSAMPLINGS[subsampling],
        "progressive": bool(options.get("progressive") or options.get("progression")),
        "optimize": bool(options.get("optimize")),
        # Pillow stores inks as they are.
        "transform": image.mode != "CMYK" and not (image.mode == "RGB" and options.get("keep_rgb", False)),
        "restart": options.get("restart_marker_blocks", 0),
        "exif": (exif.tobytes() if isinstance(exif, Image.Exif) else exif) or None,
        "icc": options.get("icc_profile"),
        "xmp": options.get("xmp"),
        "comment": options.get("comment", image.info.get("comment")),
        "dpi": (round(x), round(y)) if x and y else None,
    }
