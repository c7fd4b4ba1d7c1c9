/** Catalogues that games add to, in one file a language: `lib/i18n/sl.json?whole` has the words of all games, too. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { catalogues } from './catalogues.ts';

export function wholeCatalogues(): Plugin {
  return {
    name: 'vzetek-catalogues',
    enforce: 'pre',
    async load(id) {
      const [path = '', query] = id.split('?');
      if (query !== 'whole') return undefined;
      const all = await catalogues();
      const found = all.find(({ folders }) => folders[0] === dirname(path));
      if (!found) throw new Error(`there is no catalogue ${path}`);
      const files = found.folders.map((folder) => join(folder, basename(path)));
      for (const file of files) this.addWatchFile(file);
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      const whole = JSON.stringify(Object.assign({}, ...texts.map((text) => JSON.parse(text) as unknown)));
      return { code: `export default ${whole};`, moduleType: 'js' };
    },
  };
}
