/** A guest plays a whole deal by mouse, sees the result and replays it. */
import type { MatchSummary } from '../src/lib/protocol';
import { accessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { drawn, goBackTo, loaded, overflow, scrollable } from './support/page.ts';
import { DESKTOP, MOVING, PHONE } from './support/sizes.ts';
import { playByPress, playOn, thirds } from './support/playing.ts';
import { playOut } from './support/socketPlay.ts';

test('play now, to the result, to the replay, to the archive', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, ...MOVING });
  await page
    .getByTestId('lobby-table')
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => undefined);
  await page.getByTestId('play-now').click();
  await page.getByTestId('hand-card').first().waitFor();
  await expect(page.getByTestId('hand-card')).toHaveCount(10);
  expect(await overflow(page)).toBe(0);
  expect(await scrollable(page)).toBe(0);

  const first = await playOn(page, (p) => playByPress(p), 6);
  const rest = await playOn(page, (p) => playByPress(p));
  expect(first.length + rest.length).toBe(20);
  expect(new Set([...first, ...rest]).size, 'no card twice').toBe(20);

  await page.getByTestId('result').waitFor();
  expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35);

  await page.getByTestId('look').click();
  await page.getByTestId('replay').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const said = new Set();
  for (let step = 1; step <= 40; step++) {
    await page.getByTestId('replay-next').click();
    await page.waitForFunction((n) => document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step === String(n), step);
    said.add(await page.getByTestId('said').innerText());
  }
  expect(said.size, 'every step says something of its own').toBeGreaterThan(35);
  await expect(page.getByTestId('replay-next')).toBeDisabled();
  await page.getByTestId('replay-result').waitFor();
  expect(thirds(await page.getByTestId('result-total').innerText())).toBe(35);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector<HTMLElement>('[data-testid=replay]')?.dataset.step === '0');

  // The seat at the table is still the reader's.
  await page.getByTestId('to-table').click();
  await page.getByTestId('again').waitFor();

  await page.goto('/games');
  await page.getByTestId('games').waitFor();
  await loaded(page);
  expect(await page.getByTestId('games').locator('li').count(), 'one page at a time').toBeLessThanOrEqual(20);
  await goBackTo(page, id);
  expect(await page.locator('main [role="status"]').count(), 'nothing is being loaded any more').toBe(0);
});

test('another deal at the same table', async ({ visit }) => {
  const page = await visit(DESKTOP);
  await page.getByTestId('play-now').click();
  await page.getByTestId('hand-card').first().waitFor();
  await playOut(page);
  await page.getByTestId('again').click();
  await page.getByTestId('result').waitFor({ state: 'detached' });
  await page.getByTestId('hand-card').first().waitFor();
  await expect(page.getByTestId('hand-card')).toHaveCount(10);
  await playOn(page, (p) => playByPress(p), 2);
});

test('a match is one line of the archive, which unfolds to its deals', async ({ visit }) => {
  const page = await visit(PHONE, 'about:blank');
  const names = ['Ana', 'Igralka z zelo dolgim imenom', 'Cene', 'Dana'];
  const players = names.map((name, seat) => ({
    seat,
    player: { id: name, name, kind: 'person' as const },
    points: seat % 2 === 0 ? 31 : 19,
    won: seat % 2 === 0,
  }));
  const time = '2026-11-23T10:05:00Z';
  const about = { kind: 'trset-4', table: 't', started: time, time };
  const match: MatchSummary = { ...about, id: 'd2', number: 7, deals: 2, stage: 'over', players };
  const seats = players.map(({ points }) => ({ points, thirds: 0 }));
  const deal = (number: number) => ({
    ...about,
    id: `d${number}`,
    number,
    moves: 40,
    players: players.map((one) => ({ ...one, forfeited: false })),
    result: { game: 'trset', cappotto: false, seats },
  });
  await page.route('**/api/matches?*', (route) => route.fulfill({ json: [match] }));
  await page.route('**/api/games?*', (route) => route.fulfill({ json: [deal(2), deal(1)] }));
  await page.goto('/games');
  await page.getByTestId('deals-of').tap();
  await expect(page.getByTestId('deals').locator('tbody a')).toHaveText(['1', '2']);
  await accessible(page, 'the deals of a match');
  await page.setViewportSize({ width: 320, height: 640 });
  await drawn(page);
  expect(await overflow(page)).toBe(0);
  await page.getByTestId('game-d2').tap();
  await page.waitForURL('**/game/d2');
  await page.goBack();
  await page.getByTestId('deals-of').waitFor();
});
