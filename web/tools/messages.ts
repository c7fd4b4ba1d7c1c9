/**
 * Writes the types of all words, `src/lib/i18n/messages.d.ts`: every key of every English catalogue with the names
 * of the values that its text has places for. The file is made by `npm run check` and `npm run dev`, and not kept.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogues } from './catalogues.ts';

const TYPES = join(import.meta.dirname, '../src/lib/i18n/messages.d.ts');

/** A text, or its plural forms. */
type Entry = string | Record<string, string>;

/** The names of a text's values. Plural forms are chosen by `n`, even where they do not show it. */
function valuesOf(entry: Entry): string[] {
  const texts = typeof entry === 'string' ? [entry] : Object.values(entry);
  const named = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return [...new Set(typeof entry === 'string' ? named : ['n', ...named])].sort();
}

/** The type of a catalogue, one line a key. */
function typeOf(name: string, catalogue: Record<string, Entry>): string {
  const lines = Object.entries(catalogue).map(([key, entry]) => {
    const values = valuesOf(entry).map((value) => `'${value}'`);
    return `    '${key}': ${values.join(' | ') || 'never'};`;
  });
  return `  ${name}: {\n${lines.join('\n')}\n  };`;
}

const types = [];
for (const { name, folders } of await catalogues()) {
  const files = await Promise.all(folders.map((folder) => readFile(join(folder, 'en.json'), 'utf8')));
  types.push(typeOf(name, Object.assign({}, ...files.map((text) => JSON.parse(text) as unknown)) as Record<string, Entry>));
}
await writeFile(
  TYPES,
  `/** Written by tools/messages.ts: the names of the values of every text. */\nexport interface Messages {\n${types.join('\n')}\n}\n`,
);
