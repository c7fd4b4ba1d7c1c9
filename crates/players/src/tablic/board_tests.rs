//! The board in lockstep with the rules.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_search::dice;
use vzetek_tablic::{Options, Tablic};

use super::board::Board;
use super::{History, Situation};

/// The board as the player to move sees it.
fn seen(deal: &Tablic) -> Board {
    let seat = deal.current_player().expect("the deal goes on");
    Situation::new(&deal.view(Observer::Seat(seat)), &History::new()).board
}

#[test]
fn the_board_plays_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut captures = 0;
    for number in 0..200 {
        let options = Options::new([2, 3, 4, 6][number % 4]).unwrap();
        let options = Options { pairs: options.seats() == 4 && number % 8 == 2, ..options };
        let dealer = Seat::new((number % options.seats()) as u8);
        let mut deal: Tablic = vzetek_game::sharing::deal(&options, dealer, &mut rng);
        let first = deal.table().forehand();
        let mut board = seen(&deal);
        while !deal.is_terminal() {
            let legal = deal.legal_actions();
            // Captures are rare among what may be done; half of the time one is
            // made if there is any.
            let taking: Vec<_> = legal.iter().filter(|action| action.captures()).collect();
            let action = match taking.len() as u32 {
                count if count > 0 && dice::below(&mut rng, 2) == 0 => {
                    *taking[dice::below(&mut rng, count) as usize]
                }
                _ => legal[dice::below(&mut rng, legal.len() as u32) as usize],
            };
            captures += u32::from(action.captures());
            let before = board.clone();
            let undo = board.play(action);
            let after = board.clone();
            board.undo(undo);
            assert_eq!(board, before, "{action} taken back");
            board = after;
            deal.apply(action).unwrap();
            if !deal.is_terminal() {
                let seen = seen(&deal);
                // Boards do not deal.
                board.deck = seen.deck;
                assert_eq!(board, seen, "{action}");
            }
        }
        let result = deal.result().unwrap();
        let finals: Vec<_> = board.finals().collect();
        for (place, seat) in first.round(options.seats()).enumerate() {
            let made = &result.seats[seat];
            assert_eq!(finals[place % options.sides()], (made.cards, made.score), "{result:?}");
        }
    }
    assert!(captures > 1_000, "{captures}");
}
