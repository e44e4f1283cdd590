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

/** Reads one run, a list of them, or several by name. */
export function namedRuns<Run extends object>(
  runs: Run | readonly Run[] | Readonly<Record<string, Run | readonly Run[]>>,
  isRun: (value: object) => value is Run,
): NamedRuns<Run> {
  if (Array.isArray(runs)) return new Map([['', runs as readonly Run[]]]);
  if (isRun(runs)) return new Map([['', [runs]]]);
  return new Map(
    Object.entries(runs as Readonly<Record<string, Run | readonly Run[]>>).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as readonly Run[]) : [value as Run],
    ]),
  );
}
