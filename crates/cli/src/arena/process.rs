//! The process of a bot: started by the shell in a process group of its own, and ended with everything it started.

use super::bot::BotLimits;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// The longest answer in bytes. An answer needs fewer than a hundred.
const LONGEST_ANSWER: u64 = 64 << 10;

/// How long a bot may take to end by itself after the last match.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    #[error("it could not be started: {0}")]
    Start(std::io::Error),
    #[error("it did not answer within {0:?}")]
    Late(Duration),
    #[error("it answered with more than {LONGEST_ANSWER} bytes in one line")]
    TooLong,
    #[error("it ended ({0})")]
    Ended(String),
}

/// A bot that runs. Dropping it ends the bot.
pub struct BotProcess {
    child: Child,
    mark: String,
    /// `None` once the bot is told to end.
    questions: Option<Sender<String>>,
    answers: Receiver<Option<Vec<u8>>>,
    /// How long it may take to end by itself.
    farewell: Duration,
}

/// The process groups of all bots that run, with their marks.
static GROUPS: Mutex<BTreeMap<u32, String>> = Mutex::new(BTreeMap::new());

fn groups() -> std::sync::MutexGuard<'static, BTreeMap<u32, String>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The environment variable with the mark of a bot. Every process that the bot starts inherits it, and so is found even if it has left
/// the bot's process group.
const MARK: &str = "POWERBOATS_BOT";

/// A mark that no other bot on this machine has.
fn new_mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

fn pid_of(number: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(number).ok()?)
}

/// Ends a bot at once, with everything that it started.
fn end(group: u32, mark: &str) {
    if let Some(pid) = pid_of(group) {
        let _ = kill_process_group(pid, Signal::KILL); // it may have ended
    }
    // Processes can start others while we look, but not for ever: each round ends all that it sees.
    for _ in 0..10 {
        let marked = marked(mark);
        if marked.is_empty() {
            return;
        }
        for pid in marked {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// The processes with this mark. Only on Linux can they be found; elsewhere the list is empty.
fn marked(mark: &str) -> Vec<Pid> {
    let expected = format!("{MARK}={mark}");
    let is_marked = |environment: Vec<u8>| environment.split(|byte| *byte == 0).any(|line| line == expected.as_bytes());
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|process| {
        let pid = pid_of(process.file_name().to_str()?.parse().ok()?)?;
        is_marked(fs::read(process.path().join("environ")).ok()?).then_some(pid)
    });
    pids.collect()
}

/// Ends all bots, for the end of this program.
pub fn end_all() {
    groups().iter().for_each(|(group, mark)| end(*group, mark));
}

impl BotProcess {
    pub fn start(command: &str, limits: BotLimits) -> Result<BotProcess, Lost> {
        // The limit holds for the bot and for everything it starts. A system without such limits ignores it.
        let script = format!("ulimit -v {} 2>/dev/null; {command}", limits.memory << 10);
        let (mut shell, mark) = (Command::new("sh"), new_mark());
        shell.arg("-c").arg(script).env(MARK, &mark).process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = shell.spawn().map_err(Lost::Start)?;
        groups().insert(child.id(), mark.clone());
        let (questions, asked) = mpsc::channel();
        let (answered, answers) = mpsc::channel();
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            // A bot that does not read blocks this thread, never the arena.
            thread::spawn(move || converse(input, output, &asked, &answered));
        }
        Ok(BotProcess { child, mark, questions: Some(questions), answers, farewell: FAREWELL })
    }

    /// Sends a line and waits for the answer, one line.
    pub fn ask(&mut self, question: String, limit: Duration) -> Result<Vec<u8>, Lost> {
        let sent = self.questions.as_ref().is_some_and(|questions| questions.send(question).is_ok());
        let answer = match self.answers.recv_timeout(if sent { limit } else { Duration::ZERO }) {
            Ok(Some(line)) => return Ok(line),
            Ok(None) => Lost::TooLong,
            Err(RecvTimeoutError::Timeout) if sent => Lost::Late(limit),
            Err(_) => Lost::Ended(self.ending()),
        };
        self.farewell = Duration::ZERO;
        Err(answer)
    }

    /// How the bot ended, in words.
    fn ending(&mut self) -> String {
        for _ in 0..50 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return status.to_string();
            }
            thread::sleep(Duration::from_millis(2));
        }
        "it closed its output".to_owned()
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.questions = None; // closes its input
        let group = self.child.id();
        let until = Instant::now() + self.farewell;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(5));
        }
        end(group, &self.mark);
        let _ = self.child.wait();
        groups().remove(&group);
    }
}

/// Asks and listens until there are no more questions or the bot ends. A line that is too long is `None`.
fn converse(
    mut input: ChildStdin,
    output: ChildStdout,
    questions: &Receiver<String>,
    answers: &Sender<Option<Vec<u8>>>,
) {
    let mut output = BufReader::new(output);
    for question in questions {
        let mut line = Vec::new();
        let asked = writeln!(input, "{question}").and_then(|()| input.flush());
        let heard = asked.and_then(|()| (&mut output).take(LONGEST_ANSWER + 1).read_until(b'\n', &mut line));
        if !heard.is_ok_and(|length| length > 0) {
            return;
        }
        let too_long = line.len() as u64 > LONGEST_ANSWER;
        if answers.send((!too_long).then_some(line)).is_err() || too_long {
            return;
        }
    }
}
