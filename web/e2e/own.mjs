/** A server of a test's own, which it may kill, with bots; on ports and files that nobody else uses. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SERVER = process.env.VZETEK_SERVER_BIN;
const BOT = process.env.VZETEK_BOT_BIN;
const PATIENCE_MS = 30_000;

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function ended(child) {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));
}

export class OwnServer {
  /** Starts a server with these options, and bots. */
  static start(...options) {
    return OwnServer.with(options);
  }

  /** Starts a server with these options, and bots with theirs. */
  static async with(options, botOptions = []) {
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
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      assert.equal(this.server.exitCode, null, 'the server ended by itself');
      const healthy = await fetch(`${this.url}/health`).then((answer) => answer.ok, () => false);
      if (healthy) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.fail('the server does not answer');
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
