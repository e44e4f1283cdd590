import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import { DataModel, JsonDataModel } from '../../data/index.js';
import { scriptedModel } from '../../testing/index.js';
import { Input } from '../input.js';
import { Program } from '../program.js';
import { Generator, type GeneratorOptions } from './generator.js';

const Question = new DataModel({ name: 'Question', schema: z.object({ question: z.string() }) });
const Answer = new DataModel({ name: 'Answer', schema: z.object({ answer: z.string().max(20) }) });
const QUESTION = Question.of({ question: 'Which river is the longest?' });

async function programOf(options: GeneratorOptions) {
  const input = Input({ schema: Question.schema });
  const generator = new Generator(options);
  return { generator, program: new Program({ inputs: input, outputs: await generator.call(input) }) };
}

describe('Generator', () => {
  it('asks with its instructions, examples and settings', async () => {
    const model = scriptedModel(['{"answer": "the Nile"}']);
    const generator = new Generator({
      model,
      dataModel: Answer,
      instructions: 'Name it.',
      examples: [{ inputs: { question: 'Which is the shortest?' }, outputs: { answer: 'the Tamborasi' } }],
      temperature: 0.5,
      maxTokens: 100,
      topP: 0.9,
      topK: 20,
      reasoningEffort: 'low',
      useInputsSchema: true,
    });
    const output = await generator.call(QUESTION);
    expect(output).toMatchObject({ json: { answer: 'the Nile' }, schema: Answer.schema, name: 'generator' });
    expect(model.calls[0]).toMatchObject({
      temperature: 0.5,
      maxOutputTokens: 100,
      topP: 0.9,
      topK: 20,
      reasoningEffort: 'low',
      responseFormat: { schema: Answer.schema },
    });
    const system = String(model.calls[0]?.messages[0]?.content);
    for (const part of ['Name it.', 'Tamborasi', '<inputs_schema>', '<outputs_schema>']) {
      expect(system).toContain(part);
    }
  });

  it('says its output before there is data', async () => {
    const input = Input({ schema: Question.schema });
    const model = scriptedModel([]);
    const spec = (options: Partial<GeneratorOptions>) =>
      new Generator({ model, dataModel: Answer, ...options }).call(input);
    expect((await spec({})).schema).toEqual(Answer.schema);
    expect(Object.keys((await spec({ returnInputs: true })).schema.properties as JsonObject)).toEqual([
      'question',
      'answer',
    ]);
    expect((await spec({ dataModel: undefined })).schema.title).toBe('ChatMessage');
  });

  it('gives the inputs beside the answer, as its spec says, but records the answer alone', async () => {
    const model = scriptedModel(['{"answer": "the Nile"}']);
    const { program } = await programOf({ model, dataModel: Answer, returnInputs: true });
    const { outputs, calls } = await program.run([QUESTION.json]);
    expect(outputs).toEqual([{ ...QUESTION.json, answer: 'the Nile' }]);
    expect(calls).toMatchObject([{ inputs: QUESTION.json, outputs: { answer: 'the Nile' }, error: null }]);
  });

  it('gives text as a message where there is no schema', async () => {
    const output = await new Generator({ model: scriptedModel(['Hello.']) }).call(
      new JsonDataModel({ schema: {}, json: { messages: [{ role: 'user', content: 'Hi' }] } }),
    );
    expect(output?.json).toEqual({ role: 'assistant', content: 'Hello.' });
  });

  it('gives nothing where the model has no good answer, and says why in the record', async () => {
    const model = scriptedModel(
      Array.from({ length: 3 }, () => '{"answer": "a word of more than 20 letters"}'),
    );
    const { program } = await programOf({ model, dataModel: Answer });
    const run = await program.run([QUESTION.json], { training: true });
    expect(run).toMatchObject({
      outputs: [null],
      error: expect.stringContaining('generator#0: '),
      usage: { modelCalls: 2 },
      calls: [
        {
          callId: 'generator#0',
          variables: ['generator/state_examples', 'generator/state_instructions'],
          inputs: QUESTION.json,
          outputs: null,
          error: expect.stringContaining('answer'),
        },
      ],
    });
  });

  it('asks nothing where the input is missing', async () => {
    const model = scriptedModel([]);
    expect(await new Generator({ model, dataModel: Answer }).call(null)).toBeNull();
    expect(model.calls).toEqual([]);
  });

  it('takes its variables from the call', async () => {
    const model = scriptedModel(['{"answer": "1"}', '{"answer": "2"}']);
    const { program, generator } = await programOf({
      model,
      dataModel: Answer,
      seedInstructions: ['Think.'],
    });
    expect(generator.variables.map(({ kind, value, seeds }) => ({ kind, value, seeds }))).toEqual([
      {
        kind: 'instructions',
        value: { instructions: 'Work out from the inputs: answer.' },
        seeds: [{ instructions: 'Think.' }],
      },
      { kind: 'examples', value: { examples: [] }, seeds: [] },
    ]);
    await program.run([QUESTION.json], {
      values: {
        'generator/state_instructions': { instructions: 'A candidate.' },
        'generator/state_examples': { examples: [{ inputs: {}, outputs: { answer: 'shown' } }] },
      },
    });
    await program.run([QUESTION.json]);
    const [candidate, current] = model.calls.map(({ messages }) => String(messages[0]?.content));
    expect(candidate).toContain('A candidate.');
    expect(candidate).toContain('shown');
    expect(current).toContain('Work out');
    expect(current).not.toContain('shown');
  });

  it('keeps a hundred calls at a time apart', async () => {
    const model = scriptedModel(
      Array.from({ length: 100 }, () => ({ messages }) => {
        const [system, user] = messages.map(({ content }) => String(content));
        return JSON.stringify({
          answer: `${/say (\d+)/.exec(system ?? '')?.[1]}/${/\d+/.exec(user ?? '')?.[0]}`,
        });
      }),
    );
    const { program } = await programOf({ model, dataModel: Answer });
    const runs = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        program.run([{ question: `${index}` }], {
          values: { 'generator/state_instructions': { instructions: `say ${index}` } },
        }),
      ),
    );
    expect(runs.map(({ outputs }) => outputs[0])).toEqual(
      Array.from({ length: 100 }, (_, index) => ({ answer: `${index}/${index}` })),
    );
  });

  it('ends a reply early that can become no JSON, when it is watched', async () => {
    const model = scriptedModel([{ text: ['I am', ' sorry'] }, { text: ['{"answer":', ' "the Nile"}'] }]);
    const output = await new Generator({ model, dataModel: Answer, streaming: true }).call(QUESTION);
    expect(output?.json).toEqual({ answer: 'the Nile' });
  });

  it.each([
    [{ schema: {}, dataModel: Answer }, 'not both'],
    [{ schema: { type: 'array' } }, 'object'],
    [{ temperature: -1 }, 'temperature'],
    [{ topP: 2 }, 'topP'],
    [{ topK: 0 }, 'topK'],
    [{ promptTemplate: 'Hello {{name}}' }, 'can have {{instructions}}'],
    [{ promptTemplate: 'Hello' }, 'has to have {{instructions}}'],
    [{ maxTokens: 0.5 }, 'maxTokens'],
    [{ attempts: 0 }, 'attempts'],
    [{ instructions: 1 }, 'instructions'],
    [{ seedInstructions: 'one' }, 'seedInstructions'],
    [{ examples: [{ inputs: {} }] }, 'examples'],
    [
      { model: undefined },
      "model must be a model, its name such as 'openai/MODEL', or a function from messages to text; got undefined",
    ],
    [{ languageModel: 'x' }, 'languageModel'],
    [{ name: 'a/b' }, 'name'],
  ])('refuses %j', (options, words) => {
    const model = scriptedModel([]);
    expect(() => new Generator({ model, ...options } as unknown as GeneratorOptions)).toThrow(words);
  });

  it('takes one data model', async () => {
    const generator = new Generator({ model: scriptedModel([]), dataModel: Answer });
    await expect(generator.call([QUESTION, QUESTION])).rejects.toMatchObject({
      code: 'programs/invalid_input',
    });
  });
});
