/** The answers of the games, found by the paths of their files: `./<game>/words.ts`. */
import type { GameName } from './module';

export function byGame<T>(files: Readonly<Record<string, T>>): Readonly<Record<GameName, T>> {
  // Each game has each of these files: `games.test.ts` looks for them.
  return Object.fromEntries(Object.entries(files).map(([path, answer]) => [path.split('/')[1], answer])) as Record<GameName, T>;
}
