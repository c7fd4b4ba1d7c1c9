//! The knowledge of two players about each other, which no world holds.

use vzetek_game::Seat;
use vzetek_trset::{Event, View};

use crate::trset::cards::{SUIT, SUIT_OF, index};
use crate::trset::{History, World};

/// The public knowledge about a player, without the places of the cards. "The other" is the
/// opponent of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Cards of the player's hand that the other knows of. Some may have been
    /// played since.
    pub known: u64,
    /// Cards of the other's hand that the player knows of; the same holds.
    pub facing: u64,
    /// All cards of the suits that the other could not follow, as far as it was
    /// seen: those that the other holds now were drawn in the open since.
    pub lacking: u64,
    /// Cards that the player, and the other, have led so far.
    pub leads: [u64; 2],
    /// Thirds that the player, and the other, have declared.
    pub declared: [u8; 2],
}

impl Seen {
    /// Returns the public knowledge about the opponent of a view's observer.
    ///
    /// # Panics
    /// If the view is the public's, or not one of two players.
    pub fn now(view: &View, history: &History) -> Self {
        let me = view.observer.expect("a seat looks on");
        Self::of(view, history, me.clockwise(1, 2))
    }

    /// Returns the public knowledge about the player in a seat, the same for every
    /// observer.
    ///
    /// # Panics
    /// If the view is not one of two players.
    pub fn of(view: &View, history: &History, them: Seat) -> Self {
        assert_eq!(view.table.options.seats(), 2, "of two players");
        let me = them.clockwise(1, 2);
        let (mut leads, mut lacked) = ([0; 2], 0);
        let events = played_and_drawn(history);
        for (at, event) in events.iter().enumerate() {
            // The first card that was seen may be a reply.
            let replied = matches!(events.get(at + 1), Some(Event::TrickTaken { .. }));
            let Event::Played { seat, card } = event else { continue };
            let led = led_before(&events, at);
            if led.is_none() && !replied {
                leads[usize::from(*seat == me)] |= 1 << index(*card);
            }
            if *seat == me {
                lacked |= lacking(led, index(*card));
            }
        }
        let declared =
            |seat: Seat| view.table.declared[seat].iter().map(|made| made.thirds()).sum();
        Self {
            known: view.table.known[them].bits(),
            facing: view.table.known[me].bits(),
            lacking: lacked,
            leads,
            declared: [declared(them), declared(me)],
        }
    }

    /// Takes note of a card played from one world to the next by the `player`
    /// or by the other, and of what both drew then.
    #[inline]
    pub(in crate::trset) fn observe(&mut self, player: usize, before: &World, after: &World) {
        let gone = |seat: usize| before.hands[seat] & !after.hands[seat];
        if before.played == 0 {
            self.leads[0] |= gone(player);
            self.leads[1] |= gone(player ^ 1);
        } else {
            if before.seat() != player {
                self.lacking |=
                    lacking(Some(before.trick[0]), gone(player ^ 1).trailing_zeros() as u8);
            }
            let drawn = |seat: usize| after.hands[seat] & !before.hands[seat];
            self.known |= drawn(player);
            self.facing |= drawn(player ^ 1);
        }
    }
}

/// Returns the events but for declarations.
pub(super) fn played_and_drawn(history: &History) -> Vec<&Event> {
    let declared = |event: &&Event| matches!(event, Event::Declared { .. });
    history.events().iter().filter(|event| !declared(event)).collect()
}

/// All cards of the suit led if the reply is of another, otherwise none.
#[inline]
pub(super) fn lacking(led: Option<u8>, reply: u8) -> u64 {
    let suit = |card: u8| SUIT_OF[usize::from(card)];
    match led {
        Some(led) if suit(led) != suit(reply) => SUIT[usize::from(suit(led))],
        _ => 0,
    }
}

/// The card that the one played here replied to.
pub(super) fn led_before(events: &[&Event], at: usize) -> Option<u8> {
    match at.checked_sub(1).map(|at| events[at]) {
        Some(Event::Played { card, .. }) => Some(index(*card)),
        _ => None,
    }
}
