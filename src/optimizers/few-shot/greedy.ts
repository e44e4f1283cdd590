import { defineOptions, type JsonObject } from '../../core/index.js';
import type { Optimizer, OptimizerContext, OptimizerRun } from '../../training/index.js';
import type { PoolExample } from './example-pool.js';
import { FewShotRun } from './few-shot-run.js';
import {
  FEW_SHOT_OPTIONS,
  type FewShotOptions,
  type FewShotSettings,
  fewShotConfig,
  readFewShotOptions,
} from './options.js';

const checkFewShotOptions = defineOptions<FewShotOptions>()('Greedy', FEW_SHOT_OPTIONS);

/**
 * Grows the set of examples that modules are shown: each step adds to the best set so far the calls that earned most,
 * one in each proposal, or puts one in the place of another where the set is full. Calls that help stay. This is
 * forward selection; only ties are broken at random.
 *
 *     const trainer = new Trainer(program, { reward, optimizer: new Greedy({ proposals: 4 }) });
 */
export class Greedy implements Optimizer {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Greedy';
  readonly name: string = 'greedy';
  /** The options, with the defaults filled in. */
  readonly settings: FewShotSettings;

  /** @throws {MettleError} `core/invalid_option`, naming the option. */
  constructor(options: FewShotOptions = {}) {
    checkFewShotOptions(options);
    this.settings = readFewShotOptions('Greedy', options, { proposals: 3 });
  }

  begin(context: OptimizerContext): OptimizerRun {
    const { minExamples, maxExamples } = this.settings;
    const random = context.random.child('examples');
    const tried = new Set<string>();
    return new FewShotRun(context, this.settings, ({ variable, parent, pool, count }) => {
      const shown = parent.shown.get(variable.key) ?? [];
      const others = random
        .shuffle(pool.filter((example) => !shown.some((other) => sameCall(example, other))))
        .sort((left, right) => right.reward - left.reward);
      const sets: (readonly PoolExample[])[] = [];
      for (const [place, example] of others.entries()) {
        if (sets.length >= count) break;
        const grown =
          shown.length < minExamples
            ? [...shown, example, ...others.slice(place + 1)].slice(0, minExamples)
            : shown.length < maxExamples
              ? [...shown, example]
              : shown.with(random.integer(0, shown.length - 1), example);
        const key = `${variable.key}\n${grown.map(nameOf).join('\n')}`;
        if (tried.has(key)) continue;
        tried.add(key);
        sets.push(grown);
      }
      return sets;
    });
  }

  getConfig(): JsonObject {
    return fewShotConfig(this.settings);
  }
}

function nameOf({ from, inputs }: PoolExample): string {
  return `${from} ${JSON.stringify(inputs)}`;
}

function sameCall(left: PoolExample, right: PoolExample): boolean {
  return nameOf(left) === nameOf(right);
}
