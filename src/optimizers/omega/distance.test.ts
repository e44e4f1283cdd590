import { expect, it } from 'vitest';
import type { EmbeddingModel } from '../../models/index.js';
import type { Scored } from '../evolutionary/evolution-run.js';
import { TextDistances } from './distance.js';
import type { Embed } from './kept-embeddings.js';

/** A candidate of several values, with the score it got. */
function scored(values: Readonly<Record<string, string>>, score: number): Scored {
  const entries = Object.entries(values).map(([key, text]) => [key, { instructions: text }]);
  return { candidate: { values: Object.fromEntries(entries) }, score, outcomes: [] } as unknown as Scored;
}

/** Counts letters, and keeps what it was asked. */
function letters(): EmbeddingModel & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    provider: 'test',
    modelId: 'letters',
    asked,
    embed: async (texts) => {
      asked.push(...texts);
      const embeddings = texts.map((text) => [...'abcdefgh'].map((letter) => text.split(letter).length - 1));
      return { embeddings, inputTokens: null, warnings: [], model: 'test/letters' };
    },
  };
}

const embedWith =
  (model: EmbeddingModel): Embed =>
  async (texts) =>
    (await model.embed(texts)).embeddings;

it('a candidate of any number of values has the distance 0 to itself, whatever it scored (W7)', async () => {
  const values = { a: 'abc', b: 'bcd', c: 'gh' };
  const [one, same, other] = [scored(values, 0), scored(values, 1), scored({ ...values, a: 'hhh' }, 1)];
  const distance = await new TextDistances(embedWith(letters())).of([one, same, other]);
  expect([distance(one, one), distance(one, same)]).toEqual([0, 0]);
  expect(distance(one, other)).toBeGreaterThan(0);
  expect(distance(one, other)).toBeCloseTo(distance(other, one), 12);
});

it('each text is embedded once in a training, and holds the values alone (W8)', async () => {
  const model = letters();
  const distances = new TextDistances(embedWith(model));
  const first = Array.from({ length: 5 }, (_, place) => scored({ a: `text ${place}` }, place / 5));
  await distances.of(first);
  await distances.of([...first, scored({ a: 'text 9' }, 0.25)]);
  expect(model.asked).toHaveLength(6);
  expect(model.asked.join()).not.toContain('0.25');
});
