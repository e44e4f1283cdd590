import { defineOptions, type OptionKinds, option } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import type { Environment } from '../environments/index.js';
import {
  isImported,
  isRedacted,
  type Outcome,
  type ReplayMismatch,
  type Trajectory,
  type Verification,
  type VerifierResult,
} from '../records/index.js';
import { NOT_EXECUTED, overallVerdict, REDACTED } from '../records/internal.js';
import { evaluationError } from './error-codes.js';
import type { HiddenTests } from './scoring/hidden-tests.js';
import { scoreOutcome } from './scoring/score-outcome.js';
import { type ComparedClaims, compareClaims } from './verifiers/claims.js';
import { defaultVerifiers } from './verifiers/default-verifiers.js';
import { contradictions } from './verifiers/record-rules.js';
import { replayRecord } from './verifiers/replay.js';
import type { Replay, Verifier, VerifierContext, VerifierFinding } from './verifiers/verifier.js';

const VERDICTS: readonly unknown[] = ['pass', 'fail', 'not_checked', 'error'];

/** The check of the verdicts in the record, which is always made. */
const CLAIMS = 'claims';

/** How a trajectory is verified. */
export interface VerifyOptions {
  /** In place of {@link defaultVerifiers}. Their names are different. */
  readonly verifiers?: readonly Verifier[];
  /** Runs the tests that tasks hide. Without it, what they decide is not checked. */
  readonly hiddenTests?: HiddenTests;
}

/** The kinds of {@link VerifyOptions}. */
export const VERIFY_OPTIONS: OptionKinds<VerifyOptions> = {
  verifiers: option.list(option.object, 1),
  hiddenTests: option.object,
};

const checkOptions = defineOptions<VerifyOptions>()('verifyTrajectory', VERIFY_OPTIONS);

/**
 * Verifies a trajectory by running every call again in a fresh world and comparing every observation, state and change
 * with the record. What was never run cannot pass: an observation without its call, an edited record or an edited
 * answer is a `fail`, and so is a verdict in the record that isn't confirmed. A trajectory without calls, from another
 * environment, imported from another program's log, redacted, or from worlds that a replay can't repeat is `not_checked`; a world that breaks is an
 * `error`.
 *
 * With {@link VerifyOptions.verifiers} other checks are made. The result lists each. The record is verified when all
 * required ones pass; advice changes nothing. Whatever is chosen, the verdicts in the record are compared with those
 * found now.
 *
 * @param environment - where the record was made, or null where that is not at hand: then nothing is replayed.
 */
export async function verifyTrajectory(
  trajectory: Trajectory,
  environment: Environment | null,
  options: VerifyOptions = {},
): Promise<Verification> {
  const { verifiers = defaultVerifiers, hiddenTests } = checkOptions(options);
  checkNames(verifiers);
  if (isImported(trajectory)) return NOT_EXECUTED;
  if (isRedacted(trajectory)) return REDACTED;
  let contradicted: readonly ReplayMismatch[] | undefined;
  let replayed: Promise<Replay> | undefined;
  let scored: Promise<Outcome> | undefined;
  const context: VerifierContext = {
    environment,
    contradictions: () => {
      contradicted ??= contradictions(trajectory);
      return contradicted;
    },
    replay: () => {
      replayed ??= replayRecord(trajectory, environment, context.contradictions());
      return replayed;
    },
    outcome: () => {
      scored ??= context
        .replay()
        .then(async ({ states }) =>
          scoreOutcome(trajectory, states, await hiddenTests?.run(trajectory, states)),
        );
      return scored;
    },
  };
  const results: VerifierResult[] = [];
  const mismatches: ReplayMismatch[] = [];
  for (const verifier of verifiers) {
    const finding = await findingOf(verifier, trajectory, context);
    results.push(resultOf(verifier, finding));
    mismatches.push(...(finding.mismatches ?? []));
  }
  if (replayed === undefined && trajectory.outcome === null && trajectory.verification === null) {
    return verificationOf(results, mismatches, 0);
  }
  const claimsVerifier: Verifier = {
    name: CLAIMS,
    required: true,
    check: async () => {
      const [replay, outcome] = [await context.replay(), await context.outcome()];
      // Of itself, this check expects that it passes.
      const itself = resultOf(claimsVerifier, { verdict: 'pass', detail: '' });
      return claimsFinding(compareClaims(trajectory, { replay, outcome, checks: [...results, itself] }));
    },
  };
  const claims = await findingOf(claimsVerifier, trajectory, context);
  const checks = [...results, resultOf(claimsVerifier, claims)];
  const { calls } = await context.replay();
  return verificationOf(checks, [...mismatches, ...(claims.mismatches ?? [])], calls);
}

function claimsFinding({ mismatches, complete, broken }: ComparedClaims): VerifierFinding {
  if (mismatches.length > 0) {
    return { verdict: 'fail', detail: 'the record carries verdicts that were not confirmed', mismatches };
  }
  if (broken !== null) return { verdict: 'error', detail: broken };
  return complete
    ? { verdict: 'pass', detail: 'every verdict in the record was confirmed' }
    : { verdict: 'not_checked', detail: 'the record carries verdicts that could not be confirmed' };
}

async function findingOf(
  verifier: Verifier,
  trajectory: Trajectory,
  context: VerifierContext,
): Promise<VerifierFinding> {
  try {
    const finding = await verifier.check(trajectory, context);
    if (VERDICTS.includes(finding?.verdict)) return finding;
    return { verdict: 'error', detail: 'the verifier gave no verdict' };
  } catch (error) {
    return { verdict: 'error', detail: errorMessage(error) };
  }
}

function resultOf(
  { name, version = '1', required }: Verifier,
  { verdict, detail }: VerifierFinding,
): VerifierResult {
  return { detail, name, required, verdict, version };
}

function verificationOf(
  checks: readonly VerifierResult[],
  mismatches: readonly ReplayMismatch[],
  replayedCalls: number,
): Verification {
  const verdict = overallVerdict(checks);
  const decisive = checks.find((check) => check.required && check.verdict === verdict);
  const replay = checks.find(({ name }) => name === 'replay');
  const reason = verdict === 'pass' ? (replay?.detail ?? 'every required verifier passes') : decisive?.detail;
  return { verdict, reason: reason ?? 'no verifier is required', replayedCalls, mismatches, checks };
}

function checkNames(verifiers: readonly Verifier[]): void {
  const names = verifiers.map(({ name }) => name);
  const wrong = names.find((name, index) => name === CLAIMS || names.indexOf(name) !== index);
  if (wrong === undefined) return;
  throw evaluationError(
    'verifier_names',
    wrong === CLAIMS
      ? `No verifier may be called ${CLAIMS}: that check is always made.`
      : `Two verifiers are called ${wrong}. Give each a name of its own.`,
  );
}
