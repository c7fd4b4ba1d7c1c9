//! Worked examples of the score, and of matches.

use rstest::rstest;
use vzetek_game::{RunningScore, Seat};
use vzetek_tablic::{BySeat, Card, CardSet, DealResult, MatchScore, Options, Rank};

/// Cards by notation; a rank alone, such as `7s`, stands for all four.
fn pile(text: &str) -> CardSet {
    let mut pile = CardSet::EMPTY;
    for word in text.split_whitespace() {
        match word.strip_suffix('s') {
            Some(rank) => {
                let card: Card = format!("H{rank}").parse().unwrap();
                pile |= card.rank().cards();
            }
            None => assert!(pile.insert(word.parse().unwrap()), "{word}"),
        }
    }
    pile
}

fn result(piles: &[&str], tablas: &[u8]) -> DealResult {
    counted(&alone(piles.len()), piles, tablas)
}

/// The options of players who are all alone.
fn alone(players: usize) -> Options {
    Options::new(players as u8).unwrap()
}

fn counted(options: &Options, piles: &[&str], tablas: &[u8]) -> DealResult {
    let piles = BySeat::from_fn(piles.len(), |seat| pile(piles[seat.index()]));
    let tablas = BySeat::from_fn(tablas.len(), |seat| tablas[seat.index()]);
    DealResult::new(options, &piles, &tablas)
}

