import { expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { createSqlEnvironment, recordTrajectory } from '../../environments/index.js';
import type { Trajectory } from '../../records/index.js';
import { actionShape } from './action-shape.js';
import { DiversityTally } from './diversity-tally.js';

function diversityOf(trajectories: readonly Trajectory[]) {
  const tally = new DiversityTally();
  for (const trajectory of trajectories) tally.add(trajectory);
  return tally.result();
}

async function played(prompt: string, rows: number, calls: readonly (readonly [string, JsonObject])[]) {
  const content = {
    tables: [
      {
        name: 'fruit',
        columns: 'name TEXT PRIMARY KEY',
        rows: Array.from({ length: rows }, (_, row) => [`fig ${row}`]),
      },
    ],
  };
  return recordTrajectory({
    environment: await createSqlEnvironment({ content }),
    policy: {
      name: 'scripted',
      version: '1',
      play: async (_, actor) => {
        for (const [tool, given] of calls) await actor.call(tool, given);
        actor.answer('done');
      },
    },
    task: {
      id: prompt,
      category: 'any',
      prompt,
      expected: { answer: null, stateDigest: null },
      metadata: {},
    },
    seed: 0,
  });
}

it('describes calls by tool and by the names and kinds of their arguments', async () => {
  const trajectory = await played('any', 1, [
    ['sql_query', { sql: 'SELECT 1' }],
    ['pay', { to: [1, 'a', 2], amount: 1.5, note: null, by: { card: true } }],
  ]);
  expect(actionShape(trajectory)).toBe(
    'sql_query(sql:text) pay(amount:number,by:{card:flag},note:null,to:[integer|text])',
  );
});

it('counts what differs and what nearly repeats', async () => {
  const read = (sql: string) => ['sql_query', { sql }] as const;
  const runs = await Promise.all([
    played('How many figs do we have in the cellar at the moment?', 1, [read('SELECT 1')]),
    played('How many figs do we have in the cellar at the moment', 2, [read('SELECT 2')]),
    played('Name a fruit.', 2, [read('SELECT 3'), read('SELECT 4')]),
    played('Name a fruit.', 2, []),
  ]);
  expect(await diversityOf(runs)).toEqual({
    prompts: 3,
    actionShapes: 3,
    worlds: 2,
    nearDuplicates: 2,
    nearDuplicateRate: 0.5,
  });
  expect(await diversityOf([])).toMatchObject({ nearDuplicateRate: null });
});
