//! From thirds to the result of a deal.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::{DEAL, Options, Variant};

/// Whole points the others get when a player takes every third (cappotto).
const CAPPOTTO_POINTS: u8 = 11;

/// Whole points of all the cards, which a side that takes every third writes once more where
/// cappotto doubles.
pub(crate) const DOUBLED_POINTS: u8 = DEAL / 3;

/// One player's part of a deal, for the score table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetSeatResult"),
    schemars(rename = "TrsetSeatResult")
)]
pub struct SeatResult {
    /// Thirds taken in tricks, the last trick's three included.
    pub thirds: u8,
    /// Thirds from own declarations.
    pub declared: u8,
    /// The thirds of this player's side together.
    pub side_thirds: u8,
    /// The score of the side, in whole points: rounded down, cappotto applied or doubled.
    pub points: u8,
    /// True if the side won the deal, alone or with others.
    pub won: bool,
}

/// The result of a finished deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetDealResult"),
    schemars(rename = "TrsetDealResult")
)]
pub struct DealResult {
    /// The part of each seat in the result, and of its side.
    pub seats: BySeat<SeatResult>,
    /// True if somebody took every third at a table that counts cappotto.
    pub cappotto: bool,
}

impl DealResult {
    pub(crate) fn new(options: &Options, thirds: &BySeat<u8>, declared: &BySeat<u8>) -> Self {
        let seats = options.seats();
        let side_sum = |side: usize, values: &BySeat<u8>| -> u8 {
            Seat::all(seats).filter(|&s| options.side(s) == side).map(|s| values[s]).sum()
        };
        let counted = options.cappotto || options.cappotto_doubles;
        let takes_all = |side| counted && side_sum(side, thirds) == DEAL;
        let cappotto = (0..options.sides()).any(takes_all);
        let side_thirds = |side| side_sum(side, thirds) + side_sum(side, declared);
        let points = |side| match (options.variant, cappotto, takes_all(side)) {
            (Variant::Trset, _, true) => side_thirds(side) / 3 + DOUBLED_POINTS,
            (Variant::Trset, ..) | (_, false, _) => side_thirds(side) / 3,
            (Variant::Kifameno, true, true) => 0,
            (Variant::Kifameno, true, false) => CAPPOTTO_POINTS,
        };
        // Greater is better in every variant.
        let merit = |side| match (options.variant, cappotto, takes_all(side)) {
            (Variant::Trset, _, true) => i32::from(side_thirds(side) + 3 * DOUBLED_POINTS),
            (Variant::Trset, ..) => i32::from(side_thirds(side)),
            (Variant::Kifameno, true, takes_all) => i32::from(takes_all),
            (Variant::Kifameno, false, _) => -i32::from(side_thirds(side)),
        };
        let best = (0..options.sides()).map(merit).max();
        let of_seat = |seat| {
            let side = options.side(seat);
            SeatResult {
                thirds: thirds[seat],
                declared: declared[seat],
                side_thirds: side_thirds(side),
                points: points(side),
                won: Some(merit(side)) == best,
            }
        };
        Self { seats: BySeat::from_fn(seats, of_seat), cappotto }
    }
}

#[cfg(test)]
mod tests {
    use vzetek_game::RunningScore;

    use super::*;
    use crate::MatchScore;

    fn options(change: impl FnOnce(&mut Options)) -> Options {
        let mut options = Options::new(Variant::Trset, 2).unwrap();
        change(&mut options);
        options.checked().unwrap()
    }

    fn deal(options: &Options, thirds: &[u8]) -> DealResult {
        let thirds = BySeat::from_fn(options.seats(), |seat| thirds[seat.index()]);
        DealResult::new(options, &thirds, &BySeat::filled(options.seats(), 0))
    }

    fn won(result: &DealResult) -> Vec<bool> {
        result.seats.iter().map(|r| r.won).collect()
    }

    fn points(result: &DealResult) -> Vec<u8> {
        result.seats.iter().map(|r| r.points).collect()
    }

    #[test]
    fn eighteen_thirds_of_thirty_five_win() {
        let result = deal(&options(|_| ()), &[18, 17]);
        assert_eq!((won(&result), points(&result)), (vec![true, false], vec![6, 5]));
        let fewest = options(|o| o.variant = Variant::Kifameno);
        assert_eq!(won(&deal(&fewest, &[18, 17])), [false, true]);
    }

