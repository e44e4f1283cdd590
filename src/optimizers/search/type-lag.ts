import type { Operator } from './operator.js';
import { ACCEPTED, type ValueType } from './value-type.js';

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

/** The types that an operator's candidates may have. */
export function resultsOf({ result, narrows }: Operator): readonly ValueType[] {
  return narrows === true ? ACCEPTED[result] : [result];
}
