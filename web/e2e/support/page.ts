/** What all tests do with a page. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { poll } from './poll.ts';

/** Waits until the page has everything it asked for. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  // A page may look for several things at once, each with its own line.
  await page.waitForFunction(() => [...document.querySelectorAll('main [role="status"]')].every((one) => !one.textContent.includes('…')));
}

/** Goes back in a list of games until this one is there: others may have ended theirs since. */
export async function goBackTo(page: Page, id: string): Promise<void> {
  const rows = page.getByTestId('games').locator('li');
  await rows.first().waitFor();
  while ((await page.getByTestId(`game-${id}`).count()) === 0) {
    const before = await rows.count();
    await page.getByTestId('older').click();
    await rows.nth(before).waitFor();
  }
}

/** Waits for the tables of the front page, and has all of them shown. */
export async function wholeLobby(page: Page): Promise<void> {
  await page.getByTestId('lobby-table').first().waitFor();
  // Each is gone once it has been pressed, or when tables have closed meanwhile.
  while (
    await page.evaluate(() => {
      const more = document.querySelector<HTMLElement>('[data-testid="more-tables"]');
      more?.click();
      return more !== null;
    })
  );
}

/** Waits until the page has drawn what it knows. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Waits until nothing is on its way any more that could move anything: faces of letters, pictures, and whatever is
 * animated for a time. Then everything lies where it stays until something happens.
 */
export async function settled(page: Page): Promise<void> {
  // Not `waitForFunction`, which takes a promise for the answer.
  await poll(async () => (await page.evaluate(isSettled)) || undefined, 'the page does not come to rest');
}

async function isSettled(): Promise<boolean> {
  await document.fonts.ready;
  const moving = document
    .getAnimations()
    .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity);
  if (moving || ![...document.images].every((image) => image.complete || image.loading === 'lazy')) return false;
  const places = () =>
    [...document.querySelectorAll('[data-testid], [data-place]')]
      .map((one) => Object.values(one.getBoundingClientRect().toJSON() as DOMRect).join())
      .join(';');
  const before = places();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return places() === before;
}

/** What the page to be opened would take away after so many milliseconds stays, for machines of any speed. */
export async function lasting(page: Page, ms: number): Promise<void> {
  await page.addInitScript((short) => {
    const { setTimeout } = window;
    const slower = (...[act, wait, ...more]: Parameters<typeof setTimeout>) =>
      setTimeout(act, wait === short ? 600_000 : wait, ...(more as unknown[]));
    window.setTimeout = slower as typeof setTimeout;
  }, ms);
}

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Returns the place of what is seen there, once everything lies where it stays. */
export async function boxOf(locator: Locator): Promise<Box> {
  await locator.waitFor();
  await settled(locator.page());
  const box = await locator.boundingBox();
  assert.ok(box, `${locator} has no place`);
  return box;
}

/**
 * Writes down from now on what is said at a place where words pass by, as a notice; returns a
 * function that waits for words that fit.
 */
export async function passing(page: Page, id: string): Promise<(words: RegExp) => Promise<void>> {
  await page.evaluate((name) => {
    const said: string[] = [];
    (window.passed ??= {})[name] = said;
    const look = () => {
      const text = document.querySelector(`[data-testid="${name}"]`)?.textContent.trim();
      if (text && text !== said.at(-1)) said.push(text);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    look();
  }, id);
  return async ({ source, flags }) => {
    await page.waitForFunction(({ name, words, how }) => window.passed?.[name]?.some((text) => new RegExp(words, how).test(text)), {
      name: id,
      words: source,
      how: flags,
    });
  };
}

/** Returns the pixels by which the page is wider than the window: there may be none. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Returns the pixels by which the page is higher than the window. */
export function scrollable(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
}

/** Has the page speak this language from its next load on. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => {
    window.localStorage.setItem('vzetek.language', chosen);
  }, language);
}
