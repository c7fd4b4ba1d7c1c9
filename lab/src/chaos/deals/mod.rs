//! A deal of the record, replayed and compared with what every client was shown of it.

use std::collections::HashMap;

use anyhow::{Context, ensure};
use vzetek_game::fair::{NonceHashes, Nonces, Secret};
use vzetek_game::notation::verb;
use vzetek_game::{Match, Observer, Seat, record};
use vzetek_protocol::RatingChange;
use vzetek_protocol::games::WireGame;
use vzetek_protocol::table::{Actor, DealFinish, DealPlayer, Move, PlayedMove};
use vzetek_protocol::{DealEvent, GameOptions, Ladder, MatchScore, UserId, on_game};
use vzetek_store::{GamePlayerRow, MoveRow, MovedBy, StoredGame};

use super::seen::{Memory, Sight};

/// The deals of the record, each table's in their order.
#[derive(Debug, Default)]
pub struct Deals {
    /// The running score at each table.
    scores: HashMap<String, MatchScore>,
    /// The states that were shown, and with a hand of the observer's own.
    pub sights: usize,
    /// Those of them with a hand, each the observer's own.
    pub hands: usize,
    found: Vec<String>,
}

impl Deals {
    /// Holds the next deal against the memories of these accounts. Returns what does not fit.
    pub fn hold(&mut self, stored: &StoredGame, shown: &[(&UserId, &Memory)]) -> Vec<String> {
        let held = serde_json::from_value(stored.row.options.clone())
            .context("its options cannot be read")
            .and_then(|options: GameOptions| {
                on_game!(GameOptions, &options, |own: G| self.play::<G>(own, stored, shown))
            });
        if let Err(error) = held {
            self.found.push(format!("{error:#}"));
        }
        let of = |what: String| format!("deal {}: {what}", stored.row.id);
        self.found.drain(..).map(of).collect()
    }

    fn play<G: WireGame>(
        &mut self,
        options: &G::Options,
        stored: &StoredGame,
        shown: &[(&UserId, &Memory)],
    ) -> anyhow::Result<()> {
        let row = &stored.row;
        let (secret, nonces): (Secret, Nonces) = (row.secret.parse()?, nonces(&row.nonces)?);
        let mut state: G = record::deal(options, Seat::new(row.dealer), &secret, &nonces)?;
        let shown: Vec<Shown<'_>> = shown
            .iter()
            .map(|(account, memory)| Shown { account, seat: seat_of(row, account), memory })
            .collect();
        for number in 0..=stored.moves.len() {
            for one in &shown {
                self.look(one, number, |seat| sight(&state, seat, stored, &secret, number));
            }
            let Some(moved) = stored.moves.get(number) else { break };
            let played = play(&mut state, moved, stored.moves.get(number + 1))
                .with_context(|| format!("move {}, {}", moved.number, moved.action))?;
            for Shown { account, seat, memory } in &shown {
                let told = redact(&played, observer(*seat));
                if let Some(other) = memory.moves.get(number).filter(|shown| **shown != told) {
                    self.found.push(format!(
                        "{account} was shown move {} as {other:?}, the record has {told:?}",
                        moved.number
                    ));
                }
            }
        }
        for Shown { account, memory, .. } in &shown {
            if memory.moves.len() > stored.moves.len() {
                let lost = &memory.moves[stored.moves.len()..];
                self.found.push(format!("{account} was shown {lost:?}, which the record has not"));
            }
        }
        let finish = match stored.finished_at {
            Some(_) => Some(self.end(state, stored, (secret, nonces))?),
            None => None,
        };
        for Shown { account, memory, .. } in &shown {
            // The record does not have why a match was not rated.
            let finish = finish.clone().zip(memory.finish.as_ref()).map(|(finish, shown)| {
                DealFinish { unrated: shown.unrated, met: shown.met, ..finish }
            });
            if memory.finish.is_some() && memory.finish != finish {
                let other = &memory.finish;
                let found = format!("{account} was shown the end {other:?}, not {finish:?}");
                self.found.push(found);
            }
        }
        Ok(())
    }

    /// Compares the states that a client was shown after `number` moves with that of the
    /// record.
    fn look(&mut self, shown: &Shown<'_>, number: usize, of: impl Fn(Option<Seat>) -> Sight) {
        for sight in shown.memory.sights.iter().filter(|sight| sight.moves == number) {
            let own = of(shown.seat);
            self.sights += 1;
            if *sight == own {
                self.hands += usize::from(shown.seat.is_some());
                continue;
            }
            self.found.push(format!(
                "{} was shown after {number} moves {sight:?}, its own is {own:?}",
                shown.account
            ));
        }
    }

