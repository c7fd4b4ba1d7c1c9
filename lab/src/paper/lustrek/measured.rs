//! Measurements of Luštrek (2002), its tables 7 and 8.

use vzetek_baselines::tarok::selective::Enhancements;

/// A line of table 7.
pub struct Line {
    /// The improvements in a few words.
    pub name: &'static str,
    /// The improvements as the player's search knows them.
    pub enhancements: Enhancements,
    /// Positions visited.
    pub nodes: f64,
    /// Milliseconds on Luštrek's (2002) machine.
    pub milliseconds: f64,
}

const ALL: Enhancements = Enhancements::ALL;
const NONE: Enhancements = Enhancements::NONE;

/// Table 7, in its order: all, without one, with only one, none.
pub const LINES: [Line; 10] = [
    Line { name: "all", enhancements: ALL, nodes: 8_667.0, milliseconds: 248.0 },
    Line {
        name: "without table",
        enhancements: Enhancements { table: false, ..ALL },
        nodes: 25_349.0,
        milliseconds: 527.0,
    },
    Line {
        name: "without history",
        enhancements: Enhancements { history: false, ..ALL },
        nodes: 13_467.0,
        milliseconds: 350.0,
    },
    Line {
        name: "without window",
        enhancements: Enhancements { minimal_window: false, ..ALL },
        nodes: 15_827.0,
        milliseconds: 433.0,
    },
    Line {
        name: "without selection",
        enhancements: Enhancements { selection: false, ..ALL },
        nodes: 15_952.0,
        milliseconds: 435.0,
    },
    Line {
        name: "table only",
        enhancements: Enhancements { table: true, ..NONE },
        nodes: 95_575.0,
        milliseconds: 2_451.0,
    },
    Line {
        name: "history only",
        enhancements: Enhancements { history: true, ..NONE },
        nodes: 324_633.0,
        milliseconds: 5_463.0,
    },
    Line {
        name: "window only",
        enhancements: Enhancements { minimal_window: true, ..NONE },
        nodes: 320_792.0,
        milliseconds: 4_438.0,
    },
    Line {
        name: "selection only",
        enhancements: Enhancements { selection: true, ..NONE },
        nodes: 258_060.0,
        milliseconds: 4_891.0,
    },
    Line { name: "none", enhancements: NONE, nodes: 1_598_924.0, milliseconds: 21_266.0 },
];

/// The places of the lines with only one improvement, and with none.
pub const SINGLE: std::ops::Range<usize> = 5..10;

/// Table 8's nodes at depths 3 and 6, for the same lines; depth 9 is table 7's.
pub const SHALLOW: [[f64; 2]; 5] =
    [[162.0, 5_485.0], [97.0, 6_940.0], [266.0, 15_087.0], [136.0, 6_879.0], [224.0, 23_892.0]];
