//! The bidding: the declarer and the contract.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::{Contract, Options};

/// The bidding: it starts with the forehand's three, or with klop where that is
/// compulsory, and the next player's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokBidding"),
    schemars(rename = "TarokBidding")
)]
pub struct Bidding {
    /// The seat whose turn it is.
    pub to_bid: Seat,
    /// The forehand, who sits before the others; they follow in turn.
    pub forehand: Seat,
    /// The standing bid.
    pub standing: Contract,
    /// The seat that made it.
    pub bidder: Seat,
    /// The last bid of each player.
    pub bids: BySeat<Option<Contract>>,
    /// True for each player who has passed, for good.
    pub passed: BySeat<bool>,
}

/// The bidding is won; the declarer has still to say what is really played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokChoosing"),
    schemars(rename = "TarokChoosing")
)]
pub struct Choosing {
    /// The seat that won the bidding.
    pub declarer: Seat,
    /// The least that must be played.
    pub standing: Contract,
    /// True if klop may be said instead: the declarer is the forehand and
    /// nobody else has bid.
    pub may_klop: bool,
}

impl Bidding {
    pub(crate) fn new(options: &Options, forehand: Seat) -> Self {
        let seats = options.seats();
        let mut bids = BySeat::filled(seats, None);
        let standing = if options.compulsory { Contract::Klop } else { Contract::Three };
        bids[forehand] = Some(standing).filter(|_| !options.compulsory);
        Self {
            to_bid: forehand.clockwise(1, seats),
            forehand,
            standing,
            bidder: forehand,
            bids,
            passed: BySeat::filled(seats, false),
        }
    }

    /// Returns the bids of the player whose turn it is, without passing: more than the standing
    /// bid, or as much when sitting before its bidder.
    pub fn legal_bids(&self, options: &Options) -> impl Iterator<Item = Contract> + use<> {
        let lowest_may_equal = self.place(self.to_bid) < self.place(self.bidder);
        let standing = self.standing;
        options
            .biddable()
            .filter(move |&bid| bid > standing || bid == standing && lowest_may_equal)
            .filter(move |&bid| bid >= least_at(standing))
    }

    /// The forehand 0, the dealer last.
    fn place(&self, seat: Seat) -> usize {
        let seats = self.bids.len();
        (seat.index() + seats - self.forehand.index()) % seats
    }

    pub(crate) fn bid(&mut self, contract: Contract) {
        self.standing = contract;
        self.bidder = self.to_bid;
        self.bids[self.to_bid] = Some(contract);
        self.go_on();
    }

    /// Passes, and returns the winner's choice if only one player has not passed.
    pub(crate) fn pass(&mut self) -> Option<Choosing> {
        self.passed[self.to_bid] = true;
        let passed = self.passed.iter().filter(|&&passed| passed).count();
        if passed == self.bids.len() - 1 {
            let mut others = self.bids.enumerate().filter(|&(seat, _)| seat != self.forehand);
            let alone = others.all(|(_, bid)| bid.is_none());
            return Some(Choosing {
                declarer: self.bidder,
                standing: self.standing,
                may_klop: alone,
            });
        }
        self.go_on();
        None
    }

    fn go_on(&mut self) {
        let seats = self.bids.len();
        let mut others = self.to_bid.clockwise(1, seats).round(seats);
        self.to_bid = others.find(|&seat| !self.passed[seat]).expect("two have not passed");
    }
}

impl Choosing {
    /// Returns the contracts that may be played: at least the one that was bid,
    /// or klop.
    pub fn legal_contracts(&self, options: &Options) -> impl Iterator<Item = Contract> + use<> {
        let least = self.standing.max(least_at(self.standing));
        let klop = self.may_klop.then_some(Contract::Klop);
        klop.into_iter().chain(options.biddable().filter(move |&contract| contract >= least))
    }
}

/// Where klop is compulsory, and stands, hardly anything outbids it.
const fn least_at(standing: Contract) -> Contract {
    if matches!(standing, Contract::Klop) { Contract::SoloWithout } else { Contract::Three }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOREHAND: Seat = Seat::new(0);
    const MIDDLE: Seat = Seat::new(1);
    const DEALER: Seat = Seat::new(2);

    fn legal(bidding: &Bidding) -> String {
        let bids: Vec<_> =
            bidding.legal_bids(&Options::default()).map(|bid| bid.to_string()).collect();
        bids.join(" ")
    }

    #[test]
    fn whoever_sits_before_may_hold_the_bid() {
        let mut bidding = Bidding::new(&Options::default(), FOREHAND);
        assert_eq!((bidding.to_bid, legal(&bidding).as_str()), (MIDDLE, "two one solo berac"));
        bidding.bid(Contract::Two);
        assert_eq!((bidding.to_bid, legal(&bidding).as_str()), (DEALER, "one solo berac"));
        bidding.bid(Contract::Solo);
        assert_eq!((bidding.to_bid, legal(&bidding).as_str()), (FOREHAND, "solo berac"));
        bidding.bid(Contract::Solo);
        assert_eq!((bidding.to_bid, legal(&bidding).as_str()), (MIDDLE, "berac"));
        bidding.bid(Contract::Berac);
        assert_eq!((bidding.to_bid, legal(&bidding).as_str()), (DEALER, ""));
        assert_eq!(bidding.pass(), None);
        assert_eq!((bidding.to_bid, legal(&bidding).as_str()), (FOREHAND, "berac"));
        let won = bidding.pass().unwrap();
        assert_eq!((won.declarer, won.standing, won.may_klop), (MIDDLE, Contract::Berac, false));
    }

    #[test]
    fn klop_is_for_a_forehand_whom_nobody_disturbed() {
        let mut bidding = Bidding::new(&Options::default(), FOREHAND);
        assert_eq!(bidding.pass(), None);
        let won = bidding.pass().unwrap();
        assert_eq!((won.declarer, won.standing, won.may_klop), (FOREHAND, Contract::Three, true));
        let legal: Vec<_> = won.legal_contracts(&Options::default()).collect();
        assert_eq!(legal, &Contract::ALL[..6]);

        let mut bidding = Bidding::new(&Options::default(), FOREHAND);
        bidding.bid(Contract::Two);
        assert_eq!(bidding.pass(), None);
        bidding.bid(Contract::Two);
        let won = bidding.pass().unwrap();
        assert_eq!((won.declarer, won.standing, won.may_klop), (FOREHAND, Contract::Two, false));
        let legal: Vec<_> = won.legal_contracts(&Options::default()).collect();
        assert_eq!(legal, &Contract::ALL[2..6]);
    }
}
