import type { Json, JsonObject } from '../core/index.js';

/**
 * What a variable holds, which decides which optimizers can change it: `script` Python source in `python_script` ·
 * `instructions` text for a model in `instructions` · `examples` few-shot examples · `plan` steps of text · `value`
 * anything else.
 */
export type VariableKind = 'script' | 'instructions' | 'examples' | 'plan' | 'value';

/**
 * A value of a program that training may change. It holds the user's data alone; what an optimizer remembers about it
 * (candidates, rewards, visits) is kept elsewhere, so a field may have any name.
 */
export interface Trainable {
  /** Unique in the program and readable in saved files: `MODULE/state_NAME`. */
  readonly key: string;
  readonly kind: VariableKind;
  /** JSON schema of the value. */
  readonly schema: JsonObject;
  /** The value the program runs with unless a call brings another. */
  readonly value: JsonObject;
  /** Values to try before any other is proposed; the first is not necessarily the current one. */
  readonly seeds: readonly JsonObject[];
  /** What the value is for, in words: proposers read it. */
  readonly description: string;
  /** What any value must keep, each one sentence: proposers read them, `validate` decides. */
  readonly constraints: readonly string[];
  /** Of a script that takes and gives a bare value: the field that it stands in, in what calls take and give. */
  readonly field?: string;
  /** What is wrong with a value, in words; null when it may be used. */
  validate(value: Json): Promise<string | null>;
}

/** Values by the variable's key: a candidate. What it does not name keeps its current value. */
export type VariableValues = Readonly<Record<string, JsonObject>>;

/** What one call of a module took and gave. It exists also for a call that failed. */
export interface CallRecord {
  /** Says which call of which module it was, the same in every repetition: `MODULE#2` inside `PARENT#1/…`. */
  readonly callId: string;
  readonly module: string;
  /** Keys of the variables that the call read. */
  readonly variables: readonly string[];
  readonly inputs: Json;
  /** Null when the module gave nothing. For a failed call, what is known of it (logs), no default. */
  readonly outputs: Json;
  /** Why the call failed; null when it did not. */
  readonly error: string | null;
}

/** What models and sandboxes cost; all counts start at 0. Those that may be left out are left out where nobody counted. */
export interface ProgramUsage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null when a price is not known. */
  readonly cost: number | null;
  /** Of the calls: those that failed or were given up. */
  readonly failedCalls?: number;
  /** Of the tokens read: those taken from a provider's cache. */
  readonly cachedInputTokens?: number;
  /** Of the tokens read: those written to a provider's cache. */
  readonly cacheWriteTokens?: number;
  /** Of the tokens written: thinking. */
  readonly reasoningTokens?: number;
}

/** What became of one sample. */
export interface ProgramRun {
  /** One entry for each output of the program, in the order of `outputNames`; null where it is missing. */
  readonly outputs: readonly (JsonObject | null)[];
  /** Every call of a module that has variables, in an order that doesn't depend on timing. */
  readonly calls: readonly CallRecord[];
  /** Why there is no output; null when the program ended well. */
  readonly error: string | null;
  readonly usage: ProgramUsage;
}

/** How one sample is run. */
export interface ProgramRunOptions {
  /** True while candidates are judged on training data. */
  readonly training?: boolean;
  /** The candidate to run with, for this call alone: other calls don't see it. */
  readonly values?: VariableValues;
  readonly signal?: AbortSignal | undefined;
}

/** What the trainer trains: a program as a function with variables. One instance serves any number of calls at a time. */
export interface TrainableProgram {
  readonly name: string;
  readonly description: string;
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** In the order of the graph. */
  readonly variables: readonly Trainable[];
  /**
   * Runs one sample. What the program does wrong is in the result; it rejects only at the signal or when this machine
   * failed (an engine that cannot start), which is nobody's mistake.
   *
   * @param inputs - one object for each input, in the order of `inputNames`; null for a missing one.
   */
  run(inputs: readonly (JsonObject | null)[], options?: ProgramRunOptions): Promise<ProgramRun>;
  /** Makes a candidate the current values, all of them or none: it throws when one is refused by `validate`. */
  assign(values: VariableValues): Promise<void>;
}
