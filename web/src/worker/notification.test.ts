import { expect, test } from 'vitest';
import { leadTo, type Tabs } from './notification';

const ORIGIN = 'https://vzetek.example';

/** The tabs at these addresses, and what becomes of them. */
function tabs(...paths: string[]): Tabs & { done: string[] } {
  const done: string[] = [];
  const tab = (path: string) => ({
    url: ORIGIN + path,
    focus: () => Promise.resolve(done.push(`focus ${path}`)),
    navigate: (url: string) => {
      if (path === '/gone') return Promise.reject(new TypeError('the tab is gone'));
      return Promise.resolve(done.push(`${path} to ${url}`));
    },
  });
  const open = (url: string): Promise<unknown> => Promise.resolve(done.push(`open ${url}`));
  return { all: () => Promise.resolve(paths.map(tab)), open, done };
}

test.each([
  { at: ['/', '/table/b', '/table/a?invite=w'], done: ['focus /table/a?invite=w'] },
  { at: ['/table/b', '/rules'], done: [`/rules to ${ORIGIN}/table/a`, 'focus /rules'] },
  { at: ['/table/b'], done: [`open ${ORIGIN}/table/a`] },
  { at: ['/gone'], done: [`open ${ORIGIN}/table/a`] },
  { at: [], done: [`open ${ORIGIN}/table/a`] },
])('with tabs at $at', async ({ at, done }) => {
  const known = tabs(...at);
  await leadTo('/table/a', ORIGIN, known);
  expect(known.done).toEqual(done);
});

test('a notification leads to no other site', async () => {
  const known = tabs('/');
  await leadTo('https://elsewhere.example/table/a', ORIGIN, known);
  await leadTo('//elsewhere.example', ORIGIN, known);
  expect(known.done).toEqual([]);
});
