import { describe, expect, expectTypeOf, it } from 'vitest';
import { MettleError } from '../core/index.js';
import { JsonDataModel, type MaybeData, SymbolicDataModel } from '../data/index.js';
import { Input, Program } from './index.js';
import { Custom, EvenOrOdd, NUMBER, number, numberIn, Sum, Times } from './modules.fixture.js';

async function doubled(options: { readonly name?: string } = {}) {
  const input = Input({ schema: NUMBER });
  return new Program({ inputs: input, outputs: await new Times(2).call(input), ...options });
}

async function code(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (MettleError.isInstance(error) ? error.code : String(error)),
  );
}

it('names a module after the name that files have for its class, whatever a bundler calls the class', () => {
  class e extends Times {
    static override readonly registeredName: string = 'programs-test>Thrice';
  }
  class Heir extends e {}
  expect([new e(3).name, new Heir(3).name, new Times(1).name]).toEqual(['thrice', 'heir', 'times']);
});

describe('a call of a module', () => {
  it('gives data for data and symbolic data for symbolic data, typed', async () => {
    const module = new Times(3);
    const real = await module.call(number(2));
    const symbolic = await module.call(Input({ schema: NUMBER }));
    expectTypeOf(real).toEqualTypeOf<MaybeData>();
    expectTypeOf(symbolic).toEqualTypeOf<SymbolicDataModel>();
    expect(numberIn(real)).toBe(6);
    expect(symbolic).toBeInstanceOf(SymbolicDataModel);
    const [even, odd] = await new EvenOrOdd().call(number(3));
    expectTypeOf(odd).toEqualTypeOf<MaybeData>();
    expect([even, numberIn(odd)]).toEqual([null, 3]);
  });

  it('does not run when an input is missing', async () => {
    let ran = 0;
    const module = new Custom(() => {
      ran += 1;
      return number(1);
    });
    expect(await module.call(null)).toBe(null);
    expect(ran).toBe(0);
  });

  it('refuses what is no data, and data that breaks its own schema', async () => {
    expect(await code(new Custom(() => ({ n: 1 })).call(number(1)))).toBe('programs/invalid_output');
    expect(await code(new Custom(() => undefined).call(number(1)))).toBe('programs/invalid_output');
    const wrong = new JsonDataModel({ schema: NUMBER, json: { n: 'one' } });
    await expect(new Custom(() => wrong).call(number(1))).rejects.toThrow(/n: .*number/);
    expect(await code(new Times(1).call({ n: 1 }))).toBe('programs/invalid_input');
  });

  it('takes a hundred candidates at a time, and none sees another', async () => {
    const program = await doubled();
    const runs = await Promise.all(
      Array.from({ length: 100 }, (_, factor) =>
        program.run([{ n: 1 }], { values: { 'times/state_times': { factor } } }),
      ),
    );
    expect(runs.map(({ outputs }) => outputs[0]?.n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(program.variables[0]?.value).toEqual({ factor: 2 });
  });
});

describe('a program', () => {
  it('runs a graph with several inputs and outputs, in lists and in records', async () => {
    const [a, b] = [Input({ schema: NUMBER, name: 'a' }), Input({ schema: NUMBER, name: 'b' })];
    const sum = await new Sum().call([a, b]);
    const program = new Program({ inputs: [a, b], outputs: { sum, double: await new Times(2).call(sum) } });
    expect(program.inputNames).toEqual(['a', 'b']);
    expect(program.outputNames).toEqual(['sum', 'double']);
    const { sum: total, double } = await program.call([number(1), number(2)]);
    expect([numberIn(total), numberIn(double)]).toEqual([3, 6]);
    const run = await program.run([{ n: 1 }, { n: 2 }]);
    expect(run.outputs).toEqual([{ n: 3 }, { n: 6 }]);
    expect(await code(program.call([number(1)]))).toBe('programs/invalid_input');
  });

  it('runs a graph in which an input comes first and shares a depth with a module (W28)', async () => {
    const [late, first] = [Input({ schema: NUMBER }), Input({ schema: NUMBER })];
    const deep = await new Times(2).call(await new Times(3).call(first));
    const program = new Program({ inputs: [late, first], outputs: await new Sum().call([late, deep]) });
    expect((await program.run([{ n: 100 }, { n: 1 }])).outputs).toEqual([{ n: 106 }]);
  });

  it('lets missing flow through branches and joins them again', async () => {
    const input = Input({ schema: NUMBER });
    const [even, odd] = await new EvenOrOdd().call(input);
    const program = new Program({
      inputs: input,
      outputs: await new Sum().call([await new Times(10).call(even), await new Times(100).call(odd)]),
    });
    expect((await program.run([{ n: 4 }])).outputs).toEqual([{ n: 40 }]);
    const odd3 = await program.run([{ n: 3 }]);
    expect(odd3.outputs).toEqual([{ n: 300 }]);
    expect(odd3.calls.map(({ callId }) => callId)).toEqual(['times_1#0']);
  });

  it('gives missing for a missing input, and runs without an optional one', async () => {
    const program = await doubled();
    expect(await program.call(null)).toBe(null);
    expect((await program.run([null])).outputs).toEqual([null]);
    const [a, b] = [Input({ schema: NUMBER }), Input({ schema: NUMBER, optional: true })];
    const optional = new Program({ inputs: [a, b], outputs: await new Sum().call([a, b]) });
    expect((await optional.run([{ n: 1 }, null])).outputs).toEqual([{ n: 1 }]);
    expect((await optional.run([null, { n: 1 }])).outputs).toEqual([null]);
  });

  it('records every call, in the order of the graph, also when one fails', async () => {
    const input = Input({ schema: NUMBER });
    const twice = new Times(2, { name: 'twice' });
    const slow = new Custom(async (data) => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return twice.call(data);
    });
    const outputs = await new Sum().call([
      await slow.call(input),
      await twice.call(input),
      await twice.call(input),
    ]);
    const program = new Program({ inputs: input, outputs });
    const { calls } = await program.run([{ n: 1 }]);
    expect(calls.map(({ callId }) => callId)).toEqual(['custom#0/twice#0', 'twice#0', 'twice#1']);
    expect(calls[0]).toEqual({
      callId: 'custom#0/twice#0',
      module: 'twice',
      variables: ['twice/state_times'],
      inputs: { n: 1 },
      outputs: { n: 2 },
      error: null,
    });
    const failing = new Custom(
      () => {
        throw new Error('no luck');
      },
      { name: 'unlucky' },
    );
    const broken = new Program({
      inputs: input,
      outputs: await failing.call(await twice.call(input)),
    });
    const run = await broken.run([{ n: 1 }]);
    expect(run).toMatchObject({ outputs: [null], error: 'no luck', calls: [{ callId: 'twice#0' }] });
  });

  it('rejects at the signal, and for what no program does', async () => {
    const program = await doubled();
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(program.run([{ n: 1 }], { signal: stopped })).rejects.toThrow('enough');
    const input = Input({ schema: NUMBER });
    const engineless = new Custom(() => {
      throw new MettleError({ code: 'sandbox/no_engine', message: 'no engine' });
    });
    const other = new Program({ inputs: input, outputs: await engineless.call(input) });
    expect(await code(other.run([{ n: 1 }]))).toBe('sandbox/no_engine');
  });

  it('says what is wrong with an input, a candidate, a name', async () => {
    const program = await doubled();
    expect((await program.run([{ n: 'one' }])).error).toMatch(/input.n: .*number/);
    expect(await code(program.run([{ n: 1 }], { values: { 'times/state_tmes': {} } }))).toBe(
      'programs/unknown_variable',
    );
    expect(await code(program.run([{ n: 1 }], { values: { 'times/state_times': { factor: 'x' } } }))).toBe(
      'programs/invalid_value',
    );
    expect(() => new Times(1, { name: 'a/b' })).toThrow(/"\/"/);
    const input = Input({ schema: NUMBER });
    const second = await new Times(1, { name: 'same' }).call(
      await new Times(1, { name: 'same' }).call(input),
    );
    expect(() => new Program({ inputs: input, outputs: second })).toThrow(/two modules .*same/);
  });

  it('refuses a graph that does not connect', async () => {
    const [a, b] = [Input({ schema: NUMBER }), Input({ schema: NUMBER, name: 'b' })];
    const fromB = await new Times(1).call(b);
    expect(() => new Program({ inputs: a, outputs: fromB })).toThrow(/input "b", which is not in its inputs/);
    const stray = new SymbolicDataModel({ schema: NUMBER, name: 'stray' });
    expect(() => new Program({ inputs: a, outputs: stray })).toThrow(/no module gave "stray"/);
    expect(() => new Program({ inputs: stray, outputs: fromB })).toThrow(/not made by Input/);
    expect(() => new Program({ inputs: [a, a], outputs: fromB })).toThrow(/twice/);
    expect(() => new Program({ inputs: a, outputs: [] })).toThrow(/no outputs/);
    expect(() => new Program({ inputs: a, outputs: Promise.resolve(a) as never })).toThrow(/forget await/);
    expect(() => new Program({ inputs: a })).toThrow(/both/);
  });

  it('accepts an input that nothing uses, and an input that is an output', async () => {
    const [a, unused] = [Input({ schema: NUMBER }), Input({ schema: NUMBER, name: 'unused' })];
    const program = new Program({ inputs: [a, unused], outputs: [await new Times(2).call(a), unused] });
    expect((await program.run([{ n: 1 }, { n: 7 }])).outputs).toEqual([{ n: 2 }, { n: 7 }]);
  });

  it('assigns all values or none', async () => {
    const input = Input({ schema: NUMBER });
    const outputs = await new Times(2).call(await new Times(3).call(input));
    const program = new Program({ inputs: input, outputs });
    const values = { 'times/state_times': { factor: 5 }, 'times_1/state_times': { factor: 'bad' } };
    expect(await code(program.assign(values))).toBe('programs/invalid_value');
    expect(program.variables.map(({ value }) => value.factor)).toEqual([3, 2]);
    await program.assign({ ...values, 'times_1/state_times': { factor: 7 } });
    expect(program.variables.map(({ value }) => value.factor)).toEqual([5, 7]);
  });

  it('is a module of another program, its variables below its name', async () => {
    const inner = await doubled({ name: 'inner' });
    const input = Input({ schema: NUMBER });
    const program = new Program({ inputs: input, outputs: await inner.call(await new Times(3).call(input)) });
    expect(program.variables.map(({ key }) => key)).toEqual(['times/state_times', 'inner/times/state_times']);
    const run = await program.run([{ n: 1 }], { values: { 'inner/times/state_times': { factor: 10 } } });
    expect(run.outputs).toEqual([{ n: 30 }]);
    expect(run.calls.map(({ callId }) => callId)).toEqual(['times#0', 'inner#0/times#0']);
    expect(run.calls[1]?.variables).toEqual(['inner/times/state_times']);
  });

  it('runs at most so many modules at a time as it is told', async () => {
    let [running, most] = [0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      running -= 1;
      return number(1);
    };
    const input = Input({ schema: NUMBER });
    const parts = await Promise.all(Array.from({ length: 9 }, () => new Custom(work).call(input)));
    const outputs = await new Sum().call(parts);
    const program = new Program({ inputs: input, outputs, concurrency: 3 });
    expect((await program.run([{ n: 1 }])).outputs).toEqual([{ n: 9 }]);
    expect(most).toBe(3);
    expect(() => new Program({ inputs: input, outputs, concurrency: 0 })).toThrow(/concurrency/);
  });

  it('refuses options that do not exist, its own and those of an input', () => {
    expect(() => new Program({ concurency: 3 } as object)).toThrow(/Program has no option concurency/);
    const misspelt = { schema: NUMBER, optoinal: true };
    expect(() => Input(misspelt)).toThrow(/Input has no option optoinal; it has schema, name, optional/);
  });

  it('records what is not JSON as such, so that a journal holds the same as the run', async () => {
    const odd = new Times(1e300);
    const input = Input({ schema: NUMBER });
    const program = new Program({ inputs: input, outputs: await odd.call(input) });
    const { calls } = await program.run([{ n: 1e300 }]);
    expect(calls[0]).toMatchObject({ outputs: null });
    expect(calls[0]?.error).toMatch(/NaN|number/);
  });

  it('stops a module that calls itself', async () => {
    const endless: Custom = new Custom((data) => endless.call(data));
    expect(await code(endless.call(number(1)))).toBe('programs/too_deep');
  });

  it('refuses a variable of a module that is part of nothing', async () => {
    const lost = new Custom((data) => new Times(2).call(data));
    expect(await code(lost.call(number(1)))).toBe('programs/unknown_part');
    const alone = new Custom((data) => new Times(2).call(data, { context: null }));
    expect(numberIn(await alone.call(number(1)))).toBe(2);
  });
});
