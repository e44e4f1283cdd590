import {
  defineOptions,
  type Json,
  type JsonObject,
  type OptionKinds,
  type OptionsCheck,
  option,
} from '../core/index.js';
import { errorMessage, jsonProblem } from '../core/internal.js';
import { type MaybeData, SymbolicDataModel } from '../data/index.js';
import { createMeter } from '../models/index.js';
import {
  type AnyModule,
  CallContext,
  type CallOptions,
  type CallPlace,
  type CallRoot,
  checkCallOptions,
  currentContext,
  runInContext,
} from './call-context.js';
import { checkOutputs } from './check-outputs.js';
import { programError } from './error-codes.js';
import { recordNode } from './graph/node.js';
import type { CallBegin, Hook } from './hooks.js';
import { overridesOf, structureChanged, variableIndex } from './module-tree.js';
import { checkName, defaultName, unused } from './names.js';
import {
  fillShape,
  isData,
  type JsonInputs,
  type ModuleInputs,
  type ModuleOutputs,
  partsOf,
  type SymbolicInputs,
  type SymbolicOutputs,
  shapeOf,
} from './structure.js';
import { createVariable, type Variable, type VariableOptions } from './variable.js';

/** What every module can be given. */
export interface ModuleOptions {
  /** Unique among the modules of a program; without `/` and `#`. Default: the class's name in snake case, numbered where needed. */
  readonly name?: string | undefined;
  /** What it is for, in words: proposers and readers of a summary see it. Default: empty. */
  readonly description?: string | undefined;
  /** Whether training may change what is in it. Default: true. */
  readonly trainable?: boolean | undefined;
  /** Watch every call of this module. Default: none. */
  readonly hooks?: readonly Hook[] | undefined;
}

/** The kinds of {@link ModuleOptions}. */
export const MODULE_OPTIONS: OptionKinds<ModuleOptions> = {
  name: option.string,
  description: option.string,
  trainable: option.boolean,
  hooks: option.list(option.object),
};

/** Checks {@link ModuleOptions} of a module that has no others. */
export const checkModuleOptions: OptionsCheck = defineOptions<ModuleOptions>()('Module', MODULE_OPTIONS);

/**
 * A step of a program: data in, data out, with variables that training may change. Implement `forward`; callers use
 * `call`.
 *
 * Called with data, it runs. Called with the result of `Input`, it becomes part of a graph. When an input is missing
 * (null), the output is missing too, and it does not run.
 *
 * One module serves any number of calls at a time: what a call needs is in its {@link CallContext}.
 *
 * @typeParam Outputs - what a call gives: data, or a list or record of data.
 * @example
 * ```ts
 * import { JsonDataModel } from 'mettle/data';
 * import { Module } from 'mettle/programs';
 *
 * const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
 *
 * class Shout extends Module {
 *   async forward(input) {
 *     return new JsonDataModel({ schema: text, json: { text: String(input.get('text')).toUpperCase() } });
 *   }
 * }
 *
 * const answer = await new Shout().call(new JsonDataModel({ schema: text, json: { text: 'hello' } }));
 * console.log(answer?.get('text')); // → HELLO
 * ```
 */
export abstract class Module<Outputs extends ModuleOutputs = MaybeData> implements AnyModule {
  readonly name: string;
  /** Whether the user chose the name; else programs may number it. */
  readonly isNameChosen: boolean;
  readonly description: string;
  readonly trainable: boolean;
  readonly hooks: readonly Hook[];
  /** Whether it runs although an input is missing. */
  protected readonly acceptsMissing: boolean = false;
  /** Whether what it gives is checked against the schema that it gives with it. */
  protected readonly checksOutputs: boolean = true;
  readonly #variables: Variable[] = [];
  readonly #added: AnyModule[] = [];

  /** @throws {MettleError} `programs/invalid_name`. */
  constructor(options: ModuleOptions = {}) {
    const { name, description = '', trainable = true, hooks = [] } = options;
    this.isNameChosen = name !== undefined;
    this.name = checkName(name ?? defaultName(this), 'a module');
    this.description = description;
    this.trainable = trainable;
    this.hooks = hooks;
  }

