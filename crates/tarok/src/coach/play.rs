//! While cards are played.

use vzetek_game::Seat;

use super::fact::Fact;
use crate::outcome::may_win_talon;
use crate::{
    Card, CardSet, Contract, HALF_POINTS, Item, MOND, PACK_POINTS, PAGAT, Playing, SKIS, Side,
    Suit, TRULA, Undertaking, View, points,
};

pub(super) fn facts(view: &View, playing: &Playing, seat: Seat, hand: CardSet) -> Vec<Fact> {
    let contract = playing.undertaking.contract;
    let legal = playing.trick.playable(hand, contract.avoids_tricks());
    Coach { view, playing, seat, hand, legal, contract }.facts()
}

/// The least value of a card on the table that is worth a mention.
const WORTH_A_WORD: u8 = 3;

struct Coach<'a> {
    view: &'a View,
    playing: &'a Playing,
    seat: Seat,
    hand: CardSet,
    legal: CardSet,
    contract: Contract,
}

impl Coach<'_> {
    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        if self.view.table.played[self.seat].is_empty() {
            facts.push(self.aim());
            if self.contract == Contract::Klop {
                facts.push(Fact::Gift { left: self.view.table.talon });
            }
        }
        facts.push(self.duty());
        let following = self.playing.trick.playable(self.hand, false);
        if self.legal != following && self.legal.len() > 1 {
            let rest = following - self.legal;
            let pagat = rest == CardSet::single(PAGAT);
            facts.push(if pagat { Fact::KeepPagat } else { Fact::MustBeat });
        }
        if self.contract.counts_points() && self.legal.len() > 1 {
            facts.extend(self.called_suit());
            facts.extend(self.taroks());
            self.push_risks(&mut facts);
        }
        self.chances(&mut facts);
        let stakes = &self.playing.undertaking.stakes;
        if self.contract.counts_points()
            && stakes.iter().any(|stake| stake.item == Item::Game)
            && self.playing.trick.cards().is_empty()
            && self.playing.taken.count() > 0
        {
            facts.push(self.progress());
        }
        facts
    }

    fn aim(&self) -> Fact {
        let undertaking = &self.playing.undertaking;
        let declarer = Some(undertaking.declarer).filter(|_| self.contract != Contract::Klop);
        let sides = |side: Side| {
            let others = self.seats().filter(|&seat| Some(seat) != declarer);
            others.filter(move |&seat| self.side(seat) == Some(side))
        };
        Fact::Aim {
            contract: self.contract,
            declarer,
            called: undertaking.called.as_ref().map(|called| called.king),
            partner: sides(Side::Declarer).next().filter(|_| declarer.is_some()),
            alone: declarer.is_some() && sides(Side::Defenders).count() == self.players() - 1,
            secret: undertaking.called.as_ref().is_some_and(|called| !called.is_settled()),
            announced: undertaking.announced_by(Side::Declarer).collect(),
            opposed: undertaking.announced_by(Side::Defenders).collect(),
        }
    }

    fn duty(&self) -> Fact {
        if let Some(card) = self.legal.first().filter(|_| self.legal.len() == 1) {
            return Fact::Only { card };
        }
        let holds = |suit: Suit| !self.hand.is_disjoint(suit.cards());
        match self.playing.trick.suit_led() {
            None => Fact::Lead,
            Some(suit) if holds(suit) => Fact::Follow { suit },
            Some(suit) if holds(Suit::Taroks) => Fact::Tarok { suit },
            Some(suit) => Fact::Void { suit },
        }
    }

    /// The called king, which another player holds, for the declarer who can lead to it.
    fn called_suit(&self) -> Option<Fact> {
        let Undertaking { declarer, called, .. } = &self.playing.undertaking;
        let king = called.as_ref()?.king;
        let leads = self.seat == *declarer && self.playing.trick.cards().is_empty();
        let is_held = !(self.hand | self.view.table.open()).contains(king);
        let cards = self.legal & king.suit().cards();
        (leads && is_held && !cards.is_empty()).then_some(Fact::CalledSuit { king, cards })
    }

    /// The taroks in play, for a leader who has some.
    fn taroks(&self) -> Option<Fact> {
        let count = |cards: CardSet| (cards & Suit::Taroks.cards()).len() as u8;
        let leads = self.playing.trick.cards().is_empty();
        let (own, others) = (count(self.hand), count(self.rivals()));
        (leads && own > 0).then_some(Fact::Taroks { own, others })
    }

    /// The mond or the pagat at risk, although something else can be played.
    fn push_risks(&self, facts: &mut Vec<Fact>) {
        if self.legal.contains(MOND) {
            let certain = self.playing.trick.card_set().contains(SKIS);
            if certain || self.rivals().contains(SKIS) {
                facts.push(Fact::MondAtRisk { certain });
            }
        }
        let is_ours = self.certain_winner().is_some_and(|by| self.is_ally(by));
        if self.legal.contains(PAGAT) && !self.surely_takes(PAGAT) && !is_ours {
            facts.push(Fact::PagatAtRisk);
        }
    }

    fn chances(&self, facts: &mut Vec<Fact>) {
        let leads = self.playing.trick.cards().is_empty();
        let takes = self.filter(|card| self.surely_takes(card));
        let never = self.filter(|card| self.never_takes(card));
        if !takes.is_empty() {
            let last = self.after() == 0;
            facts.push(Fact::Takes { cards: takes, last, all: takes == self.legal });
        }
        if leads {
            let top = self.filter(|card| self.is_top(card)) - takes;
            if self.contract.counts_points() && !top.is_empty() {
                facts.push(Fact::Top { cards: top });
            }
            return;
        }
        let open = self.filter(|card| self.beats(card)) - takes;
        if !open.is_empty() {
            facts.push(Fact::Beats { cards: open, all: open == self.legal });
        }
        let by = if never == self.legal { self.certain_winner() } else { None };
        let ally = by.is_some_and(|by| self.is_ally(by));
        if never == self.legal {
            facts.push(Fact::Beaten { by, ally });
        }
        let counts = self.contract.counts_points() || self.contract == Contract::Klop;
        if counts && self.legal.len() > 1 {
            self.push_values(never, ally, facts);
        }
        let lying = self.playing.trick.card_set();
        let lying: CardSet = lying.iter().filter(|card| card.value() >= WORTH_A_WORD).collect();
        if !lying.is_empty() && counts {
            facts.push(Fact::Lies { cards: lying });
        }
    }

    /// The card to give away: what counts most where that is good, or else least.
    fn push_values(&self, away: CardSet, ally: bool, facts: &mut Vec<Fact>) {
        let most = away.iter().map(|card| card.value()).max().unwrap_or_default();
        if most < 2 {
            return;
        }
        let worth = |value| away.iter().filter(move |card| card.value() == value).collect();
        if self.contract.avoids_tricks() || ally {
            facts.push(Fact::Heaviest { cards: worth(most), value: most });
        } else {
            let cards: CardSet = worth(1);
            facts.extend((!cards.is_empty()).then_some(Fact::Worthless { cards }));
        }
    }

    /// The points that the player's side has taken or will count for sure.
    fn progress(&self) -> Fact {
        let Playing { undertaking, taken, .. } = self.playing;
        let own = self.side(self.seat);
        let ours = self.seats().filter(|&seat| self.side(seat) == own);
        let mut cards = ours.fold(CardSet::EMPTY, |all, seat| all | taken.piles[seat]);
        let mut exact = self.seats().all(|seat| self.side(seat).is_some());
        let declares = own == Some(Side::Declarer);
        match &undertaking.exchange {
            Some(exchange) if declares => {
                cards |= exchange.shown | self.view.discards;
                exact &= self.view.hidden_discards() == 0;
            }
            Some(exchange) if !may_win_talon(self.playing) => cards |= exchange.left,
            // The talon may be the declarer's in the end, or its cards are hidden.
            _ => exact &= declares,
        }
        let need = if declares { HALF_POINTS + 1 } else { PACK_POINTS - HALF_POINTS };
        Fact::Progress { points: points(cards), need, exact }
    }

    /// The side of a player, as far as this one knows it.
    fn side(&self, seat: Seat) -> Option<Side> {
        self.view.side(&self.playing.undertaking, seat)
    }

    fn is_ally(&self, other: Seat) -> bool {
        self.contract != Contract::Klop && self.side(other) == self.side(self.seat)
    }

    fn players(&self) -> usize {
        self.view.table.options.seats()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players())
    }

    /// True if a tarok takes a card of another suit.
    fn taroks_take(&self) -> bool {
        self.contract != Contract::ColourValat
    }

    fn filter(&self, keep: impl Fn(Card) -> bool) -> CardSet {
        self.legal.iter().filter(|&card| keep(card)).collect()
    }

    /// The number of players who play to this trick after the player.
    fn after(&self) -> usize {
        self.players() - 1 - self.playing.trick.cards().len()
    }

    /// The cards that players who play after this one may hold.
    fn rivals(&self) -> CardSet {
        let (view, unseen) = (self.view, self.view.unseen());
        let players = self.players();
        let later = self.seat.clockwise(1, players).round(players).take(self.after());
        later.fold(CardSet::EMPTY, |all, seat| {
            let hidden = if view.hidden_in(seat) > 0 { unseen } else { CardSet::EMPTY };
            all | (hidden - view.table.denied[seat]) | view.table.known[seat]
        })
    }

    /// The cards on the table once the player has played this one.
    fn with(&self, card: Card) -> CardSet {
        self.playing.trick.card_set().with(card)
    }

    /// True if the card would hold the trick once it lies there.
    fn beats(&self, card: Card) -> bool {
        let mut trick = self.playing.trick.clone();
        trick.push(card);
        trick.best() == Some(card)
    }

    /// True if pagat, mond and škis may meet in this trick, so that the pagat takes it.
    fn trula_may_meet(&self, lying: CardSet) -> bool {
        let missing = TRULA - lying;
        self.pagat_takes_trula(lying)
            && missing.is_subset(self.rivals())
            && missing.len() <= self.after()
    }

    /// True if the pagat takes a trick of these cards once mond and škis are there, too.
    fn pagat_takes_trula(&self, lying: CardSet) -> bool {
        let led = self.playing.trick.suit_led().or(lying.first().map(|card| card.suit()));
        self.taroks_take() || led == Some(Suit::Taroks)
    }

    /// True if no player after this one can beat this card, which holds the trick of these cards.
    fn is_safe(&self, card: Card, lying: CardSet) -> bool {
        let mut beating = card.above();
        if !card.is_tarok() && self.taroks_take() {
            beating |= Suit::Taroks.cards();
        }
        if TRULA.is_subset(lying) && self.pagat_takes_trula(lying) {
            return card == PAGAT;
        }
        let pagat_comes = card != PAGAT && self.trula_may_meet(lying);
        beating.is_disjoint(self.rivals()) && !pagat_comes
    }

    fn surely_takes(&self, card: Card) -> bool {
        self.beats(card) && self.is_safe(card, self.with(card))
    }

    fn never_takes(&self, card: Card) -> bool {
        let pagat = card == PAGAT && self.trula_may_meet(self.with(card));
        !self.playing.trick.cards().is_empty() && !self.beats(card) && !pagat
    }

    /// True if only a tarok can take this card, which is none itself.
    fn is_top(&self, card: Card) -> bool {
        !card.is_tarok() && card.above().is_disjoint(self.rivals())
    }

    /// The seat that takes the trick after any card; for a player who cannot.
    fn certain_winner(&self) -> Option<Seat> {
        let trick = &self.playing.trick;
        let best = trick.best()?;
        // The player's own card may bring the trula together for the player of the pagat.
        let certain = self.legal.iter().all(|card| self.is_safe(best, self.with(card)));
        trick.winner().filter(|_| certain)
    }
}
