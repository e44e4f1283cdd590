import { defineOptions, describeProblem, type JsonObject, type OptionKinds, option } from '../core/index.js';
import { coreError, errorMessage } from '../core/internal.js';
import { JsonDataModel, type MaybeData, SymbolicDataModel } from '../data/index.js';
import { createMeter, type ModelPrices } from '../models/index.js';
import type { ProgramRun, ProgramRunOptions, TrainableProgram, VariableValues } from '../training/index.js';
import { type AnyModule, type CallContext, recordsInOrder } from './call-context.js';
import { validatorOf } from './check-outputs.js';
import { programError } from './error-codes.js';
import { buildGraph, type Graph, schemaOf } from './graph/graph.js';
import { runGraph } from './graph/run-graph.js';
import { MODULE_OPTIONS, Module, type ModuleOptions, openContext } from './module.js';
import { assignValues, partOf, structureChanged, variableIndex, variableOf } from './module-tree.js';
import { isNobodysMistake } from './nobodys-mistake.js';
import { readProgramInputs, symbolicInputs } from './program-inputs.js';
import { programRun } from './program-run.js';
import { baseConfig } from './saving/save-modules.js';
import {
  fillShape,
  type JsonInputs,
  type ModuleInputs,
  partsOf,
  type Structured,
  type SymbolicInputs,
  type SymbolicOutputs,
} from './structure.js';
import type { Variable } from './variable.js';

const DEFAULT_CONCURRENCY = 16;

/** What a program gives, by what its graph gives. */
export type ProgramOutputs<Outputs> = Outputs extends SymbolicDataModel
  ? MaybeData
  : { readonly [Key in keyof Outputs]: MaybeData };

/** What a program is made from. */
export interface ProgramOptions<Outputs extends Structured<SymbolicDataModel> = Structured<SymbolicDataModel>>
  extends ModuleOptions {
  /** What `Input` gave: one, a list, or a record. */
  readonly inputs?: Structured<SymbolicDataModel>;
  /** What calls of modules on the inputs gave: one, a list, or a record. */
  readonly outputs?: Outputs;
  /** Most calls of modules at a time, at one level of nesting. Default: 16. */
  readonly concurrency?: number;
  /** What models cost, so that `run` can say it. Default: costs are unknown. */
  readonly prices?: ModelPrices;
}

/** The kinds of {@link ProgramOptions}. */
export const PROGRAM_OPTIONS: OptionKinds<ProgramOptions> = {
  ...MODULE_OPTIONS,
  inputs: option.any,
  outputs: option.any,
  concurrency: option.wholeNumber(1),
  prices: option.record,
};

const checkRunOptions = defineOptions<ProgramRunOptions>()('run', {
  training: option.boolean,
  values: option.record,
  signal: option.signal,
});

/**
 * The base of a program, without saving, drawing and training: a graph of modules, or a subclass that runs its parts
 * itself.
 */
