//! A guest who plays the first legal card.

use std::time::{Duration, Instant};

use vzetek_client::{Client, Error, Http, legal_actions};
use vzetek_protocol::rest::GameRecord;
use vzetek_protocol::table::{DealFinish, TableEvent};
use vzetek_protocol::{
    ClientMessage, Clock, ErrorBody, ErrorCode, GameId, GameOptions, ServerMessage, TableConfig,
    TableId,
};
use vzetek_trset::{Options, Variant};

use super::Server;

/// The longest that bots may take to offer themselves.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Guest {
    pub token: String,
    http: Http,
    client: Client,
    table: Option<TableId>,
}

impl Guest {
    pub async fn new(server: &Server) -> Self {
        let mut http = Http::connect(&server.address.to_string()).await.unwrap();
        let token = http.guest(None).await.unwrap();
        let mut client = Client::new(&server.socket(), &token, None);
        client.connect().await.unwrap();
        Self { token, http, client, table: None }
    }

    pub async fn reconnect(&mut self) {
        self.client.connect().await.unwrap();
    }

    /// A table of tršet.
    pub async fn open_table(&mut self, players: u8, bots: Option<&str>) -> TableId {
        let game = GameOptions::Trset(Options::new(Variant::Trset, players).unwrap());
        self.open_table_of(game, Clock::default(), bots).await
    }

    pub async fn open_table_of(
        &mut self,
        game: GameOptions,
        clock: Clock,
        bots: Option<&str>,
    ) -> TableId {
        let config = config(game, clock, bots);
        self.open_table_as(&config).await
    }

    pub async fn open_table_as(&mut self, config: &TableConfig) -> TableId {
        let began = Instant::now();
        loop {
            match self.http.open_table(&self.token, config).await {
                Ok(created) => return created.table,
                // The bots are still on their way, or others ask for them too.
                Err(Error::Refused(error))
                    if matches!(error.code, ErrorCode::NoBots | ErrorCode::RateLimited)
                        && began.elapsed() < PATIENCE =>
                {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(error) => panic!("{error:?}"),
            }
        }
    }

    /// Asks for a table that cannot be, for want of bots of the level that play its game.
    pub async fn is_refused_a_table_of(&mut self, game: GameOptions, level: &str) -> ErrorBody {
        let config = config(game, Clock::default(), Some(level));
        match self.http.open_table(&self.token, &config).await {
            Err(Error::Refused(error)) => error,
            other => panic!("{other:?}"),
        }
    }

    /// Returns the record of a deal that is over.
    pub async fn record(&mut self, game: &GameId) -> GameRecord {
        self.http.game(game).await.unwrap()
    }

    pub async fn sit(&mut self, table: &TableId) {
        self.table = Some(table.clone());
        self.say(ClientMessage::Sit { table: table.clone(), seat: None, invite: None }).await;
    }

    pub async fn watch(&mut self, table: &TableId) {
        self.table = Some(table.clone());
        self.say(ClientMessage::Watch { table: table.clone(), invite: None, since: None }).await;
    }

    pub async fn leave(&mut self, table: &TableId) {
        self.say(ClientMessage::Leave { table: table.clone() }).await;
    }

    pub async fn ready(&mut self) {
        let table = self.table.clone().unwrap();
        self.say(ClientMessage::Ready { table }).await;
    }

    /// Plays until the deal is over.
    pub async fn play_deal(&mut self) -> DealFinish {
        self.play(usize::MAX).await.expect("the deal ends")
    }

    /// Plays so many cards.
    pub async fn play_moves(&mut self, moves: usize) {
        assert!(self.play(moves).await.is_none(), "the deal is over already");
    }

    /// Looks on until the deal is over.
    pub async fn watch_to_the_end(&mut self) -> DealFinish {
        loop {
            if let Heard::Over(finish) = self.hear().await {
                return *finish;
            }
        }
    }

    async fn play(&mut self, mut moves: usize) -> Option<DealFinish> {
        while moves > 0 {
            match self.hear().await {
                Heard::Turn(table, action) => {
                    self.client.act(&table, &action).await.unwrap();
                    moves -= 1;
                }
                Heard::Over(finish) => return Some(*finish),
                Heard::Other => (),
            }
        }
        None
    }

    async fn hear(&mut self) -> Heard {
        let message = self.client.receive().await.expect("the connection stays");
        if let Some((table, legal)) = legal_actions(&message) {
            return Heard::Turn(table.clone(), legal[0].to_string());
        }
        match message {
            ServerMessage::Event { event, .. } => match *event {
                TableEvent::DealOver { finish } => Heard::Over(finish),
                _ => Heard::Other,
            },
            ServerMessage::Error { error, of, .. } => panic!("{of:?}: {error:?}"),
            _ => Heard::Other,
        }
    }

    async fn say(&mut self, message: ClientMessage) {
        self.client.send(&message).await.unwrap();
    }
}

enum Heard {
    /// The guest must act at this table, and may do this.
    Turn(TableId, String),
    Over(Box<DealFinish>),
    Other,
}

/// A public table that is rated.
fn config(game: GameOptions, clock: Clock, bots: Option<&str>) -> TableConfig {
    TableConfig {
        game,
        clock,
        private: false,
        rated: true,
        bots: bots.map(str::to_owned),
        lesson: false,
        open_hands: false,
    }
}
