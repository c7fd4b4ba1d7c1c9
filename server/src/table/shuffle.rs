//! The commitment to a shuffle, and the nonces that seats add to it.
//!
//! First the server commits to a secret, then the seats commit to nonces, and when the list of
//! their hashes is stored and published, they open them. Neither a seat nor the server knows the
//! other choices while it chooses. A commitment that does not lead to a deal is dropped, and
//! published with its secret.

use std::time::Duration;

use vzetek_game::Seat;
use vzetek_game::fair::{NonceHashes, Nonces, Secret};
use vzetek_protocol::shuffle::{DropReason, DroppedPromise, PromiseState};
use vzetek_protocol::table::TableEvent;
use vzetek_store::{PromiseRow, Write};

use super::awaited::{Change, Outcome, Progress, Promised, record};
use super::carry::Carry;
use super::event::{FullEvent, match_started};
use super::seat::SeatRecord;
use super::stage::{Shuffling, Stage, Step};
use super::state::Table;
use crate::deal::Match;
use crate::{ids, promises};

impl Table {
    /// Commits to a shuffle. The commitment is stored before it is published, together with the end
    /// of the one that it replaces.
    pub(super) fn promise(&mut self) -> Outcome {
        let again = matches!(self.stage, Stage::Shuffling(_));
        let (mut carry, starts) =
            if again { (self.carry.clone(), false) } else { self.next_carry() };
        if let Some((_, dealer)) = self.lesson() {
            carry.next_dealer = dealer;
        }
        let secret = Secret::draw(&mut self.chance);
        let commitment = secret.commitment();
        let id = ids::in_order(self.now.utc, &mut self.chance);
        let promise = PromiseRow {
            id: id.clone(),
            table: self.setup.id.0.clone(),
            match_number: carry.match_number,
            number: carry.next_number,
            dealer: carry.next_dealer.index() as u8,
            commitment: commitment.to_string(),
            secret: secret.to_string(),
            promised_at: self.now.utc,
        };
        let mut writes = Vec::new();
        let dropped = match &self.stage {
            Stage::Shuffling(shuffling @ Shuffling { step: Step::Opening(nonces), .. }) => {
                let withheld = shuffling.unopened(nonces);
                self.drop_promise(DropReason::Withheld, &withheld, &mut writes)
            }
            _ => None,
        };
        writes.push(Write::Promise(promise));
        let promised = Promised { id, secret, commitment, carry, starts, dropped };
        record(writes, Change::Promise(Box::new(promised)))
    }

    /// Publishes a commitment; from now on seats commit to nonces.
    pub(super) fn show_promise(&mut self, promised: Promised) {
        let Promised { id, secret, commitment, carry, starts, dropped } = promised;
        self.carry = carry;
        self.dropped.extend(dropped);
        if starts {
            self.forget_match();
            self.publish(match_started(self.carry.game.score()));
        }
        let bank = Duration::from_millis(self.setup.config.clock.bank_ms);
        for taken in self.seats.iter_mut().filter_map(SeatRecord::taken_mut) {
            taken.ready = false;
            taken.wants = None;
            taken.bank = bank;
        }
        let after = match std::mem::replace(&mut self.stage, Stage::Waiting) {
            Stage::Finished(finished) if self.carry.undecided.is_some() => Some(finished),
            Stage::Shuffling(shuffling) => shuffling.after,
            _ => None,
        };
        let wait = Duration::from_millis(self.setup.tuning.nonce_ms);
        self.stage = Stage::Shuffling(Shuffling {
            id,
            secret,
            commitment,
            hashes: NonceHashes::none(self.seats.len()),
            step: Step::Committing,
            until: self.now.instant + wait,
            after,
        });
        self.publish(FullEvent::Public(TableEvent::Committed {
            number: self.carry.next_number,
            dealer: self.carry.next_dealer,
            commitment,
            nonce_ms: wait.as_millis() as u64,
            barred: self.barred(),
            dropped: self.dropped.clone(),
        }));
    }

    /// Returns the state that the table carries into the next deal, and true if
    /// a match begins with it.
    fn next_carry(&self) -> (Carry, bool) {
        let mut carry = self.carry.clone();
        // A newcomer does not inherit a score, not even after a restart.
        let others_played = !carry.scorers.is_empty() && carry.scorers != self.owner_ids();
        if carry.match_won.is_none() && !others_played {
            return (carry, false);
        }
        carry.match_won = None;
        carry.undecided = None;
        (carry.unrated, carry.met) = (None, 0);
        carry.match_number += 1;
        carry.next_number = 1;
        if !carry.game.goes_on() || carry.scorers != self.owner_ids() {
            carry.game = Match::new(&self.setup.config.game);
        }
        (carry, true)
    }

