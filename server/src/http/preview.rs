//! The head of a table's page for messengers, which show title, description and picture of a shared
//! link before a person opens it. Of a private table nothing is shown without the invitation code.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::uri::Uri;
use axum::response::{IntoResponse, Response};
use vzetek_protocol::{Player, TableConfig, TableId};

use crate::app::Shared;
use crate::config::Config;
use crate::cost::one_at_a_time;
use crate::invitation;
use crate::table::TableHandle;

/// The end of the address of a picture, behind that of the table's page.
const PICTURE: &str = "/invitation.png";

/// The table and its invitation code, if a path is that of a table's page.
fn table_of(path: &str, uri: &Uri) -> Option<(TableId, Option<String>)> {
    let id = path.strip_prefix("/table/")?;
    if id.is_empty() || id.contains('/') {
        return None;
    }
    // The server's codes have no characters that URLs escape.
    let mut pairs = uri.query().unwrap_or_default().split('&');
    let invite = pairs.find_map(|pair| pair.strip_prefix("invite=")).map(str::to_owned);
    Some((TableId(id.to_owned()), invite))
}

/// Returns the head of the page at this address, if it is that of a table that the caller may see.
pub async fn head(app: &Shared, uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let (table, invite) = table_of(uri.path(), uri)?;
    let handle = open_to(app, &table, invite.as_deref())?;
    // Without the inviter's name it is an invitation all the same.
    let host = app.accounts.host(handle.creator.as_deref()).await.unwrap_or_default();
    let origin = origin(&app.config, headers);
    let language = Language::wanted(headers);
    let picture = match &host {
        Some(host) if invitation::can_write(&host.name) => {
            let word = invite.map(|word| format!("?invite={word}")).unwrap_or_default();
            format!("{origin}/table/{}{PICTURE}{word}", table.0)
        }
        _ => format!("{origin}/invitation/{}.jpg", variant(&handle.config)),
    };
    Some(written(language, &handle.config, host.as_ref(), &picture))
}

/// Returns the picture at this address, if it is that of a table that the caller may see, opened by
/// a player whose name can be written.
pub async fn picture(app: &Shared, uri: &Uri) -> Option<Response> {
    let (table, invite) = table_of(uri.path().strip_suffix(PICTURE)?, uri)?;
    let handle = open_to(app, &table, invite.as_deref())?;
    let host = app.accounts.host(handle.creator.as_deref()).await.ok()??;
    let game = variant(&handle.config);
    let png = one_at_a_time(move || invitation::picture(&game, &host.name)).await?;
    let head = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "private, max-age=3600")];
    Some((head, png).into_response())
}

/// The table, if it exists and this invitation code opens it.
fn open_to(app: &Shared, table: &TableId, invite: Option<&str>) -> Option<TableHandle> {
    app.tables.find(table).filter(|handle| handle.opens_to(invite))
}

/// The game of a table, as its pictures are named.
fn variant(config: &TableConfig) -> String {
    let kind = config.game.kind();
    kind.as_str().split('-').next().unwrap_or_default().to_owned()
}

/// The origin of the server's addresses, as the caller knows it.
fn origin(config: &Config, headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let forwarded = text("x-forwarded-proto").filter(|_| config.behind_proxy);
    let secure = forwarded.map_or(config.secure_cookies, |scheme| scheme == "https");
    let scheme = if secure { "https" } else { "http" };
    format!("{scheme}://{}", text(HOST.as_str()).unwrap_or_default())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    English,
    Slovenian,
    Croatian,
    Serbian,
    Italian,
}

impl Language {
    /// The first requested language that the server has.
    fn wanted(headers: &HeaderMap) -> Self {
        let asked = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let tags = asked.unwrap_or_default().split(',').map(|tag| tag.trim().get(..2));
        let known = |tag: Option<&str>| match tag? {
            "en" => Some(Self::English),
            "sl" => Some(Self::Slovenian),
            "hr" | "bs" => Some(Self::Croatian),
            "sr" | "sh" => Some(Self::Serbian),
            "it" => Some(Self::Italian),
            _ => None,
        };
        tags.into_iter().find_map(known).unwrap_or(Self::English)
    }

