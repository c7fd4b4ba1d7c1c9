//! Players that are programs of their own: `exec:python3 mybot.py`.
//!
//! A program reads decision documents of the protocol on its standard input and writes
//! an answer to each on its standard output (docs/BOTS.md). Each seat that it has in a
//! deal is played by a process of its own, which plays deal after deal.

mod process;
mod seated;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vzetek_game::explain;
use vzetek_protocol::DecisionDocument;
use vzetek_protocol::games::WireGame;

use process::{NoAnswer, Process};
pub use seated::Programs;

/// The beginning of a player's name that is a program.
pub const PREFIX: &str = "exec:";

/// The time beyond that for a decision which a process has for its first answer: it has to
/// start.
const START: Duration = Duration::from_secs(10);

/// The deals lost by faults in a row after which a match is given up.
const MOST_IN_A_ROW: u32 = 10;

/// The faults of a program that are reported with document and standard error.
const TOLD_IN_FULL: u32 = 3;

/// The characters of an answer that are reported.
const TOLD_CHARS: usize = 200;

/// A program that plays.
#[derive(Debug)]
pub struct Program {
    /// The command as it was given.
    written: String,
    /// The program and its arguments.
    command: Vec<String>,
    /// The time for a decision.
    time: Duration,
    /// Processes that are not in use.
    free: Mutex<Vec<Process>>,
    /// True once it has given an answer.
    has_answered: AtomicBool,
    /// Deals lost by faults since one was played to its end.
    in_a_row: AtomicU32,
    faults: AtomicU32,
}

/// The kinds of faults by which a program loses a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It ended.
    Ended,
    /// It did not answer in time.
    Late,
    /// Its answer is none.
    NoAnswer,
    /// The action is against the rules, or no action of the game.
    Illegal,
    /// It wrote a line when nothing was asked.
    Unasked,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ended => "it ended",
            Self::Late => "it was too late",
            Self::NoAnswer => "its answer was none",
            Self::Illegal => "its action was not legal",
            Self::Unasked => "it wrote without being asked",
        })
    }
}

/// A decision of a program.
pub struct Chosen<A> {
    /// The action.
    pub action: A,
    /// The iterations that the program says it took.
    pub iterations: u64,
}

/// The answer of a program, as far as it is read.
#[derive(Deserialize)]
struct Answer {
    action: Option<String>,
    error: Option<String>,
    iterations: Option<Value>,
}

impl Program {
    /// Reads a player's name; `None` if it is none of a program.
    ///
    /// # Errors
    /// If the command cannot be split into arguments, or its program cannot be started.
    pub fn named(name: &str, time: Duration) -> anyhow::Result<Option<Self>> {
        let Some(written) = name.strip_prefix(PREFIX) else { return Ok(None) };
        let command = shlex::split(written)
            .with_context(|| format!("{written:?} has a quote that is not closed"))?;
        ensure!(
            command.first().is_some_and(|program| !program.is_empty()),
            "{PREFIX} needs the command of a program, such as \"exec:python3 mybot.py\""
        );
        let program = Self {
            written: written.to_owned(),
            command,
            time,
            free: Mutex::default(),
            has_answered: AtomicBool::new(false),
            in_a_row: AtomicU32::new(0),
            faults: AtomicU32::new(0),
        };
        let first = program.start()?;
        program.give_back([first]);
        Ok(Some(program))
    }

    /// A process that is not in use, a new one if there is none.
    ///
    /// # Errors
    /// If a new one cannot be started.
    pub fn take(&self) -> anyhow::Result<Process> {
        let free = self.free.lock().pop();
        free.map_or_else(|| self.start(), Ok)
    }

    /// Takes processes back with which a deal was played.
    pub fn give_back(&self, processes: impl IntoIterator<Item = Process>) {
        self.free.lock().extend(processes);
    }

    /// Notes that a deal was played to its end.
    pub fn played(&self) {
        self.in_a_row.store(0, Ordering::Relaxed);
    }

    fn start(&self) -> anyhow::Result<Process> {
        Process::start(&self.command).with_context(|| format!("{self} cannot be started"))
    }

