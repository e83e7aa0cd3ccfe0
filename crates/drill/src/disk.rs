//! A small disk of our own, which can be made full and have space again: a tmpfs that shrinks to what is on it.

use crate::Trouble;
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::path::PathBuf;
use tempfile::TempDir;
use tokio::process::Command;

/// A mounted tmpfs.
pub struct SmallDisk {
    folder: TempDir,
}

/// How large it is while it has space. It takes only the memory of what is on it.
const SPACIOUS: &str = "2g";

async fn run(program: &str, arguments: &[&str]) -> Result<String, Trouble> {
    let done = Command::new(program).args(arguments).output().await;
    let done = done.map_err(|error| Trouble::Setup(format!("can't run {program}: {error}")))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    Err(Trouble::Setup(format!("{program} {}: {}", arguments.join(" "), said.trim())))
}

impl SmallDisk {
    /// Mounts one, which only root may.
    pub async fn mount() -> Result<SmallDisk, Trouble> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().display().to_string();
        let options = format!("size={SPACIOUS},mode=700");
        run("mount", &["-t", "tmpfs", "-o", &options, "powerboats-drill", &path]).await.map_err(|trouble| {
            Trouble::Setup(format!("this drill fills a small tmpfs, and only root may mount one. {trouble}"))
        })?;
        Ok(SmallDisk { folder })
    }

    /// A file on it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn resize(&self, size: &str) -> Result<(), Trouble> {
        let path = self.folder.path().display().to_string();
        run("mount", &["-o", &format!("remount,size={size}"), &path]).await.map(drop)
    }

    /// From now on it is full, or will be after a few writes.
    pub async fn fill(&self, draw: &mut QuickRandom) -> Result<(), Trouble> {
        let path = self.folder.path().display().to_string();
        let mut spare = u64::from(draw.below(16)) * 4096;
        let mut last = Trouble::Setup("it is not full".to_owned());
        for _ in 0..20 {
            let told = run("stat", &["-f", "-c", "%S %b %f", &path]).await?;
            let numbers: Vec<u64> = told.split_whitespace().filter_map(|number| number.parse().ok()).collect();
            let [block, blocks, free] = numbers[..] else {
                return Err(Trouble::Setup(format!("stat -f told {told:?}")));
            };
            // Somebody may write in between: it can't be smaller than what is on it.
            match self.resize(&(block * (blocks - free) + spare).to_string()).await {
                Ok(()) => return Ok(()),
                Err(trouble) => last = trouble,
            }
            spare += 64 << 10;
        }
        Err(last)
    }

    /// There is space again.
    pub async fn free(&self) -> Result<(), Trouble> {
        self.resize(SPACIOUS).await
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: whoever still has a file open on it does not keep it.
        let unmounted = std::process::Command::new("umount").arg("-l").arg(self.folder.path()).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            eprintln!("{} is still mounted", self.folder.path().display());
        }
    }
}
