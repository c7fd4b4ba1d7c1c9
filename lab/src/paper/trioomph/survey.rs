//! Measurements of the survey (its tables 5 and 6).

/// A line of table 5 or 6.
pub struct Line {
    /// Depth, or positions a step.
    pub setting: u64,
    /// The result of its game against Trioomph 1.0.
    pub result: &'static str,
    /// Positions visited for a move.
    pub nodes: f64,
    /// Seconds for a move on the survey's machine.
    pub seconds: f64,
}

const fn line(setting: u64, result: &'static str, nodes: f64, seconds: f64) -> Line {
    Line { setting, result, nodes, seconds }
}

const CIRCLES: &str = "circles, Trioomph better";

/// Table 5.
pub const ALPHA_BETA: [Line; 5] = [
    line(1, CIRCLES, 175.0, 0.000588),
    line(2, "wins in 12", 1_314.0, 0.0183),
    line(3, "wins in 16", 8_056.0, 0.114),
    line(4, "wins in 7", 31_449.0, 0.514),
    line(5, "wins in 8", 350_057.0, 9.554),
];

/// Table 6.
pub const PROOFS: [Line; 10] = [
    line(10_000, "wins in 9", 125_991.0, 1.108),
    line(20_000, CIRCLES, 239_179.0, 1.921),
    line(30_000, "loses in 15", 343_596.0, 2.842),
    line(40_000, CIRCLES, 411_943.0, 3.327),
    line(50_000, CIRCLES, 553_542.0, 4.720),
    line(60_000, "wins in 8", 661_876.0, 5.884),
    line(70_000, "wins in 8", 769_366.0, 6.910),
    line(80_000, "wins in 5", 1_060_705.0, 9.534),
    line(90_000, "wins in 5", 1_192_704.0, 10.729),
    line(100_000, "wins in 5", 1_324_695.0, 12.027),
];
