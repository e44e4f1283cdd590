import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import { JsonDataModel, serialize } from '../../data/index.js';
import { restored } from '../../data/serialization/restored.fixture.js';
import { scriptedModel } from '../../testing/index.js';
import { tool } from '../../tools/index.js';
import {
  Action,
  And,
  Branch,
  ChainOfThought,
  Concat,
  Decision,
  Factorize,
  Generator,
  Identity,
  InMask,
  Lambda,
  MultiDecision,
  Not,
  Or,
  OutMask,
  Prefix,
  type RestoreModuleOptions,
  SelfCritique,
  SequentialPlanSynthesis,
  Suffix,
  Xor,
} from '../index.js';

const schema = z.object({ answer: z.string(), history: z.array(z.string()) });
const model = scriptedModel([]);
const look = tool({ name: 'look', description: 'Looks.', execute: () => 1 });
const asking = {
  model,
  name: 'mine',
  description: 'What it is for.',
  trainable: false,
  instructions: 'Do it.',
  seedInstructions: ['Do it well.'],
  examples: [{ inputs: { reward: 1 }, outputs: { answer: 'a', history: [] } }],
  temperature: 0,
  maxTokens: 10,
  topP: 0.5,
  topK: 40,
  promptTemplate: 'Briefly: {{instructions}}',
  reasoningEffort: 'low',
  providerOptions: { google: { topK: 3 } },
  useInputsSchema: true,
  useOutputsSchema: false,
  returnInputs: true,
  streaming: true,
  attempts: 2,
  retries: 0,
} as const;
const decision = { question: 'Which?', labels: ['a', 'b'] };
const count = Object.assign(() => ({ answer: 'x', history: [] }), { registeredName: 'modules-test>count' });

const { returnInputs: _, ...branchAsking } = asking;
const MODULES = [
  new Generator({ ...asking, schema }),
  new Generator({ model }),
  new ChainOfThought({ ...asking, dataModel: schema }),
  new SelfCritique({ ...asking, scale: 'rating10' }),
  new SelfCritique({ model, returnReward: false }),
  new Decision({ ...asking, ...decision }),
  new MultiDecision({ ...asking, ...decision }),
  new Branch({
    ...branchAsking,
    ...decision,
    branches: [new Generator({ model, schema }), new Identity({ name: 'same' })],
    multiple: true,
    injectDecision: false,
    returnDecision: false,
  }),
  new Action({ ...asking, tool: look }),
  new SequentialPlanSynthesis({
    ...asking,
    schema,
    runner: new Branch({ model, ...decision, branches: [new Identity(), new Not()] }) as never,
    steps: ['one', 'two'],
    seedSteps: [['three']],
  }),
  new Lambda({ schema, function: count }),
  new Identity(),
  new Concat(),
  new And({ name: 'both' }),
  new Or(),
  new Xor(),
  new Not(),
  new InMask({ mask: ['answer'], recursive: false }),
  new OutMask({ pattern: 'a' }),
  new Prefix({ prefix: 'a' }),
  new Suffix({ suffix: 'b' }),
  new Factorize(),
];

describe('modules as configurations', () => {
  it.each(MODULES.map((module) => [module.constructor.name, module] as const))(
    '%s comes back',
    async (_name, module) => {
      const saved = JSON.parse(JSON.stringify(serialize(module))) as JsonObject;
      const options: RestoreModuleOptions = {
        models: { 'scripted/model': model },
        tools: [look],
        customObjects: { 'modules-test>count': count },
      };
      const read = (await restored(saved, options)) as typeof module;
      expect(read).toBeInstanceOf(module.constructor);
      expect(serialize(read)).toEqual(saved);
      const facts = ({
        name,
        isNameChosen,
        description,
        trainable,
        variables,
        nonTrainableVariables,
      }: typeof module) => ({
        ...{ name, isNameChosen, description, trainable },
        variables: [...variables, ...nonTrainableVariables].map(
          ({ key, value, seeds, kind, schema: of }) => ({
            ...{ key, value, seeds, kind, of },
          }),
        ),
      });
      expect(facts(read)).toEqual(facts(module));
    },
  );

  it('ask the models that are given, by name', async () => {
    const other = scriptedModel(['Hello.'], { modelId: 'other' });
    const saved = serialize(new Generator({ model: other }));
    expect(saved.config.model).toBe('scripted/other');
    const options: RestoreModuleOptions = { models: { 'scripted/other': other } };
    const hello = new JsonDataModel({ schema: {}, json: { messages: [{ role: 'user', content: 'Hi' }] } });
    const answer = await ((await restored(saved, options)) as Generator).call(hello);
    expect(answer?.get('content')).toBe('Hello.');
    await expect(restored(saved)).rejects.toThrow('scripted');
  });

  it('keep no password of a model', () => {
    const module = new Generator({ model: 'openai-compatible/local@http://me:secret@127.0.0.1:1/v1' });
    expect(JSON.stringify(serialize(module))).not.toContain('secret');
  });

  it.each([
    [{ registered_name: 'mettle>Generator', config: {} }, 'name of the model'],
    [{ registered_name: 'mettle>Action', config: { model: 'openai/x', tool: 'rm' } }, 'The tool "rm"'],
    [
      { registered_name: 'mettle>Branch', config: { model: 'openai/x', ...decision, branches: {} } },
      'list of modules',
    ],
    [
      {
        registered_name: 'mettle>Branch',
        config: {
          model: 'openai/x',
          ...decision,
          branches: [{ registered_function: 'modules-test>count' }, {}],
        },
      },
      'Expected a Module',
    ],
    [
      {
        registered_name: 'mettle>Lambda',
        config: { schema: {}, function: { registered_function: 'os>system' } },
      },
      'os>system',
    ],
    [
      {
        registered_name: 'mettle>Generator',
        config: { model: 'openai/x', hooks: [], __proto__: null, evil: 1 },
      },
      'evil',
    ],
  ])('refuse %j', async (saved, words) => {
    await expect(restored(saved, { customObjects: { 'modules-test>count': count } })).rejects.toThrow(words);
  });

  it('say that a function without a name cannot be saved', () => {
    expect(() => serialize(new Lambda({ schema, function: () => null }))).toThrow('registeredName');
  });
});
