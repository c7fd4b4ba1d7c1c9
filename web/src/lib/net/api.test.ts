import { expect, test, vi } from 'vitest';
import { ApiError, createApi, type Api } from './api';
import { FakeTimers } from './testing';

function apiOf(fetcher: typeof fetch, more: { timers?: FakeTimers; keepsCookies?: () => boolean } = {}): Api {
  return createApi({ fetch: fetcher, timers: new FakeTimers(), keepsCookies: () => true, ...more });
}

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
  const api = apiOf(fetcher);
  expect(await api.guest()).toEqual(ANA);
  expect(asked[0]?.[0]).toBe('/api/guest');
  expect(asked[0]?.[1]).toMatchObject({
    ...{ method: 'POST', credentials: 'same-origin', body: '{}', headers: { 'content-type': 'application/json' } },
  });
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
  expect(await apiOf(answering(200, null).fetcher).me()).toBeNull();
});

test('an empty answer is nothing', async () => {
  expect(await apiOf(answering(204, undefined).fetcher).logout()).toBeUndefined();
});

test('failures have a code', async () => {
  const taken = apiOf(answering(409, { code: 'name_taken', message: 'taken', field: 'name' }).fetcher);
  await expect(taken.register('Ana', 'long enough')).rejects.toMatchObject({ code: 'name_taken', field: 'name' });
  const gateway = apiOf(() => Promise.resolve(new Response('<html>', { status: 502 })));
  await expect(gateway.tables()).rejects.toMatchObject({ code: 'unreachable' });
  const offline = apiOf(() => Promise.reject(new TypeError('failed')));
  await expect(offline.tables()).rejects.toBeInstanceOf(ApiError);
});

test('an answer that is not of the server counts as none', async () => {
  const portal = apiOf(() => Promise.resolve(new Response('<html>Log in to the hotel</html>', { status: 200 })));
  await expect(portal.tables()).rejects.toMatchObject({ code: 'unreachable' });
});

test('a request that is never answered is given up', async () => {
  const timers = new FakeTimers();
  const hanging = apiOf(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => {
          reject(new DOMException('aborted', 'AbortError'));
        });
      }),
    { timers },
  );
  const asked = hanging.guest();
  const given = expect(asked).rejects.toMatchObject({ code: 'unreachable' });
  timers.pass(20_000);
  await given;
});

test('without cookies nothing is created', async () => {
  const { fetcher, asked } = answering(200, { user: ANA });
  const api = apiOf(fetcher, { keepsCookies: () => false });
  for (const entered of [api.guest(), api.register('Ana', 'long enough'), api.login('Ana', 'long enough')]) {
    await expect(entered).rejects.toMatchObject({ code: 'no_cookies' });
  }
  expect(asked).toEqual([]);
  await api.tables();
  expect(asked).toHaveLength(1);
});
