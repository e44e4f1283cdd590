import { type OptionKind, type OptionKinds, option } from '../../core/index.js';
import type { EngineChoice, RunError } from '../../sandbox/index.js';
import { isPythonName } from '../../sandbox/internal.js';
import type { Artefact } from '../artefact.js';
import type { CapabilityPolicy } from '../execution/capability-policy.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { planExecution } from '../execution/plan-execution.js';
import { checkAllowedImports } from '../python/allowed-imports.js';
import { codeOf } from '../python/code-of.js';
import { judgeRunError } from '../python/python-execution-req.js';
import type { CommonOptions, RequirementDefinition, ValidationContext } from '../requirement.js';
import { COMMON_OPTIONS } from '../requirement.js';
import { checkSandboxEngine } from '../requirement-engine.js';
import { loadSubject, type Subject } from '../subject/subject.js';
import type { Judgement } from '../verdict.js';

/** What every requirement takes that runs the code in a sandbox of its own. */
export interface SandboxedOptions extends CommonOptions {
  /** Default `auto`. */
  readonly engine?: EngineChoice;
  /**
   * Seconds that each run may take: loading the code, and each call. Waiting of its own accord counts, the time that this
   * machine gives to others does not: a run that gets too little is an `error`. Default 5.
   */
  readonly timeoutSeconds?: number;
  readonly policy?: CapabilityPolicy;
  /** Modules that the code may import while it is run; `[]` for none. Default: all. */
  readonly allowedImports?: readonly string[] | null;
}

/** The kinds of {@link SandboxedOptions}. */
export const SANDBOXED_OPTIONS: OptionKinds<SandboxedOptions> = {
  ...COMMON_OPTIONS,
  engine: option.oneOf(['monty', 'cpython', 'docker', 'auto']),
  timeoutSeconds: option.positive,
  policy: option.object,
  allowedImports: option.any,
};

/** What requirements that run code wait for, where it is in the same set: to be spread into a definition. */
export const AFTER_LOADING: Required<Pick<RequirementDefinition, 'follows' | 'notLimitedBy'>> = {
  follows: ['PythonCodeExtraction', 'PythonSyntaxValid', 'ImportRestrictions', 'PythonExecutionReq'],
  notLimitedBy: ['PythonSyntaxValid'],
};

/** The plan for these options. @throws {MettleError} as `planExecution` and `checkSandboxEngine` do. */
export function sandboxPlan(options: SandboxedOptions): ExecutionPlan {
  const { policy, timeoutSeconds } = options;
  return planExecution({
    engine: checkSandboxEngine(options.engine ?? 'auto'),
    allowedImports: checkAllowedImports(options.allowedImports ?? null),
    ...(policy === undefined ? {} : { policy }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
}

/** A name as Python writes it, such as `mean`. */
export const PYTHON_NAME: OptionKind = {
  wanted: 'a Python name such as "area"',
  allows: (value) => typeof value === 'string' && isPythonName(value),
};

/** A name by which Python can call a function: `area` or `Shape.area`. */
export const FUNCTION_NAME: OptionKind = {
  wanted: PYTHON_NAME.wanted,
  allows: (value) => typeof value === 'string' && value.split('.').every(isPythonName),
};

/** The name in the module that a dotted name begins with: `Account` of `Account.deposit`. */
export function globalNameOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/**
 * Loads the reply's code in a process of its own and hands it to `body`. Without code, or where it cannot be loaded,
 * the judgement says so. What `purpose` names is what cannot be done then.
 */
export async function withSubject(
  artefact: Artefact,
  context: ValidationContext,
  plan: ExecutionPlan,
  purpose: string,
  body: (subject: Subject) => Promise<Judgement>,
): Promise<Judgement> {
  const found = codeOf(artefact, purpose);
  if ('missing' in found) return found.missing;
  const { signal } = context;
  return context.python.use(
    plan,
    async (sandbox) => {
      const loaded = await loadSubject(sandbox, { code: found.code, plan, signal });
      if ('failed' in loaded) return judgeLoadError(loaded.failed, plan);
      try {
        return await body(loaded.subject);
      } finally {
        await loaded.subject.close();
      }
    },
    { signal },
  );
}

/** The judgement on code that could not be loaded. */
export function judgeLoadError(error: RunError, plan: ExecutionPlan): Judgement<never> {
  return judgeRunError(error, null, plan);
}
