/** For tests only: a line and a clock that do what they are told. */
import type { Timers } from '../timers';
import type { Transport } from './socket';

export class FakeTransport implements Transport {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: unknown[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

export class FakeTimers implements Timers {
  private planned = new Map<number, { run: () => void; at: number }>();
  private next = 1;
  now = 0;

  set(run: () => void, ms: number): number {
    this.planned.set(this.next, { run, at: this.now + ms });
    return this.next++;
  }

  clear(timer: number): void {
    this.planned.delete(timer);
  }

  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const due = [...this.planned].filter(([, timer]) => timer.at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.planned.delete(due[0]);
      this.now = due[1].at;
      due[1].run();
    }
    this.now = until;
  }
}

export const WELCOME = { type: 'welcome', protocol: 1, server: '0', epoch: 'e1', you: {}, time: '', tables: [], levels: [] };
