//! Helpers of tests: messages and moves of people and bots in a room, and the events
//! and snapshots that they received.

use super::*;

impl Room {
    pub(super) fn visitor(&mut self, name: &str) -> Arc<Visitor> {
        self.people.entry(name.to_owned()).or_insert_with(|| visitor(name)).clone()
    }

    pub(super) fn come(&mut self, name: &str) {
        let visitor = self.visitor(name);
        self.input(Input::Command(Command::Watch { visitor, invite: None, since: None }));
    }

    /// The connection breaks off; the next one is another.
    pub(super) fn go(&mut self, name: &str) {
        let connection = self.visitor(name).connection;
        self.input(Input::Command(Command::Unwatch { connection }));
        self.people.remove(name);
    }

    pub(super) fn say(&mut self, name: &str, message: ClientMessage) {
        let visitor = self.visitor(name);
        self.input(Input::Command(Command::Message { visitor, message }));
    }

    /// Says something, and returns the reason why it was refused.
    pub(super) fn refusal(&mut self, name: &str, message: ClientMessage) -> ErrorCode {
        self.refused.clear();
        self.say(name, message);
        let [(to, error)] = &self.refused[..] else { panic!("{:?}", self.refused) };
        assert_eq!(*to, self.people[name].connection);
        error.code
    }

    pub(super) fn sit(&mut self, name: &str) {
        let (table, invite) = (self.table.setup.id.clone(), self.table.setup.invite.clone());
        let seat = None;
        self.say(name, ClientMessage::Sit { table, seat, invite });
    }

    pub(super) fn ready(&mut self, name: &str) {
        self.say(name, ClientMessage::Ready { table: self.table.setup.id.clone() });
    }

    pub(super) fn leave(&mut self, name: &str) {
        self.say(name, ClientMessage::Leave { table: self.table.setup.id.clone() });
    }

    pub(super) fn return_to_seat(&mut self, name: &str) {
        let wish = self.wants_back();
        self.say(name, wish);
    }

    pub(super) fn wants_back(&self) -> ClientMessage {
        ClientMessage::Return { table: self.table.setup.id.clone() }
    }

    pub(super) fn commit(&mut self, name: &str, nonce: &str) {
        let (table, hash) = (self.table.setup.id.clone(), NonceHash::of(nonce));
        self.say(name, ClientMessage::NonceHash { table, hash });
    }

    pub(super) fn reveal(&mut self, name: &str, nonce: &str) {
        let (table, nonce) = (self.table.setup.id.clone(), nonce.to_owned());
        self.say(name, ClientMessage::Nonce { table, nonce });
    }

    pub(super) fn chat(&self, text: &str) -> ClientMessage {
        ClientMessage::Chat { table: self.table.setup.id.clone(), text: text.to_owned() }
    }

    pub(super) fn act(&self, choice: usize) -> ClientMessage {
        let Stage::Playing(playing) = &self.table.stage else { panic!("nothing is played") };
        let actions = &playing.turn.legal.actions;
        let action = actions[choice % actions.len()].to_string();
        ClientMessage::Act { table: self.table.setup.id.clone(), seq: self.table.seq, action }
    }

    /// The account that decides the running turn, if anybody does.
    pub(super) fn to_act(&self) -> Option<String> {
        let Stage::Playing(playing) = &self.table.stage else { return None };
        let player = self.table.record(playing.turn.seat).taken().and_then(Taken::decides);
        player.map(|player| player.id.0.clone())
    }

    /// The times that the owner of a seat was told for its turns, as an account heard
    /// of them: of the move, and of the bank.
    pub(super) fn times(&self, name: &str, seat: Seat) -> Vec<(Option<u64>, Option<u64>)> {
        let turns = self.told(name).filter_map(secrecy::turn).filter(|turn| turn.seat == seat);
        turns.map(|turn| (turn.move_ms, turn.bank_ms)).collect()
    }

    /// The parties that decided a seat's moves, in order, as an account was told.
    pub(super) fn moved_by(&self, name: &str, seat: Seat) -> Vec<By> {
        let by = |event: &TableEvent| match event {
            TableEvent::Moved { moved, .. } if moved.seat == seat => Some(moved.by),
            _ => None,
        };
        self.events(name).filter_map(by).collect()
    }

    /// Makes a move for whoever has the turn.
    pub(super) fn play(&mut self, choice: usize) {
        if let Some(name) = self.to_act() {
            self.say(&name, self.act(choice));
        }
    }

    /// Claims the rest of the deal for whoever has the turn, if it is certain.
    pub(super) fn claim(&mut self) {
        if let Some(claim) = self.claimable()
            && let Some(name) = self.to_act()
        {
            self.say(&name, self.claims(claim));
        }
    }

    /// The claim that the running turn allows.
    pub(super) fn claimable(&self) -> Option<Claim> {
        let Stage::Playing(playing) = &self.table.stage else { return None };
        playing.turn.legal.claim
    }

    pub(super) fn claims(&self, claim: Claim) -> ClientMessage {
        let (table, seq) = (self.table.setup.id.clone(), self.table.seq);
        ClientMessage::Claim { table, seq, claim }
    }

    /// Plays until a deal is over.
    pub(super) fn play_out(&mut self) {
        while self.table.phase() == Phase::Playing {
            self.play(0);
        }
    }

    /// A bot of the house is free.
    pub(super) fn offer(&mut self, name: &str) {
        let bot = visitor(name);
        self.people.insert(name.to_owned(), bot.clone());
        self.free.push_back(bot);
    }

    /// The bot that was called first sits down.
    pub(super) fn bot_sits(&mut self) {
        let (bot, seat) = self.called.remove(0);
        let name = bot.player.id.0.clone();
        let table = self.table.setup.id.clone();
        let invite = Some(self.table.house_invite.clone());
        self.say(&name, ClientMessage::Sit { table, seat: Some(seat), invite });
    }

    /// Everything that this account was told, on its present connection.
    pub(super) fn told(&self, name: &str) -> impl Iterator<Item = &ServerMessage> {
        let connection = self.people[name].connection;
        self.told.iter().filter(move |(to, _)| to.contains(&connection)).map(|(_, message)| message)
    }

    /// The events that this account was told, on its present connection.
    pub(super) fn events(&self, name: &str) -> impl Iterator<Item = &TableEvent> {
        self.told(name).filter_map(|message| match message {
            ServerMessage::Event { event, .. } => Some(&**event),
            _ => None,
        })
    }

    /// The last event of the account.
    pub(super) fn last(&self, name: &str) -> &TableEvent {
        self.events(name).last().expect("an event")
    }

    /// The table as the account was last shown it.
    pub(super) fn snapshot(&self, name: &str) -> &TableSnapshot {
        let snapshots = self.told(name).filter_map(|message| match message {
            ServerMessage::Snapshot { snapshot } => Some(&**snapshot),
            _ => None,
        });
        snapshots.last().expect("a snapshot")
    }

    /// The rest of the time bank of a seat's owner.
    pub(super) fn bank(&self, seat: Seat) -> Duration {
        self.table.record(seat).taken().expect("an owner").bank
    }

    /// The seat whose turn it is.
    pub(super) fn turn(&self) -> Seat {
        let Stage::Playing(playing) = &self.table.stage else { panic!("nothing is played") };
        playing.turn.seat
    }
}
