/**
 * The service worker: keeps the page and its parts, so that they are there without a network. What the server
 * answers to `/api` and `/ws` is never kept.
 */

/** The caches of this page; another version has another name behind it. */
const CACHE = 'vzetek-';
/** The page itself, at every address. */
const PAGE = '/';
/** A kept page is shown after this time without an answer, in milliseconds. */
const PATIENCE_MS = 3000;

export interface Kept {
  /** Different for every version of the page. */
  version: string;
  /** The addresses of all parts of the page. Their names change with what is in them. */
  parts: readonly string[];
}

type Fetch = (request: Request | string, init?: RequestInit) => Promise<Response>;

export class Worker {
  constructor(
    private readonly kept: Kept,
    private readonly caches: CacheStorage,
    private readonly fetch: Fetch,
  ) {}

  private get name(): string {
    return CACHE + this.kept.version;
  }

  /** Keeps the page and its parts; those that another version has kept are not fetched again. */
  async install(): Promise<void> {
    const cache = await this.caches.open(this.name);
    await Promise.all(
      this.kept.parts.map(async (part) => {
        const before = await this.caches.match(part);
        if (before) await cache.put(part, before);
        else await this.keep(cache, part, part);
      }),
    );
    // The page last: nothing of it is missing then.
    await this.keep(cache, PAGE, new Request(PAGE, { cache: 'no-cache' }));
  }

  /** Forgets other versions: no page of theirs is left when this one becomes active. */
  async activate(): Promise<void> {
    const others = (await this.caches.keys()).filter((name) => name.startsWith(CACHE) && name !== this.name);
    await Promise.all(others.map((name) => this.caches.delete(name)));
  }

  /** Returns the answer to a request for the page or one of its parts; nothing for all that is the server's alone. */
  answer(request: Request, origin: string): Promise<Response> | undefined {
    const { pathname, origin: asked } = new URL(request.url);
    if (request.method !== 'GET' || asked !== origin || isServers(pathname)) return undefined;
    if (request.mode === 'navigate') return this.page(request);
    return pathname.startsWith('/assets/') ? this.part(request) : undefined;
  }

  /** The newest page there is: the server's or, if it does not come in time, the one that is kept. */
  private async page(request: Request): Promise<Response> {
    const answer = this.fetch(request).catch(() => undefined);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    const inTime = await Promise.race([answer, late]);
    if (inTime && inTime.status < 500) return inTime;
    const cache = await this.caches.open(this.name);
    return (await cache.match(PAGE)) ?? (await answer) ?? Response.error();
  }

  private async part(request: Request): Promise<Response> {
    return (await this.caches.match(request)) ?? this.fetch(request);
  }

  private async keep(cache: Cache, name: string, request: Request | string): Promise<void> {
    const answer = await this.fetch(request);
    if (!answer.ok) throw new Error(`${name}: ${String(answer.status)}`);
    await cache.put(name, answer);
  }
}

/** True for addresses whose answers only the server knows. */
function isServers(path: string): boolean {
  return ['/api', '/ws', '/health', '/ready', '/metrics'].some((start) => path === start || path.startsWith(`${start}/`));
}
