//! Plain minimax: slow, and so simple that it is believed.
//!
//! ```
//! use vzetek_search::Score;
//! use vzetek_search::minimax::minimax;
//! use vzetek_search::games::tree::{Place, Tree};
//!
//! let tree = Tree::Max(vec![Tree::Leaf(3), Tree::Min(vec![Tree::Leaf(5), Tree::Leaf(2)])]);
//! assert_eq!(minimax(&Place(&tree)), Score(3));
//! ```

use crate::alphabeta::{Guide, WHOLE, Whole};
use crate::{Perfect, Score};

/// The value of the position: the maximiser's future gain when both sides
/// play best. Visits the whole tree.
///
/// Source: C. E. Shannon, "Programming a computer for playing chess", 1950;
/// the tršet thesis, section 3.4. That the sides need not take turns is from
/// its section 4.3.
pub fn minimax<P: Perfect>(position: &P) -> Score {
    minimax_to(position, &Whole, WHOLE)
}

/// The value `depth` moves ahead, with a guide's evaluation and selection.
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
