/** Addresses of pages. */
export type Route =
  | { page: 'front' }
  | { page: 'table'; id: string; invite?: string }
  | { page: 'replay'; id: string }
  | { page: 'games'; kind?: string; player?: string }
  | { page: 'leaderboard'; kind?: string }
  | { page: 'player'; id: string }
  | { page: 'create' }
  | { page: 'account' }
  | { page: 'deck' }
  | { page: 'unknown' };

/** The page at an address such as `/table/abc?invite=word`. */
export function parseRoute(path: string, query: string): Route {
  const parts = path.split('/').filter((part) => part !== '').map(decode);
  const given = new URLSearchParams(query);
  const [first, id, more] = parts;
  if (first === undefined) return { page: 'front' };
  if (more !== undefined) return { page: 'unknown' };
  if (id !== undefined) {
    switch (first) {
      case 'table':
        return { page: 'table', id, ...optional('invite', given) };
      case 'game':
        return { page: 'replay', id };
      case 'player':
        return { page: 'player', id };
      default:
        return { page: 'unknown' };
    }
  }
  switch (first) {
    case 'games':
      return { page: 'games', ...optional('kind', given), ...optional('player', given) };
    case 'leaderboard':
      return { page: 'leaderboard', ...optional('kind', given) };
    case 'create':
    case 'account':
    case 'deck':
      return { page: first };
    default:
      return { page: 'unknown' };
  }
}

export function tablePath(id: string, invite?: string): string {
  const path = `/table/${encodeURIComponent(id)}`;
  return invite === undefined ? path : `${path}?invite=${encodeURIComponent(invite)}`;
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
