import type { JsonObject } from '../../core/index.js';
import { defineOptions, option } from '../../core/index.js';
import { nameOfModel } from '../../models/internal.js';
import type { RestoreModuleOptions } from '../../programs/index.js';
import { restoredModel } from '../../programs/internal.js';
import type { Optimizer, OptimizerContext, OptimizerRun } from '../../training/index.js';
import { type ParetoRefineOptions, type ParetoRefineSettings, readParetoRefineOptions } from './options.js';
import { ParetoRefineRun } from './pareto-refine-run.js';

const checkParetoRefineOptions = defineOptions<ParetoRefineOptions>()('ParetoRefine', {
  model: option.required(option.any),
  parents: option.number,
  proposals: option.number,
  freshStart: option.number,
  maxExamples: option.number,
  worstExamples: option.number,
  target: option.number,
  temperature: option.number,
  freshTemperature: option.number,
  stagnation: option.number,
  patience: option.number,
  chunk: option.number,
  shrinkRuns: option.number,
  finalists: option.number,
  search: option.any,
  library: option.list(),
  editsAbove: option.number,
  instructions: option.string,
  maxChars: option.number,
  maxOutputTokens: option.number,
  reasoningEffort: option.oneOf(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
});

/**
 * Refines values with a model that sees its own mistakes. Each proposal is made from what one candidate did: its code, its worst
 * examples with differences and errors, and what was tried on it before. It is judged in pairs with that candidate on the
 * examples shown, then on the rest; what is best on some example is kept, so that strengths can be merged.
 *
 *     program.compile({ reward, optimizer: new ParetoRefine({ model: 'provider/name' }) });
 *     await program.fit(x, y, { epochs: 10 });
 */
export class ParetoRefine implements Optimizer {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>ParetoRefine';
  readonly name = 'pareto-refine';
  /** The options, with the defaults filled in. */
  readonly settings: ParetoRefineSettings;

  /** @throws {MettleError} `core/invalid_option`, naming the option. */
  constructor(options: ParetoRefineOptions) {
    checkParetoRefineOptions(options);
    this.settings = readParetoRefineOptions(options);
  }

  begin(context: OptimizerContext): OptimizerRun {
    return new ParetoRefineRun(context, this.settings);
  }

  getConfig(): JsonObject {
    const { model, ...rest } = this.settings;
    return { ...(rest as unknown as JsonObject), model: nameOfModel(model) };
  }

  /** @throws {MettleError} as the constructor, and `programs/missing_model`. */
  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): ParetoRefine {
    return new ParetoRefine({ ...config, model: restoredModel(config.model, options) });
  }
}
