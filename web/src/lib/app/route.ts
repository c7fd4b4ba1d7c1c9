/** Addresses of pages. */
export type Route =
  | { page: 'front' }
  | { page: 'table'; id: string; invite?: string; sit?: true }
  | { page: 'replay'; id: string; move?: string }
  | { page: 'fair'; id: string }
  | { page: 'games'; kind?: string; player?: string; from?: string; until?: string }
  | { page: 'leaderboard'; kind?: string; ladder?: string }
  | { page: 'player'; id: string }
  | { page: 'create' }
  | { page: 'account' }
  | { page: 'rules'; game?: RulesOf }
  | { page: 'bots' }
  | { page: 'deck' }
  | { page: 'unknown' };

/** The games that have a page of rules. */
export const RULES_OF = ['trset', 'kifameno', 'tarok', 'tablic'] as const;
export type RulesOf = (typeof RULES_OF)[number];

/** The page at an address such as `/table/abc?invite=word`. */
export function parseRoute(path: string, query: string): Route {
  const parts = path.split('/').filter((part) => part !== '').map(decode);
  const given = new URLSearchParams(query);
  const [first, id, more] = parts;
  if (first === undefined) return { page: 'front' };
  if (first === 'game' && id !== undefined && more === 'fair' && parts.length === 3) return { page: 'fair', id };
  if (more !== undefined) return { page: 'unknown' };
  if (id !== undefined) {
    switch (first) {
      case 'table':
        return { page: 'table', id, ...optional('invite', given), ...(given.has('sit') ? { sit: true } : {}) };
      case 'game':
        return { page: 'replay', id, ...optional('move', given) };
      case 'player':
        return { page: 'player', id };
      case 'rules':
        return rulesOf(id);
      default:
        return { page: 'unknown' };
    }
  }
  switch (first) {
    case 'games':
      return {
        page: 'games',
        ...optional('kind', given),
        ...optional('player', given),
        ...optional('from', given),
        ...optional('until', given),
      };
    case 'leaderboard':
      return { page: 'leaderboard', ...optional('kind', given), ...optional('ladder', given) };
    case 'create':
    case 'account':
    case 'rules':
    case 'bots':
      return { page: first };
    // The sheet of proofs is for those who draw the cards; nobody comes upon it by its bare name.
    case 'deck':
      return { page: given.has('proof') ? 'deck' : 'unknown' };
    default:
      return { page: 'unknown' };
  }
}

/** The page of a table, at which the reader sits down as soon as it opens if that is wanted. */
export function tablePath(id: string, invite?: string, sit = false): string {
  const query = [...(invite === undefined ? [] : [`invite=${encodeURIComponent(invite)}`]), ...(sit ? ['sit'] : [])];
  return `/table/${encodeURIComponent(id)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** The page of a finished game, at a move if one is named. */
export function gamePath(id: string, move?: number): string {
  const path = `/game/${encodeURIComponent(id)}`;
  return move === undefined ? path : `${path}?move=${move}`;
}

export function playerPath(id: string): string {
  return `/player/${encodeURIComponent(id)}`;
}

/** The archive, narrowed by whatever is given. */
export function gamesPath(filter: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.size === 0 ? '/games' : `/games?${query.toString()}`;
}

function rulesOf(text: string): Route {
  const game = RULES_OF.find((name) => name === text);
  return game === undefined ? { page: 'unknown' } : { page: 'rules', game };
}

function optional<K extends string>(name: K, given: URLSearchParams): Partial<Record<K, string>> {
  const value = given.get(name);
  return (value === null || value === '' ? {} : { [name]: value }) as Partial<Record<K, string>>;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
