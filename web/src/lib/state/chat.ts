/** The lines of a table's chat that somebody sees, and those that are new to them. */
import type { ChatLine } from '../protocol';

/** The lines of those who are not muted. */
export function heard(lines: readonly ChatLine[], muted: readonly string[]): ChatLine[] {
  return lines.filter((line) => !muted.includes(line.from.id));
}

/** Counts the lines of others after `seenAt`, a time stamp of the server's. */
export function unread(lines: readonly ChatLine[], seenAt: string, me: string | undefined): number {
  return lines.filter((line) => line.at > seenAt && line.from.id !== me).length;
}
