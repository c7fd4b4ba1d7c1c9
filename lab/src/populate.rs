//! `vzetek-lab populate`: named players play deals, which are recorded in a database
//! as a server records its own. So there is a record to mine, to learn from and to
//! measure with before people have played one.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use chrono::Utc;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use vzetek_baselines::{PlayedByName, Spec, Tunable, decide_as};
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{RunningScore, Seat, record};
use vzetek_players::Play;
use vzetek_protocol::games::WireGame;
use vzetek_protocol::{GameOptions, on_game};
use vzetek_search::dice::below;
use vzetek_store::{
    Account, AccountKind, Claim, ConnectOptions, FinishRow, GameFilter, GamePlayerRow, GameRow,
    MatchEnd, MoveRow, MovedBy, Reader, Store, TableRow, Write,
};

use crate::duel::terms::dice;
use crate::progress::Progress;
use crate::recorded::PAGE;

/// Arguments of `populate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The players, with parameters if they are to be other than they are:
    /// thesis:iterations=300. Each seat of each deal is given to any of them.
    #[arg(required = true)]
    pub players: Vec<String>,

    /// The database: sqlite:PATH or postgres://… No server may run on it meanwhile.
    #[arg(long, env = "VZETEK_DATABASE")]
    pub database: String,

    /// The kind of the deals, such as trset-2 or tarok-3.
    #[arg(long, value_parser = crate::export::kind)]
    pub kind: String,

    /// The number of deals.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: u64,

    /// The seed of seats, cards and decisions: given again, it gives the same deals,
    /// unless a player has a clock.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The number of deals played at a time; one for each core if absent.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// The interval between reports of progress, in seconds.
    #[arg(long, default_value_t = 20)]
    pub progress_seconds: u64,
}

/// The longest wait for a server that is just ending.
const PATIENCE: Duration = Duration::from_secs(5);

/// A game whose deals several threads play.
trait Populated:
    WireGame + PlayedByName<Options: Sync, Player: Tunable<Game = Self, Settings: Sync> + Sync>
{
}

impl<G> Populated for G where
    G: WireGame + PlayedByName<Options: Sync, Player: Tunable<Game = G, Settings: Sync> + Sync>
{
}

/// Plays the deals and records them. If it is interrupted, those that are finished are stored,
/// whole, and the same arguments play the rest.
///
/// # Errors
/// If there is no such player, the database cannot be written, a server runs on it, or deals of
/// this kind and seed by other players are stored already.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let options = GameOptions::of_kind(&args.kind).context("the kind was looked up")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    on_game!(GameOptions, &options, |options: G| populate::<G>(args, options, &runtime))
}

