import { defineOptions, option, RandomStream } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { PythonObject, type PythonValue } from '../../sandbox/index.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { judgeMachineError } from '../python/python-execution-req.js';
import {
  commonOptions,
  createRequirement,
  type Requirement,
  type ValidationContext,
} from '../requirement.js';
import { type Packed, packValue } from '../subject/packed-values.js';
import { checkError, failWith, type Judgement, notChecked, passWith } from '../verdict.js';
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
import { showPython } from './show-python.js';

/** What {@link PropertyHolds} takes. */
export interface PropertyHoldsOptions extends SandboxedOptions {
  readonly functionName: string;
  /** What must hold, in words that a model is told. */
  readonly property: string;
  /** Makes the positional arguments of one call; small ones first where `size`, from 0 to 1, is used. */
  readonly generate: (random: RandomStream, size: number) => readonly PythonValue[];
  /**
   * Whether the property holds: a function that gets arguments and result, or a Python expression over `arguments`
   * and `result`, evaluated in a sandbox of its own that the code under test never sees.
   */
  readonly holds: ((args: readonly PythonValue[], result: PythonValue) => boolean) | string;
  /** Calls. Default 50. */
  readonly runs?: number;
  /** Default 0. */
  readonly seed?: number;
}

const checkPropertyHoldsOptions = defineOptions<PropertyHoldsOptions>()('PropertyHolds', {
  ...SANDBOXED_OPTIONS,
  functionName: option.required(FUNCTION_NAME),
  property: option.required(option.words),
  generate: option.required(option.callback),
  holds: option.required(option.either(option.callback, option.string)),
  runs: option.wholeNumber(1),
  seed: option.integer,
});

interface Call {
  readonly arguments: readonly PythonValue[];
  readonly result: PythonValue;
  /** The result as it crossed. */
  readonly packed: Packed;
}

/**
 * A property holds for generated inputs. The same seed generates the same inputs; the first counter-example is named.
 *
 * @throws {MettleError} `core/invalid_option`, or what a sandbox is refused for.
 */
export function PropertyHolds(options: PropertyHoldsOptions): Requirement {
  checkPropertyHoldsOptions(options);
  const { functionName: name, property, runs = 50, generate, holds, seed = 0 } = options;
  const plan = sandboxPlan(options);
  return createRequirement({
    name: 'PropertyHolds',
    key: `PropertyHolds(${name}: ${property})`,
    description: `For every input of ${name}: ${property}`,
    names: [globalNameOf(name)],
    how: `${runs} calls in a sandbox with inputs generated from seed ${seed}`,
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context) {
      const random = new RandomStream(seed, `property/${name}`);
      const calls: Call[] = [];
      const failed = await withSubject(artefact, context, plan, 'the property', async (subject) => {
        for (let run = 0; run < runs; run++) {
          const args = generate(random, runs === 1 ? 1 : run / (runs - 1));
          const shown = showCall(name, { arguments: args });
          const outcome = await subject.call(name, { arguments: args });
          if ('error' in outcome) return judgeCallError(outcome.error, plan, shown);
          const { value, packed } = outcome.returned;
          calls.push({ arguments: args, result: value, packed });
        }
        return passWith('called');
      });
      if (failed.verdict !== 'pass') return failed;
      return typeof holds === 'string'
        ? judgeByExpression(name, property, holds, calls, plan, context)
        : judgeByFunction(name, property, holds, calls);
    },
  });
}

function judgeByFunction(
  name: string,
  property: string,
  holds: (args: readonly PythonValue[], result: PythonValue) => boolean,
  calls: readonly Call[],
): Judgement {
  for (const call of calls) {
    const answer: unknown = holds(call.arguments, call.result);
    if (answer === false) return counterExample(name, property, call);
    if (answer !== true)
      return checkError(`"holds" returned ${String(answer)}; it must return true or false.`);
  }
  return passWith(`It holds for ${calls.length} generated inputs.`);
}

async function judgeByExpression(
  name: string,
  property: string,
  expression: string,
  calls: readonly Call[],
  plan: ExecutionPlan,
  context: ValidationContext,
): Promise<Judgement> {
  return context.python.use(
    plan,
    async (sandbox) => {
      for (const call of calls) {
        const object = objectIn(call.result);
        if (object !== null) return judgeObject(name, object, call, property);
        let answer: PythonValue;
        try {
          const values = JSON.stringify(['l', [packValue([...call.arguments]), call.packed]]);
          const run = await sandbox.run(`${UNPACK}\nbool(${expression})`, {
            inputs: { mettle_values: values },
            limits: plan.limits,
            signal: context.signal,
          });
          if (run.error !== null) {
            return (
              judgeMachineError(run.error, plan, 'The property') ??
              checkError(`The property could not be evaluated: ${run.error.message}`)
            );
          }
          answer = run.value;
        } catch (error) {
          context.signal.throwIfAborted();
          return checkError(`The property could not be evaluated: ${errorMessage(error)}`);
        }
        if (answer !== true) return counterExample(name, property, call);
      }
      return passWith(`It holds for ${calls.length} generated inputs.`);
    },
    { signal: context.signal, judges: true },
  );
}

/** Reads packed values back, as `packValue` and the code's process write them. */
const UNPACK = `
import base64 as mettle_base64, json as mettle_json
def mettle_unpack(packed):
    if type(packed) is not list:
        return packed
    tag, value = packed[0], packed[1]
    if tag == "f":
        return float(value)
    if tag == "i":
        return int(value, 16)
    if tag == "b" or tag == "B":
        data = mettle_base64.b64decode(value)
        return bytearray(data) if tag == "B" else data
    if tag == "k":
        return mettle_unpack(packed[2])
    parts = [mettle_unpack(part) for part in value]
    if tag == "d":
        return dict(zip(parts[::2], parts[1::2]))
    return {"l": list, "t": tuple, "s": set, "z": frozenset}[tag](parts)
arguments, result = mettle_unpack(mettle_json.loads(mettle_values))
`;

/** The first object in a result that is no data; null where all of it is. */
function objectIn(value: PythonValue): PythonObject | null {
  if (value instanceof PythonObject) return value;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return null;
  const parts =
    Array.isArray(value) || value instanceof Set
      ? [...(value as Iterable<PythonValue>)]
      : value instanceof Map
        ? [...value].flat(1)
        : Object.values(value);
  for (const part of parts as readonly PythonValue[]) {
    const object = objectIn(part);
    if (object !== null) return object;
  }
  return null;
}

/** An object of the code's own class is no result of which a property of data could hold; one of a library may be. */
function judgeObject(
  name: string,
  { type, attributes }: PythonObject,
  call: Call,
  property: string,
): Judgement {
  if (attributes !== null) return counterExample(name, property, call);
  return notChecked(
    `${name} returned an object of type ${type}, and a Python expression is evaluated over data alone. Return numbers, text, lists or dicts.`,
    'limit',
  );
}

function counterExample(name: string, property: string, call: Call): Judgement {
  return failWith(
    `It does not hold that ${property}: ${showCall(name, call)} returned ${showPython(call.result)}.`,
  );
}
