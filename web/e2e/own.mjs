/** A server of a test's own, which it may kill, with bots; on ports and files that nobody else uses. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SERVER = process.env.VZETEK_SERVER_BIN;
const BOT = process.env.VZETEK_BOT_BIN;
/** Bots that need not be followed by anybody. */
export const QUICK_BOTS = ['--min-think-ms', '0', '--ready-pause-ms', '0', '--levels', 'gentle'];
/** Even the busiest machine has started a server or bots by then. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 100;

/** Ports that the system gives to nobody's outgoing connection, not even while a killed server leaves its own. */
const [FIRST_PORT, PORTS] = [20_000, 12_000];

/** Returns true if nobody listens there. */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function freePort() {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    if (await isFree(port)) return port;
  }
}

/** Waits until this holds; `wrong` says what did not. */
async function until(holds, wrong) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  assert.fail(wrong);
}

/** Waits until the server at this address has bots for a table: they need a moment to connect. */
export async function botsAt(url) {
  const post = (path, data, token) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(data),
    });
  const { token } = await (await post('/api/guest', { bearer: true })).json();
  const table = { game: { name: 'trset', options: { players: 2 } }, bots: 'gentle', private: true };
  await until(async () => {
    const answer = await post('/api/tables', table, token);
    assert.ok(answer.ok || answer.status === 409, `a table with bots: ${answer.status}`);
    return answer.ok;
  }, 'there are no bots');
}

function ended(child) {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));
}

export class OwnServer {
  /** Starts a server with these options, and bots with theirs: without pauses, if none are given. */
  static async with(options, botOptions = QUICK_BOTS) {
    assert.ok(SERVER && BOT, 'VZETEK_SERVER_BIN and VZETEK_BOT_BIN must name what is to be started');
    const own = new OwnServer();
    own.folder = await mkdtemp(join(tmpdir(), 'vzetek-e2e-'));
    own.port = await freePort();
    own.url = `http://127.0.0.1:${own.port}`;
    own.options = options;
    own.env = {
      ...process.env,
      VZETEK_HOUSE_TOKEN: randomUUID(),
      VZETEK_GUESTS_PER_HOUR: '100000',
      VZETEK_REQUESTS_PER_SECOND: '1000',
    };
    await own.revive();
    own.bots = spawn(BOT, ['play', '--server', `ws://127.0.0.1:${own.port}/ws`, ...botOptions], { env: own.env, stdio: 'ignore' });
    await botsAt(own.url);
    return own;
  }

  /** Starts the server (again) on the same database. */
  async revive() {
    const database = `sqlite:${join(this.folder, 'test.sqlite')}`;
    const listen = `127.0.0.1:${this.port}`;
    this.server = spawn(SERVER, ['--listen', listen, '--database', database, ...this.options], {
      env: this.env,
      stdio: 'ignore',
    });
    await until(() => {
      assert.equal(this.server.exitCode, null, 'the server ended by itself');
      return fetch(`${this.url}/health`).then((answer) => answer.ok, () => false);
    }, 'the server does not answer');
  }

  /** Ends the server as a crash does: without any chance to tidy up. */
  async kill() {
    this.server.kill('SIGKILL');
    await ended(this.server);
  }

  async stop() {
    for (const child of [this.bots, this.server]) {
      child?.kill('SIGKILL');
      if (child) await ended(child);
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
