//! A table for a match, and what a game has to say about it.

use std::fmt;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use vzetek_baselines::{Spec, Tunable, decide_as};
use vzetek_game::{Game, RunningScore, Seat, TableGame, sharing};
use vzetek_players::{Play, PlayedGame, Question};
use vzetek_protocol::games::WireGame;
use vzetek_tarok::Contract;

use super::args::Args;
use super::exec::{Fault, Program, Programs};
use super::terms::{
    Decisions, Forfeit, Played, Terms, Thinking, Undertaken, Unit, Who, alone_in_each_seat, dice,
};

/// The options of a game's tables.
pub type Options<P> = <<P as Tunable>::Game as Game>::Options;

/// The players of a game that can be matched.
pub trait Contest: Tunable<Game: WireGame + Game<Options: Sync>, Settings: Sync> + Sync {
    /// The knowledge that players carry from one deal to the next of an
    /// evening.
    type Memory: Clone + Default + PartialEq + Send + Sync + Serialize + DeserializeOwned;

    /// The smallest units of [`Game::returns`] in a point.
    const UNITS: f64 = 1.0;

    /// Returns the table's options as the arguments say.
    ///
    /// # Errors
    /// If the options are not those of the game.
    fn options(args: &Args) -> anyhow::Result<Options<Self>>;

    /// The unit in which the players are compared.
    fn unit(options: &Options<Self>) -> Unit;

    /// Every way to seat the two: the player by seat.
    fn seatings(options: &Options<Self>, alone: bool) -> Vec<Vec<Who>> {
        alone_in_each_seat(Self::Game::seats_for(options), alone)
    }

    /// Every way to seat two of each, where that is another way than the usual.
    fn pairs(options: &Options<Self>) -> Option<Vec<Vec<Who>>> {
        _ = options;
        None
    }

    /// True if a player learns, so that the deals of an evening must follow
    /// each other.
    fn learns(table: &Table<Self>) -> bool {
        _ = table;
        false
    }

    /// Returns the deal with this number.
    fn deal(table: &Table<Self>, number: u64) -> Self::Game {
        table.shuffled(number).next().expect("shuffles have no end")
    }

    /// The action that is taken without asking a player.
    fn laid_down(table: &Table<Self>, state: &Self::Game) -> Option<<Self::Game as Game>::Action> {
        _ = (table, state);
        None
    }

    /// Returns the knowledge of a player in a seat from the deals before.
    fn knowledge(
        memory: &Self::Memory,
        who: Who,
        seat: Seat,
    ) -> (<Self::Game as PlayedGame>::Carried, &Self::Learned);

    /// Lets a player in a seat learn from a deal that is over.
    fn learn(memory: &mut Self::Memory, who: Who, seat: Seat, play: &Play<Self::Game>) {
        _ = (memory, who, seat, play);
    }

    /// Returns the score of each seat, in points, when the seats that have `lost` lose a deal by a
    /// fault.
    fn forfeit(options: &Options<Self>, lost: &[bool]) -> Vec<f64>;

    /// Returns the contract that was played, where there is a choice.
    fn undertaken(state: &Self::Game) -> Option<Undertaken> {
        _ = state;
        None
    }
}

/// A player in a match.
#[derive(Debug)]
pub enum Contender<P: Contest> {
    /// One of our players, with its parameters.
    Own(Spec<P>),
    /// A program.
    Program(Program),
}

impl<P: Contest> Contender<P> {
    /// Reads a player as it is written; a program has this time for a decision.
    ///
    /// # Errors
    /// If there is no such player, or the program cannot be started.
    pub fn read(written: &str, time: Duration) -> anyhow::Result<Self> {
        Ok(match Program::named(written, time)? {
            Some(program) => Self::Program(program),
            None => Self::Own(written.parse()?),
        })
    }

    /// Returns the program that it is, if it is one.
    pub(super) fn program(&self) -> Option<&Program> {
        if let Self::Program(program) = self { Some(program) } else { None }
    }
}

impl<P: Contest> fmt::Display for Contender<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(spec) => write!(f, "{spec}"),
            Self::Program(program) => write!(f, "{program}"),
        }
    }
}

/// A game's options and two players.
pub struct Table<P: Contest> {
    pub options: Options<P>,
    players: [Contender<P>; 2],
    seatings: Vec<Vec<Who>>,
    /// The contract, if it is laid down.
    pub contract: Option<Contract>,
    seed: u64,
}

