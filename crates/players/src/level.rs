//! The allowance of a level.

use std::time::Duration;

use vzetek_search::Limits;

/// The limits on what a player may spend on a decision.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Its own limits, which hold where none are given.
    pub own: Limits,
    /// True if it never spends more than its own iterations: they are what
    /// makes a weaker level that level.
    pub is_capped: bool,
}

impl Allowance {
    /// Returns an allowance of these limits, unless others are given.
    pub const fn free(own: Limits) -> Self {
        Self { own, is_capped: false }
    }

    /// Returns an allowance of at most these iterations, under any limits given.
    pub const fn capped(own: Limits) -> Self {
        Self { own, is_capped: true }
    }

    /// Iterations, and milliseconds beside them.
    pub fn within(iterations: u64, milliseconds: u64) -> Limits {
        let time = Some(Duration::from_millis(milliseconds));
        Limits { time, ..Limits::iterations(iterations) }
    }

    /// The limits given, and the player's own where none is given.
    pub fn limits(&self, given: &Limits) -> Limits {
        if self.is_capped {
            let iterations = self.own.iterations.into_iter().chain(given.iterations).min();
            Limits { iterations, ..given.clone() }
        } else if given.is_bounded() {
            given.clone()
        } else {
            let Limits { iterations, time, .. } = self.own;
            Limits { iterations, time, ..given.clone() }
        }
    }

    /// The most iterations that the player ever spends, if there is such a
    /// number.
    pub fn most_iterations(&self) -> Option<u64> {
        self.own.iterations.filter(|_| self.is_capped)
    }
}

#[cfg(test)]
mod tests {
    use vzetek_game::Level;
    use vzetek_tablic::Tablic;
    use vzetek_tarok::Tarok;
    use vzetek_trset::Trset;

    use super::*;
    use crate::PlayedGame;

    #[test]
    fn names_come_back_and_strangers_are_told_the_names() {
        for &level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(json, format!("\"{level}\""));
            assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
        }
        let error = "Strong".parse::<Level>().unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no level \"Strong\"; there are gentle, easy, medium, strong, natural"
        );
    }

    /// Easy and medium keep their iterations under any limits given.
    fn check<G: PlayedGame>(easy: u64, medium: u64) {
        let given = Limits { iterations: Some(1_000_000), ..Limits::time(Duration::from_secs(9)) };
        let limits = |level, given| G::level(level).1.limits(given);
        let with = |level| limits(level, &given);
        assert_eq!(
            (with(Level::Easy).iterations, with(Level::Easy).time),
            (Some(easy), given.time)
        );
        assert_eq!(with(Level::Medium).iterations, Some(medium));
        assert_eq!(with(Level::Strong).iterations, Some(1_000_000));
        assert!(limits(Level::Strong, &Limits::default()).is_bounded());
    }

    #[test]
    fn a_weaker_level_stays_weak_with_more_time() {
        check::<Trset>(300, 3_000);
        check::<Tarok>(60, 400);
        check::<Tablic>(100, 1_000);
    }
}
