/** The things to be noticed in a step of the table: lines of the log, and sounds. */
import type { ChatLine, GameEvent, Seat } from '../protocol';
import type { LogFact } from './log';

export type Sound = 'deal' | 'card' | 'take' | 'turn' | 'low' | 'win' | 'lose' | 'chat' | 'knock' | 'tabla';

export type Cue =
  /** An entry of the log, which the live region reads out, and a bubble if a player says it. */
  | { kind: 'told'; fact: LogFact }
  | { kind: 'heard'; sound: Sound }
  /** A line that was just written in the chat. */
  | { kind: 'written'; line: ChatLine }
  /** These have won the deal, or the match that ended with it. */
  | { kind: 'celebrated'; seats: readonly Seat[] };

const SOUND_OF: Partial<Record<GameEvent['type'], Sound>> = {
  played: 'card',
  laid: 'card',
  captured: 'card',
  dealt: 'deal',
  drew: 'card',
  took_group: 'card',
  discarded: 'card',
  // A knock, as one raps on the table.
  announced: 'knock',
  raised: 'knock',
};

/** Returns the cues of these facts. */
export function cuesOf(facts: readonly LogFact[]): Cue[] {
  return facts.flatMap((fact): Cue[] => [{ kind: 'told', fact }, ...soundsOfFact(fact).map(heard)]);
}

export function heard(sound: Sound): Cue {
  return { kind: 'heard', sound };
}

function soundsOfFact(fact: LogFact): Sound[] {
  if (fact.kind === 'deal') return ['deal'];
  if (fact.kind !== 'game') return [];
  const { event } = fact;
  const sound = SOUND_OF[event.type];
  const tabla = event.type === 'captured' && event.tabla;
  return [...(tabla ? (['tabla'] as const) : []), ...(sound ? [sound] : [])];
}

/** Returns the facts for log and live region. */
export function toldIn(cues: readonly Cue[]): LogFact[] {
  return cues.flatMap((cue) => (cue.kind === 'told' ? [cue.fact] : []));
}

/** Returns the lines of the chat that were written. */
export function linesIn(cues: readonly Cue[]): ChatLine[] {
  return cues.flatMap((cue) => (cue.kind === 'written' ? [cue.line] : []));
}

/** Returns the sounds that are heard, each at most once. */
export function soundsIn(cues: readonly Cue[]): Sound[] {
  const sounds = new Set(cues.flatMap((cue) => (cue.kind === 'heard' ? [cue.sound] : [])));
  // The rustle of the trick drowns that of a single card.
  if (sounds.has('take') || sounds.has('deal')) sounds.delete('card');
  return [...sounds];
}
