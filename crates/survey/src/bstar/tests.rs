//! The worked example of Luštrek's survey, and proofs against plain minimax.

use super::tree::{Phase, Step, Tree};
use super::{Goal, Judge, search};
use vzetek_search::games::rooms::{MOST, Room};
use vzetek_search::minimax::minimax;
use vzetek_search::{Limits, Perfect, Score};

/// A position of figures 3 to 6, by its letter; the root is `^`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Letter(char);

impl Perfect for Letter {
    type Move = char;
    type Key = char;

    fn key(&self) -> char {
        self.0
    }

    fn maximizing(&self) -> bool {
        matches!(self.0, '^' | 'D'..='F' | 'M'..='P' | 'T'..='V')
    }

    fn moves(&self, moves: &mut Vec<char>) {
        let answers = match self.0 {
            '^' => "ABC",
            'A' => "DEF",
            'D' => "GHI",
            'F' => "JKL",
            'G' => "MNP",
            'M' => "QRS",
            'J' => "TUV",
            // The example goes no further; the game does.
            _ => "?",
        };
        moves.extend(answers.chars());
    }

    fn play(&self, action: char) -> (Self, Score) {
        (Self(action), Score(0))
    }
}

/// The figures' estimates. Those of J and M before they are expanded stand in
/// no table: J must look best of F's answers, M worst of G's, for the search
/// to take the survey's way.
struct Figures;

impl Judge<Letter> for Figures {
    fn realistic(&mut self, position: &Letter) -> Score {
        let estimates = "A20 B18 C10 D20 E60 F80 G34 H12 I16 J80 K60 L50 M25 N30 P34 \
                         Q55 R32 S20 T82 U70 V40";
        estimate(estimates, position.0)
    }

    fn optimistic(&mut self, position: &Letter, _: bool) -> Score {
        let estimates = "A100 B40 C25 G76 H36 I32 D0 E40 F-80 M10 N15 P20 T4 U11 V16";
        estimate(estimates, position.0)
    }
}

fn estimate(estimates: &str, letter: char) -> Score {
    let found = estimates.split(' ').find_map(|text| text.strip_prefix(letter));
    let found = found.unwrap_or_else(|| panic!("the survey does not judge {letter}"));
    Score(found.parse().expect("a number"))
}

/// Rows as the survey prints them, `letter P R O PC`, where P and O change
/// places on the other side's moves; `-` for what it leaves out.
fn assert_rows(tree: &Tree<'_, Letter, Figures>, target: f64, rows: &str) {
    assert_eq!(tree.target, target);
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let cells: Vec<&str> = row.split_whitespace().collect();
        let letter = Letter(cells[0].chars().next().expect("a letter"));
        let node = tree.nodes.iter().find(|node| node.position == letter);
        let node = node.unwrap_or_else(|| panic!("{letter:?} is not in the tree"));
        let by_other = letter.maximizing();
        let (pessimistic, optimistic) =
            if by_other { (node.high, node.low) } else { (node.low, node.high) };
        let values = [pessimistic, node.real, optimistic, node.chance];
        for ((cell, value), column) in cells[1..].iter().zip(values).zip(["P", "R", "O", "PC"]) {
            if *cell == "-" {
                continue;
            }
            let printed: f64 = cell.parse().expect("a number");
            // The survey rounds to three places, once downwards.
            assert!((printed - value).abs() < 0.001, "{column} of {row}: {value}");
        }
    }
}

fn expanded<'a>(tree: &mut Tree<'a, Letter, Figures>) -> char {
    let before = tree.len();
    assert_eq!(tree.step(), Step::Expanded);
    let first = &tree.nodes[before];
    let children = |letter: char| {
        let mut moves = Vec::new();
        Letter(letter).moves(&mut moves);
        moves
    };
    let wanted = first.action.expect("not the root");
    ('A'..='V').find(|&letter| children(letter)[0] == wanted).expect("some parent")
}

