/** A notice at a table, shown for a moment. */
import type { FailureCode } from '../net/api';
import { Timeout, type Timers } from '../timers';

export type Notice =
  | { kind: 'error'; code: FailureCode; rule: string | undefined }
  | { kind: 'not_your_turn' }
  | { kind: 'offline' }
  /** An action other than a card could not be sent. */
  | { kind: 'unsent' }
  | { kind: 'tap_again'; card: string }
  /** A card is played as soon as it is one's turn, or cannot be. */
  | { kind: 'ready' | 'not_ready'; card: string };

const NOTICE_MS = 4000;

export class CurrentNotice {
  now = $state.raw<Notice | null>(null);
  private readonly end: Timeout;

  constructor(timers: Timers) {
    this.end = new Timeout(timers);
  }

  /** Shows a notice for a moment, or removes it. */
  show(notice: Notice | null): void {
    this.end.clear();
    this.now = notice;
    if (notice) this.end.set(() => (this.now = null), NOTICE_MS);
  }

  close(): void {
    this.end.clear();
  }
}
