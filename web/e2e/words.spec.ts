/** Every page in every language: its own words, none missing, no line too long for a narrow phone, and open to everybody. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogues } from '../tools/catalogues.ts';
import { LANGUAGES, tagOf, type Language } from '../src/lib/i18n/core.ts';
import { accessible } from './support/accessibility.ts';
import { loaded, overflow, scrollable } from './support/page.ts';
import { SMALL } from './support/sizes.ts';
import type { TrsetOptions } from '../src/lib/protocol';
import { PAGES } from './support/publicPages.ts';
import { awaitTurn, playByPress, playOn } from './support/playing.ts';
import { dealt, openTable, still, whoAmI } from './support/table.ts';
import { playOut } from './support/socketPlay.ts';

const NARROW = { ...SMALL, viewport: { width: 360, height: 740 } };
/** The outer screen of a phone that folds. */
const FOLDED = { width: 280, height: 653 };

/** The texts of each language, in one list, and the keys. */
const said: Record<Language, Set<string>> = { sl: new Set(), hr: new Set(), sr: new Set(), it: new Set(), en: new Set() };
const keys = new Set<string>();

const folders = (await catalogues()).flatMap((catalogue) => catalogue.folders);
for (const language of LANGUAGES) {
  for (const folder of folders) {
    const words = JSON.parse(await readFile(join(folder, `${language}.json`), 'utf8')) as Record<string, string | Record<string, string>>;
    for (const [key, entry] of Object.entries(words)) {
      keys.add(key);
      for (const text of typeof entry === 'string' ? [entry] : Object.values(entry)) said[language].add(text);
    }
  }
}

/** Everything the page says to those who see and those who hear, but what is a program's. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.parentElement?.closest('code, pre, script, style, noscript, option[lang]')) texts.push(node.textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
      for (const element of document.querySelectorAll<HTMLElement>(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.filter((text) => text !== '');
  });
}

async function wellSaid(page: Page, language: Language, name: string): Promise<void> {
  const where = `${name} in ${language}`;
  expect(await page.evaluate(() => document.documentElement.lang), where).toBe(tagOf(language));
  const texts = await wordsOf(page);
  expect(texts.length, `${where} says something`).toBeGreaterThan(3);
  for (const text of texts) {
    for (const [word] of text.matchAll(/[a-z]\w*(\.\w+)+/gi)) expect(keys.has(word), `${where}: the key ${word}`).toBe(false);
    expect(text, where).not.toMatch(/\{\w+\}|\bundefined\b|\bNaN\b|\[object /);
    // Left in English: what English says so, and this language nowhere.
    const foreign = language !== 'en' && text.length > 3 && said.en.has(text) && !said[language].has(text);
    expect(foreign, `${where}: “${text}” is English`).toBe(false);
  }
  expect(await overflow(page), `${where} is wider than a narrow phone`).toBe(0);
}

/** Shows the page in every language, each loaded anew but the one that is spoken; `ready` waits until it stands there. */
async function inEveryLanguage(
  page: Page,
  name: string,
  ready: () => Promise<void>,
  look: (language: Language) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await ready();
  const locale = await page.evaluate(() => document.documentElement.lang);
  const spoken = LANGUAGES.find((one) => tagOf(one) === locale) ?? 'en';
  for (const language of [spoken, ...LANGUAGES.filter((one) => one !== spoken)]) {
    if (language !== spoken) {
      await page.evaluate((one) => window.localStorage.setItem('vzetek.language', one), language);
      await page.reload();
      await page.locator(`html[lang="${tagOf(language)}"]`).waitFor({ state: 'attached' });
      await ready();
    }
    await wellSaid(page, language, name);
    await look(language);
  }
}

