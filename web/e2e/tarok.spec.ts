/** Tarok for three against bots, to the score: a three, a klop and a berač, by mouse, keys and finger. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { GameRecord, TableSummary } from '../src/lib/protocol';
import { type Visit, expect, testAt } from './support/fixtures.ts';
import { accessible } from './support/accessibility.ts';
import { type Box, boxOf, overflow, passing, scrollable } from './support/page.ts';
import { DESKTOP, FLAT, MOVING, PHONE } from './support/sizes.ts';
import { watchCards } from './support/layout.ts';
import { type Frame, messageOf, movesOf, recordFrames } from './support/frames.ts';
import { ask, recordOf, resultOf } from './support/record.ts';
import { anotherTable, becomeGuest, dealt, still, whoAmI } from './support/table.ts';
import { WAYS, asked, contractOf, decideAll, decided, discard, playToEnd, scoreOf, speak, undertake } from './support/tarok.ts';
import { playOut } from './support/socketPlay.ts';
import type { VisitOptions } from './support/visit.ts';

const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } };
/** At a server of their own: these tests look at hundreds of deals. */
const test = testAt();

function open(visit: Visit, options: VisitOptions) {
  return visit({ ...options, settings: { pace: 'fast' } }, 'about:blank');
}

async function seatOf(page: Page, record: GameRecord) {
  const me = await whoAmI(page);
  const seat = record.players.find(({ player }) => player.id === me.id)?.seat;
  assert.ok(seat !== undefined);
  return seat;
}

/** The table of the result says what is recorded, and adds up. */
async function checkScore(page: Page, contract: string) {
  await page.getByTestId('result').waitFor();
  const record = await recordOf(page);
  const result = resultOf(record, 'tarok');
  expect(result.contract).toBe(contract);
  const { sum, lines } = await scoreOf(page);
  expect(sum).toEqual(result.scores);
  for (const seat of [0, 1, 2]) {
    expect(
      lines.reduce((all, line) => all + (line[seat] ?? NaN), 0),
      `the lines of seat ${seat}`,
    ).toBe(sum[seat]);
  }
  return { record, result };
}

