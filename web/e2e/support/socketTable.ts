/**
 * A table at which four people sit by their sockets alone: a test says what each of them does, and every frame that
 * any of them receives is kept. Nobody else plays, so all hands are known, and whoever is wanted may declare.
 * A page takes the seat of one of them as a second tab of the same player would.
 */
import { createHash } from 'node:crypto';
import { type Page, expect } from '@playwright/test';
import type { CreatedTable, DealFinish, GameOptions, GameStatus, Session, Turn } from '../../src/lib/protocol';
import type { Visit } from './fixtures.ts';
import { type Frame, eventOf, isSnapshot, messageOf, turnOf } from './frames.ts';
import { PATIENCE_MS } from './poll.ts';
import { UNHURRIED } from './table.ts';
import type { VisitOptions } from './visit.ts';

const NAMES = ['Ana', 'Bor', 'Cene', 'Dana'];
const NONCE = 'party';
/** A document of the server's that is no page: its sockets are open to it. */
const ASIDE = '/health';
const COOKIE = 'vzetek_session';
/** Deals that are looked at before none of them can be as it is wanted. */
const DEALS = 200;

/** Returns an action for a seat that is to act, if it is to act now. */
export type Choose = (seat: number, legal: readonly string[]) => string | undefined;

interface Person {
  token: string;
  name: string;
  heard: Pick<Frame, 'text'>[];
}

function base(): string {
  const { VZETEK_URL } = process.env;
  if (!VZETEK_URL) throw new Error('VZETEK_URL names no server');
  return VZETEK_URL;
}

