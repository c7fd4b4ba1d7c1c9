//! Columns of a file: their names, types and meanings in one place with what collects
//! their values.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float32Builder, Int16Builder, Int32Builder, Int64Builder,
    ListBuilder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType, Field, Fields, SchemaRef, TimeUnit};
use serde::Serialize;

/// The name of a list's elements, as the format has it.
const ELEMENT: &str = "element";

/// The time zone of all times.
const UTC: &str = "UTC";

/// A column for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Described {
    /// Its name.
    pub(super) name: &'static str,
    /// Its type, such as `list<int16>`.
    #[serde(rename = "type")]
    pub(super) kind: String,
    /// True if it may be empty.
    pub(super) nullable: bool,
    /// Its meaning.
    pub(super) meaning: &'static str,
    /// The unit of a quantity.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) unit: &'static str,
    /// The fields of the structs that it lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fields: Vec<Described>,
}

/// The values of one column, as they are collected.
pub(super) trait Column {
    /// A column without values.
    fn new() -> Self;
    /// The type of its values.
    fn data_type() -> DataType;
    /// The values so far, which it forgets.
    fn take(&mut self) -> ArrayRef;
    /// The fields of the structs that it lists, for people.
    fn fields() -> Vec<Described> {
        Vec::new()
    }
}

/// Columns that are as long as each other.
pub(super) trait Columns {
    /// Columns without values.
    fn new() -> Self;
    /// The columns, for Arrow.
    fn fields() -> Fields;
    /// The columns, for people.
    fn described() -> Vec<Described>;
    /// The values so far, which are forgotten.
    fn take(&mut self) -> Vec<ArrayRef>;
}

/// Makes a struct of columns: `name: type, nullable?, "meaning", "unit"`.
macro_rules! columns {
    ($(#[$doc:meta])* $name:ident {
        $($column:ident: $kind:ty, $nullable:literal, $meaning:literal, $unit:literal;)*
    }) => {
        $(#[$doc])*
        pub(super) struct $name {
            $(#[doc = $meaning] pub(super) $column: $kind,)*
        }

        impl $crate::export::parquet::columns::Columns for $name {
            fn new() -> Self {
                Self { $($column: <$kind as $crate::export::parquet::columns::Column>::new(),)* }
            }

            fn fields() -> arrow_schema::Fields {
                [$(arrow_schema::Field::new(
                    stringify!($column),
                    <$kind as $crate::export::parquet::columns::Column>::data_type(),
                    $nullable,
                )),*].into_iter().collect()
            }

            fn described() -> Vec<$crate::export::parquet::columns::Described> {
                use $crate::export::parquet::columns::{Column, Described, type_name};
                vec![$(Described {
                    name: stringify!($column),
                    kind: type_name(&<$kind as Column>::data_type()),
                    nullable: $nullable,
                    meaning: $meaning,
                    unit: $unit,
                    fields: <$kind as Column>::fields(),
                }),*]
            }

            fn take(&mut self) -> Vec<arrow_array::ArrayRef> {
                use $crate::export::parquet::columns::Column;
                vec![$(self.$column.take()),*]
            }
        }
    };
}
pub(super) use columns;

macro_rules! plain {
    ($($builder:ty => $data:expr,)*) => {$(
        impl Column for $builder {
            fn new() -> Self {
                <$builder>::default()
            }
            fn data_type() -> DataType {
                $data
            }
            fn take(&mut self) -> ArrayRef {
                Arc::new(self.finish())
            }
        }
    )*};
}

plain! {
    StringBuilder => DataType::Utf8,
    BooleanBuilder => DataType::Boolean,
    Int16Builder => DataType::Int16,
    Int32Builder => DataType::Int32,
    Int64Builder => DataType::Int64,
    Float32Builder => DataType::Float32,
}

impl Column for TimestampMicrosecondBuilder {
    fn new() -> Self {
        Self::default().with_timezone(UTC)
    }
    fn data_type() -> DataType {
        DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into()))
    }
    fn take(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

fn element(data_type: DataType) -> Field {
    Field::new(ELEMENT, data_type, false)
}

impl<T: Column + ArrayBuilder> Column for ListBuilder<T> {
    fn new() -> Self {
        Self::new(T::new()).with_field(element(T::data_type()))
    }
    fn data_type() -> DataType {
        DataType::List(Arc::new(element(T::data_type())))
    }
    fn take(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

/// A list of structs, whose fields are columns of their own.
pub(super) struct Structs<T> {
    /// The columns of the structs of all lists.
    pub(super) values: T,
    lengths: Vec<usize>,
}

impl<T> Structs<T> {
    /// Ends a list of `length` structs.
    pub(super) fn end(&mut self, length: usize) {
        self.lengths.push(length);
    }
}

impl<T: Columns> Column for Structs<T> {
    fn new() -> Self {
        Self { values: T::new(), lengths: Vec::new() }
    }
    fn data_type() -> DataType {
        DataType::List(Arc::new(element(DataType::Struct(T::fields()))))
    }
    fn take(&mut self) -> ArrayRef {
        let lengths = std::mem::take(&mut self.lengths);
        let values = StructArray::new(T::fields(), self.values.take(), None);
        let field = Arc::new(element(DataType::Struct(T::fields())));
        let offsets = arrow_buffer::OffsetBuffer::from_lengths(lengths);
        Arc::new(ListArray::new(field, offsets, Arc::new(values), None))
    }
    fn fields() -> Vec<Described> {
        T::described()
    }
}

/// Returns the rows collected so far.
///
/// # Errors
/// If the columns do not have as many values each, or values that the schema forbids.
pub(super) fn rows<T: Columns>(
    schema: &SchemaRef,
    columns: &mut T,
) -> Result<RecordBatch, ArrowError> {
    RecordBatch::try_new(Arc::clone(schema), columns.take())
}

/// The name of a type, for people.
pub(super) fn type_name(data_type: &DataType) -> String {
    match data_type {
        DataType::Utf8 => "string".to_owned(),
        DataType::Boolean => "bool".to_owned(),
        DataType::Timestamp(..) => "timestamp[us, UTC]".to_owned(),
        DataType::List(element) => format!("list<{}>", type_name(element.data_type())),
        DataType::Struct(_) => "struct".to_owned(),
        other => other.to_string().to_lowercase(),
    }
}

/// Adds a list of numbers.
macro_rules! push_list {
    ($builder:expr, $values:expr) => {{
        let builder = &mut $builder;
        for value in $values {
            builder.values().append_value(i16::from(value));
        }
        builder.append(true);
    }};
}
pub(super) use push_list;

/// Adds a list of lists of numbers.
macro_rules! push_lists {
    ($builder:expr, $lists:expr) => {{
        let builder = &mut $builder;
        for list in $lists {
            for value in list {
                builder.values().values().append_value(i16::from(value));
            }
            builder.values().append(true);
        }
        builder.append(true);
    }};
}
pub(super) use push_lists;
