//! The first message: the client's identity.

use std::net::IpAddr;
use std::time::Duration;

use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use vzetek_protocol::{ClientMessage, ErrorCode, Picture, VERSION};
use vzetek_store::Account;

use super::line::{End, Heard, Line};
use super::parse::{parse, too_large};
use crate::accounts::connected::Admission;
use crate::app::Shared;
use crate::connection::{Ending, Outbox};
use crate::fault::Fault;
use crate::households::Household;

/// The time that a connection may take to say hello. Pings of the socket, which
/// keep a connection alive later, do not prolong it.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// The client of a connection after its hello.
pub struct Greeted {
    /// The client's account.
    pub account: Account,
    /// True if it is one of the house's bots.
    pub house: bool,
    /// Ends the connection with its session; the house's bots have none.
    pub admission: Option<Admission>,
    /// The client's household.
    pub household: Household,
    /// The picture of deals that the client stores.
    pub picture: Option<Picture>,
}

/// Identifies the client. One that cannot identify itself receives the reason and is disconnected.
pub async fn hello(
    app: &Shared,
    line: &mut Line,
    outbox: &Outbox,
    ending: &Ending,
    cookie: Option<String>,
    address: IpAddr,
) -> Result<Greeted, End> {
    let refuse = |fault: Fault| {
        fault.log("a hello was refused");
        outbox.send_error(*fault.body, Some("hello"), None);
        End::Close(CloseCode::Policy, "hello_refused")
    };
    let Heard { text, .. } = match tokio::time::timeout(HELLO_TIMEOUT, line.next()).await {
        Ok(Ok(heard)) => heard,
        Ok(Err(End::Close(CloseCode::Size, reason))) => {
            outbox.send_error(too_large(), None, None);
            return Err(End::Close(CloseCode::Size, reason));
        }
        Ok(Err(end)) => return Err(end),
        Err(_) => return Err(End::Close(CloseCode::Policy, "idle")),
    };
    let (protocol, token, house_bot, picture) = match parse(&text) {
        Ok(ClientMessage::Hello { protocol, token, house_bot, picture }) => {
            (protocol, token, house_bot, picture)
        }
        Ok(_) => {
            let message = "the first message must be a hello";
            return Err(refuse(Fault::new(ErrorCode::HelloFirst, message)));
        }
        Err((body, _)) => return Err(refuse((*body).into())),
    };
    if protocol != VERSION {
        let message = format!("this server speaks version {VERSION}, not {protocol}");
        return Err(refuse(Fault::new(ErrorCode::UnsupportedProtocol, message)));
    }
    let household = app.households.of(&*app.store, address).await.map_err(refuse)?;
    let greeted = match (token.or(cookie), house_bot) {
        (Some(token), Some(bot)) => {
            let bot = app.accounts.house_bot(&token, &bot).await;
            let house =
                |account| Greeted { account, house: true, admission: None, household, picture };
            bot.map(|account| Some(house(account)))
        }
        (Some(token), None) => app.accounts.admit(&token, ending).await.map(|admitted| {
            let (account, admission) = admitted?;
            Some(Greeted { account, house: false, admission: Some(admission), household, picture })
        }),
        (None, _) => Ok(None),
    };
    match greeted {
        Ok(Some(greeted)) => {
            line.greeted(greeted.house);
            Ok(greeted)
        }
        Ok(None) => Err(refuse(Fault::new(
            ErrorCode::Unauthorized,
            "say who you are: a valid token in the hello, or a session cookie \
             (POST /api/guest gives either)",
        ))),
        Err(fault) => Err(refuse(fault)),
    }
}
