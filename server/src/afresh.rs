//! Starting the program again in its own process, which has no right to go on.

use std::convert::Infallible;
use std::ffi::{CString, NulError, OsString};
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default};

/// The program that this process runs, even if another has been installed in its place since.
const OWN_PROGRAM: &str = "/proc/self/exe";

/// Set for a start in the place of one that was declared dead: to the number of such starts.
const AFRESH: &str = "VZETEK_STARTS_AFRESH";

/// The starts of this process in the place of one that was declared dead.
pub fn starts() -> u64 {
    std::env::var(AFRESH).ok().and_then(|starts| starts.parse().ok()).unwrap_or(0)
}

/// The signals to stop: the new start would hear nothing of one that this one has heard.
#[derive(Debug, Default)]
pub struct Signals {
    heard: Arc<AtomicBool>,
    /// True once they end the process at once.
    final_ones: Arc<AtomicBool>,
}

impl Signals {
    /// Listens from now on.
    ///
    /// # Errors
    /// If the system does not let it.
    pub fn listen() -> std::io::Result<Self> {
        let signals = Self::default();
        for signal in [SIGINT, SIGTERM] {
            register_conditional_default(signal, signals.final_ones.clone())?;
            register(signal, signals.heard.clone())?;
        }
        Ok(signals)
    }

    /// True if none has come so far. One that comes later ends the process.
    pub fn none_came(&self) -> bool {
        self.final_ones.store(true, Ordering::SeqCst);
        !self.heard.load(Ordering::SeqCst)
    }
}

/// Puts a new start of the program in the place of this one: all sockets are closed by that.
/// Returns only if that fails.
///
/// Not by the standard library: before it starts a program in the place of its own it lets
/// broken pipes kill the process, while other threads still write to sockets.
///
/// # Errors
/// If the system does not let it.
pub fn start() -> anyhow::Result<Infallible> {
    let program = std::env::current_exe().context("the program is not known")?;
    let program = if program.exists() { program } else { PathBuf::from(OWN_PROGRAM) };
    let own = |(name, _): &(OsString, OsString)| name != AFRESH;
    let variables = std::env::vars_os().filter(own);
    let variables = variables.chain([(AFRESH.into(), (starts() + 1).to_string().into())]);
    let path = CString::new(program.clone().into_os_string().into_vec())?;
    let arguments = words(std::env::args_os())?;
    let variables = words(variables.map(|(mut name, value)| {
        name.push("=");
        name.push(value);
        name
    }))?;
    nix::unistd::execve(&path, &arguments, &variables)
        .with_context(|| format!("{} cannot be started afresh", program.display()))
}

/// These words as the system takes them.
fn words(words: impl IntoIterator<Item = OsString>) -> Result<Vec<CString>, NulError> {
    words.into_iter().map(|word| CString::new(word.into_vec())).collect()
}
