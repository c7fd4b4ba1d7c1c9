//! The observations in which one of two players played a card.

use vzetek_trset::{Event, View};

use super::Seen;
use super::seen::{lacking, led_before, played_and_drawn};
use crate::trset::cards::{SUIT, SUIT_OF, index};
use crate::trset::{History, World};

/// All cards.
const PACK: u64 = (1 << 40) - 1;

/// A card that a player played while there was a stock, and what was visible then. "The other" is
/// the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The card.
    pub card: u8,
    /// The player's hand, the card included. Where some of it is still hidden,
    /// what it is known to have held.
    pub hand: u64,
    /// Cards that were out of play, or on the table.
    pub gone: u64,
    /// The other's card on the table.
    pub led: Option<u8>,
    /// Cards of the hand that the other knew of.
    pub known: u64,
    /// Cards of the other's hand that the player knew of.
    pub facing: u64,
    /// All cards of the suits that the other could not follow, as far as it was
    /// seen: those that the other holds now were drawn in the open since.
    pub lacking: u64,
    /// Cards that the player, and the other, had led so far.
    pub leads: [u64; 2],
    /// Thirds that the player, and the other, had taken.
    pub thirds: [u8; 2],
    /// Cards of the stock.
    pub stock: u8,
}

impl Observation {
    /// The observations in which the observer's opponent played, oldest first, found by walking
    /// back from what the view shows. Where the history does not fit it, or begins late, what came
    /// before is left out.
    ///
    /// # Panics
    /// If the view is the public's, or not one of two players.
    pub fn past(view: &View, history: &History) -> Vec<Self> {
        let me = view.observer.expect("a seat looks back");
        let them = me.clockwise(1, 2);
        let gone = view.table.piles[me] | view.table.piles[them] | view.table.trick.card_set();
        let Seen { known, facing, leads, .. } = Seen::now(view, history);
        let mut now = Self {
            card: 0,
            hand: known,
            gone: gone.bits(),
            led: None,
            known,
            facing,
            lacking: 0,
            leads,
            thirds: [view.table.thirds[them], view.table.thirds[me]],
            stock: view.table.stock,
        };
        let events = played_and_drawn(history);
        // The cards that each has drawn were known until they were played.
        let mut drawn = [0u64; 2];
        for event in &events {
            if let Event::Drew { seat, card } = event {
                drawn[usize::from(*seat == me)] |= 1 << index(*card);
            }
        }
        let mut observations = Vec::new();
        for (at, event) in events.iter().enumerate().rev() {
            let fits = match **event {
                Event::Declared { .. } => true,
                Event::Drew { seat, card } => now.undraw(index(card), seat == me),
                Event::TrickTaken { seat, thirds } => {
                    let taken = &mut now.thirds[usize::from(seat == me)];
                    let fits = *taken >= thirds;
                    *taken = taken.saturating_sub(thirds);
                    fits
                }
                Event::Played { seat, card } => {
                    let card = index(card);
                    now.led = led_before(&events, at);
                    // The first card that was seen may be a reply.
                    let replied = matches!(events.get(at + 1), Some(Event::TrickTaken { .. }));
                    let fits = now.gone >> card & 1 == 1 && (now.led.is_some() || !replied);
                    if fits && seat == me {
                        let lacking = lacking(now.led, card);
                        observations
                            .iter_mut()
                            .for_each(|later: &mut Self| later.lacking |= lacking);
                    }
                    now.take_back(card, seat == me, drawn[usize::from(seat == me)]);
                    if fits && seat == them && now.stock > 0 {
                        observations.push(Self { card, ..now });
                    }
                    fits
                }
            };
            if !fits {
                break;
            }
        }
        observations.reverse();
        observations
    }

    /// The observation in which the player to move in this world, one of two, is to
    /// play a card; none was played yet.
    pub(in crate::trset) fn of(world: &World, seen: &Seen) -> Self {
        let (seat, other) = (world.seat(), world.seat() ^ 1);
        let stock = &world.stock[..usize::from(world.stock_len)];
        let stock = stock.iter().fold(0u64, |all, card| all | 1 << card);
        let taken = |at: usize| world.thirds[[seat, other][at]] - seen.declared[at];
        Self {
            card: 0,
            hand: world.hands[seat],
            gone: PACK & !(world.hands[seat] | world.hands[other] | stock),
            led: (world.played > 0).then_some(world.trick[0]),
            known: seen.known & world.hands[seat],
            facing: seen.facing & world.hands[other],
            lacking: seen.lacking,
            leads: seen.leads,
            thirds: [taken(0), taken(1)],
            stock: world.stock_len,
        }
    }

    /// Back to before this card was drawn. Returns whether it was in the hand.
    fn undraw(&mut self, card: u8, by_other: bool) -> bool {
        self.stock += 1;
        let known = if by_other { &mut self.facing } else { &mut self.known };
        let fits = *known >> card & 1 == 1;
        *known &= !(1 << card);
        if !by_other {
            self.hand &= !(1 << card);
        }
        fits
    }

    /// Back to before this card was played, of which those drawn were known.
    fn take_back(&mut self, card: u8, by_other: bool, drawn: u64) {
        let bit = 1 << card;
        self.gone &= !bit;
        self.leads[usize::from(by_other)] &= !bit;
        if by_other {
            self.facing |= bit & drawn;
        } else {
            self.hand |= bit;
            self.known |= bit & drawn;
        }
    }

    /// Returns the observation with these cards in the player's hand too.
    pub fn with(&self, hidden: u64) -> Self {
        Self { hand: self.hand | hidden, ..*self }
    }

    /// The cards among which the player chose.
    pub fn legal(&self) -> u64 {
        let led = self.led.map_or(0, |led| SUIT[usize::from(SUIT_OF[usize::from(led)])]);
        let following = self.hand & led;
        if following == 0 { self.hand } else { following }
    }

    /// Cards that may still be played against the player: the other's and those of the stock, which
    /// the player cannot distinguish.
    pub(super) fn out(&self) -> u64 {
        PACK & !self.gone & !self.hand
    }
}
