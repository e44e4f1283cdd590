import { contentHash, isJsonObject, type Json, type JsonObject, MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type {
  CallRecord,
  ProgramRun,
  ProgramRunOptions,
  Trainable,
  TrainableProgram,
  VariableKind,
  VariableValues,
} from '../trainable-program.js';
import { NO_USAGE } from '../training-outcome.js';

/** A program, and how often it was run. */
export type HandMadeProgram = TrainableProgram & { readonly runs: () => number };

/** A variable of a {@link handMadeProgram}. */
export interface HandMadeVariable {
  readonly key: string;
  readonly kind?: VariableKind;
  readonly value: JsonObject;
  readonly seeds?: readonly JsonObject[];
  readonly validate?: (value: Json) => string | null;
}

/** What the body of a {@link handMadeProgram} works with. */
export interface HandMadeCall {
  readonly inputs: readonly (JsonObject | null)[];
  readonly options: ProgramRunOptions;
  read(key: string): JsonObject;
  /** Calls a module that reads variables, and records it. */
  call(
    module: string,
    variables: readonly string[],
    inputs: Json,
    work: () => Json | Promise<Json>,
  ): Promise<Json>;
}

/** A program as a function, with everything a trainer relies on and nothing else: no model, no graph. */
export function handMadeProgram(options: {
  readonly name?: string;
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
  readonly variables: readonly HandMadeVariable[];
  readonly usage?: ProgramRun['usage'];
  readonly body: (
    call: HandMadeCall,
  ) => Promise<readonly (JsonObject | null)[]> | readonly (JsonObject | null)[];
}): HandMadeProgram {
  const current = new Map(options.variables.map(({ key, value }) => [key, value]));
  const validators = new Map(options.variables.map(({ key, validate }) => [key, validate ?? (() => null)]));
  const outputs = options.outputs ?? ['output'];
  let runs = 0;
  return {
    name: options.name ?? 'hand-made',
    description: 'A small program for tests.',
    inputNames: options.inputs ?? ['input'],
    outputNames: outputs,
    runs: () => runs,
    get variables(): readonly Trainable[] {
      return options.variables.map(({ key, kind = 'value', seeds = [] }) => ({
        key,
        kind,
        schema: { type: 'object' },
        value: current.get(key) as JsonObject,
        seeds,
        description: key,
        constraints: [],
        validate: async (value: Json) =>
          isJsonObject(value) ? (validators.get(key) as (value: Json) => string | null)(value) : 'no object',
      }));
    },
    async run(inputs, runOptions = {}): Promise<ProgramRun> {
      runs++;
      const calls: CallRecord[] = [];
      const counts = new Map<string, number>();
      const read = (key: string) => (runOptions.values?.[key] ?? current.get(key)) as JsonObject;
      const call: HandMadeCall['call'] = async (module, variables, given, work) => {
        const count = counts.get(module) ?? 0;
        counts.set(module, count + 1);
        const record = { callId: `${module}#${count}`, module, variables, inputs: given };
        try {
          const result = await work();
          calls.push({ ...record, outputs: result, error: null });
          return result;
        } catch (error) {
          calls.push({ ...record, outputs: null, error: errorMessage(error) });
          throw error;
        }
      };
      const inOrder = () => calls.sort((left, right) => (left.callId < right.callId ? -1 : 1));
      const usage = options.usage ?? NO_USAGE;
      try {
        const result = await options.body({ inputs, options: runOptions, read, call });
        return { outputs: result, calls: inOrder(), error: null, usage };
      } catch (error) {
        if (runOptions.signal?.aborted === true) throw runOptions.signal.reason;
        if (MettleError.isInstance(error) && error.code === 'training/infrastructure') throw error;
        return { outputs: outputs.map(() => null), calls: inOrder(), error: errorMessage(error), usage };
      }
    },
    async assign(values: VariableValues): Promise<void> {
      for (const [key, value] of Object.entries(values)) {
        const problem = validators.get(key)?.(value) ?? null;
        if (problem !== null) throw new Error(problem);
      }
      for (const [key, value] of Object.entries(values)) current.set(key, value);
    },
  };
}

/** Adds the variable `adder/state_offset` to its number. */
export function adder(options: { readonly offset?: number } = {}): HandMadeProgram {
  return handMadeProgram({
    variables: [{ key: 'adder/state_offset', value: { offset: options.offset ?? 0 } }],
    body: async ({ inputs, read, call }) => {
      const { n } = inputs[0] as { n: number };
      const sum = await call('adder', ['adder/state_offset'], { n }, () => ({
        n: n + (read('adder/state_offset') as { offset: number }).offset,
      }));
      return [sum as JsonObject];
    },
  });
}

/** 1 where both are the same JSON. */
export function same(yTrue: JsonObject | null, yPred: JsonObject): number {
  return contentHash(yTrue) === contentHash(yPred) ? 1 : 0;
}
