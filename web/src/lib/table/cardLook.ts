/** The way a card is shown beyond its place. */
export interface Look {
  /** The height by which it stands up, in pixels; lower than the others if negative. */
  lift: number;
  /** True if it may not be played now. */
  dimmed: boolean;
  /** A light edge: it may be played, is chosen, is offered to be taken or made ready, or took the trick. */
  edge: 'playable' | 'chosen' | 'offered' | 'taker' | undefined;
  /** True if it was drawn just now. */
  fresh: boolean;
}

export const PLAIN: Look = { lift: 0, dimmed: false, edge: undefined, fresh: false };
