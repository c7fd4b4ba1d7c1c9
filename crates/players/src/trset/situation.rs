//! The information state of one player, and the worlds that it allows for.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::Seat;
use vzetek_search::dice;
use vzetek_trset::{DEAL, HiddenCards, View};

use super::cards::{Bits, index};
use super::opponent_policy::{Observation, Seen};
use super::{History, OpponentModel, Rules, World};

/// The information state of the player to move.
#[derive(Clone, Debug)]
pub struct Situation {
    /// Everything known: own hand, and what is known of other hands. The
    /// stock is empty.
    base: World,
    /// The stock's size.
    stock: u8,
    /// The thirds that all sides together will have taken in the end.
    total: u8,
    hidden: Hidden,
}

/// The possible places of the hidden cards.
#[derive(Clone, Debug)]
enum Hidden {
    /// Two players: one hidden hand and the stock.
    Two(Box<TwoHanded>),
    /// More hidden hands, with the cards that each cannot hold.
    Many(Box<HiddenCards>),
}

/// The hidden cards of a two-player deal.
#[derive(Clone, Debug)]
pub(super) struct TwoHanded {
    /// Cards that the opponent may hold.
    pub possible: ArrayVec<u8, 40>,
    /// The number of them that the opponent holds.
    pub hand: u8,
    /// Cards that can only be in the stock.
    pub stock_only: ArrayVec<u8, 40>,
    /// The public knowledge about the opponent.
    pub seen: Seen,
    /// The public knowledge about the player who thinks.
    pub own: Seen,
    /// Observations of the opponent's play, oldest first, as far as it was seen
    /// and there is anything to infer from it.
    pub past: Vec<Observation>,
    /// The knowledge about the opponent from before the deal.
    pub opponent_model: OpponentModel,
    /// Hidden cards that the opponent is taken to hold, each as often as it is
    /// believed; if there are none, all are as likely.
    pool: Vec<u64>,
}

impl Situation {
    /// Returns the information state of the view's observer, but for the
    /// others' past play.
    ///
    /// # Panics
    /// If the view is the public's, or the deal is over.
    pub fn from_view(view: &View) -> Self {
        Self::new(view, &History::new(), &OpponentModel::NONE)
    }

    /// Returns the information state of the view's observer, who has seen this
    /// history and knows the opponent in a two-player game from earlier deals.
    ///
    /// # Panics
    /// As [`Self::from_view`].
    pub fn new(view: &View, history: &History, opponent_model: &OpponentModel) -> Self {
        let table = &view.table;
        let options = table.options;
        let rules = Rules::of(&options);
        let me = view.observer.expect("only a seat can be asked for a decision");
        let trick = &table.trick;
        let mut base = World {
            rules,
            hands: [0; 4],
            stock: [0; 20],
            stock_len: 0,
            trick: [0; 4],
            played: trick.cards().len() as u8,
            leader: trick.leader().index() as u8,
            thirds: [0; 4],
        };
        for (place, &card) in base.trick.iter_mut().zip(trick.cards()) {
            *place = index(card);
        }
        for seat in Seat::all(options.seats()) {
            let at = seat.index();
            let declared: u8 = table.declared[seat].iter().map(|made| made.thirds()).sum();
            base.thirds[rules.side(at)] += table.thirds[seat] + declared;
            base.hands[at] = table.known[seat].bits();
        }
        base.hands[me.index()] = view.hand.unwrap_or_default().bits();
        let hidden = if options.seats() == 2 {
            let opponent = me.clockwise(1, 2);
            let denied = table.denied[opponent].bits();
            let unseen = view.unseen().bits();
            let hand = view.hidden_in(opponent) as u8;
            let mut two = TwoHanded::new(unseen, denied, hand, Seen::now(view, history));
            two.own = Seen::of(view, history, me);
            two.opponent_model = *opponent_model;
            if table.stock > 0 {
                two.past = Observation::past(view, history);
            }
            Hidden::Two(Box::new(two))
        } else {
            Hidden::Many(Box::new(HiddenCards::new(view)))
        };
        let declared: u8 = table.declared.iter().flatten().map(|made| made.thirds()).sum();
        Self { base, stock: table.stock, total: DEAL + declared, hidden }
    }

    /// A two-player situation: `base` with the cards known of both hands,
    /// `unseen` cards elsewhere, `hand` of them with the opponent.
    pub(super) fn two_handed(base: World, unseen: u64, hand: u8) -> Self {
        let stock = unseen.count_ones() as u8 - hand;
        let seen = Seen { known: base.hands[base.seat() ^ 1], ..Seen::default() };
        let mut two = TwoHanded::new(unseen, 0, hand, seen);
        two.own.facing = seen.known;
        Self { base, stock, total: DEAL, hidden: Hidden::Two(Box::new(two)) }
    }

    /// The rules of the deal.
    pub fn rules(&self) -> Rules {
        self.base.rules
    }

    /// The seat that thinks.
    pub fn seat(&self) -> usize {
        self.base.seat()
    }