export abstract class GraphProgram<Outputs extends Structured<SymbolicDataModel> = SymbolicDataModel>
  extends Module<ProgramOutputs<Outputs>>
  implements TrainableProgram
{
  readonly #concurrency: number;
  readonly #prices: ModelPrices;
  #graph: Graph | undefined;
  #built: Promise<void> | 'done' | undefined;

  /** @throws {MettleError} `programs/invalid_graph`, `programs/duplicate_name`, `core/invalid_option`. */
  constructor(options: ProgramOptions<Outputs> = {}) {
    super(options);
    const { inputs, outputs, concurrency = DEFAULT_CONCURRENCY, prices = {} } = options;
    if (!(concurrency >= 1)) {
      throw coreError('invalid_option', `concurrency is a number from 1 on; got ${concurrency}.`);
    }
    createMeter({ prices });
    this.#concurrency = concurrency;
    this.#prices = prices;
    if (inputs !== undefined && outputs !== undefined) this.wire({ inputs, outputs });
    else if (inputs !== undefined || outputs !== undefined) {
      throw programError('invalid_graph', `"${this.name}" needs both inputs and outputs, or neither.`);
    }
  }

  /** The names of the inputs, in order. */
  get inputNames(): readonly string[] {
    return this.#graph?.inputs.map(({ name }) => name) ?? ['input'];
  }

  /** The names of the outputs, in order: the keys of a record, else the modules that give them. */
  get outputNames(): readonly string[] {
    return this.#graph?.outputNames ?? ['output'];
  }

  /** The calls that the program is made of; undefined where a subclass runs it otherwise. */
  get graph(): Graph | undefined {
    return this.#graph;
  }

  /**
   * Puts the program together before its first call; override it in a subclass whose graph needs `await`, and call `wire`
   * there. When it fails, the next call tries again.
   *
   * @param _inputs - symbolic data for what the first call brought; `Input` may be used instead.
   */
  protected async build(_inputs: SymbolicInputs): Promise<void> {}

  /** Puts the program together now, so that its variables, names and picture are there before the first call. */
  async ensureBuilt(inputs: JsonInputs | SymbolicInputs = {}): Promise<void> {
    await this.prepare(inputs);
  }

  protected override prepare(inputs: JsonInputs | SymbolicInputs): Promise<void> | undefined {
    if (this.#built === 'done' || this.#graph !== undefined) return undefined;
    this.#built ??= this.build(symbolicInputs(inputs)).then(
      () => {
        this.#built = 'done';
        structureChanged();
      },
      (error) => {
        this.#built = undefined;
        throw error;
      },
    );
    return this.#built;
  }

  /** Forgets the graph, so that the next call builds it again. */
  protected unwire(): void {
    this.#graph = undefined;
    this.#built = undefined;
    structureChanged();
  }

  /** Makes the graph the program. */
  protected wire(options: {
    readonly inputs: Structured<SymbolicDataModel>;
    readonly outputs: Outputs;
  }): void {
    this.#graph = buildGraph({ owner: this.name, ...options });
    structureChanged();
  }

  override forward(
    inputs: ModuleInputs,
    context: CallContext,
  ): ProgramOutputs<Outputs> | Promise<ProgramOutputs<Outputs>> {
    const graph = this.#graph;
    if (graph === undefined) {
      throw programError(
        'no_graph',
        `"${this.name}" has no graph. Give it inputs and outputs, or override forward.`,
      );
    }
    const parts = partsOf(inputs);
    if (parts.length !== graph.inputs.length) {
      throw programError(
        'invalid_input',
        `"${this.name}" takes ${graph.inputs.length} input(s), ${this.inputNames.join(', ')}; got ${parts.length}.`,
      );
    }
    for (const [index, { name, schema }] of graph.inputs.entries()) {
      const part = parts[index] ?? null;
      if (part === null) continue;
      const [problem] = validatorOf(schema).check(part.json);
      if (problem !== undefined) {
        throw programError(
          'invalid_input',
          `An input of "${this.name}" breaks its schema: ${describeProblem(problem, name)}.`,
        );
      }
    }
    return runGraph(graph, parts, context, this.#concurrency) as Promise<ProgramOutputs<Outputs>>;
  }

  override async computeOutputSpec(
    inputs: SymbolicInputs,
  ): Promise<SymbolicOutputs<ProgramOutputs<Outputs>>> {
    const graph = this.#graph;
    if (graph === undefined) return super.computeOutputSpec(inputs);
    const schemas = graph.outputs.map((output) => schemaOf(graph, output));
    const parts = schemas.map((schema) => new SymbolicDataModel({ schema, name: this.name }));
    return fillShape(graph.outputShape, parts) as SymbolicOutputs<ProgramOutputs<Outputs>>;
  }

  override missingOutputs(): ProgramOutputs<Outputs> {
    const names = this.outputNames;
    const shape = this.#graph?.outputShape ?? (names.length === 1 ? 'one' : names.length);
    return fillShape<MaybeData>(
      shape,
      names.map(() => null),
    ) as ProgramOutputs<Outputs>;
  }

  override children(): readonly AnyModule[] {
    return [...new Set([...(this.#graph?.modules ?? []), ...super.children()])];
  }

  /** The options that are saved with it. */
  protected get ownConfig(): JsonObject {
    return {
      ...baseConfig(this),
      ...(this.#concurrency === DEFAULT_CONCURRENCY ? {} : { concurrency: this.#concurrency }),
      ...(Object.keys(this.#prices).length === 0 ? {} : { prices: this.#prices as unknown as JsonObject }),
    };
  }

  /** Makes a graph that was saved the program. */
  protected useGraph(graph: Graph): void {
    this.#graph = graph;
    structureChanged();
  }

  /**
   * A part by its name or its position.
   *
   * @throws {MettleError} `programs/unknown_module`.
   */
  getModule(which: string | number): AnyModule {
    return partOf(this, which);
  }

  /**
   * A variable by its key or its position, also one that training leaves alone.
   *
   * @throws {MettleError} `programs/unknown_variable`.
   */
  getVariable(which: string | number): Variable {
    const keys = [...variableIndex(this).byKey.keys()];
    return variableOf(this, typeof which === 'number' ? (keys[which] ?? String(which)) : which);
  }

  async run(inputs: readonly (JsonObject | null)[], options: ProgramRunOptions = {}): Promise<ProgramRun> {
    checkRunOptions(options);
    await this.prepare([...inputs]);
    const meter = createMeter({ prices: this.#prices });
    const context = openContext(this, { ...options, meter });
    const data = inputs.map((json, index) =>
      json === null ? null : new JsonDataModel({ schema: this.#graph?.inputs[index]?.schema ?? {}, json }),
    );
    let outputs: readonly MaybeData[] = this.outputNames.map(() => null);
    let error: string | null = null;
    try {
      const shape = this.#graph?.inputShape ?? (data.length === 1 ? 'one' : data.length);
      const given = partsOf<MaybeData>(await this.callIn(context, fillShape(shape, data)));
      if (given.length !== outputs.length) {
        throw programError(
          'invalid_output',
          `"${this.name}" gave ${given.length} output(s), but declares ${outputs.length}: ${this.outputNames.join(', ')}.`,
        );
      }
      outputs = given;
    } catch (thrown) {
      options.signal?.throwIfAborted();
      if (isNobodysMistake(thrown)) throw thrown;
      error = errorMessage(thrown);
    }
    return programRun(outputs, recordsInOrder(context.root), error, meter.total());
  }

  async assign(values: VariableValues): Promise<void> {
    await assignValues(this, values);
  }

  protected override runsOn(inputs: ModuleInputs): boolean {
    if (this.#graph === undefined) return super.runsOn(inputs);
    const parts = partsOf(inputs);
    return this.#graph.inputs.every(({ optional }, index) => optional || parts[index] !== null);
  }

  protected override readInputs(inputs: JsonInputs | SymbolicInputs): ModuleInputs | SymbolicInputs {
    return readProgramInputs(this.name, this.#graph, inputs);
  }
}
