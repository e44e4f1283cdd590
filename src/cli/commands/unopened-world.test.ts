import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createSqlEnvironment, recordTrajectory } from '../../environments/index.js';
import { encodeTrajectories, readTrajectoryFile } from '../../records/index.js';
import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { callInOwnProcess } from '../own-process.fixture.js';

const { it } = unless(NOT_BUILT);
/** Where Monty can't be found. */
const environment = { METTLE_MONTY_BIN: '/nonexistent/monty' };

it('says of records whose world this machine cannot open that the machine is at fault, not that they failed', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'mettle-unopened-'));
  try {
    await using world = await createSqlEnvironment({ content: { tables: [] } });
    const record = await recordTrajectory({
      environment: world,
      task: {
        id: 'say',
        category: 'say',
        prompt: 'Say 2.',
        expected: { answer: null, stateDigest: null },
        metadata: {},
      },
      seed: 0,
      policy: { name: 'says 2', version: '1', play: async (_, actor) => actor.answer(2) },
    });
    const text = encodeTrajectories([
      { ...record, provenance: { mettle: '0.1.0', model: null, world: { type: 'python', engine: 'monty' } } },
    ]);
    await writeFile(join(cwd, 'runs.jsonl'), text);
    const verified = await callInOwnProcess(['verify', 'runs.jsonl', '--json'], { cwd, environment });
    const document = JSON.parse(verified.stdout);
    expect([verified.code, document]).toMatchObject([
      1,
      { verified: 0, failed: 0, not_checked: 0, errors: 1 },
    ]);
    expect(document.problems[0].reason).toContain('monty');
    const { trajectories } = await readTrajectoryFile(document.output);
    expect(trajectories.map(({ verification }) => verification?.verdict)).toEqual(['error']);
    const rescored = await callInOwnProcess(['rescore', 'runs.jsonl', '--json'], { cwd, environment });
    expect([rescored.code, JSON.parse(rescored.stdout)]).toMatchObject([1, { pass: 0, fail: 0, error: 1 }]);
  } finally {
    await rm(cwd, { recursive: true });
  }
});
