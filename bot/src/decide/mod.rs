//! `vzetek-bot decide`: one decision for each JSON document on the input.

mod document;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::convert::Infallible;
use std::io::{BufRead, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Serialize;
use vzetek_baselines::{Spec, SpecError, Tunable, answer, tablic, tarok, trset};
use vzetek_game::Level;
use vzetek_players::Limits;
use vzetek_players::documents::{self, DocumentedGame, Line};
use vzetek_protocol::DecisionAnswer;

/// A game that documents can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecideGame {
    /// Tršet and kifameno.
    Trset,
    /// Tarok.
    Tarok,
    /// Tablić.
    Tablic,
}

/// Reads decision documents, one JSON object a line, and answers each with
/// one line, until the input ends.
#[derive(Args, Clone, Debug)]
pub struct DecideArgs {
    /// The game of documents in the form of the tršet thesis (trset) or of Penzar's
    /// tablić (tablic), which do not say it. Those in the words of the protocol do.
    #[arg(long, value_enum)]
    pub game: Option<DecideGame>,

    /// Playouts a decision may take; set it when answers must be reproducible.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,

    /// Milliseconds a decision may take; set it when somebody is waiting.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub time_ms: Option<u64>,

    /// The seed of the random numbers; change it to see how firm an answer is.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// The level of the answers, such as strong.
    #[arg(long, conflicts_with = "player")]
    pub level: Option<Level>,

    /// A player by name, such as thesis or minimax, with parameters if it is to be
    /// other than it is; for experiments.
    #[arg(long)]
    pub player: Option<String>,
}

/// The answer to a line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    /// As an answer of the protocol.
    Action(DecisionAnswer),
    /// In the form of the tršet thesis.
    Trset(vzetek_players::trset::Answer),
    /// In the form of Penzar's tablić.
    Tablic(vzetek_players::tablic::Answer),
}

/// Answers until the input ends.
///
/// # Errors
/// If there is no such player, the input cannot be read or the output
/// cannot be written. A bad document is no error: its line is answered with
/// what is wrong. A closed pipe behind the output is none either.
pub fn run(args: &DecideArgs, input: impl BufRead, output: impl Write) -> anyhow::Result<()> {
    args.check_player()?;
    match documents::lines(input, output, |line| args.answer(line)) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done.context("answering decision documents"),
    }
}

impl DecideArgs {
    /// The player that is asked for, by its name.
    fn player(&self) -> &str {
        self.player.as_deref().unwrap_or_else(|| self.level.unwrap_or_default().name())
    }

    /// Checks that the game has the player; without a game, that one of them has.
    fn check_player(&self) -> anyhow::Result<()> {
        let player = self.player();
        let known = |game| match game {
            DecideGame::Trset => player.parse::<Spec<trset::Player>>().map(drop),
            DecideGame::Tarok => player.parse::<Spec<tarok::Player>>().map(drop),
            DecideGame::Tablic => player.parse::<Spec<tablic::Player>>().map(drop),
        };
        let games = match &self.game {
            Some(game) => std::slice::from_ref(game),
            None => DecideGame::value_variants(),
        };
        let mut wrong = Vec::new();
        for &game in games {
            match known(game) {
                Ok(()) => return Ok(()),
                Err(error) => wrong.push(error),
            }
        }
        let told: fn(&SpecError) -> bool = |error| !matches!(error, SpecError::Player(_));
        let at = wrong.iter().position(told).unwrap_or_default();
        Err(wrong.swap_remove(at).into())
    }

    fn limits(&self) -> Limits {
        let time = self.time_ms.map(Duration::from_millis);
        Limits { iterations: self.iterations, time, ..Limits::default() }
    }

    fn answer(&self, line: Line<'_>) -> Result<Answer, String> {
        let worded = match line {
            Line::Text(text) => document::is_of_the_protocol(text),
            Line::NotText | Line::TooLong => false,
        };
        match self.game {
            Some(DecideGame::Trset) if !worded => {
                self.answer_in_its_form::<trset::Player>(line).map(Answer::Trset)
            }
            Some(DecideGame::Tablic) if !worded => {
                self.answer_in_its_form::<tablic::Player>(line).map(Answer::Tablic)
            }
            _ => self.answer_in_words_of_the_protocol(line).map(Answer::Action),
        }
    }

    /// Answers a document of a form that only this game has.
    fn answer_in_its_form<P: Tunable<Game: DocumentedGame>>(
        &self,
        line: Line<'_>,
    ) -> Result<<P::Game as DocumentedGame>::Answer, String> {
        let request = documents::read::<P::Game>(line).map_err(|error| error.to_string())?;
        let mut spec: Spec<P> =
            self.player().parse().map_err(|error: SpecError| error.to_string())?;
        spec.iterations = self.iterations.or(spec.iterations);
        spec.time = self.limits().time.or(spec.time);
        Ok(answer(&spec, &request, self.seed))
    }

    fn answer_in_words_of_the_protocol(&self, line: Line<'_>) -> Result<DecisionAnswer, String> {
        let text = line.text::<Infallible>().map_err(|error| error.to_string())?;
        let document = document::read(text)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        // A view that is wrong in a way that no check finds shows where nothing fits it.
        let decide = || {
            let legal: Vec<String> = document.legal.iter().map(ToString::to_string).collect();
            let deal = document::deal(document)?;
            deal.check(&legal, &mut rng)?;
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
            deal.decide_by_name(self.player(), &self.limits(), &legal, &mut rng)
        };
        catch_unwind(AssertUnwindSafe(decide)).unwrap_or_else(|fault| {
            Err(format!("view: there is no deal that looks like this ({})", told(&*fault)))
        })
    }
}

/// The beginning of what a panic says.
fn told(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| fault.downcast_ref::<&str>().copied()).unwrap_or("no reason told");
    text.split(": ").next().unwrap_or_default().chars().take(200).collect()
}
