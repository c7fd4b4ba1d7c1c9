//! Passwords: argon2id, off the runtime's threads, with one core left to running games.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread::available_parallelism;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Version};
use tokio::sync::Semaphore;
use vzetek_protocol::ErrorCode;

use crate::config::PasswordCost;
use crate::cost;
use crate::fault::Fault;

/// Lengths a password can have, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=200;
/// The commonest passwords of eight characters and more, by letter: those at the top of lists of
/// stolen ones, and their like in the languages of the page. In small letters.
const COMMON: &str = include_str!("common_passwords.txt");
/// The most passwords that may wait for a core before others are refused.
const QUEUE: usize = 64;

/// Salt and hash that no known password has: random bytes.
const NOBODYS: &str = "dHcwxFeQIzmRE7kG7jw+UQ$P4XNUPD7Tg/a+XBcdHQdh3nWD0zCWPIZiFBpWLivdUA";

/// The hasher.
#[derive(Clone, Debug)]
pub struct Passwords {
    argon: Argon2<'static>,
    /// A hash with the same parameters as the real ones: a login with an unknown name takes as long
    /// as one with a known name.
    nobodys: Arc<str>,
    cores: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Passwords {
    /// A hasher at this cost.
    pub fn new(PasswordCost(params): PasswordCost) -> Self {
        let cores = available_parallelism().map_or(1, |cores| (cores.get() - 1).max(1));
        let (memory, passes, lanes) = (params.m_cost(), params.t_cost(), params.p_cost());
        let nobodys = format!("$argon2id$v=19$m={memory},t={passes},p={lanes}${NOBODYS}");
        Self {
            argon: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            nobodys: nobodys.into(),
            cores: Arc::new(Semaphore::new(cores)),
            queue: Arc::new(Semaphore::new(cores + QUEUE)),
        }
    }

    /// The hash of a new password, in PHC form.
    ///
    /// # Errors
    /// [`ErrorCode::Busy`] if too many wait already.
    pub async fn hash(&self, password: String) -> Result<String, Fault> {
        let argon = self.argon.clone();
        let hash = move || argon.hash_password(password.as_bytes());
        let hash = self.run(hash).await?.map_err(|error| internal(&error))?;
        Ok(hash.to_string())
    }

    /// True if the password is the one with this hash. Without a hash the
    /// answer is no, after the same time.
    ///
    /// # Errors
    /// [`ErrorCode::Busy`] if too many wait already.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Fault> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobodys.to_string());
        let argon = self.argon.clone();
        let verify = move || {
            let hash = PasswordHash::new(&hash).map_err(|error| error.to_string())?;
            Ok(argon.verify_password(password.as_bytes(), &hash).is_ok())
        };
        let right = self.run(verify).await?.map_err(|error: String| internal(&error))?;
        Ok(right && known)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let _waiting = self.queue.try_acquire().map_err(|_| {
            Fault::new(ErrorCode::Busy, "too many people log in at once; try again in a moment")
        })?;
        let core = self.cores.clone().acquire_owned().await.map_err(|error| internal(&error))?;
        let hashing = cost::beside(move || {
            let done = work();
            // Held by the work, not by its caller: a client that disconnects frees no core that is
            // still busy.
            drop(core);
            done
        });
        Ok(hashing.await)
    }
}

/// Checks that a password can be used.
///
/// # Errors
/// [`ErrorCode::BadPassword`] about this field of the form, if it is too short or too long, or
/// a common one.
pub fn check(password: &str, field: &str) -> Result<(), Fault> {
    let length = password.chars().count();
    let wrong = if !LENGTHS.contains(&length) {
        format!("a password has {} to {} characters", LENGTHS.start(), LENGTHS.end())
    } else if is_common(password) {
        "this password is one of the commonest, which anybody tries first".to_owned()
    } else {
        return Ok(());
    };
    Err(Fault::field(ErrorCode::BadPassword, field, wrong))
}

/// True for a password of [`COMMON`], and for one of at most two different characters.
fn is_common(password: &str) -> bool {
    let password = password.to_lowercase();
    let signs: BTreeSet<char> = password.chars().collect();
    signs.len() <= 2 || COMMON.lines().any(|common| common == password)
}

/// Logged where it is found because its cause is no error of the store. None of these causes quotes
/// the password.
fn internal(cause: &dyn std::fmt::Display) -> Fault {
    tracing::error!(%cause, "a password could not be hashed or compared");
    Fault::internal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_refused() {
        for bad in ["short", "12345678", "Password1", "aaaaaaaaaaaa", "ababababab", "slovenija"] {
            let fault = check(bad, "new").expect_err(bad);
            assert_eq!(fault.body.code, ErrorCode::BadPassword);
            assert_eq!(fault.body.field.as_deref(), Some("new"));
        }
        for good in ["correct horse", "slovenija je lepa", "čevapčiči", "1234567890123"] {
            check(good, "new").unwrap();
        }
        let usable =
            |one: &str| LENGTHS.contains(&one.chars().count()) && one == one.to_lowercase();
        assert!(COMMON.lines().count() > 200 && COMMON.lines().all(usable));
    }

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let passwords = Passwords::new(PasswordCost::default());
        let hash = passwords.hash("correct horse".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.verify("correct horse".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("wrong horse".into(), Some(hash)).await.unwrap());
        assert!(!passwords.verify("correct horse".into(), None).await.unwrap());
    }

    #[tokio::test]
    async fn nobodys_hash_costs_as_much_as_everybodys() {
        for cost in [PasswordCost::default(), PasswordCost::of_tests()] {
            let passwords = Passwords::new(cost);
            let ours = passwords.hash("whatever".into()).await.unwrap();
            let parameters = |hash: &str| hash.rsplitn(3, '$').last().unwrap().to_owned();
            assert_eq!(parameters(&passwords.nobodys), parameters(&ours));
            PasswordHash::new(&passwords.nobodys).unwrap();
        }
    }

    #[test]
    fn passwords_are_neither_short_nor_endless() {
        assert!(check("1234567", "password").is_err());
        assert!(check("žabe 123", "password").is_ok());
        assert!(check(&"x".repeat(201), "new").is_err());
        assert_eq!(check("", "new").unwrap_err().body.field.as_deref(), Some("new"));
    }
}
