import { canonicalJson } from '../../core/index.js';
import type { EngineChoice, SandboxLimits } from '../../sandbox/index.js';

/** How code is to be executed: all that can make a difference to its result. */
export interface ExecutionPlan {
  readonly engine: EngineChoice | 'local_unsafe';
  /** Limits of the run, over the sandbox's defaults. */
  readonly limits: Partial<SandboxLimits>;
  /** Modules that the code may import, kept by the run's import system; null for all. */
  readonly allowedImports: readonly string[] | null;
  /** Host folder that the code sees as a copy-on-write tree, or null for an empty tree. */
  readonly workdir: string | null;
  /** UTF-8 bytes of stdout that are kept, or null for all. */
  readonly stdoutMaxBytes: number | null;
  /** UTF-8 bytes of stderr that are kept, or null for all. */
  readonly stderrMaxBytes: number | null;
  /** Paths in the tree whose files are handed out afterwards. */
  readonly exportPaths: readonly string[];
}

interface PlanKeys {
  readonly execution: string;
  readonly sandbox: string;
}

const keysOfPlans = new WeakMap<ExecutionPlan, PlanKeys>();

/** The identity of a plan: equal plans share executions. */
export function executionPlanKey(plan: ExecutionPlan): string {
  return keysOf(plan).execution;
}

/** The identity of the sandboxes that a plan can use: what is kept or handed out afterwards makes no difference. */
export function sandboxKey(plan: ExecutionPlan): string {
  return keysOf(plan).sandbox;
}

function keysOf(plan: ExecutionPlan): PlanKeys {
  let keys = keysOfPlans.get(plan);
  if (keys === undefined) {
    keys = {
      execution: canonicalJson(plan),
      sandbox: canonicalJson({ ...plan, stdoutMaxBytes: null, stderrMaxBytes: null, exportPaths: [] }),
    };
    keysOfPlans.set(plan, keys);
  }
  return keys;
}
