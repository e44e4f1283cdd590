import { defineOptions, isJsonObject, type JsonObject, option } from '../core/index.js';
import { mettleClasses, type SymbolicDataModel } from '../data/index.js';
import type { ModelPrices } from '../models/index.js';
import type { Engine, EngineChoice, Sandbox } from '../sandbox/index.js';
import {
  type EvaluateOptions,
  type EvaluationLogs,
  type FitOptions,
  type History,
  type Prediction,
  type PredictSource,
  type SampleSource,
  type SampleValue,
  Trainer,
  type TrainingSettings,
  type TrainingStore,
} from '../training/index.js';
import { checkTrainingSettings } from '../training/internal.js';
import { compileConfig, restoreCompileOptions } from './compiling/save-settings.js';
import { type SummaryOptions, summarize } from './drawing/summary.js';
import { programError } from './error-codes.js';
import { GraphProgram, PROGRAM_OPTIONS, type ProgramOptions } from './graph-program.js';
import { graphConfig, restoreGraph } from './saving/graph-config.js';
import {
  type ProgramFile,
  programText,
  readFileText,
  readProgramText,
  readVariablesText,
  setVariableState,
  variablesText,
  writeText,
} from './saving/program-file.js';
import { restoreProgram } from './saving/restore-program.js';
import { baseOptions, type RestoreModuleOptions } from './saving/save-modules.js';
import type { Structured } from './structure.js';

/** What goes into a file. */
export interface SaveOptions {
  /** Whether how it was compiled is saved, too. Default: true. */
  readonly compiled?: boolean;
}

/** How a file is read. */
export interface LoadOptions extends RestoreModuleOptions {
  /** Whether it is compiled as it was when it was saved. Default: true. */
  readonly compiled?: boolean;
  /** Agents by name, for each `AgentModule` that a file can't restore: `mettle/agents` says which. */
  readonly agents?: Readonly<Record<string, object>>;
  /** The sandbox of each `PythonSynthesis`. Default: a clean one for each call. */
  readonly sandbox?: Sandbox;
  /** The engine of each `PythonSynthesis`, in place of the one that the file names. */
  readonly engine?: EngineChoice | Engine;
}

const checkLoadOptions = defineOptions<LoadOptions>()('Program.load', {
  compiled: option.boolean,
  models: option.record,
  tools: option.list(option.object),
  customObjects: option.record,
  agents: option.record,
  sandbox: option.object,
  engine: option.either(option.oneOf(['monty', 'cpython', 'docker', 'auto']), option.object),
  shared: option.any,
});
const checkProgramOptions = defineOptions<ProgramOptions>()('Program', PROGRAM_OPTIONS);
const checkSaveOptions = defineOptions<SaveOptions>()('save', { compiled: option.boolean });

/**
 * A graph of modules as one module, which can be trained.
 *
 * Give it `inputs` and `outputs` that calls of modules connect; or write a subclass that overrides `forward`, or one that
 * overrides `build` and calls `wire` there. A program is a module, so that it can be a part of another.
 *
 * @example
 * ```ts
 * import { JsonDataModel } from 'mettle/data';
 * import { Input, Module, Program } from 'mettle/programs';
 *
 * const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
 *
 * class Double extends Module {
 *   async forward(input) {
 *     return new JsonDataModel({ schema: number, json: { n: Number(input.get('n')) * 2 } });
 *   }
 *   async computeOutputSpec(input) {
 *     return input;
 *   }
 * }
 *
 * const input = Input({ schema: number });
 * const double = new Double();
 * const program = new Program({ inputs: input, outputs: await double.call(await double.call(input)) });
 *
 * const answer = await program.call({ n: 3 });
 * console.log(answer?.get('n')); // → 12
 * ```
 */
export class Program<
  Outputs extends Structured<SymbolicDataModel> = SymbolicDataModel,
