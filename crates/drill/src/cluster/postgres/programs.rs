//! The programs of PostgreSQL, and a temporary folder for its data. They refuse to run as root, so root runs them as the
//! user `postgres`.

use crate::DrillError;
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;
use tokio::process::Command;

/// Where PostgreSQL's programs are, and where its data goes.
pub(super) struct Programs {
    programs: PathBuf,
    folder: TempDir,
    /// The user and group that run them, if not ours.
    account: Option<(u32, u32)>,
}

impl Programs {
    /// The programs that the environment names.
    pub fn from_environment() -> Result<Programs, DrillError> {
        let programs = crate::cluster::program_from_environment("POWERBOATS_TEST_POSTGRES_BIN")?;
        let folder = tempfile::tempdir()?;
        let is_root = fs::metadata("/proc/self")?.uid() == 0;
        let account = is_root.then(postgres_account).transpose()?;
        if let Some((user, group)) = account {
            chown(folder.path(), Some(user), Some(group))?;
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        Ok(Programs { programs, folder, account })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A command that runs one of the programs.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder());
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command
    }

    /// Runs a program to its end.
    pub async fn run(&self, command: &mut Command) -> Result<(), DrillError> {
        let name = command.as_std().get_program().display().to_string();
        let output = command.stdin(Stdio::null()).output().await;
        let output = output.map_err(|error| DrillError::Setup(format!("{name}: {error}")))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(DrillError::Setup(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))),
        }
    }
}

/// The numbers of the user `postgres` and of its group.
fn postgres_account() -> Result<(u32, u32), DrillError> {
    let users = fs::read_to_string("/etc/passwd")?;
    let missing = || DrillError::Setup("there is no user postgres: install PostgreSQL".to_owned());
    users.lines().find_map(account_of_line).ok_or_else(missing)
}

fn account_of_line(line: &str) -> Option<(u32, u32)> {
    let mut fields = line.strip_prefix("postgres:")?.split(':').skip(1);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::account_of_line;

    #[test]
    fn the_account_is_read_from_the_list_of_users() {
        let line = "postgres:x:104:111:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash";
        assert_eq!(account_of_line(line), Some((104, 111)));
        assert_eq!(account_of_line("postgresql:x:1:2::/:/bin/sh"), None);
    }
}
