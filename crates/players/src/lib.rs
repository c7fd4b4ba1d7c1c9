//! vzetek-players
