//! The functions in DataFusion itself.

mod pictures;

use std::sync::Arc;

use datafusion::arrow::array::cast::AsArray;
use datafusion::arrow::array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int32Array, LargeBinaryArray, ListArray, RecordBatch,
    StringArray, StructArray, UInt16Array, UInt32Array,
};
use datafusion::arrow::datatypes::{DataType, Field, UInt8Type};
use datafusion::prelude::SessionContext;
use pictures::{jpeg, ppm, samples};
use unite_jpeg::Sampling;
use unite_jpeg_sql::functions;

/// Width and height of the picture of a number.
fn size(number: u32) -> (u32, u32) {
    (1 + number * 37 % 50, 1 + number * 23 % 40)
}

/// A context that knows the functions, and a table `t` of these columns.
fn context(columns: Vec<(&str, ArrayRef)>) -> SessionContext {
    let context = SessionContext::new();
    for function in functions() {
        context.register_udf(function);
    }
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, column)| (name, column, true)),
    );
    context.register_batch("t", batch.expect("columns of one length")).expect("a table");
    context
}

/// The first column of what `statement` gives.
async fn files(context: &SessionContext, statement: &str) -> Result<Vec<Option<Vec<u8>>>, String> {
    let table = context.sql(statement).await.map_err(|error| error.to_string())?;
    let batches = table.collect().await.map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for batch in &batches {
        let column: &LargeBinaryArray = batch.column(0).as_binary();
        files.extend(column.iter().map(|file| file.map(<[u8]>::to_vec)));
    }
    Ok(files)
}

fn ids(count: u32) -> (&'static str, ArrayRef) {
    ("id", Arc::new(UInt32Array::from_iter_values(0..count)))
}

#[tokio::test]
async fn files_of_any_layout() {
    let rows: Vec<Option<Vec<u8>>> = (0..9).map(|n| (n != 4).then(|| ppm(n, size(n).0, size(n).1))).collect();
    let slices = || rows.iter().map(Option::as_deref).collect::<Vec<_>>();
    let columns: [ArrayRef; 3] = [
        Arc::new(BinaryArray::from(slices())),
        Arc::new(LargeBinaryArray::from(slices())),
        Arc::new(BinaryViewArray::from_iter(slices())),
    ];
    let expected: Vec<_> =
        (0..9).map(|n| (n != 4).then(|| jpeg(n, size(n).0, size(n).1, 75, Sampling::S420, false))).collect();
    for column in columns {
        let context = context(vec![ids(9), ("p", column)]);
        for function in ["jpeg_encode", "try_jpeg_encode"] {
            let made = files(&context, &format!("SELECT {function}(p) FROM t ORDER BY id")).await;
            assert_eq!(made.as_ref(), Ok(&expected));
        }
        // Rows that are left of a batch.
        let made = files(&context, "SELECT jpeg_encode(p) FROM t WHERE id % 3 = 1 ORDER BY id").await;
        assert_eq!(made.expect("files"), [1, 4, 7].map(|n: usize| expected[n].clone()));
    }
}

#[tokio::test]
async fn samples_in_structs() {
    let sizes: Vec<(u32, u32)> = (0..6).map(size).collect();
    let data: Vec<Vec<u8>> = (0..6).map(|n| samples(n, size(n).0, size(n).1)).collect();
    let expected: Vec<_> =
        (0..6).map(|n| Some(jpeg(n, size(n).0, size(n).1, 75, Sampling::S420, false))).collect();
    let bytes: ArrayRef = Arc::new(BinaryArray::from_iter_values(&data));
    let list: ArrayRef = Arc::new(ListArray::from_iter_primitive::<UInt8Type, _, _>(
        data.iter().map(|row| Some(row.iter().copied().map(Some))),
    ));
    for column in [bytes, list] {
        let field = |name: &str, of: &DataType| Arc::new(Field::new(name, of.clone(), true));
        // The order, and other columns, are as in what Daft writes.
        let picture = StructArray::from(vec![
            (field("data", column.data_type()), column),
            (field("channel", &DataType::UInt16), Arc::new(UInt16Array::from(vec![3; 6])) as ArrayRef),
            (
                field("height", &DataType::UInt32),
                Arc::new(UInt32Array::from_iter_values(sizes.iter().map(|s| s.1))),
            ),
            (
                field("width", &DataType::UInt32),
                Arc::new(UInt32Array::from_iter_values(sizes.iter().map(|s| s.0))),
            ),
            (field("mode", &DataType::Int32), Arc::new(Int32Array::from(vec![3; 6]))),
        ]);
        let context = context(vec![ids(6), ("p", Arc::new(picture))]);
        assert_eq!(files(&context, "SELECT jpeg_encode(p) FROM t ORDER BY id").await.as_ref(), Ok(&expected));
        let other = "SELECT try_jpeg_encode(named_struct('data', p['data'], 'width', p['width'] + 1, 'height', p['height'], \
                     'channels', 3)) FROM t";
        assert_eq!(files(&context, other).await, Ok(vec![None; 6]));
    }
}

