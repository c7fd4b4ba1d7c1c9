/** The HTTP interface, typed. Every failure is an [`ApiError`] with a code for which there are words. */
import type { Timers } from '../timers';
import type {
  BotAccount,
  CreatedTable,
  ErrorBody,
  ErrorCode,
  GameRecord,
  GameSummary,
  Ladder,
  LeaderboardLine,
  MatchSummary,
  OwnTable,
  PageSettings,
  Player,
  PlayerStatistics,
  PoolSummary,
  PresenceSetting,
  Profile,
  RatingPoint,
  Session,
  TableConfig,
  TableSummary,
} from '../protocol';

/** A code of the server's, `unreachable` if it did not answer, or `no_cookies` if the browser would not keep a session. */
export type FailureCode = ErrorCode | 'unreachable' | 'no_cookies';

/** A request that has not been answered after this time is given up; a slow line needs several round trips. */
const ANSWER_MS = 20_000;

export class ApiError extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export interface GamesQuery {
  limit?: number;
  kind?: string;
  player?: string;
  /** Deals in which a guest or a person had a seat. */
  among?: 'people';
  /** Deals of this table alone. */
  table?: string;
  /** Deals of the match with this number at the table. */
  match?: number;
  /** A day or a time; games that ended then or later. */
  from?: string;
  /** A day or a time; games that ended before. */
  until?: string;
  before?: string;
}

/** As for deals: a match is where its last finished deal is. */
export type MatchesQuery = Omit<GamesQuery, 'match'>;

export interface Api {
  me(): Promise<Player | null>;
  guest(name?: string): Promise<Player>;
  /** Gives the reader, who is a guest, another name. */
  rename(name: string): Promise<Player>;
  chooseFace(face: string): Promise<Player>;
  register(name: string, password: string): Promise<Player>;
  login(name: string, password: string): Promise<Player>;
  logout(): Promise<void>;
  changePassword(old: string, fresh: string): Promise<void>;
  deleteMe(): Promise<void>;
  /** The settings that are kept with the account. */
  settings(): Promise<PageSettings>;
  keepSettings(settings: PageSettings): Promise<void>;
  /** Those whom the reader follows. */
  following(): Promise<Player[]>;
  follow(id: string): Promise<void>;
  unfollow(id: string): Promise<void>;
  /** True if followers see when the reader is here. */
  presence(): Promise<PresenceSetting>;
  showPresence(shown: boolean): Promise<void>;
  tables(): Promise<TableSummary[]>;
  /** Tables at which the reader has a seat, private ones too. */
  ownTables(): Promise<OwnTable[]>;
  pools(): Promise<PoolSummary[]>;
  /** The player who opened a table; of a private one only with its word. */
  host(table: string, invite?: string): Promise<Player | null>;
  createTable(config: TableConfig): Promise<CreatedTable>;
  games(query: GamesQuery): Promise<GameSummary[]>;
  game(id: string): Promise<GameRecord>;
  /** Matches of which a deal is over. */
  matches(query: MatchesQuery): Promise<MatchSummary[]>;
  leaderboard(kind: string, ladder: Ladder): Promise<LeaderboardLine[]>;
  player(id: string): Promise<Profile>;
  statistics(id: string): Promise<PlayerStatistics>;
  /** Registered people and bots whose names begin so. */
  findPlayers(name: string): Promise<Player[]>;
  ratings(id: string, kind: string, ladder: Ladder): Promise<RatingPoint[]>;
  bots(): Promise<Player[]>;
  createBot(name: string): Promise<BotAccount>;
  deleteBot(id: string): Promise<void>;
  chooseBotsFace(id: string, face: string): Promise<Player>;
}

/** The parts of the browser that requests need. */
export interface Browser {
  fetch: typeof fetch;
  timers: Timers;
  /** Returns true if the browser keeps cookies of this site: a session is one. */
  keepsCookies: () => boolean;
}

