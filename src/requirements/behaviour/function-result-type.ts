import { defineOptions, option } from '../../core/index.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import {
  commonOptions,
  createRequirement,
  type Requirement,
  type ValidationContext,
} from '../requirement.js';
import type { ReturnedValue } from '../subject/packed-values.js';
import { failWith, passWith } from '../verdict.js';
import type { CallArguments } from './call-arguments.js';
import { CALL_ARGUMENTS } from './call-arguments.js';
import { judgeCallError } from './judge-call-error.js';
import {
  AFTER_LOADING,
  FUNCTION_NAME,
  globalNameOf,
  SANDBOXED_OPTIONS,
  type SandboxedOptions,
  sandboxPlan,
  withSubject,
} from './sandboxed.js';
import { showCall } from './show-call.js';

/** What {@link FunctionResultType} takes. */
export interface FunctionResultTypeOptions extends SandboxedOptions, CallArguments {
  readonly functionName: string;
  /**
   * Name of the Python type that the result must have, subclasses not counted: `list`, `int`, `NoneType`, `generator`.
   * Another name is that of any class, also one of the code, such as `Point`; `decimal.Decimal` is that of the library.
   */
  readonly type: string;
}

const checkFunctionResultTypeOptions = defineOptions<FunctionResultTypeOptions>()('FunctionResultType', {
  ...SANDBOXED_OPTIONS,
  ...CALL_ARGUMENTS,
  functionName: option.required(FUNCTION_NAME),
  type: option.required(option.words),
});

/** Types of Python itself: a class of the code that bears one of these names is none. */
const OWN_TYPES: ReadonlySet<string> = new Set(
  `NoneType NotImplementedType async_generator bool builtin_function_or_method bytearray bytes classmethod code complex coroutine
  dict dict_items dict_keys dict_values ellipsis enumerate filter float frozenset function generator int list map mappingproxy
  memoryview method module object property range reversed set slice staticmethod str super traceback tuple type zip`.split(
    /\s+/,
  ),
);

function isOfType({ type: given, library }: ReturnedValue, wanted: string): boolean {
  const [name = '', ...path] = wanted.split('.').reverse();
  if (given !== name) return false;
  if (path.length > 0) return library?.split('.')[0] === path.at(-1);
  return library === 'builtins' || !OWN_TYPES.has(name);
}

/**
 * Whether a process that never loads the code finds a class of that name: where it doesn't, the code has put a module of
 * its own in the library's place.
 */
async function isThere(
  type: string,
  plan: ExecutionPlan,
  { python, signal }: ValidationContext,
): Promise<boolean> {
  const { value } = await python.use(
    plan,
    (sandbox) => sandbox.run(FIND_CLASS, { inputs: { mettle_type: type }, limits: plan.limits, signal }),
    { signal, judges: true },
  );
  return value === true;
}

const FIND_CLASS = `import importlib
found = importlib.import_module(mettle_type.partition('.')[0])
for part in mettle_type.split('.')[1:]:
    try:
        found = getattr(found, part)
    except AttributeError:
        found = importlib.import_module(found.__name__ + '.' + part)
isinstance(found, type)`;

/**
 * Called with these arguments, the function returns a value of that type.
 *
 * @throws {MettleError} `core/invalid_option`, or what a sandbox is refused for.
 */
export function FunctionResultType(options: FunctionResultTypeOptions): Requirement {
  checkFunctionResultTypeOptions(options);
  const { functionName: name, type } = options;
  const plan = sandboxPlan(options);
  const shown = showCall(name, options);
  return createRequirement({
    name: 'FunctionResultType',
    key: `FunctionResultType(${name})`,
    description: `\`${shown}\` returns a value of type ${type}.`,
    names: [globalNameOf(name)],
    how: 'the function is called in a sandbox and the type is read from the result, outside it',
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    validate: (artefact, context) =>
      withSubject(artefact, context, plan, 'the call', async (subject) => {
        const outcome = await subject.call(name, options);
        if ('error' in outcome) return judgeCallError(outcome.error, plan, shown);
        const { type: given, library: claimed } = outcome.returned;
        const isReal =
          !isOfType(outcome.returned, type) || !type.includes('.') || (await isThere(type, plan, context));
        const library = isReal ? claimed : null;
        if (isReal && isOfType(outcome.returned, type))
          return passWith(`${shown} returns a value of type ${type}.`);
        const words = library === null ? `a class of its own named ${given}` : `type ${given}`;
        return failWith(`${shown} returns a value of ${words}; required is ${type}.`);
      }),
  });
}