    /// Takes the next step of a committed shuffle if it is due.
    pub(super) fn shuffle_on(&mut self) -> Outcome {
        let Stage::Shuffling(shuffling) = &self.stage else { return Ok(Progress::Done) };
        match &shuffling.step {
            Step::Committing
                if shuffling.until > self.now.instant && !self.all_committed(&shuffling.hashes) =>
            {
                Ok(Progress::Done)
            }
            Step::Committing => self.close_list(shuffling),
            Step::Opening(nonces) if shuffling.unopened(nonces).is_empty() => self.deal(),
            Step::Opening(_) if shuffling.until <= self.now.instant => self.promise(),
            Step::Opening(_) => Ok(Progress::Done),
        }
    }

    /// True if all connected owners that may have committed.
    fn all_committed(&self, hashes: &NonceHashes) -> bool {
        let barred = self.barred();
        self.seats().all(|seat| {
            !self.record(seat).is_here() || barred.contains(&seat) || hashes.of(seat).is_some()
        })
    }

    /// Seats that add no nonce until cards are dealt, because they withheld one: so each can cost
    /// one commitment at most.
    pub(super) fn barred(&self) -> Vec<Seat> {
        let lately = self.dropped.iter().rev().take_while(|d| d.reason == DropReason::Withheld);
        let mut seats: Vec<Seat> = lately.flat_map(|dropped| dropped.seats.clone()).collect();
        seats.sort_unstable();
        seats
    }

    /// From here on no choice is left.
    fn close_list(&self, shuffling: &Shuffling) -> Outcome {
        let hashes = shuffling.hashes.clone();
        let write = Write::NonceHashes {
            promise: shuffling.id.clone(),
            table: self.setup.id.0.clone(),
            hashes: promises::texts(&hashes),
        };
        record(vec![write], Change::Hashes(hashes))
    }

    /// Publishes the list of hashes; from now on seats open their nonces.
    pub(super) fn open_nonces(&mut self, hashes: NonceHashes) -> Outcome {
        let wait = Duration::from_millis(self.setup.tuning.reveal_ms);
        if let Stage::Shuffling(shuffling) = &mut self.stage {
            shuffling.step = Step::Opening(Nonces::none(self.seats.len()));
            shuffling.until = self.now.instant + wait;
        }
        let reveal_ms = wait.as_millis() as u64;
        self.publish(FullEvent::Public(TableEvent::NoncesCommitted { hashes, reveal_ms }));
        self.shuffle_on()
    }

    /// Adds to the writes that the current commitment, if there is one, will never be dealt;
    /// returns its published form.
    pub(super) fn drop_promise(
        &self,
        reason: DropReason,
        seats: &[Seat],
        writes: &mut Vec<Write>,
    ) -> Option<DroppedPromise> {
        let Stage::Shuffling(shuffling) = &self.stage else { return None };
        let (nonce_hashes, nonces) = match &shuffling.step {
            Step::Committing => (None, Nonces::none(self.seats.len())),
            Step::Opening(nonces) => (Some(shuffling.hashes.clone()), nonces.clone()),
        };
        let dropped = DroppedPromise {
            number: self.carry.next_number,
            dealer: self.carry.next_dealer,
            commitment: shuffling.commitment,
            secret: shuffling.secret.clone(),
            nonce_hashes,
            nonces,
            reason,
            seats: seats.to_vec(),
            at: self.now.utc,
        };
        writes.push(Write::DropPromise(promises::drop_row(&shuffling.id, &dropped)));
        Some(dropped)
    }

    /// The published state of the current commitment.
    pub(super) fn promise_state(&self) -> Option<PromiseState> {
        let Stage::Shuffling(shuffling) = &self.stage else { return None };
        let left = shuffling.until.saturating_duration_since(self.now.instant);
        Some(PromiseState {
            number: self.carry.next_number,
            dealer: self.carry.next_dealer,
            commitment: shuffling.commitment,
            barred: self.barred(),
            nonce_hashes: matches!(shuffling.step, Step::Opening(_))
                .then(|| shuffling.hashes.clone()),
            left_ms: left.as_millis() as u64,
        })
    }
}
