//! The parts of alpha-beta and MTD(f), against plain minimax.

use vzetek_search::alphabeta::{AlphaBeta, Guide, OutOfBudget, Parts, Whole};
use vzetek_search::games::combinations::{assert_best, door_values, every_combination};
use vzetek_search::games::four::{Cells, Four};
use vzetek_search::games::rooms::{Nearsighted, Room};
use vzetek_search::games::tree::{Place, Tree};
use vzetek_search::minimax::{minimax, minimax_to};
use vzetek_search::{Limits, Perfect, Score, Window, mtd};

/// The value of the position for the side to move.
///
/// One formula for both sides: a value changes its sign whenever the move
/// passes to the other side (D. E. Knuth, R. W. Moore, "An analysis of
/// alpha-beta pruning", 1975). Shorter than [`minimax`], and less clear; here
/// it is the second opinion.
fn negamax<P: Perfect>(position: &P) -> Score {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let side = position.maximizing();
    let signed = |score: Score, same_side: bool| if same_side { score } else { -score };
    let values = moves.into_iter().map(|action| {
        let (next, gain) = position.play(action);
        signed(gain, side) + signed(negamax(&next), next.maximizing() == side)
    });
    values.max().unwrap_or_default()
}

#[test]
fn negamax_is_minimax_seen_by_the_side_to_move() {
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 5);
        let value = minimax(&room);
        let expected = if room.maximizing() { value } else { -value };
        assert_eq!(negamax(&room), expected, "seed {seed}");
    }
}

#[test]
fn no_combination_of_parts_changes_a_value_or_a_move() {
    let combinations = every_combination();
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 9);
        let guide = Nearsighted { selective: seed % 3 == 0, coarse: false };
        let depth = 1 + (seed % 5) as u8;
        let parts = combinations[seed as usize % combinations.len()];
        let mut search = AlphaBeta::guided(guide, parts);
        let found = search.best(&room, depth, &Limits::default()).unwrap();
        assert_best(&room, &guide, depth, found, &format!("{parts:?}"));
        let values = search.move_values_to(&room, depth, &Limits::default()).unwrap();
        assert_eq!(values, door_values(&room, &guide, depth), "seed {seed}, {parts:?}");
        // A horizon beyond the roof is none.
        let whole = Nearsighted::default();
        let mut search = AlphaBeta::guided(whole, parts);
        assert_eq!(search.best(&room, 12, &Limits::default()).unwrap().score, minimax(&room));
    }
}

#[test]
fn yes_or_no_questions_find_the_value_and_a_move_that_reaches_it() {
    let combinations = every_combination();
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 8);
        let guide = Nearsighted { selective: seed % 2 == 0, coarse: false };
        let parts = combinations[(seed as usize * 7) % combinations.len()];
        let mut search = AlphaBeta::guided(guide, parts);
        let guess = Score((seed % 13) as i32 - 6);
        let found = mtd::search(&mut search, &room, 5, guess, &Limits::default()).unwrap();
        assert_best(&room, &guide, 5, found, "MTD(f)");
    }
}

#[test]
fn a_search_that_runs_out_of_positions_says_so() {
    let mut search = AlphaBeta::guided(Nearsighted::default(), Parts::NONE);
    let room = Room::entrance(4, 12);
    assert_eq!(search.best(&room, 9, &Limits::nodes(50)), Err(OutOfBudget));
}

#[test]
fn each_part_saves_positions() {
    let openings: Vec<Four> = (0..6).map(|column| Four::empty(6, 5).after(&[column, 2])).collect();
    let visited = |parts: Parts, depth: u8| -> u64 {
        let one = |position: &Four| {
            let mut search = AlphaBeta::guided(Cells, parts);
            search.best(position, depth, &Limits::default()).unwrap();
            search.nodes()
        };
        openings.iter().map(one).sum()
    };
    let plain = visited(Parts::NONE, 8);
    for part in [
        Parts::table(14),
        Parts { killers: true, ..Parts::NONE },
        Parts { history: true, ..Parts::NONE },
        Parts { minimal_window: true, ..Parts::NONE },
    ] {
        let nodes = visited(part, 8);
        assert!(nodes < plain, "{part:?}: {nodes} of {plain}");
    }
    let all = visited(Parts::all(14), 8);
    for without in [
        Parts { table: None, ..Parts::all(14) },
        Parts { killers: false, history: false, ..Parts::all(14) },
    ] {
        let nodes = visited(without, 8);
        assert!(all < nodes, "{without:?}: {nodes} against {all}");
    }
}

#[test]
fn an_equivalence_table_saves_more_and_is_sometimes_wrong() {
    let [mut exact_nodes, mut coarse_nodes, mut wrong] = [0; 3];
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 20);
        let value = |coarse, nodes: &mut u64| {
            let guide = Nearsighted { selective: false, coarse };
            let mut search = AlphaBeta::guided(guide, Parts::table(12));
            let score = search.best(&room, 8, &Limits::default()).unwrap().score;
            *nodes += search.nodes();
            score
        };
        let exact = value(false, &mut exact_nodes);
        assert_eq!(exact, minimax_to(&room, &Nearsighted::default(), 8));
        wrong += u64::from(value(true, &mut coarse_nodes) != exact);
    }
    assert!(coarse_nodes * 3 < exact_nodes * 2, "{coarse_nodes} of {exact_nodes}");
    assert!((10..1_900).contains(&wrong), "{wrong} wrong");
}

