//! Just enough HTTP/1.1 to become a guest and to open a table: one kept-alive
//! connection, one request at a time, JSON both ways.

use anyhow::{Context, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// More than any answer we ask for.
const LONGEST: usize = 1 << 20;

/// A kept-alive connection.
pub struct Http {
    host: String,
    stream: BufReader<TcpStream>,
}

impl Http {
    /// Connects to host and port.
    ///
    /// # Errors
    /// If nobody listens there.
    pub async fn connect(host: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(host)
            .await
            .with_context(|| format!("nobody listens on http://{host}"))?;
        stream.set_nodelay(true)?;
        Ok(Self { host: host.to_owned(), stream: BufReader::new(stream) })
    }

    /// Posts JSON and reads JSON.
    ///
    /// # Errors
    /// If the server refuses; with what it says.
    pub async fn post<A: DeserializeOwned>(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: &impl Serialize,
    ) -> anyhow::Result<A> {
        let body = serde_json::to_string(body)?;
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{}\r\n",
            self.host,
            body.len(),
            bearer.unwrap_or_default(),
        );
        let (status, answer) = self.exchange(head + &body).await?;
        if !(200..300).contains(&status) {
            bail!("POST {path} was answered with {status}: {}", answer.trim());
        }
        serde_json::from_str(&answer).with_context(|| format!("POST {path}: not what was expected"))
    }

    /// True if the address answers with status 200.
    ///
    /// # Errors
    /// If the connection breaks.
    pub async fn is_well(&mut self, path: &str) -> anyhow::Result<bool> {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        let (status, _) = self.exchange(head).await?;
        Ok(status == 200)
    }

    async fn exchange(&mut self, request: String) -> anyhow::Result<(u16, String)> {
        self.stream.write_all(request.as_bytes()).await?;
        let status = self.line().await?;
        let status = status
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .with_context(|| format!("{status:?} is no HTTP answer"))?;
        let mut length = None;
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse::<usize>().ok();
            }
        }
        let length = length.filter(|&length| length <= LONGEST);
        let mut body = vec![0; length.context("an answer without a (sensible) length")?];
        self.stream.read_exact(&mut body).await?;
        Ok((status, String::from_utf8(body).context("an answer that is no text")?))
    }

    async fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            bail!("the server closed the connection");
        }
        line.truncate(line.trim_end().len());
        Ok(line)
    }
}
