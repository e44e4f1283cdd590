import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { createSandbox, type Sandbox } from '../sandbox/index.js';
import { evaluateScript } from './evaluate-script.js';
import { makeExamples } from './example.js';
import { type Outcome, scoreOutcomes } from './outcome.js';
import { OutcomeStore } from './outcome-store.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ engine: 'monty', limits: { timeoutSeconds: 0.5 } });
});
afterAll(() => sandbox.close());

const doubles = makeExamples([1, 2, 3, 0].map((input) => ({ input, output: input * 2 })));
const run = (script: string, examples = doubles): Promise<Outcome[]> =>
  evaluateScript({ script, examples, sandbox });

describe('evaluateScript', () => {
  it('rewards exact outputs, in the order of the examples', async () => {
    const outcomes = await run('def transform(value):\n    return 4 if value < 3 else 6');
    expect(outcomes.map(({ exampleId }) => exampleId)).toEqual(doubles.map(({ id }) => id));
    expect(outcomes.map(({ reward }) => reward)).toEqual([0, 1, 1, 0]);
    expect(outcomes[0]?.feedback).toBe('For 1 it returned 4; expected 2.');
    expect(outcomes[0]?.progress).toBeGreaterThan(0);
    expect(scoreOutcomes(outcomes)).toEqual({ passed: 2, total: 4, rate: 0.5 });
    expect(scoreOutcomes([])).toEqual({ passed: 0, total: 0, rate: null });
  });

  it('keeps a failure to its example', async () => {
    const outcomes = await run('def transform(value):\n    return 6 // value');
    expect(outcomes.map(({ reward }) => reward)).toEqual([0, 0, 0, 0]);
    expect(outcomes[3]?.error?.kind).toBe('runtime');
    expect(outcomes[3]?.error?.message).toContain('ZeroDivisionError');
    expect(outcomes[1]?.output).toBe(3);
  });

  it('keeps a hang to its example', async () => {
    const outcomes = await run(
      'def transform(value):\n    while value == 2:\n        pass\n    return value * 2',
    );
    expect(outcomes.map(({ reward }) => reward)).toEqual([1, 0, 1, 1]);
    expect(outcomes[1]?.error?.kind).toBe('timeout');
  });

  it.each([
    ['does not compile', 'def transform(value)', 'syntax'],
    ['defines nothing', 'x = 1', 'runtime'],
    ['raises at the top', 'raise ValueError("no")', 'runtime'],
  ])('fails every example of a script that %s', async (_name, script, kind) => {
    const outcomes = await run(script);
    expect(outcomes.map((outcome) => [outcome.reward, outcome.error?.kind])).toEqual(
      doubles.map(() => [0, kind]),
    );
  });

  it('refuses outputs that are no JSON', async () => {
    const outcomes = await run('def transform(value):\n    return {value}');
    expect(outcomes[0]?.error).toMatchObject({ kind: 'not_json', message: expect.stringContaining('a set') });
  });

  it('sees tuples as lists, true apart from 1, and 2.0 as 2', async () => {
    const pairs: { input: number; output: Json }[] = [
      { input: 1, output: [1, 2] },
      { input: 2, output: true },
      { input: 3, output: 2 },
    ];
    const script = 'def transform(value):\n    return {1: (1, 2), 2: 1, 3: 2.0}[value]';
    expect((await run(script, makeExamples(pairs))).map(({ reward }) => reward)).toEqual([1, 0, 1]);
  });

  it('does not see names that another script left', async () => {
    await run('leftover = 2\ndef transform(value):\n    return value * leftover');
    const outcomes = await run('def transform(value):\n    return value * leftover');
    expect(outcomes[0]?.error?.message).toContain('leftover');
    expect(sandbox.history()).toEqual([]);
  });

  it('runs nothing twice with a store', async () => {
    const store = new OutcomeStore();
    const script = 'def transform(value):\n    return value * 2';
    const first = await evaluateScript({ script, examples: doubles.slice(0, 2), sandbox, store });
    const all = await evaluateScript({ script, examples: doubles, sandbox, store });
    expect(all[0]).toBe(first[0]);
    expect(store.all()).toHaveLength(4);
  });

  it('does not let a script forge its results', async () => {
    const script = 'mettle_results = [[True, 2]] * 4\ndef transform(value):\n    return 0';
    expect((await run(script)).map(({ reward }) => reward)).toEqual([0, 0, 0, 1]);
  });

  it('gives no verdict when it is stopped', async () => {
    const store = new OutcomeStore();
    const script = 'def transform(value):\n    return value * 2';
    const stopped = evaluateScript({
      script,
      examples: doubles,
      sandbox,
      store,
      signal: AbortSignal.abort(),
    });
    await expect(stopped).rejects.toMatchObject({ code: 'training/aborted' });
    expect(store.all()).toEqual([]);
  });
});
