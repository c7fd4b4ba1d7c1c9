//! The settings of the levels of the searching player.

/// The settings of a searching player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// True if worlds are drawn as bids and discards say, false if evenly.
    pub infers: bool,
    /// The weight of the cards that others played as evidence about their hands: 1 would assume
    /// that all play by the card policy, 0 infers nothing.
    pub trust: f32,
    /// Worlds that fit the bids, drawn for each that is looked at.
    pub candidates: usize,
    /// With at most this many cards in each hand, worlds are solved.
    pub solved_from: usize,
    /// With at most this many cards in each hand, worlds are solved in klop, where three play
    /// against each other.
    pub klop_solved_from: usize,
    /// The weight of trying cards out in a berač, beside what the network learned
    /// for it would play at a glance, 0 to 1; at 0 the card policy plays, as
    /// elsewhere.
    pub berac_searched: f64,
}

impl Settings {
    /// Few worlds, drawn evenly: nothing is inferred from bids and cards.
    pub const EASY: Self = Self {
        infers: false,
        trust: 0.0,
        candidates: 1,
        solved_from: 0,
        klop_solved_from: 0,
        berac_searched: 0.0,
    };

    /// Bids are inferred from, and the last tricks solved.
    pub const MEDIUM: Self =
        Self { infers: true, candidates: 2, solved_from: 4, klop_solved_from: 3, ..Self::EASY };

    /// The strongest.
    pub const STRONG: Self = Self {
        infers: true,
        trust: 0.5,
        candidates: 4,
        solved_from: 6,
        klop_solved_from: 4,
        berac_searched: 0.97,
    };
}
