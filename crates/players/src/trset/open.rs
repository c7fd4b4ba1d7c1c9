//! A deal with all cards open, for two sides, as a generic search wants it.

use vzetek_search::{Perfect, Score};
use vzetek_trset::LAST_TRICK;

use super::World;
use super::cards::{Bits, SUIT_OF, THIRDS, representatives, thirds};

/// An ending without stock, seen from one side.
///
/// The score is in thirds and always the better the higher for `side`: in kifameno those that the
/// other sides take. With three players the other two are treated as one side, which is the most
/// careful assumption ("paranoid": N. Sturtevant, R. Korf, "On pruning techniques for multi-player
/// games", 2000).
#[derive(Clone, Debug)]
pub(super) struct OpenDeal {
    world: World,
    side: usize,
}

impl OpenDeal {
    /// # Panics
    /// If cards are still to be drawn.
    pub(super) fn new(world: World, side: usize) -> Self {
        assert!(world.is_ending(), "cards are still to be drawn");
        Self { world, side }
    }

    /// The thirds that are still to be taken.
    pub(super) fn left(&self) -> u8 {
        if self.world.is_over() {
            return 0;
        }
        let hands = self.world.hands.iter().fold(0, |all, hand| all | hand);
        thirds(hands) + self.world.on_table() + LAST_TRICK
    }
}

impl Perfect for OpenDeal {
    type Move = u8;
    type Key = (u64, u64, u64);

    fn key(&self) -> Self::Key {
        // Forty bits a hand leave room in each word; the last hand is what
        // the others leave, as long as the cards in play are known.
        let [a, b, c, d] = self.world.hands;
        let seat = u64::from(self.world.leader);
        (a | (c << 40), b | (c >> 24 << 40), d | seat << 60)
    }

    fn maximizing(&self) -> bool {
        self.world.rules.side(self.world.seat()) == self.side
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        if self.world.is_over() {
            return;
        }
        let start = moves.len();
        let others = self.world.others(self.world.seat());
        moves.extend(Bits(representatives(self.world.playable(), others)));
        let best = self.world.best_card();
        let kifameno = self.world.rules.kifameno;
        let friendly = self.world.played > 0
            && self.world.rules.side(self.world.winner())
                == self.world.rules.side(self.world.seat());
        moves[start..].sort_by_key(|&card| {
            let (strength, worth) = (i32::from(card % 10), i32::from(THIRDS[usize::from(card)]));
            match best {
                None if kifameno => strength,
                None => -strength,
                Some(best) => {
                    let same = SUIT_OF[usize::from(card)] == SUIT_OF[usize::from(best)];
                    match (same && card > best, friendly != kifameno) {
                        (true, false) if !kifameno => strength - 40 - 4 * worth,
                        (true, _) if kifameno => 40 + worth - strength,
                        (_, true) => -8 * worth - strength,
                        _ => 8 * worth + strength,
                    }
                }
            }
        });
    }

    fn play(&self, card: u8) -> (Self, Score) {
        let mut next = self.clone();
        let gain = next.advance(card);
        (next, gain)
    }

    fn advance(&mut self, card: u8) -> Score {
        let before = self.world.thirds;
        self.world.play(card);
        let mut gain = 0;
        for (side, before) in before.iter().enumerate().take(self.world.rules.sides()) {
            let taken = i32::from(self.world.thirds[side] - before);
            if (side == self.side) != self.world.rules.kifameno {
                gain += taken;
            }
        }
        Score(gain)
    }

    fn future(&self) -> (Score, Score) {
        (Score(0), Score(i32::from(self.left())))
    }

    fn is_worth_remembering(&self) -> bool {
        self.world.played == 0
    }
}
