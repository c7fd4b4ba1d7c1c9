import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROTOCOL } from '../protocol';
import { SAID } from './messages';

test('the bot that is shown is the one that is kept with the documents', () => {
  const documented = readFileSync(join(import.meta.dirname, '../../../../docs/examples/bot.py'), 'utf8');
  const shown = readFileSync(join(import.meta.dirname, 'bot.py'), 'utf8');
  expect(shown).toBe(documented);
});

test('the hello that is shown is of our version', () => {
  expect(SAID.hello[0].protocol).toBe(PROTOCOL);
});
