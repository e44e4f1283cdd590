import { expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import { concat, type JsonDataModel, SymbolicDataModel } from '../../data/index.js';
import { scriptedModel } from '../../testing/index.js';
import { AudioInput, fileSchema, Generator, ImageInput, Input, Program } from '../index.js';
import { withoutFiles } from './file-fields.js';

const PNG = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const withPicture: JsonObject = {
  type: 'object',
  properties: { question: { type: 'string' }, picture: fileSchema('image') },
  required: ['question', 'picture'],
};
const answer = z.object({ answer: z.string() });

it.each([
  ['an image', ImageInput(), PNG],
  ['a sound', AudioInput(), { type: 'file', mediaType: 'audio/wav', data: 'UklGRg==', filename: 'a.wav' }],
])('%s alone is sent as a file, with and without a schema of the answer', async (_, input, file) => {
  const model = scriptedModel(['a cat', '{"answer": "a cat"}']);
  const text = new Program({ inputs: input, outputs: await new Generator({ model }).call(input) });
  expect((await text.call(file))?.get('content')).toBe('a cat');
  const json = new Generator({ model, schema: answer });
  const program = new Program({ inputs: input, outputs: await json.call(input) });
  expect((await program.call(file))?.json).toEqual({ answer: 'a cat' });
  for (const { messages } of model.calls) {
    const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : [...content]));
    expect(parts).toEqual([{ type: 'text', text: '<inputs>\n{"file":1}\n</inputs>' }, file]);
  }
  const wrong = { ...file, mediaType: 'text/html' };
  await expect(program.call(wrong)).rejects.toThrow(/mediaType/);
});

it('a file beside other fields stands in their place by its number, also in lists and examples', async () => {
  const model = scriptedModel(['{"answer": "no"}']);
  const schema: JsonObject = {
    type: 'object',
    properties: {
      question: { type: 'string' },
      pictures: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/Picture' }, { type: 'string' }] } },
    },
    $defs: { Picture: fileSchema('image') },
  };
  const input = Input({ schema });
  const examples = [{ inputs: { question: 'Alike?', pictures: [PNG] }, outputs: { answer: 'yes' } }];
  const generator = new Generator({ model, schema: answer, examples });
  const program = new Program({ inputs: input, outputs: await generator.call(input) });
  const linked = { ...PNG, data: 'https://example.org/a.png' };
  const inline = { ...PNG, mediaType: 'image/x', data: 'data:image/webp;base64,UklGRg==' };
  await program.call({ question: 'Alike?', pictures: [linked, 'or', inline] });
  const [system, user] = model.calls[0]?.messages ?? [];
  expect(system?.content).toContain('{"question":"Alike?","pictures":[{"file":1}]}');
  expect(user?.content).toEqual([
    {
      type: 'text',
      text: '<inputs>\n{"question":"Alike?","pictures":[{"file":1},"or",{"file":2}]}\n</inputs>',
    },
    linked,
    { type: 'file', mediaType: 'image/webp', data: 'UklGRg==' },
  ]);
});

it('what looks like a file where the schema names none stays text', () => {
  const said = { question: PNG, note: { type: 'file', mediaType: 'text/plain', data: 'http://10.0.0.1/' } };
  expect(withoutFiles(said, { type: 'object', properties: { question: { type: 'string' } } })).toEqual({
    json: said,
    files: [],
  });
});

it('a file is still one when its data is joined with other data', () => {
  const left = new SymbolicDataModel({ schema: withPicture });
  const right = new SymbolicDataModel({ schema: { type: 'object', properties: { n: { type: 'number' } } } });
  const joined = concat(left, right) as SymbolicDataModel | JsonDataModel;
  const { json, files } = withoutFiles({ question: '?', picture: PNG, n: 1 }, joined.schema);
  expect([json, files]).toEqual([{ question: '?', picture: { file: 1 }, n: 1 }, [PNG]]);
});
