//! A disk that can be filled and freed: a tmpfs that is shrunk to the size of its contents.

use crate::DrillError;
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::path::PathBuf;
use tempfile::TempDir;
use tokio::process::Command;

/// A mounted tmpfs.
pub struct SmallDisk {
    folder: TempDir,
}

/// The size of the disk while it is not full. A tmpfs only takes the memory of its contents.
const FULL_SIZE: &str = "2g";

async fn run(program: &str, arguments: &[&str]) -> Result<String, DrillError> {
    let done = Command::new(program).args(arguments).output().await;
    let done = done.map_err(|error| DrillError::Setup(format!("cannot run {program}: {error}")))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&done.stderr);
    Err(DrillError::Setup(format!("{program} {}: {}", arguments.join(" "), stderr.trim())))
}

impl SmallDisk {
    /// Mounts the disk, which needs root.
    pub async fn mount() -> Result<SmallDisk, DrillError> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().display().to_string();
        let options = format!("size={FULL_SIZE},mode=700");
        run("mount", &["-t", "tmpfs", "-o", &options, "powerboats-drill", &path])
            .await
            .map_err(|error| DrillError::Setup(format!("this drill has to mount a tmpfs: run it as root ({error})")))?;
        Ok(SmallDisk { folder })
    }

    /// The path of a file on the disk.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn resize(&self, size: &str) -> Result<(), DrillError> {
        let path = self.folder.path().display().to_string();
        run("mount", &["-o", &format!("remount,size={size}"), &path]).await.map(drop)
    }

    /// Shrinks the disk so that it is full now or after a few more writes.
    pub async fn fill(&self, draw: &mut QuickRandom) -> Result<(), DrillError> {
        let path = self.folder.path().display().to_string();
        let mut spare = u64::from(draw.below(16)) * 4096;
        let mut last = DrillError::Setup("could not fill the disk".to_owned());
        for _ in 0..20 {
            let output = run("stat", &["-f", "-c", "%S %b %f", &path]).await?;
            let numbers: Vec<u64> = output.split_whitespace().filter_map(|number| number.parse().ok()).collect();
            let [block, blocks, free] = numbers[..] else {
                return Err(DrillError::Setup(format!("cannot read the output of stat -f: {output:?}")));
            };
            // This fails if the contents have grown in the meantime. Then try again with more room.
            match self.resize(&(block * (blocks - free) + spare).to_string()).await {
                Ok(()) => return Ok(()),
                Err(error) => last = error,
            }
            spare += 64 << 10;
        }
        Err(last)
    }

    /// Gives the disk its full size back.
    pub async fn free(&self) -> Result<(), DrillError> {
        self.resize(FULL_SIZE).await
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A lazy unmount succeeds even if a process still has a file open.
        let unmounted = std::process::Command::new("umount").arg("-l").arg(self.folder.path()).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            eprintln!("could not unmount {}", self.folder.path().display());
        }
    }
}
