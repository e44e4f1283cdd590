import { AsyncLocalStorage } from 'node:async_hooks';
import { defineOptions, isJsonObject, type JsonObject, option } from '../core/index.js';
import { concat, JsonDataModel, type MaybeData, SymbolicDataModel } from '../data/index.js';
import {
  baseConfig,
  baseOptions,
  type CallContext,
  type JsonInputs,
  Module,
  type ModuleInputs,
  type SymbolicInputs,
  type Variable,
} from '../programs/index.js';
import { checkSyntax } from '../python/index.js';
import type { Engine, EngineChoice, Sandbox } from '../sandbox/index.js';
import { checkedSchema, invalidOption, narrowedLimits } from './check-synthesis-options.js';
import { synthesisError } from './error-codes.js';
import { executeScript, type ScriptExecution } from './execute-script.js';
import { PythonConsoleLog, PythonScript } from './python-script.js';
import type {
  PythonSynthesisCallOptions,
  PythonSynthesisOptions,
  PythonSynthesisParts,
} from './python-synthesis-options.js';
import { scriptConstraints } from './script-constraints.js';
import { shortenedLog } from './shortened-log.js';

/** The sandbox that a call was given, on its way to the run of the script. */
const sandboxOfCall = new AsyncLocalStorage<Sandbox | undefined>();

const checkPythonSynthesisExecuteOptions = defineOptions<{
  readonly signal?: AbortSignal | undefined;
  readonly deterministic?: boolean;
}>()('PythonSynthesis.execute', {
  signal: option.signal,
  deterministic: option.boolean,
});

const checkPythonSynthesisCallOptions = defineOptions<PythonSynthesisCallOptions>()('PythonSynthesis.call', {
  training: option.boolean,
  values: option.record,
  signal: option.signal,
  hooks: option.list(),
  meter: option.object,
  context: option.object,
  sandbox: option.object,
});

// The values are checked with the schema, in checkedSchema().
const checkPythonSynthesisOptions = defineOptions<PythonSynthesisOptions>()('PythonSynthesis', {
  name: option.any,
  description: option.string,
  trainable: option.any,
  hooks: option.list(),
  schema: option.any,
  dataModel: option.any,
  pythonScript: option.any,
  seedScripts: option.any,
  defaultReturnValue: option.record,
  returnPythonScript: option.any,
  timeout: option.any,
  tools: option.any,
  sandbox: option.any,
  engine: option.any,
  entryPoint: option.any,
  limits: option.any,
  deterministic: option.any,
});

/**
 * A module whose trainable variable is a Python script, which turns one JSON object into another. Whatever the script
 * does, a call returns an object that fits the schema, with the script's output in `stdout` and `stderr`. If the script
 * failed, that object is the default.
 *
 * @example
 * ```ts
 * import { Input, Program } from 'mettle/programs';
 * import { PythonSynthesis } from 'mettle/synthesis';
 *
 * const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
 * const input = Input({ schema: number });
 * const double = new PythonSynthesis({
 *   schema: number,
 *   pythonScript: 'result = {"n": inputs["n"] * 2}',
 *   defaultReturnValue: { n: 0 },
 * });
 * const program = new Program({ inputs: input, outputs: await double.call(input) });
 *
 * console.log((await program.call({ n: 21 }))?.json); // → { n: 42, stdout: '', stderr: '' }
 * ```
 */
export class PythonSynthesis extends Module {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>PythonSynthesis';

  /** Schema of the script's output. */
  readonly schema: JsonObject;
  /** The trainable script: `{python_script}`. */
  readonly state: Variable;
  readonly #options: PythonSynthesisOptions;
  readonly #engine: EngineChoice | Engine;
  readonly #outputSchema: JsonObject;
  /** As text: what a call gives can be changed by whoever gets it. */
  readonly #default: string;

  /**
   * @throws {MettleError} `core/invalid_option` for a missing schema or script, a default that is missing or does not
   *   keep the schema, and others that are wrong; `core/invalid_option`; `synthesis/unknown_engine`; for tools that
   *   scripts can't call, as `executeScript`.
   */
  constructor(options: PythonSynthesisOptions) {
    checkPythonSynthesisOptions(options);
    super(options);
    this.#options = options;
    const {
      pythonScript,
      seedScripts = [],
      tools = [],
      engine = 'auto',
      timeout = 5,
      entryPoint = null,
    } = options;
    this.schema = checkedSchema(options);
    this.#default = JSON.stringify(options.defaultReturnValue);
    this.#engine = checkedEngine(engine);
    this.#outputSchema = concatSchemas(this.schema, options.returnPythonScript === true);
    const engineName = typeof this.#engine === 'string' ? this.#engine : this.#engine.name;
    this.state = this.addVariable({
      kind: 'script',
      schema: PythonScript.schema,
      value: { python_script: pythonScript },
      seeds: seedScripts.map((script) => ({ python_script: script })),
      description: this.description === '' ? 'Makes the output of the input.' : this.description,
      constraints: scriptConstraints({ schema: this.schema, tools, timeout, entryPoint, engine: engineName }),
      validate: ({ python_script: script }) => syntaxProblem(String(script)),
    });
  }

