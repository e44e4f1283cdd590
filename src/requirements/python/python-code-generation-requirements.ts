import { defineOptions, type OptionKinds, option } from '../../core/index.js';
import { requirementError } from '../error-codes.js';
import type { CapabilityPolicy } from '../execution/capability-policy.js';
import type { Requirement } from '../requirement.js';
import { checkRequirementEngine, type RequirementEngine } from '../requirement-engine.js';
import { ImportRestrictions } from './import-restrictions.js';
import { NoImportRestrictions } from './no-import-restrictions.js';
import { PythonCodeExtraction } from './python-code-extraction.js';
import { PythonExecutionReq } from './python-execution-req.js';
import { PythonSyntaxValid } from './python-syntax-valid.js';

/** What {@link pythonCodeGenerationRequirements} takes. */
export interface PythonCodeGenerationOptions {
  /** Modules that may be imported; `[]` means none. Default: all. */
  readonly allowedImports?: readonly string[] | null;
  /** Characters of stdout that are accepted. Default 10,000. */
  readonly outputLimitChars?: number;
  /** Seconds the code may take, without those that this machine gives to others. Default 5. */
  readonly timeoutSeconds?: number;
  /** Runs the code in a sandbox: the same as `engine: 'auto'`. Default false. */
  readonly useSandbox?: boolean;
  /** Where the code is run. Default `none`: it is not, and execution is `not_checked`. */
  readonly engine?: RequirementEngine;
  /** What the code may do beyond that. */
  readonly policy?: CapabilityPolicy;
}

/** The kinds of {@link PythonCodeGenerationOptions}. */
export const PYTHON_CODE_GENERATION_OPTIONS: OptionKinds<PythonCodeGenerationOptions> = {
  allowedImports: option.any,
  outputLimitChars: option.wholeNumber(1),
  timeoutSeconds: option.positive,
  useSandbox: option.boolean,
  engine: option.oneOf(['none', 'monty', 'cpython', 'docker', 'auto', 'local_unsafe']),
  policy: option.object,
};

const checkPythonCodeGenerationOptions = defineOptions<PythonCodeGenerationOptions>()(
  'pythonCodeGenerationRequirements',
  PYTHON_CODE_GENERATION_OPTIONS,
);

/**
 * The bundle for generated Python, always four requirements, in this order: `PythonCodeExtraction`,
 * `PythonSyntaxValid`, `PythonExecutionReq`, and `ImportRestrictions` with a list of imports or
 * `NoImportRestrictions` without. Imports are judged before anything runs.
 *
 * @example
 * ```ts
 * import { checkPython, pythonCodeGenerationRequirements } from 'mettle';
 *
 * const requirements = pythonCodeGenerationRequirements({ allowedImports: ['math'], useSandbox: true });
 * const report = await checkPython('import math\nprint(math.gcd(12, 18))', requirements);
 * for (const { requirement, verdict } of report.results) console.log(requirement, verdict);
 * // → PythonCodeExtraction pass
 * // → PythonSyntaxValid pass
 * // → PythonExecutionReq pass
 * // → ImportRestrictions pass
 * ```
 * @throws {MettleError} `core/invalid_option`, `requirements/unknown_engine`, `requirements/invalid_import`,
 *   `requirements/conflicting_options` for `useSandbox` with an engine that is no sandbox, or what a policy is refused for.
 */
export function pythonCodeGenerationRequirements(
  options: PythonCodeGenerationOptions = {},
): [Requirement, Requirement, Requirement, Requirement] {
  checkPythonCodeGenerationOptions(options);
  const {
    allowedImports = null,
    useSandbox = false,
    timeoutSeconds = 5,
    outputLimitChars = 10_000,
  } = options;
  const engine = checkRequirementEngine(options.engine ?? (useSandbox ? 'auto' : 'none'));
  if (useSandbox && (engine === 'none' || engine === 'local_unsafe')) {
    throw requirementError(
      'conflicting_options',
      `useSandbox is true, but the engine ${engine} is not a sandbox. Leave one of them out.`,
    );
  }
  return [
    PythonCodeExtraction(),
    PythonSyntaxValid(),
    PythonExecutionReq({
      engine,
      timeoutSeconds,
      maxOutputChars: outputLimitChars,
      allowedImports,
      ...(options.policy === undefined ? {} : { policy: options.policy }),
    }),
    allowedImports === null ? NoImportRestrictions() : ImportRestrictions({ allowedImports }),
  ];
}
