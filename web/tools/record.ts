/**
 * Writes down what a running server tells a seat, for the unit tests of the
 * state: `node --experimental-websocket --import tsx tools/record.ts ADDRESS [table …]`. After every
 * event a snapshot is asked for; what the events make of the first one must
 * be what the server shows.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  CreatedTable,
  GameOptions,
  GameStatus,
  ServerMessage,
  Session,
  TableEvent,
  TableSnapshot,
  TablicOptions,
  TrsetOptions,
} from '../src/lib/protocol';

const base = process.argv[2] ?? 'http://127.0.0.1:8080';
const KEEP_EVERY = 7;

async function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** What a seat was told: the first snapshot, then events and the snapshot that must come of them. */
interface Recorded {
  first: TableSnapshot;
  steps: { events: { seq: number; event: TableEvent }[]; snapshot: TableSnapshot }[];
}

type Choose = (legal: readonly string[]) => string | undefined;
type Wanted = (snapshot: TableSnapshot) => boolean;

/** Tarok's phase; other games have none. */
function phaseOf(snapshot: TableSnapshot | undefined): string | undefined {
  const status = snapshot?.deal?.status;
  return status?.game === 'tarok' ? status.phase : undefined;
}

/** Records a deal. `choose` picks an action; where `wanted` says no, nothing comes of the deal. */
async function record(game: GameOptions, choose: Choose, wanted: Wanted): Promise<Recorded | undefined> {
  const { token } = await post<Session>('/api/guest', { bearer: true });
  const { table } = await post<CreatedTable>('/api/tables', { game, bots: 'gentle' }, token);
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws`);
  const say = (message: object) => {
    socket.send(JSON.stringify({ table, ...message }));
  };
  const steps: Recorded['steps'] = [];
  let first: TableSnapshot | undefined;
  let events: Recorded['steps'][number]['events'] = [];
  let acted = -1;
  let count = 0;
  return new Promise((resolve, reject) => {
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', protocol: 1, token }));
    };
    socket.onerror = reject;
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as ServerMessage;
      if (message.type === 'welcome') say({ type: 'sit' });
      if (message.type === 'error') reject(new Error(JSON.stringify(message)));
      if (message.type === 'event') {
        if (first) events.push({ seq: message.seq, event: message.event });
        if (message.event.type === 'committed') say({ type: 'nonce_hash', hash: createHash('sha256').update('unit test').digest('hex') });
        if (message.event.type === 'nonces_committed') say({ type: 'nonce', nonce: 'unit test' });
        say({ type: 'watch' });
      }
      if (message.type === 'snapshot') {
        const { snapshot } = message;
        if (!first && snapshot.phase === 'shuffling') first = snapshot;
        // Events that came after the question are in no snapshot yet.
        const known = events.filter((one) => one.seq <= snapshot.seq);
        count += 1;
        // Of tarok's phases each is looked at once at least.
        const turns = phaseOf(snapshot) !== phaseOf(steps.at(-1)?.snapshot);
        if (first && known.length > 0 && (count % KEEP_EVERY === 0 || turns || snapshot.deal?.finish)) {
          steps.push({ events: known, snapshot });
          events = events.filter((one) => one.seq > snapshot.seq);
        }
        const turn = snapshot.deal?.turn;
        if (!wanted(snapshot)) {
          say({ type: 'leave' });
          socket.close();
          resolve(undefined);
          return;
        }
        if (turn?.legal && snapshot.seq !== acted) {
          acted = snapshot.seq;
          say({ type: 'act', seq: snapshot.seq, action: choose(turn.legal) });
        }
        if (snapshot.deal?.finish) {
          socket.close();
          resolve(first && { first, steps });
        }
      }
    };
  });
}

const TRSET: Record<string, TrsetOptions> = {
  two: { players: 2, declarations: true },
  three: { players: 3, removed_four: 'S', variant: 'kifameno', cappotto: true },
  four: { players: 4, declarations: true, target: 11 },
};

/** Contracts that a seat is to play itself. */
const TAROK = { 'tarok-three': 'three', 'tarok-klop': 'klop', 'tarok-berac': 'berac' };
const TRIES = 200;

function declareFirst(legal: readonly string[]): string | undefined {
  return legal.find((action) => action.includes(':')) ?? legal.at(-1);
}

function hasDeclared(recorded: Recorded | undefined): boolean {
  const status = recorded?.steps.at(-1)?.snapshot.deal?.status;
  return status?.game === 'trset' && status.declared !== undefined;
}

/** Gets this contract, announces the kings, raises what can be raised and plays the weakest card. */
function playFor(contract: string): Choose {
  const wishes = [`contract:${contract}`, contract === 'berac' ? 'bid:berac' : 'pass', 'announce:kings', 'raise:game'];
  return (legal) => {
    const said = wishes.find((wish) => wish !== 'pass' && legal.includes(wish));
    return said ?? (legal.includes('pass') ? 'pass' : legal.at(-1));
  };
}

/** The contract of a deal of tarok, once it is chosen. */
function undertakingOf(status: GameStatus | undefined) {
  return status?.game === 'tarok' && 'undertaking' in status ? status.undertaking : undefined;
}

function playsIt(contract: string): Wanted {
  return ({ deal, you }) => {
    const undertaking = undertakingOf(deal?.status);
    return !undertaking || (undertaking.contract === contract && (undertaking.declarer ?? you) === you);
  };
}

async function keep(name: string, recorded: Recorded | undefined): Promise<void> {
  if (!recorded) throw new Error(`${name}: no deal was as it is wanted`);
  const file = join(import.meta.dirname, '..', 'src', 'lib', 'state', 'recorded', `${name}.json`);
  await writeFile(file, `${JSON.stringify(recorded)}\n`);
  const game = recorded.steps.at(-1)?.snapshot.deal?.game;
  const replay: unknown = await (await fetch(`${base}/api/games/${game}`)).json();
  await writeFile(file.replace('.json', '.game.json'), `${JSON.stringify(replay)}\n`);
  console.log(name, recorded.steps.length, 'snapshots');
}

/** Tables of tablić at which a seat captures whenever it can. */
const TABLIC: Record<string, TablicOptions> = { 'tablic-two': { players: 2 }, 'tablic-three': { players: 3, target: 31 } };

function captureFirst(legal: readonly string[]): string | undefined {
  return legal.find((action) => action.includes('x')) ?? legal[0];
}

const wantedTables = process.argv.slice(3);
const isWanted = (name: string) => wantedTables.length === 0 || wantedTables.includes(name);

for (const [name, options] of Object.entries(TRSET)) {
  if (!isWanted(name)) continue;
  const game: GameOptions = { name: 'trset', options };
  let recorded = await record(game, declareFirst, () => true);
  // Combinations are rare, and the state has to know them.
  for (let tries = 0; options.declarations && !hasDeclared(recorded) && tries < 40; tries++) {
    recorded = await record(game, declareFirst, () => true);
  }
  await keep(name, recorded);
}
for (const [name, contract] of Object.entries(TAROK)) {
  if (!isWanted(name)) continue;
  let recorded: Recorded | undefined;
  for (let tries = 0; !recorded && tries < TRIES; tries++) {
    recorded = await record({ name: 'tarok', options: { deals: 3 } }, playFor(contract), playsIt(contract));
  }
  await keep(name, recorded);
}
for (const [name, options] of Object.entries(TABLIC)) {
  if (isWanted(name)) await keep(name, await record({ name: 'tablic', options }, captureFirst, () => true));
}
