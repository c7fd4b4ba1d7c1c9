import { expect, test } from 'vitest';
import type { ClientMessage, ServerMessage } from '../protocol';
import { Coach } from './coach.svelte';

function setup(): {
  sent: ClientMessage[];
  tell: (message: ServerMessage) => void;
  go: (status: 'online' | 'offline') => void;
  coach: Coach<string>;
} {
  const sent: ClientMessage[] = [];
  const messages: ((message: ServerMessage) => void)[] = [];
  const statuses: ((status: 'online' | 'offline') => void)[] = [];
  let online = true;
  const coach = new Coach<string>('t', {
    send: (message) => {
      if (online) sent.push(message);
      return online;
    },
    onMessage: (listener) => {
      messages.push(listener);
      return () => undefined;
    },
    onStatus: (listener) => {
      statuses.push(listener);
      return () => undefined;
    },
  });
  return {
    sent,
    coach,
    tell: (message) =>
      messages.forEach((listener) => {
        listener(message);
      }),
    go: (status) => {
      online = status === 'online';
      statuses.forEach((listener) => {
        listener(status);
      });
    },
  };
}

const answer: ServerMessage = { type: 'coach', table: 't', seq: 3, coach: { game: 'trset', facts: [{ fact: 'lead' }] } };

test('each turn is asked about once, and the answer belongs to it', () => {
  const { sent, tell, coach } = setup();
  coach.ask('first turn');
  coach.ask('first turn');
  expect(sent).toEqual([{ type: 'coach', table: 't' }]);
  tell({ ...answer, table: 'another' });
  expect(coach.told).toBe(null);
  tell(answer);
  expect(coach.told).toEqual({ about: 'first turn', coach: answer.coach });
});

test('an answer that nobody asked for is not taken', () => {
  const { tell, coach } = setup();
  tell(answer);
  expect(coach.told).toBe(null);
});

test('a question that was lost with the connection is asked again', () => {
  const { sent, go, coach } = setup();
  coach.ask('turn');
  go('offline');
  coach.ask('turn');
  go('online');
  coach.ask('turn');
  expect(sent).toHaveLength(2);
});
