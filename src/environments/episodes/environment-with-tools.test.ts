import { expect, it } from 'vitest';
import { environmentWithTools, withToolsOnly } from './environment-with-tools.js';
import { openShop } from './shop.fixture.js';

const environment = await openShop();
const deletion = { sql: 'DELETE FROM fruit' };

it('refuses calls of tools that were left out, in forks and restored worlds too', async () => {
  await using world = await environmentWithTools(environment, ['sql_query']).open({ seed: 0 });
  await using fork = await world.fork();
  await using snapshot = await world.snapshot();
  await world.restore(snapshot);
  for (const each of [world, fork]) {
    const before = each.stateDigest();
    const { observation, changes, stateDigest } = await each.call('sql_execute', deletion);
    expect(observation).toMatchObject({
      status: 'error',
      error: { type: 'unknown_tool', message: 'there is no tool sql_execute; there are: sql_query' },
    });
    expect({ changes, stateDigest }).toEqual({ changes: [], stateDigest: before });
    expect((await each.call('sql_query', { sql: 'SELECT 1' })).observation.status).toBe('ok');
  }
});

it('has worlds without any tool, and is the environment itself with all of them', async () => {
  await using world = await withToolsOnly(environment, []).open({ seed: 0 });
  expect((await world.call('sql_query', { sql: 'SELECT 1' })).observation.error?.type).toBe('unknown_tool');
  expect(
    withToolsOnly(
      environment,
      environment.tools.map(({ name }) => name),
    ),
  ).toBe(environment);
});
