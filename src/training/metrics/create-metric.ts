import { defineOptions, option } from '../../core/index.js';
import type { Metric, MetricSample } from '../metric.js';
import type { ProgramUsage } from '../trainable-program.js';
import type { Phase } from '../training-outcome.js';

/** A metric as a fold: a state, what a sample does to it, and the figure that it comes to. */
export interface MetricDefinition<State> {
  readonly name: string;
  /** Whether more is better. */
  readonly direction: 'max' | 'min';
  /** A state that has seen nothing. */
  start(): State;
  add(state: State, sample: MetricSample): void | Promise<void>;
  addUsage?(state: State, phase: Phase, usage: ProgramUsage): void;
  /** Null where nothing was measured. A figure that is not finite counts as not measured. */
  result(state: State): number | null | Readonly<Record<string, number | null>>;
}

const checkMetricDefinition = defineOptions<MetricDefinition<unknown>>()('createMetric', {
  name: option.required(option.string),
  direction: option.required(option.oneOf(['max', 'min'])),
  start: option.required(option.callback),
  add: option.required(option.callback),
  addUsage: option.callback,
  result: option.required(option.callback),
});

/**
 * Makes a metric from a fold: `reset` and `clone` are added, and the result is never NaN or infinite.
 *
 * @example
 * ```ts
 * import { createMetric } from 'mettle/training';
 *
 * const longest = createMetric({
 *   name: 'longest_answer',
 *   direction: 'min',
 *   start: () => ({ length: 0 }),
 *   add(state, { yPred }) {
 *     state.length = Math.max(state.length, JSON.stringify(yPred).length);
 *   },
 *   result: ({ length }) => length,
 * });
 * console.log(longest.result()); // → 0
 * ```
 */
export function createMetric<State>(definition: MetricDefinition<State>): Metric {
  checkMetricDefinition(definition);
  const { name, direction } = definition;
  let state = definition.start();
  return {
    name,
    direction,
    add: (sample) => definition.add(state, sample),
    ...(definition.addUsage === undefined
      ? {}
      : { addUsage: (phase: Phase, usage: ProgramUsage) => definition.addUsage?.(state, phase, usage) }),
    result() {
      const figure = definition.result(state);
      if (figure === null || typeof figure === 'number') return finite(figure);
      return Object.fromEntries(Object.entries(figure).map(([key, value]) => [key, finite(value)]));
    },
    reset() {
      state = definition.start();
    },
    clone: () => createMetric(definition),
  };
}

function finite(figure: number | null): number | null {
  return figure !== null && Number.isFinite(figure) ? figure : null;
}
