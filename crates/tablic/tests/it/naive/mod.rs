//! A second reading of the rules, in lists of text: every subset of the table
//! is tried, and every way to part it. Shares no line with the crate.
/// Returns the values that a card may have in a sum.
fn values(card: &str) -> Vec<u32> {
    match &card[1..] {
        "A" => vec![1, 11],
        "J" => vec![12],
        "Q" => vec![13],
        "K" => vec![14],
        number => vec![number.parse().unwrap()],
    }
}

fn worth(card: &str) -> u32 {
    match card {
        "D10" => 2,
        "C2" => 1,
        _ => u32::from(["A", "10", "J", "Q", "K"].contains(&&card[1..])),
    }
}

fn sums(cards: &[&str]) -> Vec<u32> {
    cards.iter().fold(vec![0], |sums, card| {
        let values = values(card);
        sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect()
    })
}

fn subset<'a>(cards: &[&'a str], number: u32) -> Vec<&'a str> {
    let taken = cards.iter().enumerate().filter(|(place, _)| number >> place & 1 == 1);
    taken.map(|(_, &card)| card).collect()
}

/// True if the cards make groups, each of which can add up to a value of the
/// card played.
pub fn can_be_parted(played: &str, cards: &[&str]) -> bool {
    let Some((first, others)) = cards.split_first() else { return true };
    (0..1u32 << others.len()).any(|number| {
        let mut group = subset(others, number);
        let rest = subset(others, !number);
        group.push(first);
        let sums = sums(&group);
        values(played).iter().any(|value| sums.contains(value)) && can_be_parted(played, &rest)
    })
}

/// Returns all captures of a card from a table, as sorted lists of sorted
/// cards.
pub fn captures(played: &str, table: &[String]) -> Vec<Vec<String>> {
    let table: Vec<&str> = table.iter().map(String::as_str).collect();
    let mut found: Vec<Vec<String>> = (1..1u32 << table.len())
        .map(|number| subset(&table, number))
        .filter(|cards| can_be_parted(played, cards))
        .map(|cards| cards.into_iter().map(str::to_owned).collect())
        .collect();
    for cards in &mut found {
        cards.sort();
    }
    found.sort();
    found
}

/// A move: the card, and what it captures.
pub type Move = (String, Vec<String>);

#[derive(Clone)]
pub struct Deal {
    pub players: usize,
    first: usize,
    pub turn: usize,
    pub over: bool,
    pub table: Vec<String>,
    pub hands: Vec<Vec<String>>,
    pub piles: Vec<Vec<String>>,
    pub tablas: Vec<u32>,
    last: Option<usize>,
    /// The next card first.
    deck: Vec<String>,
}

impl Deal {
    pub fn new(players: usize, dealer: usize, cards: &[String]) -> Self {
        let first = (dealer + 1) % players;
        let mut deal = Self {
            players,
            first,
            turn: first,
            over: false,
            table: cards[..4].to_vec(),
            hands: vec![Vec::new(); players],
            piles: vec![Vec::new(); players],
            tablas: vec![0; players],
            last: None,
            deck: cards[4..].to_vec(),
        };
        deal.deal_out();
        deal
    }

    fn deal_out(&mut self) {
        for _ in 0..6 {
            for player in 0..self.players {
                if !self.deck.is_empty() {
                    let card = self.deck.remove(0);
                    self.hands[(self.first + player) % self.players].push(card);
                }
            }
        }
    }

    pub fn legal(&self) -> Vec<Move> {
        if self.over {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for card in &self.hands[self.turn] {
            moves.push((card.clone(), Vec::new()));
            let captures = captures(card, &self.table);
            moves.extend(captures.into_iter().map(|taken| (card.clone(), taken)));
        }
        moves.sort();
        moves
    }

    pub fn act(&mut self, (card, taken): &Move) {
        self.hands[self.turn].retain(|held| held != card);
        if taken.is_empty() {
            self.table.push(card.clone());
        } else {
            self.table.retain(|lying| !taken.contains(lying));
            self.piles[self.turn].extend(taken.iter().chain([card]).cloned());
            self.tablas[self.turn] += u32::from(self.table.is_empty());
            self.last = Some(self.turn);
        }
        self.turn = (self.turn + 1) % self.players;
        if self.hands.iter().all(Vec::is_empty) {
            self.deal_out();
            if self.hands.iter().all(Vec::is_empty) {
                self.over = true;
                if let Some(last) = self.last {
                    let left = std::mem::take(&mut self.table);
                    self.piles[last].extend(left);
                }
            }
        }
    }

    pub fn scores(&self) -> Vec<u32> {
        let sizes: Vec<usize> = self.piles.iter().map(Vec::len).collect();
        (0..self.players)
            .map(|player| {
                let cards: u32 = self.piles[player].iter().map(|card| worth(card)).sum();
                let others = sizes.iter().enumerate().filter(|&(other, _)| other != player);
                let most = others.map(|(_, &size)| size).max().unwrap();
                let bonus = if sizes[player] > most { 3 } else { 0 };
                cards + self.tablas[player] + bonus
            })
            .collect()
    }

    /// The scores of four in two pairs: each pair's cards are thrown together and counted.
    pub fn scores_of_pairs(&self) -> [u32; 4] {
        let mut scores = [0; 4];
        for (one, other) in [(0, 2), (1, 3)] {
            let own: Vec<&String> = self.piles[one].iter().chain(&self.piles[other]).collect();
            let theirs = self.piles.iter().map(Vec::len).sum::<usize>() - own.len();
            let mut score: u32 = own.iter().map(|card| worth(card)).sum();
            score += self.tablas[one] + self.tablas[other];
            if own.len() > theirs {
                score += 3;
            }
            scores[one] = score;
            scores[other] = score;
        }
        scores
    }

    pub fn leaves(&self, depth: u32) -> u64 {
        if depth == 0 || self.over {
            return 1;
        }
        self.legal()
            .iter()
            .map(|action| {
                let mut next = self.clone();
                next.act(action);
                next.leaves(depth - 1)
            })
            .sum()
    }
}
