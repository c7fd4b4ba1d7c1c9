import { expect, test } from 'vitest';
import { ApiError } from '../net/api';
import { Loading } from './loading.svelte';

let answers: { resolve: (value: string) => void; reject: (error: Error) => void }[];

function asking(): Loading<string> {
  answers = [];
  return new Loading(() => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })));
}

test('what is asked again stays in sight until the answer', async () => {
  const loading = asking();
  const first = loading.load('trset-2');
  answers[0]?.resolve('one');
  await first;
  const second = loading.load();
  expect(loading.value).toBe('one');
  answers[1]?.resolve('two');
  await second;
  expect(loading.value).toBe('two');
});

test('the answer about one thing does not stand under another', async () => {
  const loading = asking();
  const first = loading.load('trset-2');
  answers[0]?.resolve('one');
  await first;
  const second = loading.load('tarok-3');
  expect(loading.value).toBeUndefined();
  answers[1]?.reject(new ApiError('unreachable', ''));
  await second;
  expect([loading.value, loading.failed]).toEqual([undefined, 'unreachable']);
  const again = loading.load();
  answers[2]?.resolve('two');
  await again;
  expect([loading.value, loading.failed]).toEqual(['two', null]);
});

test('a slower answer to an earlier question is dropped', async () => {
  const loading = asking();
  const both = [loading.load('trset-2'), loading.load('tarok-3')];
  answers[1]?.resolve('two');
  answers[0]?.resolve('one');
  await Promise.all(both);
  expect(loading.value).toBe('two');
});
