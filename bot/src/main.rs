//! vzetek-bot
fn main() {}
