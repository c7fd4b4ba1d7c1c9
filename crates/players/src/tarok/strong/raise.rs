//! The choice to say kontra, re, sub or mort, or not.

use std::ops::ControlFlow;

use rand_core::Rng;
use vzetek_tarok::{Action, Doubling, Item, SEATS};

use super::announce;
use super::player_count::{Of, PlayerCount};
use super::thinking::{Choice, Thinking};
use crate::tarok::search::Terms;
use crate::tarok::utility::utility;

/// The ratio of gains to losses, in all worlds together, that raising must exceed, for kontra, re,
/// sub and mort: a raise may be raised again, and an opponent's earlier raise shows better
/// cards than the worlds assume.
const RISK: [f64; 4] = [2.0, 3.0, 8.0, 5.0];

/// The ratio among four, where the worlds model a player who has raised less well: with the ratios
/// of three, two sides that are both sure of themselves reach mort.
const RISK_OF_FOUR: [f64; 4] = [2.0, 4.0, 30.0, 15.0];

/// By how much more the gains must exceed the losses where a defender of four says kontra to a
/// solo: its bidder holds better cards than the worlds assume. With the ratio of other contracts 22
/// of 55 such kontras came off, and 131 of 157 at one.
const SOLO: f64 = 8.0;

/// The ratio for raising announcements, which players do not make lightly.
const RISK_ANNOUNCED: [f64; 4] = [50.0, 4.0, 100.0, 8.0];

/// The ratio among four: a player who says kontra to an announcement nearly knows that it fails,
/// which the worlds do not. Two announced pagats that their side raised to re and met with sub were
/// the costliest deals of all.
const RISK_ANNOUNCED_OF_FOUR: [f64; 4] = [50.0, 50.0, 100.0, 50.0];

/// Candidates for each world that is looked at.
const CANDIDATES: usize = 3;

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    doubling: &Doubling,
    rng: &mut impl Rng,
) -> Choice
where
    PlayerCount: Of<N>,
{
    if doubling.announcing
        && let (Some(announcement), value, worlds) = announce::promising(thinking, rng)
    {
        let action = Action::Announce(announcement);
        return Choice { action, value, worlds, exact: false };
    }
    let items: Vec<Item> = thinking
        .question
        .legal
        .iter()
        .filter_map(|action| match action {
            Action::Raise(item) => Some(*item),
            _ => None,
        })
        .collect();
    let raised: Vec<Terms> = items
        .iter()
        .map(|&item| {
            let mut stakes = doubling.undertaking.stakes.clone();
            let raised = stakes.iter_mut().find(|stake| stake.item == item);
            raised.expect("the item is at stake").raises.push(thinking.me);
            Terms::new(&stakes, &thinking.options)
        })
        .collect();
    let count = thinking.worlds_for(4);
    let (mut gains, mut losses) = (vec![0.0; items.len()], vec![0.0; items.len()]);
    let (mut value, mut done) = (0.0, 0.0);
    thinking.for_worlds(count, CANDIDATES, rng, |world, rng| {
        let game = world.game.expect("known");
        let end = game.play_out(thinking.policy, rng);
        let now = utility(&end, thinking.me, &thinking.radelci);
        for (at, &terms) in raised.iter().enumerate() {
            let then = utility(&end.with_terms(terms), thinking.me, &thinking.radelci);
            let gain = then - now;
            if gain > 0.0 { gains[at] += gain } else { losses[at] -= gain }
        }
        value += now;
        done += 1.0;
        ControlFlow::Continue(())
    });
    let undertaking = &doubling.undertaking;
    let raises_berac = undertaking.contract.is_berac() && undertaking.declarer == thinking.me;
    let defends = undertaking.declarer != thinking.me;
    let defends_solo = if defends && undertaking.contract.is_talon_solo() { SOLO } else { 1.0 };
    let is_worth_it = |&at: &usize| {
        let stakes = &doubling.undertaking.stakes;
        let raises = stakes.iter().find(|stake| stake.item == items[at]);
        let raises = raises.map_or(0, |stake| stake.raises.len());
        let risk = match items[at] {
            Item::Game if N == SEATS => RISK[raises],
            Item::Game if raises_berac => PlayerCount::LOSS_OF_BERAC * RISK_OF_FOUR[raises],
            Item::Game => defends_solo * RISK_OF_FOUR[raises],
            Item::Announced(_) if N == SEATS => RISK_ANNOUNCED[raises],
            Item::Announced(_) => RISK_ANNOUNCED_OF_FOUR[raises],
        };
        gains[at] > risk * losses[at]
    };
    let better =
        |a: &usize, b: &usize| (gains[*a] - losses[*a]).total_cmp(&(gains[*b] - losses[*b]));
    let raise = (0..items.len()).filter(is_worth_it).max_by(better);
    let action = raise.map_or(Action::Pass, |at| Action::Raise(items[at]));
    Choice { action, value: value / done, worlds: done as usize, exact: false }
}