    /// The language's tag.
    const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Slovenian => "sl",
            Self::Croatian => "hr",
            Self::Serbian => "sr",
            Self::Italian => "it",
        }
    }

    fn title(self, host: Option<&str>, game: &str) -> String {
        match (host, self) {
            (Some(host), Self::English) => format!("{host} invites you: {game}"),
            (Some(host), Self::Slovenian) => format!("{host} te vabi: {game}"),
            (Some(host), Self::Croatian) => format!("{host} te poziva: {game}"),
            (Some(host), Self::Serbian) => format!("{host} te zove na partiju: {game}"),
            (Some(host), Self::Italian) => format!("{host} ti invita: {game}"),
            (None, Self::English) => format!("A table of {game} on Vzetek"),
            (None, Self::Slovenian) => format!("Miza na Vzetku: {game}"),
            (None, Self::Croatian) => format!("Stol na Vzetku: {game}"),
            (None, Self::Serbian) => format!("Sto na Vzetku: {game}"),
            (None, Self::Italian) => format!("Un tavolo su Vzetek: {game}"),
        }
    }

    fn description(self, seats: usize, seconds: u64) -> String {
        match self {
            Self::English => format!(
                "A card game for {seats}, {seconds} seconds per move. One press and you sit at \
                 the table, without signing up."
            ),
            Self::Slovenian => format!(
                "Igra s kartami, število igralcev: {seats}, čas na potezo: {seconds} s. En \
                 pritisk in že sediš za mizo, brez prijave."
            ),
            Self::Croatian => format!(
                "Kartaška igra, broj igrača: {seats}, vrijeme po potezu: {seconds} s. Jedan \
                 pritisak i već sjediš za stolom, bez prijave."
            ),
            Self::Serbian => format!(
                "Kartaška igra, broj igrača: {seats}, vreme po potezu: {seconds} s. Jedan \
                 pritisak i već sediš za stolom, bez prijave."
            ),
            Self::Italian => format!(
                "Un gioco di carte in {seats}, {seconds} secondi a mossa. Un tocco e sei al \
                 tavolo, senza iscriverti."
            ),
        }
    }
}

fn written(
    language: Language,
    config: &TableConfig,
    host: Option<&Player>,
    picture: &str,
) -> String {
    let host = host.map(|host| host.name.as_str());
    let title = escaped(&language.title(host, invitation::name(&variant(config), language.tag())));
    let seats = config.game.seats();
    let about = escaped(&language.description(seats, config.clock.move_ms / 1000));
    let picture = escaped(picture);
    format!(
        "<title>{title}</title>\n    \
         <meta name=\"description\" content=\"{about}\" />\n    \
         <meta property=\"og:type\" content=\"website\" />\n    \
         <meta property=\"og:site_name\" content=\"Vzetek\" />\n    \
         <meta property=\"og:title\" content=\"{title}\" />\n    \
         <meta property=\"og:description\" content=\"{about}\" />\n    \
         <meta property=\"og:image\" content=\"{picture}\" />\n    \
         <meta property=\"og:image:width\" content=\"1200\" />\n    \
         <meta property=\"og:image:height\" content=\"630\" />\n    \
         <meta name=\"twitter:card\" content=\"summary_large_image\" />"
    )
}

/// A text escaped for a document or an attribute.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            sign => written.push(sign),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn config(game: &str) -> TableConfig {
        serde_json::from_str(&format!(r#"{{"game": {game}}}"#)).unwrap()
    }

    #[test]
    fn names_cannot_break_out() {
        let host: Player =
            serde_json::from_str(r#"{"id": "x", "name": "<script>\"'&", "kind": "guest"}"#)
                .unwrap();
        let game = config(r#"{"name": "trset", "options": {"players": 2}}"#);
        let picture = "https://vzetek.example/table/a/invitation.png?invite=\"b&c";
        let head = written(Language::English, &game, Some(&host), picture);
        assert!(head.contains("<title>&lt;script&gt;&quot;&#39;&amp; invites you: tršet</title>"));
        assert!(!head.contains("<script>"), "{head}");
        assert!(head.contains("/table/a/invitation.png?invite=&quot;b&amp;c\""), "{head}");
    }

    #[test]
    fn it_is_written_in_a_language_of_the_reader() {
        for (asked, language) in [
            ("sl-SI,sl;q=0.9,en;q=0.8", Language::Slovenian),
            ("de, it;q=0.5", Language::Italian),
            ("bs-BA", Language::Croatian),
            ("sr-Cyrl-RS,sr;q=0.9", Language::Serbian),
            ("sh", Language::Serbian),
            ("de", Language::English),
            ("", Language::English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_str(asked).unwrap());
            assert_eq!(Language::wanted(&headers), language, "{asked}");
        }
    }

    #[test]
    fn only_the_page_of_a_table_has_one() {
        let of = |address: &str| {
            let uri: Uri = address.parse().unwrap();
            table_of(uri.path(), &uri)
        };
        let id = |text: &str| TableId(text.to_owned());
        assert_eq!(of("/table/abc"), Some((id("abc"), None)));
        let invited = Some((id("abc"), Some("word".to_owned())));
        assert_eq!(of("/table/abc?sit&invite=word"), invited);
        for address in ["/", "/table/", "/table/a/b", "/tables/abc"] {
            assert_eq!(of(address), None, "{address}");
        }
    }
}
