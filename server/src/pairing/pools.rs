//! The pools: the games for which players who do not know each other are paired.

use std::num::NonZeroU8;

use vzetek_protocol::table::Clock;
use vzetek_protocol::{GameOptions, Kind, Pace, Pool, Seek, TableConfig};
use vzetek_tablic as tablic;
use vzetek_tarok as tarok;
use vzetek_trset as trset;

/// The points to which a match of tršet for two or four is played.
const TRSET_TARGET: u8 = 21;
/// The points to which a match of tablić is played.
const TABLIC_TARGET: u8 = 51;
/// The number of deals of a match of tarok for each player, who deals as often.
const TAROK_ROUNDS: u8 = 2;

const QUICK: Clock = Clock { move_ms: 10_000, bank_ms: 30_000, grace_ms: 30_000, off_alone: false };
const UNHURRIED: Clock =
    Clock { move_ms: 60_000, bank_ms: 300_000, grace_ms: 60_000, off_alone: false };

/// Returns all pools, in the order in which they are shown.
pub fn all() -> Vec<Pool> {
    let games = [
        trset_for(trset::Variant::Trset, 2, Some(TRSET_TARGET)),
        trset_for(trset::Variant::Trset, 4, Some(TRSET_TARGET)),
        trset_for(trset::Variant::Kifameno, 3, None),
        tarok_for(4),
        tarok_for(3),
        tablic_for_two(),
    ];
    let paces = [(Pace::Quick, QUICK), (Pace::Unhurried, UNHURRIED)];
    let pool = |game: &GameOptions, (pace, clock): (Pace, Clock)| Pool {
        seek: Seek { kind: game.kind(), pace },
        config: TableConfig {
            game: game.clone(),
            clock,
            private: false,
            rated: true,
            bots: None,
            lesson: false,
        },
    };
    games.iter().flat_map(|game| paces.map(|pace| pool(game, pace))).collect()
}

fn trset_for(variant: trset::Variant, players: u8, target: Option<u8>) -> GameOptions {
    let options = trset::Options::new(variant, players).expect("a number of players there is");
    let cappotto = variant == trset::Variant::Kifameno;
    GameOptions::Trset(trset::Options { target, cappotto, ..options })
}

fn tarok_for(players: u8) -> GameOptions {
    let options = tarok::Options::new(players).expect("a number of players there is");
    let deals = NonZeroU8::new(TAROK_ROUNDS * players);
    GameOptions::Tarok(tarok::Options { deals, ..options })
}

fn tablic_for_two() -> GameOptions {
    let options = tablic::Options::new(2).expect("two can play");
    GameOptions::Tablic(tablic::Options { target: Some(TABLIC_TARGET), ..options })
}

/// The names of the kinds that have pools, for the error about an unknown one.
pub fn kinds(pools: &[Pool]) -> String {
    let mut kinds: Vec<&Kind> = pools.iter().map(|pool| &pool.seek.kind).collect();
    kinds.dedup();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_has_its_own_name_and_options_that_a_client_may_ask_for() {
        let pools = all();
        assert_eq!(pools.len(), 12);
        for (at, pool) in pools.iter().enumerate() {
            assert_eq!(pool.seek.kind, pool.config.game.kind());
            assert!(pools[..at].iter().all(|other| other.seek != pool.seek), "{:?}", pool.seek);
            let written = serde_json::to_value(&pool.config).unwrap();
            let read: TableConfig = serde_json::from_value(written).unwrap();
            assert_eq!(read, pool.config, "the gate lets them through");
        }
        assert_eq!(kinds(&pools), "trset-2, trset-4, kifameno-3, tarok-4, tarok-3, tablic-2");
    }
}
