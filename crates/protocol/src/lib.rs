//! vzetek-protocol
