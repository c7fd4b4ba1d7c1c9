import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROTOCOL } from '../protocol';
import { MATCH, SAID } from './messages';

const DOCS = join(import.meta.dirname, '../../../../docs');

test.each(['bot.py', 'mybot.py'])('%s as it is shown is the one that is kept with the documents', (name) => {
  const documented = readFileSync(join(DOCS, 'examples', name), 'utf8');
  const shown = readFileSync(join(import.meta.dirname, name), 'utf8');
  expect(shown).toBe(documented);
});

test('the match that is shown is that of the documents', () => {
  const documented = readFileSync(join(DOCS, 'BOTS.md'), 'utf8');
  const [, line] = MATCH.split('vzetek-lab ');
  expect(documented.replaceAll('docs/examples/', '')).toContain(`vzetek-lab -- ${line}`);
});

test('the hello that is shown is of our version', () => {
  expect(SAID.hello[0].protocol).toBe(PROTOCOL);
});
