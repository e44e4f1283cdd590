import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createRestEnvironment, type MockContent, shopSpec } from '../../environments/index.js';
import { isCallStep, readTrajectoryFile } from '../../records/index.js';
import { replayRecord } from './replay.js';

/** The worlds of the records, in their order. */
const CONTENTS: readonly (true | MockContent)[] = [
  true,
  {
    initial: {
      users: [{ id: 4, name: 'Kim', email: 'kim@example.com', tier: 'basic', city: 'Oslo' }],
      orders: [{ id: 7, user_id: 4, status: 'paid', placed: '2025-01-01' }],
    },
  },
];

it('replays what earlier versions recorded in the mock server of the shop', async () => {
  const path = fileURLToPath(new URL('__fixtures__/rest-shop.v2.mettle.jsonl', import.meta.url));
  const { trajectories } = await readTrajectoryFile(path);
  expect(trajectories).toHaveLength(CONTENTS.length);
  for (const [index, trajectory] of trajectories.entries()) {
    const environment = await createRestEnvironment({ spec: shopSpec, mock: CONTENTS[index] ?? true });
    const { verdict, reason, calls } = await replayRecord(trajectory, environment, []);
    expect([verdict, reason]).toEqual(['pass', 'every call gave the same result in a fresh world']);
    expect(calls).toBe(46);
    const called = new Set(trajectory.steps.filter(isCallStep).map(({ tool }) => tool));
    expect([...called].sort()).toEqual(environment.tools.map(({ name }) => name).sort());
  }
});
