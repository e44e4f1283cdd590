import { describe, expect, it } from 'vitest';
import { RandomStream, sha256 } from '../core/index.js';
import type { Model } from '../models/index.js';
import { scriptedModel } from '../testing/index.js';
import { checkOptimizer, exactMatch, type Optimizer } from '../training/index.js';
import { Evolutionary, Omega, ParetoRefine } from './index.js';
import { tableProgram } from './scripted-program.fixture.js';

const WORDS = [
  'ant',
  'bee',
  'cat',
  'cow',
  'dog',
  'elk',
  'fox',
  'hen',
  'owl',
  'pig',
  'ram',
  'rat',
  'yak',
  'eel',
];
const right = (word: string): string => word.toUpperCase();

/** Writes tables that are right in some lines and wrong in others, the same for the same request. */
const guessing: Model = {
  ...scriptedModel([]),
  call: (request) => {
    const random = new RandomStream(
      Number.parseInt(sha256(JSON.stringify(request)).slice(0, 8), 16),
      'reply',
    );
    const lines = WORDS.map((word) => `${word} = "${random.chance(0.6) ? right(word) : '?'}"`);
    const text = random.chance(0.15) ? 'No.' : `Rule: guess.\n\`\`\`python\n${lines.join('\n')}\n\`\`\``;
    return scriptedModel([text]).call(request);
  },
};

describe('optimizers with a model', () => {
  it.each<[string, () => Optimizer]>([
    ['Evolutionary', () => new Evolutionary({ model: guessing, proposals: 2, mergingRate: 0.5 })],
    ['Omega', () => new Omega({ model: guessing, populationSize: 3 })],
    ['ParetoRefine', () => new ParetoRefine({ model: guessing, freshStart: 2, shrinkRuns: 40 })],
  ])('%s keeps the contract of optimizers', async (_name, optimizer) => {
    const checks = await checkOptimizer({
      optimizer,
      program: () => tableProgram({ words: 'ANY = "?"' }),
      reward: exactMatch(),
      x: WORDS.map((word) => ({ word })),
      y: WORDS.map((word) => ({ word: right(word) })),
    });
    expect(checks.filter(({ problem }) => problem !== null)).toEqual([]);
  });
});
