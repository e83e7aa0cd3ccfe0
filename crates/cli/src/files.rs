//! Reading what we are given and writing what is asked for.

use anyhow::{Context, Result, bail};
use std::{
    io::{ErrorKind, Read, Write},
    path::Path,
};

/// The longest text that is read: 16 MiB.
const LONGEST: u64 = 16 << 20;

/// `-` stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What an input is called in messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a text file, or standard input for `-`.
pub fn read(path: &Path) -> Result<String> {
    let name = name(path);
    let input: Box<dyn Read> = if is_standard(path) {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(path).with_context(|| format!("can't open {name}"))?)
    };
    let mut bytes = Vec::new();
    input.take(LONGEST + 1).read_to_end(&mut bytes).with_context(|| format!("can't read {name}"))?;
    if bytes.len() as u64 > LONGEST {
        bail!("{name} is longer than 16 MiB");
    }
    match String::from_utf8(bytes) {
        // Some editors begin a file with a byte order mark.
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
            bail!("{name}: line {line}: this is no UTF-8 text")
        }
    }
}

/// Writes a file, whole or not at all; standard output if there is no path or it is `-`.
pub fn write(path: Option<&Path>, text: &str) -> Result<()> {
    let Some(path) = path.filter(|path| !is_standard(path)) else {
        return Ok(std::io::stdout().lock().write_all(text.as_bytes())?);
    };
    // Only a file is replaced: a device or a pipe stays what it is, and is written to.
    let stays = std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    let written = if stays { std::fs::write(path, text) } else { replace(path, text) };
    written.with_context(|| format!("can't write {}", path.display()))
}

/// Writes beside the file, and puts that in its place only when all is written.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".part");
    let written = std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&draft); // perhaps it never was
    }
    written
}

/// Did the reader of our output go away?
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
