//! Small games for searches that no player uses; those of
//! [`vzetek_search::games`] serve here too.
//!
//! * [`draughty`]: a generated game with chance.
//! * [`formula`]: a game in which little of a position matters.
//! * [`coin`]: a move made face down.
//! * [`worlds`]: a tree written down, with hidden information.
//! * [`trioomph`]: the board game of Luštrek's survey.

pub mod coin;
pub mod draughty;
pub mod formula;
pub mod trioomph;
pub mod worlds;
