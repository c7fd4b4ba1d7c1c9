//! The posterior over hidden hands: worlds are drawn evenly from those that are
//! possible, then weighed by what the other players have done with them.

use rand_core::Rng;
use vzetek_game::{Game as _, Seat};
use vzetek_search::dice;
use vzetek_tarok::{
    Card, CardSet, Contract, Event, HiddenCards, Phase, Playing, SEATS, Suit, Tarok, Undertaking,
    View,
};

use super::Question;
use super::berac::{Evidence, MarkovChain, Network};
use super::bids::Bids;
use super::card_policy::{CardPolicy, Game};
use super::exchange;
use super::search::{Position, Terms};

/// The least probability that is assumed for any card.
const LEAST_CHANCE: f32 = 0.03;

/// The distance from the best discards, in the tenths of [`exchange::quality`],
/// at which discards are e times less likely.
const DISCARD_SLACK: f64 = 40.0;

/// The factor by which a declarer calls the own king less often than another.
const OWN_KING_CALLED: f64 = 0.03;

/// The number of deals drawn for each one that must fit the bids.
const WIDE: usize = 6;

/// The number of Markov chain steps from each world that fits a rare bid.
const STEPS: usize = 100;

/// The posterior of a seat over worlds, ready to be sampled from.
pub(super) struct HandPosterior<'a, const N: usize = SEATS> {
    view: &'a View,
    me: Seat,
    hidden: HiddenCards<'a>,
    bids: Bids,
    /// The cards played so far, in order, if the history has them all.
    played: Option<Vec<(Seat, Card)>>,
    /// Of four players, a bit for each whose side was known before the first card.
    told: u8,
    /// The rest of the talon that the declarer has won with the called king.
    won: CardSet,
    policy: &'a CardPolicy,
    /// True if bids and discards are inferred from.
    infers: bool,
    /// The weight of played cards as evidence: 1 would assume that all players play by the card
    /// policy, 0 infers nothing.
    trust: f32,
}

/// One way the cards may lie.
#[derive(Clone, Debug)]
pub(super) struct World<const N: usize = SEATS> {
    /// Every card, as far as the deal has come.
    pub state: Tarok,
    /// The card play, if it is known what is played.
    pub game: Option<Game<N>>,
}

impl<'a, const N: usize> HandPosterior<'a, N> {
    /// Returns the posterior of the question's seat.
    ///
    /// # Panics
    /// If the view is the public's.
    pub fn new(question: &Question<'a>, policy: &'a CardPolicy, infers: bool, trust: f32) -> Self {
        let view = question.view;
        let me = view.observer.expect("only a seat can be asked for a decision");
        let cards = question.history.events().iter().filter_map(|event| match event {
            Event::Played { seat, card, .. } => Some((*seat, *card)),
            _ => None,
        });
        let played: Vec<_> = cards.collect();
        let all: usize = view.table.played.iter().map(|cards| cards.len()).sum();
        let played = (played.len() == all).then_some(played);
        let bids = Bids::new(question.history.events(), me, &view.table.options);
        let (told, won) = told(question.history.events());
        let hidden = HiddenCards::new(view);
        Self { view, me, hidden, bids, played, told, won, policy, infers, trust }
    }

    /// Draws `count` worlds, each as likely as it is: of [`WIDE`] times
    /// `candidates` times as many those that fit the bids, and of these those
    /// that fit discards and cards.
    pub fn draw(&self, count: usize, candidates: usize, rng: &mut impl Rng) -> Vec<World<N>> {
        if !self.infers {
            let states = (0..count).map(|_| self.hidden.sample(rng));
            return states.map(|state| self.play_again(state).0).collect();
        }
        let candidates = count * candidates;
        let wide = if self.bids.is_empty() { candidates } else { candidates * WIDE };
        let drawn: Vec<(Tarok, f64)> = (0..wide)
            .map(|_| {
                let state = self.hidden.sample(rng);
                let weight = self.bids.weight(|seat| self.dealt(&state, seat));
                (state, weight)
            })
            .collect();
        let chosen = resample(&drawn, candidates, rng);
        let worlds: Vec<(World<N>, f64)> = chosen
            .into_iter()
            .map(|state| self.play_again(self.wander(state.clone(), rng)))
            .collect();
        resample(&worlds, count, rng).into_iter().cloned().collect()
    }

