import { defineOptions, option } from '../core/index.js';
import { invalidOption } from '../core/internal.js';
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
  maxProcesses: 48,
};

/** The default limits of a sandbox with packages: to import scientific libraries alone takes more than the usual memory. */
export const PACKAGES_SANDBOX_LIMITS: SandboxLimits = { ...DEFAULT_SANDBOX_LIMITS, memoryMegabytes: 1024 };

/** The largest `timeoutSeconds`, on every engine: what the kernel's own limits come after. */
export const MAX_TIMEOUT_SECONDS = 600;

const count = option.wholeNumber(1);
const checkLimits = defineOptions<SandboxLimits>()('limits', {
  timeoutSeconds: option.positive,
  deadlineSeconds: option.positive,
  memoryMegabytes: count,
  maxOutputChars: count,
  maxSourceBytes: count,
  maxInputBytes: count,
  maxValueBytes: count,
  maxHostCalls: count,
  maxRecursionDepth: count,
  maxFileBytes: count,
  maxProcesses: count,
});

/**
 * The given limits over `base`. Throws `core/invalid_option` for a name that is no limit, for a value that is not
 * positive, not finite, or not whole where it counts things, and for a `timeoutSeconds` over
 * {@link MAX_TIMEOUT_SECONDS}.
 */
export function resolveSandboxLimits(
  given: Partial<SandboxLimits> | undefined,
  base: SandboxLimits = DEFAULT_SANDBOX_LIMITS,
): SandboxLimits {
  if (given === undefined) return base;
  const { timeoutSeconds = 0 } = checkLimits(given);
  if (timeoutSeconds > MAX_TIMEOUT_SECONDS) {
    throw invalidOption('limits', 'timeoutSeconds', `at most ${MAX_TIMEOUT_SECONDS}`, timeoutSeconds);
  }
  const resolved: Record<keyof SandboxLimits, number> = { ...base };
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) resolved[name as keyof SandboxLimits] = value;
  }
  return resolved;
}
