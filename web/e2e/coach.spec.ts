/** The help of the first games, at a real page: the coach, the order of the cards, and why a deal came out so. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { TrsetOptions } from '../src/lib/protocol';
import { type Visit, expect, test } from './support/fixtures.ts';
import { boxOf, scrollable } from './support/page.ts';
import { DESKTOP, FLAT, PHONE, SMALL } from './support/sizes.ts';
import type { VisitOptions } from './support/visit.ts';
import { awaitTurn, held, playByPress } from './support/playing.ts';
import { WAYS, asked, decided, discard, playToEnd, speak } from './support/tarok.ts';
import { recordOf } from './support/record.ts';
import { type Frames, recordFrames } from './support/frames.ts';
import { dealt, openTable, still } from './support/table.ts';
import { type Action, layDown, legalOf, openTablic, pick, playUntil, readAction } from './support/tablic.ts';

/** Sits down where nothing is at stake, and waits for the first turn. */
async function casual(visit: Visit, size: VisitOptions, options: TrsetOptions) {
  const page = await visit(size, 'about:blank');
  await openTable(page, options, { rated: false });
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  return page;
}

/** Waits until an element says something, and returns what it says at that moment. */
async function spoken(page: Page, id = 'coach') {
  const said = await page.waitForFunction((id) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)?.innerText.trim(), id, {
    polling: 30,
  });
  return (await said.jsonValue()) ?? '';
}

for (const [size, where] of [
  [DESKTOP, 'desktop'],
  [PHONE, 'phone'],
] as const) {
  test(`the coach speaks at every turn and moves nothing, and at the end says why (${where})`, async ({ visit }) => {
    const page = await casual(visit, size, { players: 2 });
    expect(await spoken(page)).toMatch(/^The most points win/);
    await still(page);
    const heights = new Set();
    while ((await awaitTurn(page)) === 'turn') {
      const said = await spoken(page);
      expect(said).not.toMatch(/[{}]/);
      expect(said).toMatch(/[.?]$/);
      heights.add((await boxOf(page.getByTestId('coach'))).height);
      await playByPress(page, where === 'phone');
    }
    expect(heights.size, 'its room is the same whatever it says').toBe(1);
    expect(await spoken(page, 'why')).toMatch(/took more: .+\.$|^Both took as much: .+\.$/);
  });
}

/** Fails if a button of the decision is covered, cut off by its panel or out of sight, or words stand over the talon. */
async function inSight(page: Page) {
  const { panel, over, coach, buttons, window } = await page.evaluate(() => {
    const box = (node: Element | null) => {
      if (!node) throw new Error('it is not on the page');
      const { top, bottom, left, right } = node.getBoundingClientRect();
      return { top, bottom, left, right };
    };
    const panel = document.querySelector<HTMLElement>('[data-testid="tarok-panel"]');
    if (!panel) throw new Error('there is no panel');
    const words = [...panel.querySelectorAll<HTMLElement>(':scope > h2, :scope > p')].filter((node) => node.offsetHeight > 1);
    const cards = [...panel.querySelectorAll<HTMLElement>('[data-testid^="take-"], .slot')];
    return {
      panel: box(panel),
      over: words.flatMap((one) =>
        cards.filter((card) => box(one).bottom > box(card).top + 1 && box(one).top < box(card).bottom - 1).map(() => one.innerText),
      ),
      coach: box(document.querySelector<HTMLElement>('[data-testid="coach"]')),
      // Words that explain give way where there is no room.
      buttons: [...document.querySelectorAll<HTMLElement>('[data-testid="tarok-panel"] button, [data-testid^="take-"]')]
        .filter((node) => node.offsetHeight > 0)
        .map((node) => ({ name: node.innerText, ...box(node) })),
      window: { width: innerWidth, height: innerHeight },
    };
  });
  expect(buttons.length).toBeGreaterThan(0);
  expect(over, 'words stand over cards').toEqual([]);
  for (const button of buttons) {
    expect(button.bottom <= coach.top + 1 || button.top >= coach.bottom - 1, `the coach covers ${JSON.stringify({ button, coach })}`).toBe(
      true,
    );
    expect(
      button.top >= panel.top - 1 && button.bottom <= panel.bottom + 1,
      `${button.name} is cut off: ${JSON.stringify({ button, panel })}`,
    ).toBe(true);
    expect(
      button.top >= 0 && button.bottom <= window.height && button.left >= 0 && button.right <= window.width,
      `${button.name} is out of sight`,
    ).toBe(true);
  }
}

