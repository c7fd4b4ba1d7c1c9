//! A second reading of the rules, as slow and plain as they are told: lists of
//! text, no card sets, nothing taken from the crate under test. Where the two
//! readings differ, one of them is wrong.
/// The contracts that can be bid, low to high.
pub const LADDER: [&str; 6] = ["three", "two", "one", "solo", "berac", "open_berac"];

const EXTRAS: [&str; 4] = ["trula", "kings", "pagat_ultimo", "valat"];

/// The options of a table.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    pub rewarded_klop: bool,
    pub taroks_discarded_last: bool,
    pub forehand_leads: bool,
    pub open_berac: bool,
    pub symmetric_bonuses: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Bid,
    Choose,
    Take,
    Discard,
    Announce,
    Raise,
    Play,
    Over,
}

#[derive(Clone, Debug)]
pub struct Deal {
    pub rules: Rules,
    pub dealer: usize,
    pub stage: Stage,
    pub turn: usize,
    pub hands: Vec<Vec<String>>,
    /// The next card first.
    pub talon: Vec<String>,
    /// (player, place on the ladder), the forehand's three first.
    bids: Vec<(usize, usize)>,
    passed: Vec<usize>,
    pub declarer: usize,
    pub contract: String,
    left: Vec<String>,
    discards: Vec<String>,
    to_discard: usize,
    announced: Vec<String>,
    /// (item, player), in order.
    raises: Vec<(String, usize)>,
    /// (player, what was raised or "pass"), in order.
    words: Vec<(usize, String)>,
    table: Vec<(usize, String)>,
    pub tricks: Vec<(usize, Vec<(usize, String)>)>,
    pub piles: Vec<Vec<String>>,
}

pub fn pack() -> Vec<String> {
    let red = ["K", "Q", "C", "J", "1", "2", "3", "4"];
    let black = ["K", "Q", "C", "J", "10", "9", "8", "7"];
    let mut cards: Vec<String> = (1..=22).map(|number| format!("T{number}")).collect();
    for suit in ["H", "D"] {
        cards.extend(red.iter().map(|rank| format!("{suit}{rank}")));
    }
    for suit in ["S", "C"] {
        cards.extend(black.iter().map(|rank| format!("{suit}{rank}")));
    }
    cards
}

fn suit(card: &str) -> char {
    card.chars().next().unwrap()
}

fn strength(card: &str) -> u32 {
    let order = ["4", "3", "2", "1", "7", "8", "9", "10", "J", "C", "Q", "K"];
    match suit(card) {
        'T' => card[1..].parse().unwrap(),
        _ => order.iter().position(|rank| *rank == &card[1..]).unwrap() as u32,
    }
}

fn value(card: &str) -> i32 {
    match card {
        "T1" | "T21" | "T22" => 5,
        tarok if suit(tarok) == 'T' => 1,
        other => match &other[1..] {
            "K" => 5,
            "Q" => 4,
            "C" => 3,
            "J" => 2,
            _ => 1,
        },
    }
}

/// Three by three, as they come.
pub fn count(cards: &[String]) -> i32 {
    cards
        .chunks(3)
        .map(|three| {
            let sum: i32 = three.iter().map(|card| value(card)).sum();
            if three.len() == 3 { sum - 2 } else { sum - 1 }
        })
        .sum()
}

fn winner(table: &[(usize, String)]) -> usize {
    let player = |card: &str| table.iter().find(|(_, c)| c == card).map(|(player, _)| *player);
    if let (Some(pagat), Some(_), Some(_)) = (player("T1"), player("T21"), player("T22")) {
        return pagat;
    }
    let has_tarok = table.iter().any(|(_, card)| suit(card) == 'T');
    let wanted = if has_tarok { 'T' } else { suit(&table[0].1) };
    let candidates = table.iter().filter(|(_, card)| suit(card) == wanted);
    candidates.max_by_key(|(_, card)| strength(card)).unwrap().0
}

