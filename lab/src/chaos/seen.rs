//! Everything that one client was shown.

use std::collections::HashMap;

use vzetek_game::fair::Commitment;
use vzetek_game::{Seat, Zones};
use vzetek_protocol::table::{DealFinish, DealState, PlayedMove, Turn};
use vzetek_protocol::{
    Epoch, GameId, GameStatus, GameView, TableEvent, TableId, TableSnapshot, UserId,
};

use super::notes::Notes;

/// The state of a deal as it is shown to one observer at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The number of moves made so far.
    pub moves: usize,
    /// The observer's seat; `None` for one that watches.
    pub you: Option<Seat>,
    /// The number of the deal within the match, from 1.
    pub number: u32,
    /// The commitment made before the deal.
    pub commitment: Commitment,
    /// The seat that dealt.
    pub dealer: Seat,
    /// The deal as the rules see it.
    pub view: Option<GameView>,
    /// The cards as they lie.
    pub zones: Option<Zones>,
    /// The rest.
    pub status: Option<GameStatus>,
}

/// A deal as one client remembers it.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The moves, in order, with what followed.
    pub moves: Vec<PlayedMove>,
    /// The states that were shown whole.
    pub sights: Vec<Sight>,
    /// The end, if it was shown.
    pub finish: Option<DealFinish>,
}

/// One client's memory of all deals that it was shown.
#[derive(Debug)]
pub struct Seen {
    /// The client's number.
    client: usize,
    /// The account that it is.
    pub account: UserId,
    /// The deals, with what was shown of each.
    pub deals: HashMap<GameId, Memory>,
    /// The view of each table now.
    now: HashMap<TableId, View>,
}

/// One client's view of a table.
#[derive(Clone, Debug)]
struct View {
    /// The client's seat; `None` for one that watches.
    you: Option<Seat>,
    /// The epoch of its events.
    epoch: Epoch,
    /// The newest deal, and the number of its moves.
    deal: Option<(GameId, usize)>,
}

impl Seen {
    /// A client that has not been shown anything.
    pub fn new(client: usize, account: UserId) -> Self {
        Self { client, account, deals: HashMap::new(), now: HashMap::new() }
    }

    /// Takes a snapshot: what was shown before must be in it.
    pub fn snapshot(&mut self, snapshot: &TableSnapshot, notes: &Notes) {
        let view = View { you: snapshot.you, epoch: snapshot.epoch.clone(), deal: None };
        self.now.insert(snapshot.id.clone(), view);
        if let Some(deal) = &snapshot.deal {
            self.deal(&snapshot.id, deal, notes);
        }
    }

    /// Takes an event as it came, followed or not.
    pub fn event(
        &self,
        table: &TableId,
        seq: u64,
        event: &TableEvent,
        followed: bool,
        notes: &Notes,
    ) {
        match self.now.get(table) {
            Some(view) => notes.event(table, &view.epoch, seq, event, followed),
            None => notes.wrong(format!("table {table}: an event without a snapshot")),
        }
    }

    /// Takes a turn: no other seat's legal actions may be sent.
    pub fn turn(&self, table: &TableId, turn: &Turn, notes: &Notes) {
        let own = self.now.get(table).is_some_and(|view| view.you == Some(turn.seat));
        if !own && (turn.legal.is_some() || turn.claim.is_some()) {
            notes.wrong(format!("table {table}: {} was told {turn:?} of another", self.account));
        }
    }

    /// Takes the state of a deal.
    pub fn deal(&mut self, table: &TableId, deal: &DealState, notes: &Notes) {
        let Some(view) = self.now.get_mut(table) else {
            notes.wrong(format!("table {table}: a deal without a snapshot"));
            return;
        };
        view.deal = Some((deal.game.clone(), deal.moves.len()));
        let memory = self.deals.entry(deal.game.clone()).or_default();
        if deal.moves.len() < memory.moves.len() || memory.finish.is_some() && deal.finish.is_none()
        {
            notes.earlier();
        }
        for (number, told) in deal.moves.iter().enumerate() {
            memory.moved(&deal.game, number, told.clone(), notes);
        }
        if let Some(finish) = &deal.finish {
            memory.finished(finish, notes);
        }
        let sight = Sight {
            moves: deal.moves.len(),
            you: view.you,
            number: deal.number,
            commitment: deal.commitment,
            dealer: deal.dealer,
            view: deal.view.clone(),
            zones: deal.zones.clone(),
            status: deal.status.clone(),
        };
        if !memory.sights.contains(&sight) {
            memory.sights.push(sight);
        }
        notes.progress(self.client, table, &deal.game, deal.moves.len());
    }

