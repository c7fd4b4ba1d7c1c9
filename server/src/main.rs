//! vzetek-server
fn main() {}
