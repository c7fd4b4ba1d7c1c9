//! Measurements of the survey in tarok (its tables 7 and 8).

use super::classes::Classes;
use super::method::{Method, Selection};

/// A line of table 7. IP is iterative deepening, ZH history, STP selective
/// generation, INO minimal windows.
pub struct Line {
    /// The survey's name.
    pub name: &'static str,
    /// The method that it stands for here.
    pub method: Method,
    /// Positions visited.
    pub nodes: f64,
    /// Seconds on the survey's machine.
    pub seconds: f64,
}

/// The survey's best combination.
pub const BEST: Method = Method {
    deepening: true,
    history: true,
    minimal_window: false,
    selection: Selection::Distinct,
    table: Some(Classes::Figures),
    high_first: false,
};

const PLAIN: Method = Method::PLAIN;

/// Table 7.
pub const COMBINED: [Line; 11] = [
    Line { name: "IP, ZH, STP, TT3", method: BEST, nodes: 2_470.0, seconds: 0.068 },
    Line {
        name: "ZH, STP, TT3",
        method: Method { deepening: false, ..BEST },
        nodes: 3_799.0,
        seconds: 0.119,
    },
    Line {
        name: "IP, STP, TT3",
        method: Method { history: false, ..BEST },
        nodes: 3_325.0,
        seconds: 0.091,
    },
    Line {
        name: "IP, ZH, TT3",
        method: Method { selection: Selection::All, ..BEST },
        nodes: 9_936.0,
        seconds: 0.212,
    },
    Line {
        name: "IP, ZH, STP",
        method: Method { table: None, ..BEST },
        nodes: 24_034.0,
        seconds: 0.392,
    },
    Line {
        name: "IP, ZH, STP, TT3, INO",
        method: Method { minimal_window: true, ..BEST },
        nodes: 4_067.0,
        seconds: 0.114,
    },
    Line {
        name: "ZH",
        method: Method { history: true, ..PLAIN },
        nodes: 283_673.0,
        seconds: 3.966,
    },
    Line {
        name: "STP",
        method: Method { selection: Selection::Distinct, ..PLAIN },
        nodes: 40_838.0,
        seconds: 0.625,
    },
    Line {
        name: "TT3",
        method: Method { table: Some(Classes::Figures), ..PLAIN },
        nodes: 14_457.0,
        seconds: 0.293,
    },
    Line {
        name: "INO",
        method: Method { minimal_window: true, ..PLAIN },
        nodes: 605_381.0,
        seconds: 7.120,
    },
    Line { name: "none", method: PLAIN, nodes: 1_598_924.0, seconds: 21.266 },
];

/// Table 8: nodes and seconds of TT0 to TT4, with iterative deepening and
/// without.
pub const TABLES: [[(f64, f64); 5]; 2] = [
    [(7_383.0, 0.409), (6_367.0, 0.219), (3_190.0, 0.102), (2_470.0, 0.068), (1_523.0, 0.037)],
    [(22_877.0, 1.299), (13_044.0, 0.473), (8_142.0, 0.265), (3_799.0, 0.119), (1_023.0, 0.025)],
];