/** In windows of computers nothing of a decision has to be scrolled to. */
async function whole(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
    [1024, 768],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await still(page);
    const { scrollHeight, clientHeight } = await page
      .getByTestId('tarok-panel')
      .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }));
    expect(scrollHeight, `${name} in ${width} × ${height}`).toBeLessThanOrEqual(clientHeight + 1);
  }
}

for (const [size, where, way, players] of [
  [DESKTOP, 'desktop', WAYS.mouse, 4],
  [PHONE, 'phone', WAYS.finger, 3],
  [SMALL, 'small', WAYS.finger, 4],
  [FLAT, 'flat', WAYS.finger, 3],
] as const) {
  test(`a first game of tarok leads through bid, talon, discard and announcement (${where}, ${players} players)`, async ({ visit }) => {
    const page = await visit(size);
    await page.getByTestId(`size-tarok-${players}`).check({ force: true });
    await way.press(page, page.getByTestId('play-tarok'));
    await dealt(page);
    /** Waits for a question, and returns what the coach says to it. */
    const toldAt = async (name: string) => {
      expect(await asked(page)).toBe(name);
      const said = await spoken(page);
      expect(said).toMatch(/^[^{}]+[.?]$/);
      await still(page);
      await inSight(page);
      if (where === 'desktop') await whole(page, name);
      return said;
    };
    const answer = async (name: string, id: string) => {
      await way.press(page, page.getByTestId(id));
      await decided(page, name);
    };
    const mark = await page.getByTestId('prepared-deal').evaluate((node) => {
      const inside = node.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const { right, width } = node.getBoundingClientRect();
      return width > 0 && right <= inside.right + 1;
    });
    assert.ok(mark, 'it is said in whole that the deal was prepared');
    expect(await toldAt('bidding')).toMatch(players === 3 ? /eight taroks or more one often bids/ : /six taroks or more one often bids/);
    await answer('bidding', 'bid-two');
    expect(await toldAt('choosing')).toMatch(/^The bidding is yours: play two/);
    await answer('choosing', 'contract-two');
    if (players === 4) {
      const said = await toldAt('calling');
      const kings = [...said.matchAll(/king of (\w)/g)].map(([, suit = '']) => `${suit.toUpperCase()}K`);
      await answer('calling', `call-${kings[0] ?? 'none'}`);
    }
    const taking = await toldAt('taking');
    // In some of the prepared deals the groups are worth the same.
    expect(taking).toMatch(/[Gg]roup \d|No group has more/);
    const [, group = '1'] = /[Gg]roup (\d)/.exec(taking) ?? [];
    await answer('taking', `take-${Number(group) - 1}`);
    expect(await toldAt('discarding')).toMatch(/^Put 2 cards away/);
    await discard(page, way);
    await decided(page, 'discarding');
    const [, item = ''] = /Announcing (trula|kings)/.exec(await toldAt('announcing')) ?? [];
    await speak(page, way, [`announce:${item}`]);
    await decided(page, 'announcing');
    while ((await asked(page)) === 'doubling') {
      expect(await spoken(page)).toMatch(/^There is nothing for you to say|^Kontra was said|^You may raise/);
      await speak(page, way, []);
      await decided(page, 'doubling');
    }
    expect(await spoken(page)).toMatch(players === 3 ? /^You play two alone/ : /^You play two with whoever|^You play two with /);
    await playToEnd(page, way);
    expect(await spoken(page, 'why')).toMatch(players === 3 ? /^You took \d+ of the 70 points/ : /^You and .+ took \d+ of the 70 points/);
    const record = await recordOf(page);
    expect(record.options.options).toEqual(players === 3 ? { prepared: true } : { players: 4, prepared: true });
    await page.goto(`/game/${record.id}?move=20`);
    const stage = await boxOf(page.getByTestId('stage'));
    const shown = size.viewport;
    expect(where === 'small' || stage.height <= shown.height, `board and buttons take ${stage.height} of ${shown.height} px`).toBe(true);
    // On a telephone they are in sight as the page comes.
    expect(
      where !== 'phone' || stage.y + stage.height <= shown.height,
      `board and buttons end at ${stage.y + stage.height} of ${shown.height} px`,
    ).toBe(true);
    await page.goto(`/game/${record.id}/fair`);
    await page.getByTestId('prepared').waitFor();
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-fair', 'true');
  });
}

