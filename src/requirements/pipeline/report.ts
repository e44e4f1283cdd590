import type { Artefact } from '../artefact.js';
import type { Requirement } from '../requirement.js';
import type { RequirementResult, Verdict } from '../verdict.js';

/** The type of what a requirement reads off a reply that passes. */
type ValueOf<R> = R extends Requirement<infer T> ? T : never;

/** All verdicts on one reply. `R` are the requirements: with a list of known length, each result has its value's type. */
export interface Report<R extends readonly Requirement[] = readonly Requirement[]> {
  /**
   * Whether everything that must hold does: each requirement of the severity `must` passed, or was left unchecked by
   * choice. A check that could not be carried out, could not judge the reply, or was blocked by another, makes it false.
   */
  readonly ok: boolean;
  /**
   * The worst verdict: `error`, then `fail`, then `not_checked`; `pass` only when every requirement passed, those of the
   * severity `should` passed or failed.
   */
  readonly verdict: Verdict;
  /** The Python code of the reply, or null where there is none. */
  readonly code: string | null;
  /** In the order in which the requirements were given. */
  readonly results: { readonly [I in keyof R]: RequirementResult<ValueOf<R[I]>> };
  /** How good the reply is, from 0 to 1: the weighted mean of the scores, without what the machine kept from being checked. */
  readonly score: number;
  /** The reply as it was read. */
  readonly artefact: Artefact;
}

const WORST_FIRST: readonly Verdict[] = ['error', 'fail', 'not_checked', 'pass'];

/** Sums up results, which are in the order of the requirements. */
export function makeReport(
  artefact: Artefact,
  requirements: readonly Requirement[],
  results: readonly RequirementResult[],
): Report {
  let earned = 0;
  let possible = 0;
  for (const [index, result] of results.entries()) {
    if (result.fault === 'machine') continue;
    const weight = requirements[index]?.weight ?? 1;
    possible += weight;
    earned += weight * (result.score ?? 0);
  }
  const verdicts = results.map(({ severity, verdict }) =>
    severity === 'should' && verdict === 'fail' ? 'pass' : verdict,
  );
  return {
    ok: results.every(
      ({ severity, verdict, cause }) => severity === 'should' || verdict === 'pass' || cause === 'by_choice',
    ),
    verdict: WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'not_checked',
    code: artefact.code,
    results,
    score: possible === 0 ? 0 : earned / possible,
    artefact,
  };
}
