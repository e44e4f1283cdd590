import { expect, it } from 'vitest';
import type { Recipe } from '../../../pipelines/index.js';
import { usualWorkers } from './usual-workers.js';

const long: Recipe = { numTrajectories: 3_000, policy: 'mixed' };

it.each<[string, Recipe, number, number]>([
  ['as many processes as processors to a long run', long, 2, 2],
  ['four at most', long, 64, 4],
  ['none on one processor', long, 1, 0],
  ['none to a short run', { ...long, numTrajectories: 2_999 }, 2, 0],
  ['some to a world by its name', { ...long, environment: 'airline' }, 2, 2],
  ['some to worlds in turn', { ...long, environment: ['rest', { type: 'sql', database: 'a.db' }] }, 2, 2],
  ['none where one world needs a sandbox', { ...long, environment: ['sql', 'docker'] }, 2, 0],
  ['none to a world that a file describes', { ...long, environment: 'own.json' }, 2, 0],
  ['none to a server', { ...long, environment: { type: 'rest', spec: 'api.json' } }, 2, 0],
  ['none where a model plays', { numTrajectories: 3_000, model: 'openai/x' }, 2, 0],
  ['none where a model writes thoughts', { ...long, rationales: 'openai/x' }, 2, 0],
  ['none where a model judges', { ...long, judge: 'openai/x' }, 2, 0],
])('gives %s', (_, recipe, processors, workers) => {
  expect(usualWorkers(recipe, {}, processors)).toBe(workers);
});

it('gives none where METTLE_MODEL names who plays', () => {
  const recipe: Recipe = { numTrajectories: 3_000 };
  expect(usualWorkers(recipe, {}, 2)).toBe(2);
  expect(usualWorkers(recipe, { METTLE_MODEL: 'openai/x' }, 2)).toBe(0);
});
