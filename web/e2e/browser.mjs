/** The browser that the tests drive, and what all of them do with a page. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const BASE = process.env.VZETEK_URL ?? process.argv[2] ?? 'http://127.0.0.1:8080';
const SHOTS = process.env.VZETEK_SHOTS;
/** Whatever moves has come to rest by then, for a picture. */
const REST_MS = 400;
/** Whatever is waited for is there by then, on the busiest machine. */
const PATIENCE_MS = 120_000;
/** The factor by which the processor of every page is slowed, to try the tests themselves. */
const SLOWER = Number(process.env.VZETEK_SLOWER ?? 1);

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** For pages on which cards are to travel: of its own accord nothing moves, which is half of the work. */
export const MOVING = { reducedMotion: 'no-preference' };

/** The features that Playwright switches off, as far as it concerns the tests, and the popups of the address bar, which Chromium prepares for every window. */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const HOW = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--mute-audio',
    `--disable-features=${FEATURES_OFF.join()}`,
  ],
};

/** A browser for other processes: VZETEK_BROWSER tells them its address. */
export function serveBrowser() {
  return chromium.launchServer(HOW);
}

/** The browser that is served, or one of one's own. */
export function launch() {
  const served = process.env.VZETEK_BROWSER;
  return served ? chromium.connect(served) : chromium.launch(HOW);
}

/** The settings of a page in these tests: no card goes before a test has looked at it. */
const SETTINGS = { autoLast: false };

/** A page of a person of its own: no cookies are shared. Faults of the page end the test. */
export async function visit(browser, options, address = '/') {
  // That which is kept for a visit without a network has a test of its own.
  const usual = { locale: 'en-GB', baseURL: BASE, reducedMotion: 'reduce', serviceWorkers: 'block' };
  const { settings, ...more } = options;
  const context = await browser.newContext({ ...usual, ...more });
  await context.addInitScript((set) => {
    if (location.protocol !== 'http:' || window.localStorage.getItem('vzetek.settings')) return;
    window.localStorage.setItem('vzetek.settings', set);
  }, JSON.stringify({ ...SETTINGS, ...settings }));
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error));
  if (SLOWER > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(address);
  return page;
}

export function byId(page, id) {
  return page.locator(`[data-testid="${id}"]`);
}

/** Waits until the page has everything it asked for. */
export async function loaded(page) {
  await page.locator('main h1').first().waitFor();
  // A page may look for several things at once, each with its own line.
  await page.waitForFunction(() => [...document.querySelectorAll('main [role="status"]')].every((one) => !one.textContent.includes('…')));
}

/** Goes back in a list of games until this one is there: others may have ended theirs since. */
export async function goBackTo(page, id) {
  const rows = byId(page, 'games').locator('li');
  await rows.first().waitFor();
  while ((await byId(page, `game-${id}`).count()) === 0) {
    const before = await rows.count();
    await byId(page, 'older').click();
    await rows.nth(before).waitFor();
  }
}

/** Waits for the tables of the front page, and has all of them shown. */
export async function wholeLobby(page) {
  await byId(page, 'lobby-table').first().waitFor();
  for (const more of await byId(page, 'more-tables').all()) await more.press('Enter');
}

/** Waits until the page has drawn what it knows. */
export async function drawn(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Writes down from now on what is said at a place where words pass by, as a notice; returns a
 * function that waits for words that fit.
 */
export async function passing(page, id) {
  await page.evaluate((name) => {
    const said = [];
    (window.passed ??= {})[name] = said;
    const look = () => {
      const text = document.querySelector(`[data-testid="${name}"]`)?.textContent.trim();
      if (text && text !== said.at(-1)) said.push(text);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    look();
  }, id);
  return ({ source, flags }) =>
    page.waitForFunction(
      ([name, words, how]) => window.passed[name].some((text) => new RegExp(words, how).test(text)),
      [id, source, flags],
    );
}

/** A picture in the folder VZETEK_SHOTS, if one is given. */
export async function shoot(page, name, fullPage = false) {
  if (!SHOTS) return;
  await page.waitForTimeout(REST_MS);
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage });
}

/** Takes a picture in light and in dark. */
export async function shootBoth(page, name, fullPage = false) {
  if (!SHOTS) return;
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${name}-${colorScheme}`, fullPage);
  }
}

/** Returns the pixels by which the page is wider than the window: there may be none. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Returns the pixels by which the page is higher than the window. */
export function scrollable(page) {
  return page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
}