#[test]
fn the_tables_of_the_survey() {
    let mut figures = Figures;
    let mut tree = Tree::new(&Letter('^'), &mut figures, Goal::default());
    tree.begin(Phase::Selection);
    assert_eq!(expanded(&mut tree), 'A');
    assert_rows(
        &tree,
        30.0,
        "A - 20 100 0.875
         B - 18 40 0.455
         C - 10 25 0
         D 100 20 - 0.875
         E 100 60 - 1
         F 100 80 - 1",
    );
    assert_eq!(expanded(&mut tree), 'D');
    assert_rows(
        &tree,
        37.0,
        "A - 34 76 0.929
         B - 18 40 0.136
         C - 10 25 0
         D 76 34 - 0.929
         E 100 60 - 1
         F 100 80 - 1
         G - 34 76 0.929
         H - 12 36 0
         I - 16 32 0",
    );
    assert_eq!(tree.step(), Step::Done);
    tree.begin(Phase::Verification);
    assert_rows(
        &tree,
        17.0,
        "A -80 34 76
         B - 18 40
         C - 10 25
         D 76 34 0 0.500
         E 100 60 40 0
         F 100 80 -80 0.606
         G 0 34 76 0.500
         H 0 12 36 1
         I 0 16 32 1",
    );
    let order: String = (0..4).map(|_| expanded(&mut tree)).collect();
    assert_eq!(order, "FGMJ");
    assert_eq!(tree.step(), Step::Done);
    // The survey leaves the values of A, D and F, and R of G, as they were
    // before anything below them was expanded, and T, U and V with a P of 82,
    // 80 and 80; none of that has a part in any probability. Its algorithm
    // carries the values up, and so does this.
    assert_rows(
        &tree,
        17.0,
        "A 4 30 76
         B - 18 40
         C - 10 25
         D 76 30 10 0.133
         E 100 60 40 0
         F 100 60 4 0.086
         G 10 30 76 0.133
         H 0 12 36 1
         I 0 16 32 1
         J 4 40 100 0.167
         K -80 60 100 0.693
         L -80 50 100 0.746
         M 76 55 10 0.034
         N 76 30 15 0.133
         P 76 34 20 0
         Q 10 55 76 0.156
         R 10 32 76 0.318
         S 10 20 76 0.700
         T 100 82 4 0.167
         U 100 70 11 0.102
         V 100 40 16 0.042",
    );
    let found = search(&Letter('^'), &mut Figures, Goal::default(), &Limits::default());
    assert_eq!((found.best, found.realistic, found.is_certain), (Some('A'), Score(30), true));
    assert_eq!(found.nodes, 22);
}

/// Knows what can be gained at all, and guesses in between.
struct Bounds;

impl Judge<Room> for Bounds {
    fn realistic(&mut self, room: &Room) -> Score {
        let most = MOST * i32::from(room.floors);
        Score(room.draw(700, 2 * most as u64 + 1) as i32 - most)
    }

    fn optimistic(&mut self, room: &Room, maximizer: bool) -> Score {
        let (least, most) = room.future();
        if maximizer { most } else { least }
    }
}

#[test]
fn what_is_proved_is_minimax() {
    let (mut nodes, mut all) = (0, 0);
    for seed in 0..3_000 {
        let room = Room::entrance(seed, 5);
        let found = search(&room, &mut Bounds, Goal::Proved, &Limits::default());
        assert!(found.is_certain, "seed {seed}");
        let (next, gain) = room.play(found.best.unwrap());
        assert_eq!(gain + minimax(&next), minimax(&room), "seed {seed}");
        nodes += found.nodes;
        all += size(&room);
    }
    assert!(nodes < all, "{nodes} of {all}");
}

fn size(room: &Room) -> u64 {
    1 + (0..room.doors()).map(|door| size(&room.behind(door))).sum::<u64>()
}

#[test]
fn what_is_likely_is_cheaper_and_mostly_right() {
    let [mut right, mut games, mut cheap, mut dear] = [0u64; 4];
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 5);
        let found = search(&room, &mut Bounds, Goal::default(), &Limits::default());
        cheap += found.nodes;
        dear += search(&room, &mut Bounds, Goal::Proved, &Limits::default()).nodes;
        let (next, gain) = room.play(found.best.unwrap());
        right += u64::from(gain + minimax(&next) == minimax(&room));
        games += 1;
    }
    assert!(cheap < dear, "{cheap} against {dear}");
    assert!(right * 10 > games * 8, "{right} of {games}");
}

#[test]
fn a_search_cut_short_says_so() {
    let room = (0..).map(|seed| Room::entrance(seed, 12)).find(|room| room.doors() == 4).unwrap();
    let found = search(&room, &mut Bounds, Goal::Proved, &Limits::nodes(30));
    assert!(!found.is_certain && found.best.is_some());
}
