//! vzetek-store
