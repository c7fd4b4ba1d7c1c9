import { expect, test } from 'vitest';
import { isTarokCard } from '../../cards/packs/tarok/notation';
import { FACES, faceOf, facesOf } from './faces';
import { player } from './testing';

test('there are thirty-eight, all of them cards of tarok', () => {
  expect(FACES).toHaveLength(38);
  expect(new Set(FACES).size).toBe(38);
  expect(FACES.every(isTarokCard)).toBe(true);
});

test('a player without a choice has one by the id, whatever the name; people a tarok, bots a court card', () => {
  for (const id of ['2zk8d0w7qg5n', '0b1c9z4x7w2n', '']) {
    expect(faceOf(player(id, { name: 'Ana' }))).toBe(faceOf(player(id, { name: 'Bor' })));
    expect(faceOf(player(id))).toMatch(/^T/);
    expect(faceOf(player(id, { kind: 'bot' }))).toMatch(/^[HSDC][KQCJ]$/);
  }
  expect(new Set(Array.from({ length: 200 }, (_, n) => faceOf(player(`player ${n}`)))).size).toBe(22);
});

test('a choice is shown, unless this page does not know it', () => {
  expect(faceOf(player('ana', { face: 'HK' }))).toBe('HK');
  for (const unknown of ['H10', 'T23', '', 'url("x")']) expect(faceOf(player('ana', { face: unknown }))).toBe(faceOf(player('ana')));
});

test('who chose a face that another has, and sits after them, has the next one that is free', () => {
  const [ana, bor, eva] = ['ana', 'bor', 'eva'].map((id) => player(id, { face: 'T7' }));
  expect(facesOf([ana!, null, bor!, eva!])).toEqual(['T7', undefined, 'T8', 'T9']);
  expect(facesOf([eva!, ana!])).toEqual(['T7', 'T8']);
  const last = player('ivo', { face: 'CJ' });
  expect(facesOf([last, { ...last, id: 'jan' }])).toEqual(['CJ', 'T1']);
});

test('a chosen face is not taken away by one that was not', () => {
  const ana = player('ana');
  const bor = player('bor', { face: faceOf(ana) });
  const [first, second] = facesOf([ana, bor]);
  expect(second).toBe(bor.face);
  expect(first).not.toBe(second);
});

test('no two are alike at any table, and all viewers see the same', () => {
  for (let table = 0; table < 500; table += 1) {
    const seats = Array.from({ length: 6 }, (_, seat) => {
      const id = `${table} ${seat}`;
      // Few faces, so that many are wanted twice.
      const face = (table + seat) % 3 === 0 ? {} : { face: FACES[(table * 7 + (seat >> 1)) % 5]! };
      return player(id, { kind: seat % 4 === 0 ? 'bot' : 'guest', ...face });
    });
    const faces = facesOf(seats);
    expect(new Set(faces).size).toBe(6);
    expect(faces.every((face) => face !== undefined && FACES.includes(face))).toBe(true);
    // Neither names, ratings nor the order of arrival matter.
    const seen = seats.map((one) => ({ ...one, name: `${one.name}!`, rating: 1500 }));
    expect(facesOf(seen)).toEqual(faces);
  }
});
