//! Habits by which a player is known: hardly more than one card of a hand is ever likely.

use std::path::{Path, PathBuf};

use vzetek_game::{Card as _, Seat, record};
use vzetek_players::Play;
use vzetek_players::trset::Situation;
use vzetek_players::trset::opponent_policy::{Habits, Precision};
use vzetek_protocol::GameOptions;
use vzetek_protocol::rest::GameRecord;
use vzetek_trset::{Action, Trset, Variant};

/// The strength, in units above the average, whose policy becomes everybody's. It is beyond
/// all players, so that one card's odds are far above the others', and below that at which
/// odds reach their bounds and are alike.
const STRENGTH: f32 = 8.0;

pub struct Sharp {
    kifameno: bool,
    habits: Habits,
}

impl Sharp {
    pub fn new(variant: Variant) -> Self {
        let kifameno = variant == Variant::Kifameno;
        let learned = Habits::learned(kifameno);
        let precision = Precision { average: Precision::MOST, slope: 0.0 };
        let average = learned.at(STRENGTH);
        let habits = Habits { average, precision, ..learned.clone() }.rounded();
        Self { kifameno, habits }
    }

    /// Writes a file for `--habits` into the folder.
    pub fn write(&self, folder: &Path) -> PathBuf {
        let file = folder.join(if self.kifameno { "kifameno.bin" } else { "trset.bin" });
        std::fs::write(&file, self.habits.write(self.kifameno)).unwrap();
        file
    }

    /// Returns the chance of the least likely card that the seat has played.
    pub fn least_chance(&self, record: &GameRecord, seat: Seat) -> f32 {
        let GameOptions::Trset(options) = &record.options else { panic!("{record:?}") };
        let deal = record::deal(options, record.dealer, &record.secret, &record.nonces);
        let mut play: Play<Trset> = Play::new(deal.unwrap());
        let mut least = 1.0_f32;
        for step in &record.steps {
            let action: Action = step.moved.action.parse().unwrap();
            let Action::Play(card) = action else { panic!("{action:?}") };
            if step.moved.seat == seat {
                let chances = play.ask(|question| {
                    let situation =
                        Situation::new(question.view, question.history, &question.carried);
                    self.habits.chances(0.0, &situation).expect("two play")
                });
                let of = chances.iter().find(|(index, _)| *index == card.index());
                least = least.min(of.expect("a card of the hand").1);
            }
            play.act(action);
        }
        least
    }
}
