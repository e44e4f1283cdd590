import type { Verification } from './judgement.js';
import type { Trajectory } from './trajectory.js';

/** The fingerprint of what is no environment of ours: no world has it, so nothing recorded there can be replayed. */
export const IMPORTED_FINGERPRINT = 'imported';

/** What stands for the state of a world in an imported record: nobody saw it. */
export const UNKNOWN_STATE = 'unknown';

/**
 * Whether a record was read from a log of another program. Mettle ran none of its calls: its observations are what the log says, so
 * no verification of it can pass.
 */
export function isImported({ environment }: Pick<Trajectory, 'environment'>): boolean {
  return environment.fingerprint === IMPORTED_FINGERPRINT;
}

/** What verifying an imported record gives, whatever else it says. */
export const NOT_EXECUTED: Verification = {
  verdict: 'not_checked',
  reason: 'it was imported: Mettle executed none of its calls',
  replayedCalls: 0,
  mismatches: [],
  checks: [],
};
