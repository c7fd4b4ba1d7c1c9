//! A process of a program that plays: lines go in, lines come out, and its standard error is stored
//! for the case that something goes wrong.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustix::process::{Pid, Signal, kill_process_group};
use vzetek_players::documents::{Line, LineReader};

/// The lines of standard error that are stored, and the characters of each.
const KEPT: usize = 10;
const KEPT_CHARS: usize = 500;

/// The answers that may wait to be read; a program that writes more is held up.
const WAITING: usize = 4;

/// The time that a process has to end once its input has ended.
const FAREWELL: Duration = Duration::from_secs(2);

/// The time in which what a process wrote to its standard error arrives once it has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// The interval between looks at something that is waited for.
const LOOK: Duration = Duration::from_millis(2);

/// A process that is asked.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` once its input is closed.
    questions: Option<Sender<String>>,
    answers: Receiver<Output>,
    errors: Arc<Mutex<VecDeque<String>>>,
    error_reader: JoinHandle<()>,
    /// True if it has answered before.
    has_answered: bool,
}

/// Something that a process wrote.
#[derive(Debug)]
enum Output {
    Line(String),
    /// More than a line: the rest.
    Several(String),
    NotText,
    TooLong,
}

/// The reason why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// A line came before anything was asked.
    Unasked(String),
    /// The time is over.
    Late,
    /// The process has ended, or its output has.
    Ended(Option<ExitStatus>),
    /// The answer is no text, or longer than is read.
    Unreadable(&'static str),
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn start(command: &[String]) -> io::Result<Self> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A group of its own, which ends as a whole: a shell's pipeline, too.
            .process_group(0)
            .spawn()?;
        let (questions, asked) = mpsc::channel();
        let (tell, answers) = mpsc::sync_channel(WAITING);
        let errors = Arc::<Mutex<VecDeque<String>>>::default();
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        // None of these is waited for: a process of the process may hold the other ends.
        std::thread::spawn(move || write(stdin, &asked));
        std::thread::spawn(move || {
            let mut lines = LineReader::new(BufReader::new(stdout));
            while let Ok(Some(line)) = lines.read() {
                let output = match line {
                    Line::Text(text) => Output::Line(text.trim_end().to_owned()),
                    Line::NotText => Output::NotText,
                    Line::TooLong => Output::TooLong,
                };
                // Lines that came together with the answer were written before the next
                // question.
                let rest = String::from_utf8_lossy(lines.get_ref().buffer()).into_owned();
                let output = if rest.is_empty() { output } else { Output::Several(rest) };
                if tell.send(output).is_err() {
                    return;
                }
            }
        });
        let kept = Arc::clone(&errors);
        let error_reader = std::thread::spawn(move || keep_last(stderr, &kept));
        let questions = Some(questions);
        Ok(Self { child, questions, answers, errors, error_reader, has_answered: false })
    }

    /// True if the process has answered a question before.
    pub fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// Asks, and waits at most `time` for the answer.
    ///
    /// # Errors
    /// If there is none; the process cannot be used then.
    pub fn ask(&mut self, question: String, time: Duration) -> Result<String, NoAnswer> {
        match self.answers.try_recv() {
            Ok(Output::Line(line) | Output::Several(line)) => {
                return Err(NoAnswer::Unasked(line));
            }
            Ok(Output::NotText | Output::TooLong) => return Err(NoAnswer::Unasked(String::new())),
            Err(TryRecvError::Empty) => (),
            Err(TryRecvError::Disconnected) => return Err(self.ended()),
        }
        let questions = self.questions.as_ref().expect("it is closed in the end alone");
        if questions.send(question).is_err() {
            return Err(self.ended());
        }
        match self.answers.recv_timeout(time) {
            Ok(Output::Line(line)) => {
                self.has_answered = true;
                Ok(line)
            }
            Ok(Output::Several(rest)) => {
                self.has_answered = true;
                Err(NoAnswer::Unasked(rest))
            }
            Ok(Output::NotText) => Err(NoAnswer::Unreadable("is not UTF-8")),
            Ok(Output::TooLong) => Err(NoAnswer::Unreadable("is longer than is read")),
            Err(RecvTimeoutError::Timeout) => Err(NoAnswer::Late),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    fn ended(&mut self) -> NoAnswer {
        let end = Instant::now() + LAST_WORDS;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < end => std::thread::sleep(LOOK),
                status => return NoAnswer::Ended(status.ok().flatten()),
            }
        }
    }

    /// Ends the process immediately, and returns the last lines of its standard error.
    pub fn end(mut self) -> Vec<String> {
        self.kill();
        let end = Instant::now() + LAST_WORDS;
        while !self.error_reader.is_finished() && Instant::now() < end {
            std::thread::sleep(LOOK);
        }
        let mut errors = self.errors.lock();
        errors.drain(..).collect()
    }

    /// Closes the input: the process is about to end.
    pub fn close(&mut self) {
        self.questions = None;
    }

    /// Kills the process with all processes that it started, but for those that left its group.
    fn kill(&mut self) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // They may have ended before.
        _ = group.map(|group| kill_process_group(group, Signal::KILL));
        _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.close();
        let end = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            std::thread::sleep(LOOK);
        }
        self.kill();
    }
}

/// Writes the questions until the channel closes or the process stops reading.
fn write(mut stdin: ChildStdin, asked: &Receiver<String>) {
    for mut question in asked {
        question.push('\n');
        if stdin.write_all(question.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Stores the last lines of what is read.
fn keep_last(input: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // A line of any length, read at most this much at a time.
        let read = input.by_ref().take(4 * KEPT_CHARS as u64).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_end().chars().take(KEPT_CHARS).collect();
        let mut kept = kept.lock();
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}
