import { expect, it } from 'vitest';
import { openModel } from './open-model.js';
import { responseOfStream } from './response-of-stream.fixture.js';

const messages = [{ role: 'user' as const, content: 'Say hello.' }];

it('answers with the text of the function, whole and as a stream', async () => {
  const model = openModel(async function echo(conversation) {
    return `I read ${conversation.length}.`;
  });
  expect([model.provider, model.modelId]).toEqual(['function', 'echo']);
  const response = await model.call({ messages });
  expect(response).toMatchObject({ text: 'I read 1.', finishReason: 'stop', model: 'function/echo' });
  expect(response.message).toEqual({ role: 'assistant', content: 'I read 1.' });
  expect(await responseOfStream(model.stream({ messages }))).toEqual(response);
});

it('hands over the request and the signal, and gives up at the signal', async () => {
  const given: unknown[] = [];
  const controller = new AbortController();
  const model = openModel((_, { request, signal }) => {
    given.push(request.seed, signal === controller.signal);
    return new Promise(() => controller.abort(new Error('enough')));
  });
  await expect(model.call({ messages, seed: 7 }, { signal: controller.signal })).rejects.toThrow('enough');
  expect(given).toEqual([7, true]);
});

it('fails as a model does: by an error, and by what is no text', async () => {
  const broken = openModel(() => {
    throw new Error('out of memory');
  });
  await expect(broken.call({ messages })).rejects.toMatchObject({ code: expect.stringMatching(/^models\//) });
  const silent = openModel((() => undefined) as never);
  await expect(silent.call({ messages })).rejects.toMatchObject({
    code: 'models/invalid_response',
    message: 'function/model returned undefined; a function as a model returns the text of the reply.',
  });
});
