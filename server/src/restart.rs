//! Starting the program again in its own process, which must stop writing.

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
const AFRESH: &str = "VZETEK_RESTARTS";

/// The starts of this process in the place of one that was declared dead.
pub fn starts() -> u64 {
    std::env::var(AFRESH).ok().and_then(|starts| starts.parse().ok()).unwrap_or(0)
}

/// The signals to stop: the new start would not know of one that this one has received.
#[derive(Debug, Default)]
pub struct Signals {
    heard: Arc<AtomicBool>,
    /// True once they end the process immediately.
    final_ones: Arc<AtomicBool>,
}

impl Signals {
    /// Receives signals from now on.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn listen() -> std::io::Result<Self> {
        let signals = Self::default();
        for signal in [SIGINT, SIGTERM] {
            register_conditional_default(signal, signals.final_ones.clone())?;
            register(signal, signals.heard.clone())?;
        }
        Ok(signals)
    }

    /// True if none has arrived so far. One that arrives later ends the process.
    pub fn none_came(&self) -> bool {
        self.final_ones.store(true, Ordering::SeqCst);
        !self.heard.load(Ordering::SeqCst)
    }
}

/// Replaces this process image by a new start of the program, which closes all sockets. Returns
/// only if that fails.
///
/// Not with the standard library: before it replaces a process image it lets broken pipes kill the
/// process, while other threads still write to sockets.
///
/// # Errors
/// If the system refuses.
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
        .with_context(|| format!("{} cannot be restarted", program.display()))
}

/// These arguments in the system's form.
fn words(words: impl IntoIterator<Item = OsString>) -> Result<Vec<CString>, NulError> {
    words.into_iter().map(|word| CString::new(word.into_vec())).collect()
}
