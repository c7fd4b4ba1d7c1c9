/**
 * Lines of chat on their way to the server: one after the other, so that a line refused for haste, or lost with the
 * connection or the table's server, is sent again automatically.
 */
import type { ErrorCode, Phrase } from '../protocol';
import { Timeout, type Timers } from '../timers';

/** The server takes a line a second from a player who sent many at once. */
const AGAIN_MS = 1000;

export class ChatOutbox {
  /** The lines that the table has not published yet, the oldest first. */
  lines = $state.raw<readonly string[]>([]);
  /** Sends a phrase at once: one that comes late is no use. Returns true if it could be sent. */
  readonly say: (phrase: Phrase) => boolean;
  private readonly send: (text: string) => boolean;
  private readonly again: Timeout;

  /** `line` and `phrase` send to the table, and return true if there is a connection. */
  constructor(timers: Timers, { line, phrase }: { line: (text: string) => boolean; phrase: (phrase: Phrase) => boolean }) {
    this.again = new Timeout(timers);
    this.send = line;
    this.say = phrase;
  }

  /** Takes a line. Returns false, and keeps nothing, if there is no connection. */
  write(text: string): boolean {
    const line = cleaned(text);
    if (seen(line) === '') return true;
    if (this.lines.length === 0 && !this.send(line)) return false;
    this.lines = [...this.lines, line];
    return true;
  }

  /** The table published a line of the reader's. */
  published(text: string): void {
    const [first] = this.lines;
    if (first === undefined || seen(first) !== seen(text)) return;
    this.lines = this.lines.slice(1);
    this.sendFirst();
  }

  /** Handles the server's refusal of the line on its way. Returns true if the line will go again. */
  refused(code: ErrorCode): boolean {
    if (code === 'rate_limited' || code === 'busy') {
      this.sendLater();
      return true;
    }
    this.lines = this.lines.slice(1);
    this.sendFirst();
    return false;
  }

  /**
   * The connection is back. Whether the line arrived is not known yet: if it did, the table publishes it before it is
   * sent again.
   */
  reconnected(): void {
    if (this.lines.length > 0) this.sendLater();
  }

  close(): void {
    this.again.clear();
  }

  private sendFirst(): void {
    this.again.clear();
    const [first] = this.lines;
    if (first !== undefined) this.send(first);
  }

  private sendLater(): void {
    this.again.set(() => {
      this.sendFirst();
    }, AGAIN_MS);
  }
}

/** The line without control characters. */
function cleaned(text: string): string {
  return text.replace(/\p{Cc}/gu, '').trim();
}

/** The visible characters of a line, to compare lines by: the server may leave out any of the others. */
function seen(text: string): string {
  return text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\s]/gu, '');
}
