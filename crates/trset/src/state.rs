//! The full state of one deal: every card, hidden or not.

use arrayvec::ArrayVec;
use vzetek_game::{BySeat, DealError, Game, IllegalAction, MOST_SEATS, Seat, check_dealing};

use crate::{
    Action, Card, CardSet, DEAL, DealResult, Declaration, Event, HAND, LAST_TRICK, Options, Table,
    Variant, card, score,
};

/// The thirds of a whole point.
const POINT: u8 = 3;

/// A deal of tršet or kifameno, from the cards dealt to the last trick.
///
/// Deterministic: the stock's order is part of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trset {
    pub(crate) table: Table,
    pub(crate) hands: BySeat<CardSet>,
    /// The cards still to be drawn, the next one last.
    pub(crate) stock: ArrayVec<Card, 20>,
}

impl Trset {
    /// The public side of the deal.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The cards still to be drawn, the next one last.
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }

    /// The result, once the deal is over.
    pub fn result(&self) -> Option<&DealResult> {
        self.table.result.as_ref()
    }

    /// The cards the current player may play; none when the deal is over.
    pub fn legal_cards(&self) -> CardSet {
        let playable = |seat| self.table.trick.playable(self.hands[seat]);
        self.table.to_play().map_or(CardSet::EMPTY, playable)
    }

    fn declarable(&self, seat: Seat) -> impl Iterator<Item = Declaration> {
        let first_card = self.hands[seat].len() == HAND && self.table.last_trick.is_none();
        let open = self.table.options.declarations && first_card;
        let in_hand = open.then(|| Declaration::in_hand(self.hands[seat]));
        let declared = &self.table.declared[seat];
        in_hand.into_iter().flatten().filter(|declaration| !declared.contains(declaration))
    }

    /// Changes the state as the event says, and passes it to `tell`.
    fn happen(&mut self, event: Event, tell: &mut impl FnMut(Event)) {
        match event {
            Event::Played { seat, card } => _ = self.hands[seat].remove(card),
            Event::Drew { seat, card } => _ = self.hands[seat].insert(card),
            Event::Declared { .. } | Event::TrickTaken { .. } => (),
        }
        self.table.observe(&event);
        tell(event);
    }

    /// Lets the trick be taken when it is complete, and every player draw a card as long as there
    /// are any.
    fn finish_trick(&mut self, tell: &mut impl FnMut(Event)) {
        let (seats, trick) = (self.seats(), &self.table.trick);
        if !trick.is_complete(seats) {
            return;
        }
        let seat = trick.winner(seats).expect("a complete trick has a winner");
        let last = if self.table.is_last_trick() { LAST_TRICK } else { 0 };
        self.happen(Event::TrickTaken { seat, thirds: trick.thirds() + last }, tell);
        if !self.stock.is_empty() && self.table.result.is_none() {
            for seat in seat.round(seats) {
                let card = self.stock.pop().expect("the stock is shared out evenly");
                self.happen(Event::Drew { seat, card }, tell);
            }
        }
    }
}

impl Game for Trset {
    const NAME: &'static str = "trset";

    type Options = Options;
    type Card = Card;
    type Action = Action;
    type Event = Event;

    fn seats_for(options: &Options) -> usize {
        options.seats()
    }

    fn pack(options: &Options) -> Vec<Card> {
        options.pack().iter().collect()
    }

    /// Ten cards to each player, first to the one after the dealer, then
    /// in turn; the rest is the stock, drawn in the order it lies.
    fn deal(options: &Options, dealer: Seat, cards: &[Card]) -> Result<Self, DealError> {
        let options = options.checked().map_err(|error| DealError::Options(error.to_string()))?;
        let seats = options.seats();
        check_dealing(dealer, seats, options.pack(), cards)?;
        let mut hands = BySeat::filled(seats, CardSet::EMPTY);
        let (dealt, stock) = cards.split_at(HAND * seats);
        for (seat, hand) in dealer.clockwise(1, seats).round(seats).zip(dealt.chunks(HAND)) {
            hands[seat] = hand.iter().copied().collect();
        }
        let is_pointless = |&hand: &CardSet| card::thirds(hand) < POINT;
        if options.pointless_redealt && hands.iter().any(is_pointless) {
            return Err(DealError::Redeal("somebody holds no whole point"));
        }
        let stock = stock.iter().rev().copied().collect();
        Ok(Self { table: Table::new(options, dealer), hands, stock })
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

    /// Declarations first, then cards from the strongest down, suit by suit.
    fn legal_actions(&self) -> Vec<Action> {
        let Some(seat) = self.table.to_play() else { return Vec::new() };
        let mut actions = Vec::with_capacity(HAND);
        actions.extend(self.declarable(seat).map(Action::Declare));
        actions.extend(self.legal_cards().iter().rev().map(Action::Play));
        actions
    }

    fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let seat = self.table.to_play().ok_or_else(IllegalAction::deal_over)?;
        let legal = match action {
            Action::Declare(declaration) => self.declarable(seat).any(|own| own == declaration),
            Action::Play(card) => self.legal_cards().contains(card),
        };
        if legal { Ok(()) } else { Err(self.refuse(seat, action)) }
    }

    fn apply_unchecked(&mut self, action: Action, tell: &mut impl FnMut(Event)) {
        let seat = self.table.to_play().expect("the deal goes on");
        match action {
            Action::Declare(declaration) => {
                self.happen(Event::Declared { seat, declaration }, tell);
            }
            Action::Play(card) => {
                self.happen(Event::Played { seat, card }, tell);
                self.finish_trick(tell);
            }
        }
    }

    /// Thirds of the player's side with declarations; in kifameno negative,
    /// since there the fewest win. Cappotto gives the taker 0, others −33; where it doubles,
    /// 33 more.
    fn returns(&self) -> BySeat<i32, MOST_SEATS> {
        let Table { options, thirds, .. } = &self.table;
        let declared = self.table.declared_thirds();
        let taken = |side| {
            Seat::all(self.seats())
                .filter(|&seat| options.side(seat) == side)
                .map(|seat| i32::from(thirds[seat] + declared[seat]))
                .sum::<i32>()
        };
        let cappotto =
            options.cappotto && (0..options.sides()).any(|side| taken(side) == i32::from(DEAL));
        let doubled = |side| {
            let taken = Seat::all(self.seats()).filter(|&seat| options.side(seat) == side);
            options.cappotto_doubles && taken.map(|seat| thirds[seat]).sum::<u8>() == DEAL
        };
        BySeat::from_fn(self.seats(), |seat| {
            let thirds = taken(options.side(seat));
            match (options.variant, cappotto, thirds) {
                (Variant::Trset, _, thirds) if doubled(options.side(seat)) => {
                    thirds + 3 * i32::from(score::DOUBLED_POINTS)
                }
                (Variant::Trset, _, thirds) => thirds,
                (Variant::Kifameno, false, thirds) => -thirds,
                (Variant::Kifameno, true, 0) => -33,
                (Variant::Kifameno, true, _) => 0,
            }
        })
    }
}
