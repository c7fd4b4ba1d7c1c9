/** The lines of a table's chat that the reader sees, and the new ones. */
import type { ChatLine } from '../protocol';

/** The lines of players who are not muted. */
export function heard(lines: readonly ChatLine[], muted: readonly string[]): ChatLine[] {
  return lines.filter((line) => !muted.includes(line.from.id));
}

/** Counts the lines of others after `seenAt`, a time stamp of the server's. */
export function unread(lines: readonly ChatLine[], seenAt: string, me: string | undefined): number {
  return lines.filter((line) => line.at > seenAt && line.from.id !== me).length;
}