#[tokio::test]
async fn settings_are_constants_or_columns() {
    let rows: Vec<Vec<u8>> = (0..4).map(|n| ppm(n, 20, 30)).collect();
    let context = context(vec![
        ids(4),
        ("p", Arc::new(BinaryArray::from_iter_values(&rows))),
        ("q", Arc::new(Int32Array::from(vec![10, 95, 50, 100]))),
        ("s", Arc::new(StringArray::from(vec!["444", "4:2:2", "420", "gray"]))),
    ]);
    let samplings = [Sampling::S444, Sampling::S422, Sampling::S420, Sampling::Gray];
    let expected: Vec<_> = [10, 95, 50, 100]
        .into_iter()
        .zip(samplings)
        .zip(0..)
        .map(|((quality, sampling), n)| Some(jpeg(n, 20, 30, quality, sampling, false)))
        .collect();
    assert_eq!(files(&context, "SELECT jpeg_encode(p, q, s) FROM t ORDER BY id").await, Ok(expected));
    let expected: Vec<_> = (0..4).map(|n| Some(jpeg(n, 20, 30, 60, Sampling::S444, true))).collect();
    let progressive = "SELECT jpeg_encode(p, 60, '4:4:4', true, true) FROM t ORDER BY id";
    assert_eq!(files(&context, progressive).await, Ok(expected));
    assert_eq!(files(&context, "SELECT jpeg_encode(NULL, 60)").await, Ok(vec![None]));
}

#[tokio::test]
async fn what_has_no_file() {
    let mut rows: Vec<Vec<u8>> = (0..5).map(|n| ppm(n, 8, 8)).collect();
    rows[3].pop();
    let names = StringArray::from(vec!["a", "b", "c", "d.ppm", "e"]);
    let context = context(vec![
        ids(5),
        ("p", Arc::new(BinaryArray::from_iter_values(&rows))),
        ("name", Arc::new(names)),
    ]);
    let error = files(&context, "SELECT jpeg_encode(p) FROM t").await.expect_err("a picture is damaged");
    assert!(error.contains("jpeg_encode: row 3 of the batch: damaged: "), "{error}");
    let error = files(&context, "SELECT jpeg_encode(p, 75, '420', false, false, name) FROM t")
        .await
        .expect_err("damaged");
    assert!(error.contains("jpeg_encode: row 3 of the batch, 'd.ppm': damaged: "), "{error}");
    let error = files(&context, "SELECT jpeg_encode(p, 75, '420', false, false, id) FROM t")
        .await
        .expect_err("damaged");
    assert!(error.contains("row 3 of the batch, '3': damaged: "), "{error}");
    let made = files(&context, "SELECT try_jpeg_encode(p) FROM t ORDER BY id").await.expect("files");
    assert_eq!(made.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, true, false, true]);
    for (query, sentence) in [
        ("jpeg_encode(p, 0)", "row 0 of the batch: quality: 0 is not 1 to 100"),
        ("jpeg_encode(p, 75, '421')", "subsampling: '421' is not one of 444, 440, 422, 411, 420, gray"),
        ("jpeg_encode(p, 75, NULL)", "subsampling: it is null"),
        ("jpeg_encode(name)", "jpeg_encode: a picture is a PNG or PNM file in binary, or a struct"),
        ("jpeg_encode(p, 'high')", "jpeg_encode: quality is Utf8, and must be Int64"),
        ("jpeg_encode(p, 75, 420)", "jpeg_encode: subsampling is Int64, and must be Utf8"),
        (
            "jpeg_encode(p, 75, '420', false, false, name, 1)",
            "jpeg_encode: 6 arguments come after the picture",
        ),
        ("try_jpeg_encode(id)", "try_jpeg_encode: a picture is"),
    ] {
        let error = files(&context, &format!("SELECT {query} FROM t")).await.expect_err(query);
        assert!(error.contains(sentence), "{query}: {error}");
    }
}