  /**
   * Calls the module: runs it on data, or makes it part of a graph.
   *
   * @throws whatever `forward` throws; {MettleError} `programs/invalid_input`, `programs/invalid_output`.
   */
  call(inputs: JsonInputs, options?: CallOptions): Promise<Outputs>;
  call(inputs: SymbolicInputs, options?: CallOptions): Promise<SymbolicOutputs<Outputs>>;
  async call(
    inputs: JsonInputs | SymbolicInputs,
    options: CallOptions = {},
  ): Promise<Outputs | SymbolicOutputs<Outputs>> {
    checkCallOptions(options);
    await this.prepare(inputs);
    const data = this.readInputs(inputs);
    if (partsOf(data).some((part) => part instanceof SymbolicDataModel)) {
      return this.#trace(data as SymbolicInputs);
    }
    const parent = options.context === undefined ? currentContext() : options.context;
    const context =
      parent === undefined || parent === null
        ? openContext(this, options)
        : new CallContext(parent.root, this, parent.placeFor(this));
    return this.callIn(context, data as ModuleInputs);
  }

  /**
   * What a call does. Override it; don't call it.
   *
   * @param inputs - as the module was called: data, a list or a record. Not missing, unless `acceptsMissing` is set.
   */
  abstract forward(inputs: ModuleInputs, context: CallContext): Outputs | Promise<Outputs>;

  /**
   * What a call on these inputs will give, as schemas. Default: `forward` is run on the symbolic inputs, which is right for
   * a module that only calls others; a module that looks at values overrides this.
   */
  async computeOutputSpec(inputs: SymbolicInputs): Promise<SymbolicOutputs<Outputs>> {
    const context = openContext(this, { context: null });
    try {
      const outputs = await runInContext(context, () => this.forward(inputs as ModuleInputs, context));
      return outputs as unknown as SymbolicOutputs<Outputs>;
    } catch (cause) {
      throw programError(
        'no_output_spec',
        `"${this.name}" can't say what it gives before there is data: ${cause instanceof Error ? cause.message : String(cause)} Override computeOutputSpec.`,
        { cause },
      );
    }
  }

  /** What it gives when an input is missing. Override it where a call gives a list or a record. */
  missingOutputs(): Outputs {
    return null as Outputs;
  }

