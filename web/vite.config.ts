import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVER = 'http://127.0.0.1:8080';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  server: {
    proxy: {
      '/api': SERVER,
      '/health': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      output: {
        // The drawings change seldom and are weighed apart (e2e/budget.test.mjs).
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'drawings', priority: 2, test: /src\/cards\/(?!tarok|french).*(?<!\.test)\.ts$/ },
            // Those of tarok and tablić are fetched when the game is to be seen; the notation comes with the page.
            // Both packs share suits and court.
            { name: 'court-drawings', priority: 2, test: /src\/cards\/tarok\/(figures|suits)\.ts$/ },
            { name: 'tarok-drawings', priority: 1, test: /src\/cards\/tarok\/(?!notation).*(?<!\.test)\.ts$/ },
            { name: 'french-drawings', priority: 1, test: /src\/cards\/french\/(?!notation).*(?<!\.test)\.ts$/ },
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
