//! The households of clients. Limits identify them by their nets; tables and other servers, which
//! only have to know whether two are the same, by names that reveal no address.

use std::net::{IpAddr, Ipv6Addr};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;
use vzetek_store::Accounts;

use crate::fault::Fault;

/// Addresses that one person can have count as one: IPv6 is assigned in nets of 64 bits, and an
/// IPv4 address may be mapped into IPv6.
pub fn household(address: IpAddr) -> IpAddr {
    net(address, 64)
}

/// The IPv6 net of an address with this number of bits, from 1 to 128; an IPv4 address itself.
pub fn net(address: IpAddr, bits: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - bits))))
        }
    }
}

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
    pub async fn of(&self, accounts: &dyn Accounts, address: IpAddr) -> Result<Household, Fault> {
        let key = self.key.get_or_try_init(|| accounts.household_key()).await?;
        Ok(named(key, address))
    }
}

fn named(key: &str, address: IpAddr) -> Household {
    let hash = Sha256::digest(format!("{key} {}", household(address)));
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

    #[test]
    fn a_net_is_one_household() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
