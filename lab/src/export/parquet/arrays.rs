//! Columns of a file of Parquet: what their Rust types are in Arrow, and their values as arrays.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Int16Array, Int32Array, Int64Array, ListArray,
    StringArray, StructArray, TimestampMicrosecondArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, FieldRef, Fields, TimeUnit};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

/// The name of a list's elements, as the format has it.
const ELEMENT: &str = "element";

/// The time zone of all times.
const UTC: &str = "UTC";

/// The description of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::export) struct Described {
    /// Its name.
    pub(in crate::export) name: &'static str,
    /// Its type, such as `list<int16>`.
    #[serde(rename = "type")]
    kind: String,
    /// Its type in Arrow.
    #[serde(skip)]
    data_type: DataType,
    /// True if it may be empty.
    nullable: bool,
    /// Its meaning.
    meaning: &'static str,
    /// The unit of a quantity.
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'static str,
    /// The columns of the rows that it lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<Described>,
}

/// A row, as `columns!` declares it.
pub(in crate::export) trait Row: Sized {
    /// The descriptions of its columns.
    fn described() -> Vec<Described>;
    /// The columns of these rows.
    fn arrays(rows: &[&Self]) -> Vec<ArrayRef>;
}

/// The columns of a row, for Arrow.
pub(super) fn fields<R: Row>() -> Fields {
    let field = |column: Described| Field::new(column.name, column.data_type, column.nullable);
    R::described().into_iter().map(field).collect()
}

/// A type of the fields of rows.
pub(in crate::export) trait Column: Sized {
    /// True if a row may be without a value.
    const NULLABLE: bool = false;

    /// The type of the values.
    fn data_type() -> DataType;

    /// The values; `None` where a row has none.
    fn array<'a>(values: impl Iterator<Item = Option<&'a Self>>) -> ArrayRef
    where
        Self: 'a;

    /// The columns of the rows that a value lists.
    fn listed() -> Vec<Described> {
        Vec::new()
    }

    /// Describes a field: one column, or those of a group.
    fn describe(name: &'static str, meaning: &'static str, unit: &'static str) -> Vec<Described> {
        let data_type = Self::data_type();
        let (kind, nullable, fields) = (type_name(&data_type), Self::NULLABLE, Self::listed());
        vec![Described { name, kind, data_type, nullable, meaning, unit, fields }]
    }

    /// The values of a field's columns.
    fn columns<'a>(values: impl Iterator<Item = &'a Self>) -> Vec<ArrayRef>
    where
        Self: 'a,
    {
        vec![Self::array(values.map(Some))]
    }
}

/// Types whose values are plain: `type => Arrow's type, Arrow's array, value`.
macro_rules! plain {
    ($($kind:ty => $data_type:expr, $array:ty, $value:expr;)*) => {$(
        impl Column for $kind {
            fn data_type() -> DataType {
                $data_type
            }

            fn array<'a>(values: impl Iterator<Item = Option<&'a Self>>) -> ArrayRef {
                Arc::new(values.map($value).collect::<$array>())
            }
        }
    )*};
}

plain! {
    bool => DataType::Boolean, BooleanArray, |value| value.copied();
    i16 => DataType::Int16, Int16Array, |value| value.copied();
    i32 => DataType::Int32, Int32Array, |value| value.copied();
    i64 => DataType::Int64, Int64Array, |value| value.copied();
    f32 => DataType::Float32, Float32Array, |value| value.copied();
    &'static str => DataType::Utf8, StringArray, |value| value.copied();
    String => DataType::Utf8, StringArray, |text| text.map(String::as_str);
    Value => DataType::Utf8, StringArray, |json| json.map(Value::to_string);
}

impl Column for DateTime<Utc> {
    fn data_type() -> DataType {
        DataType::Timestamp(TimeUnit::Microsecond, Some(UTC.into()))
    }

    fn array<'a>(values: impl Iterator<Item = Option<&'a Self>>) -> ArrayRef {
        let times = values.map(|time| time.map(DateTime::timestamp_micros));
        Arc::new(times.collect::<TimestampMicrosecondArray>().with_timezone(UTC))
    }
}

impl<T: Column> Column for Option<T> {
    const NULLABLE: bool = true;

    fn data_type() -> DataType {
        T::data_type()
    }

    fn array<'a>(values: impl Iterator<Item = Option<&'a Self>>) -> ArrayRef
    where
        Self: 'a,
    {
        T::array(values.map(|value| value?.as_ref()))
    }

    fn listed() -> Vec<Described> {
        T::listed()
    }
}

fn element<T: Column>() -> FieldRef {
    Arc::new(Field::new(ELEMENT, T::data_type(), T::NULLABLE))
}

impl<T: Column> Column for Vec<T> {
    fn data_type() -> DataType {
        DataType::List(element::<T>())
    }

    fn array<'a>(values: impl Iterator<Item = Option<&'a Self>>) -> ArrayRef
    where
        Self: 'a,
    {
        let lists: Vec<Option<&Self>> = values.collect();
        let lengths = lists.iter().map(|list| list.map_or(0, Vec::len));
        let elements = T::array(lists.iter().flatten().flat_map(|list| list.iter()).map(Some));
        let nulls: NullBuffer = lists.iter().map(Option::is_some).collect();
        let offsets = OffsetBuffer::from_lengths(lengths);
        Arc::new(ListArray::new(element::<T>(), offsets, elements, Some(nulls)))
    }

    fn listed() -> Vec<Described> {
        T::listed()
    }
}

/// A row is a group of columns in another row, and a struct in a list.
impl<R: Row> Column for R {
    fn data_type() -> DataType {
        DataType::Struct(fields::<R>())
    }

    fn array<'a>(values: impl Iterator<Item = Option<&'a Self>>) -> ArrayRef
    where
        Self: 'a,
    {
        let rows: Vec<&Self> = values.flatten().collect();
        Arc::new(StructArray::new(fields::<R>(), R::arrays(&rows), None))
    }

    fn listed() -> Vec<Described> {
        R::described()
    }

    fn describe(_: &'static str, _: &'static str, _: &'static str) -> Vec<Described> {
        R::described()
    }

    fn columns<'a>(values: impl Iterator<Item = &'a Self>) -> Vec<ArrayRef>
    where
        Self: 'a,
    {
        R::arrays(&values.collect::<Vec<_>>())
    }
}

/// The name of a type in descriptions.
fn type_name(data_type: &DataType) -> String {
    match data_type {
        DataType::Utf8 => "string".to_owned(),
        DataType::Boolean => "bool".to_owned(),
        DataType::Timestamp(..) => "timestamp[us, UTC]".to_owned(),
        DataType::List(element) => format!("list<{}>", type_name(element.data_type())),
        DataType::Struct(_) => "struct".to_owned(),
        other => other.to_string().to_lowercase(),
    }
}
