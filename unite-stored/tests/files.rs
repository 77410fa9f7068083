//! Files of matrices and tensors: what is right is read, what is wrong is named with its line.

use proptest::prelude::*;
use unite_stored::{Coo, Coo3, Csr, StoredBlock, files};

fn mtx(text: &str) -> Result<(Vec<f64>, [usize; 2]), String> {
    let entries = files::read_mtx::<f64>(text.as_bytes()).map_err(|error| error.to_string())?;
    let block = StoredBlock::<f64, Csr, 2>::from_entries_with(entries.extents, entries.list, |a, b| a + b);
    Ok((block.map_err(|error| error.to_string())?.to_dense(), entries.extents))
}

#[test]
fn every_kind_of_matrix_market_file() {
    let read = |text: &str| mtx(text).unwrap().0;
    let general = "%%MatrixMarket matrix coordinate real general\n% a comment\n\n2 3 2\n1 3 1.5e1\n2 1 -2\n";
    assert_eq!(mtx(general), Ok((vec![0.0, 0.0, 15.0, -2.0, 0.0, 0.0], [2, 3])));
    assert_eq!(mtx(&general.replace('\n', "\r\n")), mtx(general));
    assert_eq!(mtx(&general.replace("2 1 -2\n", "  2\t1   -2  ")), mtx(general));
    assert_eq!(read("%%matrixmarket MATRIX Coordinate Integer GENERAL\n1 1 1\n1 1 3\n"), [3.0]);
    assert_eq!(
        read("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 1\n"),
        [1.0, 0.0, 1.0, 0.0]
    );
    assert_eq!(
        read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4\n2 1 5\n"),
        [4.0, 5.0, 5.0, 0.0]
    );
    assert_eq!(
        read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 5\n"),
        [0.0, -5.0, 5.0, 0.0]
    );
    assert_eq!(read("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n0\n"), [1.0, 3.0, 2.0, 0.0]);
    assert_eq!(read("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n"), [1.0, 2.0, 2.0, 3.0]);
    assert_eq!(read("%%MatrixMarket matrix array real skew-symmetric\n2 2\n2\n"), [0.0, -2.0, 2.0, 0.0]);
    // Entries that stand twice are in the list twice.
    assert_eq!(read("%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 1\n1 1 2\n"), [3.0]);
    assert_eq!(
        files::read_mtx::<u8>(
            "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 255\n".as_bytes()
        )
        .unwrap()
        .list,
        [([0, 0], 255)]
    );
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let head = "%%MatrixMarket matrix coordinate real general\n";
    for (text, message) in [
        ("", "the file is empty"),
        ("3 3 1\n", "line 1: the first line is not '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'"),
        (
            "%%MatrixMarket matrix list real general\n",
            "line 1: the format 'list' is neither coordinate nor array",
        ),
        (
            "%%MatrixMarket matrix coordinate complex general\n",
            "line 1: complex values are not supported: read the parts as two files",
        ),
        (
            "%%MatrixMarket matrix coordinate real diagonal\n",
            "line 1: the symmetry 'diagonal' is not general, symmetric, skew-symmetric or hermitian",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
            "line 1: a pattern has no values, whose signs could differ",
        ),
        ("%%MatrixMarket matrix array pattern general\n", "line 1: an array has values, and no pattern"),
        (head, "line 1: the file ends before the size of the matrix"),
        (&format!("{head}3 3\n"), "line 2: the size is three numbers: rows, columns and entries"),
        (&format!("{head}3 x 1\n"), "line 2: the number of columns is 'x', and must be a whole number"),
        (&format!("{head}3 -3 1\n"), "line 2: the number of columns is '-3', and must be a whole number"),
        (
            &format!("{head}0 3 0\n"),
            "line 2: a matrix of 0 by 3 is none that can be held: 1 to 2147483647 each",
        ),
        (
            &format!("{head}99999999999 3 0\n"),
            "line 2: a matrix of 99999999999 by 3 is none that can be held: 1 to 2147483647 each",
        ),
        (&format!("{head}% c\n3 3 2\n1 1 1\n"), "line 4: the file ends after 1 of 2 entries"),
        (
            &format!("{head}3 3 999999999999999\n1 1 1\n"),
            "line 3: the file ends after 1 of 999999999999999 entries",
        ),
        (&format!("{head}3 3 1\n1 1 1\n2 2 2\n"), "line 4: the file goes on after its last entry"),
        (&format!("{head}3 3 1\n0 1 1\n"), "line 3: row 0 is not one of 1 to 3"),
        (&format!("{head}3 3 1\n1 4 1\n"), "line 3: column 4 is not one of 1 to 3"),
        (&format!("{head}3 3 1\n1 1 one\n"), "line 3: the value 'one' is not a number"),
        (&format!("{head}3 3 1\n1 1\n"), "line 3: an entry is three numbers: row, column and value"),
        (
            "%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n",
            "line 2: a symmetric matrix is square, and this has [2, 3]",
        ),
        (
            "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
            "line 3: row 1 and column 2 lie above the diagonal of a symmetric matrix",
        ),
        (
            "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n",
            "line 3: a skew-symmetric matrix has no diagonal",
        ),
        (
            "%%MatrixMarket matrix array real general\n2 2\n1\n2\n",
            "line 4: the file ends before the element of row 1 and column 2",
        ),
    ] {
        assert_eq!(mtx(text).unwrap_err(), message, "{text:?}");
    }
    let long = format!("{head}{}", "1 ".repeat(100_000));
    assert_eq!(mtx(&long).unwrap_err(), "line 2: the line is longer than 65536 bytes");
    let error = files::read_mtx::<f64>(&b"%%MatrixMarket matrix coordinate real general\n\xff\xff 1 1\n"[..]);
    assert_eq!(error.unwrap_err().to_string(), "line 2: the line is no text");
    let small = files::read_mtx::<u8>(
        "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 256\n".as_bytes(),
    );
    assert_eq!(
        small.unwrap_err().to_string(),
        "line 3: the value '256' is not an integer of the range that is read"
    );
    let unsigned = files::read_mtx::<u8>(
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 3\n".as_bytes(),
    );
    assert_eq!(unsigned.unwrap_err().to_string(), "line 3: the value has no negative of its type");
}

