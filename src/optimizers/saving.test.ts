import { expect, it } from 'vitest';
import { deserialize, type Serializable, serialize } from '../data/index.js';
import { restored } from '../data/serialization/restored.fixture.js';
import { Input, Program } from '../programs/index.js';
import { loadOptimizer, optimizers } from '../saved-classes.js';
import { scriptedModel } from '../testing/index.js';
import { exactMatch, type Optimizer } from '../training/index.js';
import { Evolutionary, Greedy, Omega, ParetoRefine, RandomFewShot, ScriptSearch } from './index.js';

const model = scriptedModel([]);
const models = { 'scripted/model': model };
const apart = Object.assign(() => 1, { registeredName: 'optimizers-test>apart' });

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
  async (_name, optimizer) => {
    const saved = JSON.parse(JSON.stringify(serialize(optimizer)));
    const customObjects = { 'optimizers-test>apart': apart };
    const read = (await restored(saved, { models, customObjects } as object)) as typeof optimizer;
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
  expect(() => deserialize(saved, { as: Evolutionary })).toThrow(/pass it in models/);
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
  expect(compiled('evolutionary')).toThrow(/give new Evolutionary\(\{ model \}\)/);
});

it.each(Object.keys(optimizers) as (keyof typeof optimizers)[])(
  '%s can be made by name, or its name is refused at once',
  async (name) => {
    const Optimizer = await loadOptimizer(name);
    const input = Input({ schema: { type: 'object' } });
    const compile = () =>
      new Program({ inputs: input, outputs: input }).compile({ reward: 'exact_match', optimizer: name });
    let isMade = true;
    try {
      new Optimizer({} as never);
    } catch {
      isMade = false;
    }
    if (isMade) expect(compile).not.toThrow();
    else expect(compile).toThrow(expect.objectContaining({ code: 'training/needs_model' }));
  },
);
