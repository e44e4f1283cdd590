import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import type { JsonObject } from '../core/index.js';
import { createSandbox } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { tool } from '../tools/index.js';
import { engines } from './engines.fixture.js';
import { type ExecuteScriptOptions, executeScript, type ScriptExecution } from './execute-script.js';

const NUMBER: JsonObject = {
  type: 'object',
  properties: { b: { type: 'integer' } },
  required: ['b'],
  additionalProperties: false,
};
const NUMBERS = (count: number): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`n${index}`, { type: 'number' }]),
  ),
});

const triple = tool({
  name: 'triple',
  description: 'Three times a number.',
  parameters: NUMBERS(1),
  execute: async ({ n0 }) => Number(n0) * 3,
});
const add = tool({
  name: 'add',
  description: 'Adds.',
  parameters: NUMBERS(2),
  execute: ({ n0, n1 }) => Number(n0) + Number(n1),
});
const nothing = tool({ name: 'nothing', description: 'Gives nothing.', execute: () => undefined });
const lookUp = tool({
  name: 'look_up',
  description: 'Gives a record.',
  parameters: NUMBERS(1),
  execute: ({ n0 }) => ({ value: n0 ?? null }),
});

for (const { name: engine, skipped } of engines) {
  // What must work gets the time of a slow machine.
  const run = (script: string, inputs: JsonObject = { a: 3 }, options: ExecuteScriptOptions = {}) =>
    executeScript(inputs, script, {
      engine,
      schema: NUMBER,
      ...options,
      limits: { timeoutSeconds: 60, ...options.limits },
    });
  const summary = ({ result, stderr }: ScriptExecution): unknown => result ?? stderr;

  unless(skipped).describe(`executeScript on ${engine}`, () => {
    it('gives the dict that the script leaves in result, and what it printed', async () => {
      expect(await run('print("seen", inputs["a"])\nresult = {"b": inputs["a"] * 2}')).toEqual({
        result: { b: 6 },
        stdout: 'seen 3\n',
        stderr: '',
        failure: null,
      });
    });

    it.each([
      [
        'transform where nothing assigns result',
        'def transform(inputs):\n    result = {"b": 1}\n    return result',
        {},
      ],
      ['an async transform', 'async def transform(inputs):\n    return {"b": 1}', {}],
      ['a named entry point', 'def solve(inputs):\n    return {"b": 1}\nresult = 5', { entryPoint: 'solve' }],
      ['result before transform', 'def transform(inputs):\n    return {"b": 2}\nresult = {"b": 1}', {}],
      ['a transform made of another function', 'def f(inputs):\n    return {"b": 1}\ntransform = f', {}],
      ['a result that a function declares', 'def f():\n    global result\n    result = {"b": 1}\nf()', {}],
      ['inputs that the script overwrites', 'inputs = {"b": 1}\nresult = inputs', {}],
      ['a script that ends in a comment', 'result = {"b": 1}  # done', {}],
    ])('takes %s', async (_name, script, options) => {
      expect(summary(await run(script, { a: 3 }, options))).toEqual({ b: 1 });
    });

    it.each<[string, string, number | null, string, string?]>([
      ['Syntax Error: SyntaxError: ', 'syntax', 2, 'x = 1\ny ='],
      [
        'Runtime Error: ZeroDivisionError: division by zero (line 2)',
        'runtime',
        2,
        'x = 1\nresult = {"b": 1 / 0}',
      ],
      ['Runtime Error: AssertionError (line 1)', 'runtime', 1, 'assert False'],
      [
        'Runtime Error: ZeroDivisionError: division by zero (line 2)',
        'runtime',
        2,
        'x = 1\rresult = {"b": 1 / 0}',
      ],
      ['Syntax Error: SyntaxError: ', 'syntax', null, 'result = {"b": 1}\nx = \\'],
      ["Runtime Error: NameError: name 'result' is not defined", 'runtime', null, 'x = 1'],
      ["Runtime Error: NameError: name 'solve' is not defined", 'runtime', null, 'x = 1', 'solve'],
      ['Validation Error: `result` is empty (None)', 'empty', null, 'result = None'],
      ['Validation Error: `result` is empty ({})', 'empty', null, 'result = {}'],
      ['Validation Error: `result` must be a dict, not a list.', 'validation', null, 'result = [1]'],
      [
        'Validation Error: result.b: must be a whole number, not "six"',
        'validation',
        null,
        'result = {"b": "six"}',
      ],
      ['Validation Error: result: needs "b"', 'validation', null, 'result = {"c": 1}'],
      [
        'Validation Error: `result` is not JSON: JSON cannot hold the number NaN',
        'validation',
        null,
        'result = {"b": float("nan")}',
      ],
      [
        'Validation Error: `result` is not JSON: JSON cannot hold a whole number beyond 2^53',
        'validation',
        null,
        'result = {"b": 10 ** 30}',
      ],
      [
        'Validation Error: `result` is not JSON: JSON cannot hold a set',
        'validation',
        null,
        'result = {"b": {1}}',
      ],
      [
        'Validation Error: what transform(inputs) returned is empty (None)',
        'empty',
        null,
        'def transform(inputs):\n    pass',
      ],
    ])('says %s', async (text, kind, line, script, entryPoint) => {
      const { result, stderr, failure } = await run(script, { a: 3 }, { entryPoint: entryPoint ?? null });
      expect(result).toBeNull();
      expect(stderr).toContain(text);
      expect(failure).toMatchObject({ kind, line, message: stderr });
    });

    it('says that inputs are too large for the sandbox', async () => {
      const { failure } = await run(
        'result = inputs',
        { a: 'x'.repeat(1000) },
        { limits: { maxInputBytes: 100 } },
      );
      expect(failure).toMatchObject({ kind: 'limit', message: expect.stringContaining('inputs') });
    });

    it('says why below what was written, in a line of its own', async () => {
      const script = 'import sys\nprint("seen", end="", file=sys.stderr)\n1 / 0';
      const { stderr } = await run(script);
      expect(stderr).toBe('seen\nRuntime Error: ZeroDivisionError: division by zero (line 3)');
      expect((await run(script.replace('end="", ', ''))).stderr).toBe(stderr);
    });

    it('ends a loop at its time limit', async () => {
      const { failure, stdout } = await run(
        'print("here")\nwhile True:\n    pass',
        {},
        { limits: { timeoutSeconds: 0.5 } },
      );
      expect(failure).toMatchObject({ kind: 'limit', type: 'TimeoutError' });
      expect(stdout).toBe('here\n');
    });

    it('leaves nothing behind for the next script', async () => {
      await run('kept = 7\nresult = {"b": 1}');
      expect(summary(await run('result = {"b": kept}'))).toContain('NameError');
    });

    it('keeps what scripts define in the sandbox of the caller, but no result', async () => {
      await using sandbox = await createSandbox({ engine });
      const first = await run('kept = inputs["a"]\nresult = {"b": kept * 2}', { a: 3 }, { sandbox });
      const second = await run('result = {"b": kept * 2 + inputs["a"] * 2}', { a: 4 }, { sandbox });
      expect([first.result, second.result]).toEqual([{ b: 6 }, { b: 14 }]);
      expect(summary(await run('x = 1', {}, { sandbox }))).toBe(
        "Runtime Error: NameError: name 'result' is not defined",
      );
    });

    it('rejects at the signal, before and during the run', async () => {
      await expect(run('result = {"b": 1}', {}, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
      const abort = new AbortController();
      const stop = tool({
        name: 'stop',
        description: 'Stops.',
        execute: () => abort.abort(new Error('enough')),
      });
      const waiting = run('stop()\nwhile True:\n    pass', {}, { signal: abort.signal, tools: [stop] });
      await expect(waiting).rejects.toThrow('enough');
    });

    it('leaves nothing of itself at a signal that outlives it', async () => {
      const { signal } = new AbortController();
      expect(await executeScript({}, 'result = {"n": 1}', { engine, signal })).toMatchObject({
        result: { n: 1 },
      });
      const tools = [tool({ name: 'result', description: '', execute: () => 1 })];
      await expect(executeScript({}, 'x = 1', { engine, signal, tools })).rejects.toThrow('result');
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });

    it('tells a tool that still works when the run is over', async () => {
      const told = new Promise<string>((resolve) => {
        const hang = tool({
          name: 'hang',
          description: 'Never answers.',
          timeoutSeconds: Number.POSITIVE_INFINITY,
          execute: (_args, { signal }) => {
            signal.addEventListener('abort', () => resolve('told'));
            return new Promise(() => undefined);
          },
        });
        void run('result = hang()', {}, { tools: [hang], limits: { deadlineSeconds: 1 } }).then(
          ({ failure }) => expect(failure?.kind).toBe('limit'),
        );
      });
      expect(await told).toBe('told');
    });
  });

  unless(skipped).describe(`tools of a script on ${engine}`, () => {
    const call = (script: string) => run(script, { a: 4 }, { tools: [triple, add, lookUp, nothing] });

    it.each([
      [
        'an async tool, awaited',
        'import asyncio\nasync def main():\n    t = await triple(n0=inputs["a"])\n    return {"b": t["result"]}\nresult = asyncio.run(main())',
      ],
      ['an async tool, awaited at the top', 'result = {"b": (await triple(inputs["a"]))["result"]}'],
      ['a plain tool inside an async one', 'result = {"b": (await triple(add(2, 2)["result"]))["result"]}'],
      ['a plain tool, awaited', 'result = {"b": (await add(6, n1=6))["result"]}'],
      ['nothing as a result', 'result = {"b": 12 if (await nothing()) == {"result": None} else 0}'],
      ['a dict as it is', 'result = {"b": look_up(12)["value"]}'],
      [
        'several at once',
        'import asyncio\nasync def main():\n    x, y = await asyncio.gather(triple(1), triple(3))\n    return {"b": x["result"] + y["result"]}\nresult = asyncio.run(main())',
      ],
    ])('%s', async (_name, script) => {
      expect(await call(script)).toMatchObject({ result: { b: 12 }, stderr: '', failure: null });
    });

    it('may run scripts themselves, however many wait for them', async () => {
      const nested = tool({
        name: 'nested',
        description: 'Runs a script.',
        execute: async () => (await run('result = {"b": 12}')).result,
      });
      const script = 'result = await nested()';
      const all = await Promise.all(Array.from({ length: 10 }, () => run(script, {}, { tools: [nested] })));
      expect(all.map(({ result }) => result)).toEqual(all.map(() => ({ b: 12 })));
    });

    it('an async tool without await gives a coroutine', async () => {
      expect(summary(await call('result = {"b": triple(4)["result"]}'))).toContain(
        "Runtime Error: TypeError: 'coroutine' object is not subscriptable (line 1)",
      );
    });

    it('raises in the script what goes wrong with a call', async () => {
      const fail = tool({
        name: 'fail',
        description: 'Fails.',
        execute: () => {
          throw new Error('no such city');
        },
      });
      const script = 'try:\n    fail()\nexcept RuntimeError as error:\n    print(error)\nfail(1)';
      const { stdout, failure } = await run(script, {}, { tools: [fail] });
      expect(stdout).toContain('no such city');
      expect(failure).toMatchObject({ kind: 'runtime', type: 'TypeError', line: 5 });
    });

    it.each([
      ['inputs', 'core/invalid_option'],
      ['result', 'core/invalid_option'],
      ['no-python-name', 'core/invalid_option'],
    ])('refuses a tool named %s', async (name, code) => {
      const tools = [tool({ name, description: '', execute: () => 1 })];
      await expect(run('result = 1', {}, { tools })).rejects.toMatchObject({ code });
    });
  });
}
