//! The first message: who speaks.

use axum::extract::ws::close_code;
use vzetek_protocol::{ClientMessage, ErrorCode, VERSION};
use vzetek_store::Account;

use super::line::{End, Line};
use super::outbox::Outbox;
use super::words::{parse, send_error, too_large};
use crate::app::Shared;
use crate::fault::Fault;

/// Finds out who speaks. Whoever cannot say is told why and sent away.
pub async fn hello(
    app: &Shared,
    line: &mut Line,
    outbox: &Outbox,
    cookie: Option<String>,
) -> Result<(Account, bool), End> {
    let refuse = |fault: Fault| {
        fault.log("a hello was refused");
        send_error(outbox, *fault.body, Some("hello"), None);
        End::Close(close_code::POLICY, "hello_refused")
    };
    let words = match line.next().await {
        Ok(words) => words,
        Err(End::Close(close_code::SIZE, reason)) => {
            send_error(outbox, too_large(), None, None);
            return Err(End::Close(close_code::SIZE, reason));
        }
        Err(end) => return Err(end),
    };
    let (protocol, token, house_bot) = match parse(&words) {
        Ok(ClientMessage::Hello { protocol, token, house_bot }) => (protocol, token, house_bot),
        Ok(_) => {
            let message = "the first message must be a hello";
            return Err(refuse(Fault::new(ErrorCode::HelloFirst, message)));
        }
        Err((body, _)) => return Err(refuse(body.into())),
    };
    if protocol != VERSION {
        let message = format!("this server speaks version {VERSION}, not {protocol}");
        return Err(refuse(Fault::new(ErrorCode::UnsupportedProtocol, message)));
    }
    let house = house_bot.is_some();
    let account = match (token.or(cookie), house_bot) {
        (Some(token), Some(bot)) => app.accounts.house_bot(&token, &bot).await.map(Some),
        (Some(token), None) => app.accounts.authenticate(&token).await,
        (None, _) => Ok(None),
    };
    match account {
        Ok(Some(account)) => Ok((account, house)),
        Ok(None) => Err(refuse(Fault::new(
            ErrorCode::Unauthorized,
            "say who you are: a valid token in the hello, or a session cookie \
             (POST /api/guest gives either)",
        ))),
        Err(fault) => Err(refuse(fault)),
    }
}
