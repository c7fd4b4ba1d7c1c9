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
            { name: 'drawings', priority: 2, test: /src\/cards\/(?!tarok).*(?<!\.test)\.ts$/ },
            // Those of tarok are fetched when tarok is to be seen; its notation comes with the page.
            { name: 'tarok-drawings', priority: 1, test: /src\/cards\/tarok\/(?!notation).*(?<!\.test)\.ts$/ },
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
  },
}));
