/** The browser that the tests drive, and what all of them do with a page. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const BASE = process.env.VZETEK_URL ?? process.argv[2] ?? 'http://127.0.0.1:8080';
const SHOTS = process.env.VZETEK_SHOTS;

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** A page of a person of its own: no cookies are shared. Faults of the page end the test. */
export async function visit(browser, options, address = '/') {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: BASE, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error));
  await page.goto(address);
  return page;
}

export function byId(page, id) {
  return page.locator(`[data-testid="${id}"]`);
}

/** A picture in the folder VZETEK_SHOTS, if one is given. */
export async function shoot(page, name, fullPage = false) {
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage });
}

/** The same picture in light and in dark. */
export async function shootBoth(page, name, fullPage = false) {
  if (!SHOTS) return;
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `${name}-${colorScheme}`, fullPage);
  }
}

/** How much wider than the window the page is, in pixels: nothing may be. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** How much higher than the window the page is, in pixels. */
export function scrollable(page) {
  return page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
}
