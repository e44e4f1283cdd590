import { randomInt } from 'node:crypto';
import { MettleError } from '../../core/index.js';
import type { SandboxLimits } from '../contract.js';
import type { Checkpoint } from './namespace-bytes.js';
import { patchDump } from './session-limits.js';
import type { RaisedException } from './wire/raised-exception.js';
import { configureRequest, loadRequest, type WireLimits } from './wire/requests.js';

/** Execution that a session may gather beyond one run's limit before its clock is set back, as a share of it. */
const CLOCK_SLACK = 0.05;
/** What a session may execute in all where the clock cannot be set back. */
const UNRESETTABLE_SECONDS = 100_000;
const MICROS = 1_000_000;
/** Random low digits that make a session's limits recognisable in its dump. */
const NONCE_BYTES = 65_536;
const NONCE_MICROS = 1000;

type RunLimits = Pick<SandboxLimits, 'timeoutSeconds' | 'memoryMegabytes' | 'maxRecursionDepth'>;

/** A request that starts a session, and the limits that the session has then. */
export interface SessionStart {
  readonly request: Buffer;
  readonly limits: WireLimits;
}

/** Whether a session with these limits and so much execution behind it can serve a run as it is. */
export function fitsRun(
  session: WireLimits,
  usedMicros: number,
  limits: RunLimits,
  clockResets: boolean,
): boolean {
  const sameSizes =
    megabytesOf(session) === limits.memoryMegabytes && session.maxRecursionDepth === limits.maxRecursionDepth;
  if (!clockResets) return sameSizes;
  const left = session.maxDurationMicros - usedMicros;
  const wanted = limits.timeoutSeconds * MICROS;
  return sameSizes && left >= wanted && left <= wanted * (1 + CLOCK_SLACK) + NONCE_MICROS;
}

/**
 * The request that makes a worker's fresh session the given namespace, ready for a run with these limits. Throws
 * `sandbox/unenforceable_limit` when the namespace's memory limit cannot be changed.
 */
export function startSession(
  checkpoint: Checkpoint | null,
  limits: RunLimits,
  clockResets: boolean,
): SessionStart {
  const wanted = wireLimits(limits, clockResets);
  if (checkpoint === null) return { request: configureRequest(wanted), limits: wanted };
  const patched = patchDump(checkpoint.state, checkpoint.limits, wanted);
  if (patched !== null) return { request: loadRequest(patched), limits: wanted };
  if (megabytesOf(checkpoint.limits) !== limits.memoryMegabytes) {
    throw new MettleError({
      code: 'sandbox/unenforceable_limit',
      message: 'this monty binary cannot change memoryMegabytes of a namespace that exists; reset() first',
    });
  }
  return { request: loadRequest(checkpoint.state), limits: checkpoint.limits };
}

/** The limit that what runs before a run's code came up against: its code is prepared and its inputs are read then. */
export function limitReached(raised: RaisedException): 'memory' | 'timeout' | null {
  if (raised.type === 'MemoryError') return 'memory';
  return raised.type === 'TimeoutError' ? 'timeout' : null;
}

function wireLimits(limits: RunLimits, clockResets: boolean): WireLimits {
  const seconds = clockResets ? limits.timeoutSeconds * (1 + CLOCK_SLACK) : UNRESETTABLE_SECONDS;
  return {
    maxDurationMicros: Math.ceil(seconds * MICROS) + randomInt(NONCE_MICROS),
    maxMemoryBytes: limits.memoryMegabytes * 2 ** 20 - randomInt(NONCE_BYTES),
    maxRecursionDepth: limits.maxRecursionDepth,
  };
}

function megabytesOf(limits: WireLimits): number {
  return Math.ceil(limits.maxMemoryBytes / 2 ** 20);
}
