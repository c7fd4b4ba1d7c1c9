//! Hidden cards: what one observer may conclude, no less and no more.
//!
//! The yardstick for what is possible: a distribution of the unseen cards is
//! one exactly if the whole public history could have happened with it, played
//! again from the first bid.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rstest::rstest;
use vzetek_game::testing::chance::{chi_squared, chi_squared_limit, draw, shuffled, ways};
use vzetek_game::testing::lockstep::{self, Pair};
use vzetek_game::testing::observers;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_tarok::{Action, Card, CardSet, Event, HiddenCards, Options, Phase, SEATS, Tarok, View};

use crate::choice;

const ALL: &str = r#"{"rewarded_klop":true,"taroks_discarded_last":true,"forehand_leads":true,"open_berac":true,"symmetric_bonuses":true}"#;

const FOUR: &str = r#"{"players":4}"#;

fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// A deal that the rules accept.
fn dealt(options: &Options, seed: u64, rng: &mut ChaCha8Rng) -> (Vec<Card>, Tarok) {
    loop {
        let cards = shuffled::<Tarok>(options, rng);
        let dealer = Seat::new((seed % options.seats() as u64) as u8);
        if let Ok(state) = Tarok::deal(options, dealer, &cards) {
            return (cards, state);
        }
    }
}

// --- what cannot be told apart --------------------------------------------

/// Hidden cards, and sides, that the rules turn up for all.
fn turned_up(events: &[Event]) -> Vec<Event> {
    let turned = |event: &&Event| {
        matches!(
            event,
            Event::Chosen { .. }
                | Event::Called { .. }
                | Event::Announced { side: Some(_), .. }
                | Event::Raised { side: Some(_), .. }
                | Event::TrickTaken { gift: Some(_), .. }
                | Event::HandShown { .. }
        )
    };
    events.iter().filter(turned).cloned().collect()
}

fn is_secret(action: Action) -> bool {
    matches!(action, Action::Discard(card) if !card.is_tarok())
}

fn phase_name(phase: &Phase) -> String {
    serde_json::to_value(phase).unwrap()["name"].as_str().unwrap().to_owned()
}

/// The player who holds the called king.
fn king_holder(state: &Tarok) -> Option<Seat> {
    let called = state.table().phase.undertaking()?.called.as_ref()?;
    Seat::all(state.seats()).find(|&seat| state.hand(seat).contains(called.king))
}

/// The steps in lockstep: by phase, and by what the called king's holder is in the real
/// deal, where another one held it in the other.
#[derive(Default)]
struct Steps {
    phases: HashMap<String, u32>,
    /// The holder in the other deal.
    other_holder: Option<Seat>,
    partners: u32,
    alone: u32,
}

impl Pair<Tarok> for Steps {
    /// In discards face down the action need not be the same.
    fn counterpart(
        &mut self,
        action: Action,
        other: &Tarok,
        observer: Observer,
        rng: &mut ChaCha8Rng,
    ) -> Option<Action> {
        self.other_holder = king_holder(other);
        let mut possible = other.legal_actions();
        if is_secret(action) && observer.seat() != other.current_player() {
            possible.retain(|&action| is_secret(action));
            return (!possible.is_empty()).then(|| draw(&possible, rng));
        }
        possible.contains(&action).then_some(action)
    }

    fn choose(&mut self, real: &Tarok, possible: &[Action], rng: &mut ChaCha8Rng) -> Action {
        choice::balanced(real, possible, rng)
    }

    fn is_told_apart(&self, real: &[Event], other: &[Event]) -> bool {
        turned_up(real) != turned_up(other)
    }

    fn compared(&mut self, before: &Tarok, _: &[Event]) {
        *self.phases.entry(phase_name(&before.table().phase)).or_default() += 1;
        let holder = king_holder(before).filter(|_| self.other_holder.is_some());
        if let Some(holder) = holder.filter(|_| holder != self.other_holder) {
            let declarer = before.table().phase.undertaking().map(|it| it.declarer);
            let count = if declarer == Some(holder) { &mut self.alone } else { &mut self.partners };
            *count += 1;
        }
    }
}

