/** Typed commands at a table: a line in, an answer in words out, and an action where one is meant. */
import { t } from '../../i18n/index.svelte';
import { dutyOf } from '../../state/duty';
import { trickOf } from '../../state/game';
import { isCapturing } from '../../state/kind';
import type { Question } from '../../../games/commands';
import type { GameName } from '../../../games';
import { dutyText } from '../trick';
import { played, taking } from './captures';
import { cardsMeant, plain } from './cards';
import { say } from './catalogue.svelte';
import {
  chatText,
  coachText,
  handText,
  lastText,
  mayText,
  orderText,
  outText,
  pickedText,
  scoreText,
  timeText,
  trickText,
  whoText,
} from './facts';
import { askedOf, cardNames, commandsOf, notNow, type Answer, type Situation } from './situation';

export type { Answer, Situation } from './situation';

/** The commands, with the names that are understood in every language, as those who learn from others know them. */
const EVERYWHERE = {
  hand: ['hand'],
  may: ['may'],
  trick: ['trick'],
  last: ['last'],
  score: ['score'],
  out: ['out'],
  who: ['who'],
  time: ['time'],
  chat: ['chat'],
  done: ['done'],
  undo: ['undo'],
  rest: ['rest'],
  next: ['next'],
  back: ['back'],
  coach: ['coach'],
  order: ['order'],
  help: ['help', '?'],
} as const;

export type Command = keyof typeof EVERYWHERE;
export const COMMANDS = Object.keys(EVERYWHERE) as Command[];

/** Returns the names of a command, its own language's first. */
export function namesOf(command: Command): readonly string[] {
  return [...new Set([...say(`name.${command}`).split(' '), ...EVERYWHERE[command]])];
}

/** Returns the names of a game's own question, its own language's first. */
export function questionNames({ names, ownNames }: Pick<Question<GameName>, 'names' | 'ownNames'>): readonly string[] {
  return [...new Set([...ownNames(), ...names])];
}

