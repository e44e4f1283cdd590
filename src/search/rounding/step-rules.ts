/** Which multiple of a step a number is rounded to. Halves go up. */
export type RoundingMode = 'nearest' | 'down' | 'up';

/** Rounding to a multiple of a step, counted from an offset. */
export interface StepRule {
  readonly step: number;
  /** From 0 to below the step. */
  readonly offset: number;
  readonly mode: RoundingMode;
}

/** A rule and how common such rules are. */
export interface WeighedRule extends StepRule {
  readonly weight: number;
}

/** How often people round so, where nothing is known. */
export const MODE_WEIGHTS: Readonly<Record<RoundingMode, number>> = { nearest: 0.76, down: 0.14, up: 0.1 };

/**
 * The rules that make every output of its input, the most common first. All are whole numbers: of the smallest unit that is written.
 *
 * @param weights - how common each step is
 * @param modes - how common each way of rounding is
 * @param period - where numbers begin again, as the time of day does at midnight. Default: nowhere
 */
export function stepRules(
  inputs: readonly number[],
  outputs: readonly number[],
  options: {
    readonly weights: ReadonlyMap<number, number>;
    readonly modes: Partial<Readonly<Record<RoundingMode, number>>>;
    readonly hasOffset: boolean;
    readonly period?: number;
  },
): readonly WeighedRule[] {
  const { weights, modes, hasOffset, period = 0 } = options;
  const [first = 0] = outputs;
  const differences = outputs.map((output, index) => remainderAround(output - (inputs[index] ?? 0), period));
  const rules: WeighedRule[] = [];
  for (const [step, weight] of weights) {
    const offset = hasOffset ? remainder(first, step) : 0;
    if (!outputs.every((output) => remainder(output - offset, step) === 0)) continue;
    for (const mode of ['nearest', 'down', 'up'] as const) {
      const share = modes[mode];
      if (share === undefined || !differences.every((difference) => isWithin(difference, step, mode)))
        continue;
      rules.push({ step, offset, mode, weight: weight * share });
    }
  }
  return rules.sort((left, right) => right.weight - left.weight);
}

/** What is left of a division: 0 or more. */
export function remainder(value: number, step: number): number {
  const rest = value % step;
  return (rest < 0 ? rest + step : rest) + 0;
}

/** The nearest way from one number to another where numbers begin again. */
function remainderAround(difference: number, period: number): number {
  if (period === 0) return difference;
  const rest = remainder(difference, period);
  return 2 * rest > period ? rest - period : rest;
}

function isWithin(difference: number, step: number, mode: RoundingMode): boolean {
  switch (mode) {
    case 'nearest':
      return 2 * difference > -step && 2 * difference <= step;
    case 'down':
      return difference <= 0 && difference > -step;
    case 'up':
      return difference >= 0 && difference < step;
  }
}