#[test]
fn lists_of_entries_of_tensors() {
    let read = |text: &str| files::read_tns::<f64, 3>(text.as_bytes()).map_err(|error| error.to_string());
    let entries = read("# two\n1 1 9 0.5\n\n3 2 1 -1e3\n").unwrap();
    assert_eq!((entries.extents, entries.list.len()), ([3, 2, 9], 2));
    assert_eq!(read("# none\n").unwrap_err(), "the file has no entries, which would say the extents");
    assert_eq!(
        read("1 1 1\n").unwrap_err(),
        "line 1: an entry is 3 indices and a value, and the line has 3 words"
    );
    assert_eq!(read("1 1 1 1\n1 0 1 1\n").unwrap_err(), "line 2: index 0 is not one of 1 to 2147483647");
    assert_eq!(
        read("1 1 99999999999 1\n").unwrap_err(),
        "line 1: index 99999999999 is not one of 1 to 2147483647"
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read(values in proptest::collection::btree_map((0..9usize, 0..9usize, 0..9usize), -1e9..1e9f64, 1..20)) {
        let entries: Vec<_> = values.iter().map(|(&(i, j, k), &value)| ([i, j, k], value)).collect();
        let block = StoredBlock::<f64, Coo3, 3>::from_entries([9; 3], entries.clone()).unwrap();
        let mut file = Vec::new();
        files::write_tns(&block, &mut file).unwrap();
        prop_assert_eq!(files::read_tns::<f64, 3>(&file[..]).unwrap().list, entries);
        let plane = values.iter().filter(|((i, ..), _)| *i == 0).map(|(&(_, j, k), &value)| ([j, k], value));
        let matrix = StoredBlock::<f64, Coo, 2>::from_entries([9; 2], plane).unwrap();
        let mut file = Vec::new();
        files::write_mtx(&matrix, &mut file).unwrap();
        let read = files::read_mtx::<f64>(&file[..]).unwrap();
        prop_assert_eq!((read.extents, read.list), ([9, 9], matrix.to_entries()));
    }

    #[test]
    fn no_text_is_too_strange(text in "(%%MatrixMarket matrix (coordinate|array) (real|pattern) (general|symmetric)\n)?([0-9%#. e-]{0,9}\n){0,9}") {
        let _ = files::read_mtx::<f64>(text.as_bytes());
        let _ = files::read_tns::<f64, 2>(text.as_bytes());
    }
}