impl Deal {
    pub fn new(rules: Rules, dealer: usize, cards: &[String]) -> Self {
        let forehand = (dealer + 1) % 3;
        let mut hands = vec![Vec::new(); 3];
        for place in 0..3 {
            hands[(forehand + place) % 3] = cards[16 * place..16 * place + 16].to_vec();
        }
        Self {
            rules,
            dealer,
            stage: Stage::Bid,
            turn: (forehand + 1) % 3,
            hands,
            talon: cards[48..].to_vec(),
            bids: vec![(forehand, 0)],
            passed: Vec::new(),
            declarer: forehand,
            contract: String::new(),
            left: Vec::new(),
            discards: Vec::new(),
            to_discard: 0,
            announced: Vec::new(),
            raises: Vec::new(),
            words: Vec::new(),
            table: Vec::new(),
            tricks: Vec::new(),
            piles: vec![Vec::new(); 3],
        }
    }

    fn forehand(&self) -> usize {
        (self.dealer + 1) % 3
    }

    fn top(&self) -> usize {
        if self.rules.open_berac { 5 } else { 4 }
    }

    fn avoiding(&self) -> bool {
        ["klop", "berac", "open_berac"].contains(&self.contract.as_str())
    }

    fn group(&self) -> usize {
        match self.contract.as_str() {
            "three" => 3,
            "two" => 2,
            _ => 1,
        }
    }

    pub fn legal(&self) -> Vec<String> {
        match self.stage {
            Stage::Bid => {
                let &(bidder, standing) = self.bids.last().unwrap();
                let place = |player: usize| (player + 3 - self.forehand()) % 3;
                let before = place(self.turn) < place(bidder);
                let mut all = vec!["pass".to_owned()];
                for (bid, name) in LADDER.iter().enumerate().take(self.top() + 1) {
                    if bid > standing || bid == standing && before {
                        all.push(format!("bid:{name}"));
                    }
                }
                all
            }
            Stage::Choose => {
                let standing = self.bids.last().unwrap().1;
                let mut all: Vec<String> =
                    (standing..=self.top()).map(|i| format!("contract:{}", LADDER[i])).collect();
                if self.bids.len() == 1 {
                    all.push("contract:klop".to_owned());
                }
                all
            }
            Stage::Take => (0..6 / self.group()).map(|i| format!("take:{i}")).collect(),
            Stage::Discard => {
                let may = |card: &&String| {
                    !card.ends_with('K') && !["T1", "T21", "T22"].contains(&card.as_str())
                };
                let hand: Vec<&String> = self.hands[self.turn].iter().filter(may).collect();
                let others = hand.iter().any(|card| suit(card) != 'T');
                hand.into_iter()
                    .filter(|card| {
                        !(self.rules.taroks_discarded_last && others && suit(card) == 'T')
                    })
                    .map(|card| format!("discard:{card}"))
                    .collect()
            }
            Stage::Announce => {
                let open =
                    EXTRAS.iter().filter(|extra| !self.announced.contains(&extra.to_string()));
                open.map(|extra| format!("announce:{extra}")).chain(["pass".to_owned()]).collect()
            }
            Stage::Raise => {
                let mut all = self.raisable(self.turn);
                all.push("pass".to_owned());
                all
            }
            Stage::Play => self.playable(),
            Stage::Over => Vec::new(),
        }
    }

    fn raised(&self, item: &str) -> usize {
        self.raises.iter().filter(|(raised, _)| raised == item).count()
    }

    fn raisable(&self, player: usize) -> Vec<String> {
        let items = ["game"].into_iter().chain(self.announced.iter().map(String::as_str));
        items
            .filter(|item| match self.raised(item) {
                0 | 2 => player != self.declarer,
                1 | 3 => player == self.declarer,
                _ => false,
            })
            .map(|item| format!("raise:{item}"))
            .collect()
    }

    fn playable(&self) -> Vec<String> {
        let mut may = self.hands[self.turn].clone();
        if let Some((_, led)) = self.table.first() {
            let of = |wanted: char| -> Vec<String> {
                may.iter().filter(|card| suit(card) == wanted).cloned().collect()
            };
            let (following, taroks) = (of(suit(led)), of('T'));
            if !following.is_empty() {
                may = following;
            } else if !taroks.is_empty() {
                may = taroks;
            }
        }
        if !self.avoiding() {
            return may;
        }
        let beats = |card: &String| {
            let mut table = self.table.clone();
            table.push((self.turn, card.clone()));
            !self.table.is_empty() && winner(&table) == self.turn
        };
        if may.iter().any(beats) {
            may.retain(beats);
        }
        if may.len() > 1 {
            may.retain(|card| card != "T1");
        }
        may
    }

