/** The pages that are there for everybody at any time, as the page itself lists them, and one that is not there. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const APP = join(import.meta.dirname, '../src/lib/app');
/** Shows every card to those who draw them. */
const PROOF = '/deck';

const [pages, routes] = await Promise.all(['pages.ts', 'route.ts'].map((name) => readFile(join(APP, name), 'utf8')));
const games = [.../RULES_OF = \[([^\]]*)\]/.exec(routes)[1].matchAll(/'(\w+)'/g)].map(([, game]) => game);
const addresses = [...pages.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path);

export const PAGES = addresses
  .filter((path) => path !== PROOF && !/:\w+(\/|$)/.test(path))
  .flatMap((path) => (path.endsWith('/:game?') ? ['', ...games].map((game) => path.replace(/\/:game\?$/, game && `/${game}`)) : [path]))
  .concat('/nowhere');