fn pairs() -> Options {
    serde_json::from_str(r#"{"players":4,"pairs":true}"#).unwrap()
}

/// By hand: cards of both partners are counted as one pile.
#[rstest]
// 6 + 1 cards against 5 + 1: the first player has most alone, too, and the pair has seven.
#[case::most_together(&["H3 H4 H5 H6 H7 H8", "S3 S4 S5 S6 S7", "D3", "C3"], &[0; 4], [3, 0], 7)]
// The largest pile alone, six cards, is on the side with fewer: 6 + 0 against 4 + 3.
#[case::largest_pile_loses(&["H3 H4 H5 H6 H7 H8", "S3 S4 S5 S6", "", "C3 C4 C5"], &[0; 4], [0, 3], 7)]
// Five cards each side: no side has most.
#[case::even(&["HA H3 H4", "SA S3", "D10 D3", "CA C3 C4"], &[0; 4], [3, 2], 0)]
// Tablas 1 + 2 against 0 + 1; K, Q = 2 against the two of clubs = 1; three cards each.
#[case::tablas(&["HK H3", "C2", "SQ", "S3 S4"], &[1, 0, 2, 1], [5, 2], 0)]
fn pairs_are_counted_as_one(
    #[case] piles: &[&str],
    #[case] tablas: &[u8],
    #[case] scores: [i32; 2],
    #[case] most: u8,
) {
    let result = counted(&pairs(), piles, tablas);
    assert_eq!(result.scores().as_slice(), [scores, scores].concat(), "{result:?}");
    let with_most = result.seats.iter().find(|made| made.most_cards).map_or(0, |made| made.cards);
    assert_eq!(with_most, most);
    for (seat, made) in result.seats.enumerate() {
        assert_eq!(made.won, scores[seat.index() % 2] == scores.into_iter().max().unwrap());
    }
}

#[test]
fn a_match_of_pairs_is_won_by_a_pair() {
    let options = Options { target: Some(31), ..pairs() };
    let mut score = MatchScore::new(&options);
    // 31 together each: another deal is played, though four players have reached it.
    let deals = [([30, 12, 1, 19], None), ([0, 0, 0, 1], Some([false, true, false, true]))];
    for (tablas, decided) in deals {
        let result = counted(&options, &["", "", "", ""], &tablas);
        score.add(&result);
        let winners = score.winners(&options, &result);
        assert_eq!(winners.map(|won| [0, 1, 2, 3].map(|seat| won[Seat::new(seat)])), decided);
    }
    assert_eq!(score.points.as_slice(), [31, 32, 31, 32]);
}

#[rstest]
#[case::nothing(&["", ""], &[0, 0], &[0, 0], None)]
#[case::a_point_each(&["HA H10 HJ HQ HK C2", "SA S10 SJ SQ SK D2"], &[0, 0], &[6, 5], None)]
#[case::ten_of_diamonds(&["D10 H3", "C10 S10 H4"], &[0, 0], &[2, 5], Some(1))]
#[case::two_of_clubs_alone(&["H2 S2 D2", "C2"], &[0, 0], &[3, 1], Some(0))]
#[case::worthless(&["3s 4s 5s 6s 7s 8s 9s", "2s"], &[0, 0], &[3, 1], Some(0))]
#[case::tablas(&["H3 H4", "H5 H6"], &[2, 1], &[2, 1], None)]
#[case::all_of_it(&["As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", ""], &[4, 0], &[29, 0], Some(0))]
#[case::halves(&["As 2s 3s 4s 5s 6s H7 S7", "8s 9s 10s Js Qs Ks D7 C7"], &[0, 0], &[5, 17], None)]
#[case::one_more(&["As 2s 3s 4s 5s 6s 7s", "8s 9s 10s Js Qs Ks"], &[0, 0], &[8, 17], Some(0))]
#[case::two_have_most_of_three(&["3s 4s", "5s 6s", "As"], &[0, 1, 0], &[0, 1, 4], None)]
#[case::most_of_three(&["3s 4s", "5s", "As"], &[0, 0, 0], &[3, 0, 4], Some(0))]
#[case::everything(&["D10 C2 As", "Ks", "H3"], &[1, 3, 2], &[11, 7, 2], Some(0))]
fn piles_are_counted(
    #[case] piles: &[&str],
    #[case] tablas: &[u8],
    #[case] scores: &[i32],
    #[case] most: Option<usize>,
) {
    let result = result(piles, tablas);
    assert_eq!(result.scores().as_slice(), scores, "{result:?}");
    assert_eq!(result.seats.iter().position(|made| made.most_cards), most);
    assert!(result.seats.iter().filter(|made| made.most_cards).count() <= 1);
    let best = scores.iter().max().unwrap();
    for (made, score) in result.seats.iter().zip(scores) {
        assert_eq!(made.won, score == best);
        let bonus = if made.most_cards { 3 } else { 0 };
        assert_eq!(made.score, made.card_points + made.tablas + bonus);
    }
}

#[test]
fn ranks_are_worth_what_the_rules_say() {
    let worth = |rank: Rank| vzetek_tablic::points(rank.cards());
    assert_eq!(Rank::ALL.map(worth), [4, 1, 0, 0, 0, 0, 0, 0, 0, 5, 4, 4, 4]);
}

#[test]
fn a_match_of_several_deals_adds_the_points_up() {
    let options: Options = serde_json::from_str(r#"{"players":2,"deals":3}"#).unwrap();
    let mut score = MatchScore::new(&options);
    let deals =
        [(["HA H3 H4", "SA"], None), (["", "D10"], None), (["HK", "H5"], Some([false, true]))];
    for (piles, decided) in deals {
        let result = result(&piles, &[0, 0]);
        score.add(&result);
        let winners = score.winners(&options, &result);
        let winners = winners.map(|w| [w[Seat::new(0)], w[Seat::new(1)]]);
        assert_eq!(winners, decided, "{score:?}");
    }
    // 1 + 3, 0, 1 against 1, 2 + 3, 0.
    assert_eq!((score.points.as_slice(), score.deals), (&[5, 6][..], 3));
}

#[test]
fn one_deal_decides_without_a_number_of_deals() {
    let options = Options::new(3).unwrap();
    let mut score = MatchScore::new(&options);
    let result = result(&["HA", "SA", "H4"], &[0, 0, 0]);
    score.add(&result);
    let winners = score.winners(&options, &result).unwrap();
    assert_eq!(winners.as_slice(), [true, true, false]);
}

#[test]
fn a_match_to_a_target_goes_on_until_one_leads_with_it() {
    let options: Options = serde_json::from_str(r#"{"players":2,"target":31}"#).unwrap();
    let mut score = MatchScore::new(&options);
    let deals = [([30, 12], None), ([1, 19], None), ([0, 2], Some([false, true]))];
    for (tablas, decided) in deals {
        let result = result(&["", ""], &tablas);
        score.add(&result);
        let winners = score.winners(&options, &result);
        let winners = winners.map(|w| [w[Seat::new(0)], w[Seat::new(1)]]);
        assert_eq!(winners, decided, "{score:?}");
    }
    assert_eq!((score.points.as_slice(), score.deals), (&[31, 33][..], 3));
}
