/**
 * Lines of chat on their way to the server: one after the other, so that a
 * line refused for haste, or lost with the connection or the table's server, goes again by
 * itself.
 */
import type { ErrorCode, Phrase } from '../protocol';

/** The server takes a line a second from whoever wrote many at once. */
const AGAIN_MS = 1000;

export class ChatOutbox {
  /** The lines that the table has not been told yet, the oldest first. */
  lines = $state.raw<readonly string[]>([]);
  private timer: number | undefined;

  constructor(
    private readonly send: (text: string) => boolean,
    /** Says a phrase at once: one that comes late is no use. Returns true if it could be sent. */
    readonly say: (phrase: Phrase) => boolean,
  ) {}

  /** Takes a line. Returns false, and keeps nothing, if there is no connection. */
  write(text: string): boolean {
    const line = cleaned(text);
    if (seen(line) === '') return true;
    if (this.lines.length === 0 && !this.send(line)) return false;
    this.lines = [...this.lines, line];
    return true;
  }

  /** The table was told a line of ours. */
  told(text: string): void {
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
   * The connection is back. Whether the line arrived is not known yet: if it
   * did, the table tells it before it goes again.
   */
  reconnected(): void {
    if (this.lines.length > 0) this.sendLater();
  }

  close(): void {
    window.clearTimeout(this.timer);
  }

  private sendFirst(): void {
    window.clearTimeout(this.timer);
    const [first] = this.lines;
    if (first !== undefined) this.send(first);
  }

  private sendLater(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
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
