//! Deals that another program played, played again by these rules.
//!
//! A file holds one deal a line, as JSON. The forehand is player 0. Of three players:
//! `contract` (`klop`, `three`, `two`, `one`, `solo`, `beggar`), `declarer`, `hands`,
//! `talon`, `group` (the index of the group taken), `discards`, `plays` as lists of player,
//! card and legal cards, `trick_winners` (null for the last).
//!
//! With `players` 4 there are the contracts of four (`beggar` and `open_beggar` for the
//! two berač), `bids` as lists of player, bid and legal bids, the last of them what is
//! really played, `king`, `partner` and `talon_won` where a king was called,
//! `discard_legal` for each discard, `points` of the declarer's side and the defenders, in
//! klop of each player, and `scores`. What else a line holds is passed over.

use std::error::Error;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use vzetek_game::conform::{Counts, ForeignDeal};
use vzetek_game::{Game, NotationError, Seat};

use crate::options::three;
use crate::{Action, Card, CardSet, Contract, Options, Phase, Tarok};

/// A deal as the other program wrote it down.
#[derive(Debug, Deserialize)]
pub struct Deal {
    #[serde(default = "three")]
    players: u8,
    contract: Name,
    declarer: Seat,
    hands: Vec<Vec<Card>>,
    talon: Vec<Card>,
    /// Nothing if the bidding was not written down.
    #[serde(default)]
    bids: Vec<(Seat, Bid, Vec<Bid>)>,
    #[serde(default)]
    king: Option<Card>,
    #[serde(default)]
    partner: Option<Seat>,
    #[serde(default)]
    talon_won: Option<bool>,
    #[serde(default)]
    group: Option<u8>,
    #[serde(default)]
    discards: Vec<Card>,
    #[serde(default)]
    discard_legal: Vec<CardSet>,
    plays: Vec<(Seat, Card, CardSet)>,
    trick_winners: Vec<Option<Seat>>,
    #[serde(default)]
    points: Option<Vec<u8>>,
    #[serde(default)]
    scores: Option<Vec<i32>>,
}

/// A contract by the other program's name, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bid(Option<Contract>);

/// A contract by the other program's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Name(Contract);

impl FromStr for Name {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "beggar" => Ok(Self(Contract::Berac)),
            "open_beggar" => Ok(Self(Contract::OpenBerac)),
            _ => text.parse().map(Self),
        }
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Bid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "pass" {
            return Ok(Self(None));
        }
        let name: Name = text.parse().map_err(serde::de::Error::custom)?;
        Ok(Self(Some(name.0)))
    }
}

impl ForeignDeal for Deal {
    fn replay(&self, line: usize, counts: &mut Counts) -> Result<(), Box<dyn Error + Send + Sync>> {
        let mut state = self.start(line, counts)?;
        let seats = state.seats();
        for (number, (seat, card, legal)) in self.plays.iter().enumerate() {
            let wrong = |what| format!("line {line}, card {}: {what}", number + 1);
            if state.current_player() != Some(*seat) {
                counts.differ(wrong(format!("{:?} is to play", state.current_player())));
                return Ok(());
            }
            counts.listed += 1;
            if state.legal_cards() != *legal {
                counts.differ(wrong(format!("legal is {:?}, told {legal:?}", state.legal_cards())));
            }
            if let Err(refused) = state.apply(Action::Play(*card)) {
                counts.differ(wrong(refused.to_string()));
                return Ok(());
            }
            counts.plays += 1;
            if (number + 1) % seats == 0 {
                let taken = state.table().phase.taken();
                let winner = taken.and_then(|taken| taken.last_winner());
                let said = self.trick_winners.get(number / seats).copied().flatten();
                if said.is_some() && winner != said {
                    counts.differ(wrong(format!("{winner:?} takes the trick, told {said:?}")));
                }
            }
        }
        if !state.is_terminal() {
            counts.differ(format!("line {line}: the deal is not over"));
        } else if state.options().is_four() {
            self.compare_ends(&state, line, counts);
        }
        Ok(())
    }
}

