import { isJsonObject, type Json } from '../../core/index.js';
import type {
  CallRecord,
  InputOutput,
  Trainable,
  TrainingExample,
  TrainingOutcome,
} from '../../training/index.js';

/** What a script should do by example, or why the examples don't say. */
export type ScriptTargets =
  | { readonly ok: true; readonly examples: readonly InputOutput[] }
  | { readonly ok: false; readonly reason: string };

/** What {@link scriptTargets} goes by. */
export interface TargetOptions {
  readonly variable: Trainable;
  readonly examples: readonly TrainingExample[];
  /** Of the current values, in the order of the examples. */
  readonly outcomes: readonly TrainingOutcome[];
  readonly outputNames: readonly string[];
}

/**
 * Turns the examples of a program into examples of one script in it. The script's inputs are those that its calls were given;
 * what it should give is known where its calls are an output of the program.
 */
export function scriptTargets({ variable, examples, outcomes, outputNames }: TargetOptions): ScriptTargets {
  const cases = examples.flatMap((example, index) => {
    const outcome = outcomes[index];
    const calls = (outcome?.calls ?? []).filter(({ variables }) => variables.includes(variable.key));
    return outcome === undefined || calls.length === 0 ? [] : [{ example, outcome, calls }];
  });
  if (cases.length === 0) return { ok: false, reason: 'left alone: no example reaches its script' };
  if (cases.some(({ calls }) => calls.length > 1)) {
    return { ok: false, reason: 'left alone: its script runs several times for one example' };
  }
  const output = outputNames.findIndex((name, index) =>
    cases.every(({ outcome, calls: [call] }) => call !== undefined && isOutput(call, outcome, index, name)),
  );
  if (output < 0) {
    return {
      ok: false,
      reason:
        'left alone: its script gives no output of the program, so the examples don’t say what it should give',
    };
  }
  const targets = cases.flatMap(({ example, calls: [call] }) => {
    const expected = example.y[output] ?? null;
    return call === undefined || expected === null
      ? []
      : [{ input: bare(call.inputs, variable), output: bare(expected, variable) }];
  });
  if (targets.length === 0)
    return { ok: false, reason: 'left alone: no example says what its script should give' };
  return { ok: true, examples: targets };
}

/** What a script takes or gives, of what its call does. */
function bare(value: Json, { field }: Trainable): Json {
  return field !== undefined && isJsonObject(value) ? (value[field] ?? null) : value;
}

/**
 * Whether a call gave an output of the program: the last call that gave the same. Of one that failed, the output has its logs,
 * or its module's name.
 */
function isOutput(
  call: CallRecord,
  { calls, outputs }: TrainingOutcome,
  index: number,
  name: string,
): boolean {
  const output = outputs[index] ?? null;
  if (call.error === null) {
    const text = JSON.stringify(output);
    return calls.findLast((each) => JSON.stringify(each.outputs) === text) === call;
  }
  if (call.module === name) return true;
  const there = new Map(Object.entries(output ?? {}));
  return Object.entries(call.outputs ?? {}).every(([key, value]) => there.get(key) === value);
}
