//! Reads input files and writes output files, with `-` for standard input and output.

use anyhow::{Context, Result, bail};
use std::{
    io::{ErrorKind, Read, Write},
    path::Path,
};

/// The size limit of input files: 16 MiB.
const MAX_BYTES: u64 = 16 << 20;

/// Whether a path is `-`.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of an input in messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a text file, or standard input for `-`.
pub fn read(path: &Path) -> Result<String> {
    let name = name(path);
    let input: Box<dyn Read> = if is_standard(path) {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(path).with_context(|| format!("cannot open {name}"))?)
    };
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!("{name} is larger than 16 MiB");
    }
    match String::from_utf8(bytes) {
        // Some editors write a byte order mark at the start of a file.
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
            bail!("{name}: line {line}: not valid UTF-8")
        }
    }
}

/// Writes a whole file or nothing. Without a path, or with `-`, writes to standard output.
pub fn write(path: Option<&Path>, text: &str) -> Result<()> {
    let Some(path) = path.filter(|path| !is_standard(path)) else {
        return Ok(std::io::stdout().lock().write_all(text.as_bytes())?);
    };
    // A device or a pipe is written to; a regular file is replaced.
    let is_special = std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    let written = if is_special { std::fs::write(path, text) } else { replace(path, text) };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a temporary file next to the target and renames it when it is complete.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".part");
    let written = std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&draft); // it may not exist
    }
    written
}

/// Whether the error is that the reader of our output closed the pipe.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
