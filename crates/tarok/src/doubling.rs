//! Kontra, re, sub and mort.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{Item, SEATS, Undertaking};

/// The game or an announcement, and who has raised it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokStake"))]
pub struct Stake {
    /// The item at stake.
    pub item: Item,
    /// The seats that said kontra, re, sub and mort: a defender, the declarer,
    /// a defender, the declarer.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Seat>"))]
    pub raises: ArrayVec<Seat, 4>,
}

impl Stake {
    /// An item at stake that is not raised yet.
    pub const fn new(item: Item) -> Self {
        Self { item, raises: ArrayVec::new_const() }
    }

    /// 1, and twice as much for each raise: 2, 4, 8 or 16.
    pub fn multiplier(&self) -> u8 {
        1 << self.raises.len()
    }

    /// True if the next to raise is a defender (kontra, sub) rather than the
    /// declarer (re, mort).
    fn is_defenders_turn(&self) -> bool {
        self.raises.len().is_multiple_of(2)
    }
}

/// The raising: the defenders clockwise from the declarer's left, then the
/// declarer, and so on, until everybody has spoken since the last raise.
///
/// A player who could raise nothing is not asked *(ours)*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokDoubling"))]
pub struct Doubling {
    /// The contract that is played, with its stakes.
    pub undertaking: Undertaking,
    /// The seat whose turn it is; any number of stakes may be raised before
    /// passing.
    pub speaker: Seat,
    /// The number of players after the speaker who have not spoken since the last
    /// raise.
    pub to_ask: u8,
}

/// The number of players but the speaker.
const OTHERS: u8 = SEATS as u8 - 1;

impl Doubling {
    pub(crate) fn new(undertaking: Undertaking) -> Self {
        let speaker = undertaking.declarer.clockwise(1, SEATS);
        Self { undertaking, speaker, to_ask: OTHERS }
    }

    /// Returns the items that the speaker may raise.
    pub fn raisable(&self) -> impl Iterator<Item = Item> {
        let defends = self.speaker != self.undertaking.declarer;
        self.undertaking
            .stakes
            .iter()
            .filter(move |stake| !stake.raises.is_full() && stake.is_defenders_turn() == defends)
            .map(|stake| stake.item)
    }

    pub(crate) fn raise(&mut self, item: Item) {
        let mut stakes = self.undertaking.stakes.iter_mut();
        let stake = stakes.find(|stake| stake.item == item).expect("the item is at stake");
        stake.raises.push(self.speaker);
        self.to_ask = OTHERS;
    }

    /// Lets the next player speak who can; false if the raising is over.
    pub(crate) fn pass(&mut self) -> bool {
        while self.to_ask > 0 {
            self.to_ask -= 1;
            self.speaker = self.speaker.clockwise(1, SEATS);
            if self.raisable().next().is_some() {
                return true;
            }
        }
        false
    }

    /// Lets the raising go on to the declarer where it would end with the
    /// speaker's pass. Recorded deals may go on so: by the earlier rules it ended
    /// only with the declarer's pass after a whole round without a raise.
    pub(crate) fn ask_again(&mut self) {
        let has_raises = self.undertaking.stakes.iter().any(|stake| !stake.raises.is_empty());
        if has_raises && !self.clone().pass() {
            let declarer = self.undertaking.declarer;
            let is_declarer = |&steps: &u8| self.speaker.clockwise(steps.into(), SEATS) == declarer;
            self.to_ask = (1..).find(is_declarer).expect("the declarer sits at the table");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Announcement, Contract};

    const DECLARER: Seat = Seat::new(1);
    const LEFT: Seat = Seat::new(2);
    const RIGHT: Seat = Seat::new(0);
    const TRULA: Item = Item::Announced(Announcement::Trula);

    fn start() -> Doubling {
        let mut undertaking = Undertaking::new(DECLARER, Contract::Solo);
        undertaking.stakes.push(Stake::new(TRULA));
        Doubling::new(undertaking)
    }

    fn turn(doubling: &Doubling) -> (Seat, Vec<Item>) {
        (doubling.speaker, doubling.raisable().collect())
    }

    #[test]
    fn a_round_without_a_raise_ends_it() {
        let mut doubling = start();
        assert_eq!(turn(&doubling), (LEFT, vec![Item::Game, TRULA]));
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (RIGHT, vec![Item::Game, TRULA]));
        assert!(!doubling.pass());
    }

    #[test]
    fn raises_go_up_to_mort_from_side_to_side() {
        let mut doubling = start();
        doubling.raise(Item::Game);
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]));
        assert!(doubling.pass());
        doubling.raise(TRULA);
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game, TRULA]));
        doubling.raise(Item::Game);
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (LEFT, vec![Item::Game]));
        assert!(doubling.pass());
        doubling.raise(Item::Game);
        assert!(doubling.pass(), "nothing is left for the right, but the declarer may go on");
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game, TRULA]));
        doubling.raise(Item::Game);
        doubling.raise(TRULA);
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]), "the game stands at mort");
        assert!(doubling.pass());
        assert!(!doubling.pass());
        let [game, trula] = doubling.undertaking.stakes.as_slice() else { unreachable!() };
        assert_eq!(
            (game.multiplier(), game.raises.as_slice()),
            (16, &[LEFT, DECLARER, RIGHT, DECLARER][..])
        );
        assert_eq!((trula.multiplier(), trula.raises.as_slice()), (4, &[RIGHT, DECLARER][..]));
    }

    #[test]
    fn whoever_passed_may_speak_again_after_a_raise() {
        let mut doubling = start();
        assert!(doubling.pass());
        doubling.raise(Item::Game);
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game]));
        assert!(doubling.pass(), "the right has raised since the left's word");
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]));
        assert!(!doubling.pass(), "nothing was raised since the others' word");
    }

    #[test]
    fn nobody_is_asked_again_when_nothing_was_raised_since() {
        let mut doubling = start();
        doubling.raise(Item::Game);
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (RIGHT, vec![TRULA]));
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game]));
        assert!(!doubling.pass());
    }

    #[test]
    fn a_record_may_ask_again_after_a_raise_alone() {
        let mut doubling = start();
        doubling.ask_again();
        assert!(doubling.pass());
        doubling.ask_again();
        assert!(!doubling.clone().pass(), "nobody has raised");
        doubling.raise(Item::Game);
        assert!(doubling.pass());
        doubling.ask_again();
        assert_eq!(doubling.to_ask, 1, "the left is asked in any case");
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]));
        doubling.ask_again();
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (RIGHT, vec![TRULA]));
        doubling.ask_again();
        assert!(doubling.pass());
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game]));
        assert!(!doubling.pass());
    }
}
