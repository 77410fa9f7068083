//! What the tests share: pictures, a marker parser, and `cjpeg`.
#![allow(dead_code)]

pub mod cjpeg;
pub mod file;
pub mod folder;
pub mod formats;
pub mod pictures;
pub mod turbo;
