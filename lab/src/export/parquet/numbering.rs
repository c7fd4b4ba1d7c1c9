//! Cards and actions as small numbers, and a view taken apart into columns: the part
//! of an export as Parquet that each game answers for itself.

use std::sync::LazyLock;

use vzetek_game::{Card as _, CardSet, Seat, TableGame};
use vzetek_players::PlayedGame;
use vzetek_tablic::Tablic;
use vzetek_tarok::{self as tarok, Announcement, Contract, Item, KINGS, Phase, Side, Tarok};
use vzetek_trset::{Declaration, DeclaredRank, Suit, Trset};

/// A game whose decisions can be written in columns.
pub(super) trait Numbered: TableGame + PlayedGame {
    /// The notation of every action that has a number of its own, by that number.
    fn actions() -> Vec<String>;

    /// The number of an action.
    fn action_id(action: &Self::Action) -> u16;

    /// The cards that an action captures; `None` in games without captures, whose
    /// numbers say all of an action.
    fn captured(action: &Self::Action) -> Option<CardSet<Self::Card>> {
        _ = action;
        None
    }

    /// Takes a seat's view apart.
    fn situation(view: &Self::View) -> Situation;
}

/// The knowledge of a player before a decision, apart from the legal actions. Sets of cards
/// are bits, bit `i` for the card with number `i`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Situation {
    /// The own cards.
    pub(super) hand: u64,
    /// By seat, cards that all players know to be in that hand.
    pub(super) known: Vec<u64>,
    /// By seat, the number of cards in the hand.
    pub(super) hand_sizes: Vec<u8>,
    /// The cards on the table: of a trick in the order in which they were played.
    pub(super) table_cards: Vec<u8>,
    /// The seat that leads the trick.
    pub(super) leader: Option<u8>,
    /// By seat, the cards captured.
    pub(super) piles: Vec<u64>,
    /// The number of cards face down that are still to be drawn or dealt, or lie in
    /// the talon.
    pub(super) stock: u8,
    /// By seat, the tricks taken; `None` in games without tricks.
    pub(super) tricks: Option<Vec<u8>>,
    /// By seat, the tablas; `None` but in tablić.
    pub(super) tablas: Option<Vec<u8>>,
    /// The part that only tarok has.
    pub(super) tarok: Option<Undertaken>,
}

/// The contract of tarok, and its details, as a player knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Undertaken {
    /// The phase of the deal.
    pub(super) phase: &'static str,
    /// The contract, once it is chosen.
    pub(super) contract: Option<&'static str>,
    /// The declarer's seat.
    pub(super) declarer: Option<u8>,
    /// The king that was called.
    pub(super) called: Option<u8>,
    /// By seat, the side as far as the player knows it; `None` before the contract is
    /// chosen, and in klop, where there are none.
    pub(super) sides: Option<Vec<&'static str>>,
    /// The talon that was turned up: in its order until a group is taken, then the
    /// cards that were left.
    pub(super) talon: Option<Vec<u8>>,
    /// The own cards that were put away face down.
    pub(super) discards: u64,
}

/// Every declaration, in the order of their numbers.
static DECLARATIONS: LazyLock<Vec<Declaration>> = LazyLock::new(|| {
    let ranks = [DeclaredRank::As, DeclaredRank::Two, DeclaredRank::Three];
    let of_rank = |rank| {
        let threes = Suit::ALL.into_iter().map(move |suit| Declaration::ThreeOf(rank, suit));
        threes.chain([Declaration::FourOf(rank)])
    };
    let napole = Suit::ALL.into_iter().map(Declaration::Napola);
    napole.chain(ranks.into_iter().flat_map(of_rank)).collect()
});

/// The notation of every card, by its number.
pub(super) fn cards<G: TableGame>() -> Vec<String> {
    CardSet::<G::Card>::full().iter().map(|card| card.to_string()).collect()
}

/// The place of something in a list that holds it.
fn place<T: PartialEq>(list: &[T], of: &T) -> u16 {
    list.iter().position(|other| other == of).expect("the list holds all of them") as u16
}

fn seat(seat: Seat) -> u8 {
    seat.index() as u8
}

impl Numbered for Trset {
    fn actions() -> Vec<String> {
        let declarations = DECLARATIONS.iter().map(ToString::to_string);
        cards::<Self>().into_iter().chain(declarations).collect()
    }

