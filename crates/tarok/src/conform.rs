//! Deals that another program played, played again by these rules.
//!
//! A file holds one deal a line, as JSON: `contract` (`klop`, `three`, `two`,
//! `one`, `solo`, `beggar`), `declarer`, `hands`, `talon`, `group` (the index of
//! the group taken), `discards`, `plays` as lists of player, card and legal
//! cards, `trick_winners` (null for the last). The forehand is player 0. What
//! else a line holds is passed over: scores follow each house's own rules.

use std::error::Error;

use serde::Deserialize;
use vzetek_game::conform::{Counts, ForeignDeal};
use vzetek_game::{Game, Seat};

use crate::{Action, Card, CardSet, Contract, Options, Phase, SEATS, Tarok};

/// A deal as the other program wrote it down.
#[derive(Debug, Deserialize)]
pub struct Deal {
    contract: Name,
    declarer: Seat,
    hands: Vec<Vec<Card>>,
    talon: Vec<Card>,
    #[serde(default)]
    group: Option<u8>,
    #[serde(default)]
    discards: Vec<Card>,
    plays: Vec<(Seat, Card, CardSet)>,
    trick_winners: Vec<Option<Seat>>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Name {
    Klop,
    Three,
    Two,
    One,
    Solo,
    Beggar,
}

impl From<Name> for Contract {
    fn from(name: Name) -> Self {
        match name {
            Name::Klop => Self::Klop,
            Name::Three => Self::Three,
            Name::Two => Self::Two,
            Name::One => Self::One,
            Name::Solo => Self::Solo,
            Name::Beggar => Self::Berac,
        }
    }
}

impl ForeignDeal for Deal {
    fn replay(&self, line: usize, counts: &mut Counts) -> Result<(), Box<dyn Error + Send + Sync>> {
        let mut state = start(self)?;
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
            if (number + 1) % SEATS == 0 {
                let taken = state.table().phase.taken();
                let winner = taken.and_then(|taken| taken.last_winner());
                let said = self.trick_winners.get(number / SEATS).copied().flatten();
                if said.is_some() && winner != said {
                    counts.differ(wrong(format!("{winner:?} takes the trick, told {said:?}")));
                }
            }
        }
        if !state.is_terminal() {
            counts.differ(format!("line {line}: the deal is not over"));
        }
        Ok(())
    }
}

/// The deal up to the first card.
fn start(told: &Deal) -> Result<Tarok, Box<dyn Error + Send + Sync>> {
    let cards: Vec<Card> = told.hands.iter().flatten().chain(&told.talon).copied().collect();
    let dealer = Seat::new(SEATS as u8 - 1);
    let mut state = Tarok::deal(&Options::default(), dealer, &cards)?;
    let contract = Contract::from(told.contract);
    let mut discards = told.discards.iter();
    while !matches!(state.table().phase, Phase::Playing(_)) {
        let seat = state.current_player().expect("the deal has not begun");
        let bids = seat == told.declarer && contract > Contract::Three;
        let action = match &state.table().phase {
            Phase::Bidding(bidding) if bids && bidding.standing != contract => {
                Action::Bid(contract)
            }
            Phase::Choosing(_) => Action::Choose(contract),
            Phase::Taking(_) => Action::Take(told.group.unwrap_or(u8::MAX)),
            Phase::Discarding(_) => match discards.next() {
                Some(&card) => Action::Discard(card),
                None => Action::Pass,
            },
            _ => Action::Pass,
        };
        state.apply(action).map_err(|refused| format!("{action}: {refused}"))?;
    }
    Ok(state)
}