fn populate<G: Populated>(
    args: &Args,
    options: &G::Options,
    runtime: &tokio::runtime::Runtime,
) -> anyhow::Result<()> {
    let players: Vec<Spec<G::Player>> = args
        .players
        .iter()
        .map(|name| name.parse().with_context(|| format!("the player {name}")))
        .collect::<anyhow::Result<_>>()?;
    for spec in &players {
        ensure!(spec.player.plays(options), "{spec} does not play {}", args.kind);
    }
    let claim =
        runtime.block_on(Claim::take(&args.database, &ConnectOptions::default(), PATIENCE))?;
    let store = runtime.block_on(claim.connect())?;
    let accounts = runtime.block_on(accounts(&*store, &players))?;
    let room = Room::<G> { args, options, players: &players, accounts: &accounts };
    let recorded = runtime.block_on(recorded(&*store, &room))?;
    let [opened, closed] = opening(&room);
    let missing: Vec<u64> = (0..args.deals).filter(|deal| !recorded.contains(deal)).collect();
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or_else(cores, usize::from);
    let before = args.deals - missing.len() as u64;
    let mut progress =
        Progress::new("deals", args.deals, before, Duration::from_secs(args.progress_seconds));
    let next = AtomicUsize::new(0);
    let played: anyhow::Result<()> = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(threads);
        for _ in 0..threads {
            let (sender, room, next, missing) = (sender.clone(), &room, &next, &missing);
            scope.spawn(move || {
                let nexts = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                for &number in nexts.map_while(|next| missing.get(next)) {
                    // The deals have no receiver any more if one could not be written.
                    if sender.send(room.play(number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (done, mut writes) in (before + 1..).zip(&receiver) {
            if done == 1 && recorded.is_empty() {
                writes.insert(0, opened.clone());
                writes.push(closed.clone());
            }
            runtime.block_on(store.write(&writes))?;
            progress.tell(done, String::new);
        }
        Ok(())
    });
    drop(progress);
    runtime.block_on(store.close());
    played?;
    let there = if before > 0 { format!(", {before} were there") } else { String::new() };
    eprintln!("{} deals of {} were recorded{there}", missing.len(), args.kind);
    Ok(())
}

/// The account of each player: that of a bot with its name, made if there is none.
async fn accounts<P: Tunable>(
    store: &dyn Store,
    players: &[Spec<P>],
) -> anyhow::Result<Vec<Account>> {
    let mut accounts = Vec::new();
    for spec in players {
        let name = spec.to_string();
        let account = match store.account_by_name(&name).await? {
            Some(account) => {
                let is_bot = account.kind == AccountKind::Bot;
                ensure!(is_bot, "{name} is the name of somebody in this database");
                account
            }
            None => {
                let usual = spec.player.level().filter(|_| *spec == Spec::new(spec.player));
                let account = Account {
                    id: format!("populated-{name}"),
                    name: name.clone(),
                    name_key: name,
                    kind: AccountKind::Bot,
                    level: usual.map(|level| level.name().to_owned()),
                    face: None,
                    owner: None,
                    password_hash: None,
                    created_at: Utc::now(),
                };
                store.add_account(&account).await?;
                account
            }
        };
        accounts.push(account);
    }
    Ok(accounts)
}

/// The numbers of the deals that are recorded already: an earlier run was interrupted, or
/// asked for fewer.
///
/// # Errors
/// If other players played them.
async fn recorded<G: Populated>(
    store: &dyn Store,
    room: &Room<'_, G>,
) -> anyhow::Result<HashSet<u64>> {
    let mut numbers = HashSet::new();
    let mut after = None;
    loop {
        let table = Some(room.table());
        let filter = GameFilter { limit: PAGE, table, after, ..GameFilter::default() };
        let games = store.games_for(Reader::Operator, &filter).await?;
        let Some(last) = games.last() else { return Ok(numbers) };
        after = last.finished_at.map(|at| (at, last.row.id.clone()));
        for game in &games {
            let number = u64::from(game.row.match_number) - 1;
            let seated = room.draw(number).seated.into_iter().map(|who| &room.accounts[who].id);
            ensure!(
                seated.eq(game.row.players.iter().map(|player| &player.account)),
                "the deals of {} with the seed {} in this database were played by others; name \
                 the same players to go on with them, or another --seed for new ones",
                room.args.kind,
                room.args.seed
            );
            numbers.insert(number);
        }
    }
}

/// The writes that open the table of the deals and close it with the first deal, so that no
/// server seats players there.
fn opening<G: Populated>(room: &Room<'_, G>) -> [Write; 2] {
    let (table, at) = (room.table(), Utc::now());
    let row = TableRow {
        id: table.clone(),
        config: json!({ "populated": room.args.players }),
        creator: None,
        invite: None,
        created_at: at,
        seats: G::seats_for(room.options) as u8,
    };
    [Write::OpenTable(row), Write::CloseTable { table, at }]
}

/// The part of a deal that follows from the seed.
struct Drawn {
    secret: Secret,
    /// The player in each seat.
    seated: Vec<usize>,
    /// For the decisions.
    rng: Xoshiro256PlusPlus,
}

/// The data that a deal needs in addition to its number.
struct Room<'a, G: Populated> {
    args: &'a Args,
    options: &'a G::Options,
    players: &'a [Spec<G::Player>],
    accounts: &'a [Account],
}

impl<G: Populated> Room<'_, G> {
    /// The id of the table at which all deals are played.
    fn table(&self) -> String {
        format!("populated-{}-{}", self.args.kind, self.args.seed)
    }

    /// The id of a deal.
    fn game(&self, number: u64) -> String {
        format!("{}-{number}", self.table())
    }

    fn draw(&self, number: u64) -> Drawn {
        let mut rng = dice(self.args.seed, number, 0);
        let secret = Secret::draw(&mut rng);
        let any = |_| below(&mut rng, self.players.len() as u32) as usize;
        let seated = (0..G::seats_for(self.options)).map(any).collect();
        Drawn { secret, seated, rng }
    }

    /// Plays the deal with this number, a match of its own, and returns what is to be
    /// recorded of it.
    fn play(&self, number: u64) -> Vec<Write> {
        let seats = G::seats_for(self.options);
        let Drawn { secret, seated, mut rng } = self.draw(number);
        let dealer = Seat::new((number % seats as u64) as u8);
        let nonces = Nonces::none(seats);
        let deal = record::deal(self.options, dealer, &secret, &nonces);
        let mut play = Play::<G>::new(deal.expect("usual options can be dealt"));
        let game = self.game(number);
        let rows: Vec<GamePlayerRow> =
            (0..).zip(&seated).map(|(seat, &who)| self.row(seat, who)).collect();
        let mut writes = vec![Write::BeginGame(GameRow {
            id: game.clone(),
            table: self.table(),
            match_number: number as u32 + 1,
            number: 1,
            kind: self.args.kind.clone(),
            options: serde_json::to_value(G::wire_options(self.options.clone()))
                .expect("options are plain"),
            dealer: dealer.index() as u8,
            secret: secret.to_string(),
            nonce_hashes: None,
            nonces: nonces.as_slice().to_vec(),
            started_at: Utc::now(),
            players: rows.clone(),
        })];
        let mut tally = vec![0; seats];
        for number in 1.. {
            let Some(seat) = play.state.current_player() else { break };
            let (who, asked) = (seated[seat.index()], Instant::now());
            let decision = play.ask(|question| {
                decide_as(&self.players[who], &Default::default(), &question, &mut rng)
            });
            tally[seat.index()] += 1;
            let row = MoveRow {
                number,
                seat: seat.index() as u8,
                action: decision.action.to_string(),
                by: MovedBy::Player,
                account: Some(self.accounts[who].id.clone()),
                at: Utc::now(),
                thinking_ms: asked.elapsed().as_millis() as u64,
            };
            writes.push(Write::Move { game: game.clone(), row });
            play.act(decision.action);
        }
        writes.push(Write::FinishGame(self.finish(game, &play.state, rows, &tally)));
        writes
    }

    /// The row of a player in a seat, with no result yet.
    fn row(&self, seat: u8, who: usize) -> GamePlayerRow {
        let Account { id, name, kind, level, .. } = self.accounts[who].clone();
        GamePlayerRow {
            seat,
            account: id,
            name,
            kind,
            level,
            card_points: None,
            points: None,
            won: None,
            forfeited: None,
            match_end: None,
            rating: None,
            moves: None,
        }
    }

    /// The end of a deal.
    fn finish(
        &self,
        game: String,
        state: &G,
        mut players: Vec<GamePlayerRow>,
        tally: &[u32],
    ) -> FinishRow {
        let mut score = G::Score::new(self.options);
        let result = state.written(&score).expect("the deal is over");
        score.add(&result);
        let winners = score.winners(self.options, &result);
        for (seat, player) in Seat::all(players.len()).zip(&mut players) {
            let share = G::share(&result, seat);
            player.card_points = share.card_points;
            player.points = Some(share.points);
            player.won = Some(share.won);
            player.forfeited = Some(false);
            player.match_end =
                winners.as_ref().map(|won| MatchEnd { won: won[seat], forfeited: false });
            player.moves = Some((tally[seat.index()], tally[seat.index()]));
        }
        FinishRow {
            game,
            finished_at: Utc::now(),
            result: serde_json::to_value(G::wire_result(result)).expect("results are plain"),
            players,
        }
    }
}
