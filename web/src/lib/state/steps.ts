/**
 * The one list of what happens at a table: the steps in which an event is seen, each with the time that it has
 * to itself and with everything that is to be noticed in it. A full trick lies there before it is taken, a
 * capture too; cards are drawn one after the other, and dealt when the last one has been played.
 */
import type { GameEvent, Seat, TableEvent, TableEventOf } from '../protocol';
import { without } from './cards';
import { cuesOf, heard, type Cue } from './cues';
import { followed, hasTaken, withZones } from './deal';
import { ownPlay } from './game';
import { isMatch } from './kind';
import { extend, factsOfMove } from './log';
import { factsAdded, type TableState } from './table';
import { tallyOf } from './tally';
import { takingOf } from './capture/taking';
import { follow } from './zones';

/**
 * The reason for which a step stays: `trick`, that a full trick or a capture is seen; `taken`, that it travels to
 * its taker; `draw`, that a drawn card is seen; `card`, that any other is; `laid`, that a trick is seen that is
 * laid down after a claim; `count`, that the piles are counted up.
 * `none`: the next one may come at once.
 */
export type Hold = 'none' | 'trick' | 'taken' | 'draw' | 'card' | 'laid' | 'count';

/** The events by which cards leave the table. */
const TAKING: readonly GameEvent['type'][] = ['trick_taken', 'captured', 'swept'];

export interface Step {
  /** The state it leads to. */
  state: TableState;
  hold: Hold;
  cues: readonly Cue[];
}

/**
 * Returns the steps that lead from one state to the next by an event. The cues of the first `noticed` events of
 * a move fell before, when the reader made it.
 */
export function stepsOf(before: TableState, event: TableEvent, after: TableState, noticed = 0): Step[] {
  if (event.type === 'moved') return before.claimed ? stepsOfLaid(before, event, after) : stepsOfMove(before, event, after, noticed);
  const cues = cuesOf(factsAdded(before, event));
  // The end of the last deal may come again.
  if (event.type === 'deal_over' && before.deal && !before.deal.finish) return stepsOfEnd(before, event, after, cues);
  return [{ state: after, hold: 'none', cues }];
}

/** Returns the steps of the end of a deal: first the piles are counted up. */
function stepsOfEnd(before: TableState, { finish }: TableEventOf<'deal_over'>, after: TableState, told: readonly Cue[]): Step[] {
  const { you } = after;
  // At the end of a match it is the match that counts.
  const won = (isMatch(after.config.game) && finish.match_won) || finish.won;
  const seats = won.flatMap((one, seat) => (one ? [seat] : []));
  const sounds = you === null ? [] : [heard(won[you] ? 'win' : 'lose')];
  // A loss is not celebrated.
  const celebrated: Cue[] = you === null || won[you] ? [{ kind: 'celebrated', seats }] : [];
  const end: Step = { state: after, hold: 'none', cues: [...told, ...sounds, ...celebrated] };
  const tally = before.deal ? tallyOf(before.deal.view, finish.result) : [];
  return tally.length > 0 ? [{ state: { ...before, tally }, hold: 'count', cues: [] }, end] : [end];
}

/**
 * Returns the step of the reader's own action ahead of the server's answer; none if only the server knows it, or
 * will refuse it.
 */
export function ownStep(state: TableState, action: string): Step | undefined {
  const { deal, you } = state;
  if (you === null || !deal?.turn?.legal?.includes(action)) return undefined;
  const event = ownPlay(deal.view, you, action);
  if (!event) return undefined;
  return { state: withPlayed(state, you, action), hold: 'none', cues: cuesOf(factsOfMove({ events: [event], by: 'player' })) };
}

