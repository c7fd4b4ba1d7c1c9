//! Programs as players of `vzetek-lab match`: the example of the documentation plays every
//! game, and a program that is at fault loses the deal and is named.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The bot of docs/BOTS.md.
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/mybot.py");

/// Runs `vzetek-lab match` with two players and further arguments.
fn run(first: &str, second: &str, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vzetek-lab"))
        .args(["match", first, second, "--progress-seconds", "0"])
        .args(line.split_whitespace())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The report of a match that is played to its end.
fn report(first: &str, second: &str, line: &str) -> (String, String) {
    let output = run(first, second, line);
    let (report, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{line}: {errors}");
    (report, errors)
}

/// The last line of a match that is not played to its end, and everything it said.
fn complaint(first: &str, second: &str, line: &str) -> String {
    let output = run(first, second, line);
    assert!(!output.status.success(), "{first}: {}", text(&output.stdout));
    assert_eq!(text(&output.stdout), "", "nothing looks like a result");
    text(&output.stderr)
}

#[test]
fn the_example_plays_every_game_against_players_of_ours() {
    let example = format!("exec:python3 {EXAMPLE}");
    for (second, line) in [
        ("random", "--game trset"),
        ("thesis:iterations=50", "--game trset"),
        ("thesis:iterations=20", "--game trset --players 3"),
        ("random", "--game trset --players 4"),
        ("thesis:iterations=50", "--game kifameno"),
        ("random", "--game kifameno --players 3 --alone"),
        ("random", "--game tarok"),
        ("simple", "--game tarok"),
        ("simple", "--game tarok --players 4 --pairs"),
        ("random", "--game tarok --players 4 --contract klop"),
        ("random", "--game tablic"),
        ("greedy", "--game tablic --players 3"),
    ] {
        let (report, errors) = report(&example, second, &format!("{line} --deals 6 --all-deals"));
        assert!(report.starts_with(&format!("{example} against {second}: ")), "{report}");
        assert!(report.contains("; 6 deals in "), "{report}");
        assert!(!report.contains("by faults") && errors.is_empty(), "{line}: {report}{errors}");
    }
}

/// Programs of both sides, on several threads.
#[test]
fn a_program_plays_against_itself_and_more_is_better_than_chance() {
    let example = format!("exec:python3 {EXAMPLE}");
    let line = "--game tablic --deals 8 --threads 3 --all-deals";
    let (both, _) = report(&example, &example, line);
    assert!(both.contains("8 deals in 2 seatings"), "{both}");
    // It always does the same at tablić, so each of the two wins as often.
    assert!(both.contains("wins 50.0% ± 0.0"), "{both}");
    let (better, _) = report(&example, "random", "--game tablic --deals 300");
    assert!(better.contains("decided: better"), "{better}");
}

/// A program in Python that answers `legal[0]`, except where `fault` says something else.
fn program(folder: &TempDir, name: &str, fault: &str) -> String {
    let path = folder.path().join(name);
    let text = format!(
        "import json, sys, time\n\
         print('I am', {name:?}, file=sys.stderr, flush=True)\n\
         for number, line in enumerate(sys.stdin):\n\
         \x20   document = json.loads(line)\n\
         \x20   answer = json.dumps({{'action': document['legal'][0]}})\n\
         \x20   {fault}\n\
         \x20   print(answer, flush=True)\n"
    );
    fs::write(&path, text).unwrap();
    format!("exec:python3 {}", path.display())
}

#[test]
fn a_program_at_fault_loses_the_deal_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at_times = "document['view']['hand_sizes'] == [3, 3] and document['view']['dealer'] == 0";
    for (name, fault, what, kind) in [
        ("dies", "sys.exit(3)", "it ended instead of answering: exit status: 3", "it ended"),
        ("hangs", "time.sleep(60)", "no answer within 300 ms (--exec-time-ms)", "it was too late"),
        ("babbles", "answer = 'the king'", "the answer \"the king\" is not like", "none"),
        ("lists", "answer = '[]'", "is not like {\"action\": \"…\"}", "its answer was none"),
        ("forgets", "answer = '{}'", "the answer \"{}\" has no \"action\"", "was none"),
        (
            "complains",
            "answer = json.dumps({'error': 'no idea'})",
            "it answered with an error: no idea",
            "its answer was none",
        ),
        (
            "invents",
            "answer = json.dumps({'action': 'X9'})",
            "the action \"X9\" is not legal: ",
            "its action was not legal",
        ),
        (
            "cheats",
            "answer = json.dumps({'action': ['D3', 'C3'][document['legal'] == ['D3']]})",
            "is not legal: ",
            "its action was not legal",
        ),
        ("doubles", "answer += '\\n' + answer", "without being asked", "wrote without being asked"),
        ("shouts", "answer = 'x' * 300000", "the answer is longer than is read", "was none"),
    ] {
        let player = program(&folder, name, &format!("if {at_times}: {fault}"));
        // The others answer at once, however long that takes.
        let ms = if name == "hangs" { 300 } else { 60_000 };
        let line = format!("--game trset --deals 4 --threads 1 --all-deals --exec-time-ms {ms}");
        let (report, errors) = report(&player, "random", &line);
        // Where seat 0 deals, in half of the deals, both games are lost.
        assert!(report.contains("4 deals in 2 seatings"), "{report}");
        assert!(report.contains("by faults: "), "{name}: {report}{errors}");
        assert!(report.contains(kind), "{name}: {report}");
        assert!(errors.contains(&format!("{player}, deal ")), "{name}: {errors}");
        assert!(errors.contains(what), "{name}: {errors}");
        assert!(errors.contains(&format!("    I am {name}")), "{name}: {errors}");
        let document = errors.lines().find_map(|line| line.strip_prefix("  the document: "));
        let document: serde_json::Value = serde_json::from_str(document.unwrap()).unwrap();
        assert_eq!(document["move_ms"], ms, "{document}");
    }
}

#[test]
fn iterations_may_be_any_number() {
    let folder = tempfile::tempdir().unwrap();
    let most = "answer = json.dumps({**json.loads(answer), 'iterations': 2**64 - 1})";
    let player = program(&folder, "boasts", most);
    let (told, errors) = report(&player, "random", "--game trset --deals 2 --all-deals");
    assert!(told.contains("2 deals in 2 seatings") && errors.is_empty(), "{told}{errors}");
}

/// The scores of a lost deal, in each game.
#[test]
fn a_lost_deal_counts_as_the_documentation_says() {
    let folder = tempfile::tempdir().unwrap();
    // A first good answer, so that the match goes on.
    let player = program(&folder, "quits", "if number > 0: sys.exit()");
    for (line, score) in [
        ("--game trset", "+0.00 ± 0.00 points a seat, wins 0.0%"),
        ("--game kifameno", "-11.67 ± 0.00 points a seat, wins 0.0%"),
        ("--game tarok --alone", "-70.00 ± 0.00 points a seat, wins 0.0%"),
        ("--game tablic", "+0.00 ± 0.00 points a seat, wins 0.0%"),
    ] {
        let line = format!("{line} --deals 2 --threads 1 --all-deals");
        let (report, _) = report(&player, "random", &line);
        assert!(report.contains(&format!("{player}: {score}")), "{report}");
    }
    let (report, _) = report(&player, "random", "--game trset --deals 2 --all-deals");
    assert!(report.contains("random: +11.67 ± 0.00 points a seat, wins 100.0%"), "{report}");
}

#[test]
fn a_program_that_is_of_no_use_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.py");
    let never = program(&folder, "never", "sys.exit('cannot load my model')");
    let spoilt = program(&folder, "spoilt", "if number: sys.exit(1)");
    for (player, reasons) in [
        ("exec:no-such-program --fast", ["the first player", "cannot be started"]),
        ("exec:", ["the first player", "exec: needs the command of a program"]),
        ("exec:python3 'mybot.py", ["a quote that is not closed", "mybot.py"]),
        (&format!("exec:python3 {}", missing.display()), ["No such file", "never answered"]),
        (&never, ["cannot load my model", "It has never answered, so there is no match"]),
        (&spoilt, ["has lost 10 deals in a row by faults, so the match ends", "exit status: 1"]),
    ] {
        let complaint = complaint(player, "random", "--game trset --deals 50 --threads 1");
        for reason in reasons {
            assert!(complaint.contains(reason), "{player}: {complaint}");
        }
    }
    let error = complaint("random", "exec:python3 mybot.py", "--game trset --exec-time-ms 0");
    assert!(error.contains("--exec-time-ms"), "{error}");
}

