import { MettleError } from '../core/index.js';
import type { SandboxLimits } from './contract.js';

/** The default limits of a sandbox. */
export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  timeoutSeconds: 5,
  deadlineSeconds: 60,
  memoryMegabytes: 256,
  maxOutputChars: 1_000_000,
  maxSourceBytes: 262_144,
  maxInputBytes: 67_108_864,
  maxValueBytes: 67_108_864,
  maxHostCalls: 10_000,
  maxRecursionDepth: 1_000,
  maxFileBytes: 268_435_456,
  maxProcesses: 16,
};

/** The largest `timeoutSeconds`, on every engine: what the kernel's own limits come after. */
export const MAX_TIMEOUT_SECONDS = 600;

/** Limits that may have a fraction; the others are whole numbers. */
const FRACTIONAL: ReadonlySet<string> = new Set(['timeoutSeconds', 'deadlineSeconds']);

/**
 * The given limits over `base`. Throws `sandbox/invalid_limit` for a name that is no limit, for a value that is not
 * positive, not finite, or not whole where it counts things, and for a `timeoutSeconds` over
 * {@link MAX_TIMEOUT_SECONDS}.
 */
export function resolveSandboxLimits(
  given: Partial<SandboxLimits> | undefined,
  base: SandboxLimits = DEFAULT_SANDBOX_LIMITS,
): SandboxLimits {
  if (given === undefined) return base;
  const resolved: Record<keyof SandboxLimits, number> = { ...base };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!isLimitName(name)) {
      throw invalidLimit(
        `there is no limit ${JSON.stringify(name)}; limits are ${Object.keys(base).join(', ')}`,
        name,
      );
    }
    if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
      throw invalidLimit(`${name} must be a positive number, not ${String(value)}`, name);
    }
    if (!FRACTIONAL.has(name) && !Number.isSafeInteger(value)) {
      throw invalidLimit(`${name} must be a whole number, not ${value}`, name);
    }
    if (name === 'timeoutSeconds' && value > MAX_TIMEOUT_SECONDS) {
      throw invalidLimit(`timeoutSeconds must be at most ${MAX_TIMEOUT_SECONDS}, not ${value}`, name);
    }
    resolved[name] = value;
  }
  return resolved;
}

function isLimitName(name: string): name is keyof SandboxLimits {
  return Object.hasOwn(DEFAULT_SANDBOX_LIMITS, name);
}

function invalidLimit(message: string, limit: string): MettleError {
  return new MettleError({ code: 'sandbox/invalid_limit', message, details: { limit } });
}
