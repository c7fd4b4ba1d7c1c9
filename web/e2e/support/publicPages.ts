/** The pages that are there for everybody at any time, as the page itself lists them, and one that is not there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');
const KINDS = ['trset', 'tarok', 'tablic'].map((game) => `games/${game}/kinds.ts`);
/** Shows every card to those who draw them. */
const PROOF = '/deck';

const [pages = '', ...kinds] = await Promise.all(['pages/pages.ts', ...KINDS].map((name) => readFile(join(SRC, name), 'utf8')));
const games = kinds.flatMap((text) => [...text.matchAll(/^ {2}(\w+): \{\n {4}game: /gm)].map(([, game = '']) => game));
const addresses = [...pages.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path);

export const PAGES = addresses
  .filter((path) => path !== PROOF && !/:\w+(\/|$)/.test(path))
  .flatMap((path) => (path.endsWith('/:game?') ? ['', ...games].map((game) => path.replace(/\/:game\?$/, game && `/${game}`)) : [path]))
  .concat('/nowhere');
