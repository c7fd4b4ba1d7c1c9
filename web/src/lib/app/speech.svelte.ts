/** The bubbles at the seats: what somebody has just said, for a moment. */
import type { Seat } from '../protocol';
import { toldIn } from '../state/cues';
import { saidIn } from '../words/said';
import type { TableStore } from './table.svelte';

/** The time for which one can read it. */
const STAY_MS = 2200;

export class Speech {
  private bubbles = $state.raw<ReadonlyMap<Seat, { id: number; text: string }>>(new Map());
  private newest = 0;
  private readonly timers = new Set<number>();

  /** Follows the steps of a table; must be called while a component is set up. */
  constructor(store: TableStore) {
    $effect(() =>
      store.listen((cues) => {
        for (const fact of toldIn(cues)) {
          const said = fact.kind === 'game' ? saidIn(fact.event) : undefined;
          if (said) this.say(said.seat, said.text);
        }
      }),
    );
    $effect(() => () => {
      for (const timer of this.timers) window.clearTimeout(timer);
    });
  }

  /** Returns what a seat has just said, and a number that another saying changes. */
  at(seat: Seat): { id: number; text: string } | undefined {
    return this.bubbles.get(seat);
  }

  private say(seat: Seat, text: string): void {
    const before = this.bubbles.get(seat);
    const id = (this.newest += 1);
    // Two things said in one breath stand side by side.
    this.bubbles = new Map(this.bubbles).set(seat, { id, text: before ? `${before.text}, ${text}` : text });
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      if (this.bubbles.get(seat)?.id !== id) return;
      const left = new Map(this.bubbles);
      left.delete(seat);
      this.bubbles = left;
    }, STAY_MS);
    this.timers.add(timer);
  }
}
