//! JPEG.
