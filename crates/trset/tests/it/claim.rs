//! Claims are true: in all orders of play, with all cards that the claimant cannot see.

use rstest::rstest;
use vzetek_game::testing::claims::Claims;
use vzetek_game::testing::{chance, check_claims};
use vzetek_game::{Claim, Game, HiddenInformation, Observer, Seat, TableGame};
use vzetek_trset::{Action, Card, CardSet, Options, Trset};

fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

#[rstest]
#[case::two(r#"{"players":2}"#, 1000)]
#[case::three(r#"{"players":3,"declarations":true}"#, 700)]
#[case::four(r#"{"players":4,"declarations":true}"#, 700)]
#[case::kifameno(r#"{"variant":"kifameno","players":2,"cappotto":true}"#, 1000)]
#[case::kifameno_for_four(r#"{"variant":"kifameno","players":4}"#, 700)]
#[case::kifameno_alone(r#"{"variant":"kifameno","players":4,"alone":true}"#, 700)]
#[case::doubling(r#"{"players":4,"cappotto_doubles":true}"#, 700)]
fn every_claim_holds_in_every_order(#[case] json: &str, #[case] deals: u64) {
    let options = options(json);
    let random = |_: &Trset, legal: &[Action], rng: &mut _| chance::draw(legal, rng);
    let tricks = |deal: &Trset, seat: Seat| usize::from(deal.table().tricks[seat]);
    let Claims { rest, nothing } = check_claims::<Trset>(&options, 0..deals, random, tricks);
    assert!(rest >= 20, "claims do happen: {rest}");
    assert_eq!(
        nothing >= 20,
        options.seats() == 2,
        "the others' tricks are one player's: {nothing}"
    );
}

/// A deal for four, dealt from this pack by seat 3, after these actions.
fn played(pack: &str, actions: &str) -> Trset {
    let cards: Vec<Card> = pack.split(' ').map(|card| card.parse().unwrap()).collect();
    let mut deal = Trset::deal(&options(r#"{"players":4}"#), Seat::new(3), &cards).unwrap();
    for action in actions.split(' ').filter(|action| !action.is_empty()) {
        deal.apply(action.parse().unwrap()).unwrap();
    }
    deal
}

fn claim(deal: &Trset) -> Option<Claim> {
    let seat = deal.current_player().unwrap();
    Trset::claim(&deal.view(Observer::Seat(seat)))
}

#[test]
fn a_whole_suit_from_the_top_is_the_rest_at_once() {
    let suits = ["C", "S", "B", "D"];
    let ranks = ["3", "2", "A", "K", "C", "J", "7", "6", "5", "4"];
    let pack: Vec<String> =
        suits.iter().flat_map(|suit| ranks.map(|rank| format!("{suit}{rank}"))).collect();
    let pack = pack.join(" ");
    assert_eq!(claim(&played(&pack, "")), Some(Claim::Rest), "nobody else has a card of it");
    // Whoever follows with another suit sees a stronger card of a suit that is not theirs.
    assert_eq!(claim(&played(&pack, "C3")), None);
    let left = played(&pack, "C3 S3 B3 D3 C2 S2 B2 D2");
    assert_eq!(claim(&left), Some(Claim::Rest));
    assert_eq!(left.hand(Seat::new(0)).len(), 8);
    let last =
        "CA SA BA DA CK SK BK DK CC SC BC DC CJ SJ BJ DJ C7 S7 B7 D7 C6 S6 B6 D6 C5 S5 B5 D5";
    let last = played(&pack, &format!("C3 S3 B3 D3 C2 S2 B2 D2 {last}"));
    assert_eq!(last.hand(Seat::new(0)), CardSet::single("C4".parse().unwrap()));
    assert_eq!(claim(&last), None, "the last card needs no claim");
}

/// The rest may never be played, where the match stops with a trick.
#[test]
fn nothing_is_claimed_in_a_deal_that_may_stop() {
    let options = options(r#"{"players":2,"target":51,"stops_at_target":true}"#);
    let random = |_: &Trset, legal: &[Action], rng: &mut _| chance::draw(legal, rng);
    let tricks = |deal: &Trset, seat: Seat| usize::from(deal.table().tricks[seat]);
    let Claims { rest, nothing } = check_claims::<Trset>(&options, 0..100, random, tricks);
    assert_eq!((rest, nothing), (0, 0));
}
