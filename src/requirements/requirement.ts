import { defineOptions, type OptionKinds, type OptionsCheck, option } from '../core/index.js';
import type { Artefact } from './artefact.js';
import type { PythonRunner } from './execution/python-runner.js';
import type { Message } from './message.js';
import { checkRequirementEngine, type RequirementEngine } from './requirement-engine.js';
import type { Judgement, RequirementResult, Severity } from './verdict.js';
import type { Recipe } from './worker/recipe.js';

/** What a validator gets beside the reply. */
export interface ValidationContext {
  /** Aborted when the check is given up: by the caller, or at the requirement's own timeout. */
  readonly signal: AbortSignal;
  /** Runs Python; each run of the same code under the same plan happens once. */
  readonly python: PythonRunner;
  /** The conversation that the reply answers; empty when it is not known. */
  readonly messages: readonly Message[];
  /** Results so far of the requirements that this one depends on or follows. */
  readonly earlier: ReadonlyMap<string, RequirementResult>;
}

/** Sees a reply as it is written; a failure ends the generation. */
export interface ReplyWatcher {
  /** Called with each new piece and the text so far. A failure is final; anything else is nothing said yet. */
  push(piece: string, textSoFar: string): Judgement | null;
}

/**
 * Something demanded of a model's reply; made by {@link createRequirement}. `T` is the type of what it reads off a reply
 * that passes: the JSON of `JsonOutput`.
 */
export interface Requirement<T = unknown> {
  /** Identity in a set of requirements. */
  readonly key: string;
  /** Its kind, as results name it: `PythonSyntaxValid`. */
  readonly name: string;
  /** What a model is told beforehand, one sentence. */
  readonly description: string;
  /** Whether the description is kept from the model. */
  readonly checkOnly: boolean;
  /** How it is checked, for a person, one sentence. */
  readonly how: string;
  /** Names that the code must define: of a reply's blocks, those that define them are the code. */
  readonly names: readonly string[];
  /** What runs the code for it; `none` where it is read alone. */
  readonly engine: RequirementEngine;
  /** Keys of requirements that must be in the same set and pass first. */
  readonly dependencies: readonly string[];
  /** Keys of requirements that must pass first where they are in the same set. */
  readonly follows: readonly string[];
  /** Those of `follows` that may be not checked for the cause `limit`: this one's limits are others. */
  readonly notLimitedBy: readonly string[];
  /** Whether it decides if a reply is good, or is advice. */
  readonly severity: Severity;
  /** How much it counts when replies are compared. */
  readonly weight: number;
  /** Wall-clock seconds that one check may take, or null for no limit of its own. */
  readonly timeoutSeconds: number | null;
  /** Whether the verdict depends on the reply alone, so that the same reply is judged once. */
  readonly memoise: boolean;
  /** Judges a reply. May be synchronous or not: it is always awaited. */
  validate(artefact: Artefact, context: ValidationContext): Judgement<T> | Promise<Judgement<T>>;
  /** What it read off a reply that passes; null for any other, and where it reads nothing. */
  valueIn(report: { readonly results: readonly RequirementResult[] }): T | null;
  /** How it is made in a worker thread, where large replies are judged; null where it must be judged here. */
  readonly recipe: Recipe | null;
  /** Starts watching one reply as it is written, or null where only a whole reply can be judged. */
  readonly watch: (() => ReplyWatcher) | null;
}

/** What {@link createRequirement} takes. */
export interface RequirementDefinition<T = unknown> {
  readonly name: string;
  readonly description: string;
  readonly validate: Requirement<T>['validate'];
  /** Default: the name. */
  readonly key?: string;
  /** Default false. */
  readonly checkOnly?: boolean;
  /** Default: the description. */
  readonly how?: string;
  /** Default: none. */
  readonly names?: readonly string[];
  /** Default `none`. */
  readonly engine?: RequirementEngine;
  /** Default: none. */
  readonly dependencies?: readonly string[];
  /** Default: none. */
  readonly follows?: readonly string[];
  /** Default: none. */
  readonly notLimitedBy?: readonly string[];
  /** Default `must`. */
  readonly severity?: Severity;
  /** Default 1. */
  readonly weight?: number;
  /** Default: none. */
  readonly timeoutSeconds?: number;
  /** Default false. */
  readonly memoise?: boolean;
  /** Only of our own requirements that read the reply alone. Default: none. */
  readonly recipe?: Recipe;
  readonly watch?: () => ReplyWatcher;
}

