//! A table with everything around it: a store, the house, connections and a clock.

use super::*;

/// A table, and everything around it.
pub(super) struct Room {
    pub(super) table: Table,
    pub(super) now: Now,
    pub(super) stored: Stored,
    /// True if the store refuses what it is given.
    pub(super) refuses: bool,
    /// The number of times that ratings move before they are stored.
    pub(super) overtakes: u32,
    /// True if the store does not answer; the question that waits for it then.
    pub(super) silent: bool,
    pub(super) asked: Option<Question>,
    /// The number of requests to store something.
    pub(super) tries: u32,
    /// The time that the store takes.
    pub(super) delay: Duration,
    /// True if the limit on chat is reached.
    pub(super) mute: bool,
    /// The bots of the house that are free, and those that were asked to come.
    pub(super) free: VecDeque<Arc<Visitor>>,
    pub(super) called: Vec<(Arc<Visitor>, Seat)>,
    /// Everybody who has ever come, by account.
    pub(super) people: BTreeMap<String, Arc<Visitor>>,
    /// Everything that connections were told, in order.
    pub(super) told: Vec<(Vec<ConnectionId>, ServerMessage)>,
    pub(super) refused: Vec<(ConnectionId, ErrorBody)>,
    /// The accounts that were called here, and followed.
    pub(super) followed: Vec<String>,
}

impl Room {
    pub(super) fn new(config: TableConfig) -> Self {
        Self::with_chance(config, 1)
    }

    pub(super) fn with_chance(config: TableConfig, seed: u64) -> Self {
        let (setup, now) = (setup(config), Sources::system().now());
        let mut room = Self {
            stored: Stored::new(&setup, now),
            table: start_of(setup, now, StdRng::seed_from_u64(seed)),
            now,
            refuses: false,
            overtakes: 0,
            silent: false,
            asked: None,
            tries: 0,
            delay: Duration::ZERO,
            mute: false,
            free: VecDeque::new(),
            called: Vec::new(),
            people: BTreeMap::new(),
            told: Vec::new(),
            refused: Vec::new(),
            followed: Vec::new(),
        };
        room.input(Input::Alarm);
        room
    }

    /// A room in which people have taken all seats and the first deal has begun.
    pub(super) fn playing(config: TableConfig) -> Self {
        let mut room = Self::new(config);
        for seat in room.table.seats() {
            room.sit(name(seat));
        }
        room.deal();
        room
    }

    /// A room in which ana has sat down first, and bots of the house have taken the
    /// other seats.
    pub(super) fn among_bots(config: TableConfig) -> Self {
        let mut room = Self::new(TableConfig { bots: Some("medium".to_owned()), ..config });
        room.sit("ana");
        room.fill_with_bots();
        room
    }

    /// Bots of the house take all seats but the first, and cards are dealt.
    pub(super) fn fill_with_bots(&mut self) {
        for seat in self.table.seats().skip(1) {
            self.offer(&format!("robot {seat}"));
        }
        self.wait(Duration::from_secs(1));
        while !self.called.is_empty() {
            self.bot_sits();
        }
        self.deal();
    }

    /// Lets the time pass in which nonces are awaited.
    pub(super) fn deal(&mut self) {
        self.wait(Duration::from_millis(self.table.setup.tuning.nonce_ms));
        assert_eq!(self.table.phase(), Phase::Playing);
    }