test('in kifameno the fewest points win, and it says so', async ({ visit }) => {
  const page = await casual(visit, DESKTOP, { variant: 'kifameno', players: 2 });
  expect(await spoken(page)).toMatch(/^The fewest points win/);
});

test('the order of the cards lies at the edge, is folded away, and comes back by the help', async ({ visit }) => {
  const page = await casual(visit, DESKTOP, { players: 2 });
  const strip = page.getByTestId('order-strip');
  expect((await strip.locator('li').allInnerTexts()).join(' ').replace(/\s+/g, ' ')).toMatch(/^3 ⅓ 2 ⅓ A 1 K ⅓/);
  await page.getByTestId('fold-strip').click();
  await strip.waitFor({ state: 'detached' });
  await page.reload();
  await dealt(page);
  expect(await strip.count(), 'what was folded stays so').toBe(0);
  await page.getByTestId('open-help').click();
  await page.getByTestId('help-strip').selectOption('on');
  await strip.waitFor();
  await page.getByTestId('help-line').selectOption('off');
  await page.getByTestId('coach').waitFor({ state: 'detached' });
});

test('on a telephone the order of the cards opens by a button and moves nothing', async ({ visit }) => {
  const page = await casual(visit, PHONE, { players: 2 });
  expect(await page.getByTestId('order-strip').isVisible()).toBe(false);
  await still(page);
  const before = await boxOf(page.getByTestId('hand'));
  await page.getByTestId('open-help').tap();
  await page.locator('[popover] li').first().waitFor();
  expect(await boxOf(page.getByTestId('hand'))).toEqual(before);
  expect(await scrollable(page)).toBe(0);
});

test('where ratings are at stake nobody is coached or reminded of cards', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, settings: { learner: true } }, 'about:blank');
  const frames: string[] = [];
  page.on('websocket', (ws) => ws.on('framesent', ({ payload }) => frames.push(String(payload))));
  await openTable(page, { players: 2 });
  await dealt(page);
  expect(await awaitTurn(page)).toBe('turn');
  await playByPress(page);
  expect(await awaitTurn(page)).toBe('turn');
  expect(await page.getByTestId('coach').count()).toBe(0);
  expect(await page.getByTestId('cards-out').count()).toBe(0);
  expect(await page.locator('[data-testid^="known-"]').count()).toBe(0);
  expect(frames.filter((frame) => frame.includes('"coach"'))).toEqual([]);
});

test('where ratings are at stake tablić offers no best capture', async ({ visit }) => {
  const several = (heard: Frames): Action | undefined => {
    const ways = legalOf(heard)
      .legal.map(readAction)
      .filter(({ taken }) => taken.length > 0);
    return ways.find(({ card }, n) => ways.some((other, m) => m > n && other.card === card));
  };
  const page = await visit(DESKTOP, 'about:blank');
  const heard = await recordFrames(page);
  // Until a card may take in two ways or more; nearly every deal has some.
  let found: Action | undefined;
  for (let deal = 0; deal < 4 && found === undefined; deal += 1) {
    await openTablic(page);
    await playUntil(page, layDown, () => (found = several(heard)) !== undefined);
  }
  assert.ok(found, 'cards that are only laid down can be taken in several ways in the end');
  await still(page);
  await held(page, found.card).click({ position: { x: 8, y: 30 } });
  await page.getByTestId('do-lay').waitFor();
  expect(await page.getByTestId('do-richest').count()).toBe(0);
  await expect(page.getByTestId('sums')).toHaveText(/choose cards on the table/, { useInnerText: true });
  await pick(page, found.card, found.taken);
  await page.getByTestId('do-capture').click();
  await held(page, found.card).waitFor({ state: 'detached' });
});