impl Deal {
    /// The deal up to the first card.
    fn start(
        &self,
        line: usize,
        counts: &mut Counts,
    ) -> Result<Tarok, Box<dyn Error + Send + Sync>> {
        let cards: Vec<Card> = self.hands.iter().flatten().chain(&self.talon).copied().collect();
        let dealer = Seat::new(self.players.saturating_sub(1));
        let mut state = Tarok::deal(&Options::new(self.players)?, dealer, &cards)?;
        let (mut bids, mut discards) = (self.bids.iter(), 0);
        while !matches!(state.table().phase, Phase::Playing(_)) {
            let seat = state.current_player().expect("the deal has not begun");
            let action = match &state.table().phase {
                Phase::Bidding(_) | Phase::Choosing(_) => match bids.next() {
                    Some((told, bid, legal)) => {
                        counts.listed += 1;
                        let ours: Vec<Bid> =
                            state.legal_actions().into_iter().map(bid_of).collect();
                        if (seat, &ours) != (*told, legal) {
                            counts.differ(format!(
                                "line {line}, {seat} bids: {ours:?}, told {told}: {legal:?}"
                            ));
                        }
                        Self::said(&state, bid.0)
                    }
                    None => self.supposed(&state),
                },
                Phase::Calling(_) => Action::Call(self.king.ok_or("no king is called")?),
                Phase::Taking(_) => Action::Take(self.group.unwrap_or(u8::MAX)),
                Phase::Discarding(_) => {
                    if let Some(legal) = self.discard_legal.get(discards) {
                        counts.listed += 1;
                        let ours = state.legal_cards();
                        if ours != *legal {
                            counts
                                .differ(format!("line {line}: discards {ours:?}, told {legal:?}"));
                        }
                    }
                    discards += 1;
                    self.discards
                        .get(discards - 1)
                        .map_or(Action::Pass, |&card| Action::Discard(card))
                }
                _ => Action::Pass,
            };
            state.apply(action).map_err(|refused| format!("{action}: {refused}"))?;
        }
        Ok(state)
    }

    /// A call that was written down.
    fn said(state: &Tarok, bid: Option<Contract>) -> Action {
        match (bid, &state.table().phase) {
            (None, _) => Action::Pass,
            (Some(contract), Phase::Choosing(_)) => Action::Choose(contract),
            (Some(contract), _) => Action::Bid(contract),
        }
    }

    /// A call by which the declarer comes to play the contract.
    fn supposed(&self, state: &Tarok) -> Action {
        let Name(contract) = self.contract;
        match &state.table().phase {
            Phase::Bidding(bidding)
                if bidding.to_bid == self.declarer
                    && contract > Contract::Three
                    && bidding.standing != contract =>
            {
                Action::Bid(contract)
            }
            Phase::Choosing(_) => Action::Choose(contract),
            _ => Action::Pass,
        }
    }

    /// Compares the contract, the sides, the points and the scores of a deal that is over.
    fn compare_ends(&self, state: &Tarok, line: usize, counts: &mut Counts) {
        let Phase::Finished(finished) = &state.table().phase else { return };
        let (undertaking, result) = (&finished.undertaking, &finished.result);
        let points = match (result.declarer, undertaking.contract.counts_points()) {
            (None, _) => result.seats.iter().filter_map(|seat| seat.points).collect(),
            (Some(declarer), true) => {
                let own = result.seats[declarer].points.unwrap_or_default();
                vec![own, crate::PACK_POINTS - own]
            }
            (Some(_), false) => Vec::new(),
        };
        let called = undertaking.called.is_some();
        let left = undertaking.exchange.as_ref().map(|exchange| exchange.left);
        let mut compare = |what: &str, ours: String, told: String| {
            if ours != told {
                counts.differ(format!("line {line}: {what} {ours}, told {told}"));
            }
        };
        let told = self.points.clone().unwrap_or_default();
        let scores = self.scores.clone().unwrap_or_default();
        let won = called.then(|| left.is_some_and(CardSet::is_empty));
        compare("contract", undertaking.contract.to_string(), self.contract.0.to_string());
        compare("declarer", undertaking.declarer.to_string(), self.declarer.to_string());
        compare("partner", format!("{:?}", undertaking.partner()), format!("{:?}", self.partner));
        compare("talon won", format!("{won:?}"), format!("{:?}", self.talon_won));
        compare("points", format!("{points:?}"), format!("{told:?}"));
        compare("scores", format!("{:?}", result.scores()), format!("{scores:?}"));
    }
}

/// The call that stands for an action of the bidding.
fn bid_of(action: Action) -> Bid {
    match action {
        Action::Bid(contract) | Action::Choose(contract) => Bid(Some(contract)),
        _ => Bid(None),
    }
}
