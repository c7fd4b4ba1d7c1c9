//! The cards of good players in the record of a server, or of `vzetek-lab populate`.

use std::collections::{BTreeMap, HashMap};

use anyhow::{bail, ensure};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::Tunable;
use vzetek_baselines::trset::neighbours::{Attributes, Example};
use vzetek_baselines::trset::{Player, Spec};
use vzetek_game::{Game as _, Seat, sharing};
use vzetek_players::Play;
use vzetek_protocol::GameOptions;
use vzetek_store::{AccountKind, GamePlayerRow, Ladder, MovedBy, StoredGame};
use vzetek_trset::{Action, CardSet, Trset};

use crate::recorded;

/// The kind of the deals.
const KIND: &str = "trset-2";

/// The beginning of the ids that `vzetek-lab populate` gives to tables and accounts.
const POPULATED: &str = "populated-";

/// The playouts that a recorded bot must have had, as few as the experiment's own.
const FEWEST_PLAYOUTS: u64 = 300;

/// A recorded card, and those that could have been played instead.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The situation and the card.
    pub example: Example,
    /// The cards that the rules allowed.
    pub playable: CardSet,
}

/// The cards of good players.
#[derive(Debug)]
pub struct Record {
    /// Every card, in an order drawn by lot.
    pub choices: Vec<Choice>,
    /// The number of deals that were read.
    pub deals: u64,
    /// The checksum of these deals.
    pub checksum: String,
    /// The names of the bots and the number of people whose cards these are.
    pub players: String,
    /// The commands that make these deals again, if all are from `vzetek-lab populate`.
    pub populated: Option<String>,
}

/// A card that an account played, and its place in the record.
struct Played {
    /// The deal's id and the number of the move: an order that does not depend on times.
    place: (String, u32),
    account: String,
    choice: Choice,
}

/// Reads the cards of good players from a database: of bots that are `strong` or
/// `medium` there, or that `vzetek-lab populate` let play as `thesis`, `medium` or
/// `strong` with 300 playouts or more, and of people with a settled rating above the
/// median of all people in the record.
///
/// # Errors
/// If the database cannot be read, has no such deals or no such players, or deals in it
/// that cannot be played again.
pub fn read(database: &str, dice: &mut Xoshiro256PlusPlus) -> anyhow::Result<Record> {
    let (mut played, mut players) = (Vec::new(), Players::default());
    let mut tables: BTreeMap<String, u64> = BTreeMap::new();
    let reading = recorded::read(database, KIND, |game| {
        players.meet(&game.row.players);
        *tables.entry(game.row.table.clone()).or_default() += 1;
        played.extend(cards(game)?);
        Ok(())
    })?;
    ensure!(reading.broken.is_empty(), "cannot be played again: {}", reading.broken.join("; "));
    let good = players.good();
    let met = players.describe(|_| true);
    played.retain(|played: &Played| good.contains(&played.account.as_str()));
    ensure!(
        !played.is_empty(),
        "none of the {} deals of {KIND} has a player good enough to learn from: a bot of the level \
         strong or medium, one that `vzetek-lab populate` calls thesis, medium or strong with at \
         least {FEWEST_PLAYOUTS} playouts, or somebody with a settled rating above the median of all \
         people there; there are {met}",
        reading.deals,
    );
    played.sort_by(|one, other| one.place.cmp(&other.place));
    let mut choices: Vec<Choice> = played.into_iter().map(|played| played.choice).collect();
    sharing::shuffle(&mut choices, dice);
    Ok(Record {
        choices,
        deals: reading.deals,
        players: players.describe(|account| good.contains(&account)),
        populated: players.populated(&tables),
        checksum: recorded::hexadecimal(&reading.checksum()),
    })
}

/// Every card of a deal that its seat's own player decided.
fn cards(game: &StoredGame) -> anyhow::Result<Vec<Played>> {
    let GameOptions::Trset(options) = recorded::options(game)? else {
        bail!("it is none of tršet")
    };
    let mut cards = Vec::new();
    recorded::replay::<Trset>(game, &options, |play, _, row, &action| {
        let own = game.row.players.iter().find(|player| player.seat == row.seat);
        let (Action::Play(card), MovedBy::Player, Some(account)) = (action, row.by, &row.account)
        else {
            return Ok(());
        };
        if own.is_some_and(|player| player.account == *account) {
            let choice = Choice {
                example: Example { attributes: attributes(play), card },
                playable: play.state.legal_cards(),
            };
            let place = (game.row.id.clone(), row.number);
            cards.push(Played { place, account: account.clone(), choice });
        }
        Ok(())
    })?;
    Ok(cards)
}

/// The attributes of the situation of the player to move.
fn attributes(play: &Play<Trset>) -> Attributes {
    let table = play.state.table();
    let seat = table.to_play().expect("somebody played here");
    let piles = Seat::all(2).map(|seat| table.piles[seat].bits());
    let out_of_play = CardSet::from_bits(piles.fold(0, |all, pile| all | pile));
    Attributes::new(play.state.hand(seat), out_of_play, table.trick.cards().first().copied())
}

/// The players at the tables of the record.
#[derive(Default)]
struct Players {
    accounts: BTreeMap<String, (AccountKind, String, Option<String>)>,
    /// The latest settled rating of each person on each ladder.
    ratings: BTreeMap<Ladder, HashMap<String, i32>>,
}

impl Players {
    /// Notes the players at a table; the latest deal must be passed first.
    fn meet(&mut self, players: &[GamePlayerRow]) {
        for player in players {
            let GamePlayerRow { account, name, kind, level, .. } = player;
            let known = || (*kind, name.clone(), level.clone());
            self.accounts.entry(account.clone()).or_insert_with(known);
            let settled = player.rating.and_then(|rating| Some((rating.ladder, rating.step?)));
            if let Some((ladder, step)) = settled.filter(|(_, step)| step.settled)
                && *kind != AccountKind::Bot
            {
                let ladder = self.ratings.entry(ladder).or_default();
                ladder.entry(account.clone()).or_insert(step.after);
            }
        }
    }