#[rstest]
#[case::seed("{}")]
#[case::all(ALL)]
#[case::four(FOUR)]
fn deals_that_look_the_same_are_told_the_same(#[case] json: &str) {
    let options = options(json);
    let mut steps = Steps::default();
    // With a called king there is more to tell apart.
    for seed in 0..if options.is_four() { 300 } else { 100 } {
        for observer in observers(options.seats()) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let (_, real) = dealt(&options, seed, &mut rng);
            lockstep::follow(real, observer, &mut rng, &mut steps);
        }
    }
    if options.is_four() {
        let Steps { partners, alone, .. } = steps;
        assert!(partners >= 1_000 && alone >= 300, "{partners} with a partner, {alone} alone");
    }
    let steps = steps.phases;
    let phases =
        ["bidding", "choosing", "taking", "discarding", "announcing", "doubling", "playing"];
    for phase in phases {
        assert!(steps.get(phase).is_some_and(|&steps| steps >= 100), "{phase}: {steps:?}");
    }
}

#[test]
fn a_plain_discard_is_told_to_the_declarer_alone() {
    let declarer = Seat::new(1);
    let told = |card: &str, observer| {
        let event = Event::Discarded { seat: declarer, card: Some(card.parse().unwrap()) };
        serde_json::to_string(&Tarok::redact(&event, observer)).unwrap()
    };
    for observer in observers(SEATS) {
        let own = observer.seat() == Some(declarer);
        assert_eq!(told("HQ", observer).contains("HQ"), own, "{observer:?}");
        assert!(told("T2", observer).contains("T2"), "{observer:?}");
    }
}

// --- what a view allows for ------------------------------------------------

/// The places of the unseen cards, in one case that may be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct World {
    hands: Vec<CardSet>,
    /// Face down, the next to be turned up last.
    talon: Vec<Card>,
    buried: CardSet,
}

impl World {
    fn of(state: &Tarok) -> Self {
        Self {
            hands: Seat::all(state.seats()).map(|seat| state.hand(seat)).collect(),
            talon: state.talon().to_vec(),
            buried: state.buried(),
        }
    }
}

struct History {
    options: Options,
    dealer: Seat,
    cards: Vec<Card>,
    actions: Vec<Action>,
    now: Tarok,
}

impl History {
    fn new(options: Options, seed: u64, rng: &mut ChaCha8Rng) -> Self {
        let (cards, now) = dealt(&options, seed, rng);
        Self { options, dealer: now.table().dealer, cards, actions: Vec::new(), now }
    }

    fn go_on(&mut self, rng: &mut ChaCha8Rng) {
        let action = choice::balanced(&self.now, &self.now.legal_actions(), rng);
        self.actions.push(action);
        self.now.apply(action).unwrap();
    }

    /// The state that all that happened would have led to in this world;
    /// `None` if it could not have happened.
    fn replay(&self, world: &World) -> Option<Tarok> {
        let table = self.now.table();
        let turned = 6 - usize::from(table.talon);
        let mut cards = Vec::new();
        let (seats, hand_size) = (self.options.seats(), self.options.hand());
        for seat in self.dealer.clockwise(1, seats).round(seats) {
            let mut hand = world.hands[seat.index()] | table.played[seat];
            if let Some(undertaking) = table.phase.undertaking()
                && let Some(exchange) = &undertaking.exchange
                && undertaking.declarer == seat
            {
                hand |= world.buried | exchange.shown;
                hand -= exchange.taken;
            }
            if hand.len() != hand_size {
                return None;
            }
            cards.extend(hand.iter());
        }
        cards.extend(&self.cards[48..][..turned]);
        cards.extend(world.talon.iter().rev());
        let mut state = Tarok::deal(&self.options, self.dealer, &cards).ok()?;
        let mut buried = world.buried.iter();
        for &action in &self.actions {
            let action = if is_secret(action) { Action::Discard(buried.next()?) } else { action };
            state.apply(action).ok()?;
        }
        Some(state)
    }

