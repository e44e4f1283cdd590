import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/index.js';
import type { Model } from '../models/index.js';
import { Generator, Input, Program } from '../programs/index.js';
import { scriptedModel } from '../testing/index.js';
import { type Optimizer, Trainer } from '../training/index.js';
import { Evolutionary } from './evolutionary/evolutionary.js';
import { Greedy, RandomFewShot } from './index.js';
import { Omega } from './omega/omega.js';
import { ParetoRefine } from './pareto-refine/pareto-refine.js';
import { tableProgram } from './scripted-program.fixture.js';

const WORDS = 'cat dog cow owl bee fox ant elk hen rat eel yak ape bat cod'.split(' ');
const x = WORDS.map((word) => ({ word }));
const y = WORDS.map((word) => ({ word: word.toUpperCase() }));
const reward = (yTrue: JsonObject | null, yPred: JsonObject) => (yTrue?.word === yPred.word ? 1 : 0);
const right = (word: string) => `${word} = "${word.toUpperCase()}"`;

/** Answers with tables that have one right line more each time, and keeps what it was asked. */
function growing(): Model & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    ...scriptedModel([]),
    asked,
    call: (request) => {
      asked.push(request.messages.map(({ content }) => String(content)).join('\n'));
      const lines = WORDS.slice(0, 1 + (asked.length % WORDS.length)).map(right);
      return scriptedModel([`Rule: more.\n\`\`\`python\n${lines.join('\n')}\n\`\`\``]).call(request);
    },
  };
}

const OPTIMIZERS: readonly [string, (model: Model) => Optimizer][] = [
  ['Evolutionary', (model) => new Evolutionary({ model, scoreExamples: 6 })],
  ['Omega', (model) => new Omega({ model, scoreExamples: 6 })],
  ['ParetoRefine', (model) => new ParetoRefine({ model, maxExamples: 6 })],
];

describe.each(OPTIMIZERS)('a training by %s', (_, optimizer) => {
  const train = async (script: string, epochs = 3) => {
    const program = tableProgram({ words: script });
    const trainer = new Trainer(program, { reward, optimizer: optimizer(growing()) });
    const history = await trainer.fit(x, y, { epochs, seed: 2 });
    return { history, store: trainer.store as NonNullable<typeof trainer.store> };
  };

  it('scores the start, and never replaces a perfect one (W2)', async () => {
    const { history } = await train(WORDS.map(right).join('\n'));
    expect(history).toMatchObject({ shipped: false, selection: { start: { reward: 1 } } });
  });

  it('compares finalists and the start on the same samples, all of them (W6)', async () => {
    const { history, store } = await train(right('cat'));
    const seenBy = new Map<string, Set<string>>();
    for (const { candidate, exampleId } of store.all()) {
      const isSelection = store.looksAt(exampleId).some(({ purpose }) => purpose === 'select');
      if (!isSelection) continue;
      seenBy.set(candidate, (seenBy.get(candidate) ?? new Set()).add(exampleId));
    }
    expect(seenBy.size).toBeGreaterThan(1);
    for (const samples of seenBy.values()) expect(samples.size).toBe(history.selection.start.samples);
    expect(history.shipped).toBe(true);
    expect(history.comparison?.n).toBe(history.selection.start.samples);
  });

  it('runs no candidate twice on a sample, and throws no run away (W12)', async () => {
    const { history, store } = await train(right('cat'));
    const pairs = store.all().map(({ candidate, exampleId }) => `${candidate} ${exampleId}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(history.spent.evaluations).toBe(pairs.length);
    for (const { exampleId } of store.all()) expect(store.looksAt(exampleId).length).toBeGreaterThan(0);
  });

  it('builds on what it found in its first epoch (W10)', async () => {
    const model = growing();
    const trainer = new Trainer(tableProgram({ words: right('cat') }), {
      reward,
      optimizer: optimizer(model),
    });
    await trainer.fit(x, y, { epochs: 1, seed: 2 });
    expect(model.asked.length).toBeGreaterThan(1);
    expect(model.asked[0]).not.toContain(right('dog'));
    expect(model.asked.slice(1).some((prompt) => prompt.includes(right('dog')))).toBe(true);
  });
});

it('Omega crosses candidates (W1), and an epoch more often than the one before', async () => {
  const model = growing();
  const optimizer = new Omega({ model, mergingRate: 0.5, scoreExamples: 6 });
  await new Trainer(tableProgram({ words: right('cat') }), { reward, optimizer }).fit(x, y, {
    epochs: 3,
    seed: 1,
  });
  const crossed = model.asked.map((prompt) => prompt.includes('# Another good value'));
  const steps = crossed.length / 3;
  expect(crossed.filter(Boolean).length).toBeGreaterThan(0);
  expect(crossed.slice(2 * steps).every(Boolean)).toBe(true);
});

it('a crossover whose model fails is dropped like any proposal, and said', async () => {
  let asked = 0;
  const failing: Model = {
    ...scriptedModel([]),
    call: (request) => {
      asked += 1;
      if (asked > 1) return scriptedModel([{ fault: 'server_failed' as const }]).call(request);
      return scriptedModel([`\`\`\`python\n${right('cat')}\n${right('dog')}\n\`\`\``]).call(request);
    },
  };
  const optimizer = new Omega({ model: failing, mergingRate: 1, scoreExamples: 6 });
  const trainer = new Trainer(tableProgram({ words: right('cat') }), { reward, optimizer });
  const { variables } = await trainer.fit(x, y, { epochs: 2, seed: 1 });
  expect(asked).toBe(4);
  expect(variables[0]?.notes.join('\n')).toMatch(/a proposal was dropped: .*fail/);
});

it('what an optimizer asked and was told is in no saved program (W11)', async () => {
  const label = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
  const model = scriptedModel([]);
  const answering: Model = { ...model, call: (request) => scriptedModel(['{"word": "CAT"}']).call(request) };
  const proposing: Model = {
    ...scriptedModel([], { modelId: 'proposer' }),
    call: (request) => scriptedModel(['{"instructions": "Only what a proposer says."}']).call(request),
  };
  const input = Input({ schema: { type: 'object', properties: { word: { type: 'string' } } } });
  const generator = new Generator({ model: answering, schema: label });
  const program = new Program({ inputs: input, outputs: await generator.call(input) });
  program.compile({ reward: 'exact_match', optimizer: new Evolutionary({ model: proposing }) });
  const before = program.toJson();
  expect((await program.fit(x, y, { epochs: 2 })).shipped).toBe(false);
  expect(new Set(program.store?.all().map(({ candidate }) => candidate)).size).toBe(2);
  expect(program.toJson()).toEqual(before);
  expect(Object.keys(before.variables as object)).toEqual([
    'generator/state_instructions',
    'generator/state_examples',
  ]);
});

it.each([
  ['RandomFewShot', new RandomFewShot(), { sampling: 'softmax', temperature: 0.3, proposals: 1 }],
  ['Greedy', new Greedy(), {}],
])('%s shows from 1 to 3 examples unless it is told otherwise', (_, optimizer, own) => {
  expect(optimizer.getConfig()).toMatchObject({ minExamples: 1, maxExamples: 3, populationSize: 5, ...own });
});
