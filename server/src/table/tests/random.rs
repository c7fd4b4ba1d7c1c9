//! Random inputs at random times, at tables of every game.

use proptest::prelude::*;
use vzetek_protocol::client::Since;

use super::*;

/// Something that happens at a table or around it.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Come(usize),
    Resume(usize, u64),
    Go(usize),
    Sit(usize),
    /// In a seat of one's choice, which a bot may have.
    SitAt(usize, u8),
    /// A bot is asked for in this seat, or the seat is kept for people.
    WishForBot(usize, u8, bool),
    ChangeSeat(usize, u8),
    Leave(usize),
    Return(usize),
    Ready(usize),
    AllReady,
    Commit(usize),
    Reveal(usize),
    Chat(usize),
    /// The seat that has the turn makes this legal action.
    Act(usize),
    /// The seat that has the turn claims the rest, if it is certain.
    Claim,
    /// Somebody tries to make it.
    Meddle(usize, usize),
    Wait(u64),
    Offer(usize),
    BotSits,
    BotDeclines,
    BotGoes(usize),
    Refuse(bool),
    Overtake(u32),
    Delay(u64),
    Restart,
}

const PEOPLE: [&str; 6] = ["ana", "bor", "cene", "dana", "eva", "fran"];
const ROBOTS: [&str; 3] = ["robot", "robot two", "robot three"];

fn deed() -> impl Strategy<Value = Deed> {
    let who = || 0..PEOPLE.len();
    prop_oneof![
        3 => who().prop_map(Deed::Come),
        2 => (who(), 0u64..60).prop_map(|(who, back)| Deed::Resume(who, back)),
        2 => who().prop_map(Deed::Go),
        3 => who().prop_map(Deed::Sit),
        1 => (who(), 0u8..5).prop_map(|(who, seat)| Deed::SitAt(who, seat)),
        2 => (who(), 0u8..5, prop::bool::weighted(0.7)).prop_map(|(who, seat, bot)| Deed::WishForBot(who, seat, bot)),
        3 => (who(), 0u8..5).prop_map(|(who, seat)| Deed::ChangeSeat(who, seat)),
        1 => who().prop_map(Deed::Leave),
        2 => who().prop_map(Deed::Return),
        1 => who().prop_map(Deed::Ready),
        3 => Just(Deed::AllReady),
        2 => who().prop_map(Deed::Commit),
        2 => who().prop_map(Deed::Reveal),
        1 => who().prop_map(Deed::Chat),
        60 => (0usize..100).prop_map(Deed::Act),
        3 => Just(Deed::Claim),
        2 => (who(), 0usize..100).prop_map(|(who, choice)| Deed::Meddle(who, choice)),
        8 => prop_oneof![0u64..2_000, 0u64..40_000, 0u64..150_000].prop_map(Deed::Wait),
        2 => (0..ROBOTS.len()).prop_map(Deed::Offer),
        4 => Just(Deed::BotSits),
        1 => Just(Deed::BotDeclines),
        1 => (0..ROBOTS.len()).prop_map(Deed::BotGoes),
        2 => prop::bool::weighted(0.3).prop_map(Deed::Refuse),
        2 => (1u32..4).prop_map(Deed::Overtake),
        1 => (0u64..3_000).prop_map(Deed::Delay),
        1 => Just(Deed::Restart),
    ]
}

/// Tables of every game, with bots and without, and clocks of all kinds.
fn any_config() -> impl Strategy<Value = TableConfig> {
    let games = [
        json!({ "name": "trset", "options": { "players": 2, "target": 21 } }),
        json!({ "name": "trset", "options": { "players": 4 } }),
        json!({ "name": "trset", "options": { "variant": "kifameno", "players": 3 } }),
        json!({ "name": "tarok", "options": {} }),
        json!({ "name": "tarok", "options": { "players": 4, "compulsory_klop": true } }),
        json!({ "name": "tablic", "options": { "players": 2 } }),
        json!({ "name": "tablic", "options": { "players": 3 } }),
    ];
    let clock = (500u64..20_000, 0u64..60_000, 0u64..60_000, any::<bool>());
    (prop::sample::select(games.to_vec()), clock, any::<bool>()).prop_map(|(game, clock, bots)| {
        let (move_ms, bank_ms, grace_ms, off_alone) = clock;
        let clock = Clock { move_ms, bank_ms, grace_ms, off_alone };
        TableConfig { clock, bots: bots.then(|| "medium".to_owned()), ..config(game) }
    })
}

