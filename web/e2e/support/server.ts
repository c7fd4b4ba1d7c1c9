/** Servers with bots, on ports that the system gives them. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { CreatedTable, Session } from '../../src/lib/protocol';
import { Gate } from './gate.ts';
import { poll } from './poll.ts';

const TARGET = join(import.meta.dirname, '../../../target');
/** The profiles of which a program may have been built, the preferred one first. */
const PROFILES = ['release', 'play', 'debug'];

/** The pace of bots that no eyes have to follow. */
const AT_ONCE = ['--min-think-ms', '0'];
/** No test is one visitor too many. */
const UNLIMITED = {
  VZETEK_GUESTS_PER_HOUR: '100000',
  VZETEK_REGISTRATIONS_PER_HOUR: '100000',
  VZETEK_REQUESTS_PER_SECOND: '1000',
};

export interface ServerOptions {
  args?: readonly string[];
  /** Options of the bots; without them they answer at once. */
  bots?: readonly string[];
  /** True for a test that kills it: the address is kept while nothing answers there. */
  restarts?: boolean;
  /** The file for the log; without it the lines are kept for a failure. */
  log?: string;
}

/** The logs of the servers that this process started, by line. */
export const logs: string[][] = [];

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Returns the path of a program: the given one, or one that was built in this repository. */
function program(given: string | undefined, name: string): string {
  const built = PROFILES.map((profile) => join(TARGET, profile, name)).find((path) => existsSync(path));
  const path = given ? resolve(given) : built;
  assert.ok(path, `${name} has not been built, and no variable names one`);
  return path;
}

function start(path: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(path, args, { env: { ...process.env, ...env, NO_COLOR: '1' }, stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Fails when a program ends, with what it said. */
function ended(child: ReturnType<typeof start>, name: string): Promise<never> {
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((_, reject) =>
    child.once('exit', () => {
      reject(new Error(`${name} ended:\n${said}`));
    }),
  );
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Waits until the server at this address has bots for a table. */
async function botsAt(url: string): Promise<void> {
  const post = (path: string, data: unknown, token?: string) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(data),
    });
  const { token } = (await (await post('/api/guest', { bearer: true })).json()) as Session;
  const table = { game: { name: 'trset', options: { players: 2 } }, bots: 'gentle', private: true };
  await poll(async () => {
    const answer = await post('/api/tables', table, token);
    assert.ok(answer.ok || answer.status === 409, `a table with bots: ${answer.status}`);
    return answer.ok ? ((await answer.json()) as CreatedTable) : undefined;
  }, 'there are no bots');
}

export class Server {
  url = '';
  private process: ChildProcess | undefined;
  private bots: ChildProcess | undefined;

  private constructor(
    private readonly options: ServerOptions,
    private readonly folder: string,
    private readonly gate: Gate | undefined,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async start(options: ServerOptions = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'vzetek-e2e-'));
    const server = new Server(options, folder, options.restarts ? await Gate.open() : undefined, {
      ...UNLIMITED,
      VZETEK_HOUSE_TOKEN: randomUUID(),
    });
    try {
      await server.revive();
      const bots = start(
        program(process.env.VZETEK_BOT_BIN, 'vzetek-bot'),
        ['play', '--server', `${server.url.replace('http', 'ws')}/ws`, '--ready-pause-ms', '0', ...(options.bots ?? AT_ONCE)],
        server.env,
      );
      server.bots = bots;
      await Promise.race([botsAt(server.url), ended(bots, 'the bots')]);
      bots.stderr.removeAllListeners('data').resume();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Starts the server, again on the same database if it ran before. */
  async revive(): Promise<void> {
    const database = `sqlite:${join(this.folder, 'test.sqlite')}`;
    const child = start(
      program(process.env.VZETEK_SERVER_BIN, 'vzetek-server'),
      ['--listen', '127.0.0.1:0', '--database', database, ...(this.options.args ?? [])],
      this.env,
    );
    this.process = child;
    const file = this.options.log ? createWriteStream(this.options.log, { flags: 'a' }) : undefined;
    const lines: string[] = [];
    if (!file) logs.push(lines);
    const port = await new Promise<number>((found, failed) => {
      child.once('exit', () => {
        failed(new Error(`the server ended:\n${lines.join('\n')}`));
      });
      createInterface(child.stderr).on('line', (line) => {
        lines.push(line);
        file?.write(`${line}\n`);
        const [, address] = /listens address=[\d.]+:(\d+)/.exec(line) ?? [];
        if (address) found(Number(address));
      });
    });
    this.gate?.lead(port);
    this.url = this.gate?.url ?? `http://127.0.0.1:${port}`;
  }

  /** Ends the server as a crash does: without any chance to tidy up. */
  async kill(): Promise<void> {
    this.gate?.lead(undefined);
    await kill(this.process);
  }

  async stop(): Promise<void> {
    await kill(this.bots);
    await kill(this.process);
    await this.gate?.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
