/** Cards typed with what they take from the table. */
import { GAMES } from '../../../games';
import type { Deck } from '../../decks/deck';
import { isCoached } from '../../state/kind';
import { actionOf, readAction, readCaptures } from '../../state/capture/actions';
import { choiceOf } from '../../state/capture/choice';
import { cardsMeant } from './cards';
import { say } from './catalogue.svelte';
import { cardNames, notNow, type Answer, type Situation } from './situation';

/** Stands for the capture that brings most. */
const BEST = '*';
/** Stands for no capture. */
const LAID = '-';

/** Returns what becomes of a card that is named alone. */
export function played(card: string, at: Situation): Answer {
  const ways = at.legal.filter((action) => readAction(action).card === card);
  const [only] = ways;
  if (only === undefined) return { text: notNow(at) };
  if (ways.length === 1) return { text: withTaken(only, at.deck), acts: [only] };
  const captures = ways.map((action) => readAction(action).taken).filter((taken) => taken.length > 0);
  const text = say('choose', { card: at.deck.name(card), ways: captures.map((taken) => cardNames(taken, at.deck)).join('; ') });
  const best = richest(card, at);
  return {
    text:
      best === undefined ? text : `${text} ${say('best', { card: at.deck.name(card), cards: cardNames(readAction(best).taken, at.deck) })}`,
  };
}

/** Returns what becomes of a card that is named with what it takes. */
export function taking(card: string, rest: readonly string[], at: Situation): Answer {
  const { table, legal, deck } = at;
  const lying = table.deal?.view.cards ?? [];
  const [sign] = rest.length === 1 ? rest : [];
  if (sign === BEST) {
    const best = richest(card, at);
    return best === undefined ? { text: say('noBest') } : { text: withTaken(best, deck), acts: [best] };
  }
  const meant = rest.flatMap((word) => cardsMeant(word, lying, deck));
  const wanted = sign === LAID ? [] : meant;
  const understood = sign === LAID || meant.length === rest.length;
  const listed = legal.find((one) => {
    const { card: own, taken } = readAction(one);
    return own === card && taken.length === wanted.length && taken.every((other) => wanted.includes(other));
  });
  // Where the list is cut the server says whether the cards add up.
  const action = listed ?? (table.deal?.turn?.legal_cut && wanted.length > 0 ? actionOf(card, wanted) : undefined);
  if (!understood || action === undefined) return { text: say('cannotTake', { card: deck.name(card) }) };
  return { text: withTaken(action, deck), acts: [action] };
}

/** Returns the capture that brings most, where the reader may be shown it. */
function richest(card: string, { table, legal }: Situation): string | undefined {
  const rules = GAMES[table.config.game.name].captures;
  return (
    rules &&
    choiceOf(rules, {
      table: table.deal?.view.cards ?? [],
      captures: readCaptures(legal),
      helped: isCoached(table.config),
      cut: table.deal?.turn?.legal_cut ?? false,
      card,
      picked: [],
    }).richest?.action
  );
}

function withTaken(action: string, deck: Deck): string {
  const { card, taken } = readAction(action);
  const text = say('plays', { card: deck.name(card) });
  return taken.length === 0 ? text : `${text}: ${cardNames(taken, deck)}`;
}
