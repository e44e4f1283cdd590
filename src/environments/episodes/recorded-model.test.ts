import { expect, it } from 'vitest';
import { type Model, openModel } from '../../models/index.js';
import type { ModelTurn } from '../../records/index.js';
import { scriptedModel } from '../../testing/index.js';
import { createSqlEnvironment } from '../sql/sql-environment.js';
import { recordTrajectory } from './record-trajectory.js';
import { recordedModel } from './recorded-model.js';

const request = { messages: [{ role: 'user' as const, content: 'What is 2 + 2?' }] };

/** The turns of an episode that does this with a recorded model. */
async function turnsOf(
  model: Model,
  use: (model: Model) => Promise<void>,
): Promise<readonly ModelTurn[] | null> {
  await using environment = await createSqlEnvironment({ content: { tables: [] } });
  const { turns } = await recordTrajectory({
    environment,
    task: {
      id: 'sum',
      category: 'sum',
      prompt: 'What is 2 + 2?',
      expected: { answer: null, stateDigest: null },
      metadata: {},
    },
    seed: 0,
    policy: { name: 'asking', version: '1', play: (_, actor) => use(recordedModel(model, actor)) },
  });
  return turns;
}

const answering = (): Model => openModel(scriptedModel(['<think>Two twos.</think>4']));
const failing: Model = {
  ...answering(),
  async *stream() {
    yield { type: 'text', text: '4' };
    throw new Error('the line went dead');
  },
};
const falling: Model = {
  ...answering(),
  async *stream() {
    yield { type: 'text', text: '4' };
  },
};

async function readAll(model: Model): Promise<void> {
  for await (const _ of model.stream(request));
}

it('notes a streamed reply as it notes one at once', async () => {
  const streamed = await turnsOf(answering(), readAll);
  const atOnce = await turnsOf(answering(), async (model) => void (await model.call(request)));
  expect(streamed).toEqual(atOnce);
  expect(streamed).toMatchObject([{ text: '<think>Two twos.</think>4', finishReason: 'stop' }]);
});

it('notes a stream that fails, once', async () => {
  const turns = await turnsOf(failing, (model) => readAll(model).catch(() => undefined));
  expect(turns).toMatchObject([{ error: { message: 'the line went dead' } }]);
});

it.each([
  [
    'is left before its end',
    answering(),
    async (model: Model) => {
      for await (const _ of model.stream(request)) break;
    },
  ],
  ['ends without a reply', falling, readAll],
] as const)('notes a stream that %s', async (_name, model, use) => {
  expect(await turnsOf(model, use)).toMatchObject([
    { error: { message: 'The reply was left before its end.' } },
  ]);
});