    #[test]
    fn three_may_share_the_win() {
        let three = options(|o| o.players = 3);
        assert_eq!(won(&deal(&three, &[14, 7, 14])), [true, false, true]);
    }

    #[test]
    fn partners_count_together() {
        let four = options(|o| o.players = 4);
        let result = deal(&four, &[10, 9, 8, 8]);
        assert_eq!(won(&result), [true, false, true, false]);
        assert_eq!(points(&result), [6, 5, 6, 5]);
        assert_eq!(result.seats[Seat::new(2)].side_thirds, 18);
    }

    #[test]
    fn cappotto_turns_the_result_round() {
        let change = |o: &mut Options| {
            o.variant = Variant::Kifameno;
            o.cappotto = true;
            o.players = 3;
        };
        let result = deal(&options(change), &[0, 35, 0]);
        assert_eq!((won(&result), points(&result)), (vec![false, true, false], vec![11, 0, 11]));
        let plain = deal(
            &options(|o| {
                change(o);
                o.cappotto = false
            }),
            &[0, 35, 0],
        );
        assert_eq!((won(&plain), points(&plain)), (vec![true, false, true], vec![0, 11, 0]));
    }

    /// By hand: 35 thirds are 11 points, twice that 22; three declared points are added once.
    #[test]
    fn cappotto_doubles_the_points_of_the_cards() {
        let change = |o: &mut Options| o.cappotto_doubles = true;
        let result = deal(&options(change), &[35, 0]);
        assert_eq!((won(&result), points(&result)), (vec![true, false], vec![22, 0]));
        assert!(result.cappotto);
        let short = deal(&options(change), &[34, 1]);
        assert_eq!((points(&short), short.cappotto), (vec![11, 0], false));
        assert_eq!(points(&deal(&options(|_| ()), &[35, 0])), [11, 0]);
        let four = options(|o| {
            change(o);
            o.players = 4;
            o.declarations = true;
        });
        let [thirds, declared] = [[20, 0, 15, 0], [9, 12, 0, 0]]
            .map(|values| BySeat::from_fn(4, |seat: Seat| values[seat.index()]));
        assert_eq!(points(&DealResult::new(&four, &thirds, &declared)), [25, 4, 25, 4]);
    }

    #[test]
    fn four_may_all_be_alone_in_kifameno() {
        let change = |alone| {
            move |o: &mut Options| {
                (o.variant, o.players, o.alone, o.cappotto) = (Variant::Kifameno, 4, alone, true);
            }
        };
        // 10 + 8 and 9 + 8 in partners; the least alone is 8, of two.
        let result = deal(&options(change(true)), &[10, 9, 8, 8]);
        assert_eq!(won(&result), [false, false, true, true]);
        assert_eq!(points(&result), [3, 3, 2, 2]);
        assert_eq!(result.seats[Seat::new(0)].side_thirds, 10);
        assert_eq!(won(&deal(&options(change(false)), &[10, 9, 8, 8])), [false, true, false, true]);
        let all = deal(&options(change(true)), &[0, 0, 35, 0]);
        assert_eq!(
            (won(&all), points(&all)),
            (vec![false, false, true, false], vec![11, 11, 0, 11])
        );
        // Partners have all between them; of single players none has.
        let shared = deal(&options(change(true)), &[20, 0, 15, 0]);
        assert_eq!((points(&shared), shared.cappotto), (vec![6, 0, 5, 0], false));
    }

    #[test]
    fn declarations_count_and_can_tie() {
        let options = options(|o| o.declarations = true);
        let thirds = BySeat::from_fn(2, |seat| [13, 22][seat.index()]);
        let declared = BySeat::from_fn(2, |seat| [9, 0][seat.index()]);
        let result = DealResult::new(&options, &thirds, &declared);
        assert_eq!((won(&result), points(&result)), (vec![true, true], vec![7, 7]));
    }

    #[test]
    fn a_match_goes_on_until_one_side_leads_at_the_target() {
        let options = options(|o| o.target = Some(11));
        let mut score = MatchScore::new(&options);
        for (thirds, decided) in [([17, 18], false), ([18, 17], false), ([0, 35], true)] {
            let result = deal(&options, &thirds);
            score.add(&result);
            assert_eq!(score.winners(&options, &result).is_some(), decided, "{score:?}");
        }
        assert_eq!(score.points.as_slice(), [11, 22]);
    }
}