    /// The side that thinks.
    pub fn side(&self) -> usize {
        self.rules().side(self.seat())
    }

    /// Thirds taken so far by the side that thinks.
    pub fn thirds(&self) -> u8 {
        self.base.thirds[self.side()]
    }

    /// Returns the thirds that all sides together will have taken in the end: a
    /// deal's thirds and the declarations.
    pub fn final_total(&self) -> u8 {
        self.total
    }

    /// Returns the known part of the world, with hidden cards left out.
    pub fn known(&self) -> &World {
        &self.base
    }

    /// Returns the situation in which the opponent of two is taken to hold one
    /// of these hidden hands, each with the weight of its frequency in the
    /// list.
    pub(super) fn believing(&self, hands: Vec<u64>) -> Self {
        let mut believing = self.clone();
        if let Hidden::Two(two) = &mut believing.hidden {
            two.pool = hands;
        }
        believing
    }

    /// The hidden cards, if two play.
    pub(super) fn two(&self) -> Option<&TwoHanded> {
        match &self.hidden {
            Hidden::Two(two) => Some(two),
            Hidden::Many(_) => None,
        }
    }

    /// The cards the player may play.
    pub fn playable(&self) -> u64 {
        self.base.playable()
    }

    /// The observation in which the player who thinks is to play a card, as an opponent
    /// will look back on it; none was played yet. `None` if more than two play.
    pub fn observation(&self) -> Option<Observation> {
        let two = self.two()?;
        Some(Observation::of(&self.sample(&mut Still), &two.own))
    }

    /// The only possible world, if nothing is hidden and nothing is left to
    /// chance.
    pub fn certain(&self) -> Option<World> {
        let certain = self.stock == 0
            && match &self.hidden {
                Hidden::Two(_) => true,
                Hidden::Many(hidden) => hidden.count_distributions() == 1.0,
            };
        certain.then(|| self.sample(&mut Still))
    }

    /// A world drawn from those that are possible: evenly, unless something is
    /// believed of the hidden hand.
    pub fn sample(&self, rng: &mut impl Rng) -> World {
        let mut world = self.base;
        match &self.hidden {
            Hidden::Two(two) => two.deal(&mut world, self.base.seat() ^ 1, rng),
            Hidden::Many(hidden) => {
                let (hands, stock) = hidden.sample(rng);
                for (seat, hand) in hands.enumerate() {
                    world.hands[seat.index()] |= hand.bits();
                }
                for (place, card) in world.stock.iter_mut().zip(&stock) {
                    *place = index(*card);
                }
                world.stock_len = stock.len() as u8;
            }
        }
        world
    }
}

impl TwoHanded {
    fn new(unseen: u64, denied: u64, hand: u8, seen: Seen) -> Self {
        Self {
            possible: Bits(unseen & !denied).collect(),
            hand,
            stock_only: Bits(unseen & denied).collect(),
            seen,
            own: Seen::default(),
            past: Vec::new(),
            opponent_model: OpponentModel::NONE,
            pool: Vec::new(),
        }
    }

    /// Returns true if only one hand is possible.
    pub fn is_open(&self) -> bool {
        self.hand == 0 || usize::from(self.hand) == self.possible.len()
    }

    /// Hidden cards of the opponent, drawn evenly.
    pub fn draw(&self, rng: &mut impl Rng) -> u64 {
        let (hand, _) = self.share_out(rng);
        hand
    }

    /// Draws the hidden hand evenly; returns the rest, too.
    fn share_out(&self, rng: &mut impl Rng) -> (u64, ArrayVec<u8, 40>) {
        let mut cards = self.possible.clone();
        let mut hand = 0;
        for at in 0..usize::from(self.hand) {
            let chosen = at + dice::below(rng, (cards.len() - at) as u32) as usize;
            cards.swap(at, chosen);
            hand |= 1 << cards[at];
        }
        cards.drain(..usize::from(self.hand));
        (hand, cards)
    }

    fn deal(&self, world: &mut World, opponent: usize, rng: &mut impl Rng) {
        let (hand, rest) = match self.pool.len() {
            0 => self.share_out(rng),
            hands => {
                let hand = self.pool[dice::below(rng, hands as u32) as usize];
                let rest = self.possible.iter().copied().filter(|card| hand >> card & 1 == 0);
                (hand, rest.collect())
            }
        };
        world.hands[opponent] |= hand;
        let mut len = 0;
        for &card in rest.iter().chain(&self.stock_only) {
            // Fisher-Yates from the inside out, filling the stock as it goes.
            let chosen = dice::below(rng, len as u32 + 1) as usize;
            world.stock[len] = world.stock[chosen];
            world.stock[chosen] = card;
            len += 1;
        }
        world.stock_len = len as u8;
    }
}

/// A generator without randomness, for deals in which nothing is drawn.
pub(super) struct Still;

impl rand_core::TryRng for Still {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(0);
        Ok(())
    }
}