test('pages', async ({ visit }) => {
  const page = await visit(NARROW);
  for (const address of PAGES) {
    await page.goto(address);
    await inEveryLanguage(
      page,
      address.slice(1).replaceAll('/', '-') || 'front',
      () => loaded(page),
      async (language) => {
        await page.setViewportSize(FOLDED);
        expect(await overflow(page), `${address} in ${language} is wider than a folded phone`).toBe(0);
        await page.setViewportSize(NARROW.viewport);
      },
    );
  }
  // The faults looked for are found: a key, a place for a value, a word of another language.
  await page.evaluate(() => window.localStorage.setItem('vzetek.language', 'hr'));
  await page.goto('/nowhere');
  await page.locator('main h1').waitFor();
  await wellSaid(page, 'hr', 'nowhere');
  const foreign = [...said.en].find((text) => text.length > 20 && !said.hr.has(text) && !/[{.]/.test(text)) ?? '';
  for (const text of [`x ${[...keys].find((key) => key.includes('.'))}`, 'Živjo {name}', foreign]) {
    await page.evaluate((one) => (document.body.appendChild(document.createElement('p')).textContent = one), text);
    await expect(wellSaid(page, 'hr', 'nowhere'), text).rejects.toThrow();
    await page.evaluate(() => document.body.lastChild?.remove());
  }
});

test('a table that waits', async ({ visit }) => {
  const page = await visit(NARROW, 'about:blank');
  await openTable(page, { players: 3, variant: 'kifameno', cappotto: true, target: 21 }, { bots: null, private: true });
  await inEveryLanguage(page, 'waiting', () => page.getByTestId('invite').waitFor());
  await accessible(page, 'a table that waits');
});

const DEALS: readonly TrsetOptions[] = [{ players: 2, declarations: true, target: 21 }, { players: 4 }];

for (const options of DEALS) {
  const { players } = options;
  test(`a deal of ${players}: in play, its side, its result, its replay`, async ({ visit }) => {
    const page = await visit(NARROW, 'about:blank');
    await openTable(page, options);
    await dealt(page);
    await playOn(page, (p) => playByPress(p, true), 3);
    const mine = async () => {
      expect(await awaitTurn(page)).toBe('turn');
      await still(page);
    };
    await inEveryLanguage(page, `turn${players}`, mine, async (language) => {
      expect(await scrollable(page)).toBe(0);
      await page.getByTestId('open-side').tap();
      for (const tab of ['log', 'chat']) {
        await page.getByTestId(`tab-${tab}`).tap();
        await wellSaid(page, language, tab);
      }
      await page.keyboard.press('Escape');
      await page.getByTestId('settings').tap();
      await page.getByTestId('all-settings').waitFor();
      await wellSaid(page, language, 'settings');
      await page.keyboard.press('Escape');
      await page.getByTestId('leave').tap();
      await page.getByTestId('leave-yes').waitFor();
      await wellSaid(page, language, 'leaving');
      await page.keyboard.press('Escape');
    });
    await page.reload();
    await mine();
    await accessible(page, 'one’s own turn');
    await page.getByTestId('open-side').tap();
    await accessible(page, 'the log');
    await page.getByTestId('tab-chat').tap();
    await accessible(page, 'the chat');
    await page.reload();
    await mine();
    await page.getByTestId('settings').tap();
    await accessible(page, 'the settings');
    await page.reload();

    await playOut(page);
    const over = () => page.getByTestId('result').waitFor();
    await over();
    await inEveryLanguage(page, `result${players}`, over);
    await accessible(page, 'the result');
    await page.getByTestId('look').tap();
    await page.getByTestId('replay').waitFor();
    await page.getByTestId('replay-nextTrick').tap();
    await page.waitForURL(/move=/);
    await inEveryLanguage(page, `replay${players}`, () => page.getByTestId('replay').waitFor());
    await accessible(page, 'the replay');
    await page.getByTestId('replay-last').tap();
    await page.getByTestId('replay-result').waitFor();
    await accessible(page, 'the replay at its end');
    await page.goto(new URL(page.url()).pathname + '/fair');
    await inEveryLanguage(page, `fair${players}`, () => page.getByTestId('verdict').waitFor());
    await page.goto(`/player/${(await whoAmI(page)).id}`);
    await inEveryLanguage(page, `player${players}`, () => loaded(page));
  });
}
