/** Typed commands at a table: a line in, an answer in words out, and an action where one is meant. */
import { indexOf } from '../../../cards/style';
import type { Deck } from '../../decks/deck';
import { cardStyle } from '../../decks/style.svelte';
import { GAMES } from '../../../games';
import { WORDS } from '../../../games/words';
import { language, t } from '../../i18n/index.svelte';
import type { Claim } from '../../protocol';
import { gameOf, isCapturing, isCoached } from '../../state/kind';
import { cardsOut, lastTaker, lastTrickOf, trickOf, type Trick } from '../../state/game';
import { seatFacts } from '../../state/seats';
import type { TableState } from '../../state/table';
import { actionOf, readAction } from '../../state/capture/actions';
import { lastCapture } from '../../state/capture/taking';
import { listFormat } from '../formats';
import type { NameOf } from '../log';
import { pointsText } from '../points';
import { cardsMeant, plain } from './cards';
import { say } from './catalogue.svelte';

export const COMMANDS = ['hand', 'may', 'trick', 'last', 'score', 'out', 'who', 'rest', 'coach', 'order', 'help'] as const;
export type Command = (typeof COMMANDS)[number];

/** The names that are understood in every language, as those who learn from others know them. */
const EVERYWHERE: Readonly<Record<Command, readonly string[]>> = {
  hand: ['hand'],
  may: ['may'],
  trick: ['trick'],
  last: ['last'],
  score: ['score'],
  out: ['out'],
  who: ['who'],
  rest: ['rest'],
  coach: ['coach'],
  order: ['order'],
  help: ['help', '?'],
};

/** The situation in which a command is given. */
export interface Situation {
  table: TableState;
  /** The actions that the reader may do now. */
  legal: readonly string[];
  /** The claim that the reader can make now. */
  claim?: Claim | undefined;
  /** The sentences of the coach, if one speaks here. */
  coach?: readonly string[] | undefined;
  deck: Deck;
  nameOf: NameOf;
}

export interface Answer {
  text: string;
  /** The card that the reader means to press. */
  press?: string;
  /** The action that the reader means to do: a card with what it captures. */
  act?: string;
  /** True if the reader claims the rest of the deal. */
  claims?: boolean;
}

/** Returns the names of a command, its own language's first. */
export function namesOf(command: Command): readonly string[] {
  return [...new Set([...say(`name.${command}`).split(' '), ...EVERYWHERE[command]])];
}

