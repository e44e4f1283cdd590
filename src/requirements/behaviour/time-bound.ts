import { defineOptions, type OptionKind, option } from '../../core/index.js';
import type { PythonValue } from '../../sandbox/index.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { judgeCallError } from './judge-call-error.js';
import {
  AFTER_LOADING,
  FUNCTION_NAME,
  globalNameOf,
  SANDBOXED_OPTIONS,
  type SandboxedOptions,
  sandboxPlan,
  withSubject,
} from './sandboxed.js';

/** What {@link TimeBound} takes. */
export interface TimeBoundOptions extends SandboxedOptions {
  readonly functionName: string;
  /** Makes the positional arguments of a problem of a size. */
  readonly argumentsOf: (size: number) => readonly PythonValue[];
  /** The sizes, growing. */
  readonly sizes: readonly number[];
  /** Seconds that each call may take. */
  readonly maxSeconds: number;
  /**
   * How time may grow with size: 1 in proportion, 2 with its square. Judged between the smallest and the largest size,
   * and only where the largest takes at least a hundredth of `maxSeconds`, so that noise is not taken for growth.
   * Default: any.
   */
  readonly maxExponent?: number;
}

const growingSizes: OptionKind = {
  wanted: 'an array of numbers above 0, each larger than the one before',
  allows: (value) =>
    option.list(option.positive, 1).allows(value) &&
    (value as number[]).every((size, at, sizes) => at === 0 || size > (sizes[at - 1] as number)),
};

const checkTimeBoundOptions = defineOptions<TimeBoundOptions>()('TimeBound', {
  ...SANDBOXED_OPTIONS,
  functionName: option.required(FUNCTION_NAME),
  argumentsOf: option.required(option.callback),
  sizes: option.required(growingSizes),
  maxSeconds: option.required(option.positive),
  maxExponent: option.positive,
});

/** How much steeper than allowed a measured growth must be before it counts: timers are not exact. */
const GROWTH_TOLERANCE = 0.35;

/**
 * The function is fast enough: each call stays within its seconds, and time does not grow faster with size than
 * allowed. Time is what the processors spent on the first call of each size, threads and child processes included, as
 * the kernel tells it outside the code's process (in Monty: what the interpreter took). Waiting costs no processor time;
 * `timeoutSeconds` ends it.
 *
 * @throws {MettleError} `core/invalid_option`, or what a sandbox is refused for.
 */
export function TimeBound(options: TimeBoundOptions): Requirement {
  checkTimeBoundOptions(options);
  const { functionName: name, argumentsOf, sizes, maxSeconds, maxExponent = null } = options;
  const plan = sandboxPlan({ ...options, timeoutSeconds: options.timeoutSeconds ?? maxSeconds * 2 + 1 });
  return createRequirement({
    name: 'TimeBound',
    key: `TimeBound(${name})`,
    description: `${name} takes at most ${maxSeconds} s for problems of size ${sizes.at(-1)}.`,
    names: [globalNameOf(name)],
    how: `called in a sandbox with ${sizes.length} growing sizes and timed from outside`,
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    validate: (artefact, context) =>
      withSubject(artefact, context, plan, 'the time bound', async (subject) => {
        const seconds: number[] = [];
        for (const size of sizes) {
          const outcome = await subject.call(name, { arguments: argumentsOf(size), isTimed: true });
          if ('error' in outcome) return judgeCallError(outcome.error, plan, `${name} for size ${size}`);
          const took = outcome.seconds;
          seconds.push(took);
          if (took > maxSeconds) {
            return failWith(
              `${name} took ${took.toFixed(3)} s for size ${size}; at most ${maxSeconds} s are allowed.`,
            );
          }
        }
        const exponent = growthOf(sizes, seconds, maxSeconds);
        if (maxExponent !== null && exponent !== null && exponent > maxExponent + GROWTH_TOLERANCE) {
          return failWith(
            `The time of ${name} grows with the size to the power of ${exponent.toFixed(1)}; at most ${maxExponent} is allowed.`,
          );
        }
        return passWith(`${name} took ${(seconds.at(-1) ?? 0).toFixed(4)} s for size ${sizes.at(-1)}.`);
      }),
  });
}

/** The power of the size with which time grows; null where there is too little time to tell. */
function growthOf(sizes: readonly number[], seconds: readonly number[], maxSeconds: number): number | null {
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  const [fast, slow] = [seconds[0], seconds.at(-1)];
  if (smallest === undefined || largest === undefined || fast === undefined || slow === undefined)
    return null;
  if (largest === smallest || slow < maxSeconds / 100) return null;
  return Math.log(slow / Math.max(fast, 1e-6)) / Math.log(largest / smallest);
}
