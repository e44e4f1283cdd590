import { coreError } from '../../core/internal.js';
import { loadOptimizer, optimizers } from '../../saved-classes.js';
import { byName } from '../by-name.js';
import { trainingError } from '../error-codes.js';
import type { TrainingSettings } from '../fit-options.js';
import type { Metric } from '../metric.js';
import { metricByName } from '../metrics/metric-by-name.js';
import type { Optimizer } from '../optimizer.js';

/** What figures are called that are none of a metric. */
const TAKEN = /^(?:reward|samples|failed|epoch|__proto__|val_.*|)$/s;

/** The metrics, those given by name made with their defaults. Two of the same name could not be told apart. */
export function resolveMetrics(metrics: TrainingSettings['metrics'] = []): Metric[] {
  const resolved: Metric[] = metrics.map((metric) =>
    typeof metric === 'string' ? metricByName(metric) : metric,
  );
  if (resolved.some((metric) => typeof metric?.add !== 'function' || typeof metric.clone !== 'function')) {
    throw coreError('invalid_option', 'metrics is a list of metrics or of their names.');
  }
  const names = resolved.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw coreError('invalid_option', `There are two metrics ${twice}. Give one another name.`);
  const taken = names.find((name) => TAKEN.test(name));
  if (taken !== undefined) {
    throw coreError(
      'invalid_option',
      `A metric can't be called ${JSON.stringify(taken)}: reward, samples, failed, epoch and names with val_ before them are taken. Give it another name.`,
    );
  }
  return resolved;
}

/** Optimizers that nothing can be made of by name alone. */

/**
 * How to get the optimizer. One given by the name of its class is loaded, and made with its defaults, at the first call;
 * case, `_`, `-` and spaces make no difference to the name.
 *
 * @throws {MettleError} `training/unknown_name`; `training/needs_model`; `core/invalid_option` for what is no
 *   optimizer.
 */
export function resolveOptimizer(
  optimizer: TrainingSettings['optimizer'],
): (() => Promise<Optimizer>) | null {
  if (optimizer === undefined) return null;
  if (typeof optimizer === 'string') return optimizerByName(optimizer);
  if (typeof optimizer?.begin !== 'function')
    throw coreError('invalid_option', 'optimizer is an optimizer, or the name of one of Mettle.');
  return async () => optimizer;
}

function optimizerByName(given: string): () => Promise<Optimizer> {
  const names = Object.keys(optimizers) as (keyof typeof optimizers)[];
  const name = byName('optimizer', given, Object.fromEntries(names.map((known) => [known, known])));
  if (optimizers[name] === 'needs a model') {
    throw trainingError(
      'needs_model',
      `This optimizer needs a model: give new ${name}({ model }) instead of its name.`,
    );
  }
  let made: Promise<Optimizer> | undefined;
  return () => {
    made ??= madeWithDefaults(name);
    return made;
  };
}

async function madeWithDefaults(name: keyof typeof optimizers): Promise<Optimizer> {
  const Optimizer = await loadOptimizer(name);
  return new Optimizer({} as never);
}
