import type {
  Outcome,
  OutcomeCheck,
  ReplayMismatch,
  Trajectory,
  Verification,
  VerifierResult,
} from '../../records/index.js';
import { overallVerdict } from '../../records/internal.js';
import type { Verdict } from '../../requirements/index.js';
import { Mismatches } from './mismatch.js';
import type { Replay } from './verifier.js';

/** What became of the verdicts that a record carries. */
export interface ComparedClaims {
  /** Where they are not those found now. */
  readonly mismatches: readonly ReplayMismatch[];
  /** Whether each could be found again: the states or what hidden tests gave may not be known. */
  readonly complete: boolean;
}

/**
 * Compares the verdicts that a record carries with those found now. Words are not compared: a later release may
 * say the same otherwise. A verdict that nothing was checked claims nothing.
 */
export function compareClaims(
  trajectory: Trajectory,
  found: { readonly replay: Replay; readonly outcome: Outcome; readonly checks: readonly VerifierResult[] },
): ComparedClaims {
  const { replay, outcome, checks } = found;
  const mismatches = new Mismatches();
  const complete = compareOutcome(mismatches, trajectory.outcome, outcome, replay);
  if (trajectory.verification !== null) {
    compareVerification(mismatches, trajectory.verification, replay, checks);
  }
  return { mismatches: mismatches.found, complete };
}

function compareOutcome(
  mismatches: Mismatches,
  outcome: Outcome | null,
  found: Outcome,
  replay: Replay,
): boolean {
  if (outcome === null) return true;
  const worst = OUTCOME_ORDER.find((verdict) => outcome.checks.some((check) => check.verdict === verdict));
  mismatches.compare(-1, 'outcome', outcome.verdict, worst ?? found.verdict);
  const isKnown = ({ name }: OutcomeCheck): boolean =>
    replay.states !== null || (name !== 'goal' && name !== 'invariant');
  const said = outcome.checks.filter(isKnown);
  const now = found.checks.filter(isKnown);
  mismatches.compare(-1, 'outcome.checks', said.map(nameOf), now.map(nameOf));
  let complete = said.length === outcome.checks.length;
  for (const [index, { name, verdict }] of said.entries()) {
    const again = now[index]?.verdict;
    if (verdict === 'not_checked') continue;
    if (again === 'not_checked') complete = false;
    else mismatches.compare(-1, `outcome.${name}`, verdict, again ?? null);
  }
  return complete;
}

const OUTCOME_ORDER: readonly Verdict[] = ['fail', 'error', 'not_checked', 'pass'];

function nameOf({ name }: OutcomeCheck): string {
  return name;
}

function compareVerification(
  mismatches: Mismatches,
  claimed: Verification,
  replay: Replay,
  checks: readonly VerifierResult[],
): void {
  if (claimed.checks.length > 0) {
    mismatches.compare(-1, 'verification', claimed.verdict, overallVerdict(claimed.checks));
  }
  for (const [index, claim] of claimed.checks.entries()) {
    const twice = claimed.checks.findIndex(({ name }) => name === claim.name) !== index;
    if (twice) mismatches.compare(-1, 'verification.checks', claim.name, null);
    const found = checks.find(({ name, version }) => name === claim.name && version === claim.version);
    if (found === undefined) continue;
    mismatches.compare(-1, `verification.${claim.name}.required`, claim.required, found.required);
    if (isClaim(claim.verdict)) {
      mismatches.compare(-1, `verification.${claim.name}`, claim.verdict, found.verdict);
    }
  }
  if (!isClaim(claimed.verdict)) return;
  if (claimed.checks.length === 0) {
    mismatches.compare(-1, 'verification', claimed.verdict, overallVerdict(checks));
  }
  mismatches.compare(-1, 'verification.replayed_calls', claimed.replayedCalls, replay.calls);
  mismatches.compare(-1, 'verification.mismatches', claimed.mismatches, replay.mismatches);
}

function isClaim(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'fail';
}
