import { expect, it } from 'vitest';
import { deserialize, registerSerializable, type Serializable, serialize } from '../core/index.js';
import { Input, Program } from '../programs/index.js';
import { scriptedModel } from '../testing/index.js';
import { exactMatch, type Optimizer } from '../training/index.js';
import { Evolutionary, Greedy, Omega, ParetoRefine, RandomFewShot, ScriptSearch } from './index.js';

const model = scriptedModel([]);
const models = { 'scripted/model': model };
const apart = () => 1;
registerSerializable('optimizers-test', 'apart')(apart);

const SAVED: readonly (Optimizer & Serializable)[] = [
  new RandomFewShot({ maxExamples: 2 }),
  new Greedy({ minExamples: 2 }),
  new ScriptSearch({ maxEvaluations: 100, engine: 'monty' }),
  new Evolutionary({ model, selection: 'best', maxOutputTokens: 99 }),
  new Omega({ model, algorithm: 'ga', embeddingModel: 'openai/text-embedding-3-small', distance: apart }),
  new ParetoRefine({ model, patience: 3, search: { maxEvaluations: 50 } }),
];

it.each(SAVED.map((optimizer) => [optimizer.name, optimizer] as const))(
  '%s is saved and read back with all its options',
  (_name, optimizer) => {
    const saved = JSON.parse(JSON.stringify(serialize(optimizer)));
    const read = deserialize(saved, { models } as object) as typeof optimizer;
    expect(read).toBeInstanceOf(optimizer.constructor);
    expect(read.getConfig()).toEqual(optimizer.getConfig());
    expect(read.name).toBe(optimizer.name);
  },
);

it('are read with the program that they train, their models by name', async () => {
  const input = Input({ schema: { type: 'object', properties: { n: { type: 'number' } } } });
  const program = new Program({ inputs: input, outputs: input });
  program.compile({ reward: exactMatch(), optimizer: new ParetoRefine({ model, patience: 7 }) });
  const read = await Program.fromJson(program.toJson(), { models });
  expect(read.compiled?.optimizer).toMatchObject({ settings: { patience: 7, model } });
});

it('do not let a file choose where prompts are sent', () => {
  const saved = { ...serialize(new Evolutionary({ model: 'openai-compatible/m@http://10.0.0.1/v1' })) };
  expect(() => deserialize(saved)).toThrow(/pass it in models/);
  expect(() => serialize(new Omega({ model, distance: () => 0 }))).toThrow(/function/);
});

it('are found by name however it is written, and only they', () => {
  const input = Input({ schema: { type: 'object' } });
  const compiled = (optimizer: string) => () => {
    new Program({ inputs: input, outputs: input }).compile({ reward: 'exact_match', optimizer });
  };
  for (const name of ['RandomFewShot', 'random_few_shot', 'randomfewshot', 'script-search']) {
    expect(compiled(name)).not.toThrow();
  }
  expect(compiled('Greedi')).toThrow(/Did you mean Greedy/);
  expect(compiled('Generator')).toThrow(/no optimizer "Generator"/);
  expect(compiled('evolutionary')).toThrow(/model has to be a model/);
});
