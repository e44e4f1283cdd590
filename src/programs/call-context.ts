import { AsyncLocalStorage } from 'node:async_hooks';
import { defineOptions, type Json, type JsonObject, type OptionsCheck, option } from '../core/index.js';
import { type Meter, type Model, type ModelSource, withMeter } from '../models/index.js';
import type { CallRecord, VariableValues } from '../training/index.js';
import { programError } from './error-codes.js';
import type { Hook } from './hooks.js';
import type { ModulePart } from './module-part.js';
import { childNames, type VariableIndex, variableIndex } from './module-tree.js';
import type { JsonInputs, ModuleInputs, ModuleOutputs } from './structure.js';
import type { Variable } from './variable.js';

/** Deepest nesting of calls: a module that calls itself ends here and not at the end of the stack. */
const DEEPEST = 200;

/** How one call is made. Inside another call, all but `context` is that call's. */
export interface CallOptions {
  /** True while candidates are judged on training data. Default: false. */
  readonly training?: boolean | undefined;
  /** Values to use in this call instead of the current ones, by key. */
  readonly values?: VariableValues | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Watch this call and all calls inside it. */
  readonly hooks?: readonly Hook[] | undefined;
  /** Counts what models use. */
  readonly meter?: Meter | undefined;
  /** The call that makes this one. Default: the one that the code runs in. Null: none, so it is a run of its own. */
  readonly context?: CallContext | null | undefined;
}

/** Checks {@link CallOptions}. */
export const checkCallOptions: OptionsCheck = defineOptions<CallOptions>()('call', {
  training: option.boolean,
  values: option.record,
  signal: option.signal,
  hooks: option.list(option.object),
  meter: option.object,
  context: option.any,
});

/** A module, whatever it gives. */
export interface AnyModule extends ModulePart {
  readonly description: string;
  readonly hooks: readonly Hook[];
  readonly variables: readonly Variable[];
  call(inputs: JsonInputs, options?: CallOptions): Promise<ModuleOutputs>;
  children(): readonly AnyModule[];
  /** @internal */
  callIn(context: CallContext, inputs: ModuleInputs): Promise<ModuleOutputs>;
}

/** What all calls of one run share. */
export interface CallRoot {
  readonly module: ModulePart;
  readonly training: boolean;
  readonly signal: AbortSignal | undefined;
  /** The candidate, by the identity of the variable. */
  readonly overrides: ReadonlyMap<object, JsonObject>;
  readonly hooks: readonly Hook[];
  readonly meter: Meter;
  /** Records with the place of their call in the run. */
  readonly records: { readonly order: readonly number[]; readonly record: CallRecord }[];
}

/** Where a call stands: below which, under which id, and at which place. */
export interface CallPlace {
  readonly parent: CallContext | null;
  /** What the module is called there. */
  readonly name: string;
  readonly callId: string;
  /** Prefix of the ids of the calls that it makes. */
  readonly inside: string;
  /** Place in the run, whatever ends first. */
  readonly order: readonly number[];
}

/**
 * What a call of a module knows: the values to use, whether it is training, when to stop. It belongs to this one call,
 * so a hundred calls of one module don't see each other. `forward` is given it.
 */
export class CallContext {
  /** `MODULE#2` inside `PARENT#1/…`: which call it is, the same in each repetition. For the first call, its name alone. */
  readonly callId: string;
  readonly parentCallId: string | null;
  /** @internal */
  readonly root: CallRoot;
  /** @internal */
  readonly place: CallPlace;
  readonly #module: ModulePart;
  readonly #depth: number;
  readonly #counts = new Map<string, number>();
  readonly #read = new Set<string>();
  #started = 0;
  #names: ReadonlyMap<ModulePart, string> | undefined;
  #known: Json | undefined;
  #failure: string | null = null;

  /** @internal */
  constructor(root: CallRoot, module: ModulePart, place: CallPlace) {
    this.root = root;
    this.place = place;
    this.callId = place.callId;
    this.parentCallId = place.parent?.callId ?? null;
    this.#module = module;
    this.#depth = place.parent === null ? 0 : place.parent.#depth + 1;
    if (this.#depth > DEEPEST) {
      throw programError(
        'too_deep',
        `Calls are nested more than ${DEEPEST} deep at "${module.name}". Does a module call itself?`,
      );
    }
  }