    /// Asks a process for the decision of the player who is to act. `place` names the
    /// deal to people.
    ///
    /// The inner error is a fault by which the deal is lost; the process was ended.
    ///
    /// # Errors
    /// If the program has never answered yet, or has too many faults: the match is not
    /// worth going on with.
    pub fn ask<G: WireGame>(
        &self,
        process: &mut Option<Process>,
        deal: &G,
        document: DecisionDocument,
        place: impl fmt::Display,
    ) -> anyhow::Result<Result<Chosen<G::Action>, Fault>> {
        let move_ms = self.time.as_millis().try_into().unwrap_or(u64::MAX);
        let document = DecisionDocument { move_ms: Some(move_ms), ..document };
        let document = serde_json::to_string(&document).expect("documents are plain");
        let asked = process.as_mut().expect("a process plays the seat");
        let start = if asked.has_answered() { Duration::ZERO } else { START };
        let answer = asked.ask(document.clone(), self.time + start);
        let (fault, what) = match answer.map_err(|none| self.describe(&none)) {
            Ok(answer) => match read::<G>(deal, &answer) {
                Ok(chosen) => {
                    self.has_answered.store(true, Ordering::Relaxed);
                    return Ok(Ok(chosen));
                }
                Err(fault) => fault,
            },
            Err(fault) => fault,
        };
        let errors = process.take().map(Process::end).unwrap_or_default();
        let mut told = format!("{self}, {place}: {what}");
        let number = self.faults.fetch_add(1, Ordering::Relaxed);
        if number < TOLD_IN_FULL {
            told += &format!("\n  the document: {document}");
            match &*errors {
                [] => told += "\n  its standard error: nothing",
                lines => {
                    told += "\n  the last of its standard error:";
                    lines.iter().for_each(|line| told += &format!("\n    {line}"));
                }
            }
        }
        if !self.has_answered.load(Ordering::Relaxed) && fault != Fault::Illegal {
            bail!("{told}\nIt has never answered, so there is no match");
        }
        let in_a_row = self.in_a_row.fetch_add(1, Ordering::Relaxed) + 1;
        if in_a_row >= MOST_IN_A_ROW {
            bail!("{told}\nIt has lost {in_a_row} deals in a row by faults, so the match ends");
        }
        eprintln!("{told}");
        Ok(Err(fault))
    }

    fn describe(&self, none: &NoAnswer) -> (Fault, String) {
        match none {
            NoAnswer::Late => {
                let ms = self.time.as_millis();
                (Fault::Late, format!("no answer within {ms} ms (--exec-time-ms)"))
            }
            NoAnswer::Ended(Some(status)) => {
                (Fault::Ended, format!("it ended instead of answering: {status}"))
            }
            NoAnswer::Ended(None) => {
                (Fault::Ended, "it closed its output instead of answering".to_owned())
            }
            NoAnswer::Unreadable(why) => (Fault::NoAnswer, format!("the answer {why}")),
            NoAnswer::Unasked(line) => {
                (Fault::Unasked, format!("it wrote {} without being asked", quoted(line)))
            }
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.written)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // All of them first, so that they end at the same time.
        let free = self.free.get_mut();
        free.iter_mut().for_each(Process::close);
    }
}

/// Reads an answer, and checks it against the rules.
fn read<G: WireGame>(deal: &G, answer: &str) -> Result<Chosen<G::Action>, (Fault, String)> {
    let told = quoted(answer);
    let parsed: Answer = serde_json::from_str(answer).map_err(|error| {
        let why = explain(error);
        let right = r#"{"action": "…"}"#;
        (Fault::NoAnswer, format!("the answer {told} is not like {right}: {why}"))
    })?;
    let Some(action) = parsed.action else {
        let why = match parsed.error {
            Some(error) => format!("it answered with an error: {}", beginning(&error)),
            None => format!("the answer {told} has no \"action\""),
        };
        return Err((Fault::NoAnswer, why));
    };
    let refused = |why: &dyn fmt::Display| {
        let legal: Vec<_> = deal.legal_actions().iter().map(ToString::to_string).collect();
        let legal = beginning(&legal.join(", "));
        let action = quoted(&action);
        (Fault::Illegal, format!("the action {action} is not legal: {why}; legal are {legal}"))
    };
    let action: G::Action = action.parse().map_err(|error| refused(&error))?;
    deal.check(action).map_err(|rule| refused(&rule))?;
    let iterations = parsed.iterations.and_then(|number| number.as_u64()).unwrap_or_default();
    Ok(Chosen { action, iterations })
}

fn beginning(text: &str) -> String {
    match text.char_indices().nth(TOLD_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    format!("{:?}", beginning(text))
}
