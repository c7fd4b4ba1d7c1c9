//! The checks, in the order in which a deal happens.

use std::fmt::Debug;

use vzetek_game::{Game, HiddenInformation, Observer, Seat, record};
use vzetek_protocol::games::DealtCards;
use vzetek_protocol::rest::{GameRecord, GameStep};
use vzetek_protocol::{GameEvent, GameOptions, GameResult, GameView};
use vzetek_trset::{Action, Options, Trset};

/// Something in a record that does not fit the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(String);

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

type Checked = Result<(), Mismatch>;

/// Whether the record holds together: the secret is the one that was promised,
/// the shuffle gives these cards, every step is legal and has these
/// consequences, and the result is the one written down.
///
/// # Errors
/// The first [`Mismatch`].
pub fn check(record: &GameRecord) -> Checked {
    if !record.commitment.holds_for(&record.secret) {
        return fail(format!(
            "the promise does not hold: the secret's hash is {}, promised was {}",
            record.secret.commitment(),
            record.commitment
        ));
    }
    same("the kind of game", &record.summary.kind, &record.options.kind())?;
    same("the number of actions", &(record.summary.moves as usize), &record.steps.len())?;
    let seats = record.options.seats();
    same("the number of nonces", &record.nonces.as_slice().len(), &seats)?;
    same("the number of players", &record.summary.players.len(), &seats)?;
    match &record.options {
        GameOptions::Trset(options) => check_trset(record, options),
    }
}

fn check_trset(record: &GameRecord, options: &Options) -> Checked {
    let mut deal: Trset = record::deal(options, record.dealer, &record.secret, &record.nonces)
        .map_err(|error| Mismatch(format!("no deal comes from this record: {error}")))?;
    check_cards(&record.cards, &deal)?;
    let public = |deal: &Trset| GameView::Trset(deal.view(Observer::Public));
    same("the view at the start", &record.start, &public(&deal))?;
    for (index, step) in record.steps.iter().enumerate() {
        let number = index + 1;
        let events = play(&mut deal, step).map_err(|wrong| {
            Mismatch(format!("action {number}, {}: {wrong}", step.moved.action))
        })?;
        same(&format!("what followed action {number}"), &step.events, &events)?;
    }
    let Some(result) = deal.result() else {
        return fail(format!(
            "the record ends in mid-deal: seat {} was to act",
            deal.current_player().unwrap_or_default()
        ));
    };
    same("the result", &record.summary.result, &GameResult::Trset(result))?;
    let won: Vec<bool> = result.seats.iter().map(|reckoning| reckoning.won).collect();
    check_winners(record, &won)
}

fn play(deal: &mut Trset, step: &GameStep) -> Result<Vec<GameEvent>, String> {
    let turn = deal.current_player().ok_or("the deal was over already")?;
    if step.moved.seat != turn {
        return Err(format!("seat {} acted out of turn; it was seat {turn}'s", step.moved.seat));
    }
    let action: Action = step.moved.action.parse().map_err(|error| format!("{error}"))?;
    let events = deal.apply(action).map_err(|error| error.to_string())?;
    let public = events.iter().filter_map(|event| Trset::redact(event, Observer::Public));
    Ok(public.map(GameEvent::Trset).collect())
}

/// Hands are compared as sets, the stock in the order in which it is drawn.
fn check_cards(written: &DealtCards, deal: &Trset) -> Checked {
    same("the number of hands", &written.hands.len(), &deal.seats())?;
    for seat in Seat::all(deal.seats()) {
        let mut hand = written.hands[seat.index()].clone();
        let mut dealt: Vec<_> = deal.hand(seat).iter().map(|card| card.to_string()).collect();
        hand.sort_unstable();
        dealt.sort_unstable();
        same(&format!("the hand of seat {seat}"), &hand, &dealt)?;
    }
    let stock: Vec<_> = deal.stock().iter().rev().map(ToString::to_string).collect();
    same("the stock", &written.stock, &stock)
}

/// Without forfeits the winners are those of the rules; whoever forfeits does
/// not win.
fn check_winners(record: &GameRecord, won: &[bool]) -> Checked {
    let players = &record.summary.players;
    let forfeits = players.iter().any(|player| player.forfeited);
    for player in players {
        let seat = player.seat;
        match won.get(seat.index()) {
            None => return fail(format!("there is no seat {seat} at this table")),
            Some(&won) if !forfeits => {
                same(&format!("whether seat {seat} won"), &player.won, &won)?
            }
            Some(_) if player.forfeited && player.won => {
                return fail(format!("seat {seat} stayed away and is written down as a winner"));
            }
            Some(_) => (),
        }
    }
    Ok(())
}

fn same<T: PartialEq + Debug>(what: &str, written: &T, computed: &T) -> Checked {
    if written == computed {
        return Ok(());
    }
    fail(format!("{what} does not agree: written is {written:?}, it comes to {computed:?}"))
}

fn fail(what: String) -> Checked {
    Err(Mismatch(what))
}