export function answer(line: string, at: Situation): Answer {
  const meant = line.trim().replace(/^\//, '');
  const wanted = plain(meant);
  const isOne = (names: readonly string[]): boolean => names.some((name) => plain(name) === wanted);
  const command = COMMANDS.find((one) => isOne(namesOf(one)));
  if (command) return commanded(command, at);
  const asked = askedOf(at);
  const question = commandsOf(at).questions.find((one) => isOne(questionNames(one)));
  if (question) return { text: asked ? question.answer(asked) : say('noDeal') };
  return (asked && commandsOf(at).read?.(meant, asked)) ?? cardCommand(meant, at);
}

function commanded(command: Command, at: Situation): Answer {
  switch (command) {
    case 'rest':
      return claiming(at);
    case 'done':
      return confirming(at);
    case 'undo':
      return at.picks.cards.length === 0 ? { text: say('pickedNone') } : { text: say('pickedNone'), does: 'clear' };
    case 'next':
      return playingOn(at);
    case 'back':
      return returning(at);
    default:
      return { text: tell(command, at) };
  }
}

function claiming(at: Situation): Answer {
  const { table, claim } = at;
  if (claim !== undefined) return { text: `${t(`claim.${claim}`)}.`, does: 'claim' };
  return { text: table.deal?.turn?.seat === table.you ? t('error.nothing_to_claim') : notNow(at) };
}

/** Puts away what is picked, once it is as many cards as must go. */
function confirming(at: Situation): Answer {
  const { picks, deck } = at;
  if (picks.must === 0) return { text: say('nothingToConfirm') };
  if (picks.cards.length < picks.must) return { text: pickedText(at) };
  return { text: say('confirmed', { cards: cardNames(picks.cards, deck) }), does: 'confirm' };
}

function playingOn({ table }: Situation): Answer {
  if (table.you === null || table.phase !== 'finished') return { text: say('nextNot') };
  return { text: say('nextWanted'), does: 'ready' };
}

function returning({ table }: Situation): Answer {
  const replaced = table.you !== null && table.seats[table.you]?.substitute;
  return replaced ? { text: say('returned'), does: 'return' } : { text: say('notAway') };
}

function tell(command: Exclude<Command, 'rest' | 'done' | 'undo' | 'next' | 'back'>, at: Situation): string {
  switch (command) {
    case 'help':
      return help(at);
    case 'who':
      return whoText(at);
    case 'score':
      return scoreText(at);
    case 'order':
      return orderText(at);
    case 'coach':
      return coachText(at);
    case 'chat':
      return chatText(at);
    case 'time':
      return timeText(at);
    default:
      return at.table.deal ? tellOfDeal(command, at) : say('noDeal');
  }
}

function tellOfDeal(command: 'hand' | 'may' | 'trick' | 'last' | 'out', at: Situation): string {
  switch (command) {
    case 'hand':
      return handText(at);
    case 'may':
      return mayText(at);
    case 'trick':
      return trickText(at);
    case 'last':
      return lastText(at);
    case 'out':
      return outText(at);
  }
}

/** Says what can be typed: first what is to be decided now. */
function help(at: Situation): string {
  const own = commandsOf(at).questions.map((one) => say('says', { name: questionNames(one)[0] ?? '', what: one.does() }));
  const all = COMMANDS.map((one) => say('says', { name: namesOf(one)[0] ?? one, what: say(`does.${one}`) }));
  const now = at.legal.length === 0 ? [] : [mayText(at)];
  return [...now, [say('says', { name: say('card'), what: say('does.card') }), ...all, ...own].join('; ')].join(' ');
}

/** Returns what becomes of a line that names a card, alone or with what it captures. */
function cardCommand(line: string, at: Situation): Answer {
  const { table, deck } = at;
  const hand = table.deal?.view.hand ?? [];
  const [one, ...others] = line === '' ? [] : cardsMeant(line, hand, deck);
  if (one !== undefined && others.length > 0) return { text: say('several', { cards: cardNames([one, ...others], deck) }) };
  if (one !== undefined) return isCapturing(table) ? played(one, at) : pressing(one, at);
  const [first = '', ...rest] = signed(line) ?? line.split(/[\s,+]+/);
  const [card, another] = cardsMeant(first, hand, deck);
  if (isCapturing(table) && card !== undefined && another === undefined && rest.length > 0) return taking(card, rest, at);
  const asked = askedOf(at);
  const refused = asked && commandsOf(at).refuses?.(line, asked);
  if (refused !== undefined) return { text: table.deal?.turn?.seat === table.you ? refused : notNow(at) };
  const [elsewhere, second] = cardsMeant(line, deck.cards, deck);
  if (elsewhere !== undefined && second === undefined) return { text: say('notHeld', { card: deck.name(elsewhere) }) };
  return { text: say('unknown', { text: line }) };
}

/** Returns the name of a card and the sign after it, such as `seven of clubs` and `-`. */
function signed(line: string): string[] | undefined {
  const [, card, sign] = /^(.+?)\s*([*-])$/.exec(line) ?? [];
  return card === undefined || sign === undefined ? undefined : [card, sign];
}

/** Returns what becomes of a card that is named where tricks are played. */
function pressing(card: string, at: Situation): Answer {
  const { table, legal, deck, picks } = at;
  const view = table.deal?.view;
  if (table.deal?.turn?.seat !== table.you) return { text: say('readies', { card: deck.name(card) }), press: card };
  if (legal.includes(card) || picks.must > 0) return { text: say('plays', { card: deck.name(card) }), press: card };
  if (!view || legal.length === 0) return { text: notNow(at) };
  const duty = dutyOf(view, legal);
  const why = duty ? dutyText(duty, view.game, trickOf(view)?.cards[0]) : mayText(at);
  return { text: say('cannotPlay', { card: deck.name(card), why }) };
}
