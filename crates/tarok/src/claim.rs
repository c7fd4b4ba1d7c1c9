//! Proofs that the rest of the tricks is one player's, or none of them.
//!
//! The cards that others may hold are assumed to be in every hand simultaneously, and a player who
//! is not known to be bound to another card may play any of them. With fewer cards in hand nothing
//! so shown becomes wrong, which carries a proof from one trick to the next.

use vzetek_game::{BySeat, Claim, Seat};

use crate::{Card, CardSet, Contract, MOND, PAGAT, Phase, Playing, SEATS, Trick, View};

/// Returns what the observer, who is to play, can prove about the tricks that are left.
///
/// The rest is claimed for the player alone, not for both defenders. None of it is
/// claimed by the declarer alone, for in klop and among defenders it would be open who
/// takes the tricks. A pagat that can still count, a mond that others may take from each
/// other, and a berač that a trick would end leave nothing to claim, and a last card
/// needs none. Nothing is claimed where four play: whose tricks are one's own is hidden.
pub(crate) fn claim(view: &View) -> Option<Claim> {
    if view.table.options.is_four() {
        return None;
    }
    let (Phase::Playing(playing), Some(seat), Some(hand)) =
        (&view.table.phase, view.observer, view.hand)
    else {
        return None;
    };
    if view.current_player != Some(seat) || hand.len() < 2 {
        return None;
    }
    let rest = Rest { view, playing, seat, hand, held: held(view, seat) };
    if rest.may_take_all() && rest.takes_all() {
        return Some(Claim::Rest);
    }
    (rest.may_take_none() && rest.takes_none()).then_some(Claim::Nothing)
}

/// The cards that each of the others may hold.
fn held(view: &View, own: Seat) -> BySeat<CardSet> {
    let table = &view.table;
    BySeat::from_fn(SEATS, |seat| match view.hidden_in(seat) {
        _ if seat == own => CardSet::EMPTY,
        0 => table.known[seat],
        _ => table.known[seat] | (view.unseen() - table.denied[seat]),
    })
}

/// The rest of a deal, seen by the player who is to play.
struct Rest<'a> {
    view: &'a View,
    playing: &'a Playing,
    seat: Seat,
    hand: CardSet,
    held: BySeat<CardSet>,
}

impl Rest<'_> {
    /// True if one result follows when this player takes every trick.
    fn may_take_all(&self) -> bool {
        let contract = self.playing.undertaking.contract;
        let counts = contract.is_ordinary() && (self.is_declarer() || self.defenders_count());
        let ends = contract.is_berac() && self.is_declarer();
        !(ends || counts && self.hand.contains(PAGAT))
    }

    /// True if one result follows when this player takes none.
    fn may_take_none(&self) -> bool {
        let contract = self.playing.undertaking.contract;
        if contract == Contract::Klop || !self.is_declarer() {
            return false;
        }
        let elsewhere = self.others() | self.playing.trick.card_set();
        contract.is_berac()
            || !(elsewhere.contains(MOND) || self.defenders_count() && elsewhere.contains(PAGAT))
    }

    fn is_declarer(&self) -> bool {
        self.playing.undertaking.declarer == self.seat
    }

    /// True if what the defenders make silently counts.
    fn defenders_count(&self) -> bool {
        self.view.table.options.symmetric_bonuses
    }

    fn takes_all(&self) -> bool {
        let legal = self.legal();
        let now = |card| self.trick_goes(&self.playing.trick, card, true, Claim::Rest);
        let lead = self.playing.trick.next(self.seat);
        let later = |card| self.trick_goes(&lead, card, false, Claim::Rest);
        legal.iter().all(now) && self.after(legal).iter().all(later)
    }

    fn takes_none(&self) -> bool {
        let legal = self.legal();
        let now = |card| self.trick_goes(&self.playing.trick, card, true, Claim::Nothing);
        legal.iter().all(now) && self.after(legal).iter().all(|card| self.follows_below(card))
    }

    fn legal(&self) -> CardSet {
        let avoiding = self.playing.undertaking.contract.avoids_tricks();
        self.playing.trick.playable(self.hand, avoiding)
    }

    /// The cards that may still be in hand after one of these is played.
    fn after(&self, legal: CardSet) -> CardSet {
        if legal.len() == 1 { self.hand - legal } else { self.hand }
    }

    /// The cards that any of the others may hold.
    fn others(&self) -> CardSet {
        self.held.iter().fold(CardSet::EMPTY, |all, &cards| all | cards)
    }

    /// True if the card takes no trick that another leads, after any card of the third player.
    fn follows_below(&self, card: Card) -> bool {
        let leaders = Seat::all(SEATS).filter(|&seat| seat != self.seat);
        leaders.into_iter().all(|leader| {
            self.held[leader].iter().all(|led| {
                let mut trick = self.playing.trick.next(leader);
                trick.push(led);
                if trick.to_play() == self.seat {
                    return self.trick_goes(&trick, card, false, Claim::Nothing);
                }
                self.held[trick.to_play()].without(led).iter().all(|second| {
                    let mut trick = trick.clone();
                    trick.push(second);
                    self.trick_goes(&trick, card, false, Claim::Nothing)
                })
            })
        })
    }

    /// True if the trick goes as claimed when this player adds the card, after any cards that
    /// follow. `bound` says that the others still have the cards that they are known to have.
    fn trick_goes(&self, trick: &Trick, card: Card, bound: bool, claim: Claim) -> bool {
        let mut trick = trick.clone();
        trick.push(card);
        self.completed(&trick, bound, claim)
    }

    fn completed(&self, trick: &Trick, bound: bool, claim: Claim) -> bool {
        if trick.is_complete() {
            return (trick.winner() == Some(self.seat)) == (claim == Claim::Rest);
        }
        let seat = trick.to_play();
        let avoiding = self.playing.undertaking.contract.avoids_tricks();
        let known = if bound { self.view.table.known[seat] } else { CardSet::EMPTY };
        let may_play = |card: &Card| trick.playable(known.with(*card), avoiding).contains(*card);
        let cards = self.held[seat] - trick.card_set();
        cards.iter().filter(may_play).all(|card| {
            let mut trick = trick.clone();
            trick.push(card);
            self.completed(&trick, bound, claim)
        })
    }
}
