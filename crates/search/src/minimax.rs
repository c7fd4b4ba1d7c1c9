//! Plain minimax and negamax: slow, and so simple that they are believed.
//!
//! ```
//! use vzetek_search::Score;
//! use vzetek_search::minimax::{minimax, negamax};
//! use vzetek_search::games::tree::{Place, Tree};
//!
//! let tree = Tree::Max(vec![Tree::Leaf(3), Tree::Min(vec![Tree::Leaf(5), Tree::Leaf(2)])]);
//! assert_eq!(minimax(&Place(&tree)), Score(3));
//! assert_eq!(negamax(&Place(&tree)), Score(3));
//! ```

use crate::alphabeta::Guide;
use crate::{Perfect, Score};

/// The value of the position: the maximiser's future gain when both sides
/// play best. Visits the whole tree.
///
/// Source: C. E. Shannon, "Programming a computer for playing chess", 1950;
/// the tršet thesis, section 3.4. That the sides need not take turns is from
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

/// The same, `depth` moves ahead, with a guide's evaluation and selection.
pub fn minimax_to<P: Perfect, G: Guide<P>>(position: &P, guide: &G, depth: u8) -> Score {
    if depth == 0 {
        return guide.evaluate(position);
    }
    let mut moves = Vec::new();
    guide.moves(position, depth, &mut moves);
    if moves.is_empty() {
        return guide.evaluate(position);
    }
    let values = moves.into_iter().map(|action| {
        let (next, gain) = position.play(action);
        gain + minimax_to(&next, guide, depth - 1)
    });
    let best = if position.maximizing() { values.max() } else { values.min() };
    best.unwrap_or_default()
}

/// The value of the position for the side to move.
///
/// One formula for both sides: a value changes its sign whenever the move
/// passes to the other side (D. E. Knuth, R. W. Moore, "An analysis of
/// alpha-beta pruning", 1975). Shorter than [`minimax`], and less clear; here
/// it is the second opinion.
pub fn negamax<P: Perfect>(position: &P) -> Score {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let side = position.maximizing();
    let signed = |score: Score, same_side: bool| if same_side { score } else { -score };
    let values = moves.into_iter().map(|action| {
        let (next, gain) = position.play(action);
        signed(gain, side) + signed(negamax(&next), next.maximizing() == side)
    });
    values.max().unwrap_or_default()
}