  /** Whether candidates are being judged on training data. */
  get training(): boolean {
    return this.root.training;
  }

  /** Aborted when the caller wants no answer any more; pass it on to whatever takes time. */
  get signal(): AbortSignal | undefined {
    return this.root.signal;
  }

  /**
   * The value that this call is to use: the candidate's where one is being tried, else the variable's own.
   *
   * @throws {MettleError} `programs/unknown_part` for a variable of a module that isn't part of what is run.
   */
  valueOf(variable: Variable): JsonObject {
    this.#read.add(this.#keyOf(variable));
    return this.root.overrides.get(variable.identity) ?? variable.value;
  }

  /** Counts what models use in this run: for what asks models by itself. */
  get meter(): Meter {
    return this.root.meter;
  }

  /** The same model, its calls counted as this run's. */
  metered(model: ModelSource): Model {
    return withMeter(model, this.root.meter);
  }

  /**
   * Says what the record of this call shows as its outputs. Needed only where that is more than what the call gives,
   * above all for a call that is about to fail: what is known of it, such as its logs.
   *
   * @param error - why the call failed although it gives something, such as a default in place of a result.
   */
  recordCall(outputs: Json, error: string | null = null): void {
    this.#known = outputs;
    if (error !== null) this.#failure = error;
  }

  /** Says why this call gives nothing, where it doesn't throw because the others are to go on: its record shows that. */
  recordError(error: string): void {
    this.#failure = error;
  }

  /** What {@link CallContext.recordError} was told. @internal */
  get failure(): string | null {
    return this.#failure;
  }

  /** Keys of the variables that this call read, sorted. @internal */
  get variablesRead(): readonly string[] {
    return [...this.#read].sort();
  }

  /** What {@link CallContext.recordCall} was told. @internal */
  get recorded(): Json | undefined {
    return this.#known;
  }

  /** The place of the next call of a module from here. @internal */
  placeFor(module: ModulePart): CallPlace {
    const name = this.#nameOf(module);
    const number = this.#counts.get(name) ?? 0;
    this.#counts.set(name, number + 1);
    const callId = `${this.place.inside}${name}#${number}`;
    const order = [...this.place.order, this.#started];
    this.#started += 1;
    return { parent: this, name, callId, inside: `${callId}/`, order };
  }

  /** What a part of the calling module is called here. */
  #nameOf(module: ModulePart): string {
    this.#names ??= childNames(this.#module);
    return this.#names.get(module) ?? module.name;
  }

  #keyOf(variable: Variable): string {
    const { module } = this.root;
    const keyIn = (index: VariableIndex): string | undefined => index.keys.get(variable.identity);
    const key = keyIn(variableIndex(module)) ?? keyIn(variableIndex(module, { fresh: true }));
    if (key !== undefined) return key;
    throw programError(
      'unknown_part',
      `"${this.#module.name}" was called inside "${module.name}" and isn't part of it, so its variable ${variable.key} could be neither trained nor saved. Keep it in a property of the module that calls it, or pass it to addModule; for a run of its own, call it with { context: null }.`,
    );
  }
}

/** The call that the current code runs in. */
const ambient = new AsyncLocalStorage<CallContext>();

/** The context of the call that the current code runs in; undefined outside of any. */
export function currentContext(): CallContext | undefined {
  return ambient.getStore();
}

/** Runs code inside a call. */
export function runInContext<T>(context: CallContext, code: () => T): T {
  return ambient.run(context, code);
}

/** The records of a run, in the order of its calls and not of their ends. */
export function recordsInOrder(root: CallRoot): readonly CallRecord[] {
  return [...root.records]
    .sort((left, right) => compareOrder(left.order, right.order))
    .map(({ record }) => record);
}

function compareOrder(left: readonly number[], right: readonly number[]): number {
  for (const [index, number] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return left.length - right.length;
}
