/** The reader's own action at a table, with the timeout after which a held card is played. */
import { untrack } from 'svelte';
import { NO_ACTION, guardLeft, unheld, type OwnAction } from '../state/ownAction';
import { Timeout, type Timers } from '../timers';

export class OwnActionStore {
  private own = $state.raw<OwnAction>(NO_ACTION);
  private readonly guard: Timeout;

  constructor(
    private readonly timers: Timers,
    /** Plays the card that was held. */
    private readonly play: (card: string) => void,
  ) {
    this.guard = new Timeout(timers);
  }

  /** The action that is on its way, or a claim. */
  readonly sent = $derived.by((): string | null => this.own.sent);
  /** The card that was pressed soon after the last one, and is played when the guard ends. */
  readonly held = $derived.by((): string | null => this.own.held);

  get now(): OwnAction {
    return untrack(() => this.own);
  }

  /** True so soon after a card that the next one would be held. */
  get guarded(): boolean {
    return guardLeft(this.now, this.timers.now) > 0;
  }

  /** Changes the state, and waits for the end of the guard while a card is held. */
  change(to: (own: OwnAction) => OwnAction): void {
    const before = this.now;
    const own = to(before);
    this.own = own;
    const { held } = own;
    if (held === before.held) return;
    this.guard.clear();
    if (held === null) return;
    this.guard.set(
      () => {
        this.change(unheld);
        this.play(held);
      },
      guardLeft(own, this.timers.now),
    );
  }
}
