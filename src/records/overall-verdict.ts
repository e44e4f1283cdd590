import type { Verdict } from '../requirements/index.js';
import type { VerifierResult } from './judgement.js';

/** What the required checks come to: an error before a failure before what was not checked. Without any: not checked. */
export function overallVerdict(checks: readonly Pick<VerifierResult, 'required' | 'verdict'>[]): Verdict {
  const required = checks.filter((check) => check.required);
  const verdicts = ['error', 'fail', 'not_checked'] as const;
  const worst = verdicts.find((verdict) => required.some((check) => check.verdict === verdict));
  return worst ?? (required.length === 0 ? 'not_checked' : 'pass');
}
