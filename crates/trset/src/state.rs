//! The full state of one deal: every card, hidden or not.

use arrayvec::ArrayVec;
use vzetek_game::conformance::Invariants;
use vzetek_game::{BySeat, DealError, Game, IllegalAction, MOST_SEATS, Observer, Seat};

use crate::{
    Action, Card, CardSet, DEAL, DealResult, Declaration, Event, HAND, LAST_TRICK, Options, Trick,
    Variant, card,
};

/// A deal of tršet or kifameno, from the cards dealt to the last trick.
///
/// Deterministic: the stock's order is part of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trset {
    pub(crate) options: Options,
    pub(crate) dealer: Seat,
    pub(crate) hands: BySeat<CardSet>,
    /// What is still to be drawn; the next card is the last.
    pub(crate) stock: ArrayVec<Card, 20>,
    pub(crate) trick: Trick,
    pub(crate) last_trick: Option<Trick>,
    /// Cards captured by each player (partners keep a pile each).
    pub(crate) piles: BySeat<CardSet>,
    pub(crate) tricks: BySeat<u8>,
    pub(crate) declared: BySeat<ArrayVec<Declaration, 6>>,
    /// Cards that everybody knows to be in a hand: drawn or declared.
    pub(crate) known: BySeat<CardSet>,
    /// Cards that everybody knows not to be among a player's hidden ones.
    pub(crate) denied: BySeat<CardSet>,
}

