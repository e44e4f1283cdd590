import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import { searchOptimizer } from '../../../optimizers/index.js';
import { createSandbox, type Sandbox } from '../../../sandbox/index.js';
import { evaluateScript, makeExamples } from '../../../training/index.js';
import { loadCountryRecords } from '../country-records.js';
import { MOST_EVALUATIONS } from '../train-skill.js';
import { drawStyle, styleFamilies } from './draw-styles.js';

const noSandbox = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (error: unknown) => ` (skipped: ${error instanceof Error ? error.message : String(error)})`,
);

describe.skipIf(noSandbox !== '')(`house styles and the offline search${noSandbox}`, () => {
  let sandbox: Sandbox;
  let names: readonly string[];

  beforeAll(async () => {
    sandbox = await createSandbox();
    names = [...new Set((await loadCountryRecords()).countries.map(({ name }) => name))];
  });
  afterAll(() => sandbox.close());

  it.each(styleFamilies.map((family) => [family.name, family] as const))(
    '%s: its Python does as it says on every country, and the search writes it or abstains as the list has it',
    async (name, family) => {
      for (const seed of [0, 1]) {
        const stream = new RandomStream(seed, `deep ${name}`);
        const style = drawStyle(family, stream);
        const examples = stream.shuffle(names).map((input) => ({ input, output: style.apply(input) }));
        const rewards = async (script: string, of: typeof examples): Promise<number> =>
          (await evaluateScript({ script, examples: makeExamples(of), sandbox })).filter(
            ({ reward }) => reward === 1,
          ).length;
        expect(await rewards(style.script, examples)).toBe(names.length);
        const result = await searchOptimizer().optimize(
          { examples: examples.slice(0, 24), seedScript: 'def transform(value):\n    return value\n' },
          { budget: { maxEvaluations: MOST_EVALUATIONS }, seed, sandbox },
        );
        expect(result.abstained).toBe(!family.searchable);
        if (result.script === null) continue;
        const unseen = examples.slice(24);
        expect(await rewards(result.script, unseen)).toBeGreaterThan(unseen.length * 0.95);
      }
    },
    120_000,
  );
});
