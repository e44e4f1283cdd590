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
  /** What kept the machine from finding one again, which is not the record's fault; null where nothing did. */
  readonly broken: string | null;
}

/**
 * Compares the verdicts that a record carries with those found now. Words are not compared: a later release may
 * say the same otherwise. A verdict that nothing was checked claims nothing, and a check that an error ended refutes nothing.
 */
export function compareClaims(trajectory: Trajectory, found: Found): ComparedClaims {
  const { replay, outcome, checks } = found;
  const mismatches = new Mismatches();
  const isOutcomeFound = compareOutcome(mismatches, trajectory.outcome, outcome, replay);
  const isVerificationFound =
    trajectory.verification === null ||
    compareVerification(mismatches, trajectory.verification, replay, checks);
  return {
    mismatches: mismatches.found,
    complete: isOutcomeFound && isVerificationFound,
    broken: brokenBy(trajectory, found, isOutcomeFound),
  };
}

interface Found {
  readonly replay: Replay;
  readonly outcome: Outcome;
  readonly checks: readonly VerifierResult[];
}

/** What an error of the machine left unanswered among all that a record claims. */
function brokenBy(
  { outcome, verification }: Trajectory,
  { replay, outcome: found, checks }: Found,
  isOutcomeFound: boolean,
): string | null {
  const claimsReplay = verification !== null && isClaim(verification.verdict);
  if (replay.verdict === 'error' && (claimsReplay || !isOutcomeFound)) return replay.reason;
  const claimed = new Set(verification?.checks.filter(({ verdict }) => isClaim(verdict)).map(nameOf));
  const ended =
    (isOutcomeFound || outcome === null ? undefined : found.checks.find(isError)) ??
    checks.find((check) => isError(check) && claimed.has(check.name));
  return ended?.detail ?? null;
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
  const areStatesJudged = replay.states !== null && ![...outcome.checks, ...found.checks].some(isError);
  const isKnown = ({ name }: OutcomeCheck): boolean =>
    areStatesJudged || (name !== 'goal' && name !== 'invariant');
  const said = outcome.checks.filter(isKnown);
  const now = found.checks.filter(isKnown);
  mismatches.compare(-1, 'outcome.checks', said.map(nameOf), now.map(nameOf));
  let complete = said.length === outcome.checks.length;
  for (const [index, { name, verdict }] of said.entries()) {
    const again = now[index]?.verdict;
    if (verdict === 'not_checked' || verdict === 'error') continue;
    if (again === 'not_checked' || again === 'error') complete = false;
    else mismatches.compare(-1, `outcome.${name}`, verdict, again ?? null);
  }
  return complete;
}

const OUTCOME_ORDER: readonly Verdict[] = ['fail', 'error', 'not_checked', 'pass'];

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function isError({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict === 'error';
}

/** Gives whether each verdict could be found again: without a world, or in another one, a replay says nothing. */
function compareVerification(
  mismatches: Mismatches,
  claimed: Verification,
  replay: Replay,
  checks: readonly VerifierResult[],
): boolean {
  const isUnreplayed = replay.verdict === 'not_checked' && replay.states === null;
  let complete = true;
  if (claimed.checks.length > 0) {
    mismatches.compare(-1, 'verification', claimed.verdict, overallVerdict(claimed.checks));
  }
  for (const [index, claim] of claimed.checks.entries()) {
    const twice = claimed.checks.findIndex(({ name }) => name === claim.name) !== index;
    if (twice) mismatches.compare(-1, 'verification.checks', claim.name, null);
    const found = checks.find(({ name, version }) => name === claim.name && version === claim.version);
    if (found === undefined) continue;
    mismatches.compare(-1, `verification.${claim.name}.required`, claim.required, found.required);
    if (!isClaim(claim.verdict) || isError(found)) continue;
    const isUnanswered = found.verdict === 'not_checked' && (isUnreplayed || claim.name !== 'replay');
    if (isUnanswered) complete = false;
    else mismatches.compare(-1, `verification.${claim.name}`, claim.verdict, found.verdict);
  }
  if (!isClaim(claimed.verdict)) return complete;
  const overall = overallVerdict(checks);
  const isOverallUnanswered = overall === 'error' || (isUnreplayed && overall === 'not_checked');
  if (claimed.checks.length === 0 && !isOverallUnanswered) {
    mismatches.compare(-1, 'verification', claimed.verdict, overall);
  }
  if (isError(replay)) return complete;
  if (isUnreplayed) return false;
  mismatches.compare(-1, 'verification.replayed_calls', claimed.replayedCalls, replay.calls);
  mismatches.compare(-1, 'verification.mismatches', claimed.mismatches, replay.mismatches);
  return complete;
}

function isClaim(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'fail';
}