    fn action_id(action: &Self::Action) -> u16 {
        match action {
            vzetek_trset::Action::Play(card) => card.index().into(),
            vzetek_trset::Action::Declare(declaration) => {
                u16::from(Self::Card::COUNT) + place(&DECLARATIONS, declaration)
            }
        }
    }

    fn situation(view: &Self::View) -> Situation {
        let table = &view.table;
        Situation {
            hand: view.hand.unwrap_or_default().bits(),
            known: table.known.iter().map(|cards| cards.bits()).collect(),
            hand_sizes: table.hand_sizes.iter().copied().collect(),
            table_cards: table.trick.cards().iter().map(|card| card.index()).collect(),
            leader: Some(seat(table.trick.leader())),
            piles: table.piles.iter().map(|cards| cards.bits()).collect(),
            stock: table.stock,
            tricks: Some(table.tricks.iter().copied().collect()),
            tablas: None,
            tarok: None,
        }
    }
}

/// The number of the first action of each sort in tarok, behind the cards.
mod first {
    pub(super) const PASS: u16 = 54;
    pub(super) const BID: u16 = PASS + 1;
    pub(super) const CHOOSE: u16 = BID + super::Contract::ALL.len() as u16;
    pub(super) const CALL: u16 = CHOOSE + super::Contract::ALL.len() as u16;
    pub(super) const TAKE: u16 = CALL + 4;
    pub(super) const DISCARD: u16 = TAKE + 6;
    pub(super) const ANNOUNCE: u16 = DISCARD + 54;
    pub(super) const RAISE: u16 = ANNOUNCE + super::Announcement::ALL.len() as u16;
    pub(super) const ALL: u16 = RAISE + super::Item::ALL.len() as u16;
}

/// Every action of tarok that there is, in any order.
fn tarok_actions() -> impl Iterator<Item = tarok::Action> {
    use tarok::Action;
    let cards = || CardSet::<tarok::Card>::full().into_iter();
    cards()
        .map(Action::Play)
        .chain([Action::Pass])
        .chain(Contract::ALL.map(Action::Bid))
        .chain(Contract::ALL.map(Action::Choose))
        .chain(KINGS.iter().map(Action::Call))
        .chain((0..6).map(Action::Take))
        .chain(cards().map(Action::Discard))
        .chain(Announcement::ALL.map(Action::Announce))
        .chain(Item::ALL.map(Action::Raise))
}

impl Numbered for Tarok {
    fn actions() -> Vec<String> {
        let mut names = vec![String::new(); first::ALL.into()];
        for action in tarok_actions() {
            names[usize::from(Self::action_id(&action))] = action.to_string();
        }
        names
    }

    fn action_id(action: &Self::Action) -> u16 {
        use tarok::Action;
        match action {
            Action::Play(card) => card.index().into(),
            Action::Pass => first::PASS,
            Action::Bid(contract) => first::BID + place(&Contract::ALL, contract),
            Action::Choose(contract) => first::CHOOSE + place(&Contract::ALL, contract),
            Action::Call(king) => {
                let kings: Vec<_> = KINGS.iter().collect();
                first::CALL + place(&kings, king)
            }
            Action::Take(group) => first::TAKE + u16::from(*group),
            Action::Discard(card) => first::DISCARD + u16::from(card.index()),
            Action::Announce(announcement) => {
                first::ANNOUNCE + place(&Announcement::ALL, announcement)
            }
            Action::Raise(item) => first::RAISE + place(&Item::ALL, item),
        }
    }

    fn situation(view: &Self::View) -> Situation {
        let table = &view.table;
        let seats = table.hand_sizes.len();
        let trick = match &table.phase {
            Phase::Playing(playing) => Some(&playing.trick),
            _ => None,
        };
        let cards = trick.map(|trick| trick.cards()).unwrap_or_default();
        let taken = table.phase.taken();
        Situation {
            hand: view.hand.unwrap_or_default().bits(),
            known: table.known.iter().map(|cards| cards.bits()).collect(),
            hand_sizes: table.hand_sizes.iter().copied().collect(),
            table_cards: cards.iter().map(|card| card.index()).collect(),
            leader: trick.map(|trick| seat(trick.leader())),
            piles: taken.map_or(vec![0; seats], |taken| {
                taken.piles.iter().map(|cards| cards.bits()).collect()
            }),
            stock: table.talon,
            tricks: Some(
                taken.map_or(vec![0; seats], |taken| taken.tricks.iter().copied().collect()),
            ),
            tablas: None,
            tarok: Some(undertaken(view, seats)),
        }
    }
}

