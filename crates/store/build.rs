//! Embeds the migrations. sqlx has a macro for that, but it compiles both drivers a second
//! time, SQLite in C among them, for the compiler's own use.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
    let mut source = String::new();
    for database in ["postgres", "sqlite"] {
        let folder = Path::new("../../migrations").join(database);
        let folder = folder.canonicalize().expect("the migrations stand beside this crate");
        let mut files: Vec<_> = fs::read_dir(&folder)
            .expect("the folder of migrations can be read")
            .map(|entry| entry.expect("a migration can be read").path())
            .collect();
        files.sort();
        writeln!(source, "pub const {}: &[(&str, &str)] = &[", database.to_uppercase()).unwrap();
        for file in files {
            let name = file.file_name().expect("a file has a name").to_string_lossy();
            writeln!(source, "    ({name:?}, include_str!({file:?})),").unwrap();
        }
        writeln!(source, "];").unwrap();
    }
    let out = env::var_os("OUT_DIR").expect("Cargo names the folder of what is generated");
    fs::write(Path::new(&out).join("migrations.rs"), source).expect("the list can be written");
}
