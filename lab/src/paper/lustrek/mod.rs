//! Alpha-beta in tarok: tables 7 and 8 and figure 13 of Luštrek (2002),
//! and tables 7 and 8 of Luštrek's survey.

mod cells;
mod classes;
mod games;
mod improvements;
mod measured;
mod method;
mod survey;

use super::study::Study;

/// Luštrek's (2002) studies, and those of his survey.
pub const STUDIES: &[Study] = &[
    Study {
        id: "tarok-table-7",
        title: "what each improvement of alpha-beta saves in tarok",
        source: "Luštrek (2002), table 7",
        run: improvements::table_7,
    },
    Study {
        id: "tarok-table-8",
        title: "what each improvement saves, by depth",
        source: "Luštrek (2002), table 8 and figure 13",
        run: improvements::table_8,
    },
    Study {
        id: "survey-table-7",
        title: "improvements of alpha-beta in tarok combined",
        source: "Luštrek's survey, table 7",
        run: survey::table_7,
    },
    Study {
        id: "survey-table-8",
        title: "transposition tables of ever larger classes",
        source: "Luštrek's survey, table 8",
        run: survey::table_8,
    },
];
