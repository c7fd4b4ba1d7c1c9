//! Which games the bots play. A new game is one more arm in each function.

use std::str::FromStr;
use std::time::Duration;

use vzetek_game::{HiddenInformation, Seat};
use vzetek_players::trset::{self, Level, Limits, Player};
use vzetek_protocol::{GameEvent, GameView};
use vzetek_trset::{Action, Trset};

/// Whose eyes the view is.
pub fn observer(view: &GameView) -> Option<Seat> {
    match view {
        GameView::Trset(view) => view.observer(),
    }
}

/// Follows an event.
pub fn observe(view: &mut GameView, event: &GameEvent) {
    match (view, event) {
        (GameView::Trset(view), GameEvent::Trset(event)) => Trset::observe(view, event),
    }
}

/// The time a level takes for itself; `None` if it counts something else.
pub fn own_time(level: Level) -> Option<Duration> {
    Player::from(level).default_limits().time
}

/// Decides, within `time`. Takes as long as it takes: not for async code.
///
/// # Errors
/// If one of the legal actions cannot be read.
pub fn decide(
    level: Level,
    view: &GameView,
    legal: &[String],
    time: Duration,
) -> anyhow::Result<String> {
    match view {
        GameView::Trset(view) => {
            let legal =
                legal.iter().map(|text| Action::from_str(text)).collect::<Result<Vec<_>, _>>()?;
            let own = Player::from(level).default_limits();
            let limits = Limits { time: Some(time), ..own };
            let decision = trset::decide(level, view, &legal, &limits, &mut rand::rng());
            tracing::debug!(
                action = %decision.action, engine = ?decision.engine,
                value = decision.value, iterations = decision.iterations, "decided",
            );
            Ok(decision.action.to_string())
        }
    }
}
