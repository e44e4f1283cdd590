import { isJsonObject, type JsonObject, registerSerializable } from '../../core/index.js';
import { badOption } from '../check-options.js';
import type { Metric, MetricSample } from '../metric.js';
import { plainOptions } from '../plain-options.js';
import type { ProgramUsage } from '../trainable-program.js';
import type { Phase } from '../training-outcome.js';

/** Makes a metric of the options that a file holds. */
export type MetricFactory = (options: never) => Metric;

const factories = new Map<string, MetricFactory>();

/** Tells what the metrics in files are made by. */
export function defineSavedMetrics(table: Readonly<Record<string, MetricFactory>>): void {
  for (const [name, factory] of Object.entries(table)) factories.set(name, factory);
}

/** A metric that comes with Mettle and can be saved: a file holds its name and its options. */
class BuiltInMetric implements Metric {
  readonly name: string;
  readonly direction: 'max' | 'min';
  readonly #metric: Metric;
  readonly #config: JsonObject;

  constructor(metric: Metric, config: JsonObject) {
    this.name = metric.name;
    this.direction = metric.direction;
    this.#metric = metric;
    this.#config = config;
  }

  add(sample: MetricSample): void | Promise<void> {
    return this.#metric.add(sample);
  }

  addUsage(phase: Phase, usage: ProgramUsage): void {
    this.#metric.addUsage?.(phase, usage);
  }

  result(): ReturnType<Metric['result']> {
    return this.#metric.result();
  }

  reset(): void {
    this.#metric.reset();
  }

  clone(): Metric {
    return new BuiltInMetric(this.#metric.clone(), this.#config);
  }

  getConfig(): JsonObject {
    return this.#config;
  }

  static fromConfig({ metric, options }: JsonObject): Metric {
    const factory = typeof metric === 'string' ? factories.get(metric) : undefined;
    if (factory === undefined) throw badOption('A saved metric', 'metric', 'the name of one', metric);
    if (!isJsonObject(options) || !['string', 'undefined'].includes(typeof options.name)) {
      throw badOption(`The saved metric ${String(metric)}`, 'options', 'an object, its name a text', options);
    }
    return factory(options as never);
  }
}

registerSerializable('mettle', 'Metric')(BuiltInMetric);

/** The metric, so that a file can hold it; as it is where its options are not JSON. */
export function saveable(metric: Metric, name: string, options: object): Metric {
  const plain = plainOptions(options);
  return plain === null ? metric : new BuiltInMetric(metric, { metric: name, options: plain });
}