    /// Returns the accounts of the good ones.
    fn good(&self) -> Vec<&str> {
        let bots = self.accounts.iter().filter(|(account, (kind, _, level))| {
            *kind == AccountKind::Bot && is_good_bot(account, level.as_deref())
        });
        bots.map(|(account, _)| account.as_str())
            .chain(self.ratings.values().flat_map(above_the_median))
            .collect()
    }

    /// The commands that make the deals of these tables again, if all are those of
    /// `vzetek-lab populate`; the players by name.
    fn populated(&self, tables: &BTreeMap<String, u64>) -> Option<String> {
        let names: Vec<&str> = self
            .accounts
            .keys()
            .map(|account| account.strip_prefix(POPULATED))
            .collect::<Option<_>>()?;
        let command = |(table, deals): (&String, &u64)| {
            let seed = table.strip_prefix(POPULATED)?.strip_prefix(KIND)?.strip_prefix('-')?;
            Some(format!(
                "`vzetek-lab populate --database sqlite:record.db --kind {KIND} --deals {deals} --seed \
                 {seed} {}`",
                names.join(" ")
            ))
        };
        let commands: Vec<String> = tables.iter().map(command).collect::<Option<_>>()?;
        Some(commands.join(" and "))
    }

    /// The bots by name, and the number of people among these accounts.
    fn describe(&self, among: impl Fn(&str) -> bool) -> String {
        let (mut names, mut people) = (Vec::new(), 0);
        for (account, (kind, name, _)) in &self.accounts {
            match kind {
                _ if !among(account) => {}
                AccountKind::Bot => names.push(format!("`{name}`")),
                _ => people += 1,
            }
        }
        match people {
            0 => {}
            1 => names.push("one person".to_owned()),
            _ => names.push(format!("{people} people")),
        }
        names.join(", ")
    }
}

/// The accounts with a rating above the median; of an even number of ratings that is the
/// greater of the two in the middle.
fn above_the_median(ratings: &HashMap<String, i32>) -> impl Iterator<Item = &str> {
    let mut all: Vec<i32> = ratings.values().copied().collect();
    all.sort_unstable();
    let median = all.get(all.len() / 2).copied().unwrap_or(i32::MAX);
    ratings.iter().filter(move |(_, rating)| **rating > median).map(|(account, _)| account.as_str())
}

/// True for a bot that plays as the agent of the tršet thesis or better.
fn is_good_bot(account: &str, level: Option<&str>) -> bool {
    let good = |player| matches!(player, Player::Thesis | Player::Medium | Player::Strong);
    if let Some(level) = level {
        return level.parse().is_ok_and(good);
    }
    let spec = account.strip_prefix(POPULATED).and_then(|name| name.parse::<Spec>().ok());
    spec.is_some_and(|spec| {
        let playouts = spec.player.limits(&spec.limits()).iterations;
        good(spec.player) && playouts.is_none_or(|playouts| playouts >= FEWEST_PLAYOUTS)
    })
}

#[cfg(test)]
mod tests {
    use vzetek_store::{MatchRating, RatingStep};

    use super::*;

    fn player(
        account: &str,
        kind: AccountKind,
        rating: Option<(Ladder, i32, bool)>,
    ) -> GamePlayerRow {
        GamePlayerRow {
            seat: 0,
            account: account.to_owned(),
            name: account.to_owned(),
            kind,
            level: None,
            card_points: None,
            points: None,
            won: None,
            forfeited: None,
            match_end: None,
            rating: rating.map(|(ladder, after, settled)| MatchRating {
                ladder,
                step: Some(RatingStep { before: after, after, settled }),
            }),
            moves: None,
        }
    }

    #[test]
    fn people_above_the_median_are_good() {
        let mut players = Players::default();
        assert!(players.good().is_empty());
        let rated = |name: &str, rating, settled| {
            player(name, AccountKind::Person, Some((Ladder::Bots, rating, settled)))
        };
        // The latest rating is first, and one that is not settled does not count.
        players.meet(&[rated("ana", 1600, true), rated("bor", 1500, true)]);
        players.meet(&[rated("ana", 1200, true), rated("cene", 1400, true)]);
        players.meet(&[rated("dana", 1900, false), player("eva", AccountKind::Guest, None)]);
        assert_eq!(players.good(), ["ana"]);
        // Another ladder has a median of its own.
        let fran = player("fran", AccountKind::Person, Some((Ladder::People, 900, true)));
        let gal = player("gal", AccountKind::Deleted, Some((Ladder::People, 950, true)));
        players.meet(&[fran, gal]);
        assert!(!players.good().contains(&"gal"), "the greater of two is their median");
        let hana = player("hana", AccountKind::Person, Some((Ladder::People, 951, true)));
        players.meet(&[hana.clone(), hana]);
        let mut good = players.good();
        good.sort_unstable();
        assert_eq!(good, ["ana", "hana"]);
        assert_eq!(players.describe(|account| account == "ana"), "one person");
    }

    #[test]
    fn bots_are_good_by_level_or_by_name() {
        let populated = |name: &str| is_good_bot(&format!("populated-{name}"), None);
        assert!(is_good_bot("x", Some("strong")) && is_good_bot("x", Some("medium")));
        assert!(!is_good_bot("x", Some("easy")) && !is_good_bot("thesis", None));
        assert!(populated("thesis") && populated("strong:iterations=300"));
        assert!(!populated("thesis:iterations=299") && !populated("random"));
    }
}
