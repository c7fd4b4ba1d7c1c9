/** The sizes of cards that one can choose, as shares of the usual one; what the window has no room for stays smaller. */
export const CARD_SIZES = { small: 0.8, usual: 1, large: 1.3 } as const;
export type CardSize = keyof typeof CARD_SIZES;
