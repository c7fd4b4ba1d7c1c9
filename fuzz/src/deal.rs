//! Deals that bytes steer.

use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::testing::Invariants;
use vzetek_game::{Card, Game, HiddenInformation, Observer, Record, Seat, record};
use vzetek_protocol::{for_each_game, games};

/// The progress of a steered deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The name of the game.
    pub game: &'static str,
    /// The number of actions that were legal.
    pub actions: usize,
    /// The number of actions that were refused.
    pub refused: usize,
    /// True if the deal came to its end.
    pub over: bool,
}

/// Plays a deal as the bytes say: the first chooses the game, the second its
/// options, the third the cards, and every other one an action, legal or not.
/// Returns how far it came; `None` if there is no such table.
///
/// # Panics
/// If an action is accepted that is not legal, or refused that is; if a refused
/// one leaves a trace; if cards or points are lost; if an observer who follows the
/// events knows something else than one who looks at the state; or if the record of
/// the deal leads elsewhere.
pub fn deal(bytes: &[u8]) -> Option<Played> {
    let [game, choice, cards, actions @ ..] = bytes else { return None };
    let steer = STEERED[usize::from(*game) % STEERED.len()];
    steer(*choice, *cards, actions)
}

macro_rules! steered {
    (() $($game:ident)*) => { &[$(steer::<games::$game>),*] };
}

/// Plays a deal with these options and cards, as the bytes say.
type Steer = fn(u8, u8, &[u8]) -> Option<Played>;

/// One for each game.
static STEERED: &[Steer] = for_each_game!(steered!());

fn steer<G: Invariants + HiddenInformation>(
    choice: u8,
    cards: u8,
    choices: &[u8],
) -> Option<Played> {
    let options = G::options_by(choice)?;
    let dealer = Seat::new(0);
    let seats = G::seats_for(&options);
    let (secret, nonces) = (Secret::new([cards; 32]), Nonces::none(seats));
    let mut state: G = record::deal(&options, dealer, &secret, &nonces).expect("a deal");
    let mut actions = Vec::new();
    let mut played = Played { game: G::NAME, actions: 0, refused: 0, over: false };
    let observers = Seat::all(seats).map(Observer::Seat).chain([Observer::Public]);
    let mut followed: Vec<_> = observers.map(|observer| (observer, state.view(observer))).collect();
    for &choice in choices {
        let legal = state.legal_actions();
        let chosen = legal.get(usize::from(choice) % (legal.len() + 1)).copied();
        let Some(action) = chosen.or_else(|| any_card::<G>(choice)) else { continue };
        let before = state.clone();
        match state.apply(action) {
            Ok(events) => {
                let listed = legal.contains(&action) || before.is_list_cut();
                assert!(listed, "{action} was not legal");
                for (observer, view) in &mut followed {
                    for event in events.iter().filter_map(|event| G::redact(event, *observer)) {
                        G::observe(view, &event);
                    }
                    assert_eq!(*view, state.view(*observer), "{observer:?} after {action}");
                }
                actions.push(action.to_string());
            }
            Err(_) => {
                assert!(!legal.contains(&action), "{action} was legal");
                assert_eq!(state, before, "a refused action left a trace");
                played.refused += 1;
            }
        }
        state.check_conservation().expect("nothing is lost");
    }
    played.actions = actions.len();
    played.over = state.is_terminal();
    let record = Record { options, dealer, secret, nonces, actions };
    assert_eq!(record.replay::<G>().as_ref(), Ok(&state), "the replay ends elsewhere");
    Some(played)
}

/// Any card, put down by whoever is to move.
fn any_card<G: Game>(choice: u8) -> Option<G::Action> {
    G::Card::from_index(choice % G::Card::COUNT).to_string().parse().ok()
}
