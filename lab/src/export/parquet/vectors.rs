//! `test_vectors.json`: real deals from the secret to the result, by which a reader of
//! the set tests itself.

use serde::Serialize;
use serde_json::Value;
use vzetek_game::Observer;
use vzetek_protocol::{GameOptions, on_game};
use vzetek_store::{StoredGame, Tables};

use super::manifest::{Folder, Part, range};
use super::numbering::{Numbered, numbers};
use super::version::SCHEMA_VERSION;
use crate::export::identity::Identity;
use crate::export::rows::options_of;
use crate::recorded;

/// The deals of a month that are looked at for one that will do.
const LOOKED_AT: u32 = 20;

#[derive(Serialize)]
struct Vectors {
    schema_version: u32,
    deals: Vec<Vector>,
}

/// A deal, in full.
#[derive(Serialize)]
struct Vector {
    kind: String,
    options: Value,
    dealer: u8,
    secret: String,
    nonces: Vec<String>,
    /// The pack in the order in which it was dealt.
    deck: Vec<i16>,
    moves: Vec<Step>,
    result: Option<Value>,
}

/// A decision, with what was known in numbers.
#[derive(Serialize)]
struct Step {
    seat: u8,
    hand: Vec<i16>,
    table_cards: Vec<i16>,
    legal: Vec<i16>,
    action: String,
    action_id: i16,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<Vec<i16>>,
}

/// The first deal of every kind that a set holds, as JSON.
///
/// # Errors
/// If the store cannot be read.
pub(super) async fn of(
    tables: &dyn Tables,
    identity: &Identity,
    folder: &Folder,
) -> anyhow::Result<Vec<u8>> {
    let mut first: Vec<&Part> = folder.parts().map(|made| &made.part).collect();
    first.dedup_by(|next, first| next.kind == first.kind);
    let mut deals = Vec::new();
    for part in first {
        let games = tables.deals(&range(part, false), None, LOOKED_AT).await?;
        let shown = games.iter().filter(|game| identity.may_show(&game.row.nonces));
        // One that cannot be replayed is none, and was named where it was left out.
        deals.extend(shown.filter_map(|game| vector(game).ok()).next());
    }
    let mut text = serde_json::to_vec(&Vectors { schema_version: SCHEMA_VERSION, deals })?;
    text.push(b'\n');
    Ok(text)
}

fn vector(game: &StoredGame) -> anyhow::Result<Vector> {
    let options = recorded::options(game)?;
    on_game!(GameOptions, &options, |options: G| vector_of::<G>(game, options))
}

fn vector_of<G: Numbered>(game: &StoredGame, options: &G::Options) -> anyhow::Result<Vector> {
    let mut moves = Vec::new();
    let replayed = recorded::replay::<G>(game, options, |play, turn, row, action| {
        let state = &play.state;
        let situation = G::situation(&state.view(Observer::Seat(turn)));
        moves.push(Step {
            seat: row.seat,
            hand: situation.hand,
            table_cards: situation.table_cards,
            legal: state.legal_actions().iter().map(G::action_id).collect(),
            action: row.action.clone(),
            action_id: G::action_id(action),
            captured: G::captured(action).map(numbers),
        });
        Ok(())
    })?;
    Ok(Vector {
        kind: game.row.kind.clone(),
        options: options_of(&replayed.play.state),
        dealer: game.row.dealer,
        secret: game.row.secret.clone(),
        nonces: game.row.nonces.clone(),
        deck: numbers(replayed.pack),
        moves,
        result: game.result.clone(),
    })
}
