//! Learning for the players of tarok.

pub mod appraisal;
pub mod berac_appraisal;
mod berac_gradient;
mod berac_hands;
pub mod berac_policy;
pub mod card_policy;
