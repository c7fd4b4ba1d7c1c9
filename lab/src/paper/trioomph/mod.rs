//! Trioomph: alpha-beta against proof numbers, the survey's section 6.1.

mod game;
mod players;
mod survey;
mod tables;

use super::study::Study;

/// The survey's studies of trioomph.
pub const STUDIES: &[Study] = &[
    Study {
        id: "survey-table-5",
        title: "trioomph by alpha-beta",
        source: "Luštrek's survey, table 5",
        run: tables::table_5,
    },
    Study {
        id: "survey-table-6",
        title: "trioomph by proof numbers",
        source: "Luštrek's survey, table 6",
        run: tables::table_6,
    },
    Study {
        id: "survey-trioomph",
        title: "alpha-beta against proof numbers in trioomph",
        source: "Luštrek's survey, section 6.1",
        run: tables::duel,
    },
];
