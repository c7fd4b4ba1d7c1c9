//! Players with parameters, as experiments name them:
//! `mcts:iterations=10000,c=0.7`.

use std::fmt::{self, Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, Level, UnknownName};
use vzetek_players::{Allowance, Decision, PlayedGame};
use vzetek_search::Limits;
use vzetek_search::uct::FinalChoice;

/// A constant that can be set, and the values that it may have.
#[derive(Debug)]
pub enum Slot<'a> {
    /// A number.
    Real(&'a mut f64, RangeInclusive<f64>),
    /// A number of less precision.
    Single(&'a mut f32, RangeInclusive<f32>),
    /// A number that the player finds for itself if it is not set.
    Optional(&'a mut Option<f64>, RangeInclusive<f64>),
    /// A whole number.
    Count(&'a mut usize, RangeInclusive<usize>),
    /// A switch: yes or no.
    Switch(&'a mut bool),
    /// The final choice of a search over the moves at hand.
    Final(&'a mut FinalChoice),
}

/// The names of the ways to choose in the end.
const FINAL: [(&str, FinalChoice); 4] = [
    ("uct", FinalChoice::Uct),
    ("visits", FinalChoice::MostVisits),
    ("mean", FinalChoice::BestMean),
    ("sum", FinalChoice::LargestSum),
];

impl Slot<'_> {
    /// Puts a value in; nothing if it cannot be.
    fn set(&mut self, text: &str) -> Option<()> {
        fn number<T: FromStr + PartialOrd>(text: &str, range: &RangeInclusive<T>) -> Option<T> {
            text.parse().ok().filter(|number| range.contains(number))
        }
        match self {
            Self::Real(place, range) => **place = number(text, range)?,
            Self::Single(place, range) => **place = number(text, range)?,
            Self::Optional(place, range) => **place = Some(number(text, range)?),
            Self::Count(place, range) => **place = number(text, range)?,
            Self::Switch(place) => {
                **place = ["no", "yes"].iter().position(|&word| word == text)? > 0
            }
            Self::Final(place) => **place = FINAL.iter().find(|(name, _)| *name == text)?.1,
        }
        Some(())
    }

    /// Returns a description of the values that the constant may have.
    fn values(&self) -> String {
        match self {
            Self::Real(_, range) | Self::Optional(_, range) => {
                format!("a number from {} to {}", range.start(), range.end())
            }
            Self::Single(_, range) => format!("a number from {} to {}", range.start(), range.end()),
            Self::Count(_, range) => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            Self::Switch(_) => "yes or no".to_owned(),
            Self::Final(_) => FINAL.map(|(name, _)| name).join(", "),
        }
    }
}

impl fmt::Display for Slot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Real(value, _) => write!(f, "{value}"),
            Self::Single(value, _) => write!(f, "{value}"),
            Self::Optional(Some(value), _) => write!(f, "{value}"),
            Self::Optional(None, _) => f.write_str("own"),
            Self::Count(value, _) => write!(f, "{value}"),
            Self::Switch(value) => f.write_str(if **value { "yes" } else { "no" }),
            Self::Final(value) => {
                let name = FINAL.iter().find(|(_, choice)| choice == *value);
                f.write_str(name.map_or("?", |(name, _)| name))
            }
        }
    }
}

/// A player with its parameters, and what it may spend on a decision.
///
/// Written as the player's name, a colon and parameters with commas between; omitted parameters
/// have the player's own values. Limits are as those given to `decide`: a player without any keeps
/// its own, its clock among them, and one with iterations alone has no clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec<P: Tunable> {
    /// The player.
    pub player: P,
    /// Playouts, worlds, or the unit that the player counts.
    pub iterations: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Positions of a search to the end, or of one that counts nothing else.
    pub nodes: Option<u64>,
    /// Its constants.
    pub settings: P::Settings,
}

impl<P: Tunable> Spec<P> {
    /// The player as it is.
    pub fn new(player: P) -> Self {
        Self { player, iterations: None, time: None, nodes: None, settings: player.settings() }
    }

    /// Returns the limits that are given.
    pub fn limits(&self) -> Limits {
        let Self { iterations, time, nodes, .. } = *self;
        Limits { iterations, time, nodes, stop: None }
    }

    /// The names of the parameters that the player takes.
    pub fn parameters(&self) -> Vec<&'static str> {
        let mut settings = self.settings.clone();
        let slots = self.player.slots(&mut settings).into_iter().map(|(name, _)| name);
        let nodes = self.player.counts_positions().then_some(NODES);
        [ITERATIONS, TIME].into_iter().chain(nodes).chain(slots).collect()
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), SpecError> {
        let player = self.player;
        let refused = |name: &'static str, values: String| SpecError::Value {
            player: player.to_string(),
            name,
            value: beginning(text),
            values,
        };
        let limit = |name, most: Option<u64>| {
            let value =
                text.parse().ok().filter(|value| (1..=most.unwrap_or(u64::MAX)).contains(value));
            let values = || match most {
                Some(most) => format!("a whole number from 1 to {most}"),
                None => "a whole number from 1".to_owned(),
            };
            value.ok_or_else(|| refused(name, values()))
        };
        match name {
            ITERATIONS => {
                self.iterations = Some(limit(ITERATIONS, player.allowance().most_iterations())?)
            }
            TIME => self.time = Some(Duration::from_millis(limit(TIME, None)?)),
            NODES if player.counts_positions() => self.nodes = Some(limit(NODES, None)?),
            _ => {
                let mut slots = player.slots(&mut self.settings);
                let Some((name, slot)) = slots.iter_mut().find(|(known, _)| *known == name) else {
                    drop(slots);
                    return Err(SpecError::Parameter {
                        player: player.to_string(),
                        name: beginning(name),
                        known: self.parameters().join(", "),
                    });
                };
                slot.set(text).ok_or_else(|| refused(name, slot.values()))?;
            }
        }
        Ok(())
    }
}

