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
#[case::two_declaring(r#"{"players":2,"declarations":true}"#)]
#[case::three_declaring(r#"{"players":3,"declarations":true}"#)]
#[case::four_declaring(r#"{"players":4,"declarations":true,"target":41}"#)]
fn random_deals_conform(#[case] options: &str) {
    let options: Options = serde_json::from_str(options).unwrap();
    check::<Trset>(&options, 60);
}
