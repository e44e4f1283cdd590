import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, MettleError } from '../../core/index.js';
import { JsonDataModel, type MaybeData, type SymbolicDataModel } from '../../data/index.js';
import { baseConfig, Input, Module, Program, sequential } from '../index.js';
import { Custom, EvenOrOdd, FIXTURES, NUMBER, numberIn, Sum, Times } from '../modules.fixture.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-programs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function code(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (MettleError.isInstance(error) ? error.code : String(error)),
  );
}

/** Keeps whatever object it is given, in fields of any name. */
class Notes extends Module {
  /** How files name it. */
  static readonly registeredName: string = 'programs-test>Notes';
  readonly notes = this.addVariable({ kind: 'value', schema: { type: 'object' }, value: {} });
  override async forward(input: JsonDataModel): Promise<MaybeData> {
    return input;
  }
  override async computeOutputSpec(input: SymbolicDataModel): Promise<SymbolicDataModel> {
    return input;
  }
  getConfig(): JsonObject {
    return baseConfig(this);
  }
}

class Mixed extends Program {
  /** How files name it. */
  static override readonly registeredName: string = 'programs-test>Mixed';

  protected override async build(): Promise<void> {
    const input = Input({ schema: NUMBER });
    this.wire({ inputs: input, outputs: await new Times(4).call(input) });
  }
}

const customObjects = {
  ...FIXTURES,
  'programs-test>Notes': Notes as never,
  'programs-test>Mixed': Mixed as never,
};

/** A small program with one of everything. */
async function everything(): Promise<Program> {
  const [a, b] = [Input({ schema: NUMBER, name: 'a' }), Input({ schema: NUMBER, optional: true })];
  const shared = new Times(2, { name: 'shared', description: 'Used twice.' });
  const [even, odd] = await new EvenOrOdd().call(a);
  const inner = sequential([Input({ schema: NUMBER }), shared, new Times(3)], { name: 'inner' });
  const fixed = await new Times(5, { trainable: false }).call(even);
  const constant = new JsonDataModel({ schema: NUMBER, json: { n: 1000 } });
  const sum = await new Sum().call([await inner.call(odd), await shared.call(b), fixed, constant]);
  return new Program({
    inputs: [a, b],
    outputs: sum,
    name: 'everything',
    description: 'What a proposer reads.',
    concurrency: 3,
  });
}

