import { expect, test } from 'vitest';
import {
  GUARD_MS,
  NO_ACTION,
  answered,
  disconnected,
  guardLeft,
  press,
  refused,
  shownAnew,
  takeNext,
  unheld,
  withSent,
  type OwnAction,
} from './ownAction';

const CARD = { card: true, myTurn: true, now: 1000 };
const SENT: OwnAction = withSent(NO_ACTION, 'D3', true, 1000);

test('a card is sent in turn, once', () => {
  expect(press(NO_ACTION, 'D3', CARD)).toEqual({ own: NO_ACTION, press: 'send' });
  expect(press(NO_ACTION, 'D3', { ...CARD, myTurn: false }).press).toBe('not_your_turn');
  expect(press(SENT, 'C4', { ...CARD, now: 1000 + GUARD_MS }).press).toBe('nothing');
});

test('a card soon after another is held, the last one of several, but never the one on its way', () => {
  const soon = { ...CARD, now: 1000 + GUARD_MS - 1 };
  const held = press(SENT, 'C4', soon);
  expect(held).toEqual({ own: { ...SENT, held: 'C4' }, press: 'nothing' });
  expect(press(held.own, 'C5', soon).own.held).toBe('C5');
  expect(press(held.own, 'D3', soon).own.held).toBe('C4');
  expect([guardLeft(SENT, soon.now), guardLeft(SENT, soon.now + 1), guardLeft(NO_ACTION, 0)]).toEqual([1, 0, 0]);
});

test('an action other than a card is not held, guards nothing, and drops the held card', () => {
  const held: OwnAction = { ...answered(SENT), held: 'C4' };
  expect(press(held, 'napola:C', { card: false, myTurn: true, now: 1001 })).toEqual({ own: answered(SENT), press: 'send' });
  expect(guardLeft(withSent(NO_ACTION, 'bid:two', false, 1000), 1000)).toBe(0);
  expect(unheld(held).held).toBeNull();
});

test('a move answers what is on its way, and what follows is done as long as it is legal', () => {
  const own = answered({ ...withSent(NO_ACTION, 'discard:H4', false, 0), next: ['discard:H3', 'discard:H2'], cued: 'discard:H4' });
  expect([own.sent, own.cued]).toEqual([null, null]);
  expect(takeNext(own, ['discard:H3']).actions).toEqual(['discard:H3', 'discard:H2']);
  expect(takeNext(own, ['discard:H2'])).toEqual({ own: { ...own, next: [] }, actions: [] });
  expect(takeNext(NO_ACTION, ['D3']).actions).toEqual([]);
});

test('a change of the connection, a snapshot and a refusal end it', () => {
  const own: OwnAction = { sent: 'D3', next: ['C4'], cued: 'D3', held: 'C5', cardSentAt: 1000 };
  expect(disconnected(own)).toEqual({ ...NO_ACTION, cued: 'D3', cardSentAt: 1000 });
  expect(shownAnew(own)).toEqual({ ...NO_ACTION, cardSentAt: 1000 });
  expect(refused(own, true)).toEqual(NO_ACTION);
  expect(refused(own, false)).toEqual({ ...NO_ACTION, held: 'C5', cardSentAt: 1000 });
});
