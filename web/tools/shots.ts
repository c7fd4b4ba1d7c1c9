/**
 * Makes a picture of every page of a running server, whose bots take their time, wide and narrow, light and dark:
 *
 *     VZETEK_URL=http://127.0.0.1:8080 VZETEK_SHOTS=/tmp/shots npm run shots [-- scene …]
 *
 * Scenes named on the command line are the only ones made. VZETEK_LANGUAGE chooses the language,
 * English without it; VZETEK_SIZES the windows, as in "small,flat". Needs Chromium (CHROMIUM names
 * another than /usr/bin/chromium).
 */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Locator, type Page, type WebSocketRoute, chromium } from '@playwright/test';
import type { Clock, GameSummary, Player, Session, TableConfig, TrsetOptions } from '../src/lib/protocol';
import { CHROMIUM } from '../e2e/support/chromium.ts';
import { overflow } from '../e2e/support/page.ts';
import { awaitTurn, playByPress, playOn } from '../e2e/support/playing.ts';
import { PATIENCE_MS } from '../e2e/support/poll.ts';
import { ask } from '../e2e/support/record.ts';
import { DESKTOP, FLAT, LARGE, PHONE, SMALL } from '../e2e/support/sizes.ts';
import { anotherTable, becomeGuest, dealt, post, still, whoAmI } from '../e2e/support/table.ts';
import { openTablic, pick, playByButtons, playTwice, playUntil } from '../e2e/support/tablic.ts';
import { WAYS, asked, decided, discard, playToEnd, undertake } from '../e2e/support/tarok.ts';
import { visit } from '../e2e/support/visit.ts';

const SIZES = { wide: DESKTOP, phone: PHONE, small: SMALL, large: LARGE, flat: FLAT };
type Size = keyof typeof SIZES;
/** Sizes of which every scene is made; the others only where a scene asks for them. */
const USUAL: readonly Size[] = ['wide', 'phone'];
const MORE: Record<string, Size[]> = { tarok: ['small'], tablic6: ['small'] };
/** The sizes asked for instead. */
const ASKED = process.env.VZETEK_SIZES?.split(',') as Size[] | undefined;
const LANGUAGE = process.env.VZETEK_LANGUAGE ?? 'en';
/** A name as long as names may be: narrow places must bear it. */
const LONG_NAME = 'Bartolomej Koprivščanski';
/** The clock of a table that asks for none. */
const DEFAULT_CLOCK: Clock = { move_ms: 20_000, bank_ms: 60_000, grace_ms: 30_000 };
/** Long enough for everything that moves to have come to rest. */
const REST_MS = 700;
/** The number of deals tried until one holds what a picture is to show. */
const TRIES = 60;
const SCENE_MS = 240_000;

const { VZETEK_URL: SERVER = '', VZETEK_SHOTS: SHOTS = '' } = process.env;
if (!SERVER || !SHOTS) {
  console.error('VZETEK_URL names a running server, VZETEK_SHOTS the folder for the pictures.');
  process.exit(2);
}

const faults: Error[] = [];

/** A page of a new visitor, in the language asked for and in no hurry to move. */
async function open(browser: Browser, size: Size): Promise<Page> {
  const page = await visit(
    browser,
    { baseURL: SERVER, locale: 'en-GB', serviceWorkers: 'block', reducedMotion: 'reduce', settings: { pace: 'normal' }, ...SIZES[size] },
    'about:blank',
  );
  page.context().setDefaultTimeout(PATIENCE_MS);
  page.context().on('weberror', (error) => faults.push(error.error()));
  await page.addInitScript((language) => {
    window.localStorage.setItem('vzetek.language', language);
  }, LANGUAGE);
  return page;
}

function byId(page: Page, id: string): Locator {
  return page.getByTestId(id);
}

interface More extends Partial<Omit<TableConfig, 'bots' | 'clock'>> {
  bots?: string | null;
  clock?: Clock;
}