test('a three by mouse: talon, discards, announcements, the score and the replay', async ({ visit }) => {
  const page = await open(visit, DESKTOP);
  await undertake(page, 'three', WAYS.mouse, { deals: 3 });
  expect(await contractOf(page)).toBe('three');
  expect(await asked(page)).toBe('taking');
  await still(page);
  await expect(page.getByTestId('talon').locator('[data-testid="talon-card"]')).toHaveCount(6);
  await accessible(page, 'talon');
  expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
  await page.getByTestId('take-0').click();
  await decided(page, 'taking');
  await expect(page.getByTestId('hand-card')).toHaveCount(19);

  // Picked cards can be taken back; nothing is sent before it is confirmed.
  expect(await asked(page)).toBe('discarding');
  await still(page);
  await expect(page.getByTestId('discard-confirm')).toBeDisabled();
  const free = page.locator('[data-testid="hand-card"][data-legal="true"]');
  await free.last().click({ position: { x: 8, y: 40 } });
  await expect(page.getByTestId('discards').locator('[data-card]')).toHaveCount(1);
  await page.getByTestId('discard-undo').click();
  expect(await page.getByTestId('discards').locator('[data-card]').count()).toBe(0);
  await expect(page.getByTestId('hand-card')).toHaveCount(19);
  const kept = page.locator('[data-testid="hand-card"][data-legal="false"]');
  if ((await kept.count()) > 0) {
    const said = await passing(page, 'notice');
    await kept.first().click({ position: { x: 8, y: 40 }, force: true });
    await said(/Kings, pagat, mond and škis may not be discarded/);
  }
  await accessible(page, 'discarding');
  await discard(page, WAYS.mouse);
  await decided(page, 'discarding');
  await expect(page.getByTestId('hand-card')).toHaveCount(16);

  expect(await asked(page)).toBe('announcing');
  await still(page);
  await accessible(page, 'announcing');
  // On a telephone on its side there is nothing to scroll for.
  await page.setViewportSize({ width: 844, height: 390 });
  expect(await page.getByTestId('tarok-panel').evaluate((panel) => panel.scrollHeight <= panel.clientHeight)).toBe(true);
  await page.setViewportSize(DESKTOP.viewport);
  // Where the system chooses the colours, a frame shows what will be said.
  await page.emulateMedia({ forcedColors: 'active' });
  const kings = page.getByTestId('say-announce:kings');
  await expect(kings).toHaveCSS('outline-style', 'none');
  await kings.press('Enter');
  await page.getByTestId('say-confirm').focus();
  await expect(kings).toHaveCSS('outline-style', 'solid');
  await kings.press('Enter');
  await page.emulateMedia({ forcedColors: 'none' });
  await speak(page, WAYS.mouse, ['announce:kings']);
  await page.getByTestId('stake-kings').waitFor();
  const played = await playToEnd(page, WAYS.mouse, ['raise:game']);
  expect(new Set(played).size).toBe(16);

  const { record, result } = await checkScore(page, 'three');
  expect(result.declarer).toBe(await seatOf(page, record));
  expect(result.items.some(({ item, silent }) => item === 'kings' && !silent)).toBe(true);
  await accessible(page, 'result');
  await expect(page.getByTestId('result-score'), 'deals of a match add up').toHaveCount(1);

  // The sheet is behind the score of the top line, and behind the result.
  await page.getByTestId('result-sheet').click();
  const sheet = page.getByTestId('score-sheet');
  await expect(sheet.getByTestId('sheet-deal')).toHaveCount(1);
  await expect(sheet.getByTestId('sheet-deal')).toContainText('three: ');
  const sums = result.scores.map((_, seat) => sheet.locator(`[data-testid="sheet-total"] [data-seat="${seat}"]`).innerText());
  expect((await Promise.all(sums)).map((sum) => Number(sum.replace('−', '-')))).toEqual(result.scores);
  await accessible(page, 'sheet');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByTestId('score').click();
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(sheet.getByTestId('sheet-deal')).toHaveCount(1);
  expect(await sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize(DESKTOP.viewport);

  await page.getByTestId('look').click();
  await page.getByTestId('replay').waitFor();
  const said = new Set<string>();
  for (let step = 1; step <= record.steps.length; step += 1) {
    await page.getByTestId('replay-next').click();
    await page.waitForFunction((n) => document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step === String(n), step);
    said.add(await page.getByTestId('said').innerText());
  }
  expect([...said].some((words) => words.includes('announces kings'))).toBe(true);
  await expect(page.getByTestId('replay-next')).toBeDisabled();
  expect((await scoreOf(page)).sum).toEqual(result.scores);
  // Everything that was put away is open by now.
  await page.getByTestId('talon-note').click();
  await expect(page.getByTestId('line-put').locator('.chip')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByTestId('replay-first').click();
  await page.waitForFunction(() => document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step === '0');
  await page.locator('[data-testid^="replay-hand-"] [role="img"]').first().waitFor();
  await expect(page.getByTestId('replay').locator('[data-testid^="replay-hand-"] [role="img"]')).toHaveCount(48);
  await accessible(page, 'replay');
  await page.goto(`/game/${record.id}/fair`);
  await page.getByTestId('verdict').waitFor();
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-fair', 'true');
  await accessible(page, 'fair');
});

test('a klop by keys alone, and everything is said', async ({ visit }) => {
  const page = await open(visit, DESKTOP);
  await undertake(page, 'klop', WAYS.keys);
  await page.evaluate(() => {
    window.heard = [];
    const live = document.querySelector<HTMLElement>('[data-testid="live"]');
    new MutationObserver(() => window.heard.push(live?.textContent ?? '')).observe(live ?? document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    // A gift lies there as long as its trick.
    window.gifts = new Set();
    new MutationObserver(() => {
      for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-testid="gift"]')) window.gifts.add(dataset.card ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
  expect(await contractOf(page)).toBe('klop');
  await page.getByTestId('klop-talon').waitFor();
  let plays = 0;
  const play = async (p: Page) => {
    // Some turns are played at once, others after everything has been heard.
    plays += 1;
    if (plays % 4 === 0) await still(p);
    return WAYS.keys.play(p);
  };
  const played = await playToEnd(page, { ...WAYS.keys, play });
  expect(played.length).toBe(16);
  expect(await page.evaluate(() => window.gifts.size), 'the talon’s cards are shown').toBeGreaterThan(0);
  const { result } = await checkScore(page, 'klop');
  expect(result.declarer).toBe(null);
  expect(result.radelci).toBe(true);
  const heard = (await page.evaluate(() => window.heard)).join(' ');
  expect(heard).toMatch(/plays the tarok [IVX]+\./);
  expect(heard).toMatch(/takes the trick and from the talon the /);
  expect(heard).toMatch(/It is your turn\./);
  expect((heard.match(/ plays the /g) ?? []).length, heard).toBeGreaterThanOrEqual(40);
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset.testid === 'result');
});

test('talon, discards, announcements and kontra by keys alone', async ({ visit }) => {
  const page = await open(visit, DESKTOP);
  await undertake(page, 'two', WAYS.keys);
  expect(await decideAll(page, WAYS.keys, ['announce:valat', 'raise:game', 'raise:valat'])).toBe('card');
  await playOut(page);
  const { result } = await checkScore(page, 'two');
  const valat = result.items.find(({ item }) => item === 'valat');
  assert.ok(valat);
  expect(Math.abs(valat.value)).toBe(500 * valat.multiplier);
  expect(result.radelci, 'after a valat everybody gets a radelc').toBe(true);
});

test('a berač on a small phone, by finger', async ({ visit }) => {
  const page = await open(visit, SMALL);
  await undertake(page, 'berac', WAYS.finger);
  expect(await contractOf(page)).toBe('berač');
  expect(await asked(page)).toBe('card');
  await still(page);
  await expect(page.getByTestId('hand-card')).toHaveCount(16);
  expect([await overflow(page), await scrollable(page)]).toEqual([0, 0]);
  const row = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-testid="hand-card"]')].map((card) => card.getBoundingClientRect());
    return { left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)), width: window.innerWidth };
  });
  expect(row.left >= 0 && row.right <= row.width, `all cards are on the screen: ${JSON.stringify(row)}`).toBe(true);
  await accessible(page, 'berač');
  await playToEnd(page, WAYS.finger);
  const { record, result } = await checkScore(page, 'berac');
  expect(result.declarer).toBe(await seatOf(page, record));
  expect(Math.abs(result.items[0]?.value ?? 0)).toBe(70);
  expect(await overflow(page)).toBe(0);
  await accessible(page, 'result');
});

