/**
 * `node e2e/run.mjs [address]`: all browser tests against a running server (or VZETEK_URL),
 * several files beside each other in one browser. Those that kill a server start their own:
 * VZETEK_SERVER_BIN and VZETEK_BOT_BIN, else what was built for release or for debugging.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { serveBrowser } from './browser.mjs';

/** Most of their time tests wait for bots and for what moves on the page. */
const BESIDE = 2 * availableParallelism();
/** Has the machine to itself: it takes the time from a press to a picture. */
const ALONE = 'latency.test.mjs';
/** The files that must not begin only when all else is over. */
const LONG = ['words.test.mjs', 'tarok.test.mjs', 'tablic.test.mjs', 'around.test.mjs'];

const here = import.meta.dirname;

/** A program of this repository; as an absolute path, wherever the tests run. */
function program(given, name) {
  const built = ['release', 'debug'].map((kind) => join(here, '../../target', kind, name));
  const found = given ? resolve(given) : built.find((path) => existsSync(path));
  return found ?? '';
}

/** The other files. */
async function others() {
  const names = (await readdir(here)).filter((name) => name.endsWith('.test.mjs') && name !== ALONE);
  return [...LONG, ...names.filter((name) => !LONG.includes(name))];
}

/** Runs these files, so many at a time. True if nothing failed. */
async function passed(names, concurrency) {
  const events = run({ files: names.map((name) => join(here, name)), concurrency });
  let failed = 0;
  events.on('test:fail', () => (failed += 1));
  events.compose(new spec()).pipe(process.stdout, { end: false });
  await once(events, 'end');
  return failed === 0;
}

const [address] = process.argv.slice(2);
if (address) process.env.VZETEK_URL = address;
process.env.VZETEK_SERVER_BIN = program(process.env.VZETEK_SERVER_BIN, 'vzetek-server');
process.env.VZETEK_BOT_BIN = program(process.env.VZETEK_BOT_BIN, 'vzetek-bot');
const browser = await serveBrowser();
process.env.VZETEK_BROWSER = browser.wsEndpoint();
const results = [await passed([ALONE], 1), await passed(await others(), BESIDE)];
await browser.close();
process.exitCode = results.every(Boolean) ? 0 : 1;
