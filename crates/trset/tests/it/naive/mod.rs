//! A second reading of the rules, as slow and plain as they are told: lists of
//! text, no card sets, nothing taken from the crate under test. Where the two
//! readings differ, one of them is wrong.
use serde_json::Value;

/// Suits by their letter.
pub const SUITS: [char; 4] = ['C', 'S', 'B', 'D'];

/// Ranks from the strongest down.
pub const STRENGTH: &str = "32AKCJ7654";

/// The options of a table, as the second reading needs them.
#[derive(Clone, Debug)]
pub struct Table {
    pub players: usize,
    pub declarations: bool,
    pub fewest_win: bool,
    pub cappotto: bool,
    /// True if taking everything counts double.
    pub doubles: bool,
    /// True if all of four are alone.
    pub alone: bool,
    /// The target at which the match stops at once, and the points of each player before.
    pub stops: Option<(u32, Vec<u32>)>,
    /// The card that is left out with three players.
    pub removed: Option<String>,
}

impl Table {
    /// Reads a table's options as they are written down.
    pub fn read(options: &Value) -> Self {
        let is_on = |name: &str| options[name].as_bool().unwrap_or(false);
        let players = options["players"].as_u64().unwrap() as usize;
        let before = |seat: usize| options["standing"][seat].as_u64().unwrap_or(0) as u32;
        let target = options["target"].as_u64().unwrap_or(0) as u32;
        let stops = || (target, (0..players).map(before).collect());
        let four = options["removed_four"].as_str().unwrap_or("D");
        Self {
            players,
            declarations: is_on("declarations"),
            fewest_win: options["variant"] == "kifameno",
            cappotto: is_on("cappotto"),
            doubles: is_on("cappotto_doubles"),
            alone: is_on("alone"),
            stops: is_on("stops_at_target").then(stops),
            removed: (players == 3).then(|| format!("{four}4")),
        }
    }
}

/// A deal, told in lists of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub players: usize,
    pub declarations: bool,
    pub hands: Vec<Vec<String>>,
    /// The next card to be drawn first.
    pub stock: Vec<String>,
    /// The cards of the trick on the table, with their players.
    pub table: Vec<(usize, String)>,
    pub turn: usize,
    pub piles: Vec<Vec<String>>,
    pub declared: Vec<Vec<String>>,
    /// True for each player who has played a card already.
    pub begun: Vec<bool>,
    /// The player who took the last trick so far.
    pub last_taker: usize,
    /// Drawn cards with their players, in order: everybody saw them.
    pub draws: Vec<(usize, String)>,
    /// Where the match stops at a target.
    stops: Option<(u32, Vec<u32>)>,
    in_pairs: bool,
    /// True if the target was reached with the last trick.
    pub stopped: bool,
}

/// Every card that these players play with.
pub fn pack(table: &Table) -> Vec<String> {
    let all = SUITS.iter().flat_map(|suit| STRENGTH.chars().map(move |r| format!("{suit}{r}")));
    all.filter(|card| table.removed.as_ref() != Some(card)).collect()
}

/// Every declaration that exists.
pub fn all_declarations() -> Vec<String> {
    let mut all: Vec<String> = SUITS.iter().map(|suit| format!("napola:{suit}")).collect();
    for rank in ['A', '2', '3'] {
        all.push(format!("four:{rank}"));
        all.extend(SUITS.iter().map(|missing| format!("three:{rank}/{missing}")));
    }
    all
}

/// Returns the value of a card in thirds.
pub fn thirds(card: &str) -> u32 {
    match card.chars().nth(1).unwrap() {
        'A' => 3,
        '3' | '2' | 'K' | 'C' | 'J' => 1,
        _ => 0,
    }
}

fn suit(card: &str) -> char {
    card.chars().next().unwrap()
}

fn weakness(card: &str) -> usize {
    STRENGTH.find(card.chars().nth(1).unwrap()).unwrap()
}

impl Deal {
    /// Ten cards each, in one go, first to the player after the dealer.
    pub fn new(table: &Table, dealer: usize, cards: &[String]) -> Self {
        let players = table.players;
        let mut hands = vec![Vec::new(); players];
        for round in 0..players {
            let seat = (dealer + 1 + round) % players;
            hands[seat] = cards[round * 10..round * 10 + 10].to_vec();
        }
        Self {
            players,
            declarations: table.declarations,
            hands,
            stock: cards[players * 10..].to_vec(),
            table: Vec::new(),
            turn: (dealer + 1) % players,
            piles: vec![Vec::new(); players],
            declared: vec![Vec::new(); players],
            begun: vec![false; players],
            last_taker: usize::MAX,
            draws: Vec::new(),
            stops: table.stops.clone(),
            in_pairs: players == 4 && !table.alone,
            stopped: false,
        }
    }

    pub fn over(&self) -> bool {
        self.stopped || self.hands.iter().all(Vec::is_empty) && self.table.is_empty()
    }

    /// Cards that may be played, in no order.
    pub fn playable(&self) -> Vec<String> {
        let hand = &self.hands[self.turn];
        if let Some((_, led)) = self.table.first() {
            let following: Vec<String> =
                hand.iter().filter(|card| suit(card) == suit(led)).cloned().collect();
            if !following.is_empty() {
                return following;
            }
        }
        hand.clone()
    }

    fn holds(&self, card: String) -> bool {
        self.hands[self.turn].contains(&card)
    }

