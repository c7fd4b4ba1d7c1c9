//! Reading a decision document so that a fault has the name of its field.

use serde::Deserialize;
use serde::de::IgnoredAny;
use vzetek_game::from_json;
use vzetek_protocol::DecisionDocument as Document;

use crate::deal::Deal;

/// True unless the text is a JSON object without a view: one of an older form.
pub fn is_of_the_protocol(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Probe {
        #[serde(default)]
        view: Option<IgnoredAny>,
    }
    serde_json::from_str::<Probe>(text).is_ok_and(|probe| probe.view.is_some())
}

/// Reads a document.
///
/// # Errors
/// The first fault, with the field that it is in.
pub fn read(text: &str) -> Result<Document, String> {
    let document: Document = from_json(text.as_bytes()).map_err(|error| match error.path {
        Some(_) => error.to_string(),
        None => format!("this is no decision document: {error}"),
    })?;
    if document.legal.is_empty() {
        return Err("legal: a turn has one action at least".to_owned());
    }
    Ok(document)
}

/// Returns the deal that a document describes, as the player knows it now.
///
/// # Errors
/// If an event or the score is of another game.
///
/// # Panics
/// If the view cannot follow the later events.
pub fn deal(document: Document) -> Result<Deal, String> {
    let Document { view, events, later, score, .. } = document;
    let mut deal = Deal::told(view, events.iter(), score.as_ref(), None);
    for (name, events) in [("events", &events), ("later", &later)] {
        let foreign = events.iter().position(|told| !deal.is_of_its_game(&told.event));
        if let Some(at) = foreign {
            return Err(format!("{name}[{at}]: this is no event of the view's game"));
        }
    }
    if score.is_some_and(|score| !deal.is_scored_so(&score)) {
        return Err("score: it is that of another game than the view's".to_owned());
    }
    later.iter().for_each(|told| deal.observe(&told.event));
    Ok(deal)
}
