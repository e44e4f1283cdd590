import {
  canonicalJson,
  type DataSchema,
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  type SchemaValidator,
  schemaValidator,
} from '../core/index.js';
import { errorMessage, frozenJson, jsonSchemaOf } from '../core/internal.js';
import type { Trainable, VariableKind } from '../training/index.js';
import { programError } from './error-codes.js';

/** What a variable is made from. */
export interface VariableOptions {
  /** Last part of its key, behind `state_`. Default: the name of the module's class, in snake case. */
  readonly name?: string;
  readonly kind: VariableKind;
  /** Schema of the value: JSON Schema, or one of Zod and others that follow Standard JSON Schema. */
  readonly schema: DataSchema;
  /** The value to start with. */
  readonly value: JsonObject;
  /** Values to try before any other is proposed. Default: none. */
  readonly seeds?: readonly JsonObject[];
  /** What the value is for, in words: proposers read it. */
  readonly description?: string;
  /** What any value must keep, each one sentence. */
  readonly constraints?: readonly string[];
  /** What is wrong with a value that meets the schema; null when it may be used. */
  readonly validate?: (value: JsonObject) => string | null | Promise<string | null>;
  /** Whether training may change it. Default: true. */
  readonly trainable?: boolean;
}

/** What is behind a variable. It exists once, whatever keys it is known by. */
interface VariableState {
  readonly options: VariableOptions;
  readonly schema: JsonObject;
  readonly validator: SchemaValidator;
  readonly seeds: readonly JsonObject[];
  value: JsonObject;
}

/**
 * A value of a module that training may change, and that is saved with the program. It holds the user's data alone, so
 * its fields may have any name. Inside a call, read it by `context.valueOf(variable)`: a candidate that is being tried
 * is there, not here.
 */
export class Variable implements Trainable {
  readonly key: string;
  readonly #state: VariableState;

  /** @internal */
  constructor(key: string, state: VariableState) {
    this.key = key;
    this.#state = state;
  }

  get kind(): VariableKind {
    return this.#state.options.kind;
  }
  get schema(): JsonObject {
    return this.#state.schema;
  }
  get value(): JsonObject {
    return this.#state.value;
  }
  get seeds(): readonly JsonObject[] {
    return this.#state.seeds;
  }
  get description(): string {
    return this.#state.options.description ?? '';
  }
  get constraints(): readonly string[] {
    return this.#state.options.constraints ?? [];
  }
  get trainable(): boolean {
    return this.#state.options.trainable ?? true;
  }

  async validate(value: Json): Promise<string | null> {
    const problem = this.checkSchema(value);
    if (problem !== null) return problem;
    return (await this.#state.options.validate?.(value as JsonObject)) ?? null;
  }

  /** What is wrong with a value by its schema alone. */
  checkSchema(value: Json): string | null {
    if (!isJsonObject(value)) return `${this.key} must be a JSON object.`;
    const [problem] = this.#state.validator.check(value);
    return problem === undefined ? null : `${describeProblem(problem, this.key)}.`;
  }

  /**
   * Makes this the value, from the next call on.
   *
   * @throws {MettleError} `programs/invalid_value` when it is refused; the old value stays.
   */
  async assign(value: JsonObject): Promise<void> {
    const copy = frozenCopy(value, this.key);
    const problem = await this.validate(copy);
    if (problem !== null) throw programError('invalid_value', problem, { details: { key: this.key } });
    this.#state.value = copy;
  }

  /** Sets what {@link Variable.validate} has accepted. @internal */
  set(value: JsonObject): void {
    this.#state.value = frozenCopy(value, this.key);
  }

  /** What stays the same whatever key it is known by. @internal */
  get identity(): object {
    return this.#state;
  }

  /** The same variable by another key. @internal */
  withKey(key: string): Variable {
    return new Variable(key, this.#state);
  }
}

/**
 * Makes the variable of a module.
 *
 * @throws {MettleError} `programs/invalid_value` when the value or a seed doesn't meet the schema.
 */
export function createVariable(key: string, options: VariableOptions): Variable {
  const schema = frozenCopy(jsonSchemaOf(options.schema), `the schema of ${key}`);
  const value = frozenCopy(options.value, key);
  const seeds = Object.freeze((options.seeds ?? []).map((seed) => frozenCopy(seed, key)));
  const variable = new Variable(key, { options, schema, validator: schemaValidator(schema), seeds, value });
  for (const each of [value, ...seeds]) {
    const problem = variable.checkSchema(each);
    if (problem !== null) throw programError('invalid_value', problem, { details: { key } });
  }
  return variable;
}

/**
 * A copy that nobody can change.
 *
 * @throws {MettleError} `programs/invalid_value` for what is no JSON object.
 */
export function frozenCopy(value: JsonObject, of: string): JsonObject {
  let copy: unknown;
  try {
    canonicalJson(value);
    copy = frozenJson(value);
  } catch (cause) {
    throw programError('invalid_value', `The value of ${of} is not JSON: ${errorMessage(cause)}`, { cause });
  }
  if (isJsonObject(copy)) return copy;
  throw programError('invalid_value', `The value of ${of} must be a JSON object.`);
}
