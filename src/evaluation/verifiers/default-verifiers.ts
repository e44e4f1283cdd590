import { outcomeVerifier } from './outcome-verifier.js';
import { recordVerifier, replayVerifier } from './record-verifiers.js';
import { safetyVerifier } from './safety-verifier.js';
import { toolArgsVerifier } from './tool-args-verifier.js';
import type { Verifier } from './verifier.js';

/**
 * The default verifiers of `verifyTrajectory`: `record`, `replay`, `tool_args` and `safety` are required; `outcome`
 * advises, since the record of a failure can be as true as that of a success.
 */
export const defaultVerifiers: readonly Verifier[] = [
  recordVerifier,
  replayVerifier,
  toolArgsVerifier,
  safetyVerifier,
  outcomeVerifier({ required: false }),
];