  /**
   * Calls the module on data, or makes it part of a graph.
   *
   * @param options.sandbox - where the script runs in this call.
   */
  override call(inputs: JsonInputs, options?: PythonSynthesisCallOptions): Promise<MaybeData>;
  override call(inputs: SymbolicInputs, options?: PythonSynthesisCallOptions): Promise<SymbolicDataModel>;
  override async call(
    inputs: JsonInputs | SymbolicInputs,
    options: PythonSynthesisCallOptions = {},
  ): Promise<MaybeData | SymbolicDataModel> {
    checkPythonSynthesisCallOptions(options);
    const { sandbox, ...rest } = options;
    const call = (): Promise<MaybeData | SymbolicDataModel> => super.call(inputs as JsonInputs, rest);
    return sandbox === undefined ? call() : sandboxOfCall.run(sandbox, call);
  }

  /**
   * Runs a script as a call of this module would: its schema, tools and limits hold.
   *
   * @param sandbox - where it runs. Default: the module's sandbox, else a clean one.
   */
  async execute(
    inputs: JsonObject | JsonDataModel,
    pythonScript: string,
    sandbox: Sandbox | undefined = this.#options.sandbox,
    options: { readonly signal?: AbortSignal | undefined; readonly deterministic?: boolean } = {},
  ): Promise<ScriptExecution> {
    checkPythonSynthesisExecuteOptions(options);
    const { tools, timeout, limits, entryPoint } = this.#options;
    return executeScript(inputs instanceof JsonDataModel ? inputs.json : inputs, pythonScript, {
      schema: this.schema,
      engine: this.#engine,
      sandbox,
      ...(tools === undefined ? {} : { tools }),
      limits: { ...(timeout === undefined ? {} : { timeoutSeconds: timeout }), ...limits },
      entryPoint: entryPoint ?? null,
      ...options,
    });
  }

