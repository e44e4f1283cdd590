import type { Fault } from '../policies/fault.js';
import { faultyPolicy } from '../policies/faulty-policy.js';
import { explorerOfflinePolicy } from './explorer-policy.js';
import { type OfflinePolicy, oraclePolicy } from './offline-policy.js';
import { searchOfflinePolicy } from './search-policy.js';

/** Every fault that an offline policy can have. */
export const FAULTS: readonly Fault[] = [
  'wrong_filter',
  'off_by_one',
  'wrong_argument',
  'skip_step',
  'skip_verification',
  'over_call',
  'stale_answer',
  'gives_up',
  'swallowed_error',
];

/** The oracle of tasks that have one, with a named fault in it: what it does wrong really happens, and counts as failed. */
export function faultyOraclePolicy(fault: Fault, weight = 1): OfflinePolicy {
  return {
    name: fault,
    weight,
    policyFor: ({ oracle }, { hidesTools, seed }) =>
      hidesTools || oracle === undefined ? null : faultyPolicy(oracle, { fault, seed }),
  };
}

/**
 * The default offline policies: the oracle in 6 of 10 episodes, and an oracle with a fault in the others; the search
 * for tasks that hold examples of a transformation; the explorer for queries that say nothing of what is expected.
 */
export function standardOfflinePolicies(): readonly OfflinePolicy[] {
  return [
    searchOfflinePolicy(),
    oraclePolicy(0.6),
    ...FAULTS.map((fault) => faultyOraclePolicy(fault, 0.4 / FAULTS.length)),
    explorerOfflinePolicy(),
  ];
}
