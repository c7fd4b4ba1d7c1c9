import { beforeEach, expect, test, vi } from 'vitest';
import { Worker } from './worker';

const ORIGIN = 'https://vzetek.example';

/** Caches that hold texts by address. */
class FakeCaches {
  readonly all = new Map<string, Map<string, string>>();

  open(name: string): Promise<FakeCache> {
    const kept = this.all.get(name) ?? new Map<string, string>();
    this.all.set(name, kept);
    return Promise.resolve(new FakeCache(kept));
  }

  async match(request: Request | string): Promise<Response | undefined> {
    for (const kept of this.all.values()) {
      const found = await new FakeCache(kept).match(request);
      if (found) return found;
    }
    return undefined;
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.all.keys()]);
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.all.delete(name));
  }
}

class FakeCache {
  constructor(private readonly kept: Map<string, string>) {}

  async put(name: string, answer: Response): Promise<void> {
    this.kept.set(name, await answer.text());
  }

  match(request: Request | string): Promise<Response | undefined> {
    const name = typeof request === 'string' ? request : new URL(request.url).pathname;
    const text = this.kept.get(name);
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  }
}

let caches: FakeCaches;
let server: Record<string, string> | undefined;
let status: number;

const fetched = vi.fn((request: Request | string): Promise<Response> => {
  const path = typeof request === 'string' ? request : new URL(request.url, ORIGIN).pathname;
  if (!server) return Promise.reject(new TypeError('no network'));
  const text = server[path] ?? server['/'];
  return Promise.resolve(new Response(text, { status: text === undefined ? 404 : status }));
});

function worker(version: string, ...parts: string[]): Worker {
  return new Worker({ version, parts }, caches as unknown as CacheStorage, fetched);
}

/** A request as the browser makes it for this address. */
function asked(path: string, mode = 'cors', method = 'GET'): Request {
  const request = { url: path.startsWith('http') ? path : ORIGIN + path, mode, method };
  return request as Request;
}

async function text(answer: Promise<Response> | undefined): Promise<string | undefined> {
  return (await answer)?.text();
}

beforeEach(() => {
  vi.useRealTimers();
  caches = new FakeCaches();
  server = { '/': 'page 1', '/assets/a-1.js': 'a', '/assets/b-1.js': 'b' };
  status = 200;
  fetched.mockClear();
});

test('without a network the page and its parts are there, whatever the address', async () => {
  const one = worker('1', '/assets/a-1.js');
  await one.install();
  server = undefined;
  expect(await text(one.answer(asked('/rules/tarok', 'navigate'), ORIGIN))).toBe('page 1');
  expect(await text(one.answer(asked('/assets/a-1.js'), ORIGIN))).toBe('a');
  await expect(one.answer(asked('/assets/gone.js'), ORIGIN)).rejects.toThrow();
});

test('the server is asked for the page as long as it answers', async () => {
  const one = worker('1');
  await one.install();
  server = { '/': 'page 2' };
  expect(await text(one.answer(asked('/', 'navigate'), ORIGIN))).toBe('page 2');
  status = 502;
  expect(await text(one.answer(asked('/', 'navigate'), ORIGIN))).toBe('page 1');
});

test('a server that keeps the page waiting does not keep the visitor waiting, if the page is kept', async () => {
  vi.useFakeTimers();
  const one = worker('1');
  fetched.mockReturnValueOnce(new Promise((resolve) => setTimeout(resolve, 30_000, new Response('page 0'))));
  const first = text(one.answer(asked('/', 'navigate'), ORIGIN));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await first, 'nothing is kept yet').toBe('page 0');

  await one.install();
  fetched.mockReturnValueOnce(new Promise(() => {}));
  const second = text(one.answer(asked('/', 'navigate'), ORIGIN));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await second).toBe('page 1');
});

test('what is the server’s alone is left to it', async () => {
  const one = worker('1', '/assets/a-1.js');
  await one.install();
  for (const path of ['/api/tables', '/api', '/ws', '/health', '/ready', '/favicon.svg', 'https://elsewhere.example/assets/a-1.js']) {
    expect(one.answer(asked(path), ORIGIN), path).toBeUndefined();
  }
  expect(one.answer(asked('/api/openapi.json', 'navigate'), ORIGIN)).toBeUndefined();
  expect(one.answer(asked('/', 'navigate', 'POST'), ORIGIN)).toBeUndefined();
});

test('a new version fetches only what is new, and forgets the others once it is active', async () => {
  await worker('1', '/assets/a-1.js').install();
  server = { '/': 'page 2', '/assets/b-1.js': 'b' };
  fetched.mockClear();
  const two = worker('2', '/assets/a-1.js', '/assets/b-1.js');
  await two.install();
  expect(fetched.mock.calls.length).toBe(2);
  // Until then a table that is open needs the parts of the one before.
  expect([...caches.all.keys()]).toEqual(['vzetek-1', 'vzetek-2']);
  await two.activate();
  expect([...caches.all.keys()]).toEqual(['vzetek-2']);
  server = undefined;
  expect(await text(two.answer(asked('/assets/b-1.js'), ORIGIN))).toBe('b');
});

test('a version of which something is missing is not taken', async () => {
  status = 404;
  await expect(worker('1', '/assets/a-1.js').install()).rejects.toThrow('404');
});