export function answer(line: string, at: Situation): Answer {
  const wanted = plain(line).replace(/^\//, '');
  const command = COMMANDS.find((one) => namesOf(one).some((name) => plain(name) === wanted));
  if (command === 'rest') return claiming(at);
  if (command) return { text: tell(command, at) };
  const meant = line.trim().replace(/^\//, '');
  return WORDS[at.table.config.game.name].command?.(meant, at.legal, at.deck) ?? cardCommand(meant, at);
}

function claiming({ table, claim }: Situation): Answer {
  if (claim !== undefined) return { text: `${t(`claim.${claim}`)}.`, claims: true };
  return { text: table.deal?.turn?.seat === table.you ? t('error.nothing_to_claim') : say('mayNot') };
}

function list(items: readonly string[]): string {
  return listFormat(language(), { type: 'unit' }).format(items);
}

function cards(of: readonly string[], deck: Deck): string {
  return list(of.map(deck.name));
}

function tell(command: Exclude<Command, 'rest'>, at: Situation): string {
  const { table, legal, deck } = at;
  const view = table.deal?.view;
  if (command === 'help') return COMMANDS.map((one) => say('says', { name: namesOf(one)[0] ?? one, what: say(`does.${one}`) })).join('; ');
  if (command === 'who') return who(at);
  if (command === 'score') return score(at);
  if (command === 'order') return order(at);
  if (command === 'coach') return coached(at);
  if (!view) return say('noDeal');
  switch (command) {
    case 'hand': {
      const hand = deck.sort(view.hand ?? []);
      return hand.length === 0 ? say('noHand') : say('hand', { n: hand.length, cards: cards(hand, deck) });
    }
    case 'may': {
      const playable = deck.sort([...new Set(legal.map((action) => readAction(action).card))].filter(deck.has));
      return playable.length === 0 ? say('mayNot') : say('may', { cards: cards(playable, deck) });
    }
    case 'trick': {
      const trick = trickOf(view);
      const lying = [...view.cards.map(deck.name), ...(trick ? played(trick, at) : [])];
      return lying.length === 0 ? say('noneOnTable') : say('onTable', { cards: list(lying) });
    }
    case 'last':
      return last(at);
    case 'out': {
      if (!isCoached(table.config)) return say('noHelp');
      const out = cardsOut(view).flatMap((group) => deck.sort(group));
      return out.length === 0 ? t('table.outNone') : say('says', { name: t('table.out'), what: cards(out, deck) });
    }
  }
}

/** Returns the order of the cards and what they count, as the strip at the edge of the table shows it. */
function order({ table }: Situation): string {
  const style = cardStyle(GAMES[table.config.game.name].letters);
  const rows = WORDS[table.config.game.name].ranks(gameOf(table.config.game)).map(({ label, steps }) => {
    const ranked = steps.map(({ face, worth }) => [indexOf(face, style), ...(worth === undefined ? [] : [worth])].join(' = '));
    return say('says', { name: label, what: list(ranked) });
  });
  return rows.join('; ');
}

function coached({ table, coach }: Situation): string {
  if (!isCoached(table.config)) return say('noHelp');
  if (table.you === null || coach === undefined) return say('coachOff');
  return coach.length === 0 ? say('mayNot') : coach.join(' ');
}

/** Returns each card of a trick with the name of its player. */
function played({ leader, cards: lying }: Trick, at: Situation): string[] {
  const seats = at.table.seats.length;
  return lying.map((card, i) => say('says', { name: at.nameOf((leader + i) % seats), what: at.deck.name(card) }));
}

function last(at: Situation): string {
  const { table, deck } = at;
  const capture = lastCapture(table.log);
  if (capture) {
    const taken = capture.card === undefined ? capture.cards : [capture.card, ...capture.cards];
    return say('tookWith', { name: at.nameOf(capture.seat), cards: cards(taken, deck) });
  }
  const trick = table.deal ? lastTrickOf(table.deal.view) : null;
  const taker = lastTaker(table.log);
  if (!trick || taker === undefined) return say('noLast');
  return `${t('table.lastTrickOf', { name: at.nameOf(taker) })}: ${list(played(trick, at))}`;
}

function score(at: Situation): string {
  const { table } = at;
  const points = table.score.points.map((n, seat) => say('says', { name: at.nameOf(seat), what: String(n).replace('-', '−') }));
  const deal = table.seats.map((_, seat) => {
    const { thirds, tricks, captured } = seatFacts(table, seat);
    const counted = captured !== undefined ? t('table.cards', { n: captured }) : t('table.tricks', { n: tricks });
    return say('says', { name: at.nameOf(seat), what: thirds === undefined ? counted : `${counted}, ${pointsText(thirds)}` });
  });
  const match = say('match', { points: list(points) });
  return table.deal ? `${match}. ${deal.join('; ')}` : match;
}

function who(at: Situation): string {
  const { table } = at;
  const seats = table.seats.map((record, seat) => {
    if (!record.player) return say('empty');
    const { cards: held, dealer } = seatFacts(table, seat);
    const facts = [
      ...(seat === table.you ? [say('you')] : []),
      ...(held === undefined ? [] : [t('table.cards', { n: held })]),
      ...(dealer ? [say('dealer')] : []),
    ];
    return facts.length === 0 ? at.nameOf(seat) : say('says', { name: at.nameOf(seat), what: facts.join(', ') });
  });
  const turn = table.deal?.turn?.seat;
  const now =
    turn === undefined ? say('noDeal') : turn === table.you ? `${say('yourTurn')}.` : `${say('toPlay', { name: at.nameOf(turn) })}.`;
  return `${now} ${seats.join('; ')}`;
}

/** Returns what becomes of a line that names a card, alone or with what it captures. */
function cardCommand(line: string, at: Situation): Answer {
  const { table, deck } = at;
  const hand = table.deal?.view.hand ?? [];
  const whole = named(line, hand, deck);
  if (whole.length === 1 && whole[0] !== undefined) return playing(whole[0], at);
  if (whole.length > 1) return { text: say('several', { cards: cards(whole, deck) }) };
  const [first = '', ...rest] = line.split(/[\s,+]+/);
  const [card, another] = cardsMeant(first, hand, deck);
  if (isCapturing(table) && card !== undefined && another === undefined && rest.length > 0) return taking(card, rest, at);
  const elsewhere = cardsMeant(line, deck.cards, deck);
  if (elsewhere.length === 1 && elsewhere[0] !== undefined) return { text: say('notHeld', { card: deck.name(elsewhere[0]) }) };
  return { text: say('unknown', { text: line }) };
}

function named(line: string, hand: readonly string[], deck: Deck): readonly string[] {
  return line === '' ? [] : cardsMeant(line, hand, deck);
}

function playing(card: string, { table, legal, deck }: Situation): Answer {
  const text = say(table.deal?.turn?.seat === table.you ? 'plays' : 'readies', { card: deck.name(card) });
  if (!isCapturing(table)) return { text, press: card };
  const ways = legal.filter((action) => readAction(action).card === card);
  const [only] = ways;
  if (only === undefined) return { text: say('mayNot') };
  if (ways.length === 1) return { text: withTaken(only, deck), act: only };
  const captures = ways.map((action) => readAction(action).taken).filter((taken) => taken.length > 0);
  return { text: say('choose', { card: deck.name(card), ways: captures.map((taken) => cards(taken, deck)).join('; ') }) };
}

function taking(card: string, rest: readonly string[], { table, legal, deck }: Situation): Answer {
  const lying = table.deal?.view.cards ?? [];
  const meant = rest.flatMap((word) => cardsMeant(word, lying, deck));
  const lays = rest.length === 1 && rest[0] === '-';
  const wanted = lays ? [] : meant;
  const understood = lays || meant.length === rest.length;
  const listed = legal.find((one) => {
    const { card: played, taken } = readAction(one);
    return played === card && taken.length === wanted.length && taken.every((other) => wanted.includes(other));
  });
  // Where the list is cut the server says whether the cards add up.
  const action = listed ?? (table.deal?.turn?.legal_cut && wanted.length > 0 ? actionOf(card, wanted) : undefined);
  if (!understood || action === undefined) return { text: say('cannotTake', { card: deck.name(card) }) };
  return { text: withTaken(action, deck), act: action };
}

function withTaken(action: string, deck: Deck): string {
  const { card, taken } = readAction(action);
  const text = say('plays', { card: deck.name(card) });
  return taken.length === 0 ? text : `${text}: ${cards(taken, deck)}`;
}
