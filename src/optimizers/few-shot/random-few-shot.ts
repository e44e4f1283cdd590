import { defineOptions, type JsonObject, option } from '../../core/index.js';
import type { Optimizer, OptimizerContext, OptimizerRun } from '../../training/index.js';
import { FewShotRun } from './few-shot-run.js';
import {
  type ExampleSampling,
  FEW_SHOT_OPTIONS,
  type FewShotOptions,
  type FewShotSettings,
  fewShotConfig,
  invalid,
  readFewShotOptions,
} from './options.js';
import { sampleExamples } from './sample-examples.js';

/** Options of {@link RandomFewShot}. */
export interface RandomFewShotOptions extends FewShotOptions {
  /** Default `softmax`. */
  readonly sampling?: ExampleSampling;
  /**
   * Temperature of `softmax`, for rewards as shares of the largest there can be. Default 0.3: the best is about 28 times as
   * likely as the worst.
   */
  readonly temperature?: number;
}

const checkRandomFewShotOptions = defineOptions<RandomFewShotOptions>()('RandomFewShot', {
  ...FEW_SHOT_OPTIONS,
  sampling: option.oneOf(['softmax', 'random', 'best']),
  temperature: option.number,
});

const SAMPLINGS: readonly ExampleSampling[] = ['softmax', 'random', 'best'];
/** Draws that may repeat an earlier set before a step gives up. */
const DRAWS = 20;

/**
 * Shows modules successful calls: draws random sets of them and keeps the set that helps most. It trains variables of
 * the kind `examples` and needs no model.
 *
 *     const trainer = new Trainer(program, { reward, optimizer: new RandomFewShot({ maxExamples: 4 }) });
 */
export class RandomFewShot implements Optimizer {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>RandomFewShot';
  readonly name: string = 'random-few-shot';
  /** The options, with the defaults filled in. */
  readonly settings: FewShotSettings & { readonly sampling: ExampleSampling; readonly temperature: number };

  /** @throws {MettleError} `core/invalid_option`, naming the option. */
  constructor(options: RandomFewShotOptions = {}) {
    checkRandomFewShotOptions(options);
    const own = { sampling: 'softmax' as ExampleSampling, temperature: 0.3 };
    this.settings = readFewShotOptions('RandomFewShot', options, own);
    const { sampling, temperature } = this.settings;
    if (!SAMPLINGS.includes(sampling)) {
      throw invalid(`sampling is one of ${SAMPLINGS.join(', ')}; got ${JSON.stringify(sampling)}`);
    }
    if (!(Number.isFinite(temperature) && temperature > 0)) {
      throw invalid(`temperature is a number above 0; got ${String(temperature)}`);
    }
  }

  begin(context: OptimizerContext): OptimizerRun {
    const { minExamples, maxExamples, sampling, temperature } = this.settings;
    const { largestReward } = context;
    const random = context.random.child('examples');
    const seen = new Set<string>();
    return new FewShotRun(context, this.settings, ({ variable, pool, count }) => {
      const sets = [];
      for (let draw = 0; draw < DRAWS * count && sets.length < count; draw++) {
        const wanted = random.integer(minExamples, maxExamples);
        const set = sampleExamples(pool, {
          count: wanted,
          sampling,
          temperature,
          largestReward,
          random,
        });
        const key = `${variable.key}\n${set.map(({ from, inputs }) => `${from} ${JSON.stringify(inputs)}`).join('\n')}`;
        if (seen.has(key)) continue;
        seen.add(key);
        sets.push(set);
      }
      return sets;
    });
  }

  getConfig(): JsonObject {
    return fewShotConfig(this.settings);
  }
}
