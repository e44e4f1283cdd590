import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentHash, type JsonObject } from '../core/index.js';
import type { EmbeddingModel, Model } from '../models/index.js';
import { scriptedModel } from '../testing/index.js';
import type { Optimizer } from '../training/index.js';
import { everyOptimizer } from './every-optimizer.fixture.js';
import { Omega } from './omega/omega.js';
import { ParetoRefine } from './pareto-refine/pareto-refine.js';
import { tableProgram } from './scripted-program.fixture.js';
import { optimizerSuite } from './testing/index.js';

const WORDS = [
  'cat',
  'dog',
  'cow',
  'owl',
  'bee',
  'fox',
  'ant',
  'elk',
  'hen',
  'rat',
  'eel',
  'yak',
  'ape',
  'bat',
  'cod',
];
const right = (word: string) => `${word} = "${word.toUpperCase()}"`;

/** Writes tables of some right lines, which ones by the request alone; what it is asked first may be answered last. */
function drawing(): Model {
  let asked = 0;
  return {
    ...scriptedModel([]),
    async call(request) {
      for (let turn = (asked++ * 3) % 5; turn > 0; turn--)
        await new Promise((resolve) => setImmediate(resolve));
      const digits = contentHash(request);
      const lines = WORDS.filter((_, place) => Number.parseInt(digits[place] as string, 16) < 8).map(right);
      const text = `Rule: more words.\n\`\`\`python\n${lines.join('\n')}\n\`\`\``;
      return await scriptedModel([{ text, usage: { inputTokens: 10, outputTokens: 5 } }]).call(request);
    },
  };
}

/** Vectors by the texts alone. */
function embedding(): EmbeddingModel {
  return {
    provider: 'test',
    modelId: 'embedding',
    embed: async (texts) => ({
      embeddings: texts.map((text) => [Math.sin(text.length), Math.cos(7 * text.length)]),
      inputTokens: texts.length,
      warnings: [],
      model: 'test/embedding',
    }),
  };
}

/** What trains no script: tests beside these run the suite on programs that they can train. */
const ELSEWHERE: readonly string[] = ['Greedy', 'RandomFewShot', 'ScriptSearch'];

describe.each<[string, () => Optimizer]>([
  ...everyOptimizer(drawing).filter(([name]) => !ELSEWHERE.includes(name)),
  [
    'Omega with embeddings',
    () =>
      new Omega({
        model: drawing(),
        embeddingModel: embedding(),
        proposals: 3,
        scoreExamples: 6,
        mergingRate: 0.5,
      }),
  ],
  [
    'ParetoRefine with a library',
    () => new ParetoRefine({ model: drawing(), library: [{ name: 'animals', script: right('gnu') }] }),
  ],
])('%s', (_, optimizer) => {
  const cases = optimizerSuite({
    optimizer,
    program: () => tableProgram({ words: right('cat') }),
    reward: (yTrue: JsonObject | null, yPred: JsonObject) => (yTrue?.word === yPred.word ? 1 : 0),
    x: WORDS.map((word) => ({ word })),
    y: WORDS.map((word) => ({ word: word.toUpperCase() })),
  });
  for (const { name, run } of cases) it(name, () => run());
});

it.each(ELSEWHERE)('a test beside %s runs the suite on it', (name) => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  expect(tests.some((text) => text.includes('optimizerSuite(') && text.includes(`new ${name}(`))).toBe(true);
});
