/** The catalogues of words: where they lie, and by which names the page knows them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../src');

/** A catalogue: folders with a file for each language. */
export interface Catalogues {
  name: string;
  folders: string[];
}

/** Returns the names of the folders in a folder. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/**
 * Returns the catalogue that is always loaded, and those of single pages, of games and of packs of cards. A folder in a
 * game's `i18n` that is called as a general catalogue adds to it; its `coach` is a catalogue of its own.
 */
export async function catalogues(): Promise<Catalogues[]> {
  const [main, games, packs] = [join(SOURCES, 'lib/i18n'), join(SOURCES, 'games'), join(SOURCES, 'cards/packs')];
  const all = new Map([['main', [main]]]);
  const add = (name: string, folder: string): void => void all.set(name, [...(all.get(name) ?? []), folder]);
  for (const name of await foldersIn(main)) add(name, join(main, name));
  for (const game of await foldersIn(games)) {
    const own = join(games, game, 'i18n');
    add(game, own);
    for (const name of await foldersIn(own)) add(name === 'coach' ? `${game}Coach` : name, join(own, name));
  }
  for (const pack of await foldersIn(packs)) add(`${pack}Cards`, join(packs, pack, 'i18n'));
  return [...all].map(([name, folders]) => ({ name, folders }));
}
