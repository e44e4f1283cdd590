import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { DataModel, type JsonDataModel, type MaybeData } from '../../data/index.js';
import { scriptedModel } from '../../testing/index.js';
import { Input } from '../input.js';
import { Module } from '../module.js';
import { Program } from '../program.js';
import type { ModuleInputs } from '../structure.js';
import { Generator } from './generator.js';
import { SequentialPlanSynthesis, type SequentialPlanSynthesisOptions } from './sequential-plan-synthesis.js';

const Query = new DataModel({
  name: 'Query',
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
});
const Report = new DataModel({
  schema: { type: 'object', properties: { report: { type: 'string' } }, required: ['report'] },
});
const REPLY = '{"thinking": "", "report": "done"}';

/** Notes what it is given; gives nothing for a step `fail`. */
class Runner extends Module {
  readonly seen: JsonObject[] = [];
  override forward(inputs: ModuleInputs): MaybeData {
    const { json } = inputs as JsonDataModel;
    this.seen.push(json);
    return json.step === 'fail' ? null : Query.of({ query: `result ${this.seen.length}` });
  }
  override async computeOutputSpec() {
    return Query;
  }
}

async function planned(options: Partial<SequentialPlanSynthesisOptions> = {}, replies = [REPLY]) {
  const runner = new Runner();
  const model = scriptedModel(replies);
  const input = Input({ schema: Query.schema });
  const module = new SequentialPlanSynthesis({ model, runner, dataModel: Report, ...options });
  const program = new Program({ inputs: input, outputs: await module.call(input) });
  return { program, module, model, seen: runner.seen };
}

describe('SequentialPlanSynthesis', () => {
  it('carries out three steps, each told the inputs and the results before', async () => {
    const { program, seen, model } = await planned({ steps: ['look', 'think', 'write'] });
    const run = await program.run([{ query: 'q' }]);
    expect(run).toMatchObject({ outputs: [{ thinking: '', report: 'done' }], error: null });
    const results = [1, 2, 3].map((number, index) => ({
      step: ['look', 'think', 'write'][index],
      result: { query: `result ${number}` },
    }));
    expect(seen).toEqual([
      { query: 'q', previous_steps: [], step: 'look' },
      { query: 'q', previous_steps: results.slice(0, 1), step: 'think' },
      { query: 'q', previous_steps: results.slice(0, 2), step: 'write' },
    ]);
    expect(model.calls[0]?.messages[1]?.content).toContain(
      JSON.stringify({ query: 'q', previous_steps: results }),
    );
    expect(run.calls.map(({ callId }) => callId)).toEqual([
      'sequential_plan_synthesis#0',
      'sequential_plan_synthesis#0/finish#0',
    ]);
  });

  it('runs each of its own seeds as a candidate', async () => {
    const seedSteps = [[], ['one'], ['one', 'two']];
    const { program, seen } = await planned({ seedSteps }, [REPLY, REPLY, REPLY]);
    const [plan] = program.variables;
    expect(plan).toMatchObject({
      key: 'sequential_plan_synthesis/state_plan',
      kind: 'plan',
      value: { steps: [] },
    });
    for (const seed of plan?.seeds ?? []) {
      const run = await program.run([{ query: 'q' }], { values: { [plan?.key ?? '']: seed } });
      expect(run.outputs).toEqual([{ thinking: '', report: 'done' }]);
    }
    expect(seen.map(({ step = null }) => step)).toEqual([null, 'one', 'one', 'two']);
  });

  it('ends with a step that gives nothing, and says which', async () => {
    const { program } = await planned({ steps: ['look', 'fail', 'write'] }, []);
    expect(await program.run([{ query: 'q' }])).toMatchObject({
      outputs: [null],
      error: 'sequential_plan_synthesis#0: Step 2 gave nothing.',
    });
  });

  it('gives the inputs too where asked, as its spec says', async () => {
    const { program, module } = await planned({ steps: ['look'], returnInputs: true });
    expect((await program.run([{ query: 'q' }])).outputs).toEqual([
      { query: 'q', thinking: '', report: 'done' },
    ]);
    const spec = await module.computeOutputSpec(Query);
    expect(Object.keys(spec.schema.properties as JsonObject)).toEqual(['query', 'thinking', 'report']);
  });

  it('has a generator as its runner', async () => {
    const model = scriptedModel(['{"query": "1"}', '{"query": "2"}', REPLY]);
    const runner = new Generator({ model, dataModel: Query });
    const { program } = await planned({ model, runner, steps: ['look', 'write'] });
    const run = await program.run([{ query: 'q' }]);
    expect(run.outputs).toEqual([{ thinking: '', report: 'done' }]);
    expect(run.calls.map(({ callId }) => callId.slice(callId.indexOf('/') + 1))).toEqual([
      'sequential_plan_synthesis#0',
      'generator#0',
      'generator#1',
      'finish#0',
    ]);
  });

  it('refuses what is no plan and what is no runner', async () => {
    await expect(planned({ steps: ['a', ''] })).rejects.toMatchObject({ code: 'programs/invalid_value' });
    await expect(planned({ seedSteps: [Array.from({ length: 51 }, () => 'x')] })).rejects.toMatchObject({
      code: 'programs/invalid_value',
    });
    await expect(planned({ runner: (() => null) as never })).rejects.toThrow('runner must be a module');
    await expect(planned({ runer: 1 } as never)).rejects.toThrow('runer');
  });
});
