/** Addresses: how they are read, and those that other pages lead to. */

/** The named parts of an address: `:id` stands for one part, `:id?` at the end for one or none. */
export type Parts<S extends string> = S extends `${infer First}/${infer Rest}` ? Part<First> & Parts<Rest> : Part<S>;

type Part<S extends string> = string extends S
  ? Readonly<Record<string, string>>
  : S extends `:${infer Name}?`
    ? { readonly [N in Name]?: string }
    : S extends `:${infer Name}`
      ? { readonly [N in Name]: string }
      : unknown;

/** Returns the named parts of a path; null if the pattern does not fit it. `*` fits every path. */
export function partsOf<S extends string>(pattern: S, path: string): Parts<S> | null {
  const named: Record<string, string> = {};
  if (pattern !== '*') {
    const wanted = split(pattern);
    const given = split(path).map(decode);
    if (given.length > wanted.length) return null;
    for (const [at, part] of wanted.entries()) {
      const text = given[at];
      if (text === undefined ? !part.endsWith('?') : !part.startsWith(':') && part !== text) return null;
      if (text !== undefined && part.startsWith(':')) named[part.slice(1).replace(/\?$/, '')] = text;
    }
  }
  return named as Parts<S>;
}

/** The page of a table, at which the reader sits down as soon as it opens if that is wanted. */
export function tablePath(id: string, invite?: string, sit = false): string {
  const query = [...(invite === undefined ? [] : [`invite=${encodeURIComponent(invite)}`]), ...(sit ? ['sit'] : [])];
  return `/table/${encodeURIComponent(id)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** True for the path of a table. */
export function isTable(path: string): boolean {
  return partsOf('/table/:id', path) !== null;
}

/** The page of a finished game, at a move if one is named. */
export function gamePath(id: string, move?: number): string {
  const path = `/game/${encodeURIComponent(id)}`;
  return move === undefined ? path : `${path}?move=${move}`;
}

export function playerPath(id: string): string {
  return `/player/${encodeURIComponent(id)}`;
}

/** The archive, narrowed by the filters that are given. */
export function gamesPath(filter: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.size === 0 ? '/games' : `/games?${query.toString()}`;
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Returns the text of a part of an address; one that is written wrongly stays as it is. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
