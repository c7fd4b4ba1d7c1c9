/** The legal actions that several games have; what one game alone has, its own state reads. */

/** Returns what the actions with this verb are about: `bid:two` is about `two`. */
export function objectsOf(verb: string, actions: readonly string[]): string[] {
  return actions.flatMap((action) => (action.startsWith(`${verb}:`) ? [action.slice(verb.length + 1)] : []));
}

/** Returns the cards that may be played to a trick. */
export function cardsToPlay(actions: readonly string[]): string[] {
  return actions.filter((action) => action !== 'pass' && !action.includes(':'));
}

/** Returns the cards that may be put away. */
export function cardsToDiscard(actions: readonly string[]): string[] {
  return objectsOf('discard', actions);
}
