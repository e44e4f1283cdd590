import { expect, it } from 'vitest';
import { NOT_BUILT, runAlone } from '../testing/run-alone.fixture.js';
import { unless } from '../testing/unless.fixture.js';

/** A model that never answers and ignores its signal, and an embedding model like it. */
const DEAF = `
const mettleModels = await mettle('models');
const never = () => new Promise(() => {});
const stream = () => ({ [Symbol.asyncIterator]: () => ({ next: never, return: never }) });
const deaf = { provider: 'deaf', modelId: 'one', call: never, stream, embed: never };
const request = { messages: [{ role: 'user', content: 'Go.' }] };
const signal = () => ({ signal: AbortSignal.timeout(50) });
const read = async (model) => { for await (const _ of model.stream(request, signal())); };
const ends = async (...waits) => {
  for (const wait of waits) await wait().then(() => console.log('answered'), (error) => console.log(error.name));
};
`;

const SITUATIONS: readonly (readonly [name: string, program: string, prints: number])[] = [
  ...[
    'openModel(deaf)',
    'withRetry(deaf)',
    'withRateLimit(deaf, { concurrency: 1 })',
    'withFallback([deaf, deaf])',
    'withMeter(deaf, mettleModels.createMeter())',
    "withCache(deaf, { folder: '/nowhere' })",
    'withBudget(deaf, mettleModels.createBudget({ calls: 9 }))',
  ].map((model): readonly [string, string, number] => [
    model,
    `const model = mettleModels.${model};
await ends(() => model.call(request, signal()), () => read(model));`,
    2,
  ]),
  ...['openEmbeddingModel(deaf)', 'withEmbeddingRetry(deaf)', 'withEmbeddingRateLimit(deaf, {})'].map(
    (model): readonly [string, string, number] => [
      model,
      `await ends(() => mettleModels.${model}.embed(['a'], signal()));`,
      1,
    ],
  ),
  [
    'a module of a program',
    `const { Generator, Input, Program } = await mettle('programs');
const schema = { type: 'object', properties: { text: { type: 'string' } } };
const input = Input({ schema });
const program = new Program({ inputs: input, outputs: await new Generator({ model: deaf }).call(input) });
await ends(() => program.run([{ text: 'a' }], signal()));`,
    1,
  ],
];

unless(NOT_BUILT).describe('a model that ignores its signal', () => {
  it.concurrent.each(SITUATIONS)('ends at the signal in %s', async (_, program, prints) => {
    const run = await runAlone(`${DEAF}${program}\nconsole.log('done');`);
    const printed = [...Array<string>(prints).fill('TimeoutError'), 'done'];
    expect(run).toMatchObject({ status: 0, printed });
  });
});
