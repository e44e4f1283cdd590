import { expect, it } from 'vitest';
import { NOT_BUILT, runAlone } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';

const BEGIN = `
const { createPostgresEnvironment } = await mettle('environments');
const tables = [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows: [['fig']] }];
const world = await (await createPostgresEnvironment({ content: { tables } })).open({ seed: 0 });
const slow = { sql: 'SELECT count(*) FROM generate_series(1, 1000000000)' };
`;

const SITUATIONS: readonly (readonly [name: string, program: string, printed: string])[] = [
  [
    'is kept alive by a statement that is stopped',
    `const { name } = await world.call('sql_query', slow, { signal: AbortSignal.timeout(100) }).catch((error) => error);
console.log(name);
await world.close();`,
    'TimeoutError',
  ],
  [
    'is kept alive by a statement whose world is closed',
    `const answer = world.call('sql_query', slow).then(({ observation }) => observation.status, ({ code }) => code);
await world.close();
console.log(await answer);`,
    'error',
  ],
  [
    'ends with a world left open',
    `console.log((await world.call('sql_query', { sql: 'SELECT * FROM fruit' })).observation.status);`,
    'ok',
  ],
];

unless(NOT_BUILT).describe('a program with a PostgreSQL world', () => {
  it.each(SITUATIONS)('%s', async (_, program, printed) => {
    const run = await runAlone(`${BEGIN}${program}\nconsole.log('done');`);
    expect(run).toMatchObject({ status: 0, printed: [printed, 'done'] });
  });
});