/** Sets a table up as a guest with a long name, and sits down at it. */
async function table(page: Page, options: TrsetOptions, more: More = {}): Promise<void> {
  await becomeGuest(page, LONG_NAME);
  await another(page, options, more);
}

/** Sets a table up as the account that the page has already, and sits down at it. */
async function another(page: Page, options: TrsetOptions, more: More = {}): Promise<void> {
  await anotherTable(page, { game: { name: 'trset', options }, clock: DEFAULT_CLOCK, ...more });
}

/** A picture in light and in dark. */
async function shootBoth(page: Page, name: string, fullPage: boolean): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(REST_MS);
    await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}.png`), fullPage });
  }
}

/** One's own turn, some tricks into a deal. */
async function turn(page: Page, tricks = 2): Promise<void> {
  await dealt(page);
  await playOn(page, (p) => playByPress(p), tricks);
  await awaitTurn(page);
  await still(page);
}

async function site(page: Page, name: string, ready?: Locator, fullPage = true): Promise<void> {
  await ready?.waitFor();
  await shootBoth(page, name, fullPage);
}

/** From now on each full trick and each capture waits for a tap, so that a picture finds it. */
async function tapOn(page: Page): Promise<void> {
  await page.evaluate(() => window.localStorage.setItem('vzetek.settings', JSON.stringify({ pace: 'tap' })));
  await page.reload();
  await dealt(page);
}

async function inPlay(page: Page, name: string, options: TrsetOptions): Promise<void> {
  // Bots answer in a blink. So that a picture can show them thinking, what they do is held back.
  let held = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    let moved = false;
    socket.connectToServer().onMessage((message) => {
      if (held && moved) return;
      moved = held && /"type":"moved"/.test(String(message));
      socket.send(message);
    });
  });
  await table(page, options);
  await turn(page);
  await site(page, `${name}-turn`, undefined, false);
  held = true;
  await playByPress(page);
  await still(page);
  await site(page, `${name}-others`, undefined, false);
}

/** A game of tablić for more than two, some turns on, and its result. */
async function tablicOf(page: Page, size: Size, players: number): Promise<void> {
  await openTablic(page, { players, target: 101 }, { name: LONG_NAME });
  await playOn(page, playByButtons(), 2);
  await awaitTurn(page);
  await still(page);
  await site(page, `tablic${players}-${size}`, undefined, false);
  await playOn(page, playTwice());
  await site(page, `tablic${players}-result-${size}`, byId(page, 'result'), false);
}

/** A finished deal of one's own: its result, its replay, its check, and what follows from it elsewhere. */
async function finished(
  page: Page,
  size: Size,
  players: number,
  more: Partial<TrsetOptions> = {},
): Promise<{ user: Player; game: GameSummary }> {
  await table(page, { players, ...more });
  await dealt(page);
  await playOn(page, (p) => playByPress(p));
  await site(page, `result${players}-${size}`, byId(page, 'result'), false);
  const user = await whoAmI(page);
  const [game] = await ask<GameSummary[]>(page.request, `/api/games?player=${user.id}`);
  assert.ok(game);
  return { user, game };
}

/** Deals until a page shows what is looked for. */
async function until(page: Page, options: TrsetOptions, found: () => Promise<boolean>): Promise<void> {
  await table(page, options);
  for (let n = 0; n < TRIES; n += 1) {
    if (n > 0) await another(page, options);
    await dealt(page);
    if (await found()) return;
  }
  throw new Error(`not once in ${TRIES} deals`);
}

type Scene = (page: Page, size: Size) => Promise<void>;

const SCENES: Record<string, Scene> = {
  async front(page, size) {
    await page.goto('/');
    await site(page, `front-fold-${size}`, byId(page, 'lobby-table').first(), false);
    await site(page, `front-${size}`);
  },

  async create(page, size) {
    await page.goto('/create');
    await site(page, `create-${size}`, byId(page, 'create'));
    await byId(page, 'private').check();
    await site(page, `create-private-${size}`, byId(page, 'create'));
  },

  async waiting(page, size) {
    await table(page, { players: 4, target: 21, declarations: true }, { bots: null });
    await site(page, `waiting-${size}`, byId(page, 'invite'), false);
    await page.goto('/');
    await site(page, `front-own-${size}`, byId(page, 'own-tables'));
  },

  two: (page, size) => inPlay(page, `two-${size}`, { players: 2 }),
  three: (page, size) => inPlay(page, `three-${size}`, { players: 3, variant: 'kifameno', cappotto: true }),
  four: (page, size) => inPlay(page, `four-${size}`, { players: 4, target: 21, declarations: true }),

  async refused(page, size) {
    const forbidden = page.locator('[data-testid="hand-card"][data-legal="false"]');
    await until(page, { players: 4 }, async () => {
      for (let n = 0; n < 6 && (await awaitTurn(page)) === 'turn'; n += 1) {
        await still(page);
        if ((await forbidden.count()) > 0) return true;
        await playByPress(page);
      }
      return false;
    });
    await forbidden.first().click({ position: { x: 8, y: 60 }, force: true });
    await site(page, `refused-${size}`, byId(page, 'notice'), false);
  },

  async taken(page, size) {
    for (const players of [2, 3, 4]) {
      await (players === 2 ? table : another)(page, { players });
      await tapOn(page);
      const full = byId(page, 'go-on');
      const turn = page.locator('[data-testid="hand-card"][data-legal="true"]').first();
      for (;;) {
        await full.or(turn).first().waitFor();
        if ((await full.count()) > 0) break;
        await playByPress(page);
      }
      await site(page, `taken${players}-${size}`, full, false);
    }
  },

  async declare(page, size) {
    await until(page, { players: 2, declarations: true, target: 31 }, async () => {
      await awaitTurn(page);
      return (await byId(page, 'declare').count()) > 0;
    });
    await still(page);
    await site(page, `declare-${size}`, undefined, false);
    await byId(page, 'declare').locator('button').first().click();
    await site(page, `declared-${size}`, undefined, false);
  },

  async claim(page, size) {
    await until(page, { players: 2 }, async () => {
      while ((await awaitTurn(page)) === 'turn') {
        await still(page);
        if ((await byId(page, 'claim').count()) > 0) return true;
        await playByPress(page);
      }
      return false;
    });
    await site(page, `claim-${size}`, byId(page, 'claim'), false);
  },

  async absent(page, size) {
    const clock = { move_ms: 1500, bank_ms: 500, grace_ms: 60_000 };
    await table(page, { players: 2 }, { clock });
    await dealt(page);
    await site(page, `absent-${size}`, byId(page, 'you-substituted'), false);
  },

  async lost(page, size) {
    let lost = false;
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (lost) void socket.close();
      else sockets.push(socket, socket.connectToServer());
    });
    await table(page, { players: 3 });
    await turn(page, 1);
    lost = true;
    for (const socket of sockets) await socket.close();
    await site(page, `lost-${size}`, page.locator('[data-testid="connection"][data-status="offline"]'), false);
  },

  async menus(page, size) {
    await table(page, { players: 2 });
    await turn(page);
    await byId(page, 'last-trick').click();
    await site(page, `last-trick-${size}`, undefined, false);
    await page.keyboard.press('Escape');
    await byId(page, 'settings').click();
    await site(page, `settings-${size}`, undefined, false);
    await page.keyboard.press('Escape');
    if (size !== 'wide') {
      await byId(page, 'open-side').click();
      await site(page, `log-${size}`, undefined, false);
    }
  },

  async leave(page, size) {
    await table(page, { players: 2, target: 51 });
    await dealt(page);
    await byId(page, 'leave').click();
    await site(page, `leave-deal-${size}`, byId(page, 'leave-yes'), false);
    await page.keyboard.press('Escape');
    await playOn(page, (p) => playByPress(p));
    await byId(page, 'leave').click();
    await site(page, `leave-match-${size}`, byId(page, 'leave-yes'), false);
  },

  async result4(page, size) {
    await finished(page, size, 4, { target: 11, declarations: true });
  },

  async result3(page, size) {
    await finished(page, size, 3, { variant: 'kifameno' });
  },

  async finished(page, size) {
    const { user, game } = await finished(page, size, 2);
    await page.goto(`/game/${game.id}?move=17`);
    await site(page, `replay-${size}`, byId(page, 'replay'));
    await byId(page, 'replay-last').click();
    await site(page, `replay-end-${size}`, byId(page, 'replay-result'));
    await page.goto(`/game/${game.id}/fair`);
    await site(page, `fair-${size}`, byId(page, 'verdict'));
    await page.goto('/games');
    await site(page, `games-${size}`, byId(page, 'games'));
    await page.goto(`/games?player=${user.id}&kind=kifameno-4`);
    await site(page, `games-none-${size}`, byId(page, 'no-games'));
    await page.goto(`/player/${user.id}`);
    await site(page, `player-${size}`, byId(page, 'standings'));
    const bot = game.players.find(({ player }) => player.kind === 'bot')?.player;
    await page.goto(`/player/${bot?.id}`);
    await site(page, `player-bot-${size}`, byId(page, 'standings'));
    await page.goto(`/leaderboard?kind=${game.kind}`);
    // Nobody's rating is settled on a server that has just begun.
    await site(page, `leaderboard-${size}`, byId(page, 'leaderboard').or(byId(page, 'board-none')));
  },

  async tarok(page, size) {
    const picture = async (name: string, ready?: Locator) => {
      await still(page);
      await site(page, `tarok-${name}-${size}`, ready, false);
    };
    // A three of one's own, from the first bid to the replay.
    await undertake(page, 'three', WAYS.mouse, { deals: 12 }, (name) => picture(name));
    await asked(page);
    await picture('talon');
    await byId(page, 'take-0').click();
    await decided(page, 'taking');
    await asked(page);
    await page
      .locator('[data-testid="hand-card"][data-legal="true"]')
      .last()
      .click({ position: { x: 8, y: 40 } });
    await picture('discard');
    await discard(page, WAYS.mouse);
    await decided(page, 'discarding');
    await asked(page);
    await byId(page, 'say-announce:trula').click();
    await picture('announce');
    await byId(page, 'say-confirm').click();
    await decided(page, 'announcing');
    let plays = 0;
    const play = async (p: Page) => {
      plays += 1;
      if (plays === 3) await picture('play');
      return playByPress(p);
    };
    await playToEnd(page, { ...WAYS.mouse, play }, []);
    await picture('result', byId(page, 'result'));
    const look = await byId(page, 'look').getAttribute('href');
    await page.goto(`${look}?move=20`);
    await site(page, `tarok-replay-${size}`, byId(page, 'replay'));
    await byId(page, 'replay-last').click();
    await site(page, `tarok-replay-end-${size}`, byId(page, 'replay-result'));
  },

  async klop(page, size) {
    await undertake(page, 'klop', WAYS.mouse);
    await playOn(page, (p) => playByPress(p), 3);
    await awaitTurn(page);
    await still(page);
    await site(page, `klop-${size}`, byId(page, 'klop-talon'), false);
    await playToEnd(page, WAYS.mouse);
    await site(page, `klop-result-${size}`, byId(page, 'result'), false);
  },

  async kontra(page, size) {
    for (let n = 0; n < TRIES; n += 1) {
      await becomeGuest(page, LONG_NAME);
      await anotherTable(page, { game: { name: 'tarok', options: {} }, clock: DEFAULT_CLOCK });
      await dealt(page);
      for (let name = await asked(page); name === 'bidding'; name = await asked(page)) {
        const pass = byId(page, 'bid-pass');
        if ((await pass.count()) === 0) break;
        await pass.click();
        await decided(page, 'bidding');
      }
      if ((await asked(page)) !== 'doubling') continue;
      await still(page);
      await byId(page, 'say-raise:game').click();
      await site(page, `kontra-${size}`, undefined, false);
      return;
    }
    throw new Error('nobody could say kontra');
  },

  async tablic(page, size) {
    const picture = async (name: string, ready?: Locator) => {
      await still(page);
      await site(page, `tablic-${name}-${size}`, ready, false);
    };
    await openTablic(page, { players: 2, target: 51 }, { name: LONG_NAME });
    await awaitTurn(page);
    await picture('start');
    // A card that takes several: what is offered, a sum half made, and the capture.
    const richest = byId(page, 'do-richest');
    const takes = async () => {
      for (const card of await page.locator('[data-testid="hand-card"]').all()) {
        await card.click({ position: { x: 8, y: 30 } });
        if ((await richest.count()) > 0 && (await page.locator('[data-testid="table-card"][data-offered="true"]').count()) > 1) return true;
      }
      await page.keyboard.press('Escape');
      return false;
    };
    if (!(await playUntil(page, playTwice(), takes))) throw new Error('nothing could be taken');
    await picture('offered');
    const card = (await byId(page, 'capture').getAttribute('data-card')) ?? '';
    const [first = '', ...rest] = await page
      .locator('[data-testid="table-card"][data-offered="true"]')
      .evaluateAll((cards) => cards.map((one) => one.dataset.card ?? ''));
    await page.keyboard.press('Escape');
    await pick(page, card, [first]);
    await picture('sum');
    for (const one of rest) await page.locator(`[data-testid="table-card"][data-card="${one}"]`).click({ position: { x: 8, y: 20 } });
    await picture('picked');
    await page.keyboard.press('Escape');
    await playOn(page, playTwice());
    await picture('result', byId(page, 'result'));
    const look = await byId(page, 'look').getAttribute('href');
    await page.goto(`${look}?move=20`);
    await site(page, `tablic-replay-${size}`, byId(page, 'replay'));
    await byId(page, 'replay-last').click();
    await site(page, `tablic-replay-end-${size}`, byId(page, 'replay-result'));
  },

  tablic3: (page, size) => tablicOf(page, size, 3),
  tablic4: (page, size) => tablicOf(page, size, 4),
  tablic6: (page, size) => tablicOf(page, size, 6),

  async tabla(page, size) {
    await openTablic(page, { players: 2 });
    await tapOn(page);
    const there = async (id: string) => (await byId(page, id).count()) > 0;
    for (let n = 0; n < TRIES * 10 && !(await there('tabla')); n += 1) {
      const turn = page.locator('[data-testid="hand-card"][data-legal="true"]').first();
      await page.locator('[data-testid="go-on"], [data-testid="result"]').or(turn).first().waitFor();
      if (await there('go-on')) await byId(page, 'go-on').click();
      else if (await there('result')) {
        await byId(page, 'again').click();
        await byId(page, 'result').waitFor({ state: 'detached' });
        await dealt(page);
      } else await playTwice()(page, n);
    }
    await site(page, `tabla-${size}`, byId(page, 'tabla'), false);
  },

  async empty(page, size) {
    // As on the very first day.
    await page.route(/\/api\/(games|leaderboard)/, (route) => route.fulfill({ json: [] }));
    await page.goto('/games');
    await site(page, `games-empty-${size}`, byId(page, 'no-games'));
    await page.goto('/leaderboard');
    await site(page, `leaderboard-empty-${size}`, page.locator('h1'));
  },

  async account(page, size) {
    await page.goto('/account');
    await site(page, `account-out-${size}`, byId(page, 'register'));
    const name = `Zora ${Date.now() % 1_000_000_000}`;
    await post(page, '/api/register', { name, password: 'korenček in burja' });
    await page.goto('/account');
    await site(page, `account-in-${size}`, byId(page, 'logout'));
  },

  async followed(page, size) {
    const unique = Date.now() % 1_000_000;
    const browser = page.context().browser();
    assert.ok(browser);
    const friend = await open(browser, 'wide');
    const { user } = await post<Session>(friend, '/api/register', { name: `Bartolomej K. ${unique}`, password: 'korenček in burja' });
    await post(page, '/api/register', { name: `Zora ${unique}`, password: 'korenček in burja' });
    await page.request.put(`/api/me/following/${user.id}`);
    await another(friend, { players: 2 }, { bots: null });
    await page.goto('/');
    await page.locator('[data-testid="followed-player"][data-at="waiting"]').waitFor();
    await byId(page, 'followed').scrollIntoViewIfNeeded();
    await site(page, `followed-${size}`, byId(page, 'lobby-table').first(), false);
    await friend.context().close();
  },

  async lesson(page, size) {
    const way = size === 'wide' || size === 'large' ? WAYS.mouse : WAYS.finger;
    const picture = async (name: string) => {
      assert.equal(await asked(page), name);
      await still(page);
      await site(page, `lesson-${name}-${size}`, undefined, false);
    };
    await page.goto('/');
    await byId(page, 'size-tarok-3').check();
    await way.press(page, byId(page, 'play-tarok'));
    await dealt(page);
    for (const [name, answer] of [
      ['bidding', 'bid-two'],
      ['choosing', 'contract-two'],
      ['taking', 'take-1'],
    ] as const) {
      await picture(name);
      await way.press(page, byId(page, answer));
      await decided(page, name);
    }
    await picture('discarding');
    await discard(page, way);
    await decided(page, 'discarding');
    await picture('announcing');
  },

  async words(page, size) {
    for (const address of [
      'rules',
      'rules/trset',
      'rules/kifameno',
      'rules/tarok',
      'rules/tablic',
      'bots',
      'about',
      'privacy',
      'settings',
      'nowhere',
      'game/nothing',
      'table/nothing',
    ]) {
      await page.goto(`/${address}`);
      await site(page, `${address.replace('/', '-')}-${size}`, page.locator('h1').first());
    }
  },
};

const wanted = process.argv.slice(2);
/** Ends with a word of what there is, if something else is asked for. */
function known(names: readonly string[], things: object, what: string): void {
  const unknown = names.filter((name) => !(name in things));
  if (unknown.length === 0) return;
  console.error(`There is no ${what} ${unknown.join(', ')}; there are ${Object.keys(things).join(', ')}.`);
  process.exit(2);
}
known(wanted, SCENES, 'scene');
known(ASKED ?? [], SIZES, 'size');

/** Ends a scene that waits for what does not come. */
function within(ms: number, doing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not done after ${ms / 1000} s`));
    }, ms);
  });
  return Promise.race([doing, late]).finally(() => {
    clearTimeout(timer);
  });
}

const browser = await chromium.launch(CHROMIUM);
let failed = 0;
for (const name of wanted.length > 0 ? wanted : Object.keys(SCENES)) {
  for (const size of ASKED ?? [...USUAL, ...(MORE[name] ?? [])]) {
    const page = await open(browser, size);
    try {
      const scene = SCENES[name];
      if (scene) await within(SCENE_MS, scene(page, size));
      const wide = await overflow(page);
      if (wide > 0) throw new Error(`the page is ${wide} pixels wider than the window`);
      const [fault] = faults.splice(0);
      if (fault) throw fault;
      console.log(`${name}, ${size}`);
    } catch (error) {
      failed += 1;
      console.error(`${name}, ${size}: ${String(error)}`);
    }
    await page.context().close();
  }
}
await browser.close();
if (failed > 0) process.exitCode = 1;
