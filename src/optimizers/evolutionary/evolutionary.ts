import type { JsonObject } from '../../core/index.js';
import { defineOptions } from '../../core/index.js';
import { nameOfModel } from '../../models/internal.js';
import type { RestoreModuleOptions } from '../../programs/index.js';
import { restoredModel } from '../../programs/internal.js';
import type { Optimizer, OptimizerContext, OptimizerRun } from '../../training/index.js';
import { EvolutionRun, survivorsByScore } from './evolution-run.js';
import {
  EVOLUTIONARY_OPTIONS,
  type EvolutionaryOptions,
  type EvolutionarySettings,
  readEvolutionaryOptions,
} from './options.js';

const checkEvolutionaryOptions = defineOptions<EvolutionaryOptions>()('Evolutionary', EVOLUTIONARY_OPTIONS);

/**
 * Evolves the values of a program's variables with a model: it changes one value, or combines two, from what the parent
 * did on the batch. Candidates are scored on the same examples, and the fittest live on.
 *
 *     program.compile({ reward, optimizer: new Evolutionary({ model: 'provider/name' }) });
 *     await program.fit(x, y, { epochs: 3 });
 */
export class Evolutionary implements Optimizer {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Evolutionary';
  readonly name: string = 'evolutionary';
  /** The options, with the defaults filled in. */
  readonly settings: EvolutionarySettings;

  /** @throws {MettleError} `core/invalid_option`, naming the option. */
  constructor(options: EvolutionaryOptions) {
    checkEvolutionaryOptions(options, new.target.name);
    this.settings = readEvolutionaryOptions(options);
  }

  begin(context: OptimizerContext): OptimizerRun {
    return new EvolutionRun(context, this.settings, survivorsByScore);
  }

  getConfig(): JsonObject {
    return evolutionaryConfig(this.settings);
  }

  /** @throws {MettleError} as the constructor, and `programs/missing_model`. */
  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Evolutionary {
    return new Evolutionary({ ...config, model: restoredModel(config.model, options) });
  }
}

/** The settings as JSON: the model by its name. */
export function evolutionaryConfig(settings: EvolutionarySettings): JsonObject {
  const { model, ...rest } = settings;
  return { ...(rest as unknown as JsonObject), model: nameOfModel(model) };
}