export function createApi(browser: Browser): Api {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { ok, status, text } = await reach(browser, method, path, body);
    if (!ok) throw failure(status, text);
    try {
      return (text === '' ? undefined : JSON.parse(text)) as T;
    } catch {
      // Not our server's words, such as the page at which a hotel asks its guests to log in.
      throw new ApiError('unreachable', 'the answer is not of this server');
    }
  }
  const user = async (session: Promise<Session>): Promise<Player> => (await session).user;
  /** Begins a session: nothing is created that the browser would not know again. */
  const enter = (path: string, body: unknown): Promise<Player> => {
    if (browser.keepsCookies()) return user(call('POST', path, body));
    return Promise.reject(new ApiError('no_cookies', 'the browser keeps no cookies'));
  };

  return {
    async me() {
      return (await call<Session | null>('GET', '/api/me'))?.user ?? null;
    },
    guest: (name) => enter('/api/guest', name === undefined ? {} : { name }),
    rename: (name) => call('PUT', '/api/me/name', { name }),
    chooseFace: (face) => call('PUT', '/api/me/face', { face }),
    register: (name, password) => enter('/api/register', { name, password }),
    login: (name, password) => enter('/api/login', { name, password }),
    logout: () => call('POST', '/api/logout'),
    changePassword: (old, fresh) => call('POST', '/api/me/password', { old, new: fresh }),
    deleteMe: () => call('DELETE', '/api/me'),
    settings: () => call('GET', '/api/me/settings'),
    keepSettings: (settings) => call('PUT', '/api/me/settings', settings),
    following: () => call('GET', '/api/me/following'),
    follow: (id) => call('PUT', `/api/me/following/${encodeURIComponent(id)}`),
    unfollow: (id) => call('DELETE', `/api/me/following/${encodeURIComponent(id)}`),
    presence: () => call('GET', '/api/me/presence'),
    showPresence: (shown) => call('PUT', '/api/me/presence', { shown }),
    tables: () => call('GET', '/api/tables'),
    ownTables: () => call('GET', '/api/me/tables'),
    pools: () => call('GET', '/api/pools'),
    host: (table, invite) => call('GET', `/api/tables/${encodeURIComponent(table)}/host${search({ invite })}`),
    createTable: (config) => call('POST', '/api/tables', config),
    games: (query) => call('GET', `/api/games${search({ ...query })}`),
    matches: (query) => call('GET', `/api/matches${search({ ...query })}`),
    game: (id) => call('GET', `/api/games/${encodeURIComponent(id)}`),
    leaderboard: (kind, ladder) => call('GET', `/api/leaderboard${search({ kind, ladder })}`),
    player: (id) => call('GET', `/api/players/${encodeURIComponent(id)}`),
    statistics: (id) => call('GET', `/api/players/${encodeURIComponent(id)}/statistics`),
    findPlayers: (name) => call('GET', `/api/players${search({ name })}`),
    ratings: (id, kind, ladder) => call('GET', `/api/players/${encodeURIComponent(id)}/ratings${search({ kind, ladder })}`),
    bots: () => call('GET', '/api/bots'),
    createBot: (name) => call('POST', '/api/bots', { name }),
    deleteBot: (id) => call('DELETE', `/api/bots/${encodeURIComponent(id)}`),
    chooseBotsFace: (id, face) => call('PUT', `/api/bots/${encodeURIComponent(id)}/face`, { face }),
  };
}

/** Sends a request and waits for its whole answer. */
async function reach(
  { fetch: ask, timers }: Browser,
  method: string,
  path: string,
  body: unknown,
): Promise<{ ok: boolean; status: number; text: string }> {
  const late = new AbortController();
  const init: RequestInit = { method, credentials: 'same-origin', signal: late.signal };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  const timer = timers.set(() => {
    late.abort();
  }, ANSWER_MS);
  try {
    const answer = await ask(path, init);
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    throw new ApiError('unreachable', 'the server does not answer');
  } finally {
    timers.clear(timer);
  }
}

function failure(status: number, text: string): ApiError {
  try {
    const body = JSON.parse(text) as ErrorBody;
    if (typeof body.code === 'string') return new ApiError(body.code, body.message, body.field);
  } catch {
    // Something between us and the server answered; its words are not for our readers.
  }
  return new ApiError(status >= 500 ? 'unreachable' : 'internal', text);
}

function search(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
