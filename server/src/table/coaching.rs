//! The coach's answer to a player: facts that follow from the player's own view, computed
//! when they are asked for.

use vzetek_game::Observer;
use vzetek_protocol::{ErrorCode, ServerMessage};

use super::effect::Effect;
use super::mailbox::Visitor;
use super::seats::not_seated;
use super::stage::Stage;
use super::state::Table;
use crate::fault::Fault;

impl Table {
    /// Sends the caller, and no other player, the facts that matter now. A rated table refuses
    /// while a deal is played; every watcher may ask for the facts of a finished one.
    pub(super) fn coach(&mut self, visitor: &Visitor) -> Result<(), Fault> {
        let account = visitor.player.id.as_str();
        let to = self.audience(visitor);
        if to.observer == Observer::Public && !self.is_watching(account) {
            return Err(not_seated());
        }
        let coach = match &self.stage {
            Stage::Playing(playing) => {
                if to.observer == Observer::Public {
                    return Err(not_seated());
                }
                let config = &self.setup.config;
                if config.rated && !config.private {
                    let message = "nobody is coached at a rated table while a deal is played";
                    return Err(Fault::new(ErrorCode::Forbidden, message));
                }
                // While a substitute plays in the seat, its owner has nothing to decide.
                playing.deal.facts(if to.acts { to.observer } else { Observer::Public })
            }
            Stage::Finished(finished) => finished.played.deal.facts(to.observer),
            Stage::Waiting | Stage::Shuffling(_) | Stage::Closed => {
                return Err(Fault::new(ErrorCode::NoDeal, "no deal has been played here yet"));
            }
        };
        let (table, seq) = (self.setup.id.clone(), self.seq);
        let message = ServerMessage::Coach { table, seq, coach };
        self.effects.push(Effect::Tell { to: vec![visitor.connection], message });
        Ok(())
    }
}
