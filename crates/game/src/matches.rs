//! A match over one or more deals, and a deal as part of it.

use crate::fair::{Nonces, Secret};
use crate::{DealError, RunningScore, Seat, Share, TableGame, record};

/// A match as it stands between two deals: what is played, and the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<G: TableGame> {
    options: G::Options,
    score: G::Score,
}

/// A deal of a match. Its state knows the options, and it was begun with the
/// match's score, so options, score and result are always of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchDeal<G: TableGame> {
    /// The full state: every card, hidden or not.
    pub state: G,
    score: G::Score,
}

/// A deal that is over, and what became of its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended<G: TableGame> {
    /// The result as it is written down.
    pub result: G::Result,
    /// Each player's part in it, by seat.
    pub shares: Vec<Share>,
    /// The match with this deal.
    pub game: Match<G>,
    /// The winners of the match, by seat, if this deal decided it.
    pub winners: Option<Vec<bool>>,
}

impl<G: TableGame> Match<G> {
    /// A match that is about to start.
    pub fn new(options: &G::Options) -> Self {
        Self { score: G::Score::new(options), options: options.clone() }
    }

    /// A match with this score.
    pub fn with_score(options: &G::Options, score: &G::Score) -> Self {
        Self { options: options.clone(), score: score.clone() }
    }

    /// The options of the table.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// The running score.
    pub fn score(&self) -> &G::Score {
        &self.score
    }

    /// Returns the progress of the match, from 0 to 1, as [`RunningScore::progress`] does.
    pub fn progress(&self) -> f64 {
        self.score.progress(&self.options)
    }

    /// Returns the options of the next deal, with which it is recorded.
    pub fn deal_options(&self) -> G::Options {
        self.score.deal_options(&self.options)
    }

    /// Shuffles and deals with the options as they are, again if the rules ask for it.
    ///
    /// # Errors
    /// [`DealError`] if the options or the dealer do not allow it.
    pub fn deal(
        &self,
        dealer: Seat,
        secret: &Secret,
        nonces: &Nonces,
    ) -> Result<MatchDeal<G>, DealError> {
        record::deal(&self.options, dealer, secret, nonces).map(|state| self.begin(state))
    }

    /// A deal of the match, from this state on.
    pub fn begin(&self, state: G) -> MatchDeal<G> {
        MatchDeal { state, score: self.score.clone() }
    }
}

impl<G: TableGame> MatchDeal<G> {
    /// Returns the end of the deal; `None` as long as it is played.
    pub fn ended(&self) -> Option<Ended<G>> {
        let result = self.state.written(&self.score)?;
        let options = self.state.options();
        let mut score = self.score.clone();
        score.add(&result);
        let winners = score.winners(options, &result);
        Some(Ended {
            shares: Seat::all(self.state.seats()).map(|seat| G::share(&result, seat)).collect(),
            winners: winners.map(|won| won.as_slice().to_vec()),
            game: Match::with_score(options, &score),
            result,
        })
    }
}
