import { checkNotBlank } from '../arguments.js';
import { commonOptions, defineRequirement, type Requirement } from '../requirement.js';
import { fail, pass } from '../verdict.js';
import type { CallArguments } from './call-function.js';
import { judgeCallError } from './judge-call-error.js';
import {
  AFTER_LOADING,
  checkFunctionName,
  type SandboxedOptions,
  sandboxPlan,
  withLoadedCode,
} from './sandboxed.js';
import { showCall } from './show-call.js';

/** What {@link FunctionResultType} takes. */
export interface FunctionResultTypeOptions extends SandboxedOptions, CallArguments {
  readonly functionName: string;
  /** Name of the Python type that the result must have, subclasses not counted: `list`, `int`, `NoneType`. */
  readonly type: string;
}

/**
 * Called with these arguments, the function returns a value of that type.
 *
 * @throws {MettleError} `requirements/invalid_function`, `requirements/blank`, or what a sandbox is refused for.
 */
export function FunctionResultType(options: FunctionResultTypeOptions): Requirement {
  const name = checkFunctionName(options.functionName);
  const type = checkNotBlank('type', options.type);
  const plan = sandboxPlan(options);
  const shown = showCall(name, options);
  return defineRequirement({
    name: 'FunctionResultType',
    key: `FunctionResultType(${name})`,
    description: `\`${shown}\` returns a value of type ${type}.`,
    how: 'the function is called in a sandbox and the type of its result is asked',
    tier: plan.tier,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    validate: (artefact, context) =>
      withLoadedCode(artefact, context, plan, 'the call', async (loaded) => {
        const keywords = options.keywordArguments ?? {};
        const result = await loaded.run(`type(${name}(*mettle_arguments, **mettle_keywords)).__name__`, {
          inputs: { mettle_arguments: [...options.arguments], mettle_keywords: keywords },
        });
        const wrong = judgeCallError(result, plan, shown);
        if (wrong !== null) return wrong;
        return result.value === type
          ? pass(`${shown} returns a value of type ${type}.`)
          : fail(`${shown} returns a value of type ${String(result.value)}; required is ${type}.`);
      }),
  });
}
