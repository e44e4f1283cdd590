import { randomInt } from 'node:crypto';
import { MettleError } from '../../core/index.js';
import type { SandboxLimits } from '../contract.js';
import type { Checkpoint } from './namespace-bytes.js';
import { patchDump } from './session-limits.js';
import type { RaisedException } from './wire/raised-exception.js';
import { configureRequest, loadRequest, type WireLimits } from './wire/requests.js';

/**
 * Execution that a session may gather beyond one run's limit before its clock is set back: a share of the limit, and
 * about as long as setting it back takes for a namespace of that size, which is dumped and loaded for that.
 */
const CLOCK_SLACK = 0.05;
const CLOCK_SLACK_MICROS_PER_BYTE = 0.05;
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

/** What is known of a session's clock. */
export interface SessionClock {
  /** Whether it can be set back. */
  readonly resets: boolean;
  /** The size of the namespace's last dump; 0 for none. */
  readonly namespaceBytes: number;
}

/** Whether a session with these limits and so much execution behind it can serve a run as it is. */
export function fitsRun(
  session: WireLimits,
  usedMicros: number,
  limits: RunLimits,
  clock: SessionClock,
): boolean {
  const sameSizes =
    megabytesOf(session) === limits.memoryMegabytes && session.maxRecursionDepth === limits.maxRecursionDepth;
  if (!clock.resets) return sameSizes;
  const left = session.maxDurationMicros - usedMicros;
  const wanted = limits.timeoutSeconds * MICROS;
  return sameSizes && left >= wanted && left <= withSlack(wanted, clock.namespaceBytes) + NONCE_MICROS;
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
  const wanted = wireLimits(limits, { resets: clockResets, namespaceBytes: checkpoint?.state.length ?? 0 });
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

function withSlack(micros: number, namespaceBytes: number): number {
  return Math.ceil(micros * (1 + CLOCK_SLACK) + namespaceBytes * CLOCK_SLACK_MICROS_PER_BYTE);
}

function wireLimits(limits: RunLimits, { resets, namespaceBytes }: SessionClock): WireLimits {
  const wanted = resets
    ? withSlack(limits.timeoutSeconds * MICROS, namespaceBytes)
    : UNRESETTABLE_SECONDS * MICROS;
  return {
    maxDurationMicros: wanted + randomInt(NONCE_MICROS),
    maxMemoryBytes: limits.memoryMegabytes * 2 ** 20 - randomInt(NONCE_BYTES),
    maxRecursionDepth: limits.maxRecursionDepth,
  };
}

function megabytesOf(limits: WireLimits): number {
  return Math.ceil(limits.maxMemoryBytes / 2 ** 20);
}
