//! Versions that stand in every file.

/// The version of columns, numbers and folders. Files of one version read alike.
pub(super) const SCHEMA_VERSION: u32 = 3;

/// The name of this program with its version.
pub(super) const PROGRAM: &str = concat!("vzetek-lab ", env!("CARGO_PKG_VERSION"));