> extends GraphProgram<Outputs> {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Program';
  #compiled: TrainingSettings | undefined;
  #trainer: Trainer | undefined;

  /** @throws {MettleError} `core/invalid_option`, `programs/invalid_graph`, `programs/duplicate_name`. */
  constructor(options: ProgramOptions<Outputs> = {}) {
    // What a subclass takes beside these is its own business.
    if (new.target === Program) checkProgramOptions(options);
    super(options);
  }

  /** What it is made from: with the graph, where it is one. Subclasses add what their constructors take. */
  getConfig(): JsonObject {
    const graph = this.constructor === Program ? this.graph : undefined;
    return { ...this.ownConfig, ...(graph === undefined ? {} : { graph: graphConfig(graph) }) };
  }

  /**
   * Makes it again of what `getConfig` gave.
   *
   * @throws {MettleError} `programs/invalid_file`, and what `deserialize` throws.
   */
  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Program {
    const { concurrency, prices, graph } = config;
    const program = new this({
      ...baseOptions(config),
      ...(concurrency === undefined ? {} : { concurrency: Number(concurrency) }),
      ...(prices === undefined ? {} : { prices: prices as unknown as ModelPrices }),
    });
    if (isJsonObject(graph)) {
      program.useGraph(restoreGraph(program.name, graph, options));
    }
    return program;
  }

  /**
   * Writes the program with the current values of its variables into one file, whole or not at all. Hooks are not saved.
   *
   * @throws {MettleError} `programs/not_saveable`, `data/not_registered` for what files have no name for; `filesystem/host_write_failed`.
   */
  async save(path: string, options: SaveOptions = {}): Promise<void> {
    checkSaveOptions(options);
    await writeText(path, this.#text(options));
  }

  /** What {@link Program.save} writes. */
  toJson(options: SaveOptions = {}): JsonObject {
    checkSaveOptions(options, 'toJson');
    return JSON.parse(this.#text(options));
  }

  /**
   * Reads a file that {@link Program.save} wrote. The file may come from anyone: it can name Mettle's own classes, and
   * those in `customObjects`, alone.
   *
   * @throws {MettleError} `core/invalid_option`, `filesystem/unreadable_file`, `programs/invalid_file`, `programs/other_version`,
   *   `data/unknown_name` for a class of yours that is not in `customObjects`, `data/not_restored`.
   */
  static async load<Outputs extends Structured<SymbolicDataModel> = SymbolicDataModel>(
    path: string,
    options: LoadOptions = {},
  ): Promise<Program<Outputs>> {
    checkLoadOptions(options);
    return restored(readProgramText(await readFileText(path), path), options);
  }

  /** Restores what {@link Program.toJson} gave; throws as {@link Program.load}. */
  static async fromJson<Outputs extends Structured<SymbolicDataModel> = SymbolicDataModel>(
    json: JsonObject,
    options: LoadOptions = {},
  ): Promise<Program<Outputs>> {
    checkLoadOptions(options, 'Program.fromJson');
    return restored(readProgramText(JSON.stringify(json), 'The program'), options);
  }

  /** Writes the current values of all variables into a file of their own. */
  async saveVariables(path: string): Promise<void> {
    await writeText(path, variablesText(this));
  }

  /**
   * Takes over the values of a file of variables, or of a program file: all of them, or none where one is refused.
   *
   * @throws {MettleError} as {@link Program.load}; `programs/other_variables`, `programs/invalid_value`.
   */
  async loadVariables(path: string): Promise<void> {
    await setVariableState(this, readVariablesText(await readFileText(path), path));
  }

  /** The program as a table in text: what is called, what it gives, how many variables are in it, and what it takes. */
  summary(options: SummaryOptions = {}): string {
    return summarize(this, options);
  }

  /**
   * Says what the program is trained for, and by what. Names stand for rewards, metrics and optimizers with their defaults.
   *
   * @throws {MettleError} `training/unknown_name`, `training/needs_model`, `core/invalid_option`; for a program that builds itself, its first
   *   use does.
   */
  compile(settings: TrainingSettings): void {
    checkTrainingSettings(settings, 'compile');
    // Of a program that is not built yet, the outputs are not known.
    this.#trainer = this.graph === undefined ? undefined : new Trainer(this, settings);
    this.#compiled = settings;
  }

  /** How it was compiled; undefined where it was not. */
  get compiled(): TrainingSettings | undefined {
    return this.#compiled;
  }

  /** Every outcome of the last training, and who looked at which example; null before the first. */
  get store(): TrainingStore | null {
    return this.#trainer?.store ?? null;
  }

  /**
   * Trains the variables, and keeps what was found only where it is better than the start on samples that nobody learned from.
   * Takes and throws what {@link Trainer.fit} does; `programs/not_compiled` before `compile`.
   */
  async fit(
    x: readonly SampleValue[] | SampleSource,
    second?: readonly SampleValue[] | FitOptions,
    third?: FitOptions,
  ): Promise<History> {
    const trainer = await this.#trainerFor('fit');
    return trainer.fit(x as readonly SampleValue[], second as readonly SampleValue[], third);
  }

  /** Judges the program on every sample, in one pass. Takes and throws what {@link Trainer.evaluate} does. */
  async evaluate(
    x: readonly SampleValue[] | SampleSource,
    second?: readonly SampleValue[] | EvaluateOptions,
    third?: EvaluateOptions,
  ): Promise<EvaluationLogs> {
    const trainer = await this.#trainerFor('evaluate');
    return trainer.evaluate(x as readonly SampleValue[], second as readonly SampleValue[], third);
  }

  /** Runs the program on every sample and gives what came out, in the same order; null for a sample that failed. */
  async predict(x: PredictSource, options?: EvaluateOptions): Promise<Prediction[]> {
    return (await this.#trainerFor('predict')).predict(x, options);
  }

  /** One step of training on a batch; takes and throws what {@link Trainer.trainOnBatch} does. */
  async trainOnBatch(x: readonly SampleValue[], y: readonly SampleValue[]): Promise<EvaluationLogs> {
    return (await this.#trainerFor('trainOnBatch')).trainOnBatch(x, y);
  }

  /** Judges one batch, all its samples at a time. */
  async testOnBatch(x: readonly SampleValue[], y: readonly SampleValue[]): Promise<EvaluationLogs> {
    return (await this.#trainerFor('testOnBatch')).testOnBatch(x, y);
  }

  /** Runs one batch, all its samples at a time. */
  async predictOnBatch(x: readonly SampleValue[]): Promise<Prediction[]> {
    return (await this.#trainerFor('predictOnBatch')).predictOnBatch(x);
  }

  #text({ compiled = true }: SaveOptions): string {
    return programText(this, compiled && this.#compiled !== undefined ? compileConfig(this.#compiled) : null);
  }

  async #trainerFor(method: string): Promise<Trainer> {
    await this.ensureBuilt();
    if (this.#trainer !== undefined) return this.#trainer;
    if (this.#compiled !== undefined) {
      this.#trainer = new Trainer(this, this.#compiled);
      return this.#trainer;
    }
    if (method.startsWith('predict')) return new Trainer(this, { reward: () => 0 });
    throw programError(
      'not_compiled',
      `Call compile({ reward }) on "${this.name}" before ${method}, to set its reward.`,
    );
  }
}

async function restored<Outputs extends Structured<SymbolicDataModel>>(
  file: ProgramFile,
  { compiled = true, ...options }: LoadOptions,
): Promise<Program<Outputs>> {
  const compile = compiled ? file.compiled : null;
  const own = await mettleClasses([file.program, compile]);
  const known = { ...options, customObjects: { ...own, ...options.customObjects } };
  const program = await restoreProgram(Program<Outputs>, file, known);
  if (compile === null) return program;
  await program.ensureBuilt();
  program.compile(restoreCompileOptions(compile, known));
  return program;
}
