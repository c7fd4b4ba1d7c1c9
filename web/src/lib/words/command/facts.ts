/** Answers about the table, in words. */
import { indexOf } from '../../../cards/style';
import { GAMES } from '../../../games';
import { WORDS } from '../../../games/words';
import { cardStyle } from '../../decks/style.svelte';
import { t } from '../../i18n/index.svelte';
import { lastCapture } from '../../state/capture/taking';
import { readAction } from '../../state/capture/actions';
import { timeLeft } from '../../state/clock';
import { cardsOut, lastTaker, lastTrickOf, trickOf, type Trick } from '../../state/game';
import { gameOf, isCoached } from '../../state/kind';
import { figured } from '../../state/numbers';
import { seatFacts } from '../../state/seats';
import { lineText } from '../chat';
import { durationText, playerName } from '../names';
import { pointsText } from '../points';
import { say } from './catalogue.svelte';
import { askedOf, cardNames, commandsOf, list, notNow, type Situation } from './situation';

/** The lines of the chat that are read out. */
const LINES = 3;

/** Says what is to be decided now, and what can be typed for it. */
export function mayText(at: Situation): string {
  const { table, legal, deck, picks } = at;
  const asked = askedOf(at);
  if (!asked || legal.length === 0) return notNow(at);
  const playable = deck.sort([...new Set(legal.map((action) => readAction(action).card))].filter(deck.has));
  const said = [
    WORDS[table.config.game.name].asks?.(asked.view, legal),
    playable.length === 0 ? undefined : say('may', { cards: cardNames(playable, deck) }),
    commandsOf(at).offers?.(asked),
    picks.must === 0 ? undefined : pickedText(at),
  ];
  return said.filter((text) => text !== undefined).join(' ');
}

/** Says what is put aside, while cards are to be put away. */
export function pickedText({ picks, deck }: Pick<Situation, 'picks' | 'deck'>): string {
  if (picks.cards.length === 0) return say('pickedNone');
  const cards = cardNames(picks.cards, deck);
  const n = picks.must - picks.cards.length;
  return n === 0 ? say('pickedAll', { cards }) : say('picked', { cards, n });
}

export function handText({ table, deck }: Situation): string {
  const hand = deck.sort(table.deal?.view.hand ?? []);
  return hand.length === 0 ? say('noHand') : say('hand', { n: hand.length, cards: cardNames(hand, deck) });
}

export function trickText(at: Situation): string {
  const view = at.table.deal?.view;
  const trick = view && trickOf(view);
  const lying = [...(view?.cards ?? []).map(at.deck.name), ...(trick ? played(trick, at) : [])];
  return lying.length === 0 ? say('noneOnTable') : say('onTable', { cards: list(lying) });
}

export function outText({ table, deck }: Situation): string {
  if (!isCoached(table.config)) return say('noHelp');
  const out = table.deal ? cardsOut(table.deal.view).flatMap((group) => deck.sort(group)) : [];
  return out.length === 0 ? t('table.outNone') : say('says', { name: t('table.out'), what: cardNames(out, deck) });
}

/** Returns the order of the cards and what they count, as the strip at the edge of the table shows it. */
export function orderText({ table }: Situation): string {
  const style = cardStyle(GAMES[table.config.game.name].letters);
  const rows = WORDS[table.config.game.name].ranks(gameOf(table.config.game)).map(({ label, steps }) => {
    const ranked = steps.map(({ face, worth }) => [indexOf(face, style), ...(worth === undefined ? [] : [worth])].join(' = '));
    return say('says', { name: label, what: list(ranked) });
  });
  return rows.join('; ');
}

export function coachText(at: Situation): string {
  const { table, coach } = at;
  if (!isCoached(table.config)) return say('noHelp');
  if (table.you === null || coach === undefined) return say('coachOff');
  return coach.length === 0 ? notNow(at) : coach.join(' ');
}

/** Returns each card of a trick with the name of its player. */
function played({ leader, cards }: Trick, { table, nameOf, deck }: Situation): string[] {
  return cards.map((card, i) => say('says', { name: nameOf((leader + i) % table.seats.length), what: deck.name(card) }));
}

export function lastText(at: Situation): string {
  const { table, deck } = at;
  const capture = lastCapture(table.log);
  if (capture) {
    const taken = capture.card === undefined ? capture.cards : [capture.card, ...capture.cards];
    return say('tookWith', { name: at.nameOf(capture.seat), cards: cardNames(taken, deck) });
  }
  const trick = table.deal ? lastTrickOf(table.deal.view) : null;
  const taker = lastTaker(table.log);
  if (!trick || taker === undefined) return say('noLast');
  return `${t('table.lastTrickOf', { name: at.nameOf(taker) })}. ${list(played(trick, at))}`;
}

export function scoreText(at: Situation): string {
  const { table } = at;
  const points = table.score.points.map((n, seat) => say('says', { name: at.nameOf(seat), what: figured(n) }));
  const deal = table.seats.map((_, seat) => {
    const facts = seatFacts(table, seat);
    const { thirds, tricks, captured } = facts;
    const counted = [
      captured !== undefined ? t('table.cards', { n: captured }) : t('table.tricks', { n: tricks }),
      ...(thirds === undefined ? [] : [pointsText(thirds)]),
      commandsOf(at).counts?.(facts),
    ].filter((count) => count !== undefined);
    return say('says', { name: at.nameOf(seat), what: counted.join(', ') });
  });
  const match = say('match', { points: list(points) });
  return table.deal ? `${match}. ${deal.join('; ')}` : match;
}

export function whoText(at: Situation): string {
  const { table } = at;
  const seats = table.seats.map((record, seat) => {
    if (!record.player) return say('empty');
    const facts = seatFacts(table, seat);
    const known = [
      ...(facts.own ? [say('you')] : []),
      ...(facts.cards === undefined ? [] : [t('table.cards', { n: facts.cards })]),
      ...(facts.dealer ? [say('dealer')] : []),
      ...(facts.partner ? [t('table.partner')] : []),
      ...(WORDS[facts.game].marks?.(facts) ?? []).map(({ means }) => means),
      ...(facts.connected ? [] : [t('table.away')]),
    ];
    return known.length === 0 ? at.nameOf(seat) : say('says', { name: at.nameOf(seat), what: known.join(', ') });
  });
  const turn = table.deal?.turn?.seat;
  const now =
    turn === undefined ? say('noDeal') : turn === table.you ? `${say('yourTurn')}.` : `${say('toPlay', { name: at.nameOf(turn) })}.`;
  return `${now} ${seats.join('; ')}`;
}

/** Says how much time is left to the player whose turn it is. */
export function timeText({ table, now, nameOf }: Situation): string {
  const turn = table.deal?.turn;
  if (!turn) return say('noDeal');
  const left = timeLeft(turn, table.turnAt, now);
  if (!left) return say('noClock');
  const name = turn.seat === table.you ? say('you') : nameOf(turn.seat);
  return say('says', { name, what: t('table.clock', { move: durationText(left.move), bank: durationText(left.bank) }) });
}

/** Returns the last lines of the chat. */
export function chatText({ chat }: Situation): string {
  const lines = chat.slice(-LINES).map((line) => say('says', { name: playerName(line.from), what: lineText(line) }));
  return lines.length === 0 ? t('table.chatEmpty') : lines.join('; ');
}
