//! What the levels that search differ in, but for their worlds.

/// How a player searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::tablic) struct Settings {
    /// Whether it solves what is open.
    pub(in crate::tablic) solves: bool,
    /// How likely it keeps a world for each card in it that its holder would
    /// have played before, had it been there; 1 for all worlds alike.
    pub(in crate::tablic) doubt: f64,
}

impl Settings {
    /// See [`crate::Level::Easy`].
    pub(in crate::tablic) const EASY: Self = Self { solves: false, doubt: 1.0 };

    /// See [`crate::Level::Medium`].
    pub(in crate::tablic) const MEDIUM: Self = Self { solves: true, doubt: 1.0 };

    /// See [`crate::Level::Strong`].
    pub(in crate::tablic) const STRONG: Self = Self { solves: true, doubt: 0.1 };
}
