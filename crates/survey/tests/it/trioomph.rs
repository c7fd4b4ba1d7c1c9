//! The rules of trioomph, and the searches that Luštrek's survey compares on it.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::alphabeta::{AlphaBeta, Parts};
use vzetek_search::minimax::minimax_to;
use vzetek_search::{Limits, Perfect, Score, dice};
use vzetek_survey::games::trioomph::{Lookout, SIDE, Step, Steps, Trioomph, WIN};
use vzetek_survey::proof::{self, Verdict};

const BOTH: [Steps; 2] = [Steps::Straight, Steps::Aslant];

fn moves(position: &Trioomph) -> Vec<Step> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// A cell by its row from below and its column.
fn cell(row: usize, column: usize) -> u8 {
    (SIDE * row + column) as u8
}

#[test]
fn the_beginning_is_the_same_for_both() {
    for (steps, expected) in BOTH.into_iter().zip([5, 11]) {
        let start = Trioomph::start(steps);
        assert_eq!(moves(&start).len(), expected);
        assert_eq!(moves(&start.with_other_to_move()).len(), expected);
        assert_eq!(start.winner(), None);
        let from = |position: &Trioomph| moves(position).into_iter().map(|step| step.from);
        let last = cell(SIDE - 1, SIDE - 1);
        let mut turned: Vec<_> = from(&start).map(|cell| last - cell).collect();
        let mut other: Vec<_> = from(&start.with_other_to_move()).collect();
        turned.sort_unstable();
        other.sort_unstable();
        assert_eq!(turned, other);
    }
}

/// A board with this row, and with pieces far away, so that nothing ends.
fn amid(row: &str) -> [&str; SIDE] {
    ["s....c", "......", "......", row, "......", "T....S"]
}

/// Every kind beside every kind of the opponent's: which steps there are, and
/// what comes of them.
#[test]
fn each_kind_goes_for_the_next() {
    let (from, to) = (cell(2, 2), cell(2, 3));
    let onto = Step { from, to };
    for (own, other, may) in [
        ("T", "t", false),
        ("T", "s", true),
        ("T", "c", false),
        ("S", "t", false),
        ("S", "s", false),
        ("S", "c", true),
        ("C", "t", true),
        ("C", "s", false),
        ("C", "c", false),
    ] {
        let middle = format!("..{own}{other}..");
        let position = Trioomph::from_rows(amid(&middle), Steps::Straight);
        assert_eq!(moves(&position).contains(&onto), may, "{middle}");
        assert!(moves(&position).contains(&Step { from, to: cell(3, 2) }), "{middle}");
        assert!(!moves(&position).contains(&Step { from, to: cell(3, 3) }), "{middle}");
    }
    // A square takes a circle, and stands where it stood.
    let before = Trioomph::from_rows(amid("..Sc.."), Steps::Aslant);
    let after = Trioomph::from_rows(amid("...S.."), Steps::Aslant).with_other_to_move();
    assert_eq!(before.play(onto), (after, Score(0)));
    // A circle turns a triangle, and stays.
    let before = Trioomph::from_rows(amid("..Ct.."), Steps::Aslant);
    let after = Trioomph::from_rows(amid("..Cc.."), Steps::Aslant).with_other_to_move();
    assert_eq!(before.play(onto), (after, Score(0)));
    // A square taken, and nothing left to move.
    let rows = ["......", "......", "......", "..TsSc", "......", "......"];
    let (won, gain) = Trioomph::from_rows(rows, Steps::Straight).play(onto);
    assert_eq!((gain, won.winner(), moves(&won)), (WIN, Some(0), Vec::new()));
}

#[test]
fn losing_the_square_or_all_else_loses() {
    let position = Trioomph::from_rows(
        ["c..s..", "S.....", "......", "....C.", "....t.", "......"],
        Steps::Straight,
    );
    let take = Step { from: cell(4, 0), to: cell(5, 0) };
    let (next, gain) = position.play(take);
    assert_eq!((gain, next.winner()), (Score(0), None), "the triangle is left");
    // The triangle becomes a circle; that one must be taken, too.
    let turn = Step { from: cell(2, 4), to: cell(1, 4) };
    let (next, gain) = next.with_other_to_move().play(turn);
    assert_eq!((gain, next.winner()), (Score(0), None));
    let last = Trioomph::from_rows(
        ["...s..", "......", "......", "....C.", "...Sc.", "......"],
        Steps::Straight,
    );
    let (next, gain) = last.play(Step { from: cell(1, 3), to: cell(1, 4) });
    assert_eq!((gain, next.winner()), (WIN, Some(0)));
    // A win by the second player.
    let position = Trioomph::from_rows(
        ["...s..", "....c.", "...tS.", "......", "....C.", "......"],
        Steps::Straight,
    );
    let step = Step { from: cell(3, 3), to: cell(3, 4) };
    let (next, gain) = position.with_other_to_move().play(step);
    assert_eq!((gain, next.winner()), (-WIN, Some(1)));
}

/// A random position some moves from the beginning, the game not over.
fn random_position(steps: Steps, rng: &mut Xoshiro256PlusPlus) -> Trioomph {
    loop {
        let mut position = Trioomph::start(steps);
        for _ in 0..dice::below(rng, 40) {
            let moves = moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[dice::below(rng, moves.len() as u32) as usize]).0;
        }
        if !moves(&position).is_empty() {
            return position;
        }
    }
}

#[test]
fn alpha_beta_is_minimax() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut wins = 0;
    for number in 0..2_000 {
        let position = random_position(BOTH[number % 2], &mut rng);
        let expected = minimax_to(&position, &Lookout, 3);
        for parts in [Parts::NONE, Parts::table(12)] {
            let mut search = AlphaBeta::guided(Lookout, parts);
            let found = search.best(&position, 3, &Limits::default()).unwrap();
            assert_eq!(found.score, expected, "{position:?}");
        }
        wins += u32::from(expected.0.abs() >= WIN.0 / 2);
    }
    assert!((40..1_000).contains(&wins), "{wins}");
}

/// Minimax finds wins that proof numbers prove within a few moves, and the
/// distance that they tell agrees with the verdict.
#[test]
fn a_proof_is_a_win() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut proved, mut open) = (0, 0);
    for number in 0..2_000 {
        let position = random_position(BOTH[number % 2], &mut rng);
        let found = proof::search(&position, WIN, &Limits::nodes(3_000));
        let best = minimax_to(&position, &Lookout, 3);
        match found.verdict {
            Verdict::Proved => {
                assert_eq!(found.proof, 0, "{position:?}");
                proved += u32::from(best == WIN);
            }
            Verdict::Disproved => {
                assert_eq!(found.disproof, 0, "{position:?}");
                assert!(best < WIN, "{position:?}");
            }
            Verdict::Unknown => {
                assert!(found.proof > 0 && found.disproof > 0, "{position:?}");
                open += 1;
            }
        }
    }
    assert!(proved >= 15 && open > 30, "{proved}, {open}");
}
