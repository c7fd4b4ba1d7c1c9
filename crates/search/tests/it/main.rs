//! The searches held to plain ones.

mod maxn;
mod monte_carlo;
mod parts;
mod perfect;
