//! TypeScript types and JSON schemas of what travels as something simpler: cards as their notation,
//! sets of cards and values by seat as lists.

use schemars::JsonSchema;
use ts_rs::TS;

use crate::fair::{NonceHashes, Nonces};
use crate::zones::{ZoneCards, Zones};
use crate::{BySeat, CardSet};

/// Gives a type the TypeScript type of what it is written as.
#[macro_export]
macro_rules! typescript_as {
    ($written:ty: $($impl:tt)*) => {
        $($impl)* {
            type WithoutGenerics = <$written as ::ts_rs::TS>::WithoutGenerics;
            type OptionInnerType = Self;

            fn name(config: &::ts_rs::Config) -> String {
                <$written as ::ts_rs::TS>::name(config)
            }

            fn inline(config: &::ts_rs::Config) -> String {
                <$written as ::ts_rs::TS>::inline(config)
            }

            fn visit_generics(visitor: &mut impl ::ts_rs::TypeVisitor) {
                <$written as ::ts_rs::TS>::visit_generics(visitor);
            }
        }
    };
}

/// Gives a type the JSON schema of what it is written as.
#[macro_export]
macro_rules! schema_as {
    ($written:ty: $($impl:tt)*) => {
        $($impl)* {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                <$written as ::schemars::JsonSchema>::schema_name()
            }

            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                generator.subschema_for::<$written>()
            }
        }
    };
}

typescript_as!(Vec<String>: impl<C> TS for CardSet<C>);
typescript_as!(Vec<T>: impl<T: TS + 'static, const MAX: usize> TS for BySeat<T, MAX>);
typescript_as!(Vec<String>: impl TS for Nonces);
typescript_as!(Vec<Option<String>>: impl TS for NonceHashes);
typescript_as!(std::collections::HashMap<String, ZoneCards>: impl TS for Zones);

schema_as!(Vec<String>: impl<C> JsonSchema for CardSet<C>);
schema_as!(Vec<T>: impl<T: JsonSchema, const MAX: usize> JsonSchema for BySeat<T, MAX>);
schema_as!(Vec<String>: impl JsonSchema for Nonces);
schema_as!(Vec<Option<String>>: impl JsonSchema for NonceHashes);
schema_as!(std::collections::HashMap<String, ZoneCards>: impl JsonSchema for Zones);
