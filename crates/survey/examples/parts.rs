//! The savings of each part of alpha-beta, alone and among the others, as table
//! 7 of Luštrek's survey shows them for tarok; here for four in a row.
//! `cargo run --release -p vzetek-survey --example parts`

use vzetek_search::alphabeta::{AlphaBeta, Parts};
use vzetek_search::games::four::{Cells, Four};
use vzetek_search::{Limits, Score};
use vzetek_survey::deepening::{self, Driver};

const DEPTH: u8 = 11;

fn main() {
    let all = Parts::all(18);
    let deep = Some(Driver::Full);
    let rows = [
        ("everything, deepening", all, deep),
        ("  with aspiration", all, Some(Driver::Aspiration(Score(1)))),
        ("  with MTD(f)", all, Some(Driver::Mtd)),
        ("  without the table", Parts { table: None, ..all }, deep),
        ("  without killers", Parts { killers: false, ..all }, deep),
        ("  without history", Parts { history: false, ..all }, deep),
        ("  without minimal windows", Parts { minimal_window: false, ..all }, deep),
        ("  without deepening", all, None),
        ("the table alone", Parts { table: all.table, ..Parts::NONE }, None),
        ("killers alone", Parts { killers: true, ..Parts::NONE }, None),
        ("history alone", Parts { history: true, ..Parts::NONE }, None),
        ("minimal windows alone", Parts { minimal_window: true, ..Parts::NONE }, None),
        ("nothing", Parts::NONE, None),
    ];
    let openings: Vec<_> = (0..6).flat_map(|a| (0..6).map(move |b| [a, b])).collect();
    println!("positions visited, {DEPTH} moves ahead, mean of {} openings", openings.len());
    for (name, parts, driver) in rows {
        let nodes: u64 = openings.iter().map(|opening| nodes(opening, parts, driver)).sum();
        println!("{name:28} {:8}", nodes / openings.len() as u64);
    }
}

fn nodes(opening: &[u8], parts: Parts, driver: Option<Driver>) -> u64 {
    let position = Four::empty(6, 5).after(opening);
    let mut search = AlphaBeta::guided(Cells, parts);
    let none = Limits::default();
    match driver {
        Some(driver) => deepening::search(&mut search, &position, DEPTH, driver, &none).nodes,
        None => {
            search.best(&position, DEPTH, &none).expect("there is no limit");
            search.nodes()
        }
    }
}
