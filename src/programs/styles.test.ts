import { describe, expect, it } from 'vitest';
import type { JsonDataModel, MaybeData, SymbolicDataModel } from '../data/index.js';
import { type CallEnd, Input, Program, sequential } from './index.js';
import { Custom, NUMBER, number, numberIn, Sum, Times } from './modules.fixture.js';

describe('sequential', () => {
  it('runs its modules one after the other, with and without an Input', async () => {
    const steps = () => [new Times(2), new Times(3)];
    const program = sequential([Input({ schema: NUMBER, name: 'start' }), ...steps()]);
    expect(numberIn(await program.call({ n: 1 }))).toBe(6);
    expect(program.inputNames).toEqual(['start']);
    expect((await sequential(steps()).run([{ n: 2 }])).outputs).toEqual([{ n: 12 }]);
    expect(numberIn(await sequential(steps()).call(number(3)))).toBe(18);
    expect(sequential(steps()).variables.map(({ key }) => key)).toEqual([
      'times/state_times',
      'times_1/state_times',
    ]);
  });

  it('takes modules on and off', async () => {
    const program = sequential([new Times(2)]);
    expect(numberIn(await program.call(number(1)))).toBe(2);
    program.add(new Times(5, { name: 'five' }));
    expect(numberIn(await program.call(number(1)))).toBe(10);
    expect(program.pop().name).toBe('five');
    expect(numberIn(await program.call(number(1)))).toBe(2);
    program.pop();
    expect(() => program.pop()).toThrow(/no module/);
  });

  it('refuses a name twice, a module twice, an Input that is not first, and nothing', async () => {
    const same = new Times(2);
    expect(() => sequential([new Times(1, { name: 'a' }), new Times(1, { name: 'a' })])).toThrow(/"a"/);
    expect(() => sequential([same, same])).toThrow(/twice/);
    const input = Input({ schema: NUMBER });
    expect(() => sequential([same], { nmae: 'x' } as object)).toThrow(/sequential has no option nmae/);
    for (const none of [(value: unknown) => value, null, undefined, {}, 'times']) {
      expect(() => sequential([same, none as never])).toThrow(/takes modules; got .*new Lambda/);
    }
    expect(() => sequential(undefined as never)).toThrow(
      'sequential takes a list of modules; got undefined.',
    );
    expect(() => Input(undefined as never)).toThrow(
      'Input takes an object, with schema, name, optional; got undefined.',
    );
    expect(() => sequential([input, input])).toThrow(/first/);
    expect(() => sequential([same, input])).toThrow(/first/);
    await expect(sequential([]).call(number(1))).rejects.toThrow(/no modules/);
    await expect(sequential([]).run([{ n: 1 }])).rejects.toThrow(/no modules/);
  });
});

