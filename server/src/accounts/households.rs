//! The households that players come from, by names that tell no address: tables and other
//! servers have to know whether two are the same, and nothing else.

use std::net::{IpAddr, Ipv6Addr};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;
use vzetek_store::Store;

use super::throttle;
use crate::fault::Fault;

/// A household. It has the form of an address, because earlier servers send a real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Household(pub IpAddr);

/// Names households by the secret that all servers of the database share.
#[derive(Debug, Default)]
pub struct Households {
    key: OnceCell<String>,
}

impl Households {
    /// Returns the household of an address.
    ///
    /// # Errors
    /// If the store does not answer, which is asked for the secret once.
    pub async fn of(&self, store: &dyn Store, address: IpAddr) -> Result<Household, Fault> {
        let key = self.key.get_or_try_init(|| store.household_key()).await?;
        Ok(named(key, address))
    }
}

fn named(key: &str, address: IpAddr) -> Household {
    let hash = Sha256::digest(format!("{key} {}", throttle::household(address)));
    let mut name = [0; 16];
    name.copy_from_slice(&hash[..16]);
    Household(Ipv6Addr::from(name).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_of_a_household_and_tells_no_address() {
        let [one, other, third] =
            ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(|text| text.parse().unwrap());
        assert_eq!(named("key", one), named("key", other), "one net");
        assert_ne!(named("key", one), named("key", third));
        assert_ne!(named("key", one), named("another", one));
        let text = serde_json::to_string(&named("key", third)).unwrap();
        assert_eq!(serde_json::from_str::<Household>(&text).unwrap(), named("key", third));
        assert!(!text.contains("192.0.2"), "{text}");
        let earlier: Household = serde_json::from_str("\"192.0.2.1\"").unwrap();
        assert_eq!(earlier.0, third);
    }
}
