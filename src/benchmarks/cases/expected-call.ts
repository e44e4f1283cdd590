import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** What an argument has to be. */
export type ExpectedArgument = (
  | {
      /** The value. Numbers, booleans and null are compared by type and value; text without regard to case and outer blanks. */
      readonly equals: Json;
    }
  | {
      /** Any of these values. */
      readonly oneOf: readonly Json[];
    }
  | {
      /** Any value. */
      readonly present: true;
    }
) & {
  /** Whether the argument may be left out. Default false. */
  readonly optional?: boolean;
};

/** A call that a reply has to make. */
export interface ExpectedCall {
  readonly tool: string;
  /** By name. An argument that isn't here must not be given. Default: none. */
  readonly arguments?: Readonly<Record<string, ExpectedArgument>>;
}

/** A call that a reply made. */
export interface PredictedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The arguments as JSON text, where it is known how they were written: BFCL tells `5.0` from `5`. */
  readonly argumentsText?: string;
  /** What was written in place of arguments, where that is no JSON object. */
  readonly invalidArguments?: string;
}

/** What is wrong with the form of an expected argument; null where nothing is. */
export function expectedArgumentProblem(value: unknown): string | null {
  if (!isJsonObject(value as Json)) return 'is an object with equals, oneOf or present';
  const { equals, oneOf, present, optional, ...unknown } = value as Readonly<Record<string, unknown>>;
  const [name] = Object.keys(unknown);
  if (name !== undefined) return `has no member "${name}"`;
  if ([equals, oneOf, present].filter((each) => each !== undefined).length !== 1) {
    return 'has one of equals, oneOf and present';
  }
  if (oneOf !== undefined && !(Array.isArray(oneOf) && oneOf.length > 0)) return 'has oneOf without a value';
  if (present !== undefined && present !== true) return 'has present that is not true';
  if (optional !== undefined && typeof optional !== 'boolean') return 'has optional that is not a boolean';
  return null;
}