describe('a subclass', () => {
  class Power extends Program {
    readonly times = new Times(2);
    readonly parts: readonly Times[] = [new Times(3)];
    override async forward(input: JsonDataModel): Promise<MaybeData> {
      let data: MaybeData = input;
      for (let turn = 0; turn < 3 && data !== null; turn += 1) data = await this.times.call(data);
      return (this.parts[0] as Times).call(data);
    }
  }

  it('that overrides forward finds its parts, and passes candidates on to them', async () => {
    const program = new Power();
    expect(program.variables.map(({ key }) => key)).toEqual(['times/state_times', 'times_1/state_times']);
    const run = await program.run([{ n: 1 }], { values: { 'times/state_times': { factor: 10 } } });
    expect(run.outputs).toEqual([{ n: 3000 }]);
    expect(run.calls.map(({ callId }) => callId)).toEqual(['times#0', 'times#1', 'times#2', 'times_1#0']);
    expect(numberIn(await program.call({ n: 1 }))).toBe(24);
  });

  it('can be a part of a graph, its output known before there is data', async () => {
    const input = Input({ schema: NUMBER });
    const program = new Program({ inputs: input, outputs: await new Power({ name: 'power' }).call(input) });
    expect((await program.run([{ n: 1 }])).outputs).toEqual([{ n: 24 }]);
    expect(program.variables.map(({ key }) => key)).toEqual([
      'power/times/state_times',
      'power/times_1/state_times',
    ]);
  });

  it('that overrides forward may name several inputs and outputs', async () => {
    class Both extends Program<readonly [SymbolicDataModel, SymbolicDataModel]> {
      readonly times = new Times(2);
      override get inputNames(): readonly string[] {
        return ['left', 'right'];
      }
      override get outputNames(): readonly string[] {
        return ['sum', 'double'];
      }
      override async forward(inputs: readonly MaybeData[]) {
        const [left, right] = inputs.map(numberIn);
        const sum = number((left ?? 0) + (right ?? 0));
        return [sum, await this.times.call(sum)] as const;
      }
    }
    const program = new Both();
    const run = await program.run([{ n: 1 }, { n: 2 }]);
    expect(run.outputs).toEqual([{ n: 3 }, { n: 6 }]);
    expect((await program.run([{ n: 1 }, null])).outputs).toEqual([null, null]);
    program.compile({ reward: { sum: 'exact_match', double: null } });
    expect(await program.evaluate([[{ n: 1 }, { n: 2 }]], [[{ n: 3 }, null]])).toMatchObject({ reward: 1 });
    expect(await program.predict([[{ n: 1 }, { n: 4 }]])).toEqual([[{ n: 5 }, { n: 10 }]]);
  });

  it('that gives another number of outputs than it says fails', async () => {
    class Two extends Program {
      override get outputNames(): readonly string[] {
        return ['one', 'other'];
      }
      override async forward(input: JsonDataModel): Promise<MaybeData> {
        return input;
      }
    }
    expect(await new Two().run([{ n: 1 }])).toMatchObject({
      outputs: [null, null],
      error: '"two" gave 1 output(s), but declares 2: one, other.',
    });
  });

  it('that overrides build puts its graph together once, whoever calls first', async () => {
    let built = 0;
    class Mixed extends Program {
      protected override async build(): Promise<void> {
        built += 1;
        const input = Input({ schema: NUMBER });
        this.wire({ inputs: input, outputs: await new Times(4).call(input) });
      }
    }
    const program = new Mixed();
    const runs = await Promise.all([
      program.run([{ n: 1 }], { values: { 'times/state_times': { factor: 5 } } }),
      program.call({ n: 2 }),
      program.ensureBuilt(),
    ]);
    expect(built).toBe(1);
    expect([runs[0].outputs, numberIn(runs[1])]).toEqual([[{ n: 5 }], 8]);
    expect(program.inputNames).toEqual(['input']);
    expect(program.variables.map(({ key }) => key)).toEqual(['times/state_times']);
  });

  it('whose build fails says so, and tries again', async () => {
    let attempts = 0;
    class Late extends Program {
      protected override async build(): Promise<void> {
        attempts += 1;
        if (attempts === 1) throw new Error('not yet');
        const input = Input({ schema: NUMBER });
        this.wire({ inputs: input, outputs: await new Times(4).call(input) });
      }
    }
    const program = new Late();
    await expect(program.call({ n: 1 })).rejects.toThrow('not yet');
    expect(numberIn(await program.call({ n: 1 }))).toBe(4);
  });

  it('without forward and without a graph says what is lacking', async () => {
    expect((await new Program({ name: 'empty' }).run([{ n: 1 }])).error).toMatch(/"empty" has no graph/);
  });
});