/// Figure 1 of Luštrek's survey in its own account: having got 6 from the node
/// before, the maximiser has no use for a node in which the first leaf is 4, and
/// the leaves after that one are not looked at.
#[test]
fn the_cut_of_the_first_figure() {
    let leaves = |values: &[i32]| values.iter().map(|&value| Tree::Leaf(value)).collect();
    let figure = |hidden: &[i32]| {
        let mut second = vec![4];
        second.extend(hidden);
        Tree::Max(vec![Tree::Min(leaves(&[8, 6])), Tree::Min(leaves(&second))])
    };
    let nodes = |tree: &Tree| {
        let mut search = AlphaBeta::guided(Whole, Parts::NONE);
        assert_eq!(search.value(&Place(tree)), Score(6));
        assert_eq!(minimax(&Place(tree)), Score(6));
        search.nodes()
    };
    assert_eq!(nodes(&figure(&[])), nodes(&figure(&[9, 1, 7])));
    assert_eq!(nodes(&figure(&[])), 6);
    // A window that the value lies outside of is answered by a bound.
    let tree = figure(&[9, 1, 7]);
    let window = Window { alpha: Score(10), beta: Score(12) };
    let mut search = AlphaBeta::guided(Whole, Parts::NONE);
    let bound = search.search(&Place(&tree), window, &Limits::default()).unwrap();
    assert!((Score(6)..=Score(10)).contains(&bound));
}

/// A room whose sides may have changed places: what one side had there is the
/// other's.
#[derive(Clone, Copy, Debug)]
struct Hall {
    room: Room,
    turned: bool,
}

impl Hall {
    fn told(&self, score: Score) -> Score {
        if self.turned { -score } else { score }
    }
}

impl Perfect for Hall {
    type Move = u8;
    type Key = ((u8, u64), bool);

    fn key(&self) -> Self::Key {
        (self.room.key(), self.turned)
    }

    fn maximizing(&self) -> bool {
        self.room.maximizing() != self.turned
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        self.room.moves(moves);
    }

    fn play(&self, door: u8) -> (Self, Score) {
        let (room, gain) = self.room.play(door);
        (Self { room, turned: self.turned != (door == 1) }, self.told(gain))
    }

    fn future(&self) -> (Score, Score) {
        // Not so close that under the roof nothing would be left to ask.
        let (least, most) = self.room.future();
        (least - Score(1), most + Score(1))
    }

    fn is_worth_remembering(&self) -> bool {
        !self.room.key().0.is_multiple_of(3)
    }
}

/// Knows that sides are alike.
#[derive(Clone, Copy, Debug)]
struct Porter<const SEES_AHEAD: bool>;

impl<const SEES_AHEAD: bool> Guide<Hall> for Porter<SEES_AHEAD> {
    type Key = (u8, u64);
    const FAITHFUL: bool = true;
    const HORIZON: bool = SEES_AHEAD;
    const IN_TURN: bool = true;
    const SLOTS: usize = 8;

    fn key(&self, hall: &Hall) -> (u8, u64) {
        hall.room.key()
    }

    fn is_mirrored(&self, hall: &Hall) -> bool {
        hall.turned
    }

    fn evaluate(&self, hall: &Hall) -> Score {
        hall.told(Nearsighted::default().evaluate(&hall.room))
    }

    fn slot(&self, hall: &Hall, door: u8) -> usize {
        4 * usize::from(hall.maximizing()) + usize::from(door)
    }
}

#[test]
fn mirrored_entries_and_moves_in_turn_change_no_value() {
    let combinations = every_combination();
    let none = Limits::default();
    for seed in 0..2_000 {
        let hall = Hall { room: Room::entrance(seed, 7), turned: seed % 2 == 0 };
        let parts = combinations[(seed as usize * 5) % combinations.len()];
        let guess = Score((seed % 13) as i32 - 6);
        let mut whole = AlphaBeta::guided(Porter::<false>, parts);
        let value = minimax(&hall);
        assert_eq!(mtd::value(&mut whole, &hall, guess, &none).unwrap(), value, "{parts:?}");
        assert_eq!(whole.value(&hall), value, "seed {seed}, {parts:?}");
        let other = Hall { turned: !hall.turned, ..hall };
        assert_eq!(whole.value(&other), -value, "seed {seed}, {parts:?}");
        let mut ahead = AlphaBeta::guided(Porter::<true>, parts);
        for depth in 1..=5 {
            let expected = minimax_to(&hall, &Porter::<true>, depth);
            let found = mtd::search(&mut ahead, &hall, depth, guess, &none).unwrap();
            assert_eq!(found.score, expected, "seed {seed}, {parts:?}, {depth} ahead");
            let found = ahead.best(&hall, depth, &none).unwrap();
            assert_eq!(found.score, expected, "seed {seed}, {parts:?}, {depth} ahead");
        }
    }
}

#[test]
fn mirrored_entries_save_positions() {
    /// Knows all that the porter does but that.
    struct Stranger;

    impl Guide<Hall> for Stranger {
        type Key = ((u8, u64), bool);
        const FAITHFUL: bool = true;
        const IN_TURN: bool = true;

        fn key(&self, hall: &Hall) -> Self::Key {
            hall.key()
        }
    }
    let none = Limits::default();
    let (mut alike, mut apart) = (0, 0);
    for seed in 0..50 {
        let hall = Hall { room: Room::entrance(seed, 12), turned: false };
        let mut search = AlphaBeta::guided(Porter::<false>, Parts::table(14));
        let mut plain = AlphaBeta::guided(Stranger, Parts::table(14));
        let value = mtd::value(&mut search, &hall, Score(0), &none).unwrap();
        assert_eq!(mtd::value(&mut plain, &hall, Score(0), &none).unwrap(), value);
        (alike, apart) = (alike + search.nodes(), apart + plain.nodes());
    }
    assert!(5 * alike < 4 * apart, "{alike} of {apart} positions");
}