impl<P: Contest> Table<P> {
    /// Returns the table as the arguments say.
    ///
    /// # Errors
    /// If there is no such player, or the options are not those of the game.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let options = P::options(args)?;
        let seatings = if args.pairs {
            P::pairs(&options).context("only tarok for four is played in pairs")?
        } else {
            P::seatings(&options, args.alone)
        };
        let time = Duration::from_millis(args.exec_time_ms);
        let first = Contender::read(&args.first, time).context("the first player")?;
        let second = Contender::read(&args.second, time).context("the second player")?;
        let players: [Contender<P>; 2] = [first, second];
        for player in &players {
            if let Contender::Own(spec) = player {
                ensure!(spec.player.plays(&options), "{spec} does not play this kind");
            }
        }
        Ok(Self { options, players, seatings, contract: args.contract, seed: args.seed })
    }

    /// The terms of the match.
    pub fn terms(&self) -> Terms {
        Terms {
            players: self.players.each_ref().map(Contender::to_string),
            options: serde_json::to_value(&self.options).expect("options are plain"),
            contract: self.contract.map(|contract| contract.notation().to_owned()),
        }
    }

    /// The unit in which the players are compared.
    pub fn unit(&self) -> Unit {
        P::unit(&self.options)
    }

    /// The players that are ours.
    pub fn own(&self) -> impl Iterator<Item = &Spec<P>> {
        self.players.iter().filter_map(|player| match player {
            Contender::Own(spec) => Some(spec),
            Contender::Program(_) => None,
        })
    }

    /// Descriptions of the players that lack what would make them others than these.
    pub fn stand_ins(&self) -> Vec<String> {
        let stand_in = |spec: &Spec<P>| {
            let other = P::stand_in(spec)?;
            Some(format!("{spec} has nothing here to learn from, and plays as {other}"))
        };
        self.own().filter_map(stand_in).collect()
    }

    /// The players that are programs.
    fn programs(&self) -> [Option<&Program>; 2] {
        self.players.each_ref().map(Contender::program)
    }

    /// True if a player is a program.
    pub fn has_programs(&self) -> bool {
        self.players.iter().any(|player| player.program().is_some())
    }

    /// True if the time that a decision takes may decide what is played.
    pub fn has_clock(&self) -> bool {
        let has_clock = |spec: &Spec<P>| spec.player.limits(&spec.limits()).time.is_some();
        self.has_programs() || self.own().any(has_clock)
    }

    /// Every way to seat the two: the player by seat.
    pub fn seatings(&self) -> &[Vec<Who>] {
        &self.seatings
    }

    /// True if a player learns.
    pub fn learns(&self) -> bool {
        P::learns(self)
    }

    /// Returns the deals that may be the one with this number, the first first.
    pub fn shuffled(&self, number: u64) -> impl Iterator<Item = P::Game> {
        let mut rng = dice(self.seed, number, 0);
        let dealer = Seat::new((number % P::Game::seats_for(&self.options) as u64) as u8);
        std::iter::repeat_with(move || sharing::deal(&self.options, dealer, &mut rng))
    }

    /// Plays the deal with this number to its end, or until a program loses it by a
    /// fault.
    ///
    /// # Errors
    /// If a program cannot be started, or cannot be used.
    pub fn play(
        &self,
        number: u64,
        seating: &[Who],
        memory: &mut P::Memory,
    ) -> anyhow::Result<Played> {
        let mut play = Play::new(P::deal(self, number));
        let mut decisions = Decisions::new(self.seed, number);
        let mut thinking = <[Thinking; 2]>::default();
        let mut programs = Programs::seated(self.programs(), seating)?;
        while let Some(seat) = play.state.current_player() {
            let (who, mut rng) = (seating[seat.index()], decisions.next());
            let action = match (P::laid_down(self, &play.state), &self.players[who]) {
                (Some(action), _) => action,
                (None, Contender::Own(spec)) => {
                    let (carried, learned) = P::knowledge(memory, who, seat);
                    let decision = play.ask(|question| {
                        let question = Question { carried, ..question };
                        let decide = || decide_as(spec, learned, &question, &mut rng);
                        thinking[who].measure(decide)
                    });
                    thinking[who].count(decision.iterations);
                    decision.action
                }
                (None, Contender::Program(program)) => {
                    let ask = || programs.ask(program, &play.state, number);
                    match thinking[who].measure(ask)? {
                        Ok(chosen) => {
                            thinking[who].count(chosen.iterations);
                            chosen.action
                        }
                        Err(fault) => {
                            programs.leave(self.programs(), seating);
                            return Ok(self.forfeited(seating, who, fault, thinking));
                        }
                    }
                }
            };
            programs.act(&mut play, action);
        }
        programs.leave(self.programs(), seating);
        self.players.iter().filter_map(Contender::program).for_each(Program::played);
        let state = &play.state;
        if self.learns() {
            for (seat, &who) in Seat::all(state.seats()).zip(seating) {
                P::learn(memory, who, seat, &play);
            }
        }
        Ok(Played {
            scores: state.returns().iter().map(|&units| f64::from(units) / P::UNITS).collect(),
            wins: self.wins(state),
            contract: P::undertaken(state),
            thinking,
            forfeit: None,
        })
    }

    /// The outcome of a deal that a player loses by a fault, whichever of its seats had
    /// it.
    fn forfeited(
        &self,
        seating: &[Who],
        who: Who,
        fault: Fault,
        thinking: [Thinking; 2],
    ) -> Played {
        let lost: Vec<bool> = seating.iter().map(|&seated| seated == who).collect();
        let side = |seat: usize| P::Game::side(&self.options, Seat::new(seat as u8));
        let mut sides: Vec<_> = (0..lost.len()).filter(|&seat| !lost[seat]).map(side).collect();
        sides.sort_unstable();
        sides.dedup();
        let share = match self.unit() {
            Unit::Points => 1.0,
            Unit::Wins(_) => 1.0 / sides.len() as f64,
        };
        Played {
            scores: P::forfeit(&self.options, &lost),
            wins: lost.iter().map(|&lost| if lost { 0.0 } else { share }).collect(),
            contract: None,
            thinking,
            forfeit: Some(Forfeit { who, fault }),
        }
    }

    /// By seat, 1 for a win and 0 for none. Where wins are counted, sides share
    /// one; partners win together what their side wins.
    fn wins(&self, state: &P::Game) -> Vec<f64> {
        let result = state.written(&RunningScore::new(&self.options));
        let result = result.expect("the deal is over");
        let won = |seat: &Seat| P::Game::share(&result, *seat).won;
        let seats = || Seat::all(state.seats());
        let mut sides: Vec<_> =
            seats().filter(won).map(|seat| P::Game::side(&self.options, seat)).collect();
        sides.sort_unstable();
        sides.dedup();
        let share = match self.unit() {
            Unit::Points => 1.0,
            Unit::Wins(_) => 1.0 / sides.len() as f64,
        };
        seats().map(|seat| if won(&seat) { share } else { 0.0 }).collect()
    }
}
