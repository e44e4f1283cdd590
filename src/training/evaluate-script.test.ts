import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { createSandbox, type PythonValue, type Sandbox, sharedEngine } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { evaluateScript } from './evaluate-script.js';
import { makeExamples } from './example.js';
import { type Outcome, scoreOutcomes } from './outcome.js';
import { OutcomeStore } from './outcome-store.js';

const engines = await Promise.all(
  (['monty', 'cpython'] as const).map(async (name) => {
    const { available, reason } = await sharedEngine(name).probe();
    return { name, skipped: available ? '' : reason };
  }),
);
let sandbox: Sandbox;

const doubles = makeExamples([1, 2, 3, 0].map((input) => ({ input, output: input * 2 })));
const run = (script: string, examples = doubles): Promise<Outcome[]> =>
  evaluateScript({ script, examples, sandbox });

for (const { name, skipped } of engines)
  unless(skipped).describe(`evaluateScript on ${name}`, () => {
    beforeAll(async () => {
      // What must work gets the time of a slow machine.
      sandbox = await createSandbox({ engine: name, limits: { timeoutSeconds: 60 } });
    });
    afterAll(() => sandbox.close());
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

    it('keeps a hang to its example, and carries nothing over in the runs after it', async () => {
      await using impatient = await createSandbox({ engine: name, limits: { timeoutSeconds: 1 } });
      const script =
        'n = 0\ndef transform(value):\n    global n\n    n += 1\n    while value == 2:\n        pass\n    return n';
      const outcomes = await evaluateScript({ script, examples: doubles, sandbox: impatient });
      expect(outcomes.map((outcome) => outcome.output ?? outcome.error?.kind)).toEqual([1, 'timeout', 1, 1]);
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

    it('shares nothing between calls, also not files and changed modules', async () => {
      const module = name === 'cpython' ? 'json.left = json.__dict__.get("left", 0) + 1' : '';
      const script = `import json, os
def transform(value):
    seen = os.path.exists("left.txt")
    with open("left.txt", "w") as file:
        file.write("x")
    ${module}
    return [seen, ${name === 'cpython' ? 'json.left' : '1'}]`;
      for (let call = 0; call < 3; call++) {
        const examples = makeExamples([{ input: 1, output: [false, 1] }]);
        expect((await run(script, examples))[0]).toMatchObject({ reward: 1 });
      }
      expect(sandbox.files.exists('left.txt')).toBe(false);
    });

    it('sees what was written to the sandbox and bound to it since the last call', async () => {
      await using own = await createSandbox({ engine: name, limits: { timeoutSeconds: 60 } });
      const script = 'def transform(value):\n    return open("note.txt").read() + host_word()';
      const outcome = async (expected: string) =>
        (
          await evaluateScript({
            script,
            examples: makeExamples([{ input: 1, output: expected }]),
            sandbox: own,
          })
        )[0]?.reward;
      own.bindFunctions({ host_word: () => 'a' });
      own.files.writeText('note.txt', 'one ');
      expect(await outcome('one a')).toBe(1);
      own.files.writeText('note.txt', 'two ');
      expect(await outcome('two a')).toBe(1);
      own.bindFunctions({ host_word: () => 'b' });
      expect(await outcome('two b')).toBe(1);
      await own.run('x = open("note.txt", "w").write("three ")');
      expect(await outcome('three b')).toBe(1);
    });

    it('serves calls at the same time, and none after the sandbox is closed', async () => {
      const own = await createSandbox({ engine: name, limits: { timeoutSeconds: 60 } });
      const script = 'n = 0\ndef transform(value):\n    return value * 2';
      const all = await Promise.all(
        [1, 2, 3].map(() => evaluateScript({ script, examples: doubles, sandbox: own })),
      );
      expect(all.map((outcomes) => scoreOutcomes(outcomes).passed)).toEqual([4, 4, 4]);
      await own.close();
      await expect(evaluateScript({ script, examples: doubles, sandbox: own })).rejects.toMatchObject({
        code: 'sandbox/closed',
      });
    });

    it('refuses outputs that are not JSON', async () => {
      const outcomes = await run('def transform(value):\n    return {value}');
      expect(outcomes[0]?.error).toMatchObject({
        kind: 'not_json',
        message: expect.stringContaining('a set'),
      });
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

    it.each([
      ['a global', 'seen = []\ndef transform(value):\n    seen.append(value)\n    return len(seen)'],
      ['a counter', 'n = 0\ndef transform(value):\n    global n\n    n += 1\n    return n'],
      ['a default', 'def transform(value, seen=[]):\n    seen.append(value)\n    return len(seen)'],
      [
        'a cache',
        'def f(v, c={}):\n    return c.setdefault(0, v)\ndef transform(value):\n    return f(value) // value if value else 1',
      ],
    ])('carries nothing from one example to the next in %s', async (_name, script) => {
      const outcomes = await run(script);
      expect(outcomes.map(({ output }) => output)).toEqual([1, 1, 1, 1]);
    });

    it('runs again only the example that cut a batch short and those after it', async () => {
      const seen: PythonValue[] = [];
      // Calls of the host end a run at the same place on every machine; time would not.
      await using strict = await createSandbox({
        engine: name,
        functions: { note: (value) => seen.push(value ?? null) },
        limits: { timeoutSeconds: 60, maxHostCalls: 50 },
      });
      const examples = makeExamples(
        Array.from({ length: 12 }, (_item, index) => ({ input: index, output: index })),
      );
      const script =
        'def transform(value):\n    note(value)\n    while value in (3, 9):\n        note(-1)\n    return value';
      const outcomes = await evaluateScript({ script, examples, sandbox: strict });
      expect(outcomes.flatMap(({ reward }, index) => (reward === 1 ? [] : [index]))).toEqual([3, 9]);
      const times = examples.map((_example, index) => seen.filter((value) => value === index).length);
      expect(times).toEqual([2, 2, 2, 3, 1, 1, 1, 1, 1, 2, 1, 1]);
    });

    it('runs examples alone that together call the host too often', async () => {
      await using strict = await createSandbox({
        engine: name,
        functions: { note: () => 2 },
        limits: { maxHostCalls: 1 },
      });
      const script = 'factor = note()\ndef transform(value):\n    return value * factor';
      const outcomes = await evaluateScript({ script, examples: doubles, sandbox: strict });
      expect(outcomes.map(({ reward }) => reward)).toEqual([1, 1, 1, 1]);
    });

    it('fails all at once when the script itself never ends', async () => {
      const seen: PythonValue[] = [];
      await using impatient = await createSandbox({
        engine: name,
        functions: { note: (value) => seen.push(value ?? null) },
        limits: { timeoutSeconds: 1 },
      });
      const script = 'note(0)\nwhile True:\n    pass\ndef transform(value):\n    return value';
      const outcomes = await evaluateScript({ script, examples: doubles, sandbox: impatient });
      expect(outcomes.map(({ error }) => error?.kind)).toEqual(doubles.map(() => 'timeout'));
      expect(seen.length).toBeLessThanOrEqual(2);
    });

    it('fails all examples of a run that is cut short, where that is asked for', async () => {
      await using limited = await createSandbox({ engine: name, limits: { timeoutSeconds: 1 } });
      const script = 'def transform(value):\n    while value == 3:\n        pass\n    return value * 2';
      const outcomes = await evaluateScript({
        script,
        examples: doubles,
        sandbox: limited,
        failsTogether: true,
      });
      expect(outcomes.map(({ error }) => error?.kind)).toEqual(Array(4).fill('timeout'));
    });

    it('says in which line a script is no Python, and which exception ended it', async () => {
      const [broken] = await run('def transform(value):\n    return value.(\n');
      expect(broken?.error?.message).toMatch(/^line 2: /);
      if (name === 'monty') return;
      const [ended] = await run('import sys\ndef transform(value):\n    sys.exit(3)\n');
      expect(ended?.error?.message).toBe('SystemExit: 3');
    });

    it('takes a script that names things as the harness and the builtins do', async () => {
      const script =
        'exec = repr = Exception = compile = names = mettle_evaluate = mettle_code = value = None\n' +
        'def transform(value):\n    return value * 2';
      expect((await run(script)).map(({ reward }) => reward)).toEqual([1, 1, 1, 1]);
    });

    unless(name === 'monty' ? null : 'only Monty does otherwise').it(
      'refuses what the engine would do otherwise in silence',
      async () => {
        const script =
          'class Zero:\n    def __bool__(self):\n        return False\n' +
          'def transform(value):\n    return value * 2 if Zero() else value';
        const outcomes = await run(script);
        expect(outcomes.map(({ error }) => error?.kind)).toEqual(doubles.map(() => 'unsupported'));
      },
    );

    it('runs a script as the main program', async () => {
      const script =
        'if __name__ == "__main__":\n    factor = 2\ndef transform(value):\n    return value * factor';
      expect((await run(script)).map(({ reward }) => reward)).toEqual([1, 1, 1, 1]);
    });

    it('takes more examples than go in one run', async () => {
      const examples = makeExamples(
        Array.from({ length: 2_300 }, (_item, index) => ({ input: index, output: index * 2 })),
      );
      const outcomes = await run('def transform(value):\n    return value * 2', examples);
      expect(scoreOutcomes(outcomes)).toEqual({ passed: 2_300, total: 2_300, rate: 1 });
    });

    it('does not let a script forge its results', async () => {
      const script =
        'mettle_inputs = []\ndef mettle_evaluate(value):\n    return [True, 2]\n' +
        'def transform(value):\n    return 0';
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
