//! Followers in the lobby, and the presence of players that the server publishes to them.
//!
//! A follower whose connection looks at the lobby receives whether each followed player is online,
//! and at which public table. A player who hides is shown as offline.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use vzetek_protocol::{ErrorCode, Followed, Kind, Player, Presence, Seek, ServerMessage, TableId};
use vzetek_store::{Account, AccountKind, FollowedRow, Store};

use crate::accounts::player;
use crate::connection::{ConnectionId, Outbox, text};
use crate::elsewhere::{Elsewhere, News};
use crate::fault::Fault;
use crate::lobby::Lobby;
use crate::pairing::Pairing;
use crate::retry::store_backoff;
use crate::sources::Sources;

/// The most people that an account may follow.
pub const MOST: u32 = 200;
/// The interval between two updates of the followed players' presence.
const LOOK: Duration = Duration::from_secs(1);
/// The time for which a player without a connection keeps the last presence: reloading a page does
/// not show the player as leaving and returning.
const PATIENCE: Duration = Duration::from_secs(5);

/// The followers who look at the lobby, and the presence published to them.
#[derive(Debug)]
pub struct Following {
    store: Arc<dyn Store>,
    lobby: Arc<Lobby>,
    pairing: Arc<Pairing>,
    /// The other servers, which are notified of changes in the store.
    elsewhere: Arc<dyn Elsewhere>,
    shutdown: CancellationToken,
    sources: Sources,
    state: Mutex<State>,
    /// Held from a read of the store until its result is applied, so that an older result never
    /// replaces a newer one.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct State {
    /// The followers who look at the lobby, by account.
    followers: HashMap<String, Follower>,
    /// The followed accounts that hide their presence.
    hidden: HashSet<String>,
    /// The presence of followed players as last published; players who are offline have no entry.
    told: HashMap<String, Told>,
}

#[derive(Debug, Default)]
struct Follower {
    followed: Vec<Player>,
    connections: Vec<(ConnectionId, Outbox)>,
}

#[derive(Debug)]
struct Told {
    presence: Presence,
    /// The moment when the player was last seen there.
    seen: Instant,
}

/// The presence of each account that has a connection.
type Sights = HashMap<String, Presence>;

impl Following {
    /// No subscribers yet. Follows are in the store, presence comes from lobby and pairing.
    pub fn new(
        store: Arc<dyn Store>,
        lobby: Arc<Lobby>,
        pairing: Arc<Pairing>,
        elsewhere: Arc<dyn Elsewhere>,
        shutdown: CancellationToken,
        sources: Sources,
    ) -> Self {
        let (state, turn) = Default::default();
        Self { store, lobby, pairing, elsewhere, shutdown, sources, state, turn }
    }

