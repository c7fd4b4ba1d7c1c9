import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import en from './en.json';
import sl from './sl.json';

/** Lets a catalogue arrive, or not, when the test says so. */
interface Gate {
  open: () => void;
  fail: () => void;
}

let gates: Record<string, Gate>;

/** The module anew, as on a visit of its own, with catalogues that wait for their gates. */
async function visit(wanted: string): Promise<typeof import('./index.svelte')> {
  vi.resetModules();
  gates = {};
  for (const [name, words] of Object.entries({ sl, en, hr: en, sr: en, it: en })) {
    vi.doMock(
      `./${name}.json?whole`,
      () =>
        new Promise((resolve, reject) => {
          gates[name] = {
            open: () => {
              resolve({ default: words });
            },
            fail: () => {
              reject(new Error('not fetched'));
            },
          };
        }),
    );
  }
  vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue([wanted]);
  return import('./index.svelte');
}

async function gate(name: string): Promise<Gate> {
  return vi.waitFor(() => {
    const found = gates[name];
    if (!found) throw new Error(`${name} was not asked for`);
    return found;
  });
}

beforeEach(() => {
  window.localStorage.clear();
});

afterEach(() => {
  for (const name of ['sl', 'en', 'hr', 'sr', 'it']) vi.doUnmock(`./${name}.json?whole`);
  vi.restoreAllMocks();
});

test('of two choices the last one counts, whichever comes first', async () => {
  const i18n = await visit('en');
  const slow = i18n.chooseToSpeak('sl');
  const quick = i18n.chooseToSpeak('en');
  (await gate('en')).open();
  await quick;
  (await gate('sl')).open();
  expect(await slow).toBe(true);
  expect([i18n.language(), i18n.t('nav.home')]).toEqual(['en', en['nav.home']]);
  expect(window.localStorage.getItem('vzetek.language')).toBe('en');
});

test('a choice that cannot be fetched is said, and not remembered', async () => {
  const i18n = await visit('en');
  const chosen = i18n.chooseToSpeak('sl');
  (await gate('sl')).fail();
  expect(await chosen).toBe(false);
  expect(window.localStorage.getItem('vzetek.language')).toBeNull();
});

test('if the first language cannot be fetched, another is spoken', async () => {
  window.localStorage.setItem('vzetek.language', 'hr');
  const i18n = await visit('sl');
  const spoken = i18n.speakFirst();
  (await gate('hr')).fail();
  (await gate('sl')).open();
  await spoken;
  expect([i18n.language(), i18n.t('nav.home')]).toEqual(['sl', sl['nav.home']]);
});

test('if none can be fetched, that is an error', async () => {
  const i18n = await visit('it');
  const spoken = i18n.speakFirst();
  for (const name of ['it', 'en', 'sl', 'hr', 'sr']) (await gate(name)).fail();
  await expect(spoken).rejects.toThrow();
});
