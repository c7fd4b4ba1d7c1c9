//! Plain minimax: slow, and so simple that it is believed.

use crate::{Perfect, Score};

/// The value of the position: the maximiser's future gain when both sides
/// play best. Visits the whole tree.
///
/// Source: C. E. Shannon, "Programming a computer for playing chess", 1950;
/// the seed study, section 3.4. That the sides need not take turns is from
/// its section 4.3.
pub fn minimax<P: Perfect>(position: &P) -> Score {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let values = moves.into_iter().map(|action| {
        let (next, gain) = position.play(action);
        gain + minimax(&next)
    });
    let best = if position.maximizing() { values.max() } else { values.min() };
    best.unwrap_or_default()
}