impl Trset {
    /// The cards still to be drawn, the next one last.
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }

    /// The cards on the table.
    pub fn trick(&self) -> &Trick {
        &self.trick
    }

    /// The last complete trick, if there is one.
    pub fn last_trick(&self) -> Option<&Trick> {
        self.last_trick.as_ref()
    }

    /// The cards captured by a player.
    pub fn pile(&self, seat: Seat) -> CardSet {
        self.piles[seat]
    }

    /// Who dealt.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// What a player has taken so far in thirds, the last trick included,
    /// declarations apart.
    pub fn thirds(&self, seat: Seat) -> u8 {
        let last = self.is_terminal() && self.trick.leader() == seat;
        card::thirds(self.piles[seat]) + if last { LAST_TRICK } else { 0 }
    }

    /// The result, once the deal is over.
    pub fn result(&self) -> Option<DealResult> {
        self.is_terminal().then(|| {
            let thirds = BySeat::from_fn(self.seats(), |seat| self.thirds(seat));
            let declared = self.declared.map(|list| list.iter().map(|d| d.thirds()).sum());
            DealResult::new(&self.options, &thirds, &declared)
        })
    }

    /// The cards the current player may play; none when the deal is over.
    pub fn playable(&self) -> CardSet {
        self.current_player().map_or(CardSet::EMPTY, |seat| self.trick.playable(self.hands[seat]))
    }

    fn declarable(&self, seat: Seat) -> impl Iterator<Item = Declaration> {
        let first_card = self.hands[seat].len() == HAND && self.first_trick();
        let open = self.options.declarations() && first_card;
        let hand = if open { self.hands[seat] } else { CardSet::EMPTY };
        Declaration::in_hand(hand)
            .filter(move |declaration| open && !self.declared[seat].contains(declaration))
    }

    fn first_trick(&self) -> bool {
        self.last_trick.is_none()
    }

    fn declare(&mut self, seat: Seat, declaration: Declaration, tell: &mut impl FnMut(Event)) {
        self.declared[seat].push(declaration);
        self.known[seat] |= declaration.cards();
        self.denied[seat] |= declaration.denied();
        tell(Event::Declared { seat, declaration });
    }

    fn play(&mut self, card: Card, tell: &mut impl FnMut(Event)) {
        let seats = self.seats();
        let seat = self.trick.to_play(seats);
        self.denied[seat] |= self.trick.denied_by(card);
        self.hands[seat].remove(card);
        self.known[seat].remove(card);
        self.trick.push(card);
        tell(Event::Played { seat, card });
        if self.trick.is_complete(seats) {
            self.take_trick(tell);
        }
    }

    fn take_trick(&mut self, tell: &mut impl FnMut(Event)) {
        let seats = self.seats();
        let seat = self.trick.winner(seats).expect("a complete trick has a winner");
        let trick = std::mem::replace(&mut self.trick, Trick::led_by(seat));
        self.piles[seat] |= trick.card_set();
        self.tricks[seat] += 1;
        let last = if self.is_terminal() { LAST_TRICK } else { 0 };
        tell(Event::TrickTaken { seat, thirds: trick.thirds() + last });
        self.last_trick = Some(trick);
        if !self.stock.is_empty() {
            for seat in seat.round(seats) {
                let card = self.stock.pop().expect("the stock is shared out evenly");
                self.hands[seat].insert(card);
                self.known[seat].insert(card);
                tell(Event::Drew { seat, card });
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
    /// clockwise; the rest is the stock, drawn in the order it lies.
    fn deal(options: &Options, dealer: Seat, cards: &[Card]) -> Result<Self, DealError> {
        let seats = options.seats();
        if dealer.index() >= seats {
            return Err(DealError::NoSuchDealer { dealer, seats });
        }
        check_pack(options, cards)?;
        let mut hands = BySeat::filled(seats, CardSet::EMPTY);
        let (dealt, stock) = cards.split_at(HAND * seats);
        let leader = dealer.clockwise(1, seats);
        for (seat, hand) in leader.round(seats).zip(dealt.chunks(HAND)) {
            hands[seat] = hand.iter().copied().collect();
        }
        Ok(Self {
            options: *options,
            dealer,
            hands,
            stock: stock.iter().rev().copied().collect(),
            trick: Trick::led_by(leader),
            last_trick: None,
            piles: BySeat::filled(seats, CardSet::EMPTY),
            tricks: BySeat::filled(seats, 0),
            declared: BySeat::from_fn(seats, |_| ArrayVec::new()),
            known: BySeat::filled(seats, CardSet::EMPTY),
            denied: BySeat::filled(seats, CardSet::EMPTY),
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    fn current_player(&self) -> Option<Seat> {
        let seat = self.trick.to_play(self.seats());
        // Hands run out together, so an empty one means that all tricks are over.
        (!self.hands[seat].is_empty()).then_some(seat)
    }

    /// Declarations first, then cards from the strongest down, suit by suit.
    fn legal_actions(&self) -> Vec<Action> {
        let Some(seat) = self.current_player() else { return Vec::new() };
        let cards = self.playable().iter().rev().map(Action::Play);
        self.declarable(seat).map(Action::Declare).chain(cards).collect()
    }

    fn apply(&mut self, action: Action) -> Result<Vec<Event>, IllegalAction> {
        let seat = self.current_player().ok_or_else(|| IllegalAction {
            code: "deal_over",
            reason: "the deal is over".into(),
        })?;
        let mut events = Vec::with_capacity(2 + self.seats());
        let mut tell = |event| events.push(event);
        match action {
            Action::Declare(declaration) => {
                if !self.declarable(seat).any(|possible| possible == declaration) {
                    return Err(self.refuse_declaration(seat, declaration));
                }
                self.declare(seat, declaration, &mut tell);
            }
            Action::Play(card) => {
                if !self.playable().contains(card) {
                    return Err(self.refuse_card(seat, card));
                }
                self.play(card, &mut tell);
            }
        }
        Ok(events)
    }

    fn apply_unchecked(&mut self, action: Action) {
        let seat = self.trick.to_play(self.seats());
        match action {
            Action::Declare(declaration) => self.declare(seat, declaration, &mut |_| ()),
            Action::Play(card) => self.play(card, &mut |_| ()),
        }
    }

    /// Thirds of the player's side with declarations; in kifameno negative,
    /// since there the fewest win. Cappotto gives the taker 0, others −33.
    fn returns(&self) -> BySeat<i32, MOST_SEATS> {
        let taken = |side| {
            Seat::all(self.seats())
                .filter(|&seat| self.options.side(seat) == side)
                .map(|seat| {
                    let declared: u8 = self.declared[seat].iter().map(|d| d.thirds()).sum();
                    i32::from(self.thirds(seat) + declared)
                })
                .sum::<i32>()
        };
        let cappotto = self.options.cappotto()
            && (0..self.options.sides()).any(|side| taken(side) == i32::from(DEAL));
        BySeat::from_fn(self.seats(), |seat| {
            let thirds = taken(self.options.side(seat));
            match (self.options.variant(), cappotto, thirds) {
                (Variant::Trset, _, thirds) => thirds,
                (Variant::Kifameno, false, thirds) => -thirds,
                (Variant::Kifameno, true, 0) => -33,
                (Variant::Kifameno, true, _) => 0,
            }
        })
    }
}

impl Trset {
    fn refuse_card(&self, seat: Seat, card: Card) -> IllegalAction {
        if !self.hands[seat].contains(card) {
            return IllegalAction {
                code: "not_in_hand",
                reason: format!("{card} is not in your hand"),
            };
        }
        let led = self.trick.suit_led().map_or("the suit led", |suit| suit.name());
        IllegalAction { code: "must_follow_suit", reason: format!("you must follow {led}") }
    }

    fn refuse_declaration(&self, seat: Seat, declaration: Declaration) -> IllegalAction {
        let (code, reason) = if !self.options.declarations() {
            ("no_declarations", "this table plays without declarations".to_owned())
        } else if self.declared[seat].contains(&declaration) {
            ("already_declared", format!("{declaration} is already declared"))
        } else if !self.first_trick() {
            ("too_late", "declarations are made before one's first card".to_owned())
        } else {
            ("not_in_hand", format!("your hand does not hold {declaration}"))
        };
        IllegalAction { code, reason }
    }
}

fn check_pack(options: &Options, cards: &[Card]) -> Result<(), DealError> {
    let pack = options.pack();
    let given: CardSet = cards.iter().copied().collect();
    let problem = if let Some(card) = (pack - given).first() {
        format!("{card} is missing")
    } else if let Some(card) = (given - pack).first() {
        format!("{card} is not played with")
    } else if cards.len() != pack.len() {
        "a card stands there twice".to_owned()
    } else {
        return Ok(());
    };
    Err(DealError::WrongPack { expected: pack.len(), problem })
}

impl Invariants for Trset {
    fn check_conservation(&self) -> Result<(), String> {
        let mut seen = CardSet::EMPTY;
        let mut count = 0;
        let places = self.hands.iter().chain(self.piles.iter()).copied();
        let table = [self.trick.card_set(), self.stock.iter().copied().collect()];
        for cards in places.chain(table) {
            seen |= cards;
            count += cards.len();
        }
        if seen != self.options.pack() || count != seen.len() {
            return Err(format!("{count} cards, {} different ones", seen.len()));
        }
        let thirds: u8 = Seat::all(self.seats()).map(|seat| self.thirds(seat)).sum();
        if self.is_terminal() && thirds != DEAL {
            return Err(format!("the deal was worth {thirds} thirds instead of {DEAL}"));
        }
        for (seat, &known) in self.known.enumerate() {
            if !known.is_subset(self.hands[seat]) {
                return Err(format!("known cards of seat {seat} are not in its hand"));
            }
            if !self.denied[seat].is_disjoint(self.hands[seat] - known) {
                return Err(format!("seat {seat} holds hidden cards it cannot have"));
            }
        }
        Ok(())
    }

    fn check_guess(&self, guess: &Self, observer: Observer) -> Result<(), String> {
        for seat in Seat::all(self.seats()) {
            if guess.hands[seat].len() != self.hands[seat].len() {
                return Err(format!("seat {seat} holds another number of cards"));
            }
        }
        match observer.seat() {
            Some(seat) if guess.hands[seat] != self.hands[seat] => {
                Err("the observer's own hand changed".to_owned())
            }
            _ => Ok(()),
        }
    }
}