async function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(new URL(path, base()), { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

/** Runs in the page: opens a line for each of so many people. Node has no sockets of its own everywhere. */
async function connect(count: number): Promise<void> {
  const address = `${window.location.origin.replace('http', 'ws')}/ws`;
  window.lines = Array.from({ length: count }, (_, n) => {
    const socket = new WebSocket(address);
    socket.onmessage = ({ data }: MessageEvent<string>) => void window.hear(n, data);
    return socket;
  });
  await Promise.all(window.lines.map((socket) => new Promise((open) => (socket.onopen = open))));
}

export class SocketTable<R> {
  /** The people by their seats, and last the one who looks on. */
  people: Person[] = [];
  /** The hand of each seat, as it was dealt. */
  hands: string[][] = [];
  /** Where the deal stands, as everybody knows it. */
  status: GameStatus | undefined;
  /** The end of the deal, once everybody has heard of it. */
  finish: DealFinish | undefined;
  private readonly over = new Set<number>();
  private dealer = 0;
  /** The number of the last move. */
  private seq = 0;
  /** The turn of whoever is to act, with what may be done. */
  private turn: (Turn & { seq: number; legal: string[] }) | undefined;
  private choose: Choose = () => undefined;
  /** The seat of whoever acts on a page. */
  private apart: number | undefined;
  private error: unknown;
  private readonly waiting = new Set<() => void>();

  private constructor(
    private readonly visit: Visit,
    private readonly aside: Page,
    private readonly table: CreatedTable,
    people: Omit<Person, 'heard'>[],
    private found?: R,
  ) {
    this.people = people.map((one) => ({ ...one, heard: [] }));
  }

  /**
   * Seats four people at a table of their own, with somebody who looks on, until `wanted` accepts what is
   * dealt. It is handed the hands and the dealer, and returns what the test wants to know of them.
   */
  static async of<R>(
    visit: Visit,
    game: GameOptions,
    wanted: (hands: string[][], dealer: number) => R | undefined,
  ): Promise<SocketTable<R>> {
    for (let n = 0; n < DEALS; n += 1) {
      const table = await SocketTable.begin<R>(visit, game);
      table.found = wanted(table.hands, table.dealer);
      if (table.found) return table;
      await table.aside.context().close();
    }
    throw new Error(`none of ${DEALS} deals of ${JSON.stringify(game)} is as it is wanted`);
  }

  private static async begin<R>(visit: Visit, game: GameOptions): Promise<SocketTable<R>> {
    const guests = await Promise.all([...NAMES, 'Eva'].map((name) => post<Session>('/api/guest', { name, bearer: true })));
    const people = guests.map(({ token = '', user }) => ({ token, name: user.name }));
    const created = await post<CreatedTable>('/api/tables', { game, clock: UNHURRIED, private: true }, people[0]?.token);
    const aside = await visit({}, ASIDE);
    const table = new SocketTable<R>(visit, aside, created, people);
    await aside.exposeFunction('hear', (n: number, text: string) => {
      table.hear(n, text);
    });
    await aside.evaluate(connect, people.length);
    await Promise.all(people.map(({ token }, n) => table.send(n, { type: 'hello', protocol: 1, token })));
    await table.until(() => table.allDealt, 'nobody was dealt to');
    return table;
  }

  get roles(): R {
    if (!this.found) throw new Error('the table has not been looked at');
    return this.found;
  }

  private get allDealt(): boolean {
    return this.hands.filter(Boolean).length === NAMES.length;
  }

  private send(n: number, message: object): Promise<void> {
    return this.aside.evaluate(([line, text]) => window.lines[line]?.send(text), [n, JSON.stringify(message)] as const);
  }

  /** Says this to the server, as one of the people. */
  private say(n: number, message: object): void {
    this.send(n, { table: this.table.table, ...message }).catch((error: unknown) => {
      this.fail(error);
    });
  }

  private hear(n: number, text: string): void {
    this.people[n]?.heard.push({ text });
    const message = messageOf({ text });
    const event = eventOf(message);
    const sits = n < NAMES.length;
    // A nonce that came too late is left out, and the cards are dealt all the same.
    if (message.type === 'error' && !message.of?.startsWith('nonce')) this.fail(new Error(`${this.people[n]?.name}: ${text}`));
    if (message.type === 'welcome') this.say(n, { ...(sits ? { type: 'sit', seat: n } : { type: 'watch' }), invite: this.table.invite });
    if (sits && event?.type === 'committed') this.say(n, { type: 'nonce_hash', hash: createHash('sha256').update(NONCE).digest('hex') });
    if (sits && event?.type === 'nonces_committed') this.say(n, { type: 'nonce', nonce: NONCE });
    if (event?.type === 'dealt') {
      this.dealer = event.deal.dealer;
      if (sits) this.hands[n] = event.deal.view?.hand ?? [];
    }
    const seq = message.type === 'event' ? message.seq : 0;
    if ((event?.type === 'moved' || event?.type === 'dealt') && seq > this.seq) {
      this.seq = seq;
      this.turn = undefined;
      this.status = (event.type === 'moved' ? event.status : event.deal.status) ?? this.status;
    }
    if (event?.type === 'deal_over') {
      this.over.add(n);
      if (this.over.size === this.people.length) this.finish = event.finish;
    }
    const turn = event && turnOf(message);
    if (turn?.legal && turn.seat === n && seq === this.seq) this.turn = { ...turn, legal: turn.legal, seq };
    this.step();
    for (const look of this.waiting) look();
  }

  /** Lets whoever is to act do so. */
  private step(): void {
    if (!this.turn || !this.allDealt) return;
    const { seat, seq, legal } = this.turn;
    const action = seat === this.apart ? undefined : this.choose(seat, legal);
    if (action === undefined) return;
    this.turn = undefined;
    this.say(seat, { type: 'act', seq, action });
  }

  /** Everybody acts like this from now on, and at once if it is their turn; but not the one who sits at a page. */
  play(choose: Choose, apart?: number): void {
    this.choose = choose;
    this.apart = apart;
    this.step();
  }

  /** Has everybody shown the table as it stands. */
  async look(): Promise<void> {
    const heard = () => this.people.map((one) => one.heard.filter(isSnapshot).length);
    const before = heard();
    this.people.forEach((_, n) => {
      this.say(n, { type: 'watch', invite: this.table.invite });
    });
    await this.until(() => heard().every((count, n) => count > (before[n] ?? 0)), 'the table was not shown');
  }

  private fail(error: unknown): void {
    this.error ??= error;
    for (const look of this.waiting) look();
  }

  /** Waits until this holds. */
  until(holds: () => boolean, wrong: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (done: () => void) => {
        clearTimeout(late);
        this.waiting.delete(look);
        done();
      };
      const look = () => {
        if (this.error) {
          end(() => {
            reject(this.error instanceof Error ? this.error : new Error(String(this.error)));
          });
        } else if (holds()) end(resolve);
      };
      const late = setTimeout(() => {
        end(() => {
          reject(new Error(wrong));
        });
      }, PATIENCE_MS);
      this.waiting.add(look);
      look();
    });
  }

  /** Opens the table on a page, as the player in that seat or as the one who looks on. */
  async page(n: number, options: VisitOptions, prepare: (page: Page) => Promise<void> = () => Promise.resolve()): Promise<Page> {
    const page = await this.visit(options, 'about:blank');
    await page.context().addCookies([{ name: COOKIE, value: this.people[n]?.token ?? '', url: base() }]);
    await prepare(page);
    await page.goto(`/table/${this.table.table}?invite=${this.table.invite}`);
    await page.getByTestId('contract').waitFor();
    return page;
  }
}
