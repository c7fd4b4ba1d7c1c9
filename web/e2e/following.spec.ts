/** Following a player: who is here, and the way to their table. */
import type { Page } from '@playwright/test';
import { type Visit, expect, test } from './support/fixtures.ts';
import type { VisitOptions } from './support/visit.ts';
import { accessible } from './support/accessibility.ts';
import { overflow, settled } from './support/page.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import { becomeGuest, post } from './support/table.ts';
import type { BotAccount, CreatedTable, Session } from '../src/lib/protocol';

/** A page of somebody who has registered, with their account. */
async function somebody(visit: Visit, name: string, size: VisitOptions = DESKTOP) {
  const page = await visit(size, 'about:blank');
  const unique = `${name} ${Math.random().toString(36).slice(2, 8)}`;
  const { user } = await post<Session>(page, '/api/register', { name: unique, password: 'korenček in burja' });
  return { page, user };
}

/** Waits until the only one who is followed is there. */
function at(page: Page, place: string) {
  return page.locator(`[data-testid="followed-player"][data-at="${place}"]`).waitFor();
}

test('a friend appears, plays, is joined with one press, hides and goes', async ({ visit }) => {
  const { page: ana, user } = await somebody(visit, 'Ana');
  const { page: bor } = await somebody(visit, 'Bor', PHONE);
  await bor.goto(`/player/${user.id}`);
  await bor.getByTestId('follow').click();
  await bor.locator('[data-testid="follow"][aria-pressed="true"]').waitFor();
  await bor.goto('/');
  await at(bor, 'away');
  await ana.goto('/');
  await at(bor, 'online');
  expect(await overflow(bor)).toBe(0);
  await accessible(bor, 'those who are followed');

  // Hidden is as good as away, and at once.
  await ana.goto('/settings');
  await ana.getByTestId('presence').uncheck();
  await at(bor, 'away');
  await ana.reload();
  await ana.locator('[data-testid="presence"]:enabled:not(:checked)').check();
  await at(bor, 'online');

  const { table } = await post<CreatedTable>(ana, '/api/tables', { game: { name: 'trset', options: { players: 2 } } });
  await ana.goto(`/table/${table}?sit`);
  await at(bor, 'waiting');
  const cut = await bor
    .locator('[data-testid="followed"] li .hint')
    .evaluateAll((lines) =>
      lines
        .filter(
          (line) =>
            line.scrollWidth > line.clientWidth ||
            line.getBoundingClientRect().bottom > (line.closest('li')?.getBoundingClientRect().bottom ?? 0),
        )
        .map((line) => line.textContent),
    );
  expect(cut, 'where somebody waits is read whole').toEqual([]);
  await bor.getByTestId('followed-go').click();
  for (const page of [ana, bor]) await page.getByTestId('hand-card').first().waitFor();
  expect(new URL(bor.url()).pathname).toBe(`/table/${table}`);

  const { page: cene } = await somebody(visit, 'Cene');
  expect((await cene.request.put(`/api/me/following/${user.id}`)).status()).toBe(204);
  await cene.goto('/');
  await at(cene, 'playing');
  await ana.context().close();
  await at(cene, 'away');
});

test('a guest is told what following takes, and nobody follows themselves or a bot', async ({ visit }) => {
  const { page: ana, user } = await somebody(visit, 'Ana');
  const guest = await visit(DESKTOP, 'about:blank');
  await becomeGuest(guest);
  await guest.goto(`/player/${user.id}`);
  await guest.getByTestId('follow').click();
  await guest.getByTestId('follow-hint').getByRole('link').waitFor();
  await expect(guest.getByTestId('follow-hint')).toHaveText(/Only registered players/, { useInnerText: true });
  await guest.goto('/');
  await guest.getByTestId('pairing').waitFor();
  expect(await guest.getByTestId('followed').count()).toBe(0);

  const { bot } = await post<BotAccount>(ana, '/api/bots', { name: `Robot ${Math.random().toString(36).slice(2, 8)}` });
  for (const id of [user.id, bot.id]) {
    await ana.goto(`/player/${id}`);
    await ana
      .getByTestId('games')
      .or(ana.getByRole('heading', { level: 2 }))
      .first()
      .waitFor();
    await ana.getByTestId('account-link').waitFor();
    expect(await ana.getByTestId('follow').count()).toBe(0);
  }
});

test('nothing moves when those who are followed come late', async ({ visit }) => {
  const { user } = await somebody(visit, 'Ana');
  const { page: bor } = await somebody(visit, 'Bor');
  expect((await bor.request.put(`/api/me/following/${user.id}`)).status()).toBe(204);
  await bor.goto('/');
  await at(bor, 'away');
  await bor.addInitScript(() => {
    window.shifts = [];
    // What is live elsewhere may grow and shrink within its line, as names do at the table that is shown.
    const moves = ({ previousRect, currentRect }: LayoutShift['sources'][number]) =>
      previousRect.top !== currentRect.top || previousRect.height !== currentRect.height;
    const note = (list: PerformanceObserverEntryList) =>
      window.shifts.push(...(list.getEntries() as LayoutShift[]).filter((one) => !one.hadRecentInput && one.sources.some(moves)));
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });
  await bor.reload();
  await at(bor, 'away');
  await bor.getByTestId('account-link').waitFor();
  // Whatever else was asked for has come, and has been drawn.
  await bor.waitForLoadState('networkidle');
  await settled(bor);
  expect(await bor.evaluate(() => window.shifts)).toEqual([]);
});