    /// Takes a move.
    pub fn moved(&mut self, table: &TableId, played: PlayedMove, notes: &Notes) {
        let Some(View { epoch, deal: Some((game, next)), .. }) = self.now.get_mut(table) else {
            notes.wrong(format!("table {table}: a move without a deal"));
            return;
        };
        notes.term(game, *next, epoch);
        self.deals.entry(game.clone()).or_default().moved(game, *next, played, notes);
        *next += 1;
        notes.progress(self.client, table, game, *next);
    }

    /// Takes the end of a deal.
    pub fn finished(&mut self, finish: &DealFinish, notes: &Notes) {
        self.deals.entry(finish.game.clone()).or_default().finished(finish, notes);
    }
}

impl Memory {
    /// Takes a move, counted from 0, that may have been shown before.
    fn moved(&mut self, game: &GameId, number: usize, told: PlayedMove, notes: &Notes) {
        match self.moves.get(number) {
            None => self.moves.push(told),
            Some(mine) if *mine == told => (),
            Some(mine) => notes.wrong(format!(
                "deal {game}: move {} was shown as {mine:?} and as {told:?}",
                number + 1
            )),
        }
    }

    fn finished(&mut self, finish: &DealFinish, notes: &Notes) {
        let mine = self.finish.get_or_insert_with(|| finish.clone());
        if mine != finish {
            let game = &finish.game;
            notes.wrong(format!("deal {game}: its end was shown as {mine:?} and as {finish:?}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use vzetek_protocol::table::{Actor, Move};

    use super::*;

    fn played(action: &str) -> PlayedMove {
        let action = action.to_owned();
        let moved = Move { seat: Seat::new(0), action, by: Actor::Player, thinking_ms: 1 };
        PlayedMove { moved, events: Vec::new() }
    }

    #[test]
    fn another_history_is_noticed() {
        let notes = Notes::default();
        let game = GameId::from("g");
        let mut memory = Memory::default();
        for (number, action) in ["C3", "discard"].into_iter().enumerate() {
            memory.moved(&game, number, played(action), &notes);
        }
        memory.moved(&game, 0, played("C3"), &notes);
        assert_eq!(notes.wrongs().0, 0);
        memory.moved(&game, 0, played("C5"), &notes);
        assert_eq!(notes.wrongs().0, 1, "{:?}", notes.wrongs());
        memory.moved(&game, 1, played("discard:H4"), &notes);
        assert_eq!(notes.wrongs().0, 2, "an observer learns of a move in one way");
    }

    #[test]
    fn the_legal_actions_of_others_are_noticed() {
        let notes = Notes::default();
        let table = TableId::from("t");
        let mut seen = Seen::new(0, UserId::from("a"));
        let view = View { you: Some(Seat::new(1)), epoch: Epoch::from("e.1"), deal: None };
        seen.now.insert(table.clone(), view);
        let turn = |seat: u8, legal: Option<&'static str>| Turn {
            seat: Seat::new(seat),
            decision: None,
            legal: legal.map(|action| [action.into()].into()),
            legal_cut: false,
            claim: None,
            move_ms: None,
            bank_ms: None,
        };
        seen.turn(&table, &turn(1, Some("C3")), &notes);
        seen.turn(&table, &turn(0, None), &notes);
        assert_eq!(notes.wrongs().0, 0);
        seen.turn(&table, &turn(0, Some("C3")), &notes);
        assert_eq!(notes.wrongs().0, 1);
    }
}
