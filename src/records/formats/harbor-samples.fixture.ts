import { finished } from '../testing/sample-trajectories.js';
import type { Trajectory } from '../trajectory.js';
import { createTrajectory } from '../trajectory-id.js';

const shop = {
  tables: [
    {
      name: 'fruit',
      columns: 'name TEXT PRIMARY KEY, cents INTEGER NOT NULL',
      rows: [
        ["d'or", 3],
        ['fig', 80],
      ],
    },
  ],
};

/** A run of a task in a world of fruits. */
export function fruitRun(
  id: string,
  expected: Trajectory['task']['expected'],
  world: object = { type: 'sql', content: shop },
): Trajectory {
  const { task } = finished;
  return {
    ...createTrajectory({ ...finished, task: { ...task, id, prompt: 'Do it.', expected } }),
    provenance: { mettle: '1', model: null, world: world as never },
  };
}

/** How many fruits there are. */
export const counting: Trajectory = fruitRun('count', {
  answer: { value: 2, comparison: 'number', schema: { type: 'integer', minimum: 0 } },
  stateDigest: null,
  invariants: [{ kind: 'unchanged', except: [] }],
});

/** One fruit is to cost more. */
export const raising: Trajectory = fruitRun('raise', {
  answer: null,
  stateDigest: null,
  goals: [{ kind: 'fact', name: "fruit/d'or", value: { name: "d'or", cents: 4 } }],
  invariants: [{ kind: 'unchanged', except: ["fruit/d'or"] }],
});
