import type { ErrorCode } from '../error-codes.js';

const BRAND: unique symbol = Symbol.for('mettle.error') as never;

/** What a {@link MettleError} is made from. */
export interface MettleErrorOptions {
  /** Stable identity of the failure, `module/what`: for programs to switch on. Never reworded. */
  readonly code: ErrorCode;
  /** One line for a person: what, where, what to do. */
  readonly message: string;
  /** What a model should be told to repair the failure. Default: the message. */
  readonly instructions?: string;
  /** The error underneath, if one was caught. */
  readonly cause?: unknown;
  /** Facts for programs (a path, a limit, a list of names). */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Makes the errors of one module from the part of the code behind the module's name. */
export type ErrorMaker<Code extends ErrorCode> = (
  what: Code extends `${string}/${infer What}` ? What : never,
  message: string,
  extra?: Omit<MettleErrorOptions, 'code' | 'message'>,
) => MettleError;

/**
 * Base of every error that Mettle throws on purpose. It speaks to two readers: `message` to a person,
 * {@link MettleError.instructions} to a model that has to repair what it did.
 *
 * @example
 * ```ts
 * import { createFileTree, MettleError } from 'mettle';
 *
 * try {
 *   createFileTree({ files: {} }).readText('notes.txt');
 * } catch (error) {
 *   if (MettleError.isInstance(error)) console.log(error.code); // → filesystem/not_found
 * }
 * ```
 */
export class MettleError extends Error {
  /** Stable: docs/errors.md says what each code means and what to do. */
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly #instructions: string | undefined;

  constructor(options: MettleErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MettleError';
    this.code = options.code;
    this.details = Object.freeze({ ...options.details });
    this.#instructions = options.instructions;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Whether `value` is a Mettle error, even one made by another copy of the package. */
  static isInstance(value: unknown): value is MettleError {
    return value instanceof Error && BRAND in value;
  }

  /** What to tell a model so that it can repair the failure. */
  instructions(): string {
    return this.#instructions ?? this.message;
  }
}

/** The message of a thrown value: the error's own, or the value as text. */
export function errorMessage(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return 'an error without a message';
  }
}
