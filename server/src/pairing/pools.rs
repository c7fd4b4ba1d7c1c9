//! The pools: the games for which players who do not know each other are paired.

use vzetek_protocol::Clock;
use vzetek_protocol::{GameOptions, Kind, Pace, Pool, Seek, TableConfig};

const QUICK: Clock = Clock { move_ms: 10_000, bank_ms: 30_000, grace_ms: 30_000, off_alone: false };
const UNHURRIED: Clock =
    Clock { move_ms: 60_000, bank_ms: 300_000, grace_ms: 60_000, off_alone: false };

/// Returns all pools, in the order in which they are shown.
pub fn all() -> Vec<Pool> {
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
            open_hands: false,
        },
    };
    let games = GameOptions::pools();
    games.iter().flat_map(|game| paces.map(|pace| pool(game, pace))).collect()
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
