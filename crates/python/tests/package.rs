//! The library of the Python package, which `cargo test` builds for this test; `make test-python` tests what is in it.

use std::{env, fs, path::PathBuf};

/// The folder into which this test was compiled, or the one above it.
fn library() -> PathBuf {
    let name = format!("{}powerboats_python{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let test = env::current_exe().expect("a test has a path");
    let folders = test.ancestors().skip(1).take(2);
    let paths: Vec<PathBuf> = folders.map(|folder| folder.join(&name)).collect();
    paths.iter().find(|path| path.exists()).unwrap_or_else(|| panic!("none of {paths:?} exists")).clone()
}

#[test]
fn the_library_has_the_entry_point_that_python_looks_for() {
    let bytes = fs::read(library()).expect("the library can be read");
    let name = b"PyInit__native";
    assert!(bytes.windows(name.len()).any(|window| window == name));
}
