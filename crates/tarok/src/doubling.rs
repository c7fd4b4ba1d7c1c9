//! Kontra, re, sub and mort.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;
use vzetek_game::options::is_usual;

use crate::{Announcement, CardSet, Item, MOST_PLAYERS, Options, Side, Undertaking};

/// The raising: the defenders in turn after the declarer, then the
/// declarer, and so on, until everybody has spoken since the last raise.
///
/// Of three players, a player without an item to raise has no turn *(ours)*. Of four every player
/// has one, or else the sides would be seen, but see [`Self::is_foregone`]; they announce in
/// the first round; and after a round with a word there is a whole one more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokDoubling"),
    schemars(rename = "TarokDoubling")
)]
pub struct Doubling {
    /// The contract that is played, with its stakes.
    pub undertaking: Undertaking,
    /// The seat whose turn it is; any number of stakes may be raised before
    /// passing.
    pub speaker: Seat,
    /// The number of players after the speaker who have not spoken since the last
    /// raise; of four, who are still to be asked.
    pub to_ask: u8,
    /// True as long as the speaker may announce, too: of four players the declarer's
    /// three neighbours in their first turn.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub announcing: bool,
    /// Of four players: the turns since something was last announced or raised.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u8>"))]
    pub silent: u8,
}

impl Doubling {
    /// Lets the player after the declarer speak first.
    pub(crate) fn new(undertaking: Undertaking, options: &Options) -> Self {
        let speaker = undertaking.declarer.clockwise(1, options.seats());
        let announcing = options.is_four() && undertaking.contract.is_ordinary();
        Self { undertaking, speaker, to_ask: options.seats() as u8 - 1, announcing, silent: 0 }
    }

    /// Returns the items that a speaker of this side may raise.
    pub fn raisable(&self, side: Side) -> impl Iterator<Item = Item> {
        let stakes = self.undertaking.stakes.iter();
        stakes
            .filter(move |stake| !stake.raises.is_full() && stake.to_raise() == side)
            .map(|stake| stake.item)
    }

    /// Returns the announcements that a speaker with this hand may make.
    pub fn announceable(
        &self,
        hand: CardSet,
        options: &Options,
    ) -> impl Iterator<Item = Announcement> {
        self.undertaking.announceable(hand, options).filter(|_| self.announcing)
    }

    /// True if all players know that the speaker has nothing to say: on a side that is known, or on
    /// either, the speaker can raise nothing, or all four have had a turn since the last word.
    pub fn is_foregone(&self) -> bool {
        let mute = |side| self.raisable(side).next().is_none();
        let side = self.undertaking.side(self.speaker);
        let knows = side.map_or_else(|| mute(Side::Declarer) && mute(Side::Defenders), mute);
        !self.announcing && (knows || usize::from(self.silent) >= MOST_PLAYERS)
    }

    pub(crate) fn raise(&mut self, item: Item, options: &Options) {
        let mut stakes = self.undertaking.stakes.iter_mut();
        let stake = stakes.find(|stake| stake.item == item).expect("the item is at stake");
        stake.raises.push(self.speaker);
        self.hear(options);
    }

    pub(crate) fn announce(&mut self, announcement: Announcement, side: Side, options: &Options) {
        self.undertaking.announce(announcement, side, options);
        self.hear(options);
    }

    /// A player has spoken, and others may answer.
    fn hear(&mut self, options: &Options) {
        let seats = options.seats();
        self.silent = 0;
        self.to_ask = if options.is_four() {
            (self.steps_to_declarer(seats) + seats) as u8
        } else {
            seats as u8 - 1
        };
    }

    fn steps_to_declarer(&self, seats: usize) -> usize {
        (self.undertaking.declarer.index() + seats - self.speaker.index()) % seats
    }

    /// Lets the next player speak who is asked; false if the raising is over.
    pub(crate) fn pass(&mut self, options: &Options) -> bool {
        while self.to_ask > 0 {
            self.to_ask -= 1;
            self.silent += u8::from(options.is_four());
            self.speaker = self.speaker.clockwise(1, options.seats());
            self.announcing &= self.speaker != self.undertaking.declarer;
            if options.is_four() || self.can_raise() {
                return true;
            }
        }
        false
    }

