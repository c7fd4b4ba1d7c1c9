//! Builds the server again when the page was built again.

use std::path::Path;

fn main() {
    // Cargo takes a watched path that is missing for changed, and would build
    // the server anew every time until the page is there.
    let page = Path::new("../web/dist");
    if Path::new("../web").is_dir() && !page.exists() {
        // Where that is not allowed, building more often is all that happens.
        let _ = std::fs::create_dir(page);
    }
    println!("cargo:rerun-if-changed=../web/dist");
}