fn undertaken(view: &tarok::View, seats: usize) -> Undertaken {
    let phase = &view.table.phase;
    let undertaking = phase.undertaking();
    let exchange = undertaking.and_then(|undertaking| undertaking.exchange.as_ref());
    let talon = match phase {
        Phase::Taking(taking) => Some(taking.talon.iter().map(|card| card.index()).collect()),
        _ => exchange.map(|exchange| numbers(exchange.left.bits()).collect()),
    };
    Undertaken {
        phase: match phase {
            Phase::Bidding(_) => "bidding",
            Phase::Choosing(_) => "choosing",
            Phase::Calling(_) => "calling",
            Phase::Taking(_) => "taking",
            Phase::Discarding(_) => "discarding",
            Phase::Announcing(_) => "announcing",
            Phase::Doubling(_) => "doubling",
            Phase::Playing(_) => "playing",
            Phase::Finished(_) => "finished",
        },
        contract: undertaking.map(|undertaking| undertaking.contract.notation()),
        declarer: undertaking.map(|undertaking| seat(undertaking.declarer)),
        called: undertaking
            .and_then(|undertaking| undertaking.called.as_ref())
            .map(|called| called.king.index()),
        sides: undertaking.filter(|own| own.contract != Contract::Klop).map(|undertaking| {
            let side = |seat| match view.side(undertaking, seat) {
                Some(Side::Declarer) => "declarer",
                Some(Side::Defenders) => "defenders",
                None => "unknown",
            };
            Seat::all(seats).map(side).collect()
        }),
        talon,
        discards: view.discards.bits(),
    }
}

impl Numbered for Tablic {
    /// An action is numbered by the card that is played.
    fn actions() -> Vec<String> {
        cards::<Self>()
    }

    fn action_id(action: &Self::Action) -> u16 {
        action.card.index().into()
    }

    fn captured(action: &Self::Action) -> Option<CardSet<Self::Card>> {
        Some(action.taken)
    }

    fn situation(view: &Self::View) -> Situation {
        let table = &view.table;
        Situation {
            hand: view.hand.unwrap_or_default().bits(),
            known: vec![0; table.hand_sizes.len()],
            hand_sizes: table.hand_sizes.iter().copied().collect(),
            table_cards: numbers(table.cards.bits()).collect(),
            leader: None,
            piles: table.piles.iter().map(|cards| cards.bits()).collect(),
            stock: table.deck,
            tricks: None,
            tablas: Some(table.tablas.iter().copied().collect()),
            tarok: None,
        }
    }
}

/// The numbers of the cards of a set, rising.
pub(super) fn numbers(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name is read as an action, which has the number of the name.
    fn numbers_name_actions<G: Numbered>() {
        let names = G::actions();
        for (number, name) in names.iter().enumerate() {
            let action: G::Action = name.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(usize::from(G::action_id(&action)), number, "{name}");
        }
        assert_eq!(names[..cards::<G>().len()], cards::<G>());
    }

    #[test]
    fn every_number_names_one_action() {
        numbers_name_actions::<Trset>();
        numbers_name_actions::<Tarok>();
        numbers_name_actions::<Tablic>();
        assert_eq!((Trset::actions().len(), Tarok::actions().len()), (59, 156));
    }

    /// Written files keep their meaning.
    #[test]
    fn numbers_stay_as_they_are() {
        for (number, name) in
            [(0, "C4"), (39, "D3"), (40, "napola:C"), (44, "three:A/C"), (58, "four:3")]
        {
            assert_eq!(Trset::actions()[number], name);
        }
        for (number, name) in [
            (0, "H4"),
            (31, "CK"),
            (53, "T22"),
            (54, "pass"),
            (55, "bid:klop"),
            (68, "contract:klop"),
            (81, "call:HK"),
            (84, "call:CK"),
            (85, "take:0"),
            (91, "discard:H4"),
            (145, "announce:trula"),
            (150, "raise:game"),
            (155, "raise:king_ultimo"),
        ] {
            assert_eq!(Tarok::actions()[number], name);
        }
        assert_eq!((&*Tablic::actions()[0], &*Tablic::actions()[51]), ("HA", "CK"));
    }
}
