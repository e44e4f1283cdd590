import { trainingError } from '../error-codes.js';

/** A figure over several runs. */
export interface Spread {
  readonly mean: number;
  /** Standard deviation of a sample (n − 1); null for a single run, which says nothing of it. */
  readonly deviation: number | null;
  readonly runs: number;
}

/** Mean and deviation of the values that are numbers; null where there is none. */
export function spreadOf(values: readonly (number | null | undefined)[]): Spread | null {
  const numbers = values.filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value),
  );
  const runs = numbers.length;
  if (runs === 0) return null;
  const mean = numbers.reduce((sum, value) => sum + value / runs, 0);
  if (runs === 1) return { mean, deviation: null, runs };
  const deviation = Math.hypot(...numbers.map((value) => value - mean)) / Math.sqrt(runs - 1);
  return { mean, deviation: Number.isFinite(deviation) ? deviation : null, runs };
}

/** Runs by the name of what was run: one that is not named is named here. */
export type NamedRuns<Run> = ReadonlyMap<string, readonly Run[]>;

/**
 * Reads one run, a list of them, or several by name.
 *
 * @throws {MettleError} `training/nothing_to_plot` for what is no run, with `takes`: what one is.
 */
export function namedRuns<Run extends object>(
  runs: Run | readonly Run[] | Readonly<Record<string, Run | readonly Run[]>>,
  isRun: (value: object) => value is Run,
  takes: string,
): NamedRuns<Run> {
  const isOne = (value: unknown): value is Run => typeof value === 'object' && value !== null && isRun(value);
  const lists: readonly (readonly [string, unknown])[] =
    Array.isArray(runs) || isOne(runs) || runs === null || typeof runs !== 'object'
      ? [['', runs]]
      : Object.entries(runs);
  return new Map(
    lists.map(([name, value]) => {
      const all: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (all.every(isOne)) return [name, all];
      throw trainingError(
        'nothing_to_plot',
        `${takes}, a list of such, or several by name${name === '' ? '' : `; ${JSON.stringify(name)} is none`}.`,
      );
    }),
  );
}
