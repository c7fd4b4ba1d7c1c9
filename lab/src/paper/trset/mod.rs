//! The tršet thesis: its sections 5.1 to 5.3 and 5.5.

mod choice;
mod duplicate;
mod ending;
mod examples;
mod exploration;
mod iterations;
mod method;
mod neighbours;
mod sweep;
mod weight;

use super::study::Study;

/// Its figures and tables, in its order.
pub const STUDIES: &[Study] = &[
    Study {
        id: "trset-figure-11",
        title: "Monte Carlo search against chance",
        source: "the tršet thesis, figure 11",
        run: iterations::against_chance,
    },
    Study {
        id: "trset-figure-12",
        title: "exploration from 0 to 1, against chance",
        source: "the tršet thesis, figure 12",
        run: exploration::little,
    },
    Study {
        id: "trset-figure-13",
        title: "exploration from 0 to 10, against chance",
        source: "the tršet thesis, figure 13",
        run: exploration::much,
    },
    Study {
        id: "trset-figure-14",
        title: "Monte Carlo search against itself with 2,000 playouts",
        source: "the tršet thesis, figure 14",
        run: iterations::against_itself,
    },
    Study {
        id: "trset-figure-15",
        title: "exploration, against itself",
        source: "the tršet thesis, figure 15",
        run: exploration::against_itself,
    },
    Study {
        id: "trset-table-1",
        title: "winning or points, against points",
        source: "the tršet thesis, table 1",
        run: weight::against_points,
    },
    Study {
        id: "trset-table-2",
        title: "winning or points, against winning",
        source: "the tršet thesis, table 2",
        run: weight::against_wins,
    },
    Study {
        id: "trset-final-move",
        title: "the choice of the final move",
        source: "the tršet thesis, section 5.2",
        run: choice::against_uct,
    },
    Study {
        id: "trset-section-5.3",
        title: "the exact ending against Monte Carlo search alone",
        source: "the tršet thesis, section 5.3",
        run: ending::against_without,
    },
    Study {
        id: "trset-section-5.5",
        title: "playouts weighted by nearest neighbours",
        source: "the tršet thesis, section 5.5",
        run: neighbours::against_even,
    },
];
