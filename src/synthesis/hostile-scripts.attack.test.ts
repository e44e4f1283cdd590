import { expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { engines } from './engines.fixture.js';
import { executeScript, SCRIPT_LIMITS } from './execute-script.js';

for (const { name: engine, skipped } of engines) {
  const run = (script: string, inputs = {}) =>
    executeScript(inputs, script, { engine, limits: { timeoutSeconds: 20 } });

  unless(skipped).describe(`hostile scripts on ${engine}`, () => {
    it('cuts a flood of output short, and says so', async () => {
      const { result, stdout, failure } = await run('while True:\n    print("key=" + "x" * 1000)');
      expect(result).toBeNull();
      expect(failure?.kind).toBe('limit');
      expect(stdout.length).toBeLessThanOrEqual(SCRIPT_LIMITS.maxOutputChars);
    });

    it.each([
      ['exits before its result', 'exit()\nresult = {"a": 1}'],
      ['exits after its result', 'result = {"a": 1}\nimport sys\nsys.exit(0)'],
      ['raises SystemExit', 'result = {"a": 1}\nraise SystemExit(0)'],
      ['ends its process', 'import os\nos._exit(0)'],
      ['holds itself', 'result = {}\nresult["a"] = result'],
      ['nests deep', 'result = {}\nat = result\nfor i in range(200):\n    at["a"] = {}\n    at = at["a"]'],
      ['is huge', 'result = {"a": "x" * 20_000_000}'],
      ['holds a function', 'def f():\n    pass\nresult = {"a": f}'],
      ['holds a lazy range of a billion', 'result = {"a": (i for i in range(10**9))}'],
      ['has keys that are no text', 'result = {1: 2}'],
      ['is a generator', 'result = (i for i in range(3))'],
      ['recurses without end', 'def f(n):\n    return f(n + 1)\nf(0)'],
      ['guesses the mark of a missing result', 'result = "<mettle: no result was assigned>"'],
      ['closes what is not open', ')'],
      ['leaves a text open', 'result = """{'],
      ['escapes the line that reads it', 'result = {"a": 1} \\'],
    ])('a script that %s fails in words', async (_name, script) => {
      const { result, failure, stderr } = await run(script);
      expect(result).toBeNull();
      expect(failure?.message).toMatch(/^(Syntax|Runtime|Validation) Error: /);
      expect(stderr.endsWith(failure?.message ?? '')).toBe(true);
    });

    it('reads the result as it is, with keys that JavaScript minds', async () => {
      const { result } = await run(
        'result = {"__proto__": {"polluted": 1}, "constructor": 2, "2": 3, "1": 4}',
      );
      expect(Object.keys(result ?? {}).sort()).toEqual(['1', '2', '__proto__', 'constructor']);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    });

    it('answers for inputs that no sandbox takes', async () => {
      let deep: Record<string, object> = {};
      for (let depth = 0; depth < 100; depth++) deep = { a: deep };
      const { failure } = await executeScript(deep as never, 'result = inputs', { engine });
      expect(failure).toMatchObject({ kind: 'limit', message: expect.stringContaining('inputs') });
    });

    it('goes on after a script that broke its sandbox', async () => {
      await run('import os\nos._exit(1)');
      expect((await run('result = {"a": 1}')).result).toEqual({ a: 1 });
    });
  });
}
