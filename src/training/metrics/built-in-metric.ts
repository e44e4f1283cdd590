import type { JsonObject } from '../../core/index.js';
import type { Metric, MetricSample } from '../metric.js';
import { plainOptions } from '../plain-options.js';
import type { ProgramUsage } from '../trainable-program.js';
import type { Phase } from '../training-outcome.js';

/** A metric that comes with Mettle and can be saved: a file holds its name and its options. */
export class BuiltInMetric implements Metric {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Metric';
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
}

/** The metric, so that a file can hold it; as it is where its options are not JSON. */
export function saveable(metric: Metric, name: string, options: object): Metric {
  const plain = plainOptions(options);
  return plain === null ? metric : new BuiltInMetric(metric, { metric: name, options: plain });
}
