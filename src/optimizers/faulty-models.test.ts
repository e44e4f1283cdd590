import { describe, expect, it } from 'vitest';
import { MettleError } from '../core/index.js';
import type { Model, ModelResponse } from '../models/index.js';
import { scriptedModel } from '../testing/index.js';
import { exactMatch, type Optimizer, Trainer } from '../training/index.js';
import { Evolutionary, Omega, ParetoRefine } from './index.js';
import { tableProgram } from './scripted-program.fixture.js';

const WORDS = ['cat', 'dog', 'cow', 'owl', 'hen', 'pig'];
const START = 'ANY = "?"';
const RIGHT = `Rule: say it loud.\n\`\`\`python\n${WORDS.map((word) => `${word} = "${word.toUpperCase()}"`).join('\n')}\n\`\`\``;

const OPTIMIZERS: Readonly<Record<string, (model: Model) => Optimizer>> = {
  Evolutionary: (model) => new Evolutionary({ model }),
  Omega: (model) => new Omega({ model }),
  ParetoRefine: (model) => new ParetoRefine({ model, patience: 4 }),
};

const text = (reply: string, more: Partial<ModelResponse> = {}): (() => Promise<ModelResponse>) => {
  return async () => ({ ...(await scriptedModel([reply]).call({ messages: [] })), ...more });
};
const thrown =
  (error: unknown): (() => Promise<never>) =>
  async () => {
    throw error;
  };

/** What a model may do instead of writing a script, with what is said of it; null where nothing was wrong with the reply. */
const FAULTS: Readonly<Record<string, readonly [fault: () => Promise<unknown>, note: RegExp | null]>> = {
  'says nothing': [text(' \n'), /the reply is empty/],
  refuses: [text("I'm sorry, I can't help with that."), /no Python/],
  'apologises in a word that is Python': [text('Sorry'), /no Python/],
  'writes JavaScript': [text('```javascript\nconst f = (x) => x;\n```'), /no Python/],
  'calls JavaScript Python': [text('```python\nrefused (x) { return x }\n```'), /refused/],
  'is cut off': [text('```python\ncat = "C', { finishReason: 'length' }), /cut off/],
  'is cut off and says that it ended': [text('```python\ncat = ("C'), /cut off/],
  'is blocked': [text('', { finishReason: 'content-filter' }), /blocked/],
  'calls a tool': [text('', { finishReason: 'tool-calls' }), /empty/],
  'gives the same again': [text(`\`\`\`python\n${START}\n\`\`\``), null],
  'edits what is not there': [text('<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE'), /not in the script/],
  'fails as a model does': [thrown(new MettleError({ code: 'models/server_failed', message: '500' })), /500/],
  'throws an error of its own': [thrown(new Error('ECONNRESET')), /scripted\/model: ECONNRESET/],
  'throws an error of another part': [
    thrown(new MettleError({ code: 'core/invalid_json', message: 'x' })),
    /failed/,
  ],
  'throws nothing': [thrown(undefined), /failed/],
  'gives null': [async () => null, /without text or usage/],
  'gives an object': [async () => ({}), /without text or usage/],
  'gives no usage': [text(RIGHT, { usage: undefined as never }), /without text or usage/],
};

const x = WORDS.map((word) => ({ word }));
const y = WORDS.map((word) => ({ word: word.toUpperCase() }));

async function train(
  optimizer: (model: Model) => Optimizer,
  answer: (call: number) => Promise<unknown>,
): Promise<{ readonly shipped: boolean; readonly notes: readonly string[] }> {
  let calls = 0;
  const model: Model = {
    ...scriptedModel([]),
    call: async () => (await answer(calls++)) as ModelResponse,
  };
  const program = tableProgram({ words: START });
  const trainer = new Trainer(program, { reward: exactMatch(), optimizer: optimizer(model) });
  const { shipped, variables } = await trainer.fit(x, y, { epochs: 2, batchSize: 3, seed: 1 });
  return { shipped, notes: variables.flatMap(({ notes }) => notes) };
}

describe.each(Object.entries(OPTIMIZERS))('%s, where the model', (_name, optimizer) => {
  it.each(Object.entries(FAULTS))('%s, goes on and ships nothing', async (_fault, [fault, note]) => {
    const { shipped, notes } = await train(optimizer, fault);
    expect(shipped).toBe(false);
    expect(notes.join('\n')).toMatch(note ?? /^$/);
  });

  it.each(Object.entries(FAULTS))('%s at first, ships what it writes then', async (_fault, [fault]) => {
    const { shipped } = await train(optimizer, (call) => (call < 2 ? fault() : text(RIGHT)()));
    expect(shipped).toBe(true);
  });
});

it.each<[string, () => Promise<never>]>([
  ['fails', thrown(new MettleError({ code: 'models/rate_limited', message: '429' }))],
  ['throws an error of its own', thrown(new Error('ECONNRESET'))],
  ['gives nothing', (async () => ({})) as () => Promise<never>],
])('Omega goes on by what candidates do where its embedding model %s', async (_fault, embed) => {
  const embeddingModel = { provider: 'scripted', modelId: 'embedding', embed };
  const { shipped, notes } = await train((model) => new Omega({ model, embeddingModel }), text(RIGHT));
  expect(shipped).toBe(true);
  expect(notes.join('\n')).toMatch(/^candidates were compared by what they do: the embedding model failed: /);
});
