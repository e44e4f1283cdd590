import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/index.js';
import { JsonDataModel } from '../data/index.js';
import { Input, Program } from '../programs/index.js';
import { createSandbox, sharedEngine } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { tool } from '../tools/index.js';
import { echoSandbox } from './echo-sandbox.fixture.js';
import { engines } from './engines.fixture.js';
import { PythonSynthesis } from './python-synthesis.js';
import type { PythonSynthesisOptions } from './python-synthesis-options.js';

const OBJECT: JsonObject = { type: 'object' };
const synthesis = (options: Partial<PythonSynthesisOptions>): PythonSynthesis =>
  new PythonSynthesis({
    schema: OBJECT,
    pythonScript: 'result = {"b": 1}',
    defaultReturnValue: { b: -1 },
    ...options,
  });
const data = (json: JsonObject): JsonDataModel => new JsonDataModel({ schema: OBJECT, json });

describe('a call of PythonSynthesis', () => {
  it('runs with the timeout, the limits, the entry point and the signal', async () => {
    const sandbox = echoSandbox();
    const { signal } = new AbortController();
    const module = synthesis({
      sandbox,
      timeout: 7,
      limits: { memoryMegabytes: 64 },
      entryPoint: 'solve',
      pythonScript: 'async def solve(inputs):\n    return {"b": 1}',
    });
    await module.call({ a: 1 }, { signal });
    expect(sandbox.runs[0]?.options.limits).toMatchObject({ timeoutSeconds: 7, memoryMegabytes: 64 });
    expect(sandbox.runs[0]?.options.signal).toBe(signal);
    expect(sandbox.runs[0]?.code).toMatch(/\nawait solve\(inputs\)\n$/);
  });

  it('hands over data models, several of them by place or name', async () => {
    const sandbox = echoSandbox();
    const module = synthesis({ sandbox });
    await module.call(data({ a: 1 }));
    await module.call([data({ a: 1 }), data({ a: 2 })]);
    await module.call({ left: data({ a: 1 }), right: data({ a: 2 }) });
    await module.execute(data({ a: 3 }), 'x = 1');
    await module.execute({ a: 4 }, 'x = 1');
    expect(sandbox.runs.map(({ options }) => options.inputs?.inputs)).toEqual([
      { a: 1 },
      { 0: { a: 1 }, 1: { a: 2 } },
      { left: { a: 1 }, right: { a: 2 } },
      { a: 3 },
      { a: 4 },
    ]);
  });

  it('is recorded with its script where that is returned, also when it failed', async () => {
    const module = synthesis({ pythonScript: '1 / 0', returnPythonScript: true });
    const input = Input({ schema: OBJECT });
    const program = new Program({ inputs: input, outputs: await module.call(input) });
    const { calls } = await program.run([{ a: 1 }]);
    expect(Object.keys(calls[0]?.outputs as JsonObject)).toEqual(['python_script', 'stdout', 'stderr']);
  });

  it('is described by its description, or by what it does', () => {
    expect(synthesis({ description: 'Makes b.' }).state.description).toBe('Makes b.');
    expect(synthesis({}).state.description).not.toBe('');
  });

  it('tells its proposers of the entry point, and of parameters of any type', () => {
    const parameters = { type: 'object', properties: { a: { type: 'string' }, b: {} } };
    const look = tool({ name: 'look', description: 'Looks.', parameters, execute: () => 1 });
    const options = { entryPoint: 'solve', tools: [look], timeout: 7, engine: 'cpython' as const };
    const words = synthesis(options).state.constraints.join('\n');
    expect(words).toContain('within 7 seconds');
    expect(words).not.toContain('Monty');
    expect(words).toContain('Define `solve(inputs)`');
    expect(words).not.toContain('Assign the output');
    expect(words).toContain('`look(a: string, b)`');
  });
});

for (const { name: engine, skipped } of engines) {
  unless(skipped).describe(`a call of PythonSynthesis on ${engine}`, () => {
    it('does not lend its sandbox to what tools call', async () => {
      await using sandbox = await createSandbox({ engine });
      const again = tool({
        name: 'again',
        description: 'Calls the module.',
        execute: async () => (await module.call({ isInner: true }))?.json ?? null,
      });
      const module: PythonSynthesis = synthesis({
        pythonScript:
          'result = {"inner": True} if inputs["isInner"] else {"outer": (await again())["inner"]}',
        tools: [again],
        engine,
        timeout: 60,
      });
      const output = await module.call({ isInner: false }, { sandbox });
      expect(output?.json).toEqual({ outer: true, stdout: '', stderr: '' });
    });

    it('has a clock that stands still where deterministic is true', async () => {
      const pythonScript = 'import datetime\nresult = {"now": str(datetime.datetime.now())}';
      for (const named of [engine, sharedEngine(engine)]) {
        const now = async (deterministic: boolean) => {
          const module = synthesis({ pythonScript, engine: named, deterministic, timeout: 60 });
          return (await module.call({ a: 1 }))?.get('now');
        };
        const first = await now(true);
        expect(await now(true)).toBe(first);
        expect(await now(false)).not.toBe(first);
      }
    });

    it('rejects at the signal', async () => {
      const abort = new AbortController();
      const stop = tool({
        name: 'stop',
        description: 'Stops.',
        execute: () => abort.abort(new Error('enough')),
      });
      const module = synthesis({ pythonScript: 'stop()\nwhile True:\n    pass', tools: [stop], engine });
      await expect(module.call({ a: 1 }, { signal: abort.signal })).rejects.toThrow('enough');
    });
  });
}
