import { describe, expect, test } from 'vitest';
import { pointsOf, ranksWithout, tablicOrder } from './cards';
import { actionOf, readAction, readCaptures } from '../../../lib/state/capture/actions';
import { choiceOf as choiceBy, type Choice, type Situation } from '../../../lib/state/capture/choice';
import { TABLIC_CAPTURING } from './capturing';

const TABLE = ['HQ', 'C10', 'D10', 'D8', 'D7', 'H3', 'C2'];
/** The legal actions as the server lists them: laying first, then captures. */
const LEGAL = [
  'S10',
  'S10xC10',
  'S10xD10',
  'S10xC10+D10',
  'S10xD8+C2',
  'S10xD7+H3',
  'S10xC10+D7+H3',
  'S10xC10+D10+D8+D7+H3+C2',
  'HJ',
  'HJxC10+C2',
  'HJxD10+C2',
  'S4',
];

function choiceOf(at: Situation): Choice {
  return choiceBy(TABLIC_CAPTURING, at);
}

function situation(more: Partial<Situation> = {}): Situation {
  return { table: TABLE, captures: readCaptures(LEGAL), helped: true, cut: false, card: undefined, picked: [], ...more };
}

describe('the notation of actions', () => {
  test('is read and written', () => {
    for (const action of LEGAL) {
      const { card, taken } = readAction(action);
      expect(actionOf(card, taken)).toBe(action);
    }
  });

  test('cards stand as the server sends them', () => {
    expect(tablicOrder(['HA', 'C2', 'SQ', 'CJ', 'HJ', 'C7', 'C2', 'H6'])).toEqual(['SQ', 'CJ', 'HJ', 'C7', 'H6', 'C2', 'HA']);
  });
});

describe('cards', () => {
  test('are worth what the rules say', () => {
    expect(pointsOf(['D10'])).toBe(2);
    expect(pointsOf(['HA', 'S10', 'DJ', 'CQ', 'HK', 'C2'])).toBe(6);
    expect(pointsOf(['H2', 'S2', 'D2', 'H3', 'S9'])).toBe(0);
    expect(ranksWithout([]).flat()).toHaveLength(52);
    expect(pointsOf(ranksWithout([]).flat())).toBe(22);
  });

  test('that are out come by rank, kings first', () => {
    const out = ranksWithout(['CK', 'DK', 'SK', 'HK', 'CQ']);
    expect(out[0]).toEqual(['DQ', 'SQ', 'HQ']);
    expect(out).toHaveLength(12);
  });
});

describe('before a card is chosen', () => {
  test('every card that something takes can be picked, and every card of the hand be played', () => {
    const choice = choiceOf(situation());
    expect(choice.takeable).toEqual(['C10', 'D10', 'D8', 'D7', 'H3', 'C2']);
    expect(choice.takers).toEqual(['S10', 'HJ', 'S4']);
    expect(choice).toMatchObject({ target: undefined, capture: undefined, richest: undefined, lay: undefined, usual: undefined });
  });

  test('picked cards say what could take them', () => {
    const choice = choiceOf(situation({ picked: ['C2', 'C10'] }));
    expect(choice.takers).toEqual(['HJ']);
    expect(choice.sums.counts).toEqual([12]);
    // Cards that may join them: only captures with both of them count.
    expect(choice.takeable).toEqual(['C10', 'D10', 'D8', 'D7', 'H3', 'C2']);
    expect(choiceOf(situation({ picked: ['HQ'] })).takers).toEqual([]);
  });
});

describe('with a card', () => {
  test('without help only a capture that has no rival is offered', () => {
    const several = choiceOf(situation({ helped: false, card: 'S10' }));
    expect(several).toMatchObject({ takes: true, richest: undefined, usual: undefined });
    expect(choiceOf(situation({ helped: false, card: 'S10', picked: ['C10'] }))).toMatchObject({ usual: 'capture' });
    const only = { captures: readCaptures(['S10', 'S10xC10']), helped: false, card: 'S10' };
    expect(choiceOf(situation(only))).toMatchObject({ usual: 'richest', richest: { action: 'S10xC10' } });
    expect(choiceOf(situation({ ...only, cut: true })).richest).toBeUndefined();
  });

  test('the richest capture is offered: all points, not all cards', () => {
    const choice = choiceOf(situation({ card: 'S10' }));
    expect(choice.richest).toMatchObject({ action: 'S10xC10+D10+D8+D7+H3+C2', points: 1 + 1 + 2 + 1, tabla: false });
    expect(choice.usual).toBe('richest');
    expect(choice.lay).toBe('S10');
    expect(choiceOf(situation({ card: 'HJ' })).richest?.action).toBe('HJxD10+C2');
  });

  test('a tabla counts a point more', () => {
    const captures = readCaptures(['S10', 'S10xD7+H3']);
    const choice = choiceOf(situation({ table: ['D7', 'H3'], captures, card: 'S10' }));
    expect(choice.richest).toMatchObject({ action: 'S10xD7+H3', tabla: true, points: 2 });
  });

  test('that takes nothing, it is laid down', () => {
    const choice = choiceOf(situation({ card: 'S4' }));
    expect(choice).toMatchObject({ richest: undefined, lay: 'S4', usual: 'lay', takeable: [] });
  });

  test('picks are a capture as soon as they are listed', () => {
    expect(choiceOf(situation({ card: 'S10', picked: ['H3'] })).capture).toBeUndefined();
    const choice = choiceOf(situation({ card: 'S10', picked: ['H3', 'D7'] }));
    expect(choice.capture).toMatchObject({ action: 'S10xD7+H3', points: 1, tabla: false });
    expect(choice.usual).toBe('capture');
    expect(choice.target).toBe(10);
  });

  test('what does not add up is not usual, and says what is left', () => {
    const choice = choiceOf(situation({ card: 'S10', picked: ['D8', 'H3'] }));
    expect(choice).toMatchObject({ capture: undefined, usual: undefined });
    expect(choice.sums.counts).toEqual([11]);
  });

  test('only cards of captures with all that is picked can be picked besides', () => {
    expect(choiceOf(situation({ card: 'HJ', picked: ['C2'] })).takeable).toEqual(['C10', 'D10', 'C2']);
    expect(choiceOf(situation({ card: 'HJ', picked: ['C2', 'C10'] })).takeable).toEqual(['C10', 'C2']);
  });

  test('that is not in the list, nothing can be done', () => {
    const choice = choiceOf(situation({ captures: readCaptures([]), card: 'S10', picked: ['C10'] }));
    expect(choice).toMatchObject({ capture: undefined, lay: undefined, usual: undefined });
  });
});

describe('where the list is cut', () => {
  const cut = { cut: true, captures: readCaptures(['S10', 'S10xC10']), card: 'S10' };

  test('whatever adds up may be tried', () => {
    expect(choiceOf(situation({ ...cut, picked: ['D7', 'H3', 'D8', 'C2'] })).capture?.action).toBe('S10xD8+D7+H3+C2');
    expect(choiceOf(situation({ ...cut, picked: ['D7', 'H3', 'D8'] })).capture).toBeUndefined();
    expect(choiceOf(situation({ ...cut, card: undefined, picked: ['D7', 'H3'] })).takers).toEqual(['S10']);
  });

  test('no card of the table is ruled out, and the richest listed is offered', () => {
    const choice = choiceOf(situation(cut));
    expect(choice.takeable).toEqual(TABLE);
    expect(choice.richest?.action).toBe('S10xC10');
  });
});