    pub fn act(&mut self, action: &str) {
        let object = action.split(':').next_back().unwrap().to_owned();
        match self.stage {
            Stage::Bid => self.bid(&object),
            Stage::Choose => self.choose(object),
            Stage::Take => {
                let size = self.group();
                let first = size * object.parse::<usize>().unwrap();
                self.left = std::mem::take(&mut self.talon);
                let taken: Vec<String> = self.left.drain(first..first + size).collect();
                self.hands[self.turn].extend(taken);
                self.to_discard = size;
                self.stage = Stage::Discard;
            }
            Stage::Discard => {
                self.hands[self.turn].retain(|card| *card != object);
                self.discards.push(object);
                if self.discards.len() == self.to_discard {
                    self.stage = Stage::Announce;
                }
            }
            Stage::Announce if object == "pass" => self.start_raising(),
            Stage::Announce => self.announced.push(object),
            Stage::Raise => {
                self.words.push((self.turn, object.clone()));
                if object == "pass" {
                    self.next_to_raise();
                } else {
                    self.raises.push((object, self.turn));
                }
            }
            Stage::Play => self.play(object),
            Stage::Over => unreachable!(),
        }
    }

    fn bid(&mut self, object: &str) {
        if object == "pass" {
            self.passed.push(self.turn);
        } else {
            let place = LADDER.iter().position(|name| *name == object).unwrap();
            self.bids.push((self.turn, place));
        }
        if self.passed.len() == 2 {
            self.turn = (0..3).find(|player| !self.passed.contains(player)).unwrap();
            self.declarer = self.turn;
            self.stage = Stage::Choose;
            return;
        }
        self.turn = (self.turn + 1) % 3;
        while self.passed.contains(&self.turn) {
            self.turn = (self.turn + 1) % 3;
        }
    }

    fn choose(&mut self, contract: String) {
        self.contract = contract;
        match self.contract.as_str() {
            "three" | "two" | "one" => self.stage = Stage::Take,
            "solo" => self.stage = Stage::Announce,
            "klop" => {
                self.stage = Stage::Play;
                self.turn = self.forehand();
            }
            _ => self.start_raising(),
        }
    }

    fn start_raising(&mut self) {
        self.stage = Stage::Raise;
        self.turn = (self.declarer + 1) % 3;
    }

    /// The next in turn who could raise something, and who has said nothing
    /// yet or heard a raise since.
    fn next_to_raise(&mut self) {
        let is_asked = |&player: &usize| {
            let mut since = self.words.iter().rev().take_while(|(speaker, _)| *speaker != player);
            let has_spoken = self.words.iter().any(|(speaker, _)| *speaker == player);
            let heard_raise = since.any(|(_, word)| word != "pass");
            !self.raisable(player).is_empty() && (!has_spoken || heard_raise)
        };
        match (1..3).map(|steps| (self.turn + steps) % 3).find(is_asked) {
            Some(player) => self.turn = player,
            None => {
                self.stage = Stage::Play;
                self.turn = if self.rules.forehand_leads { self.forehand() } else { self.declarer };
            }
        }
    }

    fn play(&mut self, card: String) {
        self.hands[self.turn].retain(|held| *held != card);
        self.table.push((self.turn, card));
        self.turn = (self.turn + 1) % 3;
        if self.table.len() < 3 {
            return;
        }
        let taker = winner(&self.table);
        self.turn = taker;
        let table = std::mem::take(&mut self.table);
        self.piles[taker].extend(table.iter().map(|(_, card)| card.clone()));
        self.tricks.push((taker, table));
        if self.contract == "klop" && !self.talon.is_empty() {
            let gift = self.talon.remove(0);
            self.piles[taker].push(gift);
        }
        let lost = self.contract.ends_with("berac") && taker == self.declarer;
        if lost || self.tricks.len() == 16 {
            self.stage = Stage::Over;
        }
    }

