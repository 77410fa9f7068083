//! Two executors, one of which is killed while it works: the bytes are those of one process.

mod pictures;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use datafusion::arrow::array::cast::AsArray;
use datafusion::arrow::array::{BinaryArray, RecordBatch, UInt32Array};
use datafusion::arrow::datatypes::UInt32Type;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use pictures::{jpeg, ppm};
use unite_jpeg::Sampling;

/// More of them where the encoder is optimised.
const TILES: u32 = if cfg!(debug_assertions) { 480 } else { 1920 };
/// Seconds of processors after which an executor is amid its tasks.
const BUSY: f64 = if cfg!(debug_assertions) { 1.0 } else { 0.2 };
const FILES: u32 = 24;
const SIDE: u32 = 256;

/// A process that ends with the test.
struct Part(Child);

impl Drop for Part {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Part {
    fn start(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_unite-ballista"));
        Self(command.args(words).stdout(Stdio::null()).spawn().expect("the program starts"))
    }

    /// Seconds of processors that it has used.
    fn used(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        // The 14th and 15th field, in hundredths.
        let ticks =
            after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
        ticks.sum::<f64>() / 100.0
    }
}

/// An address on this machine whose port, and the one after it, are free.
fn free() -> String {
    loop {
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|first| first.local_addr()).expect("a port").port();
        if port < u16::MAX && TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return format!("127.0.0.1:{port}");
        }
    }
}

async fn write_tiles(folder: &Path) {
    let context = SessionContext::new();
    for file in 0..FILES {
        let numbers: Vec<u32> = (0..TILES).filter(|number| number % FILES == file).collect();
        let tiles: Vec<Vec<u8>> = numbers.iter().map(|&number| ppm(number, SIDE, SIDE)).collect();
        let batch = RecordBatch::try_from_iter([
            ("id", Arc::new(UInt32Array::from(numbers)) as _),
            ("tile", Arc::new(BinaryArray::from_iter_values(tiles)) as _),
        ]);
        let table = context.read_batch(batch.expect("columns of one length")).expect("a table");
        let path = folder.join(format!("{file:02}.parquet"));
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        table.write_parquet(&path.display().to_string(), options, None).await.expect("a file of Parquet");
    }
}

/// Files by number.
async fn rows(folder: &Path) -> Vec<(u32, Vec<u8>)> {
    let context = SessionContext::new();
    let table = context.read_parquet(folder.display().to_string(), ParquetReadOptions::default()).await;
    let table = table.expect("files of Parquet").select_columns(&["id", "jpeg"]).expect("both");
    let mut rows = Vec::new();
    for batch in table.collect().await.expect("rows") {
        let numbers = batch.column(0).as_primitive::<UInt32Type>().values().to_vec();
        let files = datafusion::arrow::compute::cast(
            batch.column(1),
            &datafusion::arrow::datatypes::DataType::LargeBinary,
        );
        let files = files.expect("bytes");
        rows.extend(
            numbers
                .into_iter()
                .zip(files.as_binary::<i64>().iter().map(|file| file.expect("a file").to_vec())),
        );
    }
    rows.sort();
    rows
}

fn statements(tiles: &Path, out: &Path) -> [String; 2] {
    [
        format!("CREATE EXTERNAL TABLE tiles STORED AS PARQUET LOCATION '{}'", tiles.display()),
        format!(
            "COPY (SELECT id, jpeg_encode(tile, 85, '4:2:0', true, true) AS jpeg FROM tiles) TO '{}/' STORED AS PARQUET",
            out.display()
        ),
    ]
}

#[tokio::test]
async fn one_of_two_executors_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let part = |name: &str| {
        let path = folder.path().join(name);
        fs::create_dir(&path).expect("a folder");
        path
    };
    let (tiles, by_one, by_two) = (part("tiles"), part("one"), part("two"));
    write_tiles(&tiles).await;

    let [create, copy] = statements(&tiles, &by_one);
    let alone = Part::start(&["sql", &create, &copy]).0.wait().expect("it ends");
    assert!(alone.success(), "one process");

    let (scheduler, first, second) = (free(), free(), free());
    let _scheduler = Part::start(&["scheduler", "--bind", &scheduler, "--executor-timeout", "10"]);
    let executor = |at: &str| {
        Part::start(&[
            "executor",
            "--scheduler",
            &scheduler,
            "--bind",
            at,
            "--tasks",
            "1",
            "--heartbeat",
            "1",
        ])
    };
    let (first, mut second) = (executor(&first), executor(&second));
    sleep(Duration::from_secs(3));
    let (url, started) = (format!("df://{scheduler}"), Instant::now());
    let [create, copy] = statements(&tiles, &by_two);
    let (at_first, at_second) = (first.used(), second.used());
    let mut client = Part::start(&["sql", "--scheduler", &url, &create, &copy]);
    // Both have done tasks, and one is amid another.
    while first.used() - at_first < BUSY || second.used() - at_second < BUSY {
        assert!(
            client.0.try_wait().expect("its state").is_none(),
            "the query ended before an executor was killed"
        );
        sleep(Duration::from_millis(5));
    }
    second.0.kill().expect("killed");
    println!("killed after {:.1} s", started.elapsed().as_secs_f64());
    let done = client.0.wait().expect("it ends");
    println!("done after {:.1} s", started.elapsed().as_secs_f64());
    assert!(done.success(), "two executors");

    // A bad row fails its job at once, with our sentence.
    let bad = "SELECT jpeg_encode(tile, 101) FROM tiles";
    let bad = Command::new(env!("CARGO_BIN_EXE_unite-ballista"))
        .args(["sql", "--scheduler", &url, &create, bad])
        .output();
    let bad = bad.expect("it ends");
    let said = String::from_utf8_lossy(&bad.stderr);
    assert!(
        !bad.status.success() && said.contains("row 0 of the batch: quality: 101 is not 1 to 100"),
        "{said}"
    );

    let (one, two) = (rows(&by_one).await, rows(&by_two).await);
    assert_eq!(one.len(), TILES as usize);
    assert!(one == two, "bytes differ, or rows: {} and {}", one.len(), two.len());
    for (number, file) in one.iter().step_by(60) {
        assert!(*file == jpeg(*number, SIDE, SIDE, 85, Sampling::S420, true), "tile {number}");
    }
}
