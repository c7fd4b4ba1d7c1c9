//! The settings in which the searching levels differ, but for their worlds.

use vzetek_search::ismcts::Parameters;

/// The settings of a searching player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// True if it solves positions in which nothing is hidden.
    pub solves: bool,
    /// The probability of keeping a world, for each card in it that its holder
    /// would have played before, had it been there; 1 for all worlds alike.
    pub doubt: f64,
    /// The search of the tree.
    pub tree: Parameters,
}

/// The first impression of a move counts three visits; the nodes are some
/// 40 MiB.
const TREE: Parameters = Parameters { exploration: 0.3, prior_visits: 3.0, nodes: 1 << 20 };

impl Settings {
    /// See [`vzetek_game::Level::Easy`].
    pub const EASY: Self = Self { solves: false, doubt: 1.0, tree: TREE };

    /// See [`vzetek_game::Level::Medium`].
    pub const MEDIUM: Self = Self { solves: true, doubt: 1.0, tree: TREE };

    /// See [`vzetek_game::Level::Strong`].
    pub const STRONG: Self = Self { solves: true, doubt: 0.1, tree: TREE };
}
