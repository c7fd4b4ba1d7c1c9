//! The phases of a deal, each with what only it knows. All of it is public.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::{
    Bidding, CardSet, Choosing, DealResult, Doubling, MOND, PAGAT, Taking, Trick, Undertaking,
};

/// The phase of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokPhase"),
    schemars(rename = "TarokPhase")
)]
pub enum Phase {
    /// Players bid and pass.
    Bidding(Bidding),
    /// The declarer says what is really played.
    Choosing(Choosing),
    /// The declarer calls a king.
    Calling(Undertaking),
    /// The declarer takes a group of the talon.
    Taking(Taking),
    /// The declarer discards, card by card.
    Discarding(Undertaking),
    /// The declarer announces.
    Announcing(Undertaking),
    /// Kontra and so on; of four players the others' announcements, too.
    Doubling(Doubling),
    /// Cards are played.
    Playing(Playing),
    /// The deal is over.
    Finished(Finished),
}

/// Cards are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokPlaying"),
    schemars(rename = "TarokPlaying")
)]
pub struct Playing {
    /// The declarer's undertaking.
    pub undertaking: Undertaking,
    /// The cards on the table.
    pub trick: Trick,
    /// The tricks taken before.
    pub taken: Taken,
}

/// The deal is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokFinished"),
    schemars(rename = "TarokFinished")
)]
pub struct Finished {
    /// The declarer's undertaking.
    pub undertaking: Undertaking,
    /// The tricks that were taken.
    pub taken: Taken,
    /// The result of the deal.
    pub result: DealResult,
}

/// Tricks that were taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokTaken"),
    schemars(rename = "TarokTaken")
)]
pub struct Taken {
    /// The trick before.
    pub last_trick: Option<Trick>,
    /// Cards taken by each player, in klop with the talon's gifts.
    pub piles: BySeat<CardSet>,
    /// Tricks taken by each player.
    pub tricks: BySeat<u8>,
    /// The seat that played the mond into a trick that somebody else won.
    pub mond_lost: Option<Seat>,
}

impl Playing {
    pub(crate) fn new(undertaking: Undertaking, leader: Seat, seats: usize) -> Self {
        let taken = Taken {
            last_trick: None,
            piles: BySeat::filled(seats, CardSet::EMPTY),
            tricks: BySeat::filled(seats, 0),
            mond_lost: None,
        };
        let trick = Trick::new(leader, seats, undertaking.contract);
        Self { undertaking, trick, taken }
    }

    /// Returns the rest of the talon if the declarer, who took the called king from
    /// there, takes the trick on the table with it.
    pub(crate) fn talon_won(&self) -> CardSet {
        let Undertaking { declarer, exchange, called, .. } = &self.undertaking;
        match (exchange, called) {
            (Some(exchange), Some(called))
                if exchange.taken.contains(called.king)
                    && self.trick.player_of(called.king) == Some(*declarer)
                    && self.trick.winner() == Some(*declarer) =>
            {
                exchange.left
            }
            _ => CardSet::EMPTY,
        }
    }

    /// Gives the trick, the talon's gift and its rest to the winner, who leads the next.
    pub(crate) fn take(&mut self, winner: Seat, gift: CardSet, rest: CardSet) {
        let next = self.trick.next(winner);
        let trick = std::mem::replace(&mut self.trick, next);
        if let Some(exchange) = &mut self.undertaking.exchange {
            exchange.left -= rest;
        }
        self.taken.piles[winner] |= trick.card_set() | gift | rest;
        self.taken.tricks[winner] += 1;
        let loser = trick.player_of(MOND).filter(|&player| player != winner);
        self.taken.mond_lost = self.taken.mond_lost.or(loser);
        self.taken.last_trick = Some(trick);
    }

    pub(crate) fn finish(&self, result: DealResult) -> Finished {
        Finished { undertaking: self.undertaking.clone(), taken: self.taken.clone(), result }
    }
}

impl Taken {
    /// Returns the number of tricks taken in all.
    pub fn count(&self) -> usize {
        self.tricks.iter().map(|&tricks| usize::from(tricks)).sum()
    }

    /// Returns the seat that took the trick before.
    pub fn last_winner(&self) -> Option<Seat> {
        self.last_trick.as_ref().and_then(Trick::winner)
    }

    /// Returns the seat that took the trick before with the pagat, if it was
    /// the pagat.
    pub fn pagat_in_last_trick(&self) -> Option<Seat> {
        let last = self.last_trick.as_ref();
        last.filter(|trick| trick.best() == Some(PAGAT)).and_then(Trick::winner)
    }
}

impl Phase {
    /// Returns the seat that is to act; `None` when the deal is over.
    pub fn current_player(&self) -> Option<Seat> {
        match self {
            Self::Bidding(bidding) => Some(bidding.to_bid),
            Self::Choosing(choosing) => Some(choosing.declarer),
            Self::Taking(taking) => Some(taking.undertaking.declarer),
            Self::Calling(undertaking)
            | Self::Discarding(undertaking)
            | Self::Announcing(undertaking) => Some(undertaking.declarer),
            Self::Doubling(doubling) => Some(doubling.speaker),
            Self::Playing(playing) => Some(playing.trick.to_play()),
            Self::Finished(_) => None,
        }
    }

    /// Returns the declarer's undertaking, once it is known.
    pub fn undertaking(&self) -> Option<&Undertaking> {
        match self {
            Self::Bidding(_) | Self::Choosing(_) => None,
            Self::Calling(undertaking)
            | Self::Taking(Taking { undertaking, .. })
            | Self::Discarding(undertaking)
            | Self::Announcing(undertaking)
            | Self::Doubling(Doubling { undertaking, .. })
            | Self::Playing(Playing { undertaking, .. })
            | Self::Finished(Finished { undertaking, .. }) => Some(undertaking),
        }
    }

    /// The tricks taken, once cards are played.
    pub fn taken(&self) -> Option<&Taken> {
        match self {
            Self::Playing(Playing { taken, .. }) | Self::Finished(Finished { taken, .. }) => {
                Some(taken)
            }
            _ => None,
        }
    }

    /// Names the task of the phase, for a player who tried something else.
    pub(crate) fn task(&self) -> &'static str {
        match self {
            Self::Bidding(_) => "bid or pass now",
            Self::Choosing(_) => "say now what you play",
            Self::Calling(_) => "call a king now",
            Self::Taking(_) => "take a group of the talon now",
            Self::Discarding(_) => "discard now",
            Self::Announcing(_) => "announce something now, or pass",
            Self::Doubling(_) => "raise something now, or pass",
            Self::Playing(_) => "play a card now",
            Self::Finished(_) => "the deal is over",
        }
    }
}
