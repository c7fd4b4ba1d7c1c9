//! The weights of the results of a match, and the players whose ratings they change.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use vzetek_store::{Account, AccountKind, RatingRow};

use crate::rating;

/// A kind of account, as ratings distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Guest,
    House,
    /// A person, or a person's bot.
    Lasting,
}

impl Standing {
    pub(super) fn of(account: &Account) -> Self {
        match account.kind {
            AccountKind::Guest => Self::Guest,
            AccountKind::Bot if account.owner.is_none() => Self::House,
            AccountKind::Bot | AccountKind::Person | AccountKind::Deleted => Self::Lasting,
        }
    }
}

/// The facts about the players of a match that its weights depend on, by seat.
#[derive(Debug)]
pub struct Known {
    /// Their standings before it.
    pub(super) before: Vec<RatingRow>,
    pub(super) standing: Vec<Standing>,
    /// The number of times that two seats' owners have met lately as opponents in rated matches.
    pub(super) met: HashMap<(usize, usize), u32>,
}

/// Two seats, whichever is named first.
pub(super) fn pair(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

impl Known {
    /// True if a result against the other seat's owner is evidence of this one's strength.
    ///
    /// A guest can be made at any time, and a newcomer can be any player: results against guests
    /// count for no player, those against newcomers only for newcomers. Guests are measured by the
    /// house's bots alone: a result against a guest costs others nothing, so that they could give
    /// it away. The house's bots are not measured by each other.
    fn counts(&self, seat: usize, other: usize, at: DateTime<Utc>) -> bool {
        match (self.standing[seat], self.standing[other]) {
            (_, Standing::Guest)
            | (Standing::Guest, Standing::Lasting)
            | (Standing::House, Standing::House) => false,
            _ => {
                let newcomer = |seat: usize| rating::is_newcomer(&self.before[seat], at);
                newcomer(seat) || !newcomer(other)
            }
        }
    }

    /// Returns the weight of a result after earlier ones: the first counts
    /// whole, the next half, and so on.
    fn freshness(&self, seat: usize, other: usize) -> f64 {
        let before = self.met.get(&pair(seat, other)).copied().unwrap_or_default();
        1.0 / (1.0 + f64::from(before))
    }

    /// Returns how often the two opponents have met who have met most often lately.
    pub(super) fn most_met(&self) -> u32 {
        self.met.values().copied().max().unwrap_or_default()
    }

    /// Returns the opponents whose meetings with this seat's owner have to be
    /// looked up; each pair once. The house's bots have met too many.
    pub(super) fn to_look_up(
        &self,
        seat: usize,
        sides: &[usize],
        at: DateTime<Utc>,
    ) -> impl Iterator<Item = usize> {
        let asks = move |other: usize| match (self.standing[seat], self.standing[other]) {
            (Standing::House, _) => false,
            (_, Standing::House) => true,
            _ => seat < other,
        };
        let matters =
            move |other: usize| self.counts(seat, other, at) || self.counts(other, seat, at);
        (0..sides.len())
            .filter(move |&other| sides[seat] != sides[other] && asks(other) && matters(other))
    }
}

/// The standings after a match, by seat; `None` is left as it was.
///
/// If a player forfeited it, only the part that was played (`share`) counts for the others. A
/// player who forfeited does not gain and loses in full; the partner of such a player does not
/// lose.
pub(super) fn after_match(
    known: &Known,
    sides: &[usize],
    winners: &[bool],
    forfeited: &[bool],
    share: f64,
    at: DateTime<Utc>,
) -> Vec<Option<RatingRow>> {
    let cut = forfeited.contains(&true);
    let weight = |seat: usize, other: usize| {
        let counts = f64::from(u8::from(known.counts(seat, other, at)));
        let played = if cut && !forfeited[seat] { share } else { 1.0 };
        counts * played * known.freshness(seat, other)
    };
    let mut after = rating::rate(&known.before, sides, winners, weight, at);
    for (seat, row) in after.iter_mut().enumerate() {
        let before = known.before[seat].rating;
        if forfeited[seat] {
            row.iter_mut().for_each(|row| row.rating = row.rating.min(before));
            continue;
        }
        let deserted = (0..sides.len()).any(|s| sides[s] == sides[seat] && forfeited[s]);
        row.take_if(|row| deserted && row.rating < before);
    }
    after
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use vzetek_protocol::Kind;
    use vzetek_store::Ladder;

    use super::*;

    fn at() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
    }

    /// The players as named: `g`uest, `h`ouse's bot, settled `p`erson, or `n`ewcomer.
    fn known(names: &str) -> Known {
        let row = |name: char, place: usize| {
            let kind = Kind("trset-2".to_owned());
            let fresh = rating::fresh(&place.to_string(), &kind, Ladder::People, at());
            if !matches!(name, 'p' | 'h') {
                return fresh;
            }
            let settled_until = Some(at() + TimeDelta::days(30));
            RatingRow { deviation: 80.0, settled_until, ..fresh }
        };
        let standing = |name| match name {
            'g' => Standing::Guest,
            'h' => Standing::House,
            _ => Standing::Lasting,
        };
        Known {
            before: names.chars().enumerate().map(|(place, name)| row(name, place)).collect(),
            standing: names.chars().map(standing).collect(),
            met: HashMap::new(),
        }
    }

    /// Returns the change of each of these, every player a side of their own.
    fn change(known: &Known, winners: &[bool], forfeited: &[bool], share: f64) -> Vec<f64> {
        let sides: Vec<usize> = (0..winners.len()).collect();
        changes(known, &sides, winners, forfeited, share)
    }

    fn changes(
        known: &Known,
        sides: &[usize],
        winners: &[bool],
        forfeited: &[bool],
        share: f64,
    ) -> Vec<f64> {
        let after = after_match(known, sides, winners, forfeited, share, at());
        let of = |row: &Option<RatingRow>| row.as_ref().map_or(0.0, |row| row.rating - 1500.0);
        after.iter().map(of).collect()
    }

    const STAYED: [bool; 2] = [false, false];

    #[test]
    fn who_stays_away_does_not_gain_and_the_partner_does_not_lose() {
        let (sides, gone) = ([0, 1, 0, 1], [true, false, false, false]);
        let won = [false, true, false, true];
        let four = changes(&known("nnnn"), &sides, &won, &gone, 1.0);
        assert!(four[0] < 0.0 && four[2] == 0.0, "{four:?}");
        assert!(four[1] > 0.0 && four[1] == four[3], "{four:?}");
        // Even if the rest of the side counts as winner.
        let four = changes(&known("nnnn"), &sides, &[false, false, true, false], &gone, 1.0);
        assert!(four[0] <= 0.0, "{four:?}");
    }

    #[test]
    fn guests_move_nobody() {
        for other in ["p", "n", "g", "h"] {
            for won in [[true, false], [false, true]] {
                let two = change(&known(&format!("{other}g")), &won, &STAYED, 1.0);
                assert_eq!(two[0], 0.0, "{other}");
                assert_eq!(two[1] != 0.0, other == "h", "only the house's bots measure guests");
            }
        }
    }

    #[test]
    fn newcomers_move_no_settled_rating() {
        let won = [true, false];
        let two = change(&known("pn"), &won, &STAYED, 1.0);
        assert!(two[0] == 0.0 && two[1] < 0.0, "{two:?}");
        for settled in ["pp", "ph", "nn", "np"] {
            assert!(change(&known(settled), &won, &STAYED, 1.0)[0] > 0.0, "{settled}");
        }
        assert_eq!(change(&known("hh"), &won, &STAYED, 1.0), [0.0, 0.0]);
        // At one table with all of them only the settled one counts.
        let won = [true, false, false, false];
        let alone = change(&known("pp"), &[true, false], &STAYED, 1.0)[0];
        assert_eq!(change(&known("ppng"), &won, &[false; 4], 1.0)[0], alone);
    }

    #[test]
    fn what_was_not_played_does_not_count_for_those_who_stayed() {
        let gone = [false, true];
        let whole = change(&known("nn"), &[true, false], &gone, 1.0);
        let part = change(&known("nn"), &[true, false], &gone, 0.1);
        assert!((part[0] * 10.0 - whole[0]).abs() < 1e-9, "{part:?} {whole:?}");
        assert_eq!(part[1], whole[1], "who left loses in full");
    }

    #[test]
    fn repeats_count_less() {
        let mut two = known("nn");
        let whole = change(&two, &[true, false], &STAYED, 1.0);
        two.met.insert((0, 1), 3);
        let fourth = change(&two, &[true, false], &STAYED, 1.0);
        for (whole, fourth) in whole.iter().zip(&fourth) {
            assert!((fourth * 4.0 - whole).abs() < 1e-9);
        }
    }

    /// Checks the claim of docs/RULES.md: losing on purpose, again and again, gives an accomplice
    /// only a limited gain in a day.
    #[test]
    fn one_accomplice_gives_little_in_a_day() {
        let day = |names: &str, matches: u32| {
            let mut two = known(names);
            for met in 0..matches {
                two.met.insert((0, 1), met);
                let after = after_match(&two, &[0, 1], &[true, false], &STAYED, 1.0, at());
                for (before, after) in two.before.iter_mut().zip(after) {
                    *before = after.unwrap_or_else(|| before.clone());
                }
            }
            two.before[0].rating - 1500.0
        };
        let gains = [day("nn", 39), day("nn", 500), day("pp", 39), day("pp", 500), day("pn", 500)];
        assert_eq!(gains.map(|gain| gain.round() as i32), [270, 306, 59, 83, 20]);
    }

    /// Every player who loses on purpose, and leaves, is another newcomer.
    #[test]
    fn newcomers_are_no_ladder() {
        let gain = |matches: u32, share: f64| {
            let mut hero = known("n").before.remove(0);
            for _ in 0..matches {
                let mut two = known("nn");
                two.before[0] = hero.clone();
                let after = after_match(&two, &[0, 1], &[true, false], &[false, true], share, at());
                hero = after.into_iter().next().flatten().unwrap_or(hero);
            }
            (hero.rating - 1500.0).round() as i32
        };
        assert_eq!([gain(10, 1.0), gain(10, 0.2)], [gain(80, 1.0), gain(80, 0.2)]);
        assert_eq!([gain(10, 1.0), gain(10, 0.2)], [493, 218]);
    }

    #[test]
    fn each_pair_is_looked_up_once_and_only_if_it_matters() {
        let asked = |names: &str| -> Vec<(usize, usize)> {
            let known = known(names);
            let sides: Vec<usize> = (0..names.len()).collect();
            let of = |seat| known.to_look_up(seat, &sides, at()).map(move |o| (seat, o));
            (0..names.len()).flat_map(|seat| of(seat).collect::<Vec<_>>()).collect()
        };
        assert_eq!(asked("ph"), [(0, 1)]);
        assert_eq!(asked("hp"), [(1, 0)], "from the other side: a bot has met too many");
        assert_eq!(asked("pg"), []);
        assert_eq!(asked("pnp"), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(asked("ggh"), [(0, 2), (1, 2)]);
        assert_eq!(asked("hh"), []);
    }
}
