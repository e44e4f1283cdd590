import { STARVED_FACTOR } from '../../sandbox/internal.js';
import { type CapabilityPolicy, checkCapabilityPolicy } from './capability-policy.js';
import type { ExecutionPlan } from './execution-plan.js';

/** Characters of stdout and stderr together after which a run is ended, unless a requirement needs to see more. */
const DEFAULT_OUTPUT_CAP = 1_000_000;

/** What {@link planExecution} takes. */
export interface PlanExecutionOptions {
  readonly engine: ExecutionPlan['engine'];
  /** Default: the sandbox's own, safe defaults. */
  readonly policy?: CapabilityPolicy;
  /** Seconds of the code's own time; over the policy's. Default 5. */
  readonly timeoutSeconds?: number;
  /** Modules that the code may import; `[]` for none. Not kept by `local_unsafe`. Default: all. */
  readonly allowedImports?: readonly string[] | null;
  /** Characters of output that a requirement will judge; the run keeps at least one more. */
  readonly maxOutputChars?: number;
}

/**
 * The plan that keeps a policy on an engine.
 *
 * @throws {MettleError} as {@link checkCapabilityPolicy} does.
 */
export function planExecution(options: PlanExecutionOptions): ExecutionPlan {
  const policy: CapabilityPolicy = {
    ...options.policy,
    ...(options.timeoutSeconds === undefined ? {} : { timeoutSeconds: options.timeoutSeconds }),
  };
  checkCapabilityPolicy(options.engine, policy);
  const timeoutSeconds = policy.timeoutSeconds ?? 5;
  return {
    engine: options.engine,
    limits: {
      timeoutSeconds,
      deadlineSeconds: Math.max(60, timeoutSeconds * STARVED_FACTOR),
      maxOutputChars: Math.max(DEFAULT_OUTPUT_CAP, (options.maxOutputChars ?? 0) * 2 + 2),
      ...(policy.memoryMegabytes === undefined ? {} : { memoryMegabytes: policy.memoryMegabytes }),
      ...(policy.subprocessExecution === false && options.engine !== 'monty' ? { maxProcesses: 1 } : {}),
    },
    allowedImports: options.engine === 'local_unsafe' ? null : (options.allowedImports ?? null),
    workdir: policy.filesystemReadRoots?.[0] ?? null,
    stdoutMaxBytes: policy.stdoutMaxBytes ?? null,
    stderrMaxBytes: policy.stderrMaxBytes ?? null,
    exportPaths: [...(policy.artifactExportPaths ?? [])],
  };
}
