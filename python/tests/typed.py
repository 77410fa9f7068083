"""A user's module, for the type checker: not run."""

import unite_jpeg

file: bytes = unite_jpeg.encode_jpeg(b"", quality=80, subsampling="420", optimize=True, dpi=(72, 72))
files: list[bytes] = unite_jpeg.encode_jpegs([b""], threads=2)
encoder = unite_jpeg.Encoder(progressive=True, comment="text")
with open("out.jpg", "wb") as out, encoder.rows(8, 8, out) as rows:
    rows.write(b"")
try:
    unite_jpeg.encode_lossless(b"", "best", bits=12)
except unite_jpeg.JpegError as error:
    print(error.args)
