/** What the server says of its messages and bodies compiles in a strict validator, and is true of what is sent. */
import assert from 'node:assert/strict';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { GameOptions, GameSummary, MatchSummary } from '../src/lib/protocol';
import { expect, test } from './support/fixtures.ts';
import { recordFrames } from './support/frames.ts';
import { ask } from './support/record.ts';
import { playOut } from './support/socketPlay.ts';
import { anotherTable, becomeGuest, dealt } from './support/table.ts';

interface Body {
  content?: Record<string, { schema: AnySchemaObject }>;
}
interface Operation {
  requestBody?: Body;
  responses: Record<string, Body>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, AnySchemaObject> };
}

const GAMES: GameOptions[] = [
  { name: 'trset', options: { players: 2, declarations: true } },
  { name: 'tarok', options: { players: 4 } },
  { name: 'tablic', options: { players: 2 } },
];

/** A validator that knows these schemas by name, each as it comes. */
function validator(definitions: Record<string, AnySchemaObject>): (name: string, value: unknown) => void {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'all', $defs: definitions });
  const compiled = new Map(Object.keys(definitions).map((name) => [name, ajv.getSchema(`all#/$defs/${name}`)]));
  return (name, value) => {
    const known = compiled.get(name);
    assert.ok(known, `there is no schema ${name}`);
    expect(known(value), `${name}: ${ajv.errorsText(known.errors)}\n${JSON.stringify(value)?.slice(0, 2000)}`).toBe(true);
  };
}

/** The schemas in which an object may be anything. */
function untyped(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one, n) => untyped(one, `${path}/${n}`));
  if (typeof schema !== 'object' || schema === null) return [];
  const says = ['properties', 'additionalProperties', 'oneOf', 'anyOf', 'allOf', '$ref'].some((name) => name in schema);
  const bare = 'type' in schema && schema.type === 'object' && !says ? [path] : [];
  return [...bare, ...Object.entries(schema).flatMap(([name, one]) => untyped(one, `${path}/${name}`))];
}

test('schemas of messages and bodies', async ({ visit, request }) => {
  const protocol = await ask<AnySchemaObject & { $defs: Record<string, AnySchemaObject> }>(request, '/api/protocol.schema.json');
  addFormats(new Ajv2020({ strict: true })).compile(protocol);
  const message = validator(protocol.$defs);

  const text = JSON.stringify(await ask<Description>(request, '/api/openapi.json'));
  const { paths, components } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Description;
  const bodies = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody, responses }]) =>
      Object.entries({ asked: requestBody ?? {}, ...responses }).flatMap(([status, { content }]) =>
        Object.values(content ?? {}).map(({ schema }) => [`${method} ${status} ${path.slice(1).replaceAll('/', ' ')}`, schema] as const),
      ),
    ),
  );
  const all = { ...components.schemas, ...Object.fromEntries(bodies) };
  // The two descriptions themselves are whatever they are.
  expect(untyped(all).filter((path) => !path.endsWith('.json'))).toEqual([]);
  const body = validator(all);

  for (const game of GAMES) {
    const page = await visit({}, 'about:blank');
    const heard = [await recordFrames(page)];
    page.context().on('page', (aside) => void recordFrames(aside).then((frames) => heard.push(frames)));
    await becomeGuest(page);
    await anotherTable(page, { game });
    await dealt(page);
    await playOut(page);
    for (const { received, sent } of heard) {
      for (const frame of received) message('ServerMessage', JSON.parse(frame.text));
      for (const frame of sent) message('ClientMessage', JSON.parse(frame.text));
    }
    expect(heard.flatMap(({ received }) => received).length).toBeGreaterThan(20);

    const table = new URL(page.url()).pathname.split('/').at(-1);
    const [summary] = await ask<GameSummary[]>(request, `/api/games?table=${table}`);
    assert.ok(summary, 'the deal is on record');
    body('GameSummary', summary);
    body('GameRecord', await ask(request, `/api/games/${summary.id}`));
    const [match] = await ask<MatchSummary[]>(request, `/api/matches?table=${table}`);
    body('MatchSummary', match);
    body('PlayerStatistics', await ask(request, `/api/players/${summary.players[0]?.player.id}/statistics`));
  }
});
