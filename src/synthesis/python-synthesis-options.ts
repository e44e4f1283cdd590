import type { DataSchema, JsonObject } from '../core/index.js';
import type { JsonDataModel, SymbolicDataModel } from '../data/index.js';
import type { CallOptions, ModuleOptions, RestoreModuleOptions } from '../programs/index.js';
import type { Engine, EngineChoice, Sandbox, SandboxLimits } from '../sandbox/index.js';
import type { Tool } from '../tools/index.js';

/** What a `PythonSynthesis` is made from. */
export interface PythonSynthesisOptions extends ModuleOptions {
  /** Schema of the script's output: JSON Schema, or one of Zod and others. This or `dataModel` is needed. */
  readonly schema?: DataSchema;
  /** A data model whose schema the output has. */
  readonly dataModel?: SymbolicDataModel | JsonDataModel;
  /** The script to start with. */
  readonly pythonScript: string;
  /** Scripts that training tries first. */
  readonly seedScripts?: readonly string[];
  /** What a call gives where the script failed. It keeps the schema. */
  readonly defaultReturnValue: JsonObject;
  /** Whether the output has the script as `python_script`. Default false. */
  readonly returnPythonScript?: boolean;
  /** Seconds that a script may take, calls of tools not counted. Default 5. */
  readonly timeout?: number;
  /** What scripts can call by name. */
  readonly tools?: readonly Tool[];
  /** One sandbox for every call: what scripts define in it lasts. Default: a clean one for each call. */
  readonly sandbox?: Sandbox;
  /** The engine of the clean sandboxes: by name, or your own. A file holds the name alone. Default `auto`. */
  readonly engine?: EngineChoice | Engine;
  /** The function that gives the output. Default: `result`, else `transform(inputs)` where it is defined. */
  readonly entryPoint?: string | null;
  /** Other limits of a run. */
  readonly limits?: Partial<SandboxLimits>;
  /**
   * Whether clean sandboxes have a clock that stands still and seeded chance. Default `training`: while candidates are
   * judged, so that the same candidate gets the same reward each time.
   */
  readonly deterministic?: boolean | 'training';
}

/** How one call is made. */
export interface PythonSynthesisCallOptions extends CallOptions {
  /** The sandbox for this call, before the module's own. */
  readonly sandbox?: Sandbox | undefined;
}

/** What a configuration can't hold, given again when a module is made from it: tools by the names that it has. */
export interface PythonSynthesisParts extends RestoreModuleOptions {
  readonly sandbox?: Sandbox;
  /** In place of the engine that the configuration names. */
  readonly engine?: EngineChoice | Engine;
}
