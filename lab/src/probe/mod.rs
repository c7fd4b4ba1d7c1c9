//! `vzetek-lab probe`: hands of tarok for four of which the right bid is plain, and what
//! players make of them. In matches they are too rare to be seen.

mod hands;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Context;
use rand_core::Rng;
use sha2::{Digest as _, Sha256};
use vzetek_baselines::tarok::{Player, Spec};
use vzetek_baselines::{Tunable, decide_as};
use vzetek_game::{Game, Seat, sharing};
use vzetek_players::Play;
use vzetek_tarok::{Card, CardSet, Contract, MOST_PLAYERS, Options, Tarok};

use crate::duel::terms::{Decisions, Thinking, dice};
use crate::estimate::Estimate;
use crate::fingerprint::fingerprint;
use crate::standard;

use hands::{HAND, Kind};

/// Arguments of `probe`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The players, with parameters if they are to be other than they are:
    /// strong:iterations=800. An unknown name is answered with those that there are.
    #[arg(required = true)]
    pub players: Vec<String>,

    /// The number of deals of each kind. The hand is held by the forehand, the second, the
    /// third and the dealer in turn; the other three are players of --company.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: u64,

    /// The player that the other three are.
    #[arg(long, default_value = "simple")]
    pub company: String,

    /// Deal hands of this kind alone.
    #[arg(long, value_enum)]
    pub hands: Option<Kind>,

    /// The seed of the deals.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// Write down each deal that did not go as it should.
    #[arg(long)]
    pub show: bool,
}

