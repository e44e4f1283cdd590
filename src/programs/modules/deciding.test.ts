import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { DataModel, JsonDataModel, type MaybeData, or } from '../../data/index.js';
import { type ScriptedModel, scriptedModel } from '../../testing/index.js';
import type { CallContext } from '../call-context.js';
import { Input } from '../input.js';
import { Module } from '../module.js';
import { Program } from '../program.js';
import type { ModuleInputs } from '../structure.js';
import { Branch, type BranchOptions } from './branch.js';
import { ChainOfThought } from './chain-of-thought.js';
import { Decision } from './decision.js';
import { Generator } from './generator.js';
import { MultiDecision } from './multi-decision.js';
import { normalisedScore, SCORE_SCALES, scoresOf } from './score-scale.js';
import { SelfCritique } from './self-critique.js';

const Query = new DataModel({
  name: 'Query',
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
});
const Answer = new DataModel({
  schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
});
const QUERY = Query.of({ query: 'How deep is the sea?' });
const LABELS = { question: 'How hard is it?', labels: ['easy', 'hard'] };

const systemOf = (model: ScriptedModel, call = 0) => String(model.calls[call]?.messages[0]?.content);
const propertiesOf = ({ schema }: { readonly schema: JsonObject }) =>
  Object.keys(schema.properties as JsonObject);

describe('ChainOfThought', () => {
  it('has the model think before it answers', async () => {
    const model = scriptedModel(['{"thinking": "It varies.", "answer": "4 km"}']);
    const module = new ChainOfThought({ model, dataModel: Answer });
    const output = await module.call(QUERY);
    expect(output?.json).toEqual({ thinking: 'It varies.', answer: '4 km' });
    const spec = await module.call(Input({ schema: Query.schema }));
    expect(propertiesOf(spec)).toEqual(['thinking', 'answer']);
    expect(spec.schema.required).toEqual(['thinking', 'answer']);
  });

  it('keeps a field thinking of the schema, and is nothing without a schema', () => {
    const model = scriptedModel([]);
    const schema = { type: 'object', properties: { a: {}, thinking: { maxLength: 9 } }, required: ['a'] };
    const module = new ChainOfThought({ model, schema });
    expect(module.schema).toMatchObject({
      properties: { thinking: { maxLength: 9 }, a: {} },
      required: ['thinking', 'a'],
    });
    expect(() => new ChainOfThought({ model })).toThrow('needs a schema');
  });
});

describe('SelfCritique', () => {
  it.each(SCORE_SCALES)('gives scores of the scale %s as 0 to 1', (scale) => {
    const scores = scoresOf(scale).map((score) => normalisedScore(score, scale));
    expect([scores[0], scores.at(-1)]).toEqual([0, 1]);
    expect(scores).toEqual([...new Set(scores)].sort((left, right) => left - right));
  });

  it("gives the inputs, the critique and a score, and records the model's own score", async () => {
    const model = scriptedModel([
      '{"critique": "Short.", "reward": 7}',
      '{"critique": "Short.", "reward": 4}',
    ]);
    const input = Input({ schema: Query.schema });
    const outputs = await new SelfCritique({ model, scale: 'rating' }).call(input);
    const { outputs: given, calls } = await new Program({ inputs: input, outputs }).run([QUERY.json]);
    expect(given).toEqual([{ query: 'How deep is the sea?', critique: 'Short.', reward: 0.75 }]);
    expect(calls[0]?.outputs).toEqual({ critique: 'Short.', reward: 4 });
    expect(propertiesOf(outputs)).toEqual(['query', 'critique', 'reward']);
    expect(systemOf(model)).toContain('a whole number from 1 (very bad) to 5 (very good)');
  });

  it('gives no score where none is wanted', async () => {
    const model = scriptedModel(['{"critique": "Short."}']);
    const module = new SelfCritique({ model, returnReward: false, returnInputs: false });
    expect((await module.call(QUERY))?.json).toEqual({ critique: 'Short.' });
  });

  it('refuses a scale that there is not', () => {
    const options = { model: scriptedModel([]), scale: 'stars' as 'score' };
    expect(() => new SelfCritique(options)).toThrow('rating20');
  });
});

