//! The constants of Luštrek (2002): what it puts `<in angle brackets>`, each under a name of our
//! own. Units, sections and equations are those of the work.

/// Card play, section 4.2.4.
pub mod play {
    /// Entries of the transposition table, as a power of two; Luštrek (2002) has
    /// 1,000,003.
    pub const TABLE_BITS: u32 = 20;
    /// The step in which the sum of a hand's taroks is remembered (equations 6).
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
    /// As equation 8 has pagat ultimo, king ultimo of four players, in points; twice
    /// that if announced *(ours)*.
    pub const KING_ULTIMO: i32 = 10;

    /// Equation 9: a point that the program took in klop.
    pub const KLOP_OWN: i32 = -100;
    /// Equation 9: a point that the others took in klop.
    pub const KLOP_OTHERS: i32 = 20;
    /// Equation 9: the number of the program's highest tarok. The sentence
    /// before the equation wants it low, though a plus is printed.
    pub const KLOP_HIGHEST_TAROK: i32 = -1;

    /// The number of hands sampled for a card in an ordinary game.
    pub const SAMPLES: u32 = 20;
    /// The weight of the search to the end of the trick beside the full one.
    pub const ONE_TRICK_WEIGHT: f64 = 0.7;

    /// The numbers of cards that the leader of a trick looks ahead, whole tricks, and of
    /// those in each hand from which on it looks deeper.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Depths {
        /// Cards ahead at first.
        pub first: u8,
        /// Cards in each hand from which on it is `deeper`.
        pub deeper_cards: u8,
        /// Cards ahead from then on.
        pub deeper: u8,
        /// Cards in each hand from which on it is `deepest`.
        pub deepest_cards: u8,
        /// Cards ahead from then on.
        pub deepest: u8,
        /// Cards ahead in a simulated game.
        pub simulation: u8,
    }

    impl Depths {
        const OF_THREE: Self = Self {
            first: 9,
            deeper_cards: 10,
            deeper: 12,
            deepest_cards: 7,
            deepest: 15,
            simulation: 3,
        };

        /// *(Ours)*: the whole tricks nearest to those depths.
        const OF_FOUR: Self = Self {
            first: 8,
            deeper_cards: 8,
            deeper: 12,
            deepest_cards: 6,
            deepest: 16,
            simulation: 4,
        };

        /// The depths among `players` players.
        pub const fn of(players: usize) -> Self {
            if players == vzetek_tarok::SEATS { Self::OF_THREE } else { Self::OF_FOUR }
        }
    }
}

/// Bidding, section 4.2.2.
pub mod bidding {
    /// The number of talons tried for each contract.
    pub const TALONS: usize = 5;
    /// The points that the declarer must get more than the others, on average,
    /// at first.
    pub const LEAST_DIFFERENCE: i32 = 7;
    /// The points by which a game lost, or one that was not bid and won, changes that difference.
    pub const DIFFERENCE_STEP: i32 = 1;
    /// The share of simulated berači that must be won, in tenths, at first.
    pub const LEAST_BERACI_WON: i32 = 7;
    /// The share of simulated valats, with and without colours, that four must win, in
    /// tenths, at first *(ours)*.
    pub const LEAST_VALATS_WON: i32 = 9;
    /// The number of successes in a row after which a share that is demanded falls.
    pub const IN_A_ROW: u8 = 2;
    /// The change of a share that is demanded, in tenths.
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
    /// The number of combinations of suits that are looked at closely.
    pub const COMBINATIONS: usize = 2;
    /// Equation 4: the number of times that the best final combination counts.
    pub const BEST_COUNTS: f64 = 2.0;
    /// Simulated games for the final choice, at least.
    pub const SIMULATIONS: usize = 20;
    /// Simulated games for a choice while bidding, at least.
    pub const SIMULATIONS_BIDDING: usize = 5;
    /// The share of simulated games in which the trula must be made, in
    /// tenths, at first.
    pub const TRULA: i32 = 5;
    /// The share of simulated games in which the kings must be made, in tenths, at first.
    pub const KINGS: i32 = 6;
    /// The share of simulated games in which pagat ultimo must be made, in tenths, at first.
    pub const PAGAT_ULTIMO: i32 = 7;
    /// The share of simulated games in which four must make king ultimo, in tenths, at
    /// first *(ours)*.
    pub const KING_ULTIMO: i32 = 7;
}
