import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** Where clients read what a kind of error means. */
const URL_BASE = 'https://errors.pydantic.dev/2.13/v/';

/** One fault of a message, in the words that OpenEnv's own server has for it. */
export interface FieldError {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: Json;
  readonly ctx?: JsonObject;
}

/** A rule for one field: what is wrong with a value, or null. */
export type FieldRule = (value: Json, loc: readonly (string | number)[]) => FieldError | null;

/** The fields of a message. */
export interface MessageRules {
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly required: readonly string[];
  /** Whether other fields are fine. */
  readonly isOpen?: boolean;
}

/** All faults of a message: those of its fields in their order, then the fields that it must not have. */
export function fieldErrors(
  message: JsonObject,
  { fields, required, isOpen = false }: MessageRules,
  at: readonly (string | number)[] = [],
): readonly FieldError[] {
  const found = Object.entries(fields).flatMap(([name, rule]) => {
    const loc = [...at, name];
    const value = Object.hasOwn(message, name) ? message[name] : undefined;
    if (value !== undefined) return rule(value, loc) ?? [];
    if (!required.includes(name)) return [];
    return { type: 'missing', loc, msg: 'Field required', input: message };
  });
  if (isOpen) return found;
  const strange = Object.keys(message).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...found,
    ...strange.map((name) => ({
      type: 'extra_forbidden',
      loc: [...at, name],
      msg: 'Extra inputs are not permitted',
      input: message[name] ?? null,
    })),
  ];
}

/** Faults as JSON, with the address that explains each, as frames have them. */
export function withAddresses(errors: readonly FieldError[]): Json {
  return errors.map((error) => ({ ...withoutAddress(error), url: `${URL_BASE}${error.type}` }));
}

/** Faults as JSON, as the replies over HTTP have them. */
export function withoutAddresses(errors: readonly FieldError[]): Json {
  return errors.map(withoutAddress);
}

function withoutAddress({ type, loc, msg, input, ctx }: FieldError): JsonObject {
  return { type, loc, msg, input, ...(ctx === undefined ? {} : { ctx }) };
}

/** A text, of a length at most. */
export function text(maxLength?: number): FieldRule {
  return (input, loc) => {
    if (typeof input !== 'string') {
      return { type: 'string_type', loc, msg: 'Input should be a valid string', input };
    }
    if (maxLength === undefined || input.length <= maxLength) return null;
    const msg = `String should have at most ${maxLength} characters`;
    return { type: 'string_too_long', loc, msg, input, ctx: { max_length: maxLength } };
  };
}

/** An object. */
export const object: FieldRule = (input, loc) =>
  isJsonObject(input) ? null : { type: 'dict_type', loc, msg: 'Input should be a valid dictionary', input };

/** One text and no other. */
export function literal(wanted: string): FieldRule {
  return (input, loc) =>
    input === wanted
      ? null
      : {
          type: 'literal_error',
          loc,
          msg: `Input should be '${wanted}'`,
          input,
          ctx: { expected: `'${wanted}'` },
        };
}

/** A whole number, from a least one. */
export function wholeNumber(least?: number): FieldRule {
  return (input, loc) => {
    if (typeof input !== 'number' || !Number.isSafeInteger(input)) {
      return { type: 'int_type', loc, msg: 'Input should be a valid integer', input };
    }
    if (least === undefined || input >= least) return null;
    const msg = `Input should be greater than or equal to ${least}`;
    return { type: 'greater_than_equal', loc, msg, input, ctx: { ge: least } };
  };
}

/** A number above 0. */
export const positive: FieldRule = (input, loc) => {
  if (typeof input !== 'number') {
    return { type: 'float_type', loc, msg: 'Input should be a valid number', input };
  }
  if (input > 0) return null;
  return { type: 'greater_than', loc, msg: 'Input should be greater than 0', input, ctx: { gt: 0 } };
};

/** Nothing, or what a rule asks for. */
export function nullable(rule: FieldRule): FieldRule {
  return (input, loc) => (input === null ? null : rule(input, loc));
}
