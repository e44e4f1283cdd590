import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countingPolicy, openShop, policyOf, shopTask } from '../environments/episodes/shop.fixture.js';
import { recordTrajectory } from '../environments/index.js';
import { mineFailures, scoreOutcome, verifyTrajectory } from '../evaluation/index.js';
import type { ExpectedOutcome } from './task.js';
import type { Trajectory } from './trajectory.js';
import { readTrajectoryFile, writeTrajectoryFile } from './trajectory-file.js';
import { createTrajectory } from './trajectory-id.js';
import { decodeTrajectories, encodeTrajectories } from './trajectory-jsonl.js';

let trajectories: Trajectory[];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-trajectories-'));
  const environment = await openShop();
  const task = shopTask({ value: 2, comparison: 'number' });
  const writing = policyOf(async (actor) => {
    actor.think('line\nbreak \u2028 "quotes"');
    await actor.call('sql_execute', { sql: 'DELETE FROM fruit' });
    await actor.runCode('print(1)');
    actor.criticise('too much');
  });
  trajectories = [];
  for (const policy of [countingPolicy, writing]) {
    const trajectory = await recordTrajectory({ environment, policy, task, seed: 3 });
    trajectories.push({
      ...trajectory,
      outcome: scoreOutcome(trajectory),
      verification: await verifyTrajectory(trajectory, environment),
      requirements: [{ step: 2, requirement: 'PythonSyntaxValid', verdict: 'pass', reason: 'parses' }],
    });
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe('trajectories as JSON lines', () => {
  it('come back as they were', async () => {
    const text = encodeTrajectories(trajectories);
    expect(text.endsWith('\n')).toBe(true);
    const { trajectories: read, skipped } = await decodeTrajectories(text);
    expect(skipped).toEqual([]);
    expect(read).toEqual(trajectories);
    expect(encodeTrajectories(read)).toBe(text);
    expect(mineFailures(read)).toEqual(mineFailures(trajectories));
  });

  it('carry what a task expects, and have the id of one without where they expect nothing more', async () => {
    const [plain] = trajectories as [Trajectory];
    const { expected } = plain.task;
    const withChecks = (more: Partial<ExpectedOutcome>): Trajectory =>
      createTrajectory({ ...plain, task: { ...plain.task, expected: { ...expected, ...more } } });
    expect(withChecks({ goals: [], invariants: [], process: [] }).id).toBe(plain.id);
    const full = withChecks({
      answer: { value: 2, comparison: 'number', tolerance: 0.5, schema: { type: 'number' } },
      goals: [
        { kind: 'fact', name: 'a', value: { b: null } },
        { kind: 'has', name: 'a', members: { b: 1 } },
        { kind: 'absent', name: 'a' },
        { kind: 'count', prefix: 'a/', value: 0 },
        { kind: 'contains', name: 'a', text: '' },
      ],
      invariants: [
        { kind: 'unchanged', except: ['a/'] },
        { kind: 'tests_pass', fact: null, tests: 'assert True', module: 'lib' },
      ],
      process: [
        { kind: 'called', tool: 'a', arguments: { b: 1 }, times: 1, status: 'error' },
        { kind: 'not_called', tool: 'a' },
        { kind: 'called_before', first: 'a', later: 'b' },
        { kind: 'observed', text: 'a' },
        { kind: 'observed', text: 'a', early: true },
        { kind: 'max_calls', value: 3 },
      ],
    });
    expect(full.id).not.toBe(plain.id);
    const { trajectories: read, skipped } = await decodeTrajectories(encodeTrajectories([full]));
    expect(skipped).toEqual([]);
    expect(read).toEqual([full]);
    for (const [right, wrong] of [
      ['"kind":"absent"', '"kind":"sure"'],
      ['"status":"error"', '"status":"odd"'],
      ['"times":1', '"times":0'],
      ['"value":3}', '"value":-1}'],
    ] as const) {
      const text = encodeTrajectories([full]);
      expect(text).toContain(right);
      expect((await decodeTrajectories(text.replace(right, wrong))).skipped).toHaveLength(1);
    }
  });

  it('are snake_case', () => {
    const keys = new Set(
      [...encodeTrajectories(trajectories).matchAll(/"([A-Za-z_$]+)":/g)].map(([, key]) => key),
    );
    expect([...keys].filter((key) => /[A-Z]/.test(key ?? ''))).toEqual(['additionalProperties', 'minLength']);
  });

  it('leave the event loop its turns between lines, and within a long one', async () => {
    const turnsOf = async (text: string): Promise<number> => {
      const turned = vi.spyOn(globalThis, 'setImmediate');
      // Each look at the clock is ten milliseconds later, so that each step is long enough for a turn.
      let now = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
      await decodeTrajectories(text);
      const turns = turned.mock.calls.length;
      clock.mockRestore();
      turned.mockRestore();
      return turns;
    };
    const [line = ''] = encodeTrajectories(trajectories).split('\n');
    expect(await turnsOf('1\n'.repeat(100))).toBeGreaterThanOrEqual(100);
    expect(await turnsOf(line.replaceAll(',', ' , '))).toBeGreaterThanOrEqual(3);
  });

  it('survive a torn last line', async () => {
    const text = encodeTrajectories(trajectories);
    const { trajectories: read, skipped } = await decodeTrajectories(text.slice(0, -100));
    expect(read).toEqual(trajectories.slice(0, 1));
    expect(skipped).toEqual([{ line: 2, reason: 'the last line is incomplete' }]);
  });

  it('skip and name lines that hold none', async () => {
    const [line = ''] = encodeTrajectories(trajectories).split('\n');
    const record = JSON.parse(line);
    const text = [
      '[]',
      '{}',
      'x',
      JSON.stringify({ ...record, stop_reason: 'tired' }),
      JSON.stringify({ ...record, version: 4 }),
      JSON.stringify({ ...record, extra: 1 }),
      line.replace('"final_answer":2', '"final_answer":1e400'),
      line.replace('"final_answer":2', `"final_answer":${'['.repeat(600)}${']'.repeat(600)}`),
      '',
      line,
      '',
    ].join('\n');
    const { trajectories: read, skipped } = await decodeTrajectories(text);
    expect(read).toHaveLength(1);
    expect(skipped.map((skip) => skip.line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(skipped[6]?.reason).toContain('Infinity (at $.final_answer)');
    expect(skipped[2]?.reason).toMatch(/JSON/);
    expect(skipped[2]?.reason).not.toContain('torn');
    expect(skipped[4]?.reason).toContain('version 4');
    expect(skipped[3]?.reason).toContain('stop_reason');
  });

  it('are not read from a line that says two things at once', async () => {
    const [line = ''] = encodeTrajectories(trajectories).split('\n');
    const steps = line.indexOf('"steps":[{');
    for (const [text, name] of [
      [`{"final_answer":"shown",${line.slice(1)}`, 'final_answer'],
      [`${line.slice(0, -1)} , "final_answer" : 2 }`, 'final_answer'],
      [`{"fin\\u0061l_answer":1,${line.slice(1)}`, 'final_answer'],
      [`${line.slice(0, steps + 10)}"type":"shown",${line.slice(steps + 10)}`, 'type'],
      [
        line.replace('"metadata":{', '"metadata":{"__proto__":1,"a\\"b":{"c":[1]},"__proto__":{"c":1},'),
        '__proto__',
      ],
    ] as const) {
      expect(await decodeTrajectories(text)).toEqual({
        trajectories: [],
        lines: [],
        skipped: [{ line: 1, reason: `it has the member "${name}" twice in one object` }],
      });
    }
    const spaced = line.replace(
      '"metadata":{',
      '"metadata": {"a": "b\\\\", "c": {"a": "\\"a\\": 1, {"}, "d": [{"a": 1}, {"a": 2}],',
    );
    expect((await decodeTrajectories(spaced)).skipped).toEqual([]);
  });

  it('are written whole and read from a file', async () => {
    const path = join(folder, 'runs.jsonl');
    await writeTrajectoryFile(path, trajectories);
    expect((await readTrajectoryFile(path)).trajectories).toEqual(trajectories);
    await expect(readTrajectoryFile(join(folder, 'absent.jsonl'))).rejects.toMatchObject({
      code: 'filesystem/unreadable_file',
    });
    await writeFile(join(folder, 'binary.jsonl'), Buffer.from([0xff, 0xfe, 0]));
    expect(await readTrajectoryFile(join(folder, 'binary.jsonl'))).toEqual({
      trajectories: [],
      lines: [],
      skipped: [{ line: 1, reason: expect.stringContaining('it is not UTF-8: save') }],
    });
    await expect(readTrajectoryFile(folder)).rejects.toMatchObject({ code: 'filesystem/unreadable_file' });
  });
});

describe('a long file of records', () => {
  it('gives the same from a file and from its text', async () => {
    const text = `${encodeTrajectories(trajectories)}\n{}\nno JSON\n{"torn`;
    const path = join(folder, 'long.jsonl');
    await writeFile(path, text);
    expect(await readTrajectoryFile(path)).toEqual(await decodeTrajectories(text));
  });
});
