import { expect, test } from 'vitest';
import { declaredCards, readDeclaration } from './declaration';

test.each([
  ['napola:S', ['SA', 'S2', 'S3']],
  ['three:3/B', ['C3', 'S3', 'D3']],
  ['four:A', ['CA', 'SA', 'BA', 'DA']],
])('%s shows its cards', (text, shown) => {
  const read = readDeclaration(text);
  if (!read) throw new Error(`${text} was not read`);
  expect(declaredCards(read)).toEqual(shown);
});

test('anything else is no declaration', () => {
  for (const text of ['C3', 'three:K/C', 'napola:', 'four:A/C', 'xnapola:C']) {
    expect(readDeclaration(text)).toBeUndefined();
  }
});
