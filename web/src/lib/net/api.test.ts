import { expect, test, vi } from 'vitest';
import { ApiError, createApi } from './api';

function answering(status: number, body: unknown): { fetcher: typeof fetch; asked: [string, RequestInit | undefined][] } {
  const asked: [string, RequestInit | undefined][] = [];
  const fetcher = vi.fn((input: RequestInfo | URL, init?: RequestInit) => {
    asked.push([String(input), init]);
    return Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status }));
  });
  return { fetcher, asked };
}

const ANA = { id: 'u1', name: 'Ana', kind: 'guest' };

test('asks for what it is asked', async () => {
  const { fetcher, asked } = answering(200, { user: ANA });
  const api = createApi(fetcher);
  expect(await api.guest()).toEqual(ANA);
  expect(asked[0]).toEqual([
    '/api/guest',
    { method: 'POST', credentials: 'same-origin', body: '{}', headers: { 'content-type': 'application/json' } },
  ]);
  await api.games({ limit: 5, kind: 'trset-2' });
  expect(asked[1]?.[0]).toBe('/api/games?limit=5&kind=trset-2');
  await api.player('a/b');
  expect(asked[2]?.[0]).toBe('/api/players/a%2Fb');
  await api.ratings('u1', 'trset-2', 'bots');
  expect(asked[3]?.[0]).toBe('/api/players/u1/ratings?kind=trset-2&ladder=bots');
  await api.deleteBot('b1');
  expect([asked[4]?.[0], asked[4]?.[1]?.method]).toEqual(['/api/bots/b1', 'DELETE']);
});

test('nobody being logged in is an answer, not a fault', async () => {
  expect(await createApi(answering(200, null).fetcher).me()).toBeNull();
});

test('an empty answer is nothing', async () => {
  expect(await createApi(answering(204, undefined).fetcher).logout()).toBeUndefined();
});

test('failures have a code', async () => {
  const taken = createApi(answering(409, { code: 'name_taken', message: 'taken', field: 'name' }).fetcher);
  await expect(taken.register('Ana', 'long enough')).rejects.toMatchObject({ code: 'name_taken', field: 'name' });
  const gateway = createApi(() => Promise.resolve(new Response('<html>', { status: 502 })));
  await expect(gateway.tables()).rejects.toMatchObject({ code: 'unreachable' });
  const offline = createApi(() => Promise.reject(new TypeError('failed')));
  await expect(offline.tables()).rejects.toBeInstanceOf(ApiError);
});