impl Room {
    fn does(&mut self, deed: Deed) {
        match deed {
            Deed::Come(who) => self.come(PEOPLE[who]),
            Deed::Resume(who, back) => {
                self.go(PEOPLE[who]);
                let visitor = self.visitor(PEOPLE[who]);
                let (epoch, seq) = (self.table.setup.epoch.clone(), self.table.seq);
                let since = Some(Since { epoch, seq: seq.saturating_sub(back) });
                self.input(Input::Command(Command::Watch { visitor, invite: None, since }));
            }
            Deed::Go(who) => self.go(PEOPLE[who]),
            Deed::Sit(who) => self.sit(PEOPLE[who]),
            Deed::SitAt(who, seat) => {
                let (table, seat) = (self.table.setup.id.clone(), Some(Seat::new(seat)));
                let invite = self.table.setup.invite.clone();
                self.say(PEOPLE[who], ClientMessage::Sit { table, seat, invite });
            }
            Deed::WishForBot(who, seat, bot) => {
                let (table, seat) = (self.table.setup.id.clone(), Seat::new(seat));
                let level = bot.then(|| "medium".to_owned());
                self.say(PEOPLE[who], ClientMessage::SeatBot { table, seat, level });
            }
            Deed::ChangeSeat(who, seat) => {
                let (table, seat) = (self.table.setup.id.clone(), Seat::new(seat));
                self.say(PEOPLE[who], ClientMessage::ChangeSeat { table, seat });
            }
            Deed::Leave(who) => self.leave(PEOPLE[who]),
            Deed::Return(who) => self.return_to_seat(PEOPLE[who]),
            Deed::Ready(who) => self.ready(PEOPLE[who]),
            Deed::AllReady => PEOPLE.iter().chain(&ROBOTS).for_each(|name| {
                if !self.table.is_closed() {
                    self.ready(name);
                }
            }),
            Deed::Commit(who) => self.commit(PEOPLE[who], PEOPLE[who]),
            Deed::Reveal(who) => self.reveal(PEOPLE[who], PEOPLE[who]),
            Deed::Chat(who) => self.say(PEOPLE[who], self.chat("hello")),
            Deed::Act(choice) => self.play(choice),
            Deed::Claim => self.claim(),
            Deed::Meddle(who, choice) => {
                if matches!(self.table.stage, Stage::Playing(_)) {
                    self.say(PEOPLE[who], self.act(choice));
                }
            }
            Deed::Wait(ms) => self.wait(Duration::from_millis(ms)),
            Deed::Offer(which) => {
                let is_free = |bot: &Arc<Visitor>| bot.player.name == ROBOTS[which];
                let here = self.people.contains_key(ROBOTS[which]);
                if !here && !self.free.iter().any(is_free) {
                    self.offer(ROBOTS[which]);
                }
            }
            Deed::BotSits => {
                if !self.called.is_empty() {
                    self.bot_sits();
                }
            }
            Deed::BotDeclines => {
                if let Some((bot, seat)) = self.called.pop() {
                    let table = self.table.setup.id.clone();
                    self.say(&bot.player.name, ClientMessage::Decline { table, seat });
                }
            }
            Deed::BotGoes(which) => {
                self.free.retain(|bot| bot.player.name != ROBOTS[which]);
                self.called.retain(|(bot, _)| bot.player.name != ROBOTS[which]);
                self.go(ROBOTS[which]);
            }
            Deed::Refuse(refuses) => self.refuses = refuses,
            Deed::Overtake(times) => self.overtakes = times,
            Deed::Delay(ms) => self.delay = Duration::from_millis(ms),
            Deed::Restart => self.restart(),
        }
    }

    /// Checks what must hold between two inputs.
    fn check(&self) {
        let stored = &self.stored.table;
        assert_eq!(self.table.is_closed(), self.stored.closed);
        assert_eq!(self.table.stays(), stored.seats);
        match &self.table.stage {
            Stage::Playing(playing) => {
                assert_eq!(playing.deal.current_player(), Some(playing.turn.seat));
                let game = stored.game.as_ref().expect("a game");
                assert_eq!((game.row.id.as_str(), &game.result), (playing.game.as_str(), &None));
                let moves = playing.moves.iter().map(|played| &*played.moved.action);
                assert!(moves.eq(game.moves.iter().map(|row| &*row.action)));
                assert!(playing.turn_seq <= self.table.seq);
            }
            Stage::Finished(finished) => {
                let game = stored.game.as_ref().expect("a game");
                assert!(game.row.id == finished.played.game.0 && game.result.is_some());
            }
            Stage::Shuffling(_) => {
                let standing = |promise: &&vzetek_store::StoredPromise| promise.dropped.is_none();
                assert_eq!(stored.promises.iter().filter(standing).count(), 1);
            }
            Stage::Waiting | Stage::Closed => {}
        }
    }

    /// Checks that every connection was told all numbers, one after another.
    fn check_numbers(&self) {
        let mut last: BTreeMap<ConnectionId, u64> = BTreeMap::new();
        for (to, message) in &self.told {
            for connection in to {
                match message {
                    ServerMessage::Event { seq, .. } => {
                        if let Some(last) = last.insert(*connection, *seq) {
                            assert_eq!(*seq, last + 1);
                        }
                    }
                    ServerMessage::Snapshot { snapshot: shown } => {
                        if let Some(last) = last.insert(*connection, shown.seq) {
                            assert_eq!(shown.seq, last);
                        }
                    }
                    ServerMessage::Turn { seq, .. } => {
                        assert!(last.get(connection).is_none_or(|last| last == seq));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    /// Checks that the table as it is stored is the table as it stands.
    fn check_restored(&mut self) {
        let Stage::Playing(before) = std::mem::replace(&mut self.table.stage, Stage::Waiting)
        else {
            return;
        };
        self.refuses = false;
        self.delay = Duration::ZERO;
        let owners = self.table.owner_ids();
        self.restart();
        let Stage::Playing(after) = &self.table.stage else { panic!("a deal is lost") };
        assert_eq!((&after.deal, &after.moves), (&before.deal, &before.moves));
        assert_eq!(after.turn.seat, before.turn.seat);
        assert_eq!(self.table.owner_ids(), owners);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 32,
        failure_persistence: None,
        max_shrink_iters: 100,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_table_stays_whole(
        config in any_config(),
        seed: u64,
        deeds in prop::collection::vec(deed(), 1..250),
    ) {
        let mut room = Room::with_chance(config, seed);
        for name in &PEOPLE[..room.table.seats.len()] {
            room.come(name);
            room.sit(name);
        }
        for deed in deeds {
            room.check();
            if room.table.is_closed() {
                break;
            }
            room.does(deed);
        }
        room.check();
        room.check_numbers();
        if !room.table.is_closed() {
            room.check_restored();
        }
    }
}
