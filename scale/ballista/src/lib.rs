//! JPEG encoding as functions of SQL, for DataFusion and what is built on it.
//!
//! ```sql
//! SELECT path, jpeg_encode(picture, 85, '4:2:0') FROM tiles;
//! SELECT path, try_jpeg_encode(picture) AS jpeg FROM tiles WHERE jpeg IS NULL;
//! ```
//!
//! Both are `(picture [, quality [, subsampling [, progressive [, optimize [, name]]]]])`. Without them quality is 75, subsampling
//! `'420'`, and the rest false. A picture is a PNG or PNM file (binary), or a struct of samples: `data` (binary, or a list of
//! `UInt8`), `width`, `height`, and `channels` or `channel`. Null stays null. `jpeg_encode` fails at the first picture that has no
//! file, and says which row, what `name` calls it, and which rule it breaks; `try_jpeg_encode` makes it null, as `try_cast` does.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let context = SessionContext::new();
//! for function in unite_jpeg_sql::functions() {
//!     context.register_udf(function);
//! }
//! let table = context.sql("SELECT jpeg_encode(X'50352031203120323535208080', 90) AS jpeg").await?;
//! assert_eq!(table.collect().await?[0].num_rows(), 1);
//! # Ok(())
//! # }
//! ```

mod arguments;
mod encode;
mod pictures;

use datafusion_expr::ScalarUDF;

use crate::encode::JpegEncode;

/// `jpeg_encode` and `try_jpeg_encode`. Every process of a cluster has to register both: plans carry their names only.
pub fn functions() -> [ScalarUDF; 2] {
    [JpegEncode::new("jpeg_encode"), JpegEncode::new("try_jpeg_encode")].map(ScalarUDF::new_from_impl)
}
