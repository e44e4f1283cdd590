import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createSqlEnvironment, recordTrajectory } from '../../environments/index.js';
import { encodeTrajectories, readTrajectoryFile } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

it('says of records whose world this machine cannot open that the machine is at fault, not that they failed', async () => {
  vi.stubEnv('METTLE_MONTY_BIN', '/nonexistent/monty');
  const cwd = await mkdtemp(join(tmpdir(), 'mettle-unopened-'));
  try {
    await using environment = await createSqlEnvironment({ content: { tables: [] } });
    const record = await recordTrajectory({
      environment,
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
    const world = { type: 'python', engine: 'monty' };
    const text = encodeTrajectories([{ ...record, provenance: { mettle: '0.1.0', model: null, world } }]);
    await writeFile(join(cwd, 'runs.jsonl'), text);
    const verified = await callCommandLine(['verify', 'runs.jsonl', '--json'], { cwd });
    const document = JSON.parse(verified.stdout);
    expect([verified.code, document]).toMatchObject([
      1,
      { verified: 0, failed: 0, not_checked: 0, errors: 1 },
    ]);
    expect(document.problems[0].reason).toContain('monty');
    const { trajectories } = await readTrajectoryFile(document.output);
    expect(trajectories.map(({ verification }) => verification?.verdict)).toEqual(['error']);
    const rescored = await callCommandLine(['rescore', 'runs.jsonl', '--json'], { cwd });
    expect([rescored.code, JSON.parse(rescored.stdout)]).toMatchObject([1, { pass: 0, fail: 0, error: 1 }]);
  } finally {
    vi.unstubAllEnvs();
    await rm(cwd, { recursive: true });
  }
});