    /// Returns the change of each score, and true if there are radelci.
    pub fn scores(&self) -> (Vec<i32>, bool) {
        match self.contract.as_str() {
            "klop" => (self.klop(), true),
            "berac" | "open_berac" => {
                let worth = if self.contract == "berac" { 70 } else { 90 };
                let won = self.tricks.iter().all(|(taker, _)| *taker != self.declarer);
                let mut scores = vec![0; 3];
                self.settle("game", worth, won, &mut scores);
                (scores, true)
            }
            _ => self.ordinary(),
        }
    }

    fn klop(&self) -> Vec<i32> {
        let without: Vec<bool> =
            (0..3).map(|p| self.tricks.iter().all(|(taker, _)| *taker != p)).collect();
        (0..3)
            .map(|player| {
                if self.rules.rewarded_klop && without.contains(&true) {
                    return if without[player] { 70 } else { 0 };
                }
                match count(&self.piles[player]) {
                    points if points >= 35 => -70,
                    points => -points,
                }
            })
            .collect()
    }

    /// Adds an item worth this much in size, with its kontra.
    fn settle(&self, item: &str, worth: i32, made: bool, scores: &mut [i32]) {
        let times = [1, 2, 4, 8, 16][self.raised(item)];
        scores[self.declarer] += if made { worth * times } else { -worth * times };
        for (player, score) in scores.iter_mut().enumerate() {
            let raised = self.raises.contains(&(item.to_owned(), player));
            if made && player != self.declarer && !raised && times > 1 {
                *score += worth * times - worth;
            }
        }
    }

    fn ordinary(&self) -> (Vec<i32>, bool) {
        let mut own = self.piles[self.declarer].clone();
        own.extend(self.discards.iter().cloned());
        let others: Vec<String> = pack().into_iter().filter(|card| !own.contains(card)).collect();
        assert_eq!(count(&own) + count(&others), 70);
        let mut scores = vec![0; 3];
        let over = count(&own) - 35;
        let worth = match self.contract.as_str() {
            "three" => 10,
            "two" => 20,
            "one" => 30,
            _ => 50,
        };
        self.settle("game", worth + over.abs(), over > 0, &mut scores);
        let mut radelci = self.announced.contains(&"valat".to_owned());
        for (extra, worth) in EXTRAS.into_iter().zip([20, 20, 50, 500]) {
            let made = self.made(extra, &own, true);
            if self.announced.contains(&extra.to_owned()) {
                self.settle(extra, worth, made, &mut scores);
            } else if made {
                scores[self.declarer] += worth / 2;
                radelci |= extra == "valat";
            } else if self.rules.symmetric_bonuses && self.made(extra, &others, false) {
                scores[self.declarer] -= worth / 2;
                radelci |= extra == "valat";
            }
        }
        for (score, mond) in scores.iter_mut().zip(self.mond()) {
            *score += mond;
        }
        (scores, radelci)
    }

    /// Returns the cost of the mond so far.
    pub fn mond(&self) -> Vec<i32> {
        let mut scores = vec![0; 3];
        if self.stage < Stage::Play || self.avoiding() {
            return scores;
        }
        if self.left.contains(&"T21".to_owned()) {
            scores[self.declarer] -= 21;
        }
        for (taker, cards) in &self.tricks {
            if let Some((player, _)) = cards.iter().find(|(_, card)| card == "T21")
                && player != taker
            {
                scores[*player] -= 21;
            }
        }
        scores
    }

    fn made(&self, extra: &str, cards: &[String], by_declarer: bool) -> bool {
        let has = |wanted: &[&str]| wanted.iter().all(|card| cards.contains(&card.to_string()));
        let ours = |player: usize| (player == self.declarer) == by_declarer;
        match extra {
            "trula" => has(&["T1", "T21", "T22"]),
            "kings" => has(&["HK", "DK", "SK", "CK"]),
            "valat" => self.tricks.iter().all(|(taker, _)| ours(*taker)),
            _ => {
                let (taker, last) = self.tricks.last().unwrap();
                ours(*taker) && last.iter().any(|(player, card)| player == taker && card == "T1")
            }
        }
    }
}