    /// Walks from a world to others that the bids fit at least about as well (N. Metropolis and
    /// others, "Equation of state calculations by fast computing machines", 1953): few of the
    /// worlds that can be drawn directly explain a bid that one hand in thousands is worth.
    fn wander(&self, mut state: Tarok, rng: &mut impl Rng) -> Tarok {
        if !self.bids.are_rare() {
            return state;
        }
        let weigh = |state: &Tarok| self.bids.weight(|seat| self.dealt(state, seat));
        let mut weight = weigh(&state);
        for _ in 0..STEPS {
            let mut next = state.clone();
            if self.hidden.step(&mut next, rng) {
                let found = weigh(&next);
                if found >= weight || dice::unit(rng) < (found - weight).exp() {
                    (state, weight) = (next, found);
                }
            }
        }
        state
    }

    /// The card play in any of the possible worlds; what the thinking seat
    /// sees of it is the same in all.
    pub fn any_game(&self, rng: &mut impl Rng) -> Game<N> {
        let undertaking = self.view.table.phase.undertaking().expect("cards are being played");
        self.replay(&self.hidden.sample(rng), undertaking).0
    }

    /// A world with its card play, and how well discards and cards fit, as a
    /// logarithm.
    fn play_again(&self, state: Tarok) -> (World<N>, f64) {
        let phase = &self.view.table.phase;
        let ready =
            phase.undertaking().filter(|_| !matches!(phase, Phase::Calling(_) | Phase::Taking(_)));
        let Some(undertaking) = ready else { return (World { state, game: None }, 0.0) };
        let discards = match undertaking.declarer == self.me {
            true => 0.0,
            false => {
                self.weigh_discards(&state, undertaking) + self.weigh_call(&state, undertaking)
            }
        };
        let (game, seen) = self.replay(&state, undertaking);
        (World { state, game: Some(game) }, discards + f64::from(seen))
    }

    /// The cards a seat was dealt.
    fn dealt(&self, state: &Tarok, seat: Seat) -> CardSet {
        let table = state.table();
        let mut cards = state.hand(seat) | table.played[seat];
        if let Some(undertaking) = table.phase.undertaking()
            && undertaking.declarer == seat
            && let Some(exchange) = &undertaking.exchange
        {
            cards |= exchange.shown | state.buried();
            cards -= exchange.taken;
        }
        cards
    }

    /// Returns the unnormalised log-likelihood of the king that was called: players hardly ever
    /// call one of their own.
    fn weigh_call(&self, state: &Tarok, undertaking: &Undertaking) -> f64 {
        let Some(called) = &undertaking.called else { return 0.0 };
        let own = self.dealt(state, undertaking.declarer).contains(called.king);
        if own { OWN_KING_CALLED.ln() } else { 0.0 }
    }

    /// Returns the unnormalised log-likelihood of the declarer's discards.
    fn weigh_discards(&self, state: &Tarok, undertaking: &Undertaking) -> f64 {
        let Some(exchange) = &undertaking.exchange else { return 0.0 };
        if exchange.to_discard() > 0 {
            return 0.0;
        }
        let declarer = undertaking.declarer;
        let kept = state.hand(declarer) | state.table().played[declarer];
        let discards = state.buried() | exchange.shown;
        let best = exchange::best_discards(kept | discards, discards.len());
        let short = best.1 - exchange::quality(kept, discards);
        -f64::from(short) / DISCARD_SLACK
    }

    /// Plays the cards again in a world, and returns their log-likelihood,
    /// weighted by the trust in it.
    fn replay(&self, state: &Tarok, undertaking: &Undertaking) -> (Game<N>, f32) {
        let Some(played) = &self.played else { return (unreplayed(state, undertaking), 0.0) };
        let leader = played.first().map(|&(seat, _)| seat);
        let mut game = first_card(state, undertaking, leader, self.won);
        game.shown |= self.told;
        let mut weight = 0.0;
        for &(seat, card) in played {
            let legal = game.position.legal();
            if self.trust > 0.0 && seat != self.me && legal.len() > 1 {
                let chance = self.policy.chances(&game.situation(), legal).of(card);
                weight += self.trust * chance.max(LEAST_CHANCE).ln();
            }
            game.play(card);
        }
        (game, weight)
    }
}

impl<'a> HandPosterior<'a> {
    /// Walks over the worlds of a berač.
    pub fn berac_chain<'b>(
        &'b self,
        playing: &'b Playing,
        network: &'b Network,
        rng: &mut impl Rng,
    ) -> MarkovChain<'b> {
        let evidence = Evidence {
            bids: self.infers.then_some(&self.bids),
            played: self.played.as_deref().unwrap_or_default(),
            trust: self.trust,
        };
        MarkovChain::new(self.view, &self.hidden.sample(rng), playing, evidence, network)
    }
}

