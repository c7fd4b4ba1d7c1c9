/** The local clock and its timers. Objects with a timeout are handed them, so that a test lets time pass itself. */

export interface Timers {
  /** The time in milliseconds; it never runs back. */
  readonly now: number;
  set(run: () => void, ms: number): number;
  clear(timer: number): void;
}

export const PAGE_TIMERS: Timers = {
  get now() {
    return performance.now();
  },
  set: (run, ms) => window.setTimeout(run, ms),
  clear: (timer) => {
    window.clearTimeout(timer);
  },
};

/** A single timeout: setting it again cancels the one before. */
export class Timeout {
  private timer: number | undefined;

  constructor(private readonly timers: Timers) {}

  get running(): boolean {
    return this.timer !== undefined;
  }

  set(run: () => void, ms: number): void {
    this.clear();
    this.timer = this.timers.set(() => {
      this.timer = undefined;
      run();
    }, ms);
  }

  clear(): void {
    if (this.timer !== undefined) this.timers.clear(this.timer);
    this.timer = undefined;
  }
}
