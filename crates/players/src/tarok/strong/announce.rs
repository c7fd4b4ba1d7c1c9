//! The choice of an announcement.

use std::ops::ControlFlow;

use rand_core::Rng;
use vzetek_tarok::{Action, Announcement, Undertaking};

use super::{Choice, Thinking};
use crate::tarok::utility::utility;

/// An announcement doubles what it brings and costs as much when it fails: two
/// times in three it must succeed to be even. The rest is for the risk that
/// somebody says kontra, and that the others now know.
const ENOUGH: f64 = 0.72;

pub(super) fn choose(
    thinking: &Thinking<'_>,
    undertaking: &Undertaking,
    rng: &mut impl Rng,
) -> Choice {
    let count = thinking.worlds_for(2);
    let mut made = [0.0; Announcement::OF_THREE.len()];
    let (mut value, mut done) = (0.0, 0.0);
    thinking.for_worlds(count, 1, rng, |world, rng| {
        let end = world.game.expect("known").play_out(thinking.policy, rng);
        for (made, announcement) in made.iter_mut().zip(Announcement::OF_THREE) {
            *made += f64::from(u8::from(end.has_made(announcement, true)));
        }
        value += utility(&end, thinking.me, &thinking.radelci);
        done += 1.0;
        ControlFlow::Continue(())
    });
    let announced = Announcement::OF_THREE.iter().zip(made).find(|&(announcement, made)| {
        !undertaking.is_announced(*announcement) && made / done >= ENOUGH
    });
    let action = announced.map_or(Action::Pass, |(&what, _)| Action::Announce(what));
    Choice { action, value: value / done, worlds: done as usize, exact: false }
}