    /// Every world in which the observer could be, by brute force, the order
    /// of the talon apart; `None` if there are too many to try.
    fn worlds(&self, observer: Observer) -> Option<Vec<World>> {
        let view = self.now.view(observer);
        let real = World::of(&self.now);
        let unseen = view.unseen();
        let mut known = real.clone();
        for hand in &mut known.hands {
            *hand -= unseen;
        }
        known.talon.clear();
        known.buried -= unseen;
        let seats = Seat::all(self.options.seats());
        let mut rooms: Vec<usize> = seats.map(|seat| view.hidden_in(seat)).collect();
        rooms.extend([real.talon.len(), view.hidden_discards()]);
        if ways(&rooms) > 3_000 {
            return None;
        }
        let cards: Vec<Card> = unseen.iter().collect();
        let mut worlds = Vec::new();
        share_out(&cards, &mut rooms, &mut known, &mut |world| {
            if self.replay(world).is_some_and(|state| state.view(observer) == view) {
                worlds.push(world.clone());
            }
        });
        Some(worlds)
    }
}

fn share_out(
    cards: &[Card],
    rooms: &mut [usize],
    world: &mut World,
    tell: &mut impl FnMut(&World),
) {
    let Some((&card, rest)) = cards.split_first() else { return tell(world) };
    for room in 0..rooms.len() {
        if rooms[room] == 0 {
            continue;
        }
        rooms[room] -= 1;
        let before = world.clone();
        match room.checked_sub(world.hands.len()) {
            Some(0) => world.talon.push(card),
            Some(_) => _ = world.buried.insert(card),
            None => _ = world.hands[room].insert(card),
        }
        share_out(rest, rooms, world, tell);
        *world = before;
        rooms[room] += 1;
    }
}

fn sampled(view: &View, rng: &mut ChaCha8Rng) -> World {
    World::of(&Tarok::determinize(view, rng))
}

/// A sample, and so many steps from it.
fn walked(view: &View, steps: usize, rng: &mut ChaCha8Rng) -> Tarok {
    let mut state = Tarok::determinize(view, rng);
    let hidden = HiddenCards::new(view);
    (0..steps).for_each(|_| _ = hidden.step(&mut state, rng));
    state
}

/// The talon's order counts too: nobody knows it.
#[test]
fn every_unseen_card_is_equally_likely_at_each_place_of_the_talon() {
    const SAMPLES: u32 = 38_000;
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (_, state) = dealt(&Options::default(), 0, &mut rng);
    let view = state.view(Observer::Seat(Seat::new(1)));
    let unseen: Vec<Card> = view.unseen().iter().collect();
    assert_eq!(unseen.len(), 38);
    let mut counts = vec![[0u32; 6]; unseen.len()];
    for _ in 0..SAMPLES {
        for (place, card) in sampled(&view, &mut rng).talon.into_iter().enumerate() {
            counts[unseen.iter().position(|&c| c == card).unwrap()][place] += 1;
        }
    }
    let expected = f64::from(SAMPLES) / 38.0;
    let chi = chi_squared(counts.iter().flatten().copied(), expected);
    assert!(chi < chi_squared_limit(37.0 * 6.0), "chi squared {chi}");
}

/// No more than what is possible: the whole history leads into the guess.
#[rstest]
#[case::seed("{}", 0)]
#[case::all(ALL, 0)]
#[case::walked("{}", 20)]
#[case::all_walked(ALL, 20)]
#[case::four(FOUR, 0)]
#[case::four_walked(FOUR, 20)]
fn a_guess_could_have_come_about(#[case] json: &str, #[case] steps: usize) {
    let mut checked = 0;
    for seed in 0..120 {
        let mut rng = ChaCha8Rng::seed_from_u64(10_000 + seed);
        let mut history = History::new(options(json), seed, &mut rng);
        while !history.now.is_terminal() {
            history.go_on(&mut rng);
            if rng.next_u32() % 5 != 0 {
                continue;
            }
            for observer in observers(history.options.seats()) {
                let guess = walked(&history.now.view(observer), steps, &mut rng);
                let replayed = history.replay(&World::of(&guess));
                assert_eq!(replayed.as_ref(), Some(&guess), "{observer:?}, {:?}", history.actions);
                checked += 1;
            }
        }
    }
    assert!(checked > 2_000, "only {checked} guesses");
}

