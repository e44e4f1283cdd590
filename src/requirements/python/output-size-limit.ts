import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import type { CapabilityPolicy } from '../execution/capability-policy.js';
import { planExecution } from '../execution/plan-execution.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { checkRequirementEngine, type RequirementEngine } from '../requirement-engine.js';
import { failWith, type Judgement, passWith } from '../verdict.js';
import { checkAllowedImports } from './allowed-imports.js';
import { codeOf } from './code-of.js';
import { judgeRunError, judgeUnauthorized, NOTHING_RUN } from './python-execution-req.js';

/** What {@link OutputSizeLimit} takes. */
export interface OutputSizeLimitOptions extends CommonOptions {
  /** Characters of stdout that are accepted, one final line break not counted. Default 10,000. */
  readonly limitChars?: number;
  /** Where the code is run. Default `none`: it is not, and the verdict is `not_checked`. */
  readonly engine?: RequirementEngine;
  readonly policy?: CapabilityPolicy;
  /** Modules that may be imported, checked before anything runs and kept while it runs; `[]` means none. Default: all. */
  readonly allowedImports?: readonly string[] | null;
}

const checkOutputSizeLimitOptions = defineOptions<OutputSizeLimitOptions>()('OutputSizeLimit', {
  ...COMMON_OPTIONS,
  limitChars: option.wholeNumber(1),
  engine: option.oneOf(['none', 'monty', 'cpython', 'docker', 'auto', 'local_unsafe']),
  policy: option.object,
  allowedImports: option.any,
});

/**
 * The code prints no more than a number of characters. It shares the run with other requirements of the same engine
 * and policy, so the code is not run twice.
 *
 * @throws {MettleError} as `PythonExecutionReq` does.
 */
export function OutputSizeLimit(options: OutputSizeLimitOptions = {}): Requirement {
  checkOutputSizeLimitOptions(options);
  const limit = options.limitChars ?? 10_000;
  const engine = checkRequirementEngine(options.engine ?? 'none');
  const allowed = checkAllowedImports(options.allowedImports ?? null);
  const plan =
    engine === 'none'
      ? null
      : planExecution({
          engine,
          maxOutputChars: limit,
          allowedImports: allowed,
          ...(options.policy === undefined ? {} : { policy: options.policy }),
        });
  return createRequirement({
    name: 'OutputSizeLimit',
    description: `The code prints at most ${counted(limit, 'character')}.`,
    how:
      plan === null ? 'nothing is run' : 'stdout of the run is counted in characters as Python counts them',
    engine,
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid', 'ImportRestrictions', 'PythonExecutionReq'],
    notLimitedBy: ['PythonSyntaxValid'],
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context): Promise<Judgement> {
      const found = codeOf(artefact, 'the output size check');
      if ('missing' in found) return found.missing;
      if (plan === null) return NOTHING_RUN;
      const unauthorized = judgeUnauthorized(artefact, allowed);
      if (unauthorized !== null) return unauthorized;
      const execution = await context.python.run(found.code, plan, { signal: context.signal });
      if (execution.error !== null) return judgeRunError(execution.error, execution, plan, limit);
      const { stdoutChars } = execution;
      return stdoutChars <= limit
        ? passWith(`Output size (${counted(stdoutChars, 'char')}) within limit (${limit}).`, { execution })
        : failWith(`Output size (${counted(stdoutChars, 'char')}) exceeds limit (${limit}).`, { execution });
    },
  });
}