  /** The modules that are parts of this one: those in its properties, and those given to `addModule`. */
  children(): readonly AnyModule[] {
    const found = new Set<AnyModule>();
    for (const value of Object.values(this)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item instanceof Module) found.add(item);
      }
    }
    for (const module of this.#added) found.add(module);
    return [...found];
  }

  /** Variables that this module owns itself. */
  ownVariables(): readonly Variable[] {
    return this.#variables;
  }

  /** Variables in it and in all its parts that training may change. */
  get variables(): readonly Variable[] {
    const { byKey, trainableKeys } = variableIndex(this);
    return [...byKey].filter(([key]) => trainableKeys.has(key)).map(([, variable]) => variable);
  }

  /** Variables in it and in all its parts that training leaves alone. */
  get nonTrainableVariables(): readonly Variable[] {
    const { byKey, trainableKeys } = variableIndex(this);
    return [...byKey].filter(([key]) => !trainableKeys.has(key)).map(([, variable]) => variable);
  }

  /**
   * Gives the module a variable of its own.
   *
   * @throws {MettleError} `programs/invalid_value` when its value doesn't meet its schema; `programs/invalid_name`.
   */
  protected addVariable(options: VariableOptions): Variable {
    const taken = new Set(this.#variables.map(({ key }) => key.slice(key.indexOf('/state_') + 7)));
    const name = options.name ?? unused(defaultName(this), new Set(taken));
    checkName(name, 'a variable');
    if (taken.has(name)) {
      throw programError('duplicate_name', `"${this.name}" has two variables with the name "${name}".`);
    }
    const variable = createVariable(`${this.name}/state_${name}`, options);
    this.#variables.push(variable);
    structureChanged();
    return variable;
  }

  /** Makes a module part of this one where it isn't in a property that others can see. Returns it. */
  protected addModule<M extends AnyModule>(module: M): M {
    this.#added.push(module);
    structureChanged();
    return module;
  }

  /** Whether it runs on these inputs, or gives missing for them. Default: it runs when all are there. */
  protected runsOn(inputs: ModuleInputs): boolean {
    return this.acceptsMissing || !partsOf(inputs).includes(null);
  }

  /** Makes data of plain JSON objects where the module knows their schema. Default: it doesn't. */
  protected readInputs(inputs: JsonInputs | SymbolicInputs): ModuleInputs | SymbolicInputs {
    if (partsOf<unknown>(inputs).every(isData)) return inputs as ModuleInputs | SymbolicInputs;
    throw programError(
      'invalid_input',
      `"${this.name}" takes data models. Make one with new JsonDataModel({ schema, json }).`,
    );
  }

  /** Makes the module ready for calls like this one; it is asked at each call. Default: there is nothing to do. */
  protected prepare(_inputs: JsonInputs | SymbolicInputs): Promise<void> | undefined {
    return undefined;
  }

  /** Runs a call in its context. @internal */
  async callIn(context: CallContext, inputs: ModuleInputs): Promise<Outputs> {
    await this.prepare(inputs);
    const { root } = context;
    root.signal?.throwIfAborted();
    const hooks = this.hooks.length === 0 ? root.hooks : [...root.hooks, ...this.hooks];
    const begin: CallBegin = {
      callId: context.callId,
      parentCallId: context.parentCallId,
      module: context.place.name,
      training: root.training,
      inputs,
    };
    for (const hook of hooks) await hook.onCallBegin?.(begin);
    const ran = this.runsOn(inputs);
    let outputs: Outputs | null = null;
    let error: unknown = null;
    try {
      if (!ran) {
        outputs = this.missingOutputs();
      } else {
        outputs = await runInContext(context, async () => this.forward(inputs, context));
        checkOutputs(outputs, this.name, this.checksOutputs);
      }
    } catch (thrown) {
      outputs = null;
      error = thrown ?? new Error('something was thrown that is nothing');
    }
    if (ran) this.#record(context, inputs, outputs, error);
    for (const hook of hooks) await hook.onCallEnd?.({ ...begin, outputs, error });
    if (error !== null) throw error;
    return outputs as Outputs;
  }

  #record(context: CallContext, inputs: ModuleInputs, outputs: ModuleOutputs, error: unknown): void {
    if (this.#variables.length === 0) return;
    const taken = plainRecord(jsonOf(inputs));
    const given = plainRecord(context.recorded ?? jsonOf(outputs));
    const problem = given.problem ?? taken.problem;
    context.root.records.push({
      order: context.place.order,
      record: {
        callId: context.callId,
        module: context.place.name,
        variables: context.variablesRead,
        inputs: taken.json,
        outputs: given.json,
        error: error === null ? (context.failure ?? problem) : errorMessage(error),
      },
    });
  }

  async #trace(inputs: SymbolicInputs): Promise<SymbolicOutputs<Outputs>> {
    const spec: unknown = await this.computeOutputSpec(inputs);
    const parts = partsOf(spec);
    for (const part of parts) {
      if (part instanceof SymbolicDataModel) continue;
      throw programError(
        'no_output_spec',
        `computeOutputSpec of "${this.name}" did not return a symbolic data model.`,
      );
    }
    // New ones each time: where data comes from is known by the object.
    const outputs = (parts as SymbolicDataModel[]).map(({ schema }) => {
      return new SymbolicDataModel({ schema, name: this.name });
    });
    recordNode({ module: this, inputs, shape: shapeOf(spec), outputs });
    return fillShape(shapeOf(spec), outputs) as SymbolicOutputs<Outputs>;
  }
}

/** The context of a call that is not inside another. */
export function openContext(module: AnyModule, options: CallOptions): CallContext {
  const root: CallRoot = {
    module,
    training: options.training ?? false,
    signal: options.signal,
    overrides: overridesOf(module, options.values),
    hooks: options.hooks ?? [],
    meter: options.meter ?? createMeter(),
    records: [],
  };
  const place: CallPlace = { parent: null, name: module.name, callId: module.name, inside: '', order: [] };
  return new CallContext(root, module, place);
}

/** What a record can hold: a journal writes it, and a resume reads the same. What is no JSON is null, and named. */
function plainRecord(value: Json): { readonly json: Json; readonly problem: string | null } {
  const problem = jsonProblem(value);
  return problem === undefined
    ? { json: value, problem: null }
    : { json: null, problem: `What went through it ${problem}, which is not JSON.` };
}

function jsonOf(data: ModuleInputs | ModuleOutputs): JsonObject | JsonObject[] | null {
  const parts = partsOf(data).map((part) => part?.json ?? null);
  return fillShape(shapeOf(data), parts) as JsonObject | null;
}
