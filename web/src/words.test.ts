/** No word that a reader sees or hears may stand outside the catalogues, and none may lie there unused. */
import { expect, test } from 'vitest';

const COMPONENTS = import.meta.glob<string>(['./App.svelte', './{components,games,pages}/**/*.svelte', '!./pages/Deck.svelte'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const SOURCES = import.meta.glob<string>(['./{cards,games,lib,pages}/**/*.ts', '!./**/*.test.ts', '!./**/*.d.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const CATALOGUES = import.meta.glob<object>(
  ['./lib/i18n/en.json', './lib/i18n/*/en.json', './games/*/i18n/**/en.json', './cards/packs/*/i18n/en.json'],
  { eager: true, import: 'default' },
);

/** Attributes that are read out or shown. */
const SPOKEN = /\s(?:aria-label|title|placeholder|alt|label)="([^"{]*\p{L}[^"{]*)"/gu;

/** The component without script, style, comments and everything in braces. */
function visible(source: string): string {
  let markup = source
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '');
  for (let before = ''; before !== markup;) {
    before = markup;
    markup = markup.replace(/\{[^{}]*\}/g, '');
  }
  return markup;
}

/** Texts between tags that hold a letter. */
function textsOf(markup: string): string[] {
  return markup
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text));
}

test.each(Object.entries(COMPONENTS))('%s has no words of its own', (_name, source) => {
  const markup = visible(source);
  expect(textsOf(markup.replace(/=>/g, ''))).toEqual([]);
  expect([...markup.matchAll(SPOKEN)].map((found) => found[1])).toEqual([]);
});

test('the scanner finds what it looks for', () => {
  expect(textsOf(visible('<p class="x">{t("a")} Hello</p>'))).toEqual(['Hello']);
  expect([...visible('<img alt="A card">').matchAll(SPOKEN)]).toHaveLength(1);
  expect(textsOf(visible('{#if a > b}<b>{c}</b>{:else}·{/if}'))).toEqual([]);
});

test.each(Object.entries(CATALOGUES))('every key of %s is used somewhere', (_name, catalogue) => {
  const all = [...Object.values(COMPONENTS), ...Object.values(SOURCES)].join('\n');
  const starts = [...all.matchAll(/`([\w.]+)\$\{/g)].map((found) => found[1] ?? '');
  const ends = [...all.matchAll(/`\$\{\w+\}(\.[\w.]+)`/g)].map((found) => found[1] ?? '');
  const isBuilt = (key: string): boolean => starts.some((start) => key.startsWith(start)) || ends.some((end) => key.endsWith(end));
  const unused = Object.keys(catalogue).filter((key) => !all.includes(`'${key}'`) && !all.includes(`"${key}"`) && !isBuilt(key));
  expect(unused).toEqual([]);
});
