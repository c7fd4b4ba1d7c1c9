//! The winners where a player left, stayed away or slept.

use vzetek_game::Share;

use super::played::{Tally, slept};

/// The winners of a deal: the winners by the cards, without players who forfeited it. If
/// no winner remains, all others have won, provided that the players who forfeited had played at
/// least half of their seats' actions: a win against a substitute does not count.
pub(super) fn of_deal(shares: &[Share], forfeited: &[bool], deal: &[Tally]) -> Vec<bool> {
    let winners: Vec<bool> =
        shares.iter().zip(forfeited).map(|(share, gone)| share.won && !gone).collect();
    if winners.contains(&true) || !forfeited.contains(&true) {
        return winners;
    }
    let played = forfeited.iter().zip(deal).all(|(gone, tally)| !gone || tally.is_own());
    forfeited.iter().map(|gone| played && !gone).collect()
}

/// Returns the winners of a match, by seat, if it is over: `gone` are the players who left it,
/// `decided` are its winners by the score, `tally` all its actions.
///
/// A match that a player left is over, and lost for that player. It is lost, too, for players who
/// have not played at least half of their actions themselves, once the score decides.
/// the score decides.
pub(super) fn of_match(
    sides: &[usize],
    gone: &[bool],
    decided: Option<&[bool]>,
    tally: &[Tally],
) -> Option<Vec<bool>> {
    let forfeited = of_match_forfeited(gone, tally);
    if gone.contains(&true) {
        return Some(broken_off(sides, &forfeited, decided));
    }
    let winners: Vec<bool> =
        decided?.iter().zip(&forfeited).map(|(won, slept)| *won && !slept).collect();
    let all_slept = !winners.contains(&true) && forfeited.contains(&true);
    Some(if all_slept { broken_off(sides, &forfeited, None) } else { winners })
}

/// Returns, by seat, which players have lost a match regardless of the score: the players who left
/// or slept.
pub(super) fn of_match_forfeited(gone: &[bool], tally: &[Tally]) -> Vec<bool> {
    gone.iter().zip(slept(tally)).map(|(gone, slept)| *gone || slept).collect()
}

/// Returns the winners of a match in which players forfeited: of the sides without one, the winners
/// by the score or, if there are none, all. If every side has one, the players who did not forfeit.
fn broken_off(sides: &[usize], forfeited: &[bool], decided: Option<&[bool]>) -> Vec<bool> {
    let left = |side: usize| sides.iter().zip(forfeited).any(|(&s, gone)| s == side && *gone);
    let whole: Vec<bool> = sides.iter().map(|&side| !left(side)).collect();
    let by_score: Vec<bool> = match decided {
        Some(won) => won.iter().zip(&whole).map(|(won, whole)| *won && *whole).collect(),
        None => Vec::new(),
    };
    if by_score.contains(&true) {
        by_score
    } else if whole.contains(&true) {
        whole
    } else {
        forfeited.iter().map(|gone| !gone).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(won: bool) -> Share {
        Share { card_points: None, points: 0, won }
    }

    const AWAKE: Tally = Tally { own: 5, all: 10 };
    const ASLEEP: Tally = Tally { own: 4, all: 10 };

    #[test]
    fn who_stays_away_does_not_win() {
        let two = [share(true), share(false)];
        assert_eq!(of_deal(&two, &[true, false], &[AWAKE; 2]), [false, true]);
        assert_eq!(of_deal(&two, &[true, true], &[AWAKE; 2]), [false, false]);
        let partners = [share(true), share(false), share(true), share(false)];
        let gone = [true, false, false, false];
        assert_eq!(of_deal(&partners, &gone, &[AWAKE; 4]), [false, false, true, false]);
    }

    #[test]
    fn a_deal_that_somebody_else_played_is_nobodys_win() {
        let tally = [ASLEEP, AWAKE];
        let gone = [true, false];
        assert_eq!(of_deal(&[share(true), share(false)], &gone, &tally), [false, false]);
        // The cards made the other one win.
        assert_eq!(of_deal(&[share(false), share(true)], &gone, &tally), [false, true]);
    }

    #[test]
    fn without_forfeits_the_cards_decide() {
        let nobody = [share(false), share(false)];
        assert_eq!(of_deal(&nobody, &[false, false], &[AWAKE; 2]), [false, false]);
    }

    #[test]
    fn a_side_that_was_left_does_not_win_the_match() {
        let awake = [AWAKE; 4];
        let won = |sides: &[usize], gone: &[bool], decided: Option<&[bool]>| {
            of_match(sides, gone, decided, &awake[..sides.len()]).expect("it is over")
        };
        let partners = [0, 1, 0, 1];
        let gone = [true, false, false, false];
        let others = [false, true, false, true];
        assert_eq!(won(&partners, &gone, None), others, "whoever won this deal");
        assert_eq!(won(&partners, &gone, Some(&[true, false, true, false])), others);
        let three = [0, 1, 2];
        let gone = [false, true, false];
        assert_eq!(won(&three, &gone, Some(&[true, false, false])), [true, false, false]);
        assert_eq!(won(&three, &gone, None), [true, false, true]);
        let all_sides = [true, true, false, false];
        assert_eq!(won(&partners, &all_sides, None), [false, false, true, true]);
    }

    #[test]
    fn who_slept_does_not_win_the_match() {
        let stayed = [false; 2];
        let tally = [ASLEEP, AWAKE];
        assert_eq!(of_match(&[0, 1], &stayed, None, &tally), None, "it goes on");
        for decided in [[true, false], [false, true]] {
            let won = of_match(&[0, 1], &stayed, Some(&decided), &tally);
            assert_eq!(won, Some(vec![false, true]));
        }
        let won = of_match(&[0, 1], &stayed, Some(&[true, false]), &[ASLEEP; 2]);
        assert_eq!(won, Some(vec![false, false]), "a match of two substitutes");
        // A player who sleeps and is left has not won either.
        assert_eq!(of_match(&[0, 1], &[false, true], None, &tally), Some(vec![false, false]));
        // The partner of a player who sleeps wins alone.
        let tally = [ASLEEP, AWAKE, AWAKE, AWAKE];
        let decided = [true, false, true, false];
        let won = of_match(&[0, 1, 0, 1], &[false; 4], Some(&decided), &tally);
        assert_eq!(won, Some(vec![false, false, true, false]));
    }
}