/// If taroks may be discarded only when nothing else can be, a tarok that is
/// shown says what the hand does not hold. Random deals hardly ever come there.
#[rstest]
#[case::last(r#"{"taroks_discarded_last":true}"#, true)]
#[case::freely("{}", false)]
fn a_shown_tarok_may_tell_what_lies_face_down(#[case] json: &str, #[case] certain: bool) {
    let options = options(json);
    let card = |text: &str| -> Card { text.parse().unwrap() };
    let hand: Vec<Card> = (2..=17).map(Card::tarok).collect();
    let talon: Vec<Card> = ["T18", "HK", "H4", "H3", "H2", "H1"].map(card).to_vec();
    let rest =
        Tarok::pack(&options).into_iter().filter(|c| !hand.contains(c) && !talon.contains(c));
    // Both others get taroks: every other card of the rest each.
    let rest: Vec<Card> = rest.collect();
    let others = rest.iter().step_by(2).chain(rest.iter().skip(1).step_by(2));
    let cards: Vec<Card> = hand.iter().chain(others).chain(&talon).copied().collect();
    let mut state = Tarok::deal(&options, Seat::new(2), &cards).unwrap();
    for action in ["pass", "pass", "contract:three", "take:0", "discard:H4", "discard:T2"] {
        state.apply(action.parse().unwrap()).unwrap();
    }
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for observer in observers(SEATS).filter(|observer| observer.seat() != Some(Seat::new(0))) {
        let view = state.view(observer);
        let mut others = 0;
        for _ in 0..300 {
            others += u32::from(sampled(&view, &mut rng).buried != CardSet::single(card("H4")));
        }
        assert_eq!(others == 0, certain, "{observer:?}: {others} of 300 worlds");
    }
}

/// No less either: everything that is possible is drawn, equally often, and a
/// walk from there does not change that.
#[rstest]
#[case::seed("{}", 0, 0)]
#[case::all(ALL, 1, 0)]
#[case::walked("{}", 2, 3)]
#[case::all_walked(ALL, 3, 3)]
#[case::four(FOUR, 4, 0)]
fn every_possible_world_is_drawn_equally_often(
    #[case] json: &str,
    #[case] salt: u64,
    #[case] steps: usize,
) {
    const EACH: usize = 40;
    let mut contracts: HashMap<String, u32> = HashMap::new();
    let mut tight = 0;
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(20_000 + 1_000 * salt + seed);
        let mut history = History::new(options(json), seed, &mut rng);
        // Stop with two to four cards in each hand, or less after a berač.
        let stop = 6 + rng.next_u32() as usize % 7;
        let seats = history.options.seats();
        let held =
            |state: &Tarok| Seat::all(seats).map(|seat| state.hand(seat).len()).sum::<usize>();
        while !history.now.is_terminal() && held(&history.now) > stop {
            history.go_on(&mut rng);
        }
        let contract = history.now.table().phase.undertaking().unwrap().contract.to_string();
        for observer in observers(seats) {
            if contracts.get(&contract).is_some_and(|&done| done >= 8) {
                break;
            }
            let Some(worlds) = history.worlds(observer) else { continue };
            assert!(!worlds.is_empty(), "the real world is possible");
            let view = history.now.view(observer);
            let mut counts: HashMap<World, u32> = HashMap::new();
            let unordered = |mut world: World| {
                world.talon.sort_unstable();
                world
            };
            counts.extend(worlds.iter().map(|world| (unordered(world.clone()), 0)));
            let mut rooms: Vec<usize> = Seat::all(seats).map(|seat| view.hidden_in(seat)).collect();
            rooms.extend([history.now.talon().len(), view.hidden_discards()]);
            tight += u32::from(ways(&rooms) > worlds.len() as u64);
            for _ in 0..EACH * worlds.len() {
                let world = unordered(World::of(&walked(&view, steps, &mut rng)));
                *counts.get_mut(&world).expect("only possible worlds are drawn") += 1;
            }
            if worlds.len() > 1 {
                let chi = chi_squared(counts.values().copied(), EACH as f64);
                let limit = chi_squared_limit(worlds.len() as f64 - 1.0);
                assert!(chi < limit, "chi squared {chi} of {} worlds, limit {limit}", worlds.len());
                *contracts.entry(contract.clone()).or_default() += 1;
            }
        }
    }
    assert!(contracts.len() >= 5 && tight >= 10, "{contracts:?}, {tight} with less than all ways");
}
