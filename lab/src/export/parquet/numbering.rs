//! Cards and actions as small numbers, and a view taken apart into columns: the part
//! of an export as Parquet that each game answers for itself.

use std::sync::LazyLock;

use vzetek_game::{BySeat, Card, CardSet, Seat, TableGame};
use vzetek_players::PlayedGame;
use vzetek_protocol::games::WireGame;
use vzetek_tablic::Tablic;
use vzetek_tarok::{self as tarok, Announcement, Contract, Item, KINGS, Phase, Side, Tarok};
use vzetek_trset::{Declaration, DeclaredRank, Suit, Trset};

use crate::export::columns::columns;
use crate::export::rows::{Step, number};

/// A game whose decisions can be written in columns.
pub(super) trait Numbered: WireGame + PlayedGame {
    /// The notation of every action that has a number of its own, by that number.
    fn actions() -> Vec<String>;

    /// The number of an action.
    fn action_id(action: &Self::Action) -> i16;

    /// The cards that an action captures; `None` in games without captures, whose
    /// numbers say all of an action.
    fn captured(action: &Self::Action) -> Option<CardSet<Self::Card>> {
        _ = action;
        None
    }

    /// Takes a seat's view apart.
    fn situation(view: &Self::View) -> Situation;
}

columns! {
    /// An action with its number.
    NumberedStep {
        #[serde(flatten)] step: Step;
        action_id: i16, "The action as a number; in tablić the card that was played.", "action";
    }
}

columns! {
    /// The knowledge of a player before a decision, apart from the legal actions.
    #[derive(Default)]
    Situation {
        hand: Vec<i16>, "The player's cards before the decision, by rising number.", "card";
        known: Vec<Vec<i16>>, "By seat, cards that were publicly known to be in that hand: drawn, declared, taken from the talon or laid open. In tablić none.", "card";
        hand_sizes: Vec<i16>, "By seat, the number of cards in the hand.", "cards";
        table_cards: Vec<i16>, "The cards on the table: of a trick in the order played, the one that was led first; in tablić by rising number.", "card";
        leader: Option<i16>, "The seat that leads the trick; null in tablić and before the first trick of tarok.";
        piles: Vec<Vec<i16>>, "By seat, the cards captured so far, by rising number.", "card";
        stock: i16, "Cards still to be drawn or dealt; in tarok those of the talon that lie face down.", "cards";
        tricks: Option<Vec<i16>>, "By seat, the tricks taken so far; null in tablić.", "tricks";
        tablas: Option<Vec<i16>>, "By seat, how often the whole table was captured; null but in tablić.";
        #[serde(flatten)] tarok: Undertaken;
    }
}

columns! {
    /// The contract of tarok, and its details, as a player knows it.
    #[derive(Default)]
    Undertaken {
        phase: Option<&'static str>, "The phase of a deal of tarok: bidding, choosing, calling, taking, discarding, announcing, doubling or playing; null elsewhere.";
        contract: Option<&'static str>, "The contract of tarok, once it is chosen.";
        declarer: Option<i16>, "The declarer's seat in tarok; in klop the forehand, who plays alone as all do.";
        called: Option<i16>, "The king that was called, of four players.", "card";
        sides: Option<Vec<&'static str>>, "By seat, the side in tarok as far as the player knew it: declarer, defenders or unknown; null before the contract is chosen and in klop.";
        talon: Option<Vec<i16>>, "The talon of tarok that was turned up: in its order until a group is taken, then the cards left.", "card";
        discards: Option<Vec<i16>>, "The player's own cards put away face down in tarok.", "card";
    }
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
fn place<T: PartialEq>(list: &[T], of: &T) -> i16 {
    list.iter().position(|other| other == of).expect("the list holds all of them") as i16
}

impl Numbered for Trset {
    fn actions() -> Vec<String> {
        let declarations = DECLARATIONS.iter().map(ToString::to_string);
        cards::<Self>().into_iter().chain(declarations).collect()
    }

    fn action_id(action: &Self::Action) -> i16 {
        match action {
            vzetek_trset::Action::Play(card) => card.index().into(),
            vzetek_trset::Action::Declare(declaration) => {
                i16::from(Self::Card::COUNT) + place(&DECLARATIONS, declaration)
            }
        }
    }

    fn situation(view: &Self::View) -> Situation {
        let table = &view.table;
        Situation {
            hand: numbers(view.hand.unwrap_or_default()),
            known: by_seat(&table.known),
            hand_sizes: counts(&table.hand_sizes),
            table_cards: numbers(table.trick.cards().iter().copied()),
            leader: Some(number(table.trick.leader())),
            piles: by_seat(&table.piles),
            stock: table.stock.into(),
            tricks: Some(counts(&table.tricks)),
            ..Situation::default()
        }
    }
}

/// The number of the first action of each sort in tarok, behind the cards.
mod first {
    pub(super) const PASS: i16 = 54;
    pub(super) const BID: i16 = PASS + 1;
    pub(super) const CHOOSE: i16 = BID + super::Contract::ALL.len() as i16;
    pub(super) const CALL: i16 = CHOOSE + super::Contract::ALL.len() as i16;
    pub(super) const TAKE: i16 = CALL + 4;
    pub(super) const DISCARD: i16 = TAKE + 6;
    pub(super) const ANNOUNCE: i16 = DISCARD + 54;
    pub(super) const RAISE: i16 = ANNOUNCE + super::Announcement::ALL.len() as i16;
    pub(super) const ALL: i16 = RAISE + super::Item::ALL.len() as i16;
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
        let mut names = vec![String::new(); first::ALL as usize];
        for action in tarok_actions() {
            names[Self::action_id(&action) as usize] = action.to_string();
        }
        names
    }

    fn action_id(action: &Self::Action) -> i16 {
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
            Action::Take(group) => first::TAKE + i16::from(*group),
            Action::Discard(card) => first::DISCARD + i16::from(card.index()),
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
            hand: numbers(view.hand.unwrap_or_default()),
            known: by_seat(&table.known),
            hand_sizes: counts(&table.hand_sizes),
            table_cards: numbers(cards.iter().copied()),
            leader: trick.map(|trick| number(trick.leader())),
            piles: taken.map_or(vec![Vec::new(); seats], |taken| by_seat(&taken.piles)),
            stock: table.talon.into(),
            tricks: Some(taken.map_or(vec![0; seats], |taken| counts(&taken.tricks))),
            tablas: None,
            tarok: undertaken(view, seats),
        }
    }
}