describe('inputs of a program', () => {
  const two = async () => {
    const [a, b] = [Input({ schema: NUMBER }), Input({ schema: NUMBER, optional: true })];
    const outputs = await new Sum().call([a, await new Times(10).call(b)]);
    return new Program({ inputs: { a, b }, outputs });
  };

  it('are taken by name in any order, by position, as data and as plain JSON', async () => {
    const program = await two();
    const answers = await Promise.all([
      program.call({ a: { n: 1 }, b: { n: 2 } }),
      program.call({ b: { n: 2 }, a: { n: 1 } }),
      program.call({ b: number(2), a: number(1) }),
      program.call([{ n: 1 }, number(2)]),
    ]);
    expect(answers.map(numberIn)).toEqual([21, 21, 21, 21]);
    expect(numberIn(await program.call({ a: { n: 1 }, b: null }))).toBe(1);
    expect(await program.call({ a: null, b: { n: 1 } })).toBe(null);
    await expect(program.call({ a: { n: 1 } })).rejects.toThrow(/b is not given/);
    await expect(program.call({ a: { n: 1 }, b: null, c: { n: 1 } })).rejects.toThrow(/none of the name c/);
    await expect(program.call([number(1), 3 as never])).rejects.toThrow(/not 3/);
  });
});

describe('parts of a program', () => {
  it('are found by name and by position, variables also by key', async () => {
    const program = sequential([new Times(2), new Times(3, { name: 'three', trainable: false })]);
    expect(program.getModule('three')).toBe(program.getModule(1));
    expect(() => program.getModule('four')).toThrow(/It has times, three/);
    expect(() => program.getModule(7)).toThrow(/no module 7/);
    expect(program.getVariable(0).value).toEqual({ factor: 2 });
    expect(program.getVariable('three/state_times').value).toEqual({ factor: 3 });
    expect(program.variables.map(({ key }) => key)).toEqual(['times/state_times']);
    expect(program.nonTrainableVariables.map(({ key }) => key)).toEqual(['three/state_times']);
    expect(() => program.getVariable(9)).toThrow(/no variable/);
  });

  it('get names that depend on the program alone', () => {
    const shared = new Times(1);
    const first = sequential([new Times(1), shared]);
    const second = sequential([shared]);
    expect(first.variables[1]?.key).toBe('times_1/state_times');
    expect(second.variables[0]?.key).toBe('times/state_times');
  });
});

describe('hooks', () => {
  it('see every call with its id, its parent, its data and its error', async () => {
    const seen: string[] = [];
    const describeEnd = ({ callId, parentCallId, module, outputs, error }: CallEnd) =>
      `${callId} in ${parentCallId}: ${module} gave ${JSON.stringify((outputs as MaybeData)?.json ?? null)} ${error ?? ''}`;
    const hook = {
      onCallBegin: ({ callId }: { callId: string }) => void seen.push(`${callId} begins`),
      onCallEnd: (call: CallEnd) => void seen.push(describeEnd(call)),
    };
    const failing = new Custom(
      () => {
        throw new Error('oh');
      },
      { name: 'failing' },
    );
    const program = sequential([new Times(2, { hooks: [hook] }), failing], { name: 'whole' });
    await expect(program.call({ n: 1 }, { hooks: [] })).rejects.toThrow('oh');
    expect(seen).toEqual(['times#0 begins', 'times#0 in whole: times gave {"n":2} ']);
    seen.length = 0;
    const quiet = sequential([new Times(2), failing], { name: 'whole' });
    await expect(quiet.call({ n: 1 }, { hooks: [hook] })).rejects.toThrow('oh');
    expect(seen).toEqual([
      'whole begins',
      'times#0 begins',
      'times#0 in whole: times gave {"n":2} ',
      'failing#0 begins',
      'failing#0 in whole: failing gave null Error: oh',
      'whole in null: whole gave null Error: oh',
    ]);
  });

  it('end the call by what they throw', async () => {
    const hook = {
      onCallBegin: () => {
        throw new Error('the hook broke');
      },
    };
    await expect(new Times(2, { hooks: [hook] }).call(number(1))).rejects.toThrow('the hook broke');
  });
});
