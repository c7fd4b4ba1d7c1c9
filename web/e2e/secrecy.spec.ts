/** Two people play a whole deal and a third looks on: no page is ever told a card that it must not know. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { type Visit, expect, test } from './support/fixtures.ts';
import { ask, recordOf } from './support/record.ts';
import { DESKTOP, PHONE } from './support/sizes.ts';
import type { VisitOptions } from './support/visit.ts';
import { playByPress, playOn, thirds } from './support/playing.ts';
import { altered, dealOf, decidedAt, eventOf, isMove, isSnapshot, leaks, messageOf, recordFrames, shownBy } from './support/frames.ts';
import { dealt, openTable, whoAmI } from './support/table.ts';

async function listener(visit: Visit, options: VisitOptions) {
  const page = await visit(options, 'about:blank');
  return { page, heard: await recordFrames(page) };
}

/** Declares if there is anything, loads the page anew once in mid-deal, and plays a card. */
function turnOf({ reloadAt }: { reloadAt: number }) {
  return async (page: Page, n: number) => {
    if (n === reloadAt) {
      await page.reload();
      await page.locator('[data-testid="hand-card"][data-legal="true"]').first().waitFor();
    }
    const choices = page.getByTestId('declare').locator('button');
    while ((await choices.count()) > 0) {
      const before = await choices.count();
      await choices.first().click();
      await page.waitForFunction(
        (left) =>
          document.querySelectorAll<HTMLElement>('[data-testid="declare"] button').length < left &&
          document.querySelector<HTMLElement>('[data-testid="hand-card"][data-legal="true"]') !== null,
        before,
      );
    }
    return playByPress(page);
  };
}

test('a deal between two people, seen by a third', async ({ visit }) => {
  const [host, guest, watcher] = [await listener(visit, DESKTOP), await listener(visit, PHONE), await listener(visit, DESKTOP)];
  const address = await openTable(host.page, { players: 2, declarations: true }, { bots: null, private: true });
  expect(address).toMatch(/\?invite=/);
  await watcher.page.goto(address);
  await watcher.page.getByTestId('invitation-watch').click();
  await watcher.page.getByTestId('topline').waitFor();
  await guest.page.goto(address);
  await guest.page.locator('[data-testid^="sit-"]').first().tap();
  await Promise.all([dealt(host.page), dealt(guest.page)]);
  // Others come later, and are shown where the deal stands.
  const late = await listener(visit, DESKTOP);
  await Promise.all([
    playOn(host.page, turnOf({ reloadAt: 9 })),
    playOn(guest.page, async (page, n) => {
      if (n === 5) {
        await late.page.goto(address);
        await late.page.getByTestId('invitation-watch').click();
        // The others do not play to the end before it hears of them.
        await late.page.getByTestId('topline').waitFor();
      }
      if (n === 12) await watcher.page.reload();
      return turnOf({ reloadAt: 3 })(page, n);
    }),
  ]);
  for (const { page } of [host, guest, watcher, late]) {
    await page.getByTestId('result').waitFor();
    expect(thirds(await page.getByTestId('result-total').innerText())).toBeGreaterThanOrEqual(35);
  }

  const record = await recordOf(host.page);
  const me = await whoAmI(host.page);
  const seat = record.players.find(({ player }) => player.id === me.id)?.seat;
  assert.ok(seat !== undefined);
  const sent = seat === 0 ? [host.heard.sent, guest.heard.sent] : [guest.heard.sent, host.heard.sent];
  const decided = decidedAt(record, sent);
  const told = [
    { name: 'host', frames: host.heard.received, seat },
    { name: 'guest', frames: guest.heard.received, seat: 1 - seat },
    { name: 'watcher', frames: watcher.heard.received, seat: undefined },
    { name: 'late watcher', frames: late.heard.received, seat: undefined },
  ];
  for (const { name, frames, seat } of told) {
    expect(frames.filter(isMove).length, `${name} heard of the moves`).toBeGreaterThanOrEqual(15);
    expect(frames.some(isSnapshot), `${name} was shown the table`).toBe(true);
    expect(leaks(frames, record, decided, seat), name).toEqual([]);
  }

  // The check itself: whatever is told too early, wherever it stands, is found.
  for (const { name, frames, seat } of told) {
    /** The cards of the hands that the reader may not see, as long as they have not been shown; nearly all may be played by then. */
    const hiddenAfter = (shown: readonly string[]) =>
      record.cards.hands.flatMap((hand, n) => (n === seat ? [] : hand)).filter((card) => !shown.includes(card));
    const early = frames.findIndex(isMove);
    const done = decided.filter((at) => at <= (frames[early]?.at ?? 0)).length;
    const shown = shownBy(record.steps.slice(0, done).flatMap((step) => step.events));
    const hidden = hiddenAfter(shown);
    const undrawn = record.cards.stock.filter((card) => !shown.includes(card));
    expect(hidden.length, name).toBeGreaterThan(0);
    const [first = ''] = hidden;
    const changes: [card: string, path: string, value: unknown][] = [
      [first, 'event/events/0/card', first],
      [first, 'words', `holds ${first}, too`],
      [first, first, 1],
      ...undrawn.slice(-1).map((card): [string, string, unknown] => [card, 'event/turn/hint', { cards: [card] }]),
    ];
    for (const [card, path, value] of changes) {
      const found = leaks(altered(frames, early, path, value), record, decided, seat);
      expect(found.length, `${name}: ${found}`).toBe(1);
      expect(found[0]).toMatch(new RegExp(`names ${card}`));
    }
    const secret = leaks(altered(frames, early, 'key', record.secret), record, decided, seat);
    expect(secret.length, name).toBe(1);
    // Its own cards are no secret to a seat; a spectator may see neither hand.
    const hands = record.cards.hands.map((hand) => leaks(altered(frames, early, 'hand', hand), record, decided, seat).length > 0);
    expect(hands, name).toEqual([seat !== 0, seat !== 1]);
    // A snapshot that shows too much.
    const picture = frames.findIndex((frame) => isSnapshot(frame) && (dealOf(messageOf(frame))?.moves.length ?? 0) > 0);
    if (picture >= 0) {
      const before = decided.filter((at) => at <= (frames[picture]?.at ?? 0)).length;
      const open = shownBy(record.steps.slice(0, before).flatMap((step) => step.events));
      const [card = ''] = hiddenAfter(open);
      const found = leaks(altered(frames, picture, 'snapshot/deal/zones/stock/cards', [card]), record, decided, seat);
      expect(
        found.map((one) => one.includes(`names ${card}`)),
        name,
      ).toEqual([true]);
    }
  }
  // The frames as if they had come before the cards were played.
  const before = watcher.heard.received.map((frame) => ({ ...frame, at: frame.at - 3600 }));
  expect(leaks(before, record, decided, undefined).length).toBeGreaterThan(record.steps.length);
});

test('what is not over yet is in no archive', async ({ visit, request }) => {
  const { page, heard } = await listener(visit, DESKTOP);
  await openTable(page, { players: 2 });
  await dealt(page);
  await playOn(page, (p) => playByPress(p), 3);
  const [game] = heard.received.flatMap((frame) => {
    const event = eventOf(messageOf(frame));
    return event?.type === 'dealt' ? event.deal.game : [];
  });
  assert.ok(game);
  expect((await request.get(`/api/games/${game}`)).status()).toBe(404);
  const me = await whoAmI(page);
  expect(await ask(request, `/api/games?player=${me.id}`)).toEqual([]);
});
