/**
 * A finger or mouse on the hand. Sliding over the cards lifts the one below; a card that is drawn out over the
 * cloth follows, and is played where it is let go. A press that stays on its card is left to the button.
 */

/** The distance in pixels beyond which a press is a move. */
const SLOP = 8;

interface Held {
  pointer: number;
  /** The card that was pressed first. */
  first: string;
  card: string;
  /** The place where it was taken, and the distance by which it has been moved since. */
  x: number;
  y: number;
  dx: number;
  dy: number;
  /** True if the card has left the hand. */
  out: boolean;
}

export interface GripLinks {
  /** Returns the card of the hand below a point of the window. */
  cardAt: (x: number, y: number) => string | undefined;
  /** Returns the upper edge of the hand in the window: a card above it is over the cloth. */
  edge: () => number;
  /** Plays a card. */
  play: (card: string) => void;
}

export class Grip {
  private held = $state.raw<Held | null>(null);
  /** True once the press has moved: no click is to follow. */
  private moved = false;

  constructor(private readonly links: GripLinks) {}

  /** The card that follows the pointer, and how far it is from its place. */
  get drawn(): { card: string; dx: number; dy: number } | undefined {
    return this.held?.out ? this.held : undefined;
  }

  /** The card that a finger slides over. */
  get lifted(): string | undefined {
    return this.moved ? this.held?.card : undefined;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0 || this.held) return;
    const card = this.links.cardAt(event.clientX, event.clientY);
    this.moved = false;
    if (card === undefined) return;
    this.held = { pointer: event.pointerId, first: card, card, x: event.clientX, y: event.clientY, dx: 0, dy: 0, out: false };
  }

  move(event: PointerEvent): void {
    const { held } = this;
    if (held?.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!this.moved) {
      if (Math.hypot(dx, dy) < SLOP) return;
      this.moved = true;
      (event.currentTarget as Element | null)?.setPointerCapture(event.pointerId);
    }
    const over = event.clientY < this.links.edge();
    if (held.out || over || -dy > Math.abs(dx) + SLOP) {
      this.held = { ...held, dx, dy, out: true };
      return;
    }
    const card = this.links.cardAt(event.clientX, event.clientY) ?? held.card;
    this.held = card === held.card ? { ...held } : { ...held, card, x: event.clientX, y: event.clientY };
  }

  up(event: PointerEvent): void {
    const { held } = this;
    if (held?.pointer !== event.pointerId) return;
    this.held = null;
    const back = this.moved && !held.out && held.card === held.first;
    if (back || (held.out && event.clientY < this.links.edge())) this.links.play(held.card);
  }

  cancel(event: PointerEvent): void {
    if (this.held?.pointer !== event.pointerId) return;
    this.held = null;
  }

  /** Returns true if the click that comes now ends a move, and means nothing; asked once. */
  swallow(): boolean {
    const swallowed = this.moved;
    this.moved = false;
    return swallowed;
  }
}
