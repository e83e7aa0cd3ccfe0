//! Lists the migrations for `store/migrations.rs`, and tells cargo when the web app built into the server has changed.

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    let dist = "../../web/dist";
    // Cargo would rebuild every time if the folder were missing.
    let _ = fs::create_dir_all(dist);
    println!("cargo::rerun-if-changed={dist}");
    println!("cargo::rerun-if-changed=migrations");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("migrations.rs"), migrations()).expect("cargo's OUT_DIR can be written");
}

/// The list of migrations as one Rust expression, in order: `migrations/0001_first.sql` becomes `(1, "first", "",
/// include_str!(…))`. A migration for one database is named like `0002_positions.sqlite.sql`; the third value is `sqlite`.
fn migrations() -> String {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join("migrations");
    let mut found: Vec<(i64, String, String, String)> = fs::read_dir(&folder)
        .expect("there is a folder of migrations")
        .filter_map(|entry| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name()?.to_str()?.strip_suffix(".sql")?;
            let (version, name) = name.split_once('_')?;
            let (description, kind) = name.split_once('.').unwrap_or((name, ""));
            Some((version.parse().ok()?, description.replace('_', " "), kind.to_owned(), path.to_str()?.to_owned()))
        })
        .collect();
    found.sort();
    let mut list = String::from("&[");
    for (version, description, kind, path) in found {
        write!(list, "({version}, {description:?}, {kind:?}, include_str!({path:?})),").expect("a String takes all");
    }
    list + "]"
}
