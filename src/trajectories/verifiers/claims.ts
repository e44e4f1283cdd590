import type { ReplayMismatch, Verification } from '../judgement.js';
import { type EpisodeStates, scoreOutcome } from '../score-outcome.js';
import type { Trajectory } from '../trajectory.js';
import { Mismatches } from './mismatch.js';

/**
 * Where the verdicts that a record carries are not those found now. Words are not compared: a later release may
 * say the same otherwise. A verdict that nothing was checked claims nothing.
 */
export function falseClaims(
  trajectory: Trajectory,
  replayed: Verification,
  states: EpisodeStates | null,
): readonly ReplayMismatch[] {
  const mismatches = new Mismatches();
  const { outcome, verification } = trajectory;
  if (outcome !== null) {
    const found = scoreOutcome(trajectory, states);
    mismatches.compare(-1, 'outcome', outcome.verdict, found.verdict);
    mismatches.compare(-1, 'outcome.checks', outcome.checks.map(verdictOf), found.checks.map(verdictOf));
  }
  if (verification?.verdict === 'pass' || verification?.verdict === 'fail') {
    mismatches.compare(-1, 'verification', verification.verdict, replayed.verdict);
    mismatches.compare(-1, 'verification.replayed_calls', verification.replayedCalls, replayed.replayedCalls);
    mismatches.compare(-1, 'verification.mismatches', verification.mismatches, replayed.mismatches);
  }
  return mismatches.found;
}

function verdictOf({ name, verdict }: { readonly name: string; readonly verdict: string }): unknown {
  return { name, verdict };
}