describe('Decision and MultiDecision', () => {
  it('choose among the labels, and nothing else', async () => {
    const model = scriptedModel([
      '{"thinking": "Hm.", "choice": "impossible"}',
      '{"thinking": "Hm.", "choice": "hard"}',
    ]);
    const decision = new Decision({ model, ...LABELS });
    expect((await decision.call(QUERY))?.json).toEqual({ thinking: 'Hm.', choice: 'hard' });
    expect(systemOf(model)).toContain('<question>\n"How hard is it?"\n</question>');
  });

  it('choose several, each once and in the order of the labels', async () => {
    const model = scriptedModel([
      '{"thinking": "Hm.", "choices": []}',
      '{"thinking": "Hm.", "choices": ["hard", "easy", "hard"]}',
    ]);
    const decision = new MultiDecision({ model, ...LABELS });
    expect((await decision.call(QUERY))?.json).toEqual({ thinking: 'Hm.', choices: ['easy', 'hard'] });
  });

  it.each([
    [{ question: ' ' }, 'question must be a text with words in it'],
    [{ labels: [] }, 'labels must be an array of at least 1'],
    [{ labels: ['a', ''] }, 'labels[1] must be a text with words in it'],
    [{ labels: ['a', 'a'] }, 'twice'],
    [{ labels: [1] }, 'labels[0] must be'],
  ])('refuse %j', (options, words) => {
    const given = { model: scriptedModel([]), ...LABELS, ...options } as typeof LABELS & {
      model: ScriptedModel;
    };
    expect(() => new Decision(given)).toThrow(words);
    expect(() => new MultiDecision(given)).toThrow(words);
  });
});

/** Says what it was given. */
class Told extends Module {
  override forward(inputs: ModuleInputs, _context: CallContext): MaybeData {
    const { json } = inputs as JsonDataModel;
    return Answer.of({ answer: `${this.name}: ${Object.keys(json).join(' ')}` });
  }
  override async computeOutputSpec() {
    return Answer;
  }
}

describe('Branch', () => {
  const told = () => [new Told({ name: 'slow' }), new Told({ name: 'fast' })];
  const branchOf = (reply: string, options: Partial<BranchOptions> = {}) =>
    new Branch({ model: scriptedModel([reply, reply, reply]), ...LABELS, branches: told(), ...options });
  const jsons = (outputs: readonly MaybeData[]) => outputs.map((output) => output?.json ?? null);

  it('runs the module of the label, which is told the decision', async () => {
    const outputs = await branchOf('{"thinking": "Hm.", "choice": "hard"}').call(QUERY);
    expect(jsons(outputs)).toEqual([
      null,
      { thinking: 'Hm.', choice: 'hard', answer: 'fast: query thinking choice' },
    ]);
  });

  it('keeps the decision to itself when asked to', async () => {
    const options = { injectDecision: false, returnDecision: false };
    const outputs = await branchOf('{"thinking": "Hm.", "choice": "easy"}', options).call(QUERY);
    expect(jsons(outputs)).toEqual([{ answer: 'slow: query' }, null]);
  });

  it('runs several at a time', async () => {
    const options = { multiple: true, returnDecision: false };
    const outputs = await branchOf('{"thinking": "", "choices": ["hard", "easy"]}', options).call(QUERY);
    expect(jsons(outputs)).toEqual([
      { answer: 'slow: query thinking choices' },
      { answer: 'fast: query thinking choices' },
    ]);
  });

  it('gives nothing for every label where nothing can be decided, or the input is missing', async () => {
    expect(await branchOf('{"choice": "neither"}').call(QUERY)).toEqual([null, null]);
    expect(await branchOf('').call(null)).toEqual([null, null]);
  });

  it('hands a conversation on as one', async () => {
    const json = { messages: [{ role: 'user', content: 'Hi' }] };
    const schema = { type: 'object', properties: { messages: { type: 'array' } } };
    const outputs = await branchOf('{"thinking": "", "choice": "easy"}', { returnDecision: false }).call(
      new JsonDataModel({ schema, json }),
    );
    expect(jsons(outputs)).toEqual([{ answer: 'slow: messages' }, null]);
  });

  it('is part of a graph whose branches meet again, its calls in the record', async () => {
    const input = Input({ schema: Query.schema });
    const model = scriptedModel(['{"thinking": "", "choice": "hard"}', '{"answer": "4 km"}']);
    const branches = [
      new Generator({ model, dataModel: Answer }),
      new Generator({ model, dataModel: Answer }),
    ];
    const [easy, hard] = await new Branch({ model, ...LABELS, branches, returnDecision: false }).call(input);
    const program = new Program({
      inputs: input,
      outputs: { easy: easy as typeof input, hard: hard as typeof input },
    });
    const run = await program.run([QUERY.json]);
    expect(run.outputs).toEqual([null, { answer: '4 km' }]);
    expect(run.calls.map(({ callId }) => callId)).toEqual(['branch#0/decision#0', 'branch#0/generator_1#0']);
    expect(program.variables.map(({ key }) => key)).toEqual([
      'branch/decision/state_instructions',
      'branch/decision/state_examples',
      'branch/generator/state_instructions',
      'branch/generator/state_examples',
      'branch/generator_1/state_instructions',
      'branch/generator_1/state_examples',
    ]);
    expect(or(easy ?? null, hard ?? null)?.schema.required).toEqual(['answer']);
  });

  it('wants a module for each label', () => {
    expect(() => branchOf('', { branches: told().slice(1) })).toThrow('2 labels and 1 branches');
    expect(() => branchOf('', { branches: ['a', 'b'] as never })).toThrow('branches[0] must be a module');
  });
});