    /// The end of a deal as the rules and the record have it.
    fn end<G: WireGame>(
        &mut self,
        state: G,
        stored: &StoredGame,
        (secret, nonces): (Secret, Nonces),
    ) -> anyhow::Result<DealFinish> {
        let row = &stored.row;
        let options = state.options().clone();
        let begins = row.number == 1 && (row.match_number == 1 || !G::goes_on(&options));
        let before = self.scores.get(&row.table).filter(|_| !begins).and_then(G::own_score);
        let so_far = before
            .map_or_else(|| Match::<G>::new(&options), |score| Match::with_score(&options, score));
        let ended = so_far.begin(state).ended().context("its moves do not lead to its end")?;
        let score = G::wire_score(ended.game.score().clone());
        self.scores.insert(row.table.clone(), score.clone());
        let result = G::wire_result(ended.result);
        let won: Vec<bool> = ended.shares.iter().map(|share| share.won).collect();
        let written = stored.result.clone().context("it has no result")?;
        let same = written == serde_json::to_value(&result)?;
        ensure!(same, "its result is {result:?}, the record has {written}");
        for (seat, player) in row.players.iter().enumerate() {
            let match_won = ended.winners.as_ref().map(|winners| winners[seat]);
            let fits = player.won == Some(won[seat])
                && player.forfeited == Some(false)
                && player.match_end.map(|end| end.won) == match_won
                && player.match_end.is_none_or(|end| !end.forfeited);
            ensure!(
                fits,
                "it won: {won:?}, the match: {:?}; the record has {player:?}",
                ended.winners
            );
        }
        let hashes = serde_json::to_value(&row.nonce_hashes)?;
        Ok(DealFinish {
            game: row.id.as_str().into(),
            result,
            forfeited: vec![false; won.len()],
            won,
            score,
            match_won: ended.winners,
            ratings: changes(&row.players),
            unrated: None,
            met: 0,
            secret,
            nonce_hashes: serde_json::from_value::<Option<NonceHashes>>(hashes)?,
            nonces,
            players: row.players.iter().map(player).collect(),
        })
    }
}

fn player(row: &GamePlayerRow) -> DealPlayer {
    DealPlayer { id: row.account.as_str().into(), name: row.name.clone() }
}

/// The sights that one account had of a deal, and the seat that the record has it in.
struct Shown<'a> {
    account: &'a UserId,
    seat: Option<Seat>,
    memory: &'a Memory,
}

fn seat_of(row: &vzetek_store::GameRow, account: &UserId) -> Option<Seat> {
    let own = row.players.iter().find(|player| player.account == account.0)?;
    Some(Seat::new(own.seat))
}

fn observer(seat: Option<Seat>) -> Observer {
    seat.map_or(Observer::Public, Observer::Seat)
}

fn nonces(stored: &[String]) -> anyhow::Result<Nonces> {
    let mut nonces = Nonces::none(stored.len());
    for (seat, nonce) in Seat::all(stored.len()).zip(stored) {
        nonces.set(seat, nonce.clone())?;
    }
    Ok(nonces)
}

/// The state that the player of the seat, or a spectator, may be shown.
fn sight<G: WireGame>(
    state: &G,
    seat: Option<Seat>,
    stored: &StoredGame,
    secret: &Secret,
    moves: usize,
) -> Sight {
    let view = state.view(observer(seat));
    Sight {
        moves,
        you: seat,
        number: stored.row.number,
        commitment: secret.commitment(),
        dealer: state.dealer(),
        zones: Some(G::zones(&view)),
        status: Some(G::wire_status(G::status(&view))),
        view: Some(G::wire_view(view)),
    }
}

/// Plays a move of the record; what followed is in it, nothing of it hidden.
fn play<G: WireGame>(
    state: &mut G,
    stored: &MoveRow,
    next: Option<&MoveRow>,
) -> anyhow::Result<PlayedMove> {
    let seat = Seat::new(stored.seat);
    ensure!(state.current_player() == Some(seat), "it was {:?}'s turn", state.current_player());
    let next = next.and_then(|next| next.action.parse().ok());
    let before = state.view(Observer::Public);
    let events = state.apply_recorded(stored.action.parse()?, next)?;
    let by = match stored.by {
        MovedBy::Player => Actor::Player,
        MovedBy::Substitute => Actor::Substitute,
        MovedBy::Server => Actor::Server,
    };
    let (action, thinking_ms) = (stored.action.clone(), stored.thinking_ms);
    Ok(PlayedMove {
        moved: Move { seat, action, by, thinking_ms },
        events: DealEvent::list::<G>(before, events),
    })
}

/// A move as the observer may see it. Of a hidden action only the verb is shown.
fn redact(played: &PlayedMove, observer: Observer) -> PlayedMove {
    let PlayedMove { moved, events } = played;
    let is_open =
        |own: &DealEvent| own.redact(observer).is_some_and(|told| told.event == own.event);
    let open = events.first().is_none_or(is_open);
    let action = if open { &*moved.action } else { verb(&moved.action) };
    PlayedMove {
        moved: Move { action: action.to_owned(), ..moved.clone() },
        events: events.iter().filter_map(|event| event.redact(observer)).collect(),
    }
}

/// The changes of ratings as players receive them; `None` if there were none.
fn changes(players: &[GamePlayerRow]) -> Option<Vec<Option<RatingChange>>> {
    let change = |player: &GamePlayerRow| {
        let rating = player.rating?;
        let ladder = match rating.ladder {
            vzetek_store::Ladder::People => Ladder::People,
            vzetek_store::Ladder::Bots => Ladder::Bots,
        };
        let step = rating.step?;
        let (before, after, settled) = (step.before, step.after, step.settled);
        Some(RatingChange { ladder, before, after, settled })
    };
    let rated = players.iter().any(|player| player.rating.is_some());
    rated.then(|| players.iter().map(change).collect())
}

#[cfg(test)]
mod tests;
