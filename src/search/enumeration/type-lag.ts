import type { Operator } from '../language/operator.js';
import { ACCEPTED, type ValueType } from '../language/value-type.js';

/** No type waits longer: conditionals, loops and assemblies use candidates of other types than the output's. */
export const MOST_LAG = 2;

/**
 * By type, the least that has to be added to a candidate's cost until it is part of one of the output's type: 0 for that
 * type itself, 1 for a list whose sum is wanted. Candidates of a type can be computed so many levels later than others and
 * nothing is found later: each level takes several times as long as the one before it, so most of the work is spared.
 */
export function typeLags(operators: readonly Operator[], target: ValueType): ReadonlyMap<ValueType, number> {
  const lags = new Map<ValueType, number>([[target, 0]]);
  for (const accepted of ACCEPTED[target]) lags.set(accepted, 0);
  if (target === 'grid') lags.set('rows', 0);
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const operator of operators) {
      const after = Math.min(...resultsOf(operator).map((type) => lags.get(type) ?? MOST_LAG));
      const lag = Math.min(MOST_LAG, after + operator.cost + operator.holes.length - 1);
      for (const hole of operator.holes.flatMap((type) => ACCEPTED[type])) {
        if (lag >= (lags.get(hole) ?? MOST_LAG)) continue;
        lags.set(hole, lag);
        hasChanged = true;
      }
    }
  }
  for (const { holes, result } of operators) {
    for (const type of [...holes.flatMap((hole) => ACCEPTED[hole]), result]) {
      if (!lags.has(type)) lags.set(type, MOST_LAG);
    }
  }
  return lags;
}

/** Operators whose candidates wait equally long. */
export interface LagGroup {
  readonly lag: number;
  readonly operators: readonly Operator[];
}

/** Operators by how many levels their candidates wait, those that wait longest first. Without a target nothing waits. */
export function lagGroups(options: {
  readonly operators: readonly Operator[];
  readonly target?: ValueType | null;
}): readonly LagGroup[] {
  const { operators, target } = options;
  if (target === undefined || target === null) return [{ lag: 0, operators }];
  const lags = typeLags(operators, target);
  const lagOf = (operator: Operator): number =>
    Math.min(...resultsOf(operator).map((type) => lags.get(type) ?? 0));
  return Array.from({ length: MOST_LAG + 1 }, (_item, index) => MOST_LAG - index).map((lag) => ({
    lag,
    operators: operators.filter((one) => lagOf(one) === lag),
  }));
}

/** The types that an operator's candidates may have. */
function resultsOf({ result, narrows }: Operator): readonly ValueType[] {
  return narrows === true ? ACCEPTED[result] : [result];
}
