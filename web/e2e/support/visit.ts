/** Pages of visitors, each with cookies and storage of their own. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { Settings } from '../../src/lib/app/settings.svelte';

/** The factor by which the processor of every page is slowed, to try the tests themselves. */
const SLOWER = Number(process.env.VZETEK_SLOWER ?? 1);

export interface VisitOptions extends BrowserContextOptions {
  settings?: Partial<Settings>;
}

/** No card goes before a test has looked at it, and no test waits longer than it has to for what is shown. */
const SETTINGS: Partial<Settings> = { autoLast: false, pace: 'fast' };

/** Opens an address as a new visitor. */
export async function visit(browser: Browser, { settings, ...options }: VisitOptions, address = '/'): Promise<Page> {
  const context = await browser.newContext(options);
  await context.addInitScript(
    (set) => {
      if (location.protocol !== 'http:' || window.localStorage.getItem('vzetek.settings')) return;
      window.localStorage.setItem('vzetek.settings', set);
    },
    JSON.stringify({ ...SETTINGS, ...settings }),
  );
  // The tools' compiler (tsx) names functions by a helper, also those that run in a page.
  await context.addInitScript('globalThis.__name ??= (target) => target');
  const page = await context.newPage();
  if (SLOWER > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  if (address !== 'about:blank') await page.goto(address);
  return page;
}