  override async forward(inputs: ModuleInputs, context: CallContext): Promise<MaybeData> {
    const script = String(context.valueOf(this.state).python_script);
    const sandbox = sandboxOfCall.getStore();
    const { deterministic = 'training', returnPythonScript } = this.#options;
    const options = {
      signal: context.signal,
      deterministic: deterministic === 'training' ? context.training : deterministic,
    };
    // What tools call in turn must not wait for the sandbox in which the script waits for them.
    const { result, failure, ...written } = await sandboxOfCall.run(undefined, () =>
      this.execute(jsonOf(inputs), script, sandbox, options),
    );
    // Candidates are many, and their outcomes are all kept.
    const kept = (log: string): string => (context.training ? shortenedLog(log) : log);
    const [stdout, stderr] = [kept(written.stdout), kept(written.stderr)];
    const shown = returnPythonScript === true ? { python_script: script } : {};
    if (failure !== null) context.recordCall({ ...shown, stdout, stderr }, failure.message);
    const value = new JsonDataModel({ schema: this.schema, json: result ?? JSON.parse(this.#default) });
    const logs = new JsonDataModel({ schema: PythonConsoleLog.schema, json: { stdout, stderr } });
    const { json } =
      returnPythonScript === true
        ? concat(
            new JsonDataModel({ schema: PythonScript.schema, json: { python_script: script } }),
            concat(value, logs),
          )
        : concat(value, logs);
    return new JsonDataModel({ schema: this.#outputSchema, json, name: this.name });
  }

  override async computeOutputSpec(): Promise<SymbolicDataModel> {
    return new SymbolicDataModel({ schema: this.#outputSchema, name: this.name });
  }

  /** Takes plain JSON objects as well: a script is given whatever they hold. Empty ones are missing inputs. */
  protected override readInputs(inputs: JsonInputs | SymbolicInputs): ModuleInputs | SymbolicInputs {
    if (isPlainEmpty(inputs)) return null;
    const isPlain = isJsonObject(inputs) && ![inputs, ...Object.values<unknown>(inputs)].some(isDataModel);
    if (isPlain) return new JsonDataModel({ schema: { type: 'object' }, json: inputs });
    return super.readInputs(inputs);
  }

  /** What the module is made from, as JSON: tools and engine by their names, without open sandboxes. */
  getConfig(): JsonObject {
    const {
      pythonScript,
      seedScripts,
      defaultReturnValue,
      returnPythonScript,
      timeout,
      tools,
      engine,
      ...rest
    } = this.#options;
    return {
      schema: this.schema,
      pythonScript,
      seedScripts: seedScripts ?? [],
      defaultReturnValue,
      returnPythonScript: returnPythonScript ?? false,
      timeout: timeout ?? 5,
      tools: (tools ?? []).map(({ name }) => name),
      engine: engine === undefined || typeof engine === 'string' ? (engine ?? 'auto') : null,
      entryPoint: rest.entryPoint ?? null,
      limits: { ...rest.limits },
      deterministic: rest.deterministic ?? 'training',
      ...baseConfig(this),
    };
  }

  /**
   * Makes a module of what {@link PythonSynthesis.getConfig} gave.
   *
   * @param parts - what JSON can't hold: the tools that it names, and an engine or a sandbox of your own. Limits of a
   *   configuration narrow the usual ones and never widen them.
   * @throws {MettleError} as the constructor, and `core/invalid_option` for what is no configuration, for a tool that
   *   is named and not given, and for an engine that it has no name of.
   */
  static fromConfig(config: JsonObject, parts: PythonSynthesisParts = {}): PythonSynthesis {
    if (!isJsonObject(config.schema) || !Array.isArray(config.tools)) {
      throw invalidOption(
        'this is not a configuration of a PythonSynthesis; pass the result of its getConfig()',
      );
    }
    const tools = config.tools.map((name) => {
      const tool = parts.tools?.find((each) => each.name === name);
      if (tool === undefined)
        throw invalidOption(`the configuration needs the tool ${String(name)}; give it in tools`);
      return tool;
    });
    const engine = parts.engine ?? config.engine;
    if (typeof engine !== 'string' && parts.engine === undefined) {
      throw invalidOption('the configuration does not name its engine, which was yours: pass it in engine');
    }
    return new PythonSynthesis({
      ...baseOptions(config),
      schema: config.schema,
      pythonScript: config.pythonScript as string,
      seedScripts: (config.seedScripts ?? []) as readonly string[],
      defaultReturnValue: config.defaultReturnValue as JsonObject,
      returnPythonScript: config.returnPythonScript === true,
      timeout: config.timeout as number,
      tools,
      engine: engine as EngineChoice | Engine,
      entryPoint: (config.entryPoint ?? null) as string | null,
      limits: narrowedLimits(config.limits ?? {}),
      deterministic: config.deterministic as boolean | 'training',
      ...(parts.sandbox === undefined ? {} : { sandbox: parts.sandbox }),
    });
  }
}

const ENGINES: readonly unknown[] = ['auto', 'cpython', 'docker', 'monty'] satisfies readonly EngineChoice[];

/** @throws {MettleError} `synthesis/unknown_engine` for a name of none. */
function checkedEngine(engine: EngineChoice | Engine): EngineChoice | Engine {
  if (typeof engine !== 'string' || ENGINES.includes(engine)) return engine;
  throw synthesisError(
    'unknown_engine',
    `There is no engine ${JSON.stringify(engine)}. There are ${ENGINES.join(', ')}; pass your own as an object.`,
  );
}

/** The output, then the logs; before them the script, where it is given too. */
function concatSchemas(schema: JsonObject, withScript: boolean): JsonObject {
  const logged = concat(new SymbolicDataModel({ schema }), PythonConsoleLog);
  return (withScript ? concat(PythonScript, logged) : logged).getSchema();
}

function syntaxProblem(script: string): string | null {
  const finding = checkSyntax(script).find(({ severity }) => severity === 'error');
  if (finding === undefined) return null;
  return `The script is not valid Python: ${finding.message} (line ${finding.line}).`;
}

/** Several inputs, in a list or a record, come together as one object. */
function jsonOf(inputs: ModuleInputs): JsonObject {
  if (inputs instanceof JsonDataModel) return inputs.json;
  if (inputs === null) return {};
  const parts = Object.entries(inputs as Readonly<Record<string, MaybeData>>);
  return Object.fromEntries(parts.map(([key, part]) => [key, part?.json ?? null]));
}

function isPlainEmpty(value: unknown): boolean {
  return (
    (Array.isArray(value) || (isJsonObject(value) && !isDataModel(value))) && Object.keys(value).length === 0
  );
}

function isDataModel(value: unknown): boolean {
  return value instanceof JsonDataModel || value instanceof SymbolicDataModel;
}
