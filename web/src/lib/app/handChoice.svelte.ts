/** One's own hand at the table: which cards may be pressed now, which are chosen, and what a press does. */
import { cardsToPlay } from '../state/legal';
import type { CaptureChoice } from './capture.svelte';
import type { Picks } from './picks.svelte';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

export class HandChoice {
  constructor(
    private readonly store: TableStore,
    private readonly picks: Picks,
    /** The choice of a capture, in games where cards are captured. */
    private readonly capture: () => CaptureChoice | undefined,
  ) {}

  /** The cards that may be played or picked. */
  readonly playable = $derived.by((): readonly string[] => {
    const capture = this.capture();
    if (capture) return capture.playable;
    return this.picks.must > 0 ? this.picks.allowed : cardsToPlay(this.store.legal);
  });

  /** Cards that wait for a second press, for the server, or to be put away. */
  readonly chosen = $derived.by((): readonly string[] => {
    if (this.picks.must > 0) return this.picks.cards;
    const capture = this.capture();
    if (capture) return capture.card === undefined ? [] : [capture.card];
    const { held, sent, notice } = this.store;
    const one = held ?? sent ?? (notice?.kind === 'tap_again' ? notice.card : null);
    return one === null ? [] : [one];
  });

  /** The card that is made ready for one's turn. */
  get ready(): string | undefined {
    return this.store.ahead.card;
  }

  /** True if cards are picked and dropped rather than played at once. */
  get pickable(): boolean {
    return this.capture() !== undefined || this.picks.must > 0;
  }

  press(card: string): void {
    if (this.picks.press(card)) return;
    const capture = this.capture();
    if (capture) {
      capture.pressHand(card);
      return;
    }
    const { store } = this;
    if (settings.confirm && (store.legal.includes(card) || store.guarded) && !this.chosen.includes(card)) {
      store.tell({ kind: 'tap_again', card });
      return;
    }
    store.act(card);
  }
}