fn undertaken(view: &tarok::View, seats: usize) -> Undertaken {
    let phase = &view.table.phase;
    let undertaking = phase.undertaking();
    let exchange = undertaking.and_then(|undertaking| undertaking.exchange.as_ref());
    let talon = match phase {
        Phase::Taking(taking) => Some(numbers(taking.talon.iter().copied())),
        _ => exchange.map(|exchange| numbers(exchange.left)),
    };
    Undertaken {
        phase: Some(match phase {
            Phase::Bidding(_) => "bidding",
            Phase::Choosing(_) => "choosing",
            Phase::Calling(_) => "calling",
            Phase::Taking(_) => "taking",
            Phase::Discarding(_) => "discarding",
            Phase::Announcing(_) => "announcing",
            Phase::Doubling(_) => "doubling",
            Phase::Playing(_) => "playing",
            Phase::Finished(_) => "finished",
        }),
        contract: undertaking.map(|undertaking| undertaking.contract.notation()),
        declarer: undertaking.map(|undertaking| number(undertaking.declarer)),
        called: undertaking
            .and_then(|undertaking| undertaking.called.as_ref())
            .map(|called| called.king.index().into()),
        sides: undertaking.filter(|own| own.contract != Contract::Klop).map(|undertaking| {
            let side = |seat| match view.side(undertaking, seat) {
                Some(Side::Declarer) => "declarer",
                Some(Side::Defenders) => "defenders",
                None => "unknown",
            };
            Seat::all(seats).map(side).collect()
        }),
        talon,
        discards: Some(numbers(view.discards)),
    }
}

impl Numbered for Tablic {
    /// An action is numbered by the card that is played.
    fn actions() -> Vec<String> {
        cards::<Self>()
    }

    fn action_id(action: &Self::Action) -> i16 {
        action.card.index().into()
    }

    fn captured(action: &Self::Action) -> Option<CardSet<Self::Card>> {
        Some(action.taken)
    }

    fn situation(view: &Self::View) -> Situation {
        let table = &view.table;
        Situation {
            hand: numbers(view.hand.unwrap_or_default()),
            known: vec![Vec::new(); table.hand_sizes.len()],
            hand_sizes: counts(&table.hand_sizes),
            table_cards: numbers(table.cards),
            piles: by_seat(&table.piles),
            stock: table.deck.into(),
            tablas: Some(counts(&table.tablas)),
            ..Situation::default()
        }
    }
}

/// The numbers of cards; those of a set rise.
pub(super) fn numbers<C: Card>(cards: impl IntoIterator<Item = C>) -> Vec<i16> {
    cards.into_iter().map(|card| card.index().into()).collect()
}

/// The numbers of the cards of each seat.
fn by_seat<C: Card, const MAX: usize>(sets: &BySeat<CardSet<C>, MAX>) -> Vec<Vec<i16>> {
    sets.iter().copied().map(numbers).collect()
}

fn counts<const MAX: usize>(counts: &BySeat<u8, MAX>) -> Vec<i16> {
    counts.iter().copied().map(i16::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name is read as an action, which has the number of the name.
    fn numbers_name_actions<G: Numbered>() {
        let names = G::actions();
        for (number, name) in names.iter().enumerate() {
            let action: G::Action = name.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(G::action_id(&action) as usize, number, "{name}");
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
