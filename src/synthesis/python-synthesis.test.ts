import { describe, expect, it } from 'vitest';
import { type JsonObject, schemaValidator } from '../core/index.js';
import { JsonDataModel, type MaybeData, SymbolicDataModel } from '../data/index.js';
import { Input, Program } from '../programs/index.js';
import { createSandbox } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { tool } from '../tools/index.js';
import { engines } from './engines.fixture.js';
import { PythonSynthesis } from './python-synthesis.js';
import type { PythonSynthesisOptions } from './python-synthesis-options.js';

const INPUT: JsonObject = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
const OUTPUT: JsonObject = { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] };
const GRID: JsonObject = {
  type: 'object',
  properties: {
    output_grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
  },
  required: ['output_grid'],
};

const options = (pythonScript: string): PythonSynthesisOptions => ({
  schema: OUTPUT,
  pythonScript,
  defaultReturnValue: { b: -1 },
});
const data = (a: number): JsonDataModel => new JsonDataModel({ schema: INPUT, json: { a } });
const jsonOf = (output: MaybeData): JsonObject | undefined => output?.json;

for (const { name: engine, skipped } of engines) {
  const synthesis = (pythonScript: string, more: Partial<PythonSynthesisOptions> = {}) =>
    new PythonSynthesis({ ...options(pythonScript), engine, timeout: 60, ...more });

  unless(skipped).describe(`PythonSynthesis on ${engine}`, () => {
    it('gives what the script makes of a grid', async () => {
      const module = synthesis(
        'def transform(inputs):\n    return {"output_grid": inputs.get("input_grid")}\n\nresult = transform(inputs)',
        { schema: GRID, defaultReturnValue: { output_grid: [[]] } },
      );
      const input_grid = [
        [1, 2],
        [3, 4],
      ];
      expect(jsonOf(await module.call({ input_grid }))).toEqual({
        output_grid: input_grid,
        stdout: '',
        stderr: '',
      });
    });

    it('gives the default where the script loops', async () => {
      const module = synthesis('while True:\n    pass', {
        schema: GRID,
        defaultReturnValue: { output_grid: [[]] },
        timeout: 0.3,
      });
      expect(jsonOf(await module.call(data(1)))?.output_grid).toEqual([[]]);
    });

    it.each([
      ['syntax', 'result = {', /^Syntax Error: /],
      ['runtime', 'result = {"b": 1 / 0}', /^Runtime Error: ZeroDivisionError/],
      ['a wrong type', 'result = {"b": "six"}', /^Validation Error: result\.b/],
      ['an empty result', 'result = {}', /^Validation Error: .*empty/],
    ])('gives the default and the reason for %s', async (_name, script, reason) => {
      const output = await synthesis(script).call(data(1));
      expect(output?.get('b')).toBe(-1);
      expect(output?.get('stderr')).toMatch(reason);
      expect(schemaValidator(output?.schema).check(output?.json)).toEqual([]);
    });

    it('keeps what was printed', async () => {
      const output = await synthesis('print("hi")\nresult = {"b": 6}').call(data(1));
      expect(jsonOf(output)).toEqual({ b: 6, stdout: 'hi\n', stderr: '' });
    });

    it('hands tools to the script', async () => {
      const numbers = { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } };
      const tools = [
        tool({
          name: 'triple',
          description: '',
          parameters: numbers,
          execute: async ({ x }) => Number(x) * 3,
        }),
        tool({
          name: 'add',
          description: '',
          parameters: numbers,
          execute: async ({ x, y }) => Number(x) + Number(y),
        }),
      ];
      const script =
        'import asyncio\nasync def main():\n    s = await add(x=inputs["a"], y=inputs["a"])\n    t = await triple(x=s["result"])\n    return {"b": t["result"]}\nresult = asyncio.run(main())';
      expect(jsonOf(await synthesis(script, { tools }).call(data(4)))).toEqual({
        b: 24,
        stdout: '',
        stderr: '',
      });
    });

    it('shares the sandbox of a call or of the module, and nothing without one', async () => {
      const set = 'kept = inputs["a"]\nresult = {"b": kept * 2}';
      const use = 'result = {"b": kept * 2 + inputs["a"] * 2}';
      await using sandbox = await createSandbox({ engine });
      expect((await synthesis(set).call(data(3), { sandbox }))?.get('b')).toBe(6);
      expect((await synthesis(use).call(data(4), { sandbox }))?.get('b')).toBe(14);
      await sandbox.reset();
      expect((await synthesis(set, { sandbox }).call(data(3)))?.get('b')).toBe(6);
      expect((await synthesis(use, { sandbox }).call(data(4)))?.get('b')).toBe(14);
      const alone = await synthesis(use).call(data(4));
      expect([alone?.get('b'), alone?.get('stderr')]).toEqual([
        -1,
        expect.stringMatching(/^Runtime Error: NameError/),
      ]);
    });

    it('gives the script too where that is asked for, before the output', async () => {
      const output = await synthesis('result = {"b": 1}', { returnPythonScript: true }).call(data(1));
      expect(output?.keys()).toEqual(['python_script', 'b', 'stdout', 'stderr']);
    });

    it('is missing where its input is', async () => {
      const module = synthesis('result = {"b": 1}');
      for (const inputs of [null as unknown as JsonDataModel, {}, []]) {
        expect(await module.call(inputs)).toBeNull();
      }
      const empty = new JsonDataModel({ schema: { type: 'object' }, json: {} });
      expect((await module.call(empty))?.get('b')).toBe(1);
    });

    it('gives the default as it is, whatever was done to that of the call before', async () => {
      const module = synthesis('1 / 0', { schema: GRID, defaultReturnValue: { output_grid: [[1]] } });
      const first = await module.call(data(1));
      const grid = first?.get('output_grid') as number[][] | undefined;
      grid?.[0]?.push(2);
      expect((await module.call(data(1)))?.json.output_grid).toEqual([[1]]);
    });
  });
}