    /// True if the speaker, whose side is known, can raise something.
    fn can_raise(&self) -> bool {
        let side = self.undertaking.side(self.speaker);
        side.is_some_and(|side| self.raisable(side).next().is_some())
    }

    /// Lets the raising continue to the declarer where it would end with the speaker's pass.
    /// Recorded deals may continue so: by the earlier rules it ended only with the declarer's pass
    /// after a whole round without a raise. Of four players there are no such records.
    pub(crate) fn ask_again(&mut self, options: &Options) {
        let has_raises = self.undertaking.stakes.iter().any(|stake| !stake.raises.is_empty());
        if has_raises && !options.is_four() && !self.clone().pass(options) {
            let seats = options.seats();
            let steps = self.steps_to_declarer(seats);
            self.to_ask = if steps == 0 { seats } else { steps } as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Announcement, Contract, Stake};

    const DECLARER: Seat = Seat::new(1);
    const LEFT: Seat = Seat::new(2);
    const RIGHT: Seat = Seat::new(0);
    const USUAL: Options = Options::USUAL;
    const TRULA: Item = Item::Announced(Announcement::Trula);

    fn start() -> Doubling {
        let mut undertaking = Undertaking::new(DECLARER, Contract::Solo);
        undertaking.stakes.push(Stake::new(TRULA));
        Doubling::new(undertaking, &USUAL)
    }

    fn turn(doubling: &Doubling) -> (Seat, Vec<Item>) {
        (
            doubling.speaker,
            doubling.raisable(doubling.undertaking.side(doubling.speaker).unwrap()).collect(),
        )
    }

    #[test]
    fn a_round_without_a_raise_ends_it() {
        let mut doubling = start();
        assert_eq!(turn(&doubling), (LEFT, vec![Item::Game, TRULA]));
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (RIGHT, vec![Item::Game, TRULA]));
        assert!(!doubling.pass(&USUAL));
    }

    #[test]
    fn raises_go_up_to_mort_from_side_to_side() {
        let mut doubling = start();
        doubling.raise(Item::Game, &USUAL);
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]));
        assert!(doubling.pass(&USUAL));
        doubling.raise(TRULA, &USUAL);
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game, TRULA]));
        doubling.raise(Item::Game, &USUAL);
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (LEFT, vec![Item::Game]));
        assert!(doubling.pass(&USUAL));
        doubling.raise(Item::Game, &USUAL);
        assert!(doubling.pass(&USUAL), "nothing is left for the right, but the declarer may go on");
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game, TRULA]));
        doubling.raise(Item::Game, &USUAL);
        doubling.raise(TRULA, &USUAL);
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]), "the game stands at mort");
        assert!(doubling.pass(&USUAL));
        assert!(!doubling.pass(&USUAL));
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
        assert!(doubling.pass(&USUAL));
        doubling.raise(Item::Game, &USUAL);
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game]));
        assert!(doubling.pass(&USUAL), "the right has raised since the left's word");
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]));
        assert!(!doubling.pass(&USUAL), "nothing was raised since the others' word");
    }

    #[test]
    fn nobody_is_asked_again_when_nothing_was_raised_since() {
        let mut doubling = start();
        doubling.raise(Item::Game, &USUAL);
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (RIGHT, vec![TRULA]));
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game]));
        assert!(!doubling.pass(&USUAL));
    }

    #[test]
    fn a_record_may_ask_again_after_a_raise_alone() {
        let mut doubling = start();
        doubling.ask_again(&USUAL);
        assert!(doubling.pass(&USUAL));
        doubling.ask_again(&USUAL);
        assert!(!doubling.clone().pass(&USUAL), "nobody has raised");
        doubling.raise(Item::Game, &USUAL);
        assert!(doubling.pass(&USUAL));
        doubling.ask_again(&USUAL);
        assert_eq!(doubling.to_ask, 1, "the left is asked in any case");
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (LEFT, vec![TRULA]));
        doubling.ask_again(&USUAL);
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (RIGHT, vec![TRULA]));
        doubling.ask_again(&USUAL);
        assert!(doubling.pass(&USUAL));
        assert_eq!(turn(&doubling), (DECLARER, vec![Item::Game]));
        assert!(!doubling.pass(&USUAL));
    }
}
