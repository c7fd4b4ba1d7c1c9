//! Declarations of rows: the name, type, meaning and unit of each column in one place.

/// Declares the struct of a row, a line a column: `name: type, "meaning", "unit";`.
///
/// The type says all else: an `Option` is a column that may be empty, a `Vec` one of lists. A field
/// without a meaning is a group, another such struct, whose columns stand in its place.
///
/// `Serialize` is the row in lines of JSON, `Row` in files of Parquet and in `schema.json`.
macro_rules! columns {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$flatten:meta])? $column:ident: $kind:ty $(, $meaning:literal $(, $unit:literal)?)?;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Serialize)]
        pub(in crate::export) struct $name {
            $($(#[$flatten])? $(#[doc = $meaning])? pub(in crate::export) $column: $kind,)*
        }

        #[cfg(feature = "parquet")]
        impl $crate::export::parquet::arrays::Row for $name {
            fn described() -> Vec<$crate::export::parquet::arrays::Described> {
                use $crate::export::parquet::arrays::Column;
                [$(<$kind as Column>::describe(
                    stringify!($column),
                    concat!($($meaning)?),
                    concat!($($($unit)?)?),
                )),*].concat()
            }

            fn arrays(rows: &[&Self]) -> Vec<arrow_array::ArrayRef> {
                use $crate::export::parquet::arrays::Column;
                [$(<$kind as Column>::columns(rows.iter().map(|row| &row.$column))),*].concat()
            }
        }
    };
}
pub(super) use columns;
