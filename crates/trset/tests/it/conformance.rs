//! Every option set of tršet and kifameno passes the common conformance kit.

use rstest::rstest;
use vzetek_game::testing::check;
use vzetek_trset::{Options, Trset};

#[rstest]
#[case::two(r#"{"players":2}"#)]
#[case::three(r#"{"players":3}"#)]
#[case::four(r#"{"players":4}"#)]
#[case::two_fewest(r#"{"players":2,"variant":"kifameno","cappotto":true}"#)]
#[case::three_fewest(r#"{"players":3,"variant":"kifameno","removed_four":"B","target":21}"#)]
#[case::four_fewest(r#"{"players":4,"variant":"kifameno"}"#)]
#[case::four_alone(r#"{"players":4,"variant":"kifameno","cappotto":true,"alone":true}"#)]
#[case::four_stopping(
    r#"{"players":4,"declarations":true,"target":11,"cappotto_doubles":true,"stops_at_target":true,"standing":[5,7,5,7]}"#
)]
#[case::two_stopping(r#"{"players":2,"target":11,"stops_at_target":true,"standing":[9,8]}"#)]
#[case::four_redealt(r#"{"players":4,"pointless_redealt":true}"#)]
#[case::two_declaring(r#"{"players":2,"declarations":true}"#)]
#[case::three_declaring(r#"{"players":3,"declarations":true}"#)]
#[case::four_declaring(r#"{"players":4,"declarations":true,"target":41}"#)]
fn random_deals_conform(#[case] options: &str) {
    let options: Options = serde_json::from_str(options).unwrap();
    check::<Trset>(&options, 60);
}