const ITERATIONS: &str = "iterations";
const TIME: &str = "time-ms";
const NODES: &str = "nodes";

/// Returns the beginning, for an error text, of a text that may come from anywhere.
fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The reason why a text names no player with parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] UnknownName),
    /// The player has no such parameter.
    #[error("{player} has no parameter {name:?}; it has {known}")]
    Parameter {
        /// The player.
        player: String,
        /// The name that was written.
        name: String,
        /// The parameters that there are.
        known: String,
    },
    /// The parameter cannot be that.
    #[error("{name} of {player} cannot be {value:?}; it is {values}")]
    Value {
        /// The player.
        player: String,
        /// The parameter.
        name: &'static str,
        /// The value that was written.
        value: String,
        /// The values that the parameter may have.
        values: String,
    },
    /// A parameter stands there more than once.
    #[error("{name} of {player} is told twice")]
    Twice {
        /// The player.
        player: String,
        /// The parameter.
        name: String,
    },
}

impl<P: Tunable> From<P> for Spec<P> {
    fn from(player: P) -> Self {
        Self::new(player)
    }
}

impl<P: Tunable> FromStr for Spec<P> {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (player, parameters) = match text.split_once(':') {
            Some((player, parameters)) => (player, Some(parameters)),
            None => (text, None),
        };
        let mut spec = Self::new(player.parse::<P>()?);
        let mut told = Vec::new();
        for parameter in parameters.iter().flat_map(|parameters| parameters.split(',')) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let (name, value) = (name.trim(), value.trim());
            spec.set(name, value)?;
            if told.contains(&name) {
                return Err(SpecError::Twice { player: player.to_owned(), name: name.to_owned() });
            }
            told.push(name);
        }
        Ok(spec)
    }
}

impl<P: Tunable> fmt::Display for Spec<P> {
    /// Writes the player as it is read. Parameters that are the player's own are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [
            (ITERATIONS, self.iterations),
            (TIME, self.time.map(|time| time.as_millis() as u64)),
            (NODES, self.nodes),
        ];
        let limits =
            limits.into_iter().filter_map(|(name, value)| Some((name, value?.to_string())));
        let (mut settings, mut own) = (self.settings.clone(), self.player.settings());
        let slots = self
            .player
            .slots(&mut settings)
            .into_iter()
            .map(|(name, slot)| (name, slot.to_string()));
        let own = self.player.slots(&mut own).into_iter().map(|(_, slot)| slot.to_string());
        let changed = slots.zip(own).filter(|((_, slot), own)| slot != own).map(|(slot, _)| slot);
        let told: Vec<_> =
            limits.chain(changed).map(|(name, value)| format!("{name}={value}")).collect();
        match told.is_empty() {
            true => write!(f, "{}", self.player),
            false => write!(f, "{}:{}", self.player, told.join(",")),
        }
    }
}

/// A game with its players by name.
pub trait PlayedByName: PlayedGame {
    /// The players.
    type Player: Tunable<Game = Self>;
}

/// A player of a game, whose constants can be set.
pub trait Tunable: Copy + Eq + Debug + Display + FromStr<Err = UnknownName> {
    /// The game.
    type Game: PlayedGame;
    /// The constants of the game's players.
    type Settings: Clone + PartialEq + Debug;
    /// The knowledge that a player which is no level has gained in earlier deals.
    type Learned: Default;

    /// The name, as in configuration and records.
    fn name(self) -> &'static str;

    /// Returns the level that the player is, if it is one: that of its name.
    fn level(self) -> Option<Level> {
        Level::ALL.iter().copied().find(|level| level.name() == self.name())
    }

    /// Returns the player that a level is; `None` if no table of the game has the level.
    fn of_level(level: Level) -> Option<Self> {
        level.name().parse().ok()
    }

    /// True if the player is to be had at tables with these options.
    fn plays(self, options: &<Self::Game as Game>::Options) -> bool {
        self.level().is_none_or(|level| Self::Game::has_level(level, options))
    }

    /// Returns the allowance of the player for a decision.
    fn allowance(self) -> Allowance;

    /// The limits given, and the player's own where none is given. A level
    /// weaker than the strongest never spends more than its own iterations.
    fn limits(self, given: &Limits) -> Limits {
        self.allowance().limits(given)
    }

    /// Returns the constants that the player has when nothing else is said; any,
    /// if it does not use them.
    fn settings(self) -> Self::Settings;

    /// Returns the constants that the player uses, each with its name.
    fn slots(self, settings: &mut Self::Settings) -> Vec<(&'static str, Slot<'_>)>;

    /// Returns true if the player has a limit in positions.
    fn counts_positions(self) -> bool;

    /// Returns the player that this one plays as, where it lacks what would make it another.
    fn stand_in(spec: &Spec<Self>) -> Option<Self> {
        _ = spec;
        None
    }

    /// Chooses, within limits that are the player's.
    fn choose(
        spec: &Spec<Self>,
        learned: &Self::Learned,
        situation: <Self::Game as PlayedGame>::Situation<'_>,
        limits: &Limits,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Decision<<Self::Game as Game>::Action>;
}