const checkRequirementDefinition = defineOptions<RequirementDefinition<unknown>>()('createRequirement', {
  name: option.required(option.words),
  description: option.required(option.string),
  validate: option.required(option.callback),
  key: option.words,
  checkOnly: option.boolean,
  how: option.string,
  names: option.list(option.string),
  engine: option.oneOf(['none', 'monty', 'cpython', 'docker', 'auto', 'local_unsafe']),
  dependencies: option.list(option.string),
  follows: option.list(option.string),
  notLimitedBy: option.list(option.string),
  severity: option.oneOf(['must', 'should']),
  weight: option.positive,
  timeoutSeconds: option.positive,
  memoise: option.boolean,
  recipe: option.object,
  watch: option.callback,
});

/** What a caller may set on any of the ready-made requirements. */
export interface CommonOptions {
  /** Identity in the set, when the same kind is used twice. Default: the name. */
  readonly key?: string;
  /** Whether a reply that fails it is no good (`must`), or only less good (`should`). Default `must`. */
  readonly severity?: Severity;
  /** How much it counts when replies are compared. Default 1. */
  readonly weight?: number;
  /** Whether the description is kept from the model. Default false. */
  readonly checkOnly?: boolean;
}

/** The kinds of {@link CommonOptions}. */
export const COMMON_OPTIONS: OptionKinds<CommonOptions> = {
  key: option.words,
  severity: option.oneOf(['must', 'should']),
  weight: option.positive,
  checkOnly: option.boolean,
};

/** Checks {@link CommonOptions}. */
export const checkCommonOptions: OptionsCheck = defineOptions<CommonOptions>()(
  'A requirement',
  COMMON_OPTIONS,
);

/**
 * Makes a {@link Requirement}, with every field set.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function createRequirement<T = unknown>(definition: RequirementDefinition<T>): Requirement<T> {
  checkRequirementDefinition(definition);
  const { name, description, validate } = definition;
  const key = definition.key ?? name;
  return Object.freeze({
    key,
    name,
    description,
    checkOnly: definition.checkOnly ?? false,
    how: definition.how ?? description,
    names: Object.freeze([...(definition.names ?? [])]),
    engine: checkRequirementEngine(definition.engine ?? 'none'),
    dependencies: Object.freeze([...(definition.dependencies ?? [])]),
    follows: Object.freeze([...(definition.follows ?? [])]),
    notLimitedBy: Object.freeze([...(definition.notLimitedBy ?? [])]),
    severity: definition.severity ?? 'must',
    weight: definition.weight ?? 1,
    timeoutSeconds: definition.timeoutSeconds ?? null,
    memoise: definition.memoise ?? false,
    validate,
    valueIn({ results }: { readonly results: readonly RequirementResult[] }): T | null {
      const result = results.find((candidate) => candidate.key === key);
      return result?.verdict === 'pass' ? ((result.value as T | undefined) ?? null) : null;
    },
    recipe: definition.recipe ?? null,
    watch: definition.watch ?? null,
  });
}

/** The common options that were given, to be spread into a {@link RequirementDefinition}. */
export function commonOptions(options: CommonOptions): CommonOptions {
  return {
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.severity === undefined ? {} : { severity: options.severity }),
    ...(options.weight === undefined ? {} : { weight: options.weight }),
    ...(options.checkOnly === undefined ? {} : { checkOnly: options.checkOnly }),
  };
}