/// Returns a bit for each seat whose side was shown by its calls, and the rest of the talon that
/// was won.
fn told(events: &[Event]) -> (u8, CardSet) {
    let (mut told, mut won) = (0, CardSet::EMPTY);
    for event in events {
        match event {
            Event::Announced { seat, side: Some(_), .. }
            | Event::Raised { seat, side: Some(_), .. } => told |= 1 << seat.index(),
            Event::TrickTaken { rest, .. } => won |= *rest,
            _ => (),
        }
    }
    (told, won)
}

/// The deal as it stood before the first card; of the talon `won` was not won yet.
fn first_card<const N: usize>(
    state: &Tarok,
    undertaking: &Undertaking,
    leader: Option<Seat>,
    won: CardSet,
) -> Game<N> {
    let table = state.table();
    let (contract, declarer) = (undertaking.contract, undertaking.declarer);
    let leads = table.options.is_led_by_forehand(contract);
    let leader = leader.unwrap_or(if leads { table.forehand() } else { declarer });
    let hands = std::array::from_fn(|seat| {
        let seat = Seat::new(seat as u8);
        state.hand(seat) | table.played[seat]
    });
    let mut position = Position::new(contract, declarer, leader, hands)
        .with_terms(Terms::new(&undertaking.stakes, &table.options));
    let (mut gone, mut buried) = (CardSet::EMPTY, CardSet::EMPTY);
    if let Some(exchange) = &undertaking.exchange {
        let left = exchange.left | won;
        position = position.with_aside(state.buried() | exchange.shown, left);
        if let Some(called) = &undertaking.called {
            position = position.with_called(called.king, exchange.taken);
        }
        gone = left | exchange.shown;
        buried = state.buried();
    } else if matches!(contract, Contract::Solo | Contract::SoloWithout) {
        position = position.with_aside(CardSet::EMPTY, state.talon().iter().copied().collect());
    } else if contract == Contract::Klop {
        position = position.with_talon(&gifts(state));
    }
    Game::new(position, gone, buried)
}

/// Klop's gifts, those that were given too; the first is last.
fn gifts(state: &Tarok) -> Vec<Card> {
    let table = state.table();
    let mut given = CardSet::EMPTY;
    if let Some(taken) = table.phase.taken() {
        let piles = taken.piles.iter().fold(CardSet::EMPTY, |all, &pile| all | pile);
        let played = table.played.iter().fold(CardSet::EMPTY, |all, &cards| all | cards);
        given = piles - played;
    }
    // The order in which they were given changes no player's chances.
    state.talon().iter().copied().chain(given).collect()
}

/// The deal as it stands, for a player who has not seen all of it.
fn unreplayed<const N: usize>(state: &Tarok, undertaking: &Undertaking) -> Game<N> {
    let table = state.table();
    let mut game = first_card(state, undertaking, None, CardSet::EMPTY);
    if let Some(position) = Position::from_state(state) {
        game.position = position;
    }
    game.gone = table.open();
    for seat in Seat::all(N).filter(|&seat| undertaking.side(seat).is_some()) {
        game.shown |= 1 << seat.index();
    }
    for (seat, &denied) in table.denied.enumerate() {
        let void = |suit: &Suit| (suit.cards() - denied).is_empty();
        for suit in Suit::ALL.into_iter().filter(void) {
            game.voids[seat.index()] |= 1 << suit as u8;
        }
    }
    game
}

/// Draws `count` of these, each as likely as its weight, a logarithm, says:
/// importance resampling (Rubin 1987), systematically.
fn resample<'a, T>(drawn: &'a [(T, f64)], count: usize, rng: &mut impl Rng) -> Vec<&'a T> {
    if drawn.len() == count {
        return drawn.iter().map(|(drawn, _)| drawn).collect();
    }
    let most = drawn.iter().map(|(_, weight)| *weight).fold(f64::NEG_INFINITY, f64::max);
    let weights = drawn.iter().map(|(_, weight)| (weight - most).exp());
    let step = weights.clone().sum::<f64>() / count as f64;
    let mut next = dice::unit(rng) * step;
    let mut sum = 0.0;
    let mut chosen = Vec::with_capacity(count);
    for ((drawn, _), weight) in drawn.iter().zip(weights) {
        sum += weight;
        while next < sum && chosen.len() < count {
            chosen.push(drawn);
            next += step;
        }
    }
    // Rounding can leave the last one out.
    while chosen.len() < count {
        chosen.push(&drawn[drawn.len() - 1].0);
    }
    chosen
}
