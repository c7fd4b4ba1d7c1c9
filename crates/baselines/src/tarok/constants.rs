//! The constants of Luštrek (2002): what it puts `<in angle brackets>`, each under a
//! name of its own. Its units are kept; sections and equations are its own.

/// Card play, section 4.2.4.
pub mod play {
    /// Entries of the transposition table, as a power of two; Luštrek (2002) has
    /// 1,000,003.
    pub const TABLE_BITS: u32 = 20;
    /// How exactly the sum of a hand's taroks is remembered (equations 6).
    pub const TAROK_SUM_STEP: u32 = 10;

    /// Among the third cards of a trick, the second highest of a suit is kept
    /// if the highest is worth at least this: a queen.
    pub const SECOND_HIGHEST_FROM: u32 = 4;

    /// Equation 8: a point of difference between what both sides took.
    pub const DIFFERENCE: i32 = 5;
    /// Equation 8: each number of the taroks in the program's hand.
    pub const TAROK_SUM: i32 = 1;
    /// Equation 8: the mond in the program's hand, in points.
    pub const MOND: i32 = 10;
    /// Equation 8: the škis in the program's hand, in points.
    pub const SKIS: i32 = 10;
    /// Equation 8: pagat ultimo, in points; twice that if announced.
    pub const PAGAT_ULTIMO: i32 = 25;

    /// Equation 9: a point that the program took in klop.
    pub const KLOP_OWN: i32 = -100;
    /// Equation 9: a point that the others took in klop.
    pub const KLOP_OTHERS: i32 = 20;
    /// Equation 9: the number of the program's highest tarok. The sentence
    /// before the equation wants it low, though a plus is printed.
    pub const KLOP_HIGHEST_TAROK: i32 = -1;

    /// How many hands are sampled for a card in an ordinary game.
    pub const SAMPLES: u32 = 20;
    /// How many cards ahead the leader of a trick looks at first.
    pub const DEPTH: u8 = 9;
    /// From so many cards in each hand on…
    pub const DEEPER_CARDS: u8 = 10;
    /// …so many cards ahead.
    pub const DEEPER: u8 = 12;
    /// From so many cards in each hand on…
    pub const DEEPEST_CARDS: u8 = 7;
    /// …so many cards ahead.
    pub const DEEPEST: u8 = 15;
    /// What the search to the end of the trick counts beside the full one.
    pub const ONE_TRICK_WEIGHT: f64 = 0.7;
    /// How many cards ahead the leader looks in a simulated game.
    pub const SIMULATION_DEPTH: u8 = 3;
}

/// Bidding, section 4.2.2.
pub mod bidding {
    /// How many talons are tried for each contract.
    pub const TALONS: usize = 5;
    /// What the declarer must get more than the others, in points, on average,
    /// at first.
    pub const LEAST_DIFFERENCE: i32 = 7;
    /// By how much a game lost, or one that was not bid and won, changes that.
    pub const DIFFERENCE_STEP: i32 = 1;
    /// The share of simulated berači that must be won, in tenths, at first.
    pub const LEAST_BERACI_WON: i32 = 7;
    /// After so many in a row that went well, a share that is demanded falls.
    pub const IN_A_ROW: u8 = 2;
    /// By how much a share that is demanded changes, in tenths.
    pub const SHARE_STEP: i32 = 1;
}

/// Talon, discards, announcements, section 4.2.3.
pub mod exchange {
    /// Equation 3: a suit that is emptied, or left with the king alone.
    pub const EMPTIED_SUIT: i32 = 10;
    /// Equation 3: its king.
    pub const KING: i32 = 3;
    /// Equation 3: a point of what is discarded of it.
    pub const DISCARDED_VALUE: i32 = 1;
    /// How many combinations of suits are looked at closely.
    pub const COMBINATIONS: usize = 2;
    /// Equation 4: how often the best final combination counts.
    pub const BEST_COUNTS: f64 = 2.0;
    /// Simulated games for the final choice, at least.
    pub const SIMULATIONS: usize = 20;
    /// Simulated games for a choice while bidding, at least.
    pub const SIMULATIONS_BIDDING: usize = 5;
    /// The share of simulated games in which the trula must be made, in
    /// tenths, at first.
    pub const TRULA: i32 = 5;
    /// The same for the kings.
    pub const KINGS: i32 = 6;
    /// The same for pagat ultimo.
    pub const PAGAT_ULTIMO: i32 = 7;
}
