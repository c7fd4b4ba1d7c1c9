//! The full state of one deal: every card, hidden or not.

use arrayvec::ArrayVec;
use vzetek_game::{DealError, Game, IllegalAction, Seat, check_dealing};

use crate::{
    Action, BySeat, Card, CardSet, DECK, DealResult, Event, FIRST_CARDS, Finder, HAND, Options,
    Phase, Table, is_capture, points, richest,
};

/// The number of captures of each card that [`Game::legal_actions`] lists, with at most one beyond.
/// All of them are listed as long as at most ten cards lie on the table: no card captures 500 sets
/// of ten cards.
pub const MOST_LISTED: usize = 500;

/// A deal of tablić, from the first cards to the result.
///
/// Deterministic: the deck's order is part of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tablic {
    pub(crate) table: Table,
    pub(crate) hands: BySeat<CardSet>,
    /// Cards still to be dealt; the next one is the last.
    pub(crate) deck: ArrayVec<Card, DECK>,
}

impl Tablic {
    /// The public side of the deal.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The result, once the deal is over.
    pub fn result(&self) -> Option<&DealResult> {
        match &self.table.phase {
            Phase::Finished { result } => Some(result),
            Phase::Playing { .. } => None,
        }
    }

    /// Changes the state as the event says, and passes it to `tell`.
    fn happen(&mut self, event: Event, tell: &mut impl FnMut(Event)) {
        match event {
            Event::Laid { seat, card } | Event::Captured { seat, card, .. } => {
                self.hands[seat].remove(card);
            }
            Event::Dealt { seat, cards: Some(cards), .. } => self.hands[seat] = cards,
            _ => (),
        }
        self.table.observe(&event);
        tell(event);
    }

    /// Deals six cards to each player, or what is left evenly: one at a time,
    /// first to the player after the dealer.
    fn deal_hands(&mut self, tell: &mut impl FnMut(Event)) {
        let seats = self.seats();
        let count = HAND.min(self.deck.len() / seats);
        let from = self.deck.len() - count * seats;
        let dealt: ArrayVec<Card, DECK> = self.deck.drain(from..).rev().collect();
        for (place, seat) in self.table.forehand().round(seats).enumerate() {
            let cards = dealt.iter().skip(place).step_by(seats).copied().collect();
            self.happen(Event::Dealt { seat, count: count as u8, cards: Some(cards) }, tell);
        }
    }

    fn finish(&mut self, tell: &mut impl FnMut(Event)) {
        if let Some(seat) = self.table.last_capture
            && !self.table.cards.is_empty()
        {
            self.happen(Event::Swept { seat, cards: self.table.cards }, tell);
        }
        let result = DealResult::new(&self.table.options, &self.table.piles, &self.table.tablas);
        self.happen(Event::Finished { result: Box::new(result) }, tell);
    }
}

impl Game for Tablic {
    const NAME: &'static str = "tablic";

    type Options = Options;
    type Card = Card;
    type Action = Action;
    type Event = Event;

    fn seats_for(options: &Options) -> usize {
        options.seats()
    }

    fn pack(_: &Options) -> Vec<Card> {
        CardSet::full().iter().collect()
    }

    /// The first four cards lie on the table; then cards are dealt one at a
    /// time, first to the player after the dealer, six to each or as many as
    /// there are.
    fn deal(options: &Options, dealer: Seat, cards: &[Card]) -> Result<Self, DealError> {
        let options = options.checked().map_err(|error| DealError::Options(error.to_string()))?;
        let seats = options.seats();
        check_dealing(dealer, seats, CardSet::full(), cards)?;
        let (open, deck) = cards.split_at(FIRST_CARDS);
        let mut state = Self {
            table: Table::new(options, dealer, open.iter().copied().collect()),
            hands: BySeat::filled(seats, CardSet::EMPTY),
            deck: deck.iter().rev().copied().collect(),
        };
        state.deal_hands(&mut |_| ());
        Ok(state)
    }

    fn options(&self) -> &Options {
        &self.table.options
    }

    fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    fn current_player(&self) -> Option<Seat> {
        self.table.to_play()
    }

    /// For each card, from high to low, laying it and what it can capture.
    ///
    /// A table on which many cards were left can allow millions of captures. Of a card with more
    /// than [`MOST_LISTED`] the list holds that number, single groups first, and the richest that
    /// was found; [`Game::apply`] accepts every legal one all the same.
    fn legal_actions(&self) -> Vec<Action> {
        let Some(seat) = self.table.to_play() else { return Vec::new() };
        let mut finder = Finder::new();
        let mut actions = Vec::new();
        for card in self.hands[seat].iter().rev() {
            actions.push(Action::lay(card));
            let first = actions.len();
            let captures = finder.find(card, self.table.cards);
            let listed = captures.iter().take(MOST_LISTED);
            actions.extend(listed.map(|taken| Action::capture(card, taken)));
            if actions.len() - first == MOST_LISTED
                && let Some(taken) = richest(captures)
            {
                let richest = Action::capture(card, taken);
                if !actions[first..].contains(&richest) {
                    actions.push(richest);
                }
            }
            // An order that does not rest on how they are found.
            actions[first..].sort_unstable();
        }
        actions
    }

    fn is_list_cut(&self) -> bool {
        let Some(seat) = self.table.to_play() else { return false };
        let mut finder = Finder::new();
        self.hands[seat].iter().any(|card| {
            let captures = finder.find_some(card, self.table.cards, MOST_LISTED);
            !captures.is_complete() || captures.len() > MOST_LISTED as u64
        })
    }

    /// Quick on any table: nothing is enumerated for it.
    fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let seat = self.table.to_play().ok_or_else(IllegalAction::deal_over)?;
        let legal = self.hands[seat].contains(action.card)
            && action.taken.is_subset(self.table.cards)
            && (!action.captures() || is_capture(action.card, action.taken));
        if legal { Ok(()) } else { Err(self.refuse(seat, action)) }
    }

    fn apply_unchecked(&mut self, Action { card, taken }: Action, tell: &mut impl FnMut(Event)) {
        let seat = self.table.to_play().expect("the deal goes on");
        let event = if taken.is_empty() {
            Event::Laid { seat, card }
        } else {
            Event::Captured { seat, card, taken, tabla: taken == self.table.cards }
        };
        self.happen(event, tell);
        let next = seat.clockwise(1, self.seats());
        if !self.hands[next].is_empty() {
            return;
        }
        if self.deck.is_empty() {
            self.finish(tell);
        } else {
            self.deal_hands(tell);
        }
    }

    /// Points of the player's side. Before the end: those of captured cards and tablas.
    fn returns(&self) -> BySeat<i32> {
        let Table { options, piles, tablas, .. } = &self.table;
        let so_far = |seat| {
            let ours =
                Seat::all(self.seats()).filter(|&own| options.side(own) == options.side(seat));
            ours.map(|own| i32::from(points(piles[own]) + tablas[own])).sum()
        };
        match &self.table.phase {
            Phase::Finished { result } => result.scores(),
            Phase::Playing { .. } => BySeat::from_fn(self.seats(), so_far),
        }
    }
}