    /// Subscribes a connection to the presence of the players that its account follows, and sends
    /// it the first list.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn enter(
        &self,
        account: &Account,
        connection: ConnectionId,
        outbox: &Outbox,
    ) -> Result<(), Fault> {
        if account.kind != AccountKind::Person {
            return Ok(());
        }
        let _turn = self.turn.lock().await;
        let rows = self.store.followed_by(&account.id).await?;
        let sights = self.sights(rows.iter().map(|row| row.account.id.as_str()));
        let mut state = self.lock();
        let follower = state.followers.entry(account.id.clone()).or_default();
        follower.connections.retain(|(other, _)| *other != connection);
        follower.connections.push((connection, outbox.clone()));
        let players = state.set(&account.id, rows, &sights, Instant::now());
        outbox.send(&ServerMessage::Followed { players });
        Ok(())
    }

    /// Unsubscribes a connection from the presence of followed players.
    pub fn part(&self, account: &str, connection: ConnectionId) {
        let mut state = self.lock();
        let Some(follower) = state.followers.get_mut(account) else { return };
        follower.connections.retain(|(other, _)| *other != connection);
        if follower.connections.is_empty() {
            state.followers.remove(account);
        }
    }

    /// One person follows another.
    ///
    /// # Errors
    /// [`Fault`] if either is no person, they are the same, there is no such player, or
    /// the follower follows [`MOST`] others already.
    pub async fn follow(&self, follower: &Account, whom: &str) -> Result<(), Fault> {
        let _turn = self.turn.lock().await;
        if whom == follower.id {
            return Err(Fault::new(ErrorCode::BadMessage, "name another player: this is you"));
        }
        let refused = match self.store.account(whom).await?.map(|account| account.kind) {
            Some(AccountKind::Person) => None,
            Some(AccountKind::Bot) => Some("bots cannot be followed, only people"),
            Some(AccountKind::Guest) => {
                Some("guests cannot be followed, only people who have registered")
            }
            Some(AccountKind::Deleted) | None => {
                let message = format!("there is no player {whom:?} (any more)");
                return Err(Fault::new(ErrorCode::NoSuchPlayer, message));
            }
        };
        if let Some(message) = refused {
            return Err(Fault::new(ErrorCode::Forbidden, message));
        }
        if !self.store.follow(&follower.id, whom, self.sources.utc(), MOST).await? {
            let message = format!("you follow {MOST} players already; unfollow one of them first");
            return Err(Fault::new(ErrorCode::RateLimited, message));
        }
        self.elsewhere.tell_following(News::Follows { account: follower.id.clone() });
        self.reload(&follower.id).await
    }

    /// One account stops following another.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn unfollow(&self, follower: &Account, whom: &str) -> Result<(), Fault> {
        let _turn = self.turn.lock().await;
        self.store.unfollow(&follower.id, whom).await?;
        self.elsewhere.tell_following(News::Follows { account: follower.id.clone() });
        self.reload(&follower.id).await
    }

    /// Stores whether others see when an account is online, and publishes the change immediately.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn show(&self, account: &Account, shown: bool) -> Result<(), Fault> {
        let _turn = self.turn.lock().await;
        self.store.hide(&account.id, !shown).await?;
        self.elsewhere.tell_following(News::Shown { account: account.id.clone() });
        self.let_see(&account.id, shown);
        Ok(())
    }

    /// Applies whether others may see when an account is online, and publishes the change.
    fn let_see(&self, account: &str, shown: bool) {
        let mut state = self.lock();
        if shown {
            state.hidden.remove(account);
        } else {
            state.hidden.insert(account.to_owned());
        }
        drop(state);
        self.look();
    }

    /// Applies a change that another server made in the store. Waits while the store does not
    /// answer.
    pub async fn hear(&self, news: News) {
        let mut backoff = store_backoff();
        while let Err(fault) = self.read_anew(&news).await {
            let waits = fault.body.code == ErrorCode::StorageUnavailable;
            fault.log("followers are not told what another server has changed");
            if !waits {
                return;
            }
            tokio::select! {
                () = self.shutdown.cancelled() => return,
                () = tokio::time::sleep(backoff.next_wait()) => {}
            }
        }
    }

    /// Reads the change from the store, since notices may overtake each other, and publishes it.
    async fn read_anew(&self, news: &News) -> Result<(), Fault> {
        match news {
            News::Gone { account } => self.forget_here(account),
            News::Follows { account } => {
                let _turn = self.turn.lock().await;
                self.reload(account).await?;
            }
            News::Shown { account } => {
                let _turn = self.turn.lock().await;
                let hidden = self.store.is_hidden(account).await?;
                self.let_see(account, !hidden);
            }
        }
        Ok(())
    }

    /// Publishes every follower's list again: notices of other servers may have been lost.
    pub async fn look_anew(&self) {
        let followers: Vec<String> = self.lock().followers.keys().cloned().collect();
        for follower in followers {
            self.hear(News::Follows { account: follower }).await;
        }
    }

    /// Removes an account that no longer exists, here and at the other servers.
    pub fn forget(&self, account: &str) {
        self.elsewhere.tell_following(News::Gone { account: account.to_owned() });
        self.forget_here(account);
    }

    fn forget_here(&self, account: &str) {
        let mut state = self.lock();
        state.followers.remove(account);
        state.told.remove(account);
        let State { followers, told, .. } = &mut *state;
        for follower in followers.values_mut() {
            let before = follower.followed.len();
            follower.followed.retain(|player| player.id.as_str() != account);
            if follower.followed.len() < before {
                follower.tell(&ServerMessage::Followed { players: follower.list(told) });
            }
        }
    }

    /// Sends all connections of an account its list again. The caller must hold `turn`.
    async fn reload(&self, account: &str) -> Result<(), Fault> {
        let rows = self.store.followed_by(account).await?;
        let sights = self.sights(rows.iter().map(|row| row.account.id.as_str()));
        let mut state = self.lock();
        if state.followers.contains_key(account) {
            let players = state.set(account, rows, &sights, Instant::now());
            state.followers[account].tell(&ServerMessage::Followed { players });
        }
        Ok(())
    }

    /// Publishes changes of presence until the server is to stop.
    pub async fn run(self: Arc<Self>) {
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.shutdown.cancelled() => return,
                _ = look.tick() => self.look(),
            }
        }
    }

    /// Looks up the presence of all followed players, and publishes what has changed.
    fn look(&self) {
        let followed: Vec<String> = self.lock().followed().into_iter().map(str::to_owned).collect();
        if followed.is_empty() {
            return;
        }
        let sights = self.sights(followed.iter().map(String::as_str));
        let mut state = self.lock();
        let changed = state.advance(&sights, Instant::now());
        if !changed.is_empty() {
            state.tell_of(&changed);
        }
    }

    /// Returns the presence of the accounts among these that have a connection.
    fn sights<'a>(&self, accounts: impl Iterator<Item = &'a str>) -> Sights {
        let here = self.pairing.wishes(accounts);
        if here.is_empty() {
            return Sights::new();
        }
        let seated = self.lobby.seated(|account| here.contains_key(account));
        let sight = |(account, seek): (String, Option<Seek>)| {
            let presence = presence(seek, seated.get(&account));
            (account, presence)
        };
        here.into_iter().map(sight).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl Follower {
    fn list(&self, told: &HashMap<String, Told>) -> Vec<Followed> {
        let shown = |player: &Player| Followed {
            player: player.clone(),
            presence: told.get(player.id.as_str()).map(|told| told.presence.clone()),
        };
        self.followed.iter().map(shown).collect()
    }

    fn tell(&self, message: &ServerMessage) {
        let text = text(message);
        for (_, outbox) in &self.connections {
            outbox.send_text(text.clone());
        }
    }
}

impl State {
    /// Returns the accounts followed by any follower who looks at the lobby.
    fn followed(&self) -> HashSet<&str> {
        let players = self.followers.values().flat_map(|follower| &follower.followed);
        players.map(|player| player.id.as_str()).collect()
    }

    /// Sets the accounts that a follower follows, and returns their presence.
    fn set(
        &mut self,
        follower: &str,
        rows: Vec<FollowedRow>,
        sights: &Sights,
        now: Instant,
    ) -> Vec<Followed> {
        let before: HashSet<String> = self.followed().into_iter().map(str::to_owned).collect();
        let mut followed = Vec::with_capacity(rows.len());
        for FollowedRow { account, hidden } in rows {
            if hidden {
                self.hidden.insert(account.id.clone());
            } else {
                self.hidden.remove(&account.id);
            }
            // The presence of the others is published already, and so is each change of it.
            if !before.contains(&account.id) {
                self.see(&account.id, sights.get(&account.id), now);
            }
            followed.push(player(&account));
        }
        let Some(follower) = self.followers.get_mut(follower) else { return Vec::new() };
        follower.followed = followed;
        follower.list(&self.told)
    }

    /// Applies where a player is seen. True if the published presence changes.
    fn see(&mut self, account: &str, sight: Option<&Presence>, now: Instant) -> bool {
        let told = self.told.get_mut(account);
        match (sight.filter(|_| !self.hidden.contains(account)), told) {
            (Some(presence), Some(told)) => {
                told.seen = now;
                let changed = told.presence != *presence;
                if changed {
                    told.presence = presence.clone();
                }
                changed
            }
            (Some(presence), None) => {
                let told = Told { presence: presence.clone(), seen: now };
                self.told.insert(account.to_owned(), told);
                true
            }
            (None, Some(told)) => {
                let gone = self.hidden.contains(account) || told.seen + PATIENCE <= now;
                if gone {
                    self.told.remove(account);
                }
                gone
            }
            (None, None) => false,
        }
    }

    /// Applies where all followed players are seen. Returns the accounts whose presence changes.
    fn advance(&mut self, sights: &Sights, now: Instant) -> HashSet<String> {
        let followed: HashSet<String> = self.followed().into_iter().map(str::to_owned).collect();
        self.told.retain(|account, _| followed.contains(account));
        followed.into_iter().filter(|account| self.see(account, sights.get(account), now)).collect()
    }

    /// Sends the presence of these accounts to each of their followers.
    fn tell_of(&self, changed: &HashSet<String>) {
        for follower in self.followers.values() {
            for followed in follower.list(&self.told) {
                if changed.contains(followed.player.id.as_str()) {
                    follower.tell(&ServerMessage::FollowedPlayer { followed });
                }
            }
        }
    }
}

fn presence(seek: Option<Seek>, seat: Option<&(TableId, Kind)>) -> Presence {
    match (seek, seat) {
        (Some(seek), _) => Presence::Seeking { seek },
        (None, Some((table, kind))) => {
            Presence::Playing { table: table.clone(), kind: kind.clone() }
        }
        (None, None) => Presence::Online,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn row(id: &str, hidden: bool) -> FollowedRow {
        let account = Account {
            id: id.to_owned(),
            name: id.to_owned(),
            name_key: id.to_owned(),
            kind: AccountKind::Person,
            level: None,
            face: None,
            owner: None,
            password_hash: None,
            created_at: Sources::system().utc(),
        };
        FollowedRow { account, hidden }
    }

    fn online(accounts: &[&str]) -> Sights {
        accounts.iter().map(|id| ((*id).to_owned(), Presence::Online)).collect()
    }

    fn here(list: &[Followed]) -> Vec<&str> {
        let here = list.iter().filter(|followed| followed.presence.is_some());
        here.map(|followed| followed.player.id.as_str()).collect()
    }

    fn state(followers: &[&str]) -> State {
        let followers = followers.iter().map(|id| ((*id).to_owned(), Follower::default()));
        State { followers: followers.collect(), ..State::default() }
    }

    #[test]
    fn a_page_that_is_loaded_anew_is_no_coming_and_going() {
        let (mut state, start) = (state(&["bor"]), Instant::now());
        let list = state.set("bor", vec![row("ana", false)], &online(&["ana"]), start);
        assert_eq!(here(&list), ["ana"]);
        assert!(state.advance(&online(&[]), start + PATIENCE / 2).is_empty());
        assert!(state.advance(&online(&["ana"]), start + PATIENCE).is_empty());
        assert!(state.advance(&online(&[]), start + PATIENCE * 3 / 2).is_empty());
        assert!(state.advance(&online(&[]), start + PATIENCE * 2).contains("ana"));
        assert!(state.told.is_empty());
    }

    #[test]
    fn whoever_hides_is_told_of_like_somebody_who_is_away() {
        let (mut state, start) = (state(&["bor"]), Instant::now());
        let rows = vec![row("ana", true), row("cene", false)];
        let list = state.set("bor", rows, &online(&["ana"]), start);
        let written = serde_json::to_value(&list).unwrap();
        let bare = |id: &str| serde_json::json!({ "id": id, "name": id, "kind": "person" });
        for (at, id) in [(0, "ana"), (1, "cene")] {
            assert_eq!(written[at], serde_json::json!({ "player": bare(id) }));
        }
        assert!(state.advance(&online(&["ana"]), start).is_empty());
        // Hiding takes effect immediately.
        assert!(state.advance(&online(&["ana", "cene"]), start).contains("cene"));
        state.hidden.insert("cene".to_owned());
        assert!(state.advance(&online(&["ana", "cene"]), start).contains("cene"));
        assert!(state.told.is_empty());
    }

    #[test]
    fn a_second_follower_is_told_the_same_and_takes_no_news_from_the_first() {
        let (mut state, start) = (state(&["bor", "dana"]), Instant::now());
        state.set("bor", vec![row("ana", false)], &online(&[]), start);
        let list = state.set("dana", vec![row("ana", false)], &online(&["ana"]), start);
        assert_eq!(here(&list), [""; 0], "the first is not yet told");
        assert!(state.advance(&online(&["ana"]), start).contains("ana"));
    }

    #[test]
    fn a_wish_says_more_than_a_seat() {
        let seek = Seek { kind: "trset-2".into(), pace: vzetek_protocol::Pace::Quick };
        let seat = (TableId("t".to_owned()), Kind::from("tarok-3"));
        let playing = Presence::Playing { table: seat.0.clone(), kind: seat.1.clone() };
        assert_eq!(presence(Some(seek.clone()), Some(&seat)), Presence::Seeking { seek });
        assert_eq!(presence(None, Some(&seat)), playing);
        assert_eq!(presence(None, None), Presence::Online);
    }
}
