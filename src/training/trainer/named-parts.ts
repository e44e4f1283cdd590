import { errorMessage, getRegisteredObject, MettleError, registeredNames } from '../../core/index.js';
import { byName } from '../by-name.js';
import type { TrainingSettings } from '../fit-options.js';
import type { Metric } from '../metric.js';
import { metricByName } from '../metrics/metric-by-name.js';
import type { Optimizer } from '../optimizer.js';
import { invalid } from './invalid.js';

/** What figures are called that are none of a metric. */
const TAKEN = /^(?:reward|samples|failed|epoch|__proto__|val_.*|)$/s;

/** The metrics, those given by name made with their defaults. Two of the same name could not be told apart. */
export function resolveMetrics(metrics: TrainingSettings['metrics'] = []): Metric[] {
  if (!Array.isArray(metrics)) throw invalid('setting', 'metrics is a list of metrics or of their names.');
  const resolved: Metric[] = metrics.map((metric) =>
    typeof metric === 'string' ? metricByName(metric) : metric,
  );
  if (resolved.some((metric) => typeof metric?.add !== 'function' || typeof metric.clone !== 'function')) {
    throw invalid('setting', 'metrics is a list of metrics or of their names.');
  }
  const names = resolved.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw invalid('setting', `There are two metrics ${twice}. Give one another name.`);
  const taken = names.find((name) => TAKEN.test(name));
  if (taken !== undefined) {
    throw invalid(
      'setting',
      `A metric can't be called ${JSON.stringify(taken)}: reward, samples, failed, epoch and names with val_ before them are taken. Give it another name.`,
    );
  }
  return resolved;
}

/** The optimizer; one given by the name of its class is made with its defaults. */
export function resolveOptimizer(optimizer: TrainingSettings['optimizer']): Optimizer | null {
  if (optimizer === undefined) return null;
  const made = typeof optimizer === 'string' ? optimizerByName(optimizer) : optimizer;
  if (typeof made?.begin !== 'function')
    throw invalid('setting', 'optimizer is an optimizer, or the name of one.');
  return made;
}

/** `PACKAGE>NAME`, or the name of one of Mettle's own; case, `_`, `-` and spaces make no difference to those. */
function optimizerByName(name: string): Optimizer {
  const known = Object.fromEntries(
    registeredNames('mettle')
      .filter(isOptimizer)
      .map((own) => [own, own]),
  );
  try {
    if (Object.keys(known).length === 0 && !name.includes('>')) throw new Error('None is registered.');
    const registered = name.includes('>') ? name : `mettle>${byName('optimizer', name, known)}`;
    const found = getRegisteredObject(registered);
    return new (found as unknown as new (options: object) => Optimizer)({});
  } catch (cause) {
    throw new MettleError({
      code: 'training/unknown_name',
      message: `No optimizer can be made from the name ${JSON.stringify(name.slice(0, 100))}: ${errorMessage(cause)} Optimizers of Mettle are known once mettle/optimizers is imported.`,
      cause,
    });
  }
}

function isOptimizer(name: string): boolean {
  const { prototype } = getRegisteredObject(`mettle>${name}`) as { readonly prototype?: object };
  return prototype !== undefined && 'begin' in prototype;
}
