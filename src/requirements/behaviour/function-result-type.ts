import { checkNotBlank } from '../arguments.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { DATA_TYPES } from '../subject/packed-values.js';
import { failWith, passWith } from '../verdict.js';
import type { CallArguments } from './call-arguments.js';
import { judgeCallError } from './judge-call-error.js';
import {
  AFTER_LOADING,
  checkFunctionName,
  type SandboxedOptions,
  sandboxPlan,
  withSubject,
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
  return createRequirement({
    name: 'FunctionResultType',
    key: `FunctionResultType(${name})`,
    description: `\`${shown}\` returns a value of type ${type}.`,
    how: 'the function is called in a sandbox and the type is read from the result, outside it',
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    validate: (artefact, context) =>
      withSubject(artefact, context, plan, 'the call', async (subject) => {
        const outcome = await subject.call(name, options);
        if ('error' in outcome) return judgeCallError(outcome.error, plan, shown);
        const { type: given, isPlainData } = outcome.returned;
        if (given === type && (isPlainData || !DATA_TYPES.has(type))) {
          return passWith(`${shown} returns a value of type ${type}.`);
        }
        const words = given === type ? `a class of its own named ${given}` : `type ${given}`;
        return failWith(`${shown} returns a value of ${words}; required is ${type}.`);
      }),
  });
}