describe('a saved program', () => {
  it('runs as before, with the trained values and not with those it began with', async () => {
    const program = await everything();
    await program.assign({ 'shared/state_times': { factor: 7 } });
    const path = join(folder, 'everything.json');
    await program.save(path);
    const loaded = await Program.load(path, { customObjects });
    expect(loaded.toJson()).toEqual(program.toJson());
    expect(loaded.description).toBe('What a proposer reads.');
    expect([loaded.inputNames, loaded.outputNames]).toEqual([program.inputNames, program.outputNames]);
    const samples = [
      [{ n: 1 }, { n: 2 }],
      [{ n: 2 }, null],
      [null, { n: 1 }],
    ];
    for (const sample of samples) expect(await loaded.run(sample)).toEqual(await program.run(sample));
    expect((await loaded.run([{ n: 1 }, { n: 2 }])).outputs).toEqual([{ n: 21 + 14 + 1000 }]);
    expect(loaded.variables.map(({ key, seeds, description }) => ({ key, seeds, description }))).toEqual(
      program.variables.map(({ key, seeds, description }) => ({ key, seeds, description })),
    );
    expect(loaded.nonTrainableVariables.map(({ key }) => key)).toEqual(['times/state_times']);
    // A module in two places is one module again.
    expect(loaded.getModule('shared')).toBe((loaded.getModule('inner') as Program).getModule('shared'));
    expect(await readdir(folder)).toEqual(['everything.json']);
  });

  it('is the same after JSON and back, also through text (W24)', async () => {
    const program = await everything();
    const json = program.toJson();
    expect(Object.keys(json).slice(0, 2)).toEqual(['format', 'version']);
    expect((await Program.fromJson(JSON.parse(JSON.stringify(json)), { customObjects })).toJson()).toEqual(
      json,
    );
  });

  it('keeps fields of any name and any depth in a variable (W22, W23)', async () => {
    const names = ['history', 'reward', 'examples', 'predictions', 'candidates', 'nb_visit', 'shared'];
    const value = Object.fromEntries(
      names.map((name) => [name, { [name]: [{ [name]: { deep: { 1: null, a: [] } } }] }]),
    );
    const input = Input({ schema: NUMBER });
    const program = new Program({ inputs: input, outputs: await new Notes().call(input) });
    await program.assign({ 'notes/state_notes': value });
    const loaded = await Program.fromJson(program.toJson(), { customObjects });
    expect(loaded.variables[0]?.value).toEqual(value);
    expect(JSON.stringify(loaded.variables[0]?.value)).toBe(JSON.stringify(value));
  });

  it('is restored before its first call when it builds itself', async () => {
    const program = new Mixed({ description: 'mixed' });
    await program.ensureBuilt();
    await program.assign({ 'times/state_times': { factor: 9 } });
    const loaded = await Program.fromJson(program.toJson(), { customObjects });
    expect(loaded).toBeInstanceOf(Mixed);
    expect((await loaded.run([{ n: 1 }])).outputs).toEqual([{ n: 9 }]);
    expect(loaded.description).toBe('mixed');
    const unbuilt = await Program.fromJson(new Mixed().toJson(), { customObjects });
    expect((await unbuilt.run([{ n: 1 }])).outputs).toEqual([{ n: 4 }]);
  });

  it('of any shape comes back the same', async () => {
    const step = fc.record({
      kind: fc.constantFrom('times', 'sum', 'branch', 'nested', 'sequence', 'again'),
      from: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      factor: fc.integer({ min: -9, max: 9 }),
      value: fc.integer({ min: -9, max: 9 }),
      isNamed: fc.boolean(),
      trainable: fc.boolean(),
    });
    const plan = fc.record({
      inputs: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      steps: fc.array(step, { maxLength: 8 }),
      outputs: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      shape: fc.constantFrom('one', 'list', 'record'),
    });
    await fc.assert(
      fc.asyncProperty(
        plan,
        fc.array(fc.option(fc.integer({ min: -9, max: 9 })), { minLength: 3, maxLength: 3 }),
        async ({ inputs, steps, outputs, shape }, sample) => {
          const given = inputs.map((optional) => Input({ schema: NUMBER, optional }));
          const made: SymbolicDataModel[] = [...given];
          const used: Times[] = [];
          const pick = (position = 0) => made[position % made.length] as SymbolicDataModel;
          for (const [index, { kind, from, factor, isNamed, trainable }] of steps.entries()) {
            const options = { trainable, ...(isNamed ? { name: `step ${index} "ü"` } : {}) };
            const times = new Times(factor, options);
            if (kind === 'times') made.push(await times.call(pick(from[0])));
            if (kind === 'sum') made.push(await new Sum(options).call(from.map(pick)));
            if (kind === 'branch') made.push(...(await new EvenOrOdd(options).call(pick(from[0]))));
            if (kind === 'again') made.push(await (used[factor + 9] ?? times).call(pick(from[0])));
            if (kind === 'sequence') {
              made.push(await sequential([times, new Times(2)], options).call(pick(from[0])));
            }
            if (kind === 'nested') {
              const inner = Input({ schema: NUMBER });
              const nested = new Program({ ...options, inputs: inner, outputs: await times.call(inner) });
              made.push(await nested.call(pick(from[0])));
            }
            used.push(times);
          }
          const parts = outputs.map(pick);
          const program = new Program({
            inputs: given,
            outputs:
              shape === 'one'
                ? pick(outputs[0])
                : shape === 'list'
                  ? parts
                  : Object.fromEntries(parts.map((part, index) => [`out ${index}`, part])),
          });
          const values = program.variables.map(({ key }, index) => [
            key,
            { factor: steps[index]?.value ?? 1 },
          ]);
          await program.assign(Object.fromEntries(values));
          const loaded = await Program.fromJson(program.toJson(), { customObjects });
          expect(JSON.stringify(loaded.toJson())).toBe(JSON.stringify(program.toJson()));
          expect(loaded.variables.map(({ key, value }) => [key, value])).toEqual(
            program.variables.map(({ key, value }) => [key, value]),
          );
          const data = inputs.map((_, index) => (sample[index] == null ? null : { n: sample[index] }));
          expect(await loaded.run(data)).toEqual(await program.run(data));
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });
});

it('is loaded with options that are checked before the file is read', async () => {
  for (const [options, words] of [
    [{ agent: {} }, 'Program.load has no option agent; it has'],
    [{ engine: 'none' }, 'engine must be one of monty, cpython, docker, auto or an object; got "none"'],
    [{ agents: [] }, 'agents must be a plain object'],
    [{ sandbox: 'mine' }, 'sandbox must be an object; got "mine"'],
  ] as const) {
    await expect(Program.load('/nowhere/program.json', options as never)).rejects.toMatchObject({
      code: 'core/invalid_option',
      message: expect.stringContaining(words),
    });
  }
});

describe('a file of version 1', () => {
  it('can be read for ever, and is written the same', async () => {
    const path = new URL('../__fixtures__/program-v1.json', import.meta.url);
    const kept: JsonObject = JSON.parse(await readFile(path, 'utf8'));
    const loaded = await Program.fromJson(kept, { customObjects });
    expect((await loaded.run([{ n: 1 }, { n: 2 }])).outputs).toEqual([{ n: 1035 }]);
    expect({ ...loaded.toJson(), saved_with: kept.saved_with }).toEqual(kept);
  });

  it('with variables alone can be read for ever, and is written the same', async () => {
    const kept = new URL('../__fixtures__/variables-v1.json', import.meta.url);
    const program = await Program.load(new URL('../__fixtures__/program-v1.json', import.meta.url).pathname, {
      customObjects,
    });
    const written = JSON.parse(await readFile(kept, 'utf8')) as { readonly variables: JsonObject };
    await program.assign({ 'shared/state_times': { factor: 99 } });
    await program.loadVariables(kept.pathname);
    expect((await program.run([{ n: 1 }, { n: 2 }])).outputs).toEqual([{ n: 1035 }]);
    const path = join(folder, 'variables.json');
    await program.saveVariables(path);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...written, saved_with: expect.any(String) });
  });
});

describe('files of variables', () => {
  it('carry the values from one program to another that is built the same', async () => {
    const [from, to] = [await everything(), await everything()];
    await from.assign({ 'shared/state_times': { factor: 11 } });
    const path = join(folder, 'values.json');
    await from.saveVariables(path);
    await to.loadVariables(path);
    expect(to.getVariable('shared/state_times').value).toEqual({ factor: 11 });
    const whole = join(folder, 'whole.json');
    await from.assign({ 'shared/state_times': { factor: 12 } });
    await from.save(whole);
    await to.loadVariables(whole);
    expect(to.getVariable('shared/state_times').value).toEqual({ factor: 12 });
    expect(await code(Program.load(path, { customObjects }))).toBe('programs/invalid_file');
  });

  it('leave the program as it was where one value is refused, or belongs to another program', async () => {
    const program = sequential([new Times(1), new Times(2)]);
    const path = join(folder, 'bad.json');
    const file = {
      format: 'mettle-variables',
      version: 1,
      saved_with: '0.1.0',
      variables: { 'times/state_times': { factor: 5 }, 'times_1/state_times': { factor: 'x' } as JsonObject },
    };
    const refusal = async (variables: Readonly<Record<string, unknown>>) => {
      await writeFile(path, JSON.stringify({ ...file, variables }));
      const error = await code(program.loadVariables(path));
      expect(program.variables.map(({ value }) => value.factor)).toEqual([1, 2]);
      return error;
    };
    expect(await refusal(file.variables)).toBe('programs/invalid_value');
    expect(await refusal({ 'times/state_times': { factor: 5 } })).toBe('programs/other_variables');
    expect(await refusal({ ...file.variables, more: {} })).toBe('programs/other_variables');
    expect(await refusal({ ...file.variables, 'times/state_times': 5 })).toBe('programs/invalid_file');
  });
});

describe('what can not be saved', () => {
  it('is named: a class without a name, a class without getConfig', async () => {
    class Unnamed extends Times {}
    expect(() => sequential([new Unnamed(1)]).toJson()).toThrow(/Unnamed can't be saved/);
    expect(() => sequential([new Custom(() => null)]).toJson()).toThrow(
      /"custom" can't be saved: .*getConfig/,
    );
  });

  it('leaves the old file', async () => {
    const path = join(folder, 'old.json');
    await writeFile(path, 'old');
    expect(await code(sequential([new Custom(() => null)]).save(path))).toBe('programs/not_saveable');
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await code(sequential([new Times(1)]).save(join(folder, 'no', 'where.json')))).toBe(
      'filesystem/host_write_failed',
    );
  });
});

describe('a hostile file', () => {
  /** What loading says of a file in which one value is another. */
  async function loadWith(path: string, value: unknown): Promise<string> {
    const file = (await everything()).toJson();
    const steps = path.split('.');
    const last = steps.pop() as string;
    let at: unknown = file;
    for (const step of steps) at = (at as Record<string, unknown>)[step];
    (at as Record<string, unknown>)[last] = value;
    return code(Program.fromJson(file, { customObjects }));
  }

  it.each([
    ['version', 1, 'no error'],
    ['version', 2, 'programs/other_version'],
    ['version', '1', 'programs/other_version'],
    ['format', 'other', 'programs/invalid_file'],
    ['extra', 1, 'programs/invalid_file'],
    ['program', 3, 'programs/invalid_file'],
    ['variables', {}, 'programs/other_variables'],
    ['variables.shared/state_times', { factor: 'x' }, 'programs/invalid_value'],
    ['program.registered_name', 'evil>Thing', 'data/unknown_name'],
    ['program.registered_name', 'constructor', 'data/unknown_name'],
    ['program.registered_name', 'programs-test>Sum', 'programs/invalid_file'],
    ['program.config.concurrency', -1, 'data/not_restored'],
    ['program.config.name', 'a/b', 'data/not_restored'],
    ['program.config.graph.calls.0.arguments.0.input', 99, 'data/not_restored'],
    ['program.config.graph.calls.0.module', 99, 'data/not_restored'],
    ['program.config.graph.calls.0.arguments.0', { call: 0, output: 0 }, 'data/not_restored'],
    ['program.config.graph.calls.0.arguments.0', { call: 3, output: 0 }, 'data/not_restored'],
    ['program.config.graph.output_shape', 7, 'data/not_restored'],
    ['program.config.graph.output_shape', ['b', '1'], 'data/not_restored'],
    ['program.config.graph.modules', [], 'data/not_restored'],
    ['program.config.graph.modules.0', { shared: 9 }, 'data/invalid_data'],
    ['program.config.graph.surprise', 1, 'data/not_restored'],
    ['program.config.graph.inputs.0.name', 'a/b', 'data/not_restored'],
    ['program.config.graph.inputs.1.name', 'a', 'data/not_restored'],
    ['program.config.graph.inputs.0.schema', { type: 'nothing' }, 'data/not_restored'],
  ])('with another %s (%j) ends in: %s', async (path, value, expected) => {
    expect(await loadWith(path, value)).toBe(expected);
  });

  it('that is cut off or no JSON is refused', async () => {
    const text = JSON.stringify((await everything()).toJson());
    const path = join(folder, 'cut.json');
    for (const content of ['', '{', text.slice(0, text.length / 2), 'null', '[]', `${'['.repeat(9000)}`]) {
      await writeFile(path, content);
      expect(await code(Program.load(path, { customObjects }))).toMatch(
        /^(core\/invalid_json|programs\/invalid_file)$/,
      );
    }
    expect(await code(Program.load(join(folder, 'absent.json')))).toBe('filesystem/unreadable_file');
  });

  it('can be given classes of its own by the caller', async () => {
    const json = JSON.parse(
      JSON.stringify(sequential([new Times(3)]).toJson()).replace('programs-test>Times', 'mine>Times'),
    );
    expect(await code(Program.fromJson(json, { customObjects }))).toBe('data/unknown_name');
    const loaded = await Program.fromJson(json, { customObjects: { 'mine>Times': Times } });
    expect(numberIn(await loaded.call({ n: 2 }))).toBe(6);
  });
});
