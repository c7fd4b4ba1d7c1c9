//! The migrations of both databases, embedded by the build script.

use std::sync::LazyLock;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The files of each database: name and text.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/migrations.rs"));
}

pub(crate) static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator(embedded::POSTGRES));
pub(crate) static SQLITE: LazyLock<Migrator> = LazyLock::new(|| migrator(embedded::SQLITE));

/// # Panics
///
/// If a file is not named like `0001_initial.sql`.
fn migrator(files: &[(&str, &'static str)]) -> Migrator {
    let migration = |&(name, sql): &(&str, &'static str)| {
        let (version, description) = name
            .strip_suffix(".sql")
            .and_then(|stem| stem.split_once('_'))
            .and_then(|(version, rest)| Some((version.parse().ok()?, rest.replace('_', " "))))
            .unwrap_or_else(|| panic!("a migration is named like 0001_initial.sql, not {name}"));
        let kind = MigrationType::from_filename(name);
        Migration::new(version, description.into(), kind, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_numbered_without_a_gap() {
        for (files, migrator) in [(embedded::POSTGRES, &POSTGRES), (embedded::SQLITE, &SQLITE)] {
            let versions: Vec<_> = migrator.iter().map(|migration| migration.version).collect();
            assert!(files.len() > 1);
            assert_eq!(versions, (1..=files.len() as i64).collect::<Vec<_>>());
        }
    }
}
