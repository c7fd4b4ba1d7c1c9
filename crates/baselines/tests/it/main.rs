//! The players by name, with their parameters, and what they decide.

mod specs;
mod tablic;
mod tablic_documents;
mod tarok;
mod tarok_four;
mod trset;
mod trset_documents;
