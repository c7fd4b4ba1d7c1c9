//! The outcome of a deal: everybody's part in it, and the match it belongs to.

use vzetek_game::{BySeat, Seat};
use vzetek_protocol::{GameOptions, GameResult, MatchScore};
use vzetek_tablic::Goal;

/// One player's part in a result, for records and lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Thirds of a point taken in tricks; `None` where they are not counted.
    pub thirds: Option<i32>,
    /// Whole points written down.
    pub points: i32,
    /// True if the rules say that the player won the deal.
    pub won: bool,
}

/// Returns the side of a match that each player is on, by seat; partners share
/// one.
pub fn sides(options: &GameOptions) -> Vec<usize> {
    let seats = Seat::all(options.seats());
    match options {
        GameOptions::Trset(options) => seats.map(|seat| options.side(seat)).collect(),
        // Defenders play together for a deal only: in a match there are three sides.
        GameOptions::Tarok(_) | GameOptions::Tablic(_) => seats.map(Seat::index).collect(),
    }
}

/// Thirds in a whole point, the unit in which tarok counts.
const POINT: i32 = 3;

/// Each player's part in a result, by seat.
pub fn shares(options: &GameOptions, result: &GameResult) -> Vec<Share> {
    match (options, result) {
        (GameOptions::Trset(_), GameResult::Trset(result)) => result
            .seats
            .iter()
            .map(|reckoning| Share {
                thirds: Some(i32::from(reckoning.thirds)),
                points: i32::from(reckoning.points),
                won: reckoning.won,
            })
            .collect(),
        (GameOptions::Tarok(_), GameResult::Tarok(result)) => result
            .deal
            .seats
            .enumerate()
            .map(|(seat, reckoning)| Share {
                thirds: reckoning.points.map(|points| i32::from(points) * POINT),
                points: result.scores[seat],
                won: reckoning.won,
            })
            .collect(),
        (GameOptions::Tablic(_), GameResult::Tablic(result)) => result
            .seats
            .iter()
            .map(|reckoning| Share {
                thirds: None,
                points: i32::from(reckoning.score),
                won: reckoning.won,
            })
            .collect(),
        _ => panic!("{ONE_GAME}"),
    }
}

/// The score at the start of a match.
pub fn new_match(options: &GameOptions) -> MatchScore {
    match options {
        GameOptions::Trset(options) => MatchScore::Trset(vzetek_trset::MatchScore::new(options)),
        GameOptions::Tarok(options) => MatchScore::Tarok(vzetek_tarok::MatchScore::new(options)),
        GameOptions::Tablic(options) => MatchScore::Tablic(vzetek_tablic::MatchScore::new(options)),
    }
}

/// Returns the progress of a match, from 0 to 1: the best side's share of the
/// target score, or the share of its deals that were played. A single deal is
/// all of its match.
pub fn progress(options: &GameOptions, score: &MatchScore) -> f64 {
    let share = |done: f64, of: f64| (done / of).clamp(0.0, 1.0);
    let best = |points: &[u16]| f64::from(points.iter().copied().max().unwrap_or_default());
    match (options, score) {
        (GameOptions::Trset(options), MatchScore::Trset(score)) => {
            options.target().map_or(1.0, |to| share(best(score.points.as_slice()), to.into()))
        }
        (GameOptions::Tarok(options), MatchScore::Tarok(score)) => {
            options.deals.map_or(1.0, |deals| share(score.deals.into(), deals.get().into()))
        }
        (GameOptions::Tablic(options), MatchScore::Tablic(score)) => match options.goal() {
            Goal::Deal => 1.0,
            Goal::Deals(deals) => share(score.deals.into(), deals.get().into()),
            Goal::Points(target) => share(best(score.points.as_slice()), target.into()),
        },
        _ => panic!("{ONE_GAME}"),
    }
}

/// True if the running score outlives a match, as long as the same players sit:
/// an evening of tarok without a number of deals.
pub fn goes_on(options: &GameOptions) -> bool {
    match options {
        GameOptions::Trset(_) | GameOptions::Tablic(_) => false,
        GameOptions::Tarok(options) => options.deals.is_none(),
    }
}

/// True if the score can be one of a match with these options.
pub fn is_score_of(options: &GameOptions, score: &MatchScore) -> bool {
    matches!(
        (options, score),
        (GameOptions::Trset(_), MatchScore::Trset(_))
            | (GameOptions::Tarok(_), MatchScore::Tarok(_))
            | (GameOptions::Tablic(_), MatchScore::Tablic(_))
    )
}

/// Writes a deal down; says who won the match, by seat, if that decided it.
///
/// # Panics
/// If these are not all of the same game.
pub fn add_to_match(
    options: &GameOptions,
    score: &mut MatchScore,
    result: &GameResult,
) -> Option<Vec<bool>> {
    match (options, score, result) {
        (GameOptions::Trset(options), MatchScore::Trset(score), GameResult::Trset(result)) => {
            score.add(result);
            by_seat(score.winners(options, result))
        }
        (GameOptions::Tarok(options), MatchScore::Tarok(score), GameResult::Tarok(result)) => {
            score.add(&result.deal);
            by_seat(score.winners(options, &result.deal))
        }
        (GameOptions::Tablic(options), MatchScore::Tablic(score), GameResult::Tablic(result)) => {
            score.add(result);
            by_seat(score.winners(options, result))
        }
        _ => panic!("{ONE_GAME}"),
    }
}

fn by_seat<const MAX: usize>(won: Option<BySeat<bool, MAX>>) -> Option<Vec<bool>> {
    won.map(|won| won.as_slice().to_vec())
}

/// Why the other combinations do not happen; tables are rebuilt only if so.
const ONE_GAME: &str = "options, score and result of a table are of one game";
