/**
 * People who are there by their sockets alone: a test says what each of them does, and every frame that any
 * of them receives is kept. Nobody else plays, so all hands are known, and whoever is wanted may declare.
 * A page takes the seat of one of them as a second tab of the same player would.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { BASE, visit } from './browser.mjs';
import { UNHURRIED } from './table.mjs';

const NAMES = ['Ana', 'Bor', 'Cene', 'Dana'];
const NONCE = 'party';
/** A document of the server's that is no page: its sockets are open to it. */
const ASIDE = '/health';
const COOKIE = 'vzetek_session';
/** Deals that are looked at before none of them can be as it is wanted. */
const DEALS = 100;
/** Whatever is waited for is there by then, on the busiest machine. */
const PATIENCE_MS = 120_000;

async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(new URL(path, BASE), { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/** Runs in the page: opens a line for each of so many people. Node has no sockets of its own everywhere. */
function connect(count) {
  const address = `${window.location.origin.replace('http', 'ws')}/ws`;
  window.lines = Array.from({ length: count }, (_, n) => {
    const socket = new WebSocket(address);
    socket.onmessage = ({ data }) => window.hear(n, data);
    return socket;
  });
  return Promise.all(window.lines.map((socket) => new Promise((open) => (socket.onopen = open))));
}

export class Party {
  /**
   * Seats four people at a table of their own, with somebody who looks on, until `wanted` accepts what is
   * dealt. It is handed the hands and the dealer, and returns what the test wants to know of them.
   */
  static async of(browser, game, wanted) {
    for (let n = 0; n < DEALS; n += 1) {
      const party = new Party();
      await party.begin(browser, game);
      party.roles = wanted(party.hands, party.dealer);
      if (party.roles) return party;
      await party.end();
    }
    return assert.fail(`none of ${DEALS} deals of ${JSON.stringify(game)} is as it is wanted`);
  }

  /** The people by their seats, and last the one who looks on; each with the frames that were received. */
  people = [];
  hands = [];
  /** Where the deal stands, as everybody knows it. */
  status = undefined;
  /** The number of the last move. */
  seq = 0;
  /** The turn of whoever is to act, with what may be done. */
  turn = undefined;
  /** Returns an action for a seat that is to act. */
  choose = () => undefined;
  /** The seat of whoever acts on a page. */
  apart = undefined;
  pages = [];
  waiting = new Set();

  async begin(browser, game) {
    const guests = await Promise.all([...NAMES, 'Eva'].map((name) => post('/api/guest', { name, bearer: true })));
    this.people = guests.map(({ token, user }) => ({ token, name: user.name, heard: [] }));
    const { table, invite } = await post('/api/tables', { game, clock: UNHURRIED, private: true }, this.people[0].token);
    Object.assign(this, { browser, table, invite });
    this.aside = await visit(browser, {}, ASIDE);
    await this.aside.exposeFunction('hear', (n, text) => this.hear(n, text));
    await this.aside.evaluate(connect, this.people.length);
    await Promise.all(this.people.map(({ token }, n) => this.send(n, { type: 'hello', protocol: 1, token })));
    await this.until(() => this.hands.filter(Boolean).length === NAMES.length, 'nobody was dealt to');
  }

  /** Says this to the server, as one of the people. */
  send(n, message) {
    return this.aside.evaluate(([line, text]) => window.lines[line].send(text), [n, JSON.stringify(message)]);
  }

  say(n, message) {
    return this.send(n, { table: this.table, ...message }).catch((error) => this.fail(error));
  }

  hear(n, text) {
    this.people[n].heard.push({ text });
    const message = JSON.parse(text);
    const { type, seq, event } = message;
    const sits = n < NAMES.length;
    if (type === 'error') this.fail(new Error(`${this.people[n].name}: ${text}`));
    if (type === 'welcome') this.say(n, { ...(sits ? { type: 'sit', seat: n } : { type: 'watch' }), invite: this.invite });
    if (sits && event?.type === 'committed') this.say(n, { type: 'nonce_hash', hash: createHash('sha256').update(NONCE).digest('hex') });
    if (sits && event?.type === 'nonces_committed') this.say(n, { type: 'nonce', nonce: NONCE });
    if (event?.type === 'dealt') {
      this.dealer = event.deal.dealer;
      if (sits) this.hands[n] = event.deal.view.hand;
    }
    const moves = event?.type === 'moved' || event?.type === 'dealt';
    if (moves && seq > this.seq) {
      Object.assign(this, { seq, turn: undefined });
      this.status = event.status ?? event.deal?.status ?? this.status;
    }
    if (event?.type === 'deal_over') this.finish = event.finish;
    const turn = event?.turn ?? event?.deal?.turn;
    if (turn?.legal && turn.seat === n && seq === this.seq) this.turn = { ...turn, seq };
    this.step();
    for (const look of this.waiting) look();
  }

  /** Lets whoever is to act do so. */
  step() {
    if (!this.turn || this.hands.filter(Boolean).length < NAMES.length) return;
    const { seat, seq, legal } = this.turn;
    const action = seat === this.apart ? undefined : this.choose(seat, legal);
    if (action === undefined) return;
    this.turn = undefined;
    this.say(seat, { type: 'act', seq, action });
  }

  /** Everybody acts like this from now on, and at once if it is their turn; but not the one who sits at a page. */
  play(choose, apart) {
    Object.assign(this, { choose, apart });
    this.step();
  }

  /** Has everybody shown the table as it stands. */
  async look() {
    const heard = () => this.people.map((one) => one.heard.filter(({ text }) => text.startsWith('{"type":"snapshot"')).length);
    const before = heard();
    this.people.forEach((_, n) => this.say(n, { type: 'watch', invite: this.invite }));
    await this.until(() => heard().every((count, n) => count > before[n]), 'the table was not shown');
  }

  fail(error) {
    this.error ??= error;
    for (const look of this.waiting) look();
  }

  /** Waits until this holds. */
  until(holds, wrong) {
    return new Promise((resolve, reject) => {
      const end = (done) => {
        clearTimeout(late);
        this.waiting.delete(look);
        done();
      };
      const look = () => {
        if (this.error) end(() => reject(this.error));
        else if (holds()) end(resolve);
      };
      const late = setTimeout(() => end(() => reject(new Error(wrong))), PATIENCE_MS);
      this.waiting.add(look);
      look();
    });
  }

  /** Opens the table on a page, as the player in that seat or as the one who looks on. */
  async page(n, options, prepare = async () => undefined) {
    const page = await visit(this.browser, { settings: { pace: 'fast' }, ...options }, 'about:blank');
    await page.context().addCookies([{ name: COOKIE, value: this.people[n].token, url: BASE }]);
    await prepare(page);
    await page.goto(`/table/${this.table}?invite=${this.invite}`);
    await page.locator('[data-testid="contract"]').waitFor();
    this.pages.push(page);
    return page;
  }

  /** Closes everything, and finds that no page was at fault. */
  async end() {
    for (const page of this.pages) assert.deepEqual(page.faults, []);
    for (const page of [...this.pages, this.aside]) await page.context().close();
  }
}
