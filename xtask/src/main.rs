//! Builds `crates/wasm` for JavaScript and writes its bindings into `web/packages/powerboats/src`.
//!
//! `cargo run --manifest-path xtask/Cargo.toml -- PROFILE` builds the whole module with that cargo profile, `wasm` if none is
//! given, into the folder `wasm`; `-- PROFILE lite` builds the one without pilots into the folder `wasm-lite`.
//! `npm run wasm` in `web/` does that and then shrinks the result.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use wasm_bindgen_cli_support::Bindgen;

/// The solver uses SIMD, which every browser supports since 2023.
const FLAGS: &str = r#"target.wasm32-unknown-unknown.rustflags=["-C","target-feature=+simd128"]"#;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask is not in the repository")?;
    let profile = std::env::args().nth(1).unwrap_or_else(|| "wasm".to_owned());
    let (folder, features): (&str, &[&str]) = match std::env::args().nth(2).as_deref() {
        None => ("wasm", &[]),
        Some("lite") => ("wasm-lite", &["--no-default-features"]),
        Some(other) => bail!("unknown module {other:?}: expected lite or nothing"),
    };
    let wasm = build(root, &profile, features)?;
    let to = root.join("web/packages/powerboats/src").join(folder);
    Bindgen::new().input_path(&wasm).web(true)?.typescript(true).out_name("powerboats").generate(&to)?;
    refuse_what_is_no_text(&to.join("powerboats.js"))
}

/// Makes the bindings refuse a value that is not a string, as they refuse any other bad value. Without types a program may pass one,
/// and the bindings would then write to memory that is not theirs.
fn refuse_what_is_no_text(bindings: &Path) -> Result<()> {
    let head = "function passStringToWasm0(arg, malloc, realloc) {\n";
    let check = "    if (typeof arg !== 'string') throw JSON.stringify({ code: 'bad-value', \
                 message: `Expected a text, found ${arg}.`, values: {} });\n";
    let code = std::fs::read_to_string(bindings)?;
    if code.matches(head).count() != 1 {
        bail!("{} has no function passStringToWasm0", bindings.display());
    }
    Ok(std::fs::write(bindings, code.replace(head, &format!("{head}{check}")))?)
}

/// Compiles `crates/wasm` and returns the path of the module.
fn build(root: &Path, profile: &str, features: &[&str]) -> Result<PathBuf> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["build", "--profile", profile, "--target", "wasm32-unknown-unknown", "-p", "powerboats-wasm"];
    let output = Command::new(cargo)
        .args(arguments)
        .args(features)
        .args(["--message-format", "json-render-diagnostics", "--config", FLAGS])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("crates/wasm does not compile");
    }
    let messages = String::from_utf8(output.stdout)?;
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let files = artifacts.filter_map(|message| message["filenames"].as_array().cloned()).flatten();
    let mut modules = files.filter_map(|file| Some(PathBuf::from(file.as_str()?)));
    modules.find(|file| file.extension().is_some_and(|end| end == "wasm")).context("cargo built no .wasm file")
}