/// Asks every player, and prints what they did. The exit status is 1 if a player has not
/// made each contract that could not be lost, or played with a hopeless hand.
///
/// # Errors
/// If there is no such player.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (players, company) = args.specs()?;
    let mut have_passed = true;
    for player in &players {
        for kind in args.kinds() {
            let probes = (0..args.deals)
                .map(|number| Probe::play(kind, number, args.seed, player, &company))
                .collect();
            let tally = Tally { player, kind, probes };
            writeln!(standard::output(), "{tally}")?;
            for probe in tally.probes.iter().filter(|probe| args.show && !probe.is_right(kind)) {
                writeln!(standard::output(), "  {probe}")?;
            }
            have_passed &= tally.has_passed();
        }
    }
    if let Some(first) = first(args)? {
        writeln!(standard::output(), "the first of each kind came out as {first}")?;
    }
    Ok(if have_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plays the first deals of each kind with every player, the hand in each seat once, and returns
/// the fingerprint of how they came out; `None` if a clock may decide that.
///
/// # Errors
/// As [`run`].
pub fn first(args: &Args) -> anyhow::Result<Option<String>> {
    let (players, company) = args.specs()?;
    let has_clock = |spec: &Spec| spec.player.limits(&spec.limits()).time.is_some();
    if players.iter().chain([&company]).any(has_clock) {
        return Ok(None);
    }
    let mut hash = Sha256::new();
    for player in &players {
        for kind in args.kinds() {
            for number in 0..MOST_PLAYERS as u64 {
                let probe = Probe::play(kind, number, args.seed, player, &company);
                hash.update(format!("{probe}\n"));
            }
        }
    }
    Ok(Some(fingerprint(hash)))
}

impl Args {
    /// The players, and the player that the other three are.
    fn specs(&self) -> anyhow::Result<(Vec<Spec>, Spec)> {
        let spec =
            |name: &String| name.parse::<Spec>().with_context(|| format!("the player {name}"));
        let players = self.players.iter().map(spec).collect::<anyhow::Result<_>>()?;
        Ok((players, spec(&self.company)?))
    }

    fn kinds(&self) -> Vec<Kind> {
        self.hands.map_or(Kind::ALL.to_vec(), |kind| vec![kind])
    }
}

/// A deal in which one seat held a hand of some kind.
#[derive(Clone, Debug)]
struct Probe {
    hand: CardSet,
    /// The number of seats after the forehand.
    place: usize,
    contract: Contract,
    /// True if the hand's holder played the contract against others.
    declared: bool,
    won: bool,
    score: i32,
    thinking: Thinking,
}

impl Probe {
    /// Plays the deal of this number.
    fn play(kind: Kind, number: u64, seed: u64, player: &Spec, company: &Spec) -> Self {
        let mut rng = dice(seed, number, 16 + kind as u64);
        let hand = kind.draw(&mut rng);
        let place = (number % MOST_PLAYERS as u64) as usize;
        let mut play = Play::new(deal(hand, place, &mut rng));
        let seat = Seat::new(place as u8);
        let mut decisions = Decisions::new(seed, number);
        let (nothing, mut thinking) =
            (<Player as Tunable>::Learned::default(), Thinking::default());
        while let Some(to_act) = play.state.current_player() {
            let mut rng = decisions.next();
            let decision = play.ask(|question| {
                if to_act == seat {
                    thinking.measure(|| decide_as(player, &nothing, &question, &mut rng))
                } else {
                    decide_as(company, &nothing, &question, &mut rng)
                }
            });
            play.act(decision.action);
        }
        let result = play.state.result().expect("the deal is over");
        Self {
            hand,
            place,
            contract: result.contract,
            declared: result.declarer == Some(seat),
            won: result.seats[seat].won,
            score: result.seats[seat].score(),
            thinking,
        }
    }

    /// Returns true if the deal went as it should.
    fn is_right(&self, kind: Kind) -> bool {
        match kind.contract() {
            Some(contract) => self.declared && self.score >= contract.value(),
            None => !self.declared,
        }
    }
}

/// A deal in which the seat `place` after the forehand, seat 0, holds this hand.
fn deal(hand: CardSet, place: usize, rng: &mut impl Rng) -> Tarok {
    let options = Options::new(MOST_PLAYERS as u8).expect("four may play");
    let mut rest: Vec<Card> = (CardSet::full() - hand).iter().collect();
    loop {
        sharing::shuffle(&mut rest, rng);
        let (before, after) = rest.split_at(place * HAND);
        let cards: Vec<Card> =
            before.iter().copied().chain(hand).chain(after.iter().copied()).collect();
        if let Ok(state) = Tarok::deal(&options, Seat::new(3), &cards) {
            return state;
        }
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = ["forehand", "second", "third", "dealer"][self.place];
        let done = match (self.declared, self.won) {
            (false, _) => "did not play: ",
            (true, true) => "made ",
            (true, false) => "lost ",
        };
        write!(
            f,
            "{} as {place} {done}{}, {:+} points",
            self.hand.list(),
            self.contract,
            self.score
        )
    }
}

/// The deals of a kind that a player has played.
struct Tally<'a> {
    player: &'a Spec,
    kind: Kind,
    probes: Vec<Probe>,
}

impl Tally<'_> {
    fn has_passed(&self) -> bool {
        self.probes.iter().all(|probe| probe.is_right(self.kind))
    }
}

impl fmt::Display for Tally<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { player, kind, probes } = self;
        let right = probes.iter().filter(|probe| probe.is_right(*kind)).count();
        let score = Estimate::of(probes.iter().map(|probe| f64::from(probe.score)));
        let verdict = if self.has_passed() { "passes" } else { "fails" };
        write!(f, "{player} with {kind}: {verdict}, {right} of {} right, ", probes.len())?;
        write!(f, "{score:+.1} points a deal")?;
        let mut contracts: BTreeMap<(Contract, bool), (usize, usize)> = BTreeMap::new();
        let mut thinking = Thinking::default();
        for probe in probes {
            let (count, won) = contracts.entry((probe.contract, probe.declared)).or_default();
            *count += 1;
            *won += usize::from(probe.won);
            thinking.add(&probe.thinking);
        }
        for ((contract, declared), (count, won)) in contracts {
            match (declared, contract) {
                (true, _) => write!(f, "; {contract} {count}, {won} made")?,
                (false, Contract::Klop) => write!(f, "; klop {count}")?,
                (false, _) => write!(f, "; left {contract} to others {count}")?,
            }
        }
        let each = 1e3 * thinking.total.as_secs_f64() / f64::from(thinking.decisions.max(1));
        write!(f, "; {each:.0} ms a decision, {:.2?} at most", thinking.longest)
    }
}