/// Nothing goes on running when a match is over.
#[test]
fn processes_end_with_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let ended = folder.path().join("ended");
    let fault = format!("open({:?}, 'a').write('.')", ended.with_extension("started"));
    let player = program(&folder, "polite", &format!("if number == 0: {fault}"));
    let path = player.strip_prefix("exec:python3 ").unwrap();
    let mut text = fs::read_to_string(path).unwrap();
    text += &format!("open({ended:?}, 'a').write('.')\n");
    fs::write(path, text).unwrap();
    report(&player, &player, "--game trset --deals 4 --threads 2 --all-deals");
    let count = |path: &Path| fs::read(path).unwrap_or_default().len();
    let started = count(&ended.with_extension("started"));
    // A process for each seat and thread, for all four deals.
    assert!((2..=4).contains(&started), "{started}");
    assert_eq!(count(&ended), started);
}

/// A program that is too late is killed with the processes that it started.
#[test]
fn processes_of_a_late_program_end_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let child = folder.path().join("child");
    let script = format!("sleep 600 & echo $! >> {}; exec sleep 600", child.display());
    let path = folder.path().join("late.sh");
    fs::write(&path, script).unwrap();
    let player = format!("exec:sh {}", path.display());
    let line = "--game trset --deals 1 --threads 1 --all-deals --exec-time-ms 2000";
    let said = complaint(&player, "random", line);
    assert!(said.contains("no answer within 2000 ms"), "{said}");
    let started = fs::read_to_string(&child).unwrap();
    let ids: Vec<i32> = started.lines().map(|id| id.parse().unwrap()).collect();
    assert!(!ids.is_empty());
    for id in ids {
        // A killed process is reaped by its next parent in a moment.
        let stat = Path::new("/proc").join(id.to_string()).join("stat");
        let runs = || fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
        let until = Instant::now() + Duration::from_secs(60);
        while runs() {
            assert!(Instant::now() < until, "process {id} goes on");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The journal knows games that were lost by faults, and another time limit is another
/// experiment.
#[test]
fn a_journal_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    let player = program(&folder, "quits", "if number > 20: sys.exit()");
    let line = format!("--game tablic --threads 1 --all-deals --journal {}", journal.display());
    report(&player, "random", &format!("{line} --deals 2"));
    let (more, _) = report(&player, "random", &format!("{line} --deals 4"));
    assert!(more.contains("2 of them played before") && more.contains("by faults"), "{more}");
    let other = complaint(&player, "random", &format!("{line} --deals 4 --exec-time-ms 7"));
    assert!(other.contains("exec_time_ms is 5000 there and 7 here"), "{other}");
}