    /// Declarations that may be made, in no order.
    pub fn declarable(&self) -> Vec<String> {
        if !self.declarations || self.over() || self.begun[self.turn] {
            return Vec::new();
        }
        let mut found = Vec::new();
        for suit in SUITS {
            if "A23".chars().all(|rank| self.holds(format!("{suit}{rank}"))) {
                found.push(format!("napola:{suit}"));
            }
        }
        for rank in "A23".chars() {
            let missing: Vec<char> =
                SUITS.into_iter().filter(|suit| !self.holds(format!("{suit}{rank}"))).collect();
            match missing.as_slice() {
                [] => found.push(format!("four:{rank}")),
                [suit] => found.push(format!("three:{rank}/{suit}")),
                _ => (),
            }
        }
        found.retain(|declaration| !self.declared[self.turn].contains(declaration));
        found
    }

    /// Returns the legal actions, in no order.
    pub fn legal(&self) -> Vec<String> {
        if self.over() {
            return Vec::new();
        }
        let mut all = self.declarable();
        all.extend(self.playable());
        all
    }

    /// Does what is known to be legal.
    pub fn act(&mut self, action: &str) {
        if action.contains(':') {
            self.declared[self.turn].push(action.to_owned());
            return;
        }
        let place = self.hands[self.turn].iter().position(|card| card == action).unwrap();
        let card = self.hands[self.turn].remove(place);
        self.begun[self.turn] = true;
        self.table.push((self.turn, card));
        self.turn = (self.turn + 1) % self.players;
        if self.table.len() == self.players {
            self.take();
        }
    }

    fn take(&mut self) {
        let led = suit(&self.table[0].1);
        let mut best = self.table[0].clone();
        for (player, card) in &self.table {
            if suit(card) == led && weakness(card) < weakness(&best.1) {
                best = (*player, card.clone());
            }
        }
        let taker = best.0;
        for (_, card) in std::mem::take(&mut self.table) {
            self.piles[taker].push(card);
        }
        self.turn = taker;
        self.last_taker = taker;
        self.stopped = self.has_reached();
        if !self.stopped && !self.stock.is_empty() {
            for step in 0..self.players {
                let player = (taker + step) % self.players;
                let card = self.stock.remove(0);
                self.draws.push((player, card.clone()));
                self.hands[player].push(card);
            }
        }
    }

    /// True if one side alone leads with the target of a match that stops there. What lies in
    /// the hands still counts for no side.
    fn has_reached(&self) -> bool {
        let Some((target, before)) = &self.stops else { return false };
        let (taken, declared) = (self.taken(), self.declared_thirds());
        let mut points: Vec<u32> = if self.in_pairs {
            (0..2)
                .map(|p| {
                    let thirds = taken[p] + taken[p + 2] + declared[p] + declared[p + 2];
                    before[p] + thirds / 3
                })
                .collect()
        } else {
            (0..self.players).map(|p| before[p] + (taken[p] + declared[p]) / 3).collect()
        };
        points.sort_unstable();
        points.reverse();
        points[0] >= *target && points[0] > points[1]
    }

    /// Thirds of each player so far, the last trick included once it is over.
    pub fn taken(&self) -> Vec<u32> {
        (0..self.players)
            .map(|player| {
                let cards: u32 = self.piles[player].iter().map(|card| thirds(card)).sum();
                let played = self.hands.iter().all(Vec::is_empty) && self.table.is_empty();
                cards + if played && player == self.last_taker { 3 } else { 0 }
            })
            .collect()
    }

    /// Thirds of each player's declarations.
    pub fn declared_thirds(&self) -> Vec<u32> {
        let worth = |text: &String| if text.starts_with("four") { 12 } else { 9 };
        self.declared.iter().map(|made| made.iter().map(worth).sum()).collect()
    }

    /// Returns the whole points of each player, and true if the deal is won.
    pub fn outcome(&self, table: &Table) -> Vec<(u32, bool)> {
        let side = |player: usize| if self.in_pairs { player % 2 } else { player };
        let sum = |values: &[u32], wanted: usize| -> u32 {
            (0..self.players).filter(|&p| side(p) == wanted).map(|p| values[p]).sum()
        };
        let (taken, declared) = (self.taken(), self.declared_thirds());
        let sides = if self.in_pairs { 2 } else { self.players };
        let total: Vec<u32> = (0..sides).map(|s| sum(&taken, s) + sum(&declared, s)).collect();
        let sweeper = (0..sides).find(|&s| table.cappotto && sum(&taken, s) == 35);
        let doubler = (0..sides).find(|&s| table.doubles && sum(&taken, s) == 35);
        (0..self.players)
            .map(|player| {
                let mine = side(player);
                if let Some(doubler) = doubler {
                    let extra = if doubler == mine { 11 } else { 0 };
                    return (total[mine] / 3 + extra, doubler == mine);
                }
                match sweeper {
                    Some(sweeper) if sweeper == mine => (0, true),
                    Some(_) => (11, false),
                    None => {
                        let best = if table.fewest_win {
                            *total.iter().min().unwrap()
                        } else {
                            *total.iter().max().unwrap()
                        };
                        (total[mine] / 3, total[mine] == best)
                    }
                }
            })
            .collect()
    }

    /// Counts the ways to do `depth` more actions; a deal that ends before
    /// counts once.
    pub fn leaves(&self, depth: u32) -> u64 {
        if depth == 0 || self.over() {
            return 1;
        }
        let after = |action: String| {
            let mut next = self.clone();
            next.act(&action);
            next.leaves(depth - 1)
        };
        self.legal().into_iter().map(after).sum()
    }
}
