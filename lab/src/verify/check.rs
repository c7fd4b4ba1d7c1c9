//! The checks, in the order in which a deal happens.

use std::fmt::Debug;

use vzetek_game::fair::{Commitment, NonceHash, NonceHashes, NotCommitted};
use vzetek_game::{Observer, RunningScore, Seat, record};
use vzetek_protocol::games::{DealtCards, WireGame};
use vzetek_protocol::rest::{GameRecord, GameStep};
use vzetek_protocol::shuffle::DroppedPromise;
use vzetek_protocol::{DealEvent, GameOptions, on_game};

/// Something in a record that does not fit the rest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(String);

/// The notes of a player from before opening a nonce.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Seen {
    /// The commitment in `committed`.
    pub commitment: Commitment,
    /// The list in `nonces_committed`.
    pub nonce_hashes: NonceHashes,
    /// The player's seat.
    pub seat: Seat,
    /// The player's nonce.
    pub nonce: String,
    /// The earlier commitments for the same deal.
    #[serde(default)]
    pub earlier: Vec<Commitment>,
}

type Checked = Result<(), Mismatch>;

/// Checks that the record holds together: the secret is the one that was
/// promised, the nonces are those that were committed to (of a deal from before
/// there were hashes only that there are as many as seats), the shuffle gives
/// these cards, every step is legal and has these consequences, and the result
/// is the one written down.
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
    if let Some(hashes) = &record.nonce_hashes {
        hashes.check(&record.nonces).map_err(|wrong| Mismatch(wrong.to_string()))?;
    }
    for dropped in &record.dropped {
        check_dropped(dropped)?;
    }
    same("the kind of game", &record.summary.kind, &record.options.kind())?;
    same("the number of actions", &(record.summary.moves as usize), &record.steps.len())?;
    let seats = record.options.seats();
    same("the number of nonces", &record.nonces.as_slice().len(), &seats)?;
    same("the number of players", &record.summary.players.len(), &seats)?;
    on_game!(GameOptions, &record.options, |options: G| check_game::<G>(record, options))
}

/// Checks a dropped commitment: its secret is the one committed to, and every nonce that was opened
/// is the one committed to.
fn check_dropped(dropped: &DroppedPromise) -> Checked {
    let commitment = dropped.commitment;
    if !commitment.holds_for(&dropped.secret) {
        return fail(format!("the dropped promise {commitment} was of another secret"));
    }
    let Some(hashes) = &dropped.nonce_hashes else { return Ok(()) };
    let texts = dropped.nonces.as_slice();
    let wrong = Seat::all(texts.len()).find(|seat| {
        let text = &texts[seat.index()];
        !text.is_empty() && hashes.of(*seat) != Some(NonceHash::of(text))
    });
    match wrong {
        Some(seat) => {
            fail(format!("in the dropped promise {commitment}: {}", NotCommitted::Nonce(seat)))
        }
        None => Ok(()),
    }
}

/// Checks that the record is of the deal that a player saw: with the commitment and the hashes from
/// before the nonces were opened, the player's own nonce, and all earlier commitments.
///
/// # Errors
/// The first [`Mismatch`].
pub fn check_seen(record: &GameRecord, seen: &Seen) -> Checked {
    let Seen { commitment, nonce_hashes, seat, nonce, earlier } = seen;
    if record.commitment != *commitment {
        return fail(format!(
            "another shuffle was promised: you saw {commitment}, recorded is {}",
            record.commitment
        ));
    }
    same("the list of hashes", &record.nonce_hashes.as_ref(), &Some(nonce_hashes))?;
    let recorded = record.nonces.as_slice().get(seat.index());
    if recorded != Some(nonce) || nonce_hashes.of(*seat) != Some(NonceHash::of(nonce)) {
        return fail(format!(
            "your nonce is not in it: the nonce of seat {seat} is recorded as {:?}, with the hash {}",
            recorded.map_or("", String::as_str),
            nonce_hashes.of(*seat).map_or("none".to_owned(), |hash| hash.to_string()),
        ));
    }
    let is_told = |earlier: &&Commitment| {
        record.dropped.iter().any(|dropped| dropped.commitment == **earlier)
    };
    match earlier.iter().find(|earlier| !is_told(earlier)) {
        Some(hidden) => fail(format!("the promise {hidden} was dropped, and the record hides it")),
        None => Ok(()),
    }
}

fn check_game<G: WireGame>(record: &GameRecord, options: &G::Options) -> Checked {
    let mut deal: G = record::deal(options, record.dealer, &record.secret, &record.nonces)
        .map_err(|error| Mismatch(format!("no deal comes from this record: {error}")))?;
    check_cards(&record.cards, &DealtCards::of(&deal))?;
    let start = deal.view(Observer::Public);
    same("the status at the start", &record.status, &G::wire_status(G::status(&start)))?;
    same("the view at the start", &record.start, &G::wire_view(start))?;
    same("the zones at the start", &record.zones, &deal.open_zones())?;
    for (index, step) in record.steps.iter().enumerate() {
        let number = index + 1;
        let before = G::wire_status(G::status(&deal.view(Observer::Public)));
        let events = play(&mut deal, step, record.steps.get(number)).map_err(|wrong| {
            Mismatch(format!("action {number}, {}: {wrong}", step.moved.action))
        })?;
        same(&format!("what followed action {number}"), &step.events, &events)?;
        let after = Some(G::wire_status(G::status(&deal.view(Observer::Public))));
        let changed = after.filter(|after| *after != before);
        same(&format!("the status after action {number}"), &step.status, &changed)?;
    }
    let Some(result) = deal.written(&G::Score::new(options)) else {
        return fail(format!(
            "the record ends in mid-deal: seat {} was to act",
            deal.current_player().unwrap_or_default()
        ));
    };
    let won: Vec<bool> = Seat::all(deal.seats()).map(|seat| G::share(&result, seat).won).collect();
    // Anything that only the match decides is as it is written.
    if !G::own_result(&record.summary.result).is_some_and(|written| deal.ended_as(written)) {
        same("the result", &record.summary.result, &G::wire_result(result))?;
    }
    check_winners(record, &won)
}

fn play<G: WireGame>(
    deal: &mut G,
    step: &GameStep,
    next: Option<&GameStep>,
) -> Result<Vec<DealEvent>, String> {
    let turn = deal.current_player().ok_or("the deal was over already")?;
    if step.moved.seat != turn {
        return Err(format!("seat {} acted out of turn; it was seat {turn}'s", step.moved.seat));
    }
    let action: G::Action = step.moved.action.parse().map_err(|error| format!("{error}"))?;
    let next = next.and_then(|next| next.moved.action.parse().ok());
    let before = deal.view(Observer::Public);
    let events = deal.apply_recorded(action, next).map_err(|error| error.to_string())?;
    Ok(DealEvent::list::<G>(before, events))
}

/// Hands are compared as sets, the stock in the order in which it is drawn.
fn check_cards(written: &DealtCards, dealt: &DealtCards) -> Checked {
    same("the number of hands", &written.hands.len(), &dealt.hands.len())?;
    let hands = written.hands.iter().zip(&dealt.hands);
    for (seat, (written, dealt)) in hands.enumerate() {
        let sorted = |hand: &[String]| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            hand
        };
        same(&format!("the hand of seat {seat}"), &sorted(written), &sorted(dealt))?;
    }
    same("the stock", &written.stock, &dealt.stock)
}

/// Without forfeits the winners are those of the rules; a player who forfeits does not win.
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
