/**
 * `node e2e/run.mjs [address]`: all browser tests against a running server (or VZETEK_URL),
 * several files beside each other in one browser. Those that kill a server start their own:
 * VZETEK_SERVER_BIN and VZETEK_BOT_BIN, else what was built for release or for debugging. How long
 * each test took is written to VZETEK_TIMES (a path), and the slowest are named at the end.
 * VZETEK_FILES (as in `tarok,deal`) runs only these. A file in which a test fails is run once more
 * with the machine to itself; a test that passes only then is named, and one that fails again fails all.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { BASE, serveBrowser } from './browser.mjs';

/** Most of their time tests wait for bots and for what moves on the page. */
const BESIDE = 2 * availableParallelism();
/** Has the machine to itself: it takes the time from a press to a picture. */
const ALONE = ['latency.test.mjs'];
/** The files that must not begin only when all else is over. */
const LONG = ['tablic.test.mjs', 'tarok.test.mjs', 'tarokFour.test.mjs', 'words.test.mjs', 'absence.test.mjs', 'around.test.mjs', 'trouble.test.mjs'];
const SLOWEST = 10;

const here = import.meta.dirname;

/** A program of this repository; as an absolute path, wherever the tests run. */
function program(given, name) {
  const built = ['release', 'debug'].map((kind) => join(here, '../../target', kind, name));
  const found = given ? resolve(given) : built.find((path) => existsSync(path));
  return found ?? '';
}

/** The files to be run, the long ones first. */
async function wanted() {
  const only = process.env.VZETEK_FILES?.split(',').map((name) => `${name}.test.mjs`);
  const all = (await readdir(here)).filter((name) => name.endsWith('.test.mjs') && (only?.includes(name) ?? true));
  const rank = (name) => LONG.indexOf(name) + 1 || LONG.length + 1;
  return all.sort((a, b) => rank(a) - rank(b));
}

/** Runs these files, so many at a time. Returns what each test was called, how long it took, and the error it failed with, or null. */
async function ran(names, concurrency) {
  if (names.length === 0) return [];
  const events = run({ files: names.map((name) => join(here, name)), concurrency });
  const tests = [];
  const note = (test) => {
    const { name, nesting, file, details } = test;
    const error = details.error ? inspect(details.error.cause ?? details.error) : null;
    // A file that fails as a whole is told of under its path.
    if (nesting === 0) tests.push({ file: basename(file ?? name), name: basename(name), seconds: details.duration_ms / 1000, error });
  };
  events.on('test:pass', note);
  events.on('test:fail', note);
  events.compose(new spec()).pipe(process.stdout, { end: false });
  await once(events, 'end');
  return tests;
}

const [address] = process.argv.slice(2);
if (address) process.env.VZETEK_URL = address;
process.env.VZETEK_SERVER_BIN = program(process.env.VZETEK_SERVER_BIN, 'vzetek-server');
process.env.VZETEK_BOT_BIN = program(process.env.VZETEK_BOT_BIN, 'vzetek-bot');
const { botsAt } = await import('./own.mjs');
await botsAt(BASE);
const browser = await serveBrowser();
process.env.VZETEK_BROWSER = browser.wsEndpoint();
const files = await wanted();
const alone = (name) => ALONE.includes(name);
const first = [...(await ran(files.filter((name) => !alone(name)), BESIDE)), ...(await ran(files.filter(alone), 1))];
const failed = first.filter(({ error }) => error !== null);
const again = await ran([...new Set(failed.map(({ file }) => file))], 1);
await browser.close();

const tests = [...first.filter(({ file }) => !again.some((test) => test.file === file)), ...again].sort((a, b) => b.seconds - a.seconds);
const broken = tests.filter(({ error }) => error !== null);
if (process.env.VZETEK_TIMES) await writeFile(process.env.VZETEK_TIMES, `${JSON.stringify(tests, null, 2)}\n`);
console.log('The slowest:');
for (const { file, name, seconds } of tests.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}: ${name}`);
for (const { file, name, error } of failed) console.log(`\nFailed beside others: ${file}: ${name}\n${error}`);
for (const { file, name, error } of broken) console.log(`\nFailed alone, too: ${file}: ${name}\n${error}`);
const late = failed.length - broken.length;
const passed = `${tests.length - broken.length} passed${late > 0 ? ` (${late} only when run again, alone)` : ''}`;
console.log(`\nSummary [${Math.round(process.uptime())}s] ${tests.length} tests: ${passed}, ${broken.length} failed`);
process.exitCode = broken.length === 0 && tests.length > 0 ? 0 : 1;
