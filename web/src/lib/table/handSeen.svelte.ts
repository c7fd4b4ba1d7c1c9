/** The cards of the hand that the reader points at, by mouse, keys or finger. */
import { Grip, type GripLinks } from './grip.svelte';

const NOWHERE: GripLinks = { cardAt: () => undefined, edge: () => 0, play: () => undefined };

export class HandSeen {
  hovered = $state.raw<string | undefined>(undefined);
  focused = $state.raw<string | undefined>(undefined);
  private links: GripLinks = NOWHERE;
  readonly grip = new Grip({
    cardAt: (x, y) => this.links.cardAt(x, y),
    edge: () => this.links.edge(),
    play: (card) => {
      this.links.play(card);
    },
  });

  /** Connects the hand that is on the page. Returns a function that lets go of it. */
  attach(links: GripLinks): () => void {
    this.links = links;
    return () => {
      this.links = NOWHERE;
    };
  }

  /** True if this card stands up because the reader points at it. */
  points(card: string): boolean {
    return this.hovered === card || this.focused === card || this.grip.lifted === card;
  }
}
