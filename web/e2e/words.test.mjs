/** Every page in every language: its own words, none missing, no line too long for a narrow phone, and open to everybody. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { accessible } from './axe.mjs';
import { byId, launch, loaded, overflow, scrollable, shootBoth, visit } from './browser.mjs';
import { PAGES } from './pages.mjs';
import { awaitTurn, playByPress, playOn } from './play.mjs';
import { dealt, openTable, still } from './table.mjs';
import { playOut } from './unseen.mjs';

const LANGUAGES = ['sl', 'hr', 'it', 'en'];
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const CATALOGUES = join(import.meta.dirname, '../src/lib/i18n');

let browser;
/** The texts of each language, in one list, and the keys. */
const said = {};
const keys = new Set();

before(async () => {
  browser = await launch();
  const folders = ['.', ...(await readdir(CATALOGUES, { withFileTypes: true })).filter((one) => one.isDirectory()).map((one) => one.name)];
  for (const language of LANGUAGES) {
    said[language] = new Set();
    for (const folder of folders) {
      const words = JSON.parse(await readFile(join(CATALOGUES, folder, `${language}.json`), 'utf8'));
      for (const [key, entry] of Object.entries(words)) {
        keys.add(key);
        for (const text of typeof entry === 'string' ? [entry] : Object.values(entry)) said[language].add(text);
      }
    }
  }
});

after(() => browser.close());

/** Everything the page says to those who see and those who hear, but what is a program's. */
function wordsOf(page) {
  return page.evaluate(() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.parentElement.closest('code, pre, script, style, noscript, option[lang]')) texts.push(node.textContent.trim());
    }
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
    }
    return texts.filter((text) => text !== '');
  });
}

async function wellSaid(page, language, name) {
  const where = `${name} in ${language}`;
  assert.equal(await page.evaluate(() => document.documentElement.lang), language, where);
  const texts = await wordsOf(page);
  assert.ok(texts.length > 3, `${where} says something`);
  for (const text of texts) {
    for (const [word] of text.matchAll(/[a-z]\w*(\.\w+)+/gi)) assert.ok(!keys.has(word), `${where}: the key ${word}`);
    assert.doesNotMatch(text, /\{\w+\}|\bundefined\b|\bNaN\b|\[object /, where);
    // Left in English: what English says so, and this language nowhere.
    const foreign = language !== 'en' && text.length > 3 && said.en.has(text) && !said[language].has(text);
    assert.ok(!foreign, `${where}: “${text}” is English`);
  }
  assert.equal(await overflow(page), 0, `${where} is wider than a narrow phone`);
  assert.deepEqual(page.faults, [], where);
}

/** Shows the page in every language, each loaded anew but the one that is spoken; `ready` waits until it stands there. */
async function inEveryLanguage(page, name, ready, look = () => undefined) {
  await ready();
  const spoken = await page.evaluate(() => document.documentElement.lang);
  for (const language of [spoken, ...LANGUAGES.filter((one) => one !== spoken)]) {
    if (language !== spoken) {
      await page.evaluate((one) => window.localStorage.setItem('vzetek.language', one), language);
      await page.reload();
      await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
      await ready();
    }
    await wellSaid(page, language, name);
    await look(language);
    await shootBoth(page, `words-${name}-${language}`);
  }
}

test('pages', async () => {
  const page = await visit(browser, NARROW);
  for (const address of PAGES) {
    await page.goto(address);
    await inEveryLanguage(page, address.slice(1).replaceAll('/', '-') || 'front', () => loaded(page));
  }
  // The faults looked for are found: a key, a place for a value, a word of another language.
  await page.evaluate(() => window.localStorage.setItem('vzetek.language', 'hr'));
  await page.goto('/nowhere');
  await page.locator('main h1').waitFor();
  await wellSaid(page, 'hr', 'nowhere');
  const foreign = [...said.en].find((text) => text.length > 20 && !said.hr.has(text) && !/[{.]/.test(text));
  for (const text of [`x ${[...keys].find((key) => key.includes('.'))}`, 'Živjo {name}', foreign]) {
    await page.evaluate((one) => (document.body.appendChild(document.createElement('p')).textContent = one), text);
    await assert.rejects(wellSaid(page, 'hr', 'nowhere'), text);
    await page.evaluate(() => document.body.lastChild.remove());
  }
  await page.context().close();
});

test('a table that waits', async () => {
  const page = await visit(browser, NARROW, 'about:blank');
  await openTable(page, { players: 3, variant: 'kifameno', cappotto: true, target: 21 }, { bots: undefined, private: true });
  await inEveryLanguage(page, 'waiting', () => byId(page, 'invite').waitFor());
  await accessible(page, 'a table that waits');
  await page.context().close();
});

for (const [players, options] of [
  [2, { declarations: true, target: 21 }],
  [4, {}],
]) {
  test(`a deal of ${players}: in play, its side, its result, its replay`, async () => {
    const page = await visit(browser, NARROW, 'about:blank');
    await openTable(page, { players, ...options });
    await dealt(page);
    await playOn(page, (p) => playByPress(p, true), 3);
    const mine = async () => {
      assert.equal(await awaitTurn(page), 'turn');
      await still(page);
    };
    await inEveryLanguage(page, `turn${players}`, mine, async (language) => {
      assert.equal(await scrollable(page), 0);
      await byId(page, 'open-side').tap();
      for (const tab of ['log', 'chat']) {
        await byId(page, `tab-${tab}`).tap();
        await wellSaid(page, language, tab);
      }
      await page.keyboard.press('Escape');
      await byId(page, 'settings').tap();
      await byId(page, 'all-settings').waitFor();
      await wellSaid(page, language, 'settings');
      await page.keyboard.press('Escape');
      await byId(page, 'leave').tap();
      await byId(page, 'leave-yes').waitFor();
      await wellSaid(page, language, 'leaving');
      await page.keyboard.press('Escape');
    });
    await page.reload();
    await mine();
    await accessible(page, 'one’s own turn');
    await byId(page, 'open-side').tap();
    await accessible(page, 'the log');
    await byId(page, 'tab-chat').tap();
    await accessible(page, 'the chat');
    await page.reload();
    await mine();
    await byId(page, 'settings').tap();
    await accessible(page, 'the settings');
    await page.reload();

    await playOut(page);
    const over = () => byId(page, 'result').waitFor();
    await over();
    await inEveryLanguage(page, `result${players}`, over);
    await accessible(page, 'the result');
    await byId(page, 'look').tap();
    await byId(page, 'replay').waitFor();
    await byId(page, 'replay-nextTrick').tap();
    await page.waitForURL(/move=/);
    await inEveryLanguage(page, `replay${players}`, () => byId(page, 'replay').waitFor());
    await accessible(page, 'the replay');
    await byId(page, 'replay-last').tap();
    await byId(page, 'replay-result').waitFor();
    await accessible(page, 'the replay at its end');
    await page.goto(new URL(page.url()).pathname + '/fair');
    await inEveryLanguage(page, `fair${players}`, () => byId(page, 'verdict').waitFor());
    const { user } = await (await page.request.get('/api/me')).json();
    await page.goto(`/player/${user.id}`);
    await inEveryLanguage(page, `player${players}`, () => loaded(page));
    await page.context().close();
  });
}
