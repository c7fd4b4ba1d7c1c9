import { afterEach, expect, test, vi } from 'vitest';
import { address, cameFrom, listen, navigate, seek } from './router.svelte';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test('an address with a place on the page keeps it', () => {
  navigate('/rules/tarok?x=1#the%20talon');
  expect(address()).toEqual({ path: '/rules/tarok', query: '?x=1', hash: 'the talon' });
});

test('a link of our own leads there without loading, with its place', () => {
  const stop = listen();
  document.body.innerHTML = '<a href="/privacy#guests">guests</a>';
  document.querySelector('a')?.click();
  expect(address()).toMatchObject({ path: '/privacy', hash: 'guests' });
  stop();
});

test('a page knows the one from which the reader came', () => {
  navigate('/table/one?invite=secret');
  navigate('/game/two');
  expect([cameFrom('/table/one'), cameFrom('/games')]).toEqual([true, false]);
});

test('a place is gone to once the page has it', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  seek('late');
  expect(seen).not.toHaveBeenCalled();
  document.body.innerHTML = '<p id="late"></p>';
  await vi.waitFor(() => {
    expect(seen).toHaveBeenCalledTimes(1);
  });
});

test('a place that is wanted no more is not gone to', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  seek('late')();
  document.body.innerHTML = '<p id="late"></p>';
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).not.toHaveBeenCalled();
});
