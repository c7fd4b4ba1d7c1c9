//! Measurements of Luštrek (2002), its tables 7 and 8, and of his survey in tarok,
//! its tables 7 and 8.

use super::classes::Classes;
use super::method::{Method, Selection};

/// A line of a table 7.
pub struct Line {
    /// The work's name for the improvements.
    pub name: &'static str,
    /// The method that it stands for here.
    pub method: Method,
    /// Positions visited.
    pub nodes: f64,
    /// Milliseconds on the machine of the work.
    pub milliseconds: f64,
}

const fn line(name: &'static str, method: Method, nodes: f64, milliseconds: f64) -> Line {
    Line { name, method, nodes, milliseconds }
}

const NONE: Method = Method::PLAIN;

/// All four improvements of Luštrek (2002).
const ALL: Method = Method {
    history: true,
    minimal_window: true,
    selection: Selection::Thirds,
    table: Some(Classes::Essentials),
    ..NONE
};

/// Table 7 of Luštrek (2002), in its order: all, without one, with only one, none.
pub const LINES: [Line; 10] = [
    line("all", ALL, 8_667.0, 248.0),
    line("without table", Method { table: None, ..ALL }, 25_349.0, 527.0),
    line("without history", Method { history: false, ..ALL }, 13_467.0, 350.0),
    line("without window", Method { minimal_window: false, ..ALL }, 15_827.0, 433.0),
    line("without selection", Method { selection: Selection::All, ..ALL }, 15_952.0, 435.0),
    line("table only", Method { table: ALL.table, ..NONE }, 95_575.0, 2_451.0),
    line("history only", Method { history: true, ..NONE }, 324_633.0, 5_463.0),
    line("window only", Method { minimal_window: true, ..NONE }, 320_792.0, 4_438.0),
    line("selection only", Method { selection: ALL.selection, ..NONE }, 258_060.0, 4_891.0),
    line("none", NONE, 1_598_924.0, 21_266.0),
];

/// The places of the lines with only one improvement, and with none.
pub const SINGLE: std::ops::Range<usize> = 5..10;

/// Table 8's nodes at depths 3 and 6, for the same lines; depth 9 is table 7's.
pub const SHALLOW: [[f64; 2]; 5] =
    [[162.0, 5_485.0], [97.0, 6_940.0], [266.0, 15_087.0], [136.0, 6_879.0], [224.0, 23_892.0]];

/// The survey's best combination.
pub const BEST: Method = Method {
    deepening: true,
    history: true,
    selection: Selection::Distinct,
    table: Some(Classes::Figures),
    ..NONE
};

/// The survey's table 7. IP is iterative deepening, ZH history, STP selective
/// generation, INO minimal windows.
pub const COMBINED: [Line; 11] = [
    line("IP, ZH, STP, TT3", BEST, 2_470.0, 68.0),
    line("ZH, STP, TT3", Method { deepening: false, ..BEST }, 3_799.0, 119.0),
    line("IP, STP, TT3", Method { history: false, ..BEST }, 3_325.0, 91.0),
    line("IP, ZH, TT3", Method { selection: Selection::All, ..BEST }, 9_936.0, 212.0),
    line("IP, ZH, STP", Method { table: None, ..BEST }, 24_034.0, 392.0),
    line("IP, ZH, STP, TT3, INO", Method { minimal_window: true, ..BEST }, 4_067.0, 114.0),
    line("ZH", Method { history: true, ..NONE }, 283_673.0, 3_966.0),
    line("STP", Method { selection: BEST.selection, ..NONE }, 40_838.0, 625.0),
    line("TT3", Method { table: BEST.table, ..NONE }, 14_457.0, 293.0),
    line("INO", Method { minimal_window: true, ..NONE }, 605_381.0, 7_120.0),
    line("none", NONE, 1_598_924.0, 21_266.0),
];

/// The survey's table 8: nodes and milliseconds of TT0 to TT4, with iterative
/// deepening and without.
pub const TABLES: [[(f64, f64); 5]; 2] = [
    [(7_383.0, 409.0), (6_367.0, 219.0), (3_190.0, 102.0), (2_470.0, 68.0), (1_523.0, 37.0)],
    [(22_877.0, 1_299.0), (13_044.0, 473.0), (8_142.0, 265.0), (3_799.0, 119.0), (1_023.0, 25.0)],
];
