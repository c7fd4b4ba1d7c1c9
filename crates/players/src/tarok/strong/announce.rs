//! The choice of an announcement.

use std::ops::ControlFlow;

use rand_core::Rng;
use vzetek_tarok::{Action, Announcement};

use super::thinking::{Choice, Thinking};
use crate::tarok::utility::utility;

/// An announcement doubles what it brings and costs as much when it fails: two times in three it
/// must succeed to be even. The rest is for the risk of a kontra, and for what it reveals to the
/// others.
const ENOUGH: f64 = 0.72;

pub(super) fn choose<const N: usize>(thinking: &Thinking<'_, N>, rng: &mut impl Rng) -> Choice {
    let (announced, value, worlds) = promising(thinking, rng);
    let action = announced.map_or(Action::Pass, Action::Announce);
    Choice { action, value, worlds, exact: false }
}

/// Returns the first announcement that the own side makes often enough, with the value of
/// the deal and the worlds that were looked at.
pub(super) fn promising<const N: usize>(
    thinking: &Thinking<'_, N>,
    rng: &mut impl Rng,
) -> (Option<Announcement>, f64, usize) {
    let count = thinking.worlds_for(2);
    let mut made = [0.0; Announcement::ALL.len()];
    let (mut value, mut done) = (0.0, 0.0);
    thinking.for_worlds(count, 1, rng, |world, rng| {
        let end = world.game.expect("known").play_out(thinking.policy, rng);
        let own = end.is_declarers(thinking.me);
        for (made, announcement) in made.iter_mut().zip(Announcement::ALL) {
            *made += f64::from(u8::from(end.has_made(announcement, own)));
        }
        value += utility(&end, thinking.me, &thinking.radelci);
        done += 1.0;
        ControlFlow::Continue(())
    });
    let announced = Announcement::ALL.into_iter().zip(made).find(|&(announcement, made)| {
        thinking.question.legal.contains(&Action::Announce(announcement)) && made / done >= ENOUGH
    });
    (announced.map(|(announcement, _)| announcement), value / done, done as usize)
}
