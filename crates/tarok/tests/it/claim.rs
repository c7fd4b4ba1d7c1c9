//! Claims are true: in all orders of play, with all cards that the claimant cannot see.

use rstest::rstest;
use vzetek_game::Seat;
use vzetek_game::testing::check_claims;
use vzetek_game::testing::claims::Claims;
use vzetek_tarok::{Options, Tarok};

use crate::choice;

#[rstest]
#[case::usual("{}", 0..700)]
#[case::all(r#"{"open_berac":true,"symmetric_bonuses":true,"rewarded_klop":true}"#, 700..1400)]
#[case::forehand(r#"{"forehand_leads":true,"open_berac":true}"#, 1400..2100)]
fn every_claim_holds_in_every_order(#[case] json: &str, #[case] deals: std::ops::Range<u64>) {
    let options: Options = serde_json::from_str(json).unwrap();
    let tricks = |deal: &Tarok, seat: Seat| {
        deal.table().phase.taken().map_or(0, |taken| usize::from(taken.tricks[seat]))
    };
    let Claims { rest, nothing } = check_claims::<Tarok>(&options, deals, choice::balanced, tricks);
    assert!(rest >= 20, "claims do happen: {rest}");
    assert!(nothing >= 20, "claims to take nothing too: {nothing}");
}