test('what somebody else discards stays hidden, and kontra is said', async ({ visit }) => {
  const [page, watcher] = [await open(visit, PHONE), await open(visit, DESKTOP)];
  const [heard, watched] = [await recordFrames(page), await recordFrames(watcher)];
  let record: GameRecord | undefined;
  for (let tries = 0; tries < 60 && !record; tries += 1) {
    await becomeGuest(page);
    const address = await anotherTable(page, { game: { name: 'tarok', options: {} } });
    await dealt(page);
    heard.received.length = 0;
    watched.received.length = 0;
    await watcher.goto(address);
    await watcher.getByTestId('contract').waitFor();
    const others = await passes(page);
    if (!others) continue;
    await playOut(page, ['raise:game']);
    record = await recordOf(page);
  }
  assert.ok(record, 'somebody played for the talon');
  const seat = await seatOf(page, record);
  const result = resultOf(record, 'tarok');
  expect(result.declarer).not.toBe(seat);
  const game = result.items.find(({ item }) => item === 'game');
  expect(game?.multiplier, 'kontra counts').toBeGreaterThanOrEqual(2);

  const put = record.steps.flatMap(({ events }) => events.flatMap((event) => (event.type === 'discarded' ? (event.card ?? []) : [])));
  const { stock } = record.cards;
  const hidden = put.filter((card) => !card.startsWith('T') && !stock.includes(card));
  expect(put.length > 0 && put.length <= 3, put.join()).toBe(true);
  expect(leaks(heard.received, hidden)).toEqual([]);
  // A spectator knows no hand, and hears of nothing that was put away.
  expect(watched.received.length, 'the watcher heard of the deal').toBeGreaterThan(20);
  expect(leaks(watched.received, hidden)).toEqual([]);
  await watcher.getByTestId('result').waitFor();
  const discards = heard.received
    .map(messageOf)
    .flatMap(movesOf)
    .flatMap((event) => (event.type === 'discarded' ? [event.card] : []));
  expect(discards.length, 'everybody hears that something was put away').toBe(put.length);
  for (const card of discards) expect(card === undefined || card.startsWith('T'), `${card} was told`).toBe(true);
  // The check itself: a card that is told is found.
  if (hidden.length > 0) {
    const spoilt = [
      ...heard.received,
      { text: JSON.stringify({ type: 'event', event: { type: 'moved', action: `discard:${hidden[0]}` } }) },
    ];
    expect(leaks(spoilt, hidden).length).toBe(1);
  }
});

test('from the form, with rules of the table, and at once from the front page', async ({ visit }) => {
  const page = await open(visit, DESKTOP);
  await page.goto('/create');
  await page.getByTestId('variant-tarok').check();
  await expect(page.getByTestId('players-4'), 'four is usual').toBeChecked();
  await page.getByTestId('players-3').check();
  await page.getByTestId('open_berac').check();
  await page.getByTestId('deals').selectOption('6');
  await page.getByTestId('bots').selectOption('gentle');
  await accessible(page, 'the form');
  await page.getByTestId('create').click();
  await dealt(page);
  await expect(page.getByTestId('topline')).toHaveText(/deal 1 of 6/, { useInnerText: true });
  const table = new URL(page.url()).pathname.split('/').at(-1);
  const tables = await ask<TableSummary[]>(page.request, '/api/tables');
  expect(tables.find(({ id }) => id === table)?.config.game.options).toMatchObject({ open_berac: true });
  await page.goto('/');
  await page.locator('[data-testid="lobby-table"]').getByText('tarok').first().waitFor();
  for (const [size, cards] of [
    [undefined, 12],
    [3, 16],
  ] as const) {
    await page.goto('/');
    if (size !== undefined) await page.getByTestId(`size-tarok-${size}`).check();
    await page.getByTestId('play-tarok').click();
    await dealt(page);
    await expect(page.getByTestId('hand-card')).toHaveCount(cards);
  }
});

