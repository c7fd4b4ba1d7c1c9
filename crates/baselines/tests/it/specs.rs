//! Players with parameters: what is written is what plays.

use std::time::Duration;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::{Spec, SpecError, Tunable, decide_as, tablic, tarok, trset};
use vzetek_game::sharing::deal;
use vzetek_game::{Game, Seat};
use vzetek_players::Play;
use vzetek_players::tarok::Settings;
use vzetek_search::uct::FinalChoice;
use vzetek_trset::{Options, Trset, Variant};

fn read<P: Tunable>(text: &str) -> Result<Spec<P>, SpecError> {
    text.parse()
}

fn complaint<P: Tunable>(text: &str) -> String {
    read::<P>(text).expect_err(text).to_string()
}

#[test]
fn parameters_are_read() {
    let thesis: trset::Spec =
        read("thesis:iterations=400,time-ms=20,c=0.7,alpha=0.5,final=visits").unwrap();
    assert_eq!(thesis.player, trset::Player::Thesis);
    assert_eq!((thesis.iterations, thesis.time), (Some(400), Some(Duration::from_millis(20))));
    let flat = thesis.settings.flat;
    assert_eq!((flat.exploration, flat.win_weight), (0.7, 0.5));
    assert_eq!(flat.final_choice, FinalChoice::MostVisits);
    assert_eq!(thesis.settings.strong, trset::Settings::default().strong);

    let strong: tarok::Spec = read("strong: iterations = 800, infers=no, solved-from=4").unwrap();
    let expected = Settings { infers: false, solved_from: 4, ..Settings::STRONG };
    assert_eq!((strong.iterations, strong.settings), (Some(800), expected));

    let minimax: tablic::Spec = read("minimax:iterations=3,nodes=2000").unwrap();
    assert_eq!((minimax.iterations, minimax.nodes, minimax.time), (Some(3), Some(2000), None));
}

/// Every player of a game, and each of its parameters, can be written and read.
fn comes_back<P: Tunable>(players: &[P]) {
    for &player in players {
        let own = Spec::new(player);
        assert_eq!(own.to_string(), player.to_string());
        assert_eq!(read::<P>(&player.to_string()).unwrap(), own);
        for name in own.parameters() {
            let changed = ["3", "4", "0.125", "no", "mean"]
                .iter()
                .filter_map(|value| read::<P>(&format!("{player}:{name}={value}")).ok())
                .find(|spec| *spec != own);
            let changed = changed.unwrap_or_else(|| panic!("{name} of {player} is never changed"));
            assert!(changed.to_string().starts_with(&format!("{player}:{name}=")), "{changed}");
            assert_eq!(read::<P>(&changed.to_string()).unwrap(), changed);
        }
    }
}

#[test]
fn what_is_written_can_be_read_again() {
    comes_back(trset::Player::ALL);
    comes_back(tarok::Player::ALL);
    comes_back(tablic::Player::ALL);
    let text = "strong:iterations=50,c=0.1,alpha=0.25,prior-visits=2,tree-nodes=9,endings=no";
    assert_eq!(read::<trset::Player>(text).unwrap().to_string(), text);
    // A constant that is the player's own goes without saying, but not a limit: it stops the clock.
    let own = read::<trset::Player>("strong:iterations=60000,c=0.4").unwrap();
    assert_eq!(own.to_string(), "strong:iterations=60000");
}

#[test]
fn nonsense_is_answered_with_what_there_is() {
    assert_eq!(
        complaint::<trset::Player>("genius:c=1"),
        "there is no player \"genius\"; there are random, weighted, mcts, thesis, thesis-knn, natural, \
         gentle, easy, medium, strong"
    );
    assert_eq!(
        complaint::<trset::Player>("mcts:colour=1"),
        "mcts has no parameter \"colour\"; it has iterations, time-ms, c, alpha, final"
    );
    assert_eq!(
        complaint::<tarok::Player>("lustrek2002:c=1"),
        "lustrek2002 has no parameter \"c\"; it has iterations, time-ms"
    );
    assert_eq!(
        complaint::<trset::Player>("mcts:final=best"),
        "final of mcts cannot be \"best\"; it is uct, visits, mean, sum"
    );
    assert_eq!(
        complaint::<tablic::Player>("strong:solves=maybe"),
        "solves of strong cannot be \"maybe\"; it is yes or no"
    );
    assert_eq!(
        complaint::<trset::Player>("easy:iterations=301"),
        "iterations of easy cannot be \"301\"; it is a whole number from 1 to 300"
    );
    for text in ["mcts:", "mcts:,", "mcts:c", "mcts:c=", "mcts:c=NaN", "mcts:c=-1", "mcts:c=inf"] {
        read::<trset::Player>(text).expect_err(text);
    }
    for text in ["strong:iterations=0", "strong:time-ms=1.5", "strong:alpha=1.1", "strong:c=1,c=1"]
    {
        read::<trset::Player>(text).expect_err(text);
    }
}

/// Two players of tršet, and where their decisions about the same deals differ.
fn differences(one: &str, other: &str) -> usize {
    let options = Options::new(Variant::Trset, 2).expect("two can play");
    let [one, other] = [one, other].map(|text| read::<trset::Player>(text).unwrap());
    (0..30)
        .filter(|&seed| {
            let mut cards = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut play: Play<Trset> = Play::new(deal(&options, Seat::new(0), &mut cards));
            play.act(play.state.legal_actions()[0]);
            let [one, other] = [&one, &other].map(|spec| {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                play.ask(|question| decide_as(spec, &(), &question, &mut rng).action)
            });
            one != other
        })
        .count()
}

#[test]
fn parameters_change_what_is_played() {
    for player in ["mcts", "strong"] {
        let plain = format!("{player}:iterations=200");
        assert_eq!(differences(&plain, &plain), 0);
        for parameter in ["c=5", "alpha=0"] {
            let changed = format!("{plain},{parameter}");
            assert!(differences(&plain, &changed) > 0, "{changed}");
        }
    }
    for parameter in [
        "endings=no",
        "prior-visits=50",
        "tree-nodes=1",
        "infers=no",
        "trust=0.1",
        "candidates=2",
        "by-policy=0",
        "by-policy=1",
    ] {
        let changed = format!("strong:iterations=200,{parameter}");
        assert!(differences("strong:iterations=200", &changed) > 0, "{changed}");
    }
    assert!(differences("mcts:iterations=200", "mcts:iterations=200,final=mean") > 0);
    assert_eq!(differences("thesis:iterations=200", "mcts:iterations=200"), 0);
    // Nobody has shown it an example.
    assert_eq!(differences("thesis:iterations=200", "thesis-knn:iterations=200,k=5"), 0);
}
