import { MettleError } from '../../core/index.js';
import { isPythonName, type RunResult, type Sandbox } from '../../sandbox/index.js';
import type { Artefact } from '../artefact.js';
import type { CapabilityPolicy } from '../execution/capability-policy.js';
import { executionOf } from '../execution/execution.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { planExecution } from '../execution/plan-execution.js';
import { codeOf } from '../python/code-of.js';
import { judgeRunError } from '../python/python-execution-req.js';
import type { CommonOptions, RequirementDefinition, ValidationContext } from '../requirement.js';
import { checkSandboxTier, type SandboxTier } from '../tier.js';
import type { Judgement } from '../verdict.js';

/** What every requirement takes that runs the code in a sandbox of its own. */
export interface SandboxedOptions extends CommonOptions {
  /** Default `auto`. */
  readonly tier?: SandboxTier;
  /** Wall-clock seconds that each run may take: loading the code, and each call. Default 5. */
  readonly timeoutSeconds?: number;
  readonly policy?: CapabilityPolicy;
}

/** What requirements that run code wait for, where it is in the same set: to be spread into a definition. */
export const AFTER_LOADING: Required<Pick<RequirementDefinition, 'follows' | 'notLimitedBy'>> = {
  follows: ['PythonCodeExtraction', 'PythonSyntaxValid', 'ImportRestrictions', 'PythonExecutionReq'],
  notLimitedBy: ['PythonSyntaxValid'],
};

/** The plan for these options. @throws {MettleError} as `planExecution` and `checkSandboxTier` do. */
export function sandboxPlan(options: SandboxedOptions): ExecutionPlan {
  const { policy, timeoutSeconds } = options;
  return planExecution({
    tier: checkSandboxTier(options.tier ?? 'auto'),
    ...(policy === undefined ? {} : { policy }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
}

/** The name, given back. @throws {MettleError} `requirements/invalid_function` when Python cannot call it so. */
export function checkFunctionName(name: string): string {
  if (typeof name === 'string' && name.split('.').every(isPythonName)) return name;
  throw new MettleError({
    code: 'requirements/invalid_function',
    message: `functionName must be a Python name such as "area", got ${JSON.stringify(name)}.`,
  });
}

/** A sandbox in which the code has run to its end. */
export interface LoadedCode {
  readonly code: string;
  readonly sandbox: Sandbox;
  /** Runs more Python in the same namespace. */
  run(source: string, inputs?: Parameters<Sandbox['run']>[1]): Promise<RunResult>;
}

/**
 * Runs the reply's code in an empty sandbox and hands it to `body`. Without code, or where it fails to run, the
 * judgement says so. What `purpose` names is what cannot be done then.
 */
export async function withLoadedCode(
  artefact: Artefact,
  context: ValidationContext,
  plan: ExecutionPlan,
  purpose: string,
  body: (loaded: LoadedCode) => Promise<Judgement>,
): Promise<Judgement> {
  const found = codeOf(artefact, purpose);
  if ('missing' in found) return found.missing;
  return context.python.use(
    plan,
    async (sandbox) => {
      const run: LoadedCode['run'] = async (source, options = {}) => {
        const result = await sandbox.run(source, { ...options, limits: plan.limits, signal: context.signal });
        context.signal.throwIfAborted();
        return result;
      };
      const result = await run(found.code);
      if (result.error !== null) return judgeRunError(result.error, executionOf(result, plan), plan);
      return body({ code: found.code, sandbox, run });
    },
    { signal: context.signal },
  );
}
