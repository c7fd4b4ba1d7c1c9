//! The deal of a committed shuffle.

use vzetek_protocol::{GameId, GameOptions};
use vzetek_store::{GameRow, Write};

use super::awaited::{Change, Dealt, Outcome, Progress, record};
use super::carry::Carry;
use super::event::FullEvent;
use super::stage::{Playing, Shuffling, Stage, Step};
use super::state::Table;
use crate::deal::Match;
use crate::fault::Fault;
use crate::{ids, promises};

impl Table {
    /// Deals the committed shuffle. Until it can be stored, it has not happened, and is tried again
    /// with the same inputs.
    pub(super) fn deal(&mut self) -> Outcome {
        let Stage::Shuffling(Shuffling { secret, hashes, step: Step::Opening(nonces), .. }) =
            &self.stage
        else {
            return Ok(Progress::Done);
        };
        hashes.check(nonces).map_err(Fault::unexpected)?;
        let (secret, hashes, nonces) = (secret.clone(), hashes.clone(), nonces.clone());
        let dealer = self.carry.next_dealer;
        let prepared = self.lesson().filter(|&(_, of)| of == dealer).map(|(options, _)| options);
        let score = self.carry.game.score();
        let game = |options: &GameOptions| {
            Match::with_score(options, &score)
                .ok_or_else(|| Fault::unexpected("the score is of another game"))
        };
        let options = match prepared {
            Some(options) => options,
            None => game(&self.setup.config.game)?.deal_options(),
        };
        let deal = game(&options)?.deal(dealer, &secret, &nonces).map_err(Fault::unexpected)?;
        let first = deal
            .current_player()
            .ok_or_else(|| Fault::unexpected("a deal without a first player"))?;
        let game = GameId(ids::in_order(self.now.utc, &mut self.chance));
        let number = self.carry.next_number;
        let row = GameRow {
            id: game.0.clone(),
            table: self.setup.id.0.clone(),
            match_number: self.carry.match_number,
            number,
            kind: options.kind().0,
            options: serde_json::to_value(&options).map_err(Fault::unexpected)?,
            dealer: dealer.index() as u8,
            secret: secret.to_string(),
            nonce_hashes: Some(promises::texts(&hashes)),
            nonces: nonces.as_slice().to_vec(),
            started_at: self.now.utc,
            players: self.player_rows(),
        };
        let carry = Carry {
            scorers: self.owner_ids(),
            next_number: number + 1,
            next_dealer: dealer.clockwise(1, self.seats.len()),
            ..self.carry.clone()
        };
        let state = carry.write(&self.setup.id)?;
        let dealt = Dealt { game, number, secret, hashes, nonces, deal, first, carry };
        record(vec![Write::BeginGame(row), state], Change::Deal(Box::new(dealt)))
    }

    /// Publishes the cards.
    pub(super) fn begin_deal(&mut self, dealt: Dealt) {
        let Dealt { game, number, secret, hashes, nonces, deal, first, carry } = dealt;
        self.note_followed(|_| true);
        self.carry = carry;
        self.dropped.clear();
        let turn = self.fresh_turn(first, deal.legal());
        let commitment = secret.commitment();
        let unrated = self.setup.unrated(&self.carry);
        self.stage = Stage::Playing(Box::new(Playing {
            game: game.clone(),
            number,
            secret,
            commitment,
            nonce_hashes: Some(hashes),
            nonces,
            deal: deal.clone(),
            moves: Vec::new(),
            turn: turn.clone(),
            turn_started: self.now.instant,
            turn_seq: self.seq + 1,
            suspended: None,
            stopped: None,
            pending: None,
            unrated,
        }));
        metrics::counter!("vzetek_deals_total").increment(1);
        let deal = Box::new(deal);
        self.publish(FullEvent::Dealt { game, number, commitment, deal, unrated, turn });
    }
}