    pub(super) fn input(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            let (before, told) = (secrecy::parts(&self.table), self.table.seq);
            let effects = self.table.handle(input, self.now);
            let parts = [&before, &secrecy::parts(&self.table)];
            let tells = effects.iter().any(|effect| matches!(effect, Effect::Tell { .. }));
            let hidden = if tells { secrecy::hidden(&self.table) } else { Vec::new() };
            for effect in effects {
                if let Effect::Tell { to, message } = &effect
                    && self.is_of_this_deal(message)
                {
                    secrecy::check(to, message, parts, &hidden);
                }
                next = self.carry_out(effect, told).map(Input::Answer).or(next);
            }
        }
    }

    /// False for events from before the deal: they may name cards that are hidden
    /// again.
    pub(super) fn is_of_this_deal(&self, message: &ServerMessage) -> bool {
        let ServerMessage::Event { seq, .. } = message else { return true };
        let is_deal = |(_, of): &&(u64, FullEvent)| matches!(of, FullEvent::Dealt { .. });
        self.table.kept.iter().rfind(is_deal).is_none_or(|(dealt, _)| seq >= dealt)
    }

    /// Carries an effect out; `told` is the number of the last event before it.
    pub(super) fn carry_out(&mut self, effect: Effect, told: u64) -> Option<Answer> {
        match effect {
            Effect::Tell { to, message } => {
                if let ServerMessage::Event { seq, event, .. } = &message
                    && *seq > told
                {
                    self.stored.check(event);
                }
                self.told.push((to, message));
            }
            Effect::Refuse { to, error, .. } => self.refused.push((to, *error)),
            Effect::Release(bot) => {
                self.called.retain(|(asked, _)| asked.connection != bot);
            }
            Effect::Followed(account) => self.followed.push(account),
            Effect::Report { .. } | Effect::Occupy(_) | Effect::GiveUp(_) | Effect::Forget => {}
            Effect::Ask(question) if self.silent => self.asked = Some(question),
            Effect::Ask(question) => return Some(self.answer(question)),
        }
        None
    }

    pub(super) fn answer(&mut self, question: Question) -> Answer {
        if let Question::Record(_) = question {
            self.tries += 1;
            self.set_clock(self.now.instant + self.delay);
        }
        match question {
            Question::Record(_) if self.refuses => Answer::Recorded(Err(NotRecorded::Refused)),
            Question::Record(writes) if self.overtakes > 0 && self.stored.overtake(&writes) => {
                self.overtakes -= 1;
                Answer::Recorded(Err(NotRecorded::Overtaken))
            }
            Question::Record(writes) => {
                writes.into_iter().for_each(|write| self.stored.write(write));
                Answer::Recorded(Ok(()))
            }
            Question::Player(account) => Answer::Player(Ok(Some(player(&account)))),
            Question::Ratings(question) => {
                let kind = self.table.setup.config.game.kind();
                let (ladder, now) = (question.ladder, self.now.utc);
                let before = question.ids.iter().map(|id| {
                    let stored = self.stored.ratings.get(&(id.clone(), ladder)).cloned();
                    stored.unwrap_or_else(|| rating::fresh(id, &kind, ladder, now))
                });
                let before: Vec<_> = before.collect();
                let standing = vec![Standing::Lasting; before.len()];
                Answer::Ratings(Ok(Some(weights::Known {
                    before,
                    standing,
                    met: Default::default(),
                })))
            }
            Question::Bot(wanted) => {
                let bot = self.free.pop_front();
                self.called.extend(bot.clone().map(|bot| (bot, wanted.seat)));
                Answer::Bot(bot.map(|bot| bot.connection))
            }
            Question::Line(_) if self.mute => Answer::Line(Err(Duration::from_secs(1))),
            Question::Line(_) => Answer::Line(Ok(())),
        }
    }

    /// The store answers again, and did what it was asked to.
    pub(super) fn answers_again(&mut self) {
        self.silent = false;
        if let Some(question) = self.asked.take() {
            let answer = self.answer(question);
            self.input(Input::Answer(answer));
        }
    }

    /// Time passes; the table is woken whenever it wants to be.
    pub(super) fn wait(&mut self, time: Duration) {
        let until = self.now.instant + time;
        let mut wakes = 0;
        while !self.table.is_closed() && self.asked.is_none() {
            let wake = self.table.next_wake().max(self.now.instant);
            if wake > until {
                break;
            }
            self.set_clock(wake);
            self.input(Input::Alarm);
            wakes += 1;
            assert!(wakes < 10_000, "the table is woken again and again");
        }
        self.set_clock(until.max(self.now.instant));
    }

    pub(super) fn set_clock(&mut self, instant: tokio::time::Instant) {
        let passed = TimeDelta::from_std(instant - self.now.instant).expect("a short time");
        self.now = Now { instant, utc: self.now.utc + passed };
    }

    /// The server ends, and another one rebuilds the table.
    pub(super) fn restart(&mut self) {
        let (setup, seed) = (self.table.setup.clone(), self.table.seq);
        let stored = &self.stored.table;
        let dealt = stored.game.iter().flat_map(|game| &game.row.players);
        let owners = stored.seats.iter().flatten().chain(dealt.map(|player| &player.account));
        let owners: Vec<_> = owners.map(|id| player(id)).collect();
        let chance = StdRng::seed_from_u64(seed);
        self.table = rebuild(setup, &self.stored.table, &owners, self.now, chance).expect("whole");
        self.people.clear();
        self.free.clear();
        self.called.clear();
        self.asked = None;
        self.silent = false;
        self.input(Input::Alarm);
    }
}
