import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  // What the build and the wire's types are generated as.
  globalIgnores(['dist/', 'src/protocol/generated/', 'src/lib/i18n/messages.d.ts']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript's `noFallthroughCasesInSwitch` does the same, and takes a comment between cases.
      'no-fallthrough': 'off',
      // A place in a pattern or in `{#each}` that only the next one needs.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      // `{' '}` keeps a space at the edge of a block, which Svelte would trim.
      'svelte/no-useless-mustaches': 'off',
      // Sets and maps in state are replaced as a whole (`$state.raw`); the others are nothing to follow.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // Rules that ask for types double the time, and in components they see `any` in what comes from another
    // component: there svelte-check alone knows the types.
    files: ['**/*.ts'],
    ignores: ['**/*.svelte.ts'],
    extends: [ts.configs.recommendedTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // `fetch` is called with addresses here, never with a `Request`.
      '@typescript-eslint/no-base-to-string': ['error', { ignoredTypeNames: ['Error', 'RegExp', 'URL', 'URLSearchParams', 'Request'] }],
      // Lists stand in the messages of failing tests.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowArray: true, allowNumber: true, allowBoolean: true }],
    },
  },
  {
    files: ['src/**/*.test.ts'],
    rules: {
      // `vi.mocked(window.fetch)` asks for the calls of a method and does not make one.
      '@typescript-eslint/unbound-method': 'off',
      // The properties of a component are `any` here; svelte-check needs the assertion.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    },
  },
  {
    files: ['src/pages/pages.ts'],
    rules: {
      // The properties come from components, whose types svelte-check alone knows.
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    files: ['e2e/**/*.ts'],
    rules: {
      // Playwright reads in the pattern of its first argument which fixtures a function asks for: `({}, use) =>`.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // The browser's own functions are replaced for a test.
      '@typescript-eslint/unbound-method': 'off',
      // Functions are sent to the page as text, and elements stand in messages.
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
);
