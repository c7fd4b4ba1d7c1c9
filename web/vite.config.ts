import { createHash } from 'node:crypto';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { compressedParts } from './tools/compressedParts.ts';
import { rulesText } from './tools/rulesText.ts';
import { wholeCatalogues } from './tools/wholeCatalogues.ts';

const SERVER = 'http://127.0.0.1:8080';

/** The name of the service worker's source as a part of the build. */
const WORKER = 'sw';

/** Puts the list of all parts of the page into the service worker, and a name for this version. */
function listParts(): Plugin {
  return {
    name: 'vzetek-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle[`${WORKER}.js`];
      if (worker?.type !== 'chunk') throw new Error('the service worker is not built');
      const parts = Object.keys(bundle)
        .filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name))
        .sort();
      const index = bundle['index.html'];
      const version = createHash('sha256')
        .update([...parts, index?.type === 'asset' ? index.source : '', worker.code].join('\n'))
        .digest('hex')
        .slice(0, 12);
      const kept = JSON.stringify({ version, parts: parts.map((name) => `/${name}`) });
      worker.code = worker.code.replace('__KEPT__', () => kept);
    },
  };
}

/** The modules of the page, as rolldown knows them. */
interface Modules {
  getModuleInfo(id: string): { importers: string[] } | null;
}

/** Returns the pages, and the miniature of the first one, that cannot be shown without a module. */
function pagesWith(module: string, modules: Modules): string[] {
  const above = new Set([module]);
  for (const one of above) for (const importer of modules.getModuleInfo(one)?.importers ?? []) above.add(importer);
  return [...above].flatMap((id) => /\/src\/(?:pages\/|components\/front\/(?=Miniature\.))(\w+)\.svelte$/.exec(id)?.[1] ?? []).sort();
}

/**
 * Returns the name of the file in which a module comes that pages share. Each file is a way to the server: a page is
 * there after a handful. Only a table has so much in common with one other page that the rest must not wait for it.
 */
function sharedFile(module: string, modules: Modules): string | null {
  const pages = pagesWith(module, modules);
  if (pages.length < 2) return null;
  return pages.length === 2 && pages.includes('Table') ? pages.join('-') : 'common';
}

export default defineConfig(({ mode }) => ({
  plugins: [wholeCatalogues(), rulesText(), svelte({ extensions: ['.svelte', '.md'] }), listParts(), compressedParts()],
  server: {
    proxy: {
      '/api': SERVER,
      '/health': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
  build: {
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', [WORKER]: 'src/worker/sw.ts' },
      output: {
        // The service worker has the same address in every version.
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        // The drawings change seldom and are weighed apart (e2e/budget.spec.ts).
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'drawings', priority: 2, test: /src\/cards\/(?!frenchSuited|packs\/(?:tarok|french)).*(?<!deck|names|\.test)\.ts$/ },
            // Those of tarok's pack and of the French one are fetched when a game with it is to be seen; the notation
            // comes with the page. The two packs share suits and queens.
            { name: 'court-drawings', priority: 2, test: /src\/cards\/frenchSuited\/.*\.ts$/ },
            { name: 'tarok-drawings', priority: 1, test: /src\/cards\/packs\/tarok\/.*(?<!notation|deck|names|\.test)\.ts$/ },
            { name: 'french-drawings', priority: 1, test: /src\/cards\/packs\/french\/.*(?<!notation|deck|names|\.test)\.ts$/ },
            // All that the first page needs, but for what starts it: that waits for the words, and nothing waits for it.
            { name: 'site', priority: 1, tags: ['$initial'], test: /^(?!.*\/src\/(worker\/|main\.ts))/ },
            { debugName: 'shared', name: sharedFile },
          ],
        },
      },
    },
  },
  // Without the browser condition vitest resolves Svelte's server build, whose mount() throws.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    // On the busiest machine, too.
    testTimeout: 60_000,
  },
}));
