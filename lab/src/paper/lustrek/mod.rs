//! Alpha-beta in tarok: tables 7 and 8 and figure 13 of the thesis on tarok,
//! and tables 7 and 8 of the survey.

mod classes;
mod combined;
mod games;
mod improvements;
mod method;
mod survey;
mod thesis;

use super::study::Study;

/// The thesis's studies, and the survey's.
pub const STUDIES: &[Study] = &[
    Study {
        id: "tarok-table-7",
        title: "what each improvement of alpha-beta saves in tarok",
        source: "the thesis on tarok, table 7",
        run: improvements::table_7,
    },
    Study {
        id: "tarok-table-8",
        title: "what each improvement saves, by depth",
        source: "the thesis on tarok, table 8 and figure 13",
        run: improvements::table_8,
    },
    Study {
        id: "survey-table-7",
        title: "improvements of alpha-beta in tarok combined",
        source: "the survey of game playing, table 7",
        run: survey::table_7,
    },
    Study {
        id: "survey-table-8",
        title: "transposition tables of ever larger classes",
        source: "the survey of game playing, table 8",
        run: survey::table_8,
    },
];
