/** The catalogues of words: where they lie, and by which names the page knows them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../src');

/** A folder with a catalogue for each language. */
export interface Catalogues {
  name: string;
  folder: string;
}

/** Returns the names of the folders in a folder. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Returns the catalogue that is always loaded, and those of single pages, of games and of packs of cards. */
export async function catalogues(): Promise<Catalogues[]> {
  const [main, games, packs] = [join(SOURCES, 'lib/i18n'), join(SOURCES, 'games'), join(SOURCES, 'cards/packs')];
  const pages = (await foldersIn(main)).map((name) => ({ name, folder: join(main, name) }));
  const own: Catalogues[] = [];
  for (const [parent, end] of [
    [games, ''],
    [packs, 'Cards'],
  ] as const) {
    for (const name of await foldersIn(parent)) {
      const folder = join(parent, name);
      if ((await foldersIn(folder)).includes('i18n')) own.push({ name: `${name}${end}`, folder: join(folder, 'i18n') });
    }
  }
  return [{ name: 'main', folder: main }, ...pages, ...own];
}