describe('PythonSynthesis', () => {
  it.each([
    ['no script', { pythonScript: undefined }, /pythonScript is needed/],
    ['an empty script', { pythonScript: ' ' }, /pythonScript is needed/],
    ['no default', { defaultReturnValue: undefined }, /defaultReturnValue is needed/],
    [
      'a default that breaks the schema',
      { defaultReturnValue: { b: 'x' } },
      /defaultReturnValue\.b: must be/,
    ],
    ['no schema', { schema: undefined }, /schema or dataModel/],
    ['a seed that is not text', { seedScripts: [''] }, /seedScripts\[0\]/],
    ['no time', { timeout: 0 }, /timeout/],
    ['an entry point that is no name', { entryPoint: 'a b' }, /entryPoint/],
  ])('refuses %s when it is made', (_name, wrong, message) => {
    const made = () => new PythonSynthesis({ ...options('result = {"b": 1}'), ...(wrong as object) });
    expect(made).toThrowError(expect.objectContaining({ code: 'core/invalid_option' }));
    expect(made).toThrowError(message);
  });

  it('takes the schema of a data model', () => {
    const { schema: _, ...rest } = options('result = {"b": 1}');
    const dataModel = new SymbolicDataModel({ schema: OUTPUT });
    expect(new PythonSynthesis({ ...rest, dataModel }).schema).toEqual(OUTPUT);
    const other = new SymbolicDataModel({ schema: GRID });
    expect(new PythonSynthesis({ ...rest, schema: OUTPUT, dataModel: other }).schema).toEqual(OUTPUT);
  });

  it('has its script as a variable, with the seeds, and a contract in words', async () => {
    const lookUp = tool({
      name: 'look_up',
      description: 'Finds a city.',
      parameters: { type: 'object', properties: { name: { type: 'string' } } },
      execute: async () => null,
    });
    const seedScripts = ['result = {"b": 2}'];
    const { state } = new PythonSynthesis({
      ...options('result = {"b": 1}'),
      seedScripts,
      tools: [lookUp],
      engine: 'monty',
    });
    expect(state).toMatchObject({
      key: 'python_synthesis/state_python_synthesis',
      kind: 'script',
      value: { python_script: 'result = {"b": 1}' },
      seeds: [{ python_script: 'result = {"b": 2}' }],
    });
    const words = state.constraints.join('\n');
    for (const part of [
      '`result`',
      '"b"',
      '5 seconds',
      "a part of Python's standard library",
      'Monty, which lacks',
      '`await look_up(name: string)`',
    ]) {
      expect(words).toContain(part);
    }
    expect(await state.validate({ python_script: 'x = (' })).toContain('not valid Python');
    expect(await state.validate({ python_script: 'x = 1' })).toBeNull();
  });

  it('runs candidates at the same time, and records failures with their logs and no default', async () => {
    const input = Input({ schema: INPUT });
    const first = new PythonSynthesis({
      ...options('result = {"b": 1}'),
      name: 'first',
      returnPythonScript: false,
    });
    const second = new PythonSynthesis({ ...options('result = {"b": inputs["b"] + 1}'), name: 'second' });
    const program = new Program({ inputs: input, outputs: await second.call(await first.call(input)) });
    const [firstKey, secondKey] = program.variables.map(({ key }) => key);
    expect([firstKey, secondKey]).toEqual(['first/state_python_synthesis', 'second/state_python_synthesis']);
    const candidate = (script: string) => ({ [String(firstKey)]: { python_script: script } });
    const runs = await Promise.all([
      program.run([{ a: 1 }], { values: candidate('print("x")\nresult = {"b": 10}') }),
      program.run([{ a: 1 }], { values: candidate('print("y")\nraise ValueError("no")') }),
      program.run([{ a: 1 }]),
    ]);
    expect(runs.map(({ outputs }) => outputs[0]?.b)).toEqual([11, 0, 2]);
    expect(runs[1]?.error).toBeNull();
    expect(runs[1]?.calls[0]).toEqual({
      callId: 'first#0',
      module: 'first',
      variables: [firstKey],
      inputs: { a: 1 },
      outputs: { stdout: 'y\n', stderr: 'Runtime Error: ValueError: no (line 2)' },
      error: 'Runtime Error: ValueError: no (line 2)',
    });
    expect(runs[2]?.calls[0]).toMatchObject({ outputs: { b: 1, stdout: '', stderr: '' }, error: null });
  });

  it('keeps both ends of a long log of a candidate, and all of it otherwise', async () => {
    const module = new PythonSynthesis(options('print("a" * 50_000 + "z")\nresult = {"b": 1}'));
    const printed = async (training: boolean) =>
      String((await module.call(data(1), { training }))?.get('stdout'));
    expect(await printed(false)).toHaveLength(50_002);
    expect(await printed(true)).toMatch(/^a{4986}\n\[40031 characters left out\]\na{4983}z\n$/);
    const faces = new PythonSynthesis(options('print("a" + "😀" * 20_000)\nresult = {"b": 1}'));
    const log = String((await faces.call(data(1), { training: true }))?.get('stdout'));
    expect(log).toMatch(/^a(😀){2492}\n\[.*\]\n(😀){2492}\n$/u);
  });

  it('is deterministic in training', async () => {
    const script = 'import random, time\nresult = {"b": int(random.random() * 1e9) + int(time.time())}';
    const module = new PythonSynthesis(options(script));
    const run = async (training: boolean) => (await module.call(data(1), { training }))?.get('b');
    expect(await run(true)).toBe(await run(true));
    expect(await run(false)).not.toBe(await run(true));
  });

  it('is saved with its program, as it was trained', async () => {
    const input = Input({ schema: INPUT });
    const module = new PythonSynthesis({ ...options('result = {"b": 1}'), limits: { maxHostCalls: 20_000 } });
    const program = new Program({ inputs: input, outputs: await module.call(input), name: 'saved' });
    await program.assign({
      [String(program.variables[0]?.key)]: { python_script: 'result = {"b": inputs["a"] + 40}' },
    });
    const saved = program.toJson();
    const loaded = await Program.fromJson(saved);
    expect(jsonOf((await loaded.call({ a: 2 })) as MaybeData)).toMatchObject({ b: 42 });
    expect(loaded.toJson()).not.toBe(saved);
    expect(JSON.stringify(loaded.toJson())).toContain('"maxHostCalls":10000');
  });

  it('is made again from its configuration', async () => {
    const triple = tool({ name: 'triple', description: '', execute: () => 3 });
    const module = new PythonSynthesis({
      ...options('result = {"b": triple()["result"]}'),
      seedScripts: ['result = {"b": 0}'],
      returnPythonScript: true,
      timeout: 7,
      tools: [triple],
      engine: 'monty',
      name: 'made',
      description: 'Makes b.',
      trainable: false,
    });
    const config = JSON.parse(JSON.stringify(module.getConfig()));
    const again = PythonSynthesis.fromConfig(config, { tools: [triple] });
    expect(again.getConfig()).toEqual(config);
    expect(again.name).toBe('made');
    expect(again.variables).toEqual([]);
    expect(() => PythonSynthesis.fromConfig(config)).toThrowError(/the tool triple/);
    expect(() => PythonSynthesis.fromConfig({})).toThrowError(/not a configuration/);
    expect(() => new PythonSynthesis({ ...options('x = 1'), engine: 'unknown' as never })).toThrowError(
      /no engine "unknown"/,
    );
  });
});
