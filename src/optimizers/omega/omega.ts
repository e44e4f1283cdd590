import type { JsonObject } from '../../core/index.js';
import { defineOptions, option } from '../../core/index.js';
import { getRegisteredObject, serialize } from '../../data/index.js';
import { type EmbeddingModel, type EmbeddingModelSource, openEmbeddingModel } from '../../models/index.js';
import { modelName } from '../../models/internal.js';
import type { RestoreModuleOptions } from '../../programs/index.js';
import { restoredModel } from '../../programs/internal.js';
import type { OptimizerContext, OptimizerRun } from '../../training/index.js';
import { EvolutionRun, type Survivors, survivorsByScore } from '../evolutionary/evolution-run.js';
import { Evolutionary, evolutionaryConfig } from '../evolutionary/evolutionary.js';
import { checkNumber, EVOLUTIONARY_OPTIONS, type EvolutionaryOptions } from '../evolutionary/options.js';
import { modelFailure } from '../proposals/ask.js';
import { behaviourDistance, TextDistances } from './distance.js';
import { type Distance, dominatedNovelty } from './dominated-novelty.js';
import { keptEmbeddings } from './kept-embeddings.js';

/** Who lives on: `dns` the fit and the different · `ga` the fittest. */
export type OmegaAlgorithm = 'dns' | 'ga';

/** What {@link Omega} takes beside the options of {@link Evolutionary}. */
export interface OmegaOptions extends EvolutionaryOptions {
  /** Default `dns`. */
  readonly algorithm?: OmegaAlgorithm;
  /** Fitter neighbours that novelty is measured to. Default 5; the authors of the method found 3 to 5 to do well. */
  readonly kNearestFitter?: number;
  /**
   * Measures how far apart candidates are by their texts. Default: none, so by what they do on the examples, which is
   * exact and costs nothing. Its answers are kept for a resume, as those of the model are.
   */
  readonly embeddingModel?: EmbeddingModelSource | null;
  /** Another measure, from 0 for the same. Give the function a `registeredName` to save it or to keep a journal. */
  readonly distance?: Distance | null;
}

const checkOmegaOptions = defineOptions<OmegaOptions>()('Omega', {
  ...EVOLUTIONARY_OPTIONS,
  algorithm: option.oneOf(['dns', 'ga']),
  kNearestFitter: option.number,
  embeddingModel: option.any,
  distance: option.any,
});

/**
 * Evolution in which Dominated Novelty Search decides which candidates survive: worse candidates that behave
 * differently from the better ones stay, because their strengths can be combined later.
 */
export class Omega extends Evolutionary {
  /** How files name it. */
  static override readonly registeredName: string = 'mettle>Omega';
  override readonly name = 'omega';
  readonly algorithm: OmegaAlgorithm;
  readonly kNearestFitter: number;
  readonly #embeddingModel: EmbeddingModel | null;
  readonly #distance: Distance | null;

  /** @throws {MettleError} `core/invalid_option`, naming the option. */
  constructor(options: OmegaOptions) {
    checkOmegaOptions(options);
    const {
      algorithm = 'dns',
      kNearestFitter = 5,
      embeddingModel = null,
      distance = null,
      ...rest
    } = options;
    super(rest);
    checkNumber('kNearestFitter', kNearestFitter, { least: 1, whole: true });
    this.algorithm = algorithm;
    this.kNearestFitter = kNearestFitter;
    this.#embeddingModel = embeddingModel === null ? null : openEmbeddingModel(embeddingModel);
    this.#distance = distance;
  }

  override begin(context: OptimizerContext): OptimizerRun {
    return new EvolutionRun(context, this.settings, this.#survivors(context));
  }

  /** @throws {MettleError} `data/not_registered` for a `distance` without a registered name. */
  override getConfig(): JsonObject {
    const { algorithm, kNearestFitter } = this;
    const embeddingModel = this.#embeddingModel === null ? null : modelName(this.#embeddingModel);
    const distance = this.#distance === null ? null : serialize(this.#distance).registered_function;
    const own = { algorithm, kNearestFitter, embeddingModel, distance };
    return { ...evolutionaryConfig(this.settings), ...own };
  }

  /**
   * @throws {MettleError} as the constructor; `programs/missing_model`; `data/unknown_name` for a distance that is
   *   not registered here.
   */
  static override fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Omega {
    const { embeddingModel, distance, ...rest } = config;
    const known = typeof distance === 'string' ? getRegisteredObject(distance, options) : null;
    const model = restoredModel(config.model, options);
    return new Omega({
      ...rest,
      model,
      // Opened by name alone: as any model's, an address that a file chose is refused.
      embeddingModel: typeof embeddingModel === 'string' ? nameAlone(embeddingModel) : null,
      distance: known as Distance | null,
    });
  }

  #survivors(context: OptimizerContext): Survivors {
    if (this.algorithm === 'ga') return survivorsByScore;
    const model = this.#embeddingModel;
    const texts = model === null ? null : new TextDistances(keptEmbeddings(model, context));
    const failed = (error: unknown): null => {
      const reason = modelFailure(error);
      for (const { key } of context.program.variables) {
        context.note(key, `candidates were compared by what they do: the embedding model failed: ${reason}`);
      }
      return null;
    };
    return async (candidates, count) => {
      const measured =
        texts === null || this.#distance !== null ? null : await texts.of(candidates).catch(failed);
      const distance = this.#distance ?? measured ?? behaviourDistance(candidates);
      return dominatedNovelty(candidates, this.kNearestFitter, distance).slice(0, count);
    };
  }
}

function nameAlone(name: string): string {
  return restoredModel(name, {}) as string;
}
