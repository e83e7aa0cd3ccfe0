//! Tells cargo when the web app that is built into the server has changed.

fn main() {
    let dist = "../../web/dist";
    // Cargo would build again and again for a folder that is missing.
    let _ = std::fs::create_dir_all(dist);
    println!("cargo::rerun-if-changed={dist}");
    println!("cargo::rerun-if-changed=migrations");
}
