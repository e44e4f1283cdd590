import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import { MAX_VALUE_DEPTH, PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';
import { allHold } from '../all-hold.js';
import { requirementError } from '../error-codes.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import type { CallArguments } from './call-arguments.js';
import { judgeCallError } from './judge-call-error.js';
import { pythonEquals } from './python-equality.js';
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
import { showPython } from './show-python.js';

/** A call and what it must return. */
export interface FunctionExample extends CallArguments {
  readonly result: PythonValue;
}

/** What {@link ExamplesPass} takes. */
export interface ExamplesPassOptions extends SandboxedOptions {
  readonly functionName: string;
  readonly examples: readonly FunctionExample[];
  /**
   * How far finite numbers may be apart that are not both whole, as a share of the larger: `rel_tol` of `math.isclose`.
   * Default 1e-9.
   */
  readonly tolerance?: number;
  /** How far they may be apart at any size, `abs_tol`: for results near 0. Default 0. */
  readonly absoluteTolerance?: number;
  /** How many of the examples the description tells a model of. Default 3. A failure shows those that fail, told or not. */
  readonly told?: number;
}

const checkFunctionExample = defineOptions<FunctionExample>()('An example', {
  arguments: option.any,
  keywordArguments: option.record,
  result: option.any,
});

const checkExamplesPassOptions = defineOptions<ExamplesPassOptions>()('ExamplesPass', {
  ...SANDBOXED_OPTIONS,
  functionName: option.required(FUNCTION_NAME),
  examples: option.required(option.list(option.any, 1)),
  tolerance: option.amount,
  absoluteTolerance: option.amount,
  told: option.wholeNumber(0),
});

/** Failed calls that the reason spells out. */
const SPELLED_OUT = 3;

/**
 * The function returns what the examples say. Results are compared outside the sandbox as plain data, so an object
 * that claims to equal everything equals nothing. The score is the share of examples that hold.
 *
 * @throws {MettleError} `core/invalid_option`, `requirements/invalid_example`, or what a sandbox is refused for.
 */
export function ExamplesPass(options: ExamplesPassOptions): Requirement {
  checkExamplesPassOptions(options);
  const { functionName: name, examples, told = 3 } = options;
  const tolerance = { relative: options.tolerance ?? 1e-9, absolute: options.absoluteTolerance ?? 0 };
  examples.forEach(checkExample);
  const plan = sandboxPlan(options);
  return createRequirement({
    name: 'ExamplesPass',
    key: `ExamplesPass(${name})`,
    description: describe(name, examples.slice(0, told)),
    names: [globalNameOf(name)],
    how: `${counted(examples.length, 'call')} in a sandbox, results compared outside it`,
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    validate: (artefact, context) =>
      withSubject(artefact, context, plan, 'the examples', async (subject) => {
        const failures: string[] = [];
        for (const example of examples) {
          const shown = showCall(name, example);
          const outcome = await subject.call(name, example);
          if ('error' in outcome) {
            const wrong = judgeCallError(outcome.error, plan, shown);
            if (wrong.verdict !== 'fail') return wrong;
            failures.push(`${wrong.reason.replace(/\.$/, '')}${await subject.threadErrors()}.`);
            continue;
          }
          const { value } = outcome.returned;
          if (!pythonEquals(example.result, value, tolerance)) {
            const wrong = `${shown} returned ${showPython(value)}; expected ${showPython(example.result)}`;
            failures.push(`${wrong}${await subject.threadErrors()}.`);
          }
        }
        const score = 1 - failures.length / examples.length;
        if (failures.length === 0) return passWith(allHold(examples.length), { score });
        const more = failures.length - SPELLED_OUT;
        const words = failures.slice(0, SPELLED_OUT).join(' ');
        return failWith(
          `${failures.length} of ${counted(examples.length, 'example')} ${failures.length === 1 ? 'fails' : 'fail'}: ${words}${more > 0 ? ` And ${more} more.` : ''}`,
          { score },
        );
      }),
  });
}

function describe(name: string, told: readonly FunctionExample[]): string {
  if (told.length === 0) return `The function ${name} passes the examples.`;
  const calls = told.map((example) => `${showCall(name, example)} == ${showPython(example.result)}`);
  return `The function ${name} passes examples such as: ${calls.join('; ')}.`;
}

function checkExample(example: unknown, at: number): void {
  const { arguments: positional, keywordArguments, result } = (example ?? {}) as Partial<FunctionExample>;
  if (typeof example === 'object' && example !== null) {
    checkFunctionExample(example, `examples[${at}]`);
  }
  const keywords: unknown = keywordArguments ?? {};
  const named = typeof keywords === 'object' && keywords !== null && !Array.isArray(keywords);
  if (
    Array.isArray(positional) &&
    named &&
    [positional, keywords, result].every((value) => isPythonValue(value))
  )
    return;
  throw requirementError(
    'invalid_example',
    `examples[${at}] needs "arguments" as a list and "result", both Python data; None is null.`,
    { details: { at } },
  );
}

/** Whether the value is in the shape of Python data, all the way down; a value that holds itself is not. */
function isPythonValue(value: unknown, depth = 0): boolean {
  if (depth > MAX_VALUE_DEPTH) return false;
  if (value === null || ['boolean', 'number', 'bigint', 'string'].includes(typeof value)) return true;
  if (typeof value !== 'object') return false;
  if (value instanceof Uint8Array || value instanceof PythonFloat || value instanceof PythonObject)
    return true;
  const members = Array.isArray(value) || value instanceof Set ? [...value] : null;
  if (members !== null) return members.every((member) => isPythonValue(member, depth + 1));
  const parts = value instanceof Map ? [...value].flat(1) : Object.values(value);
  return parts.every((part) => isPythonValue(part, depth + 1));
}