/** Returns the table as if the player had done that already. Only the server knows the further consequences. */
export function withPlayed(state: TableState, seat: Seat, action: string): TableState {
  const played = state.deal && ownPlay(state.deal.view, seat, action);
  if (!played) return state;
  const moved: TableEventOf<'moved'> = { type: 'moved', seat, action, by: 'player', thinking_ms: 0, events: [played], turn: null };
  return played.type === 'captured' ? lying(state, moved, 0) : partway(state, moved, 1);
}

/**
 * Returns a table in the middle of a move, when only a part of what followed from it has happened: the last
 * card lies there, the trick is not taken yet.
 */
export function partway(state: TableState, event: TableEventOf<'moved'>, happened: number): TableState {
  if (!state.deal) return state;
  const events = event.events.slice(0, happened);
  const status = hasTaken(events) ? event.status : undefined;
  const deal = { ...followed(state.deal, { events, status }, null), turn: null };
  return { ...state, deal, log: extend(state.log, factsOfMove({ ...event, events })) };
}

/** Returns the steps of a card that is laid down after a claim: only full tricks are seen. */
function stepsOfLaid(before: TableState, event: TableEventOf<'moved'>, after: TableState): Step[] {
  const full = event.events.findIndex(({ type }) => TAKING.includes(type));
  const step: Step = { state: after, hold: 'none', cues: cuesOf(factsOfMove(event)) };
  return full < 0
    ? [step]
    : [
        { state: lying(before, event, full), hold: 'laid', cues: [] },
        { ...step, cues: [...step.cues, heard('take')] },
      ];
}

function stepsOfMove(before: TableState, event: TableEventOf<'moved'>, after: TableState, noticed: number): Step[] {
  const { events } = event;
  const facts = factsOfMove(event);
  /** Returns the number of facts of the first events. */
  const told = (n: number): number => factsOfMove({ ...event, events: events.slice(0, n) }).length;
  const steps: Step[] = [];
  let from = told(noticed);
  /** The rustle of the cards that lay there and go now. */
  let rustle: readonly Cue[] = [];
  /** Adds a step in which the first `happened` events are shown. */
  const add = (state: TableState, hold: Hold, happened: number): void => {
    const to = Math.max(from, told(happened));
    steps.push({ state, hold, cues: [...cuesOf(facts.slice(from, to)), ...rustle] });
    from = to;
    rustle = [];
  };
  events.forEach((happened, n) => {
    const takes = TAKING.includes(happened.type);
    if (takes) {
      // The player who takes the trick is named when it goes.
      add(lying(before, event, n), 'trick', happened.type === 'trick_taken' ? n : n + 1);
      rustle = [heard('take')];
    }
    const hold = holdAfter(happened, takes, events[n + 1]);
    if (hold) add(partway(before, event, n + 1), hold, n + 1);
  });
  add(after, 'card', events.length);
  return steps;
}

/** Returns the reason for which the table stays when this has happened and more follows; undefined if it does not. */
function holdAfter(happened: GameEvent, takes: boolean, next: GameEvent | undefined): Hold | undefined {
  if (!next) return undefined;
  if (takes) return 'taken';
  if (happened.type === 'drew') return 'draw';
  return next.type === 'dealt' && happened.type !== 'dealt' ? 'card' : undefined;
}

/** Returns the table partway, while the cards that the event of this number takes still lie there. */
function lying(state: TableState, event: TableEventOf<'moved'>, n: number): TableState {
  const before = partway(state, event, n);
  const happened = event.events[n];
  if (!happened || !before.deal) return before;
  const taking = takingOf(happened);
  if (!taking) return { ...before, closing: happened };
  const log = extend(state.log, factsOfMove({ ...event, events: event.events.slice(0, n + 1) }));
  // The card that takes has left the hand; it lies apart from those that it takes.
  const { card } = taking;
  if (card === undefined) return { ...before, taking, log };
  const deal = withZones(before.deal, follow(before.deal.zones, happened.moves?.slice(0, 1)));
  const { view } = deal;
  return { ...before, taking, log, deal: { ...deal, view: { ...view, cards: without(view.cards, card) } } };
}
