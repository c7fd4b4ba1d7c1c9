//! The options of a table. The default is exactly the game of Luštrek (2002).

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use vzetek_game::options::is_usual;

use crate::Contract;

/// The options of a table; all of them may be chosen together. Those that are as
/// usual are not written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokOptions"))]
pub struct Options {
    /// In klop, whoever takes no trick gets 70 and the others nothing.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rewarded_klop: bool,
    /// Taroks may be discarded only when nothing else can be.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub taroks_discarded_last: bool,
    /// The forehand leads to the first trick, whoever is the declarer.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub forehand_leads: bool,
    /// Above berač, open berač may be bid, for 90.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub open_berac: bool,
    /// Half of what the defenders make silently is taken off the declarer.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub symmetric_bonuses: bool,
    /// The number of deals of a match. Without it each deal is won or lost by
    /// itself, and the running score goes on as long as the same three play.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deals: Option<NonZeroU8>,
    /// The cards are not shuffled: one of the prepared first deals is dealt. Set by the
    /// server, for that deal alone.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub prepared: bool,
}

impl Options {
    /// The number of seats of the table.
    pub const fn seats(&self) -> usize {
        crate::SEATS
    }

    /// The contracts that can be bid, low to high.
    pub fn biddable(&self) -> impl Iterator<Item = Contract> + use<> {
        let highest = if self.open_berac { Contract::OpenBerac } else { Contract::Berac };
        Contract::ALL
            .into_iter()
            .filter(move |contract| (Contract::Three..=highest).contains(contract))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_usual_game() {
        let options: Options = serde_json::from_str("{}").unwrap();
        assert_eq!(options, Options::default());
        let bids: Vec<_> = options.biddable().map(|bid| bid.value()).collect();
        assert_eq!(bids, [10, 20, 30, 50, 70]);
        let open: Options = serde_json::from_str(r#"{"open_berac":true}"#).unwrap();
        assert_eq!(open.biddable().last(), Some(Contract::OpenBerac));
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for json in [r#"{"colour":"red"}"#, r#"{"deals":0}"#, r#"{"open_berac":1}"#] {
            assert!(serde_json::from_str::<Options>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn options_survive_being_written_down() {
        let json = r#"{"rewarded_klop":true,"taroks_discarded_last":false,"forehand_leads":true,"open_berac":false,"symmetric_bonuses":true,"deals":12,"prepared":true}"#;
        let written = r#"{"rewarded_klop":true,"forehand_leads":true,"symmetric_bonuses":true,"deals":12,"prepared":true}"#;
        let options: Options = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&options).unwrap(), written);
        assert_eq!(serde_json::from_str::<Options>(written).unwrap(), options);
    }
}