test('cards travel from the talon to the hand and away again', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, ...MOVING }, 'about:blank');
  await undertake(page, 'three', WAYS.mouse);
  expect(await asked(page)).toBe('taking');
  await watchCards(page);
  await page.getByTestId('take-0').click();
  await decided(page, 'taking');
  await page.waitForFunction(() => window.travels.has('hand'));
  expect(await asked(page)).toBe('discarding');
  await discard(page, WAYS.mouse);
  await decided(page, 'discarding');
  await page.waitForFunction(() => window.travels.has('put') && window.travels.has('pile'));
  await playToEnd(page, WAYS.mouse);
  await checkScore(page, 'three');
});

test('the rules and the deck show the cards', async ({ visit }) => {
  const page = await open(visit, PHONE);
  await page.goto('/rules/tarok');
  await page.locator('#klop').waitFor();
  expect(await page.locator('main img').count()).toBeGreaterThan(40);
  await accessible(page, 'rules');
  await page.goto('/deck?proof');
  await page.getByTestId('tarok-light').waitFor();
  await expect(page.getByTestId('tarok-dark').locator('.row img')).toHaveCount(3 * 55);
});

/** Passes until somebody else plays; whether it is a game with discards. */
async function passes(page: Page) {
  for (;;) {
    const name = await page
      .waitForFunction(
        () => {
          const panel = document.querySelector<HTMLElement>('[data-testid="tarok-panel"]');
          if (panel?.dataset.mine === 'true' && panel.querySelector<HTMLElement>('button')) return panel.dataset.name;
          const played = document.querySelector<HTMLElement>('[data-testid="contract"] [data-testid="term"]')?.textContent;
          return played ?? undefined;
        },
        null,
        { polling: 30 },
      )
      .then((found) => found.jsonValue());
    if (name === 'bidding') {
      await page.getByTestId('bid-pass').tap();
      await decided(page, 'bidding');
    } else {
      return ['three', 'two', 'one'].includes(name ?? '') || ['doubling', 'taking'].includes(name ?? '');
    }
  }
}

/** Frames that name one of these cards: none of them may be heard of before the deal is over, nor after it. */
function leaks(frames: readonly Pick<Frame, 'text'>[], cards: readonly string[]) {
  return frames.flatMap((frame) => {
    const message = messageOf(frame);
    const told = JSON.stringify(message);
    const named = cards.filter((card) => new RegExp(`(?<![\\p{L}\\d])${card}(?![\\p{L}\\d])`, 'u').test(told));
    return named.length > 0 ? [`${message.type} names ${named.join()}`] : [];
  });
}

/** Returns true if the two places have room in common. */
function meet(a: Box, b: Box) {
  return (
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1 && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1
  );
}

test('on a telephone on its side nothing that answers is hidden, and no card lies over whose turn it is', async ({ visit }) => {
  const page = await open(visit, { viewport: FLAT.viewport });
  const panel = page.getByTestId('tarok-panel');
  await undertake(page, 'two', WAYS.mouse, {}, async () => {
    expect(await panel.evaluate((one) => one.scrollHeight <= one.clientHeight), 'the whole question is seen').toBe(true);
  });
  await asked(page);
  await page.getByTestId('take-0').click();
  await decided(page, 'taking');
  await discard(page, WAYS.mouse);
  await decided(page, 'discarding');
  expect(await asked(page)).toBe('announcing');
  await still(page);
  const [frame, confirm] = [await boxOf(panel), await boxOf(page.getByTestId('say-confirm'))];
  expect(confirm.y >= frame.y && confirm.y + confirm.height <= frame.y + frame.height, 'what answers is in the frame').toBe(true);
  await page.getByTestId('say-confirm').click();
  await decided(page, 'announcing');
  while ((await asked(page)) !== 'card') await speak(page, WAYS.mouse, []);
  const status = await boxOf(page.locator('[data-testid="status"] span').first());
  const plates = await Promise.all((await page.locator('[data-place^="plate-"]').all()).map((plate) => boxOf(plate)));
  for (const place of await page.getByTestId('trick').locator('.card').all()) {
    const card = await boxOf(place);
    expect(
      [status, ...plates].some((other) => meet(card, other)),
      'a card covers nothing',
    ).toBe(false);
  }
  await playOut(page);
  const again = await boxOf(page.getByTestId('again'));
  expect(again.y + again.height, 'how to go on is in the window').toBeLessThanOrEqual(390);
});
