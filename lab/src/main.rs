//! vzetek-lab
fn main() {}
