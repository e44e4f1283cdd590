import { RandomStream } from 'mettle/core';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { searchOptimizer } from 'mettle/search';
import { evaluateScript, makeExamples } from 'mettle/training';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../../src/testing/unless.fixture.js';
import { loadCountryRecords } from '../country-records.js';
import { MOST_EVALUATIONS } from '../train-skill.js';
import { drawStyle, styleFamilies } from './draw-styles.js';

const noSandbox = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);

unless(noSandbox).describe('house styles and the offline search', () => {
  let sandbox: Sandbox;
  let names: readonly string[];

  beforeAll(async () => {
    sandbox = await createSandbox();
    names = [...new Set(loadCountryRecords().countries.map(({ name }) => name))];
  });
  afterAll(() => sandbox.close());

  it.each(styleFamilies.map((family) => [family.name, family] as const))(
    '%s: its Python does as it says on every country; the search writes it for some draw, or never',
    async (name, family) => {
      let isOffered = false;
      for (const seed of [0, 1]) {
        const stream = new RandomStream(seed, `deep ${name}`);
        const style = drawStyle(family, stream);
        const examples = stream.shuffle(names).map((input) => ({ input, output: style.apply(input) }));
        const right = async (script: string, of: typeof examples): Promise<number> =>
          (await evaluateScript({ script, examples: makeExamples(of), sandbox })).filter(
            ({ reward }) => reward === 1,
          ).length;
        expect(await right(style.script, examples)).toBe(names.length);
        if (isOffered) continue;
        const { script } = await searchOptimizer().optimize(
          { examples: examples.slice(0, 24), seedScript: 'def transform(value):\n    return value\n' },
          { budget: { maxEvaluations: MOST_EVALUATIONS }, seed, sandbox },
        );
        if (script === null) continue;
        isOffered = true;
        expect(await right(script, examples.slice(24))).toBeGreaterThan((names.length - 24) * 0.9);
      }
      expect(isOffered).toBe(family.searchable);
    },
    120_000,
  );
});
