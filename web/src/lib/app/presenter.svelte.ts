/** The picture of a table: shows the steps of its events one after the other, and publishes their cues. */
import type { Cue } from '../state/cues';
import { isStill, queue, showNow, skip, step, type Pace, type Presentation } from '../state/presenter';
import type { Step } from '../state/steps';
import type { TableState } from '../state/table';
import { Timeout, type Timers } from '../timers';

export class Presenter {
  private presentation = $state.raw<Presentation | null>(null);
  private readonly listeners = new Set<(cues: readonly Cue[]) => void>();
  private readonly next: Timeout;

  constructor(timers: Timers) {
    this.next = new Timeout(timers);
  }

  readonly shown = $derived.by((): TableState | null => this.presentation?.shown ?? null);

  /** True if every event has been shown. */
  readonly still = $derived.by((): boolean => this.presentation !== null && isStill(this.presentation));

  /** True if a finished trick waits for a tap. */
  get waitsForTap(): boolean {
    return this.presentation?.hold === 'tap';
  }

  /** Calls back with the cues of each step as it is shown. Returns a function that stops it. */
  listen(listener: (cues: readonly Cue[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows a state at once, in place of everything before. */
  show(state: TableState): void {
    this.present(showNow(state));
  }

  queue(steps: readonly Step[], pace: Pace, moves: boolean): void {
    if (this.presentation) this.present(queue(this.presentation, steps, pace, moves));
  }

  /** Shows the newest state at once. */
  skip(): void {
    if (this.presentation) this.present(skip(this.presentation));
  }

  cue(cues: readonly Cue[]): void {
    if (cues.length > 0) for (const listener of this.listeners) listener(cues);
  }

  close(): void {
    this.next.clear();
  }

  private present(next: Presentation): void {
    const held = this.presentation?.shown === next.shown && this.presentation.hold === next.hold;
    this.presentation = next;
    this.cue(next.cues);
    if (held && this.next.running) return;
    this.next.clear();
    if (next.hold === 'tap' || next.hold === 0) return;
    this.next.set(() => {
      if (this.presentation) this.present(step(this.presentation));
    }, next.hold);
  }
}
