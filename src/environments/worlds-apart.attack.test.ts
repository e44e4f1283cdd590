import { expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { defineEnvironment } from './define-environment.js';
import { createRestEnvironment } from './rest/rest-environment.js';
import { shopSpec } from './rest/shop-spec.js';
import { shopContent } from './shop.fixture.js';
import { createSqlEnvironment } from './sql/sql-environment.js';
import type { WorldBody } from './world-body.js';

/** Writes over every text and list in a value. */
function spoil(value: Json | undefined): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Record<string, Json>;
  for (const [name, member] of Object.entries(members)) {
    spoil(member);
    if (typeof member === 'string') members[name] = 'spoiled';
  }
}

it('changes no world when an answer or the arguments of a past call are written over', async () => {
  await using environment = await createRestEnvironment({ spec: shopSpec, mock: true });
  await using world = await environment.open({ seed: 1 });
  await using branch = await world.fork();
  const before = JSON.stringify([...world.state()]);
  spoil((await world.call('list_orders', {})).observation.data);
  spoil((await world.call('get_user', { user_id: 2 })).observation.data);
  expect([JSON.stringify([...world.state()]), JSON.stringify([...branch.state()])]).toEqual([before, before]);
});

it('runs a call with the arguments that it was given, whatever becomes of them while it waits', async () => {
  const kept: Json[] = [];
  const body: WorldBody = {
    run: async ({ arguments: values }) => {
      kept.push(values);
      return { status: 'ok', content: '', data: null, error: null };
    },
    state: () => new Map(),
    close: async () => {},
  };
  const parameters = { type: 'object', properties: { names: { type: 'array', items: { type: 'string' } } } };
  const environment = defineEnvironment({
    name: 'keeper',
    version: 1,
    tools: [{ name: 'keep', description: 'Keeps names.', parameters }],
    identity: {},
    begin: async () => body,
  });
  await using world = await environment.open({ seed: 0 });
  const given = { names: ['fig'] };
  const call = world.call('keep', given);
  given.names.push('kiwi');
  await call;
  given.names.push('lime');
  expect(kept).toEqual([{ names: ['fig'] }]);
});

it('gives out facts that nobody can write over', async () => {
  await using environment = await createSqlEnvironment({ content: shopContent });
  await using world = await environment.open({ seed: 0 });
  const [[, fact] = []] = world.state();
  expect(() => Object.assign(fact as object, { name: 'gone' })).toThrow(TypeError);
  const { changes } = await world.call('sql_execute', { sql: 'UPDATE author SET born = 1900' });
  expect(changes.flatMap(({ before, after }) => [before, after]).every(Object.isFrozen)).toBe(true);
  expect(changes).toHaveLength(3);
});
