import { coreError } from './error-codes.js';
import type { MettleError } from './errors.js';
import { nearNames } from './near-names.js';
import type { OptionKind, RecordKind } from './option-kinds.js';

/** Every option that any member of a union of options types has. */
type NamesOf<T> = T extends unknown ? keyof T : never;

/** The values of one option in any member of a union of options types. */
type ValueOf<T, Name> = T extends unknown ? (Name extends keyof T ? NonNullable<T[Name]> : never) : never;

/** A type with any names is read by them; `any` has every name. */
type KindOf<Value> = 0 extends 1 & Value ? OptionKind : string extends keyof Value ? RecordKind : OptionKind;

/**
 * The kind of every option of `T`: an option that is missing here is a compile error, and so is another kind than
 * `option.record` for one that is read by the names in it.
 */
export type OptionKinds<T> = { readonly [Name in NamesOf<T>]: KindOf<ValueOf<T, Name>> };

/** What {@link defineOptions} takes besides the kinds. */
export interface OptionsRules<T> {
  /** Options of which at most one can be given. */
  readonly conflicts?: readonly (readonly NamesOf<T>[])[];
  /** A sentence after the names that exist, for example where a misplaced option belongs. */
  readonly hint?: string;
}

/**
 * Checks an options object and returns it. The owner is the function or class that takes the options; a subclass
 * names itself.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export type OptionsCheck = <Given extends object>(options: Given, owner?: string) => Given;

/**
 * Declares the options of a function or class once. The compiler compares the kinds with the interface; the returned
 * function compares what callers give with the kinds. So a misspelt option is never silently ignored.
 *
 * An option whose value is undefined counts as not given.
 *
 * @example
 * ```ts
 * import { defineOptions, option } from 'mettle/core';
 *
 * const retryOptions = defineOptions()('retry', {
 *   retries: option.wholeNumber(0),
 *   onRetry: option.callback,
 * });
 *
 * console.log(retryOptions({ retries: 2 }).retries); // → 2
 * try {
 *   retryOptions(JSON.parse('{"retrys": 2}'));
 * } catch (error) {
 *   console.log(error.message); // → retry has no option retrys; it has retries, onRetry. Did you mean retries?
 * }
 * ```
 */
export function defineOptions<T extends object>() {
  return (owner: string, kinds: OptionKinds<T>, rules: OptionsRules<T> = {}): OptionsCheck => {
    const known = Object.keys(kinds);
    const kindOf = new Map<string, OptionKind>(Object.entries(kinds));
    const required = [...kindOf].filter(([, kind]) => kind.required);
    const conflicts = (rules.conflicts ?? []) as readonly (readonly string[])[];
    return (options, as = owner) => {
      const given = Object.entries(optionsObject(as, options, known));
      for (const [name, value] of given) {
        const kind = kindOf.get(name);
        if (kind === undefined) throw unknownOption(as, name, known, rules.hint);
        if (value !== undefined && !kind.allows(value)) throw wrongValue(as, name, kind, value);
      }
      const values = new Map(given.filter(([, value]) => value !== undefined));
      for (const [name, { wanted }] of required) {
        if (!values.has(name)) throw invalidOption(as, name, wanted, undefined);
      }
      for (const names of conflicts) {
        const both = names.filter((name) => values.has(name));
        if (both.length > 1)
          throw optionError(as, both[0], `${as} takes one of ${both.join(' and ')}, not both.`);
      }
      return options;
    };
  };
}

/**
 * The error for an option whose value is not allowed.
 *
 * @param wanted completes "must be …", for example `a number above 0`
 */
export function invalidOption(owner: string, name: string, wanted: string, got: unknown): MettleError {
  return optionError(owner, name, `${owner}: ${name} must be ${wanted}; got ${describeValue(got)}.`);
}

/** Names the first item of an array that is not allowed, so that a reader need not look for it. */
function wrongValue(owner: string, name: string, { wanted, item }: OptionKind, value: unknown): MettleError {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const index = items.findIndex((one) => item?.allows(one) === false);
  if (item === undefined || index < 0) return invalidOption(owner, name, wanted, value);
  const got = describeValue(items[index]);
  return optionError(owner, name, `${owner}: ${name}[${index}] must be ${item.wanted}; got ${got}.`);
}

function unknownOption(owner: string, name: string, known: readonly string[], hint?: string): MettleError {
  const [near] = nearNames(name, known);
  const sentences = [
    `${owner} has no option ${name}; it has ${known.length === 0 ? 'none' : known.join(', ')}.`,
    ...(near === undefined ? [] : [`Did you mean ${near}?`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  return optionError(owner, name, sentences.join(' '), { known });
}

function optionError(
  owner: string,
  name: string | undefined,
  message: string,
  details: object = {},
): MettleError {
  return coreError('invalid_option', message, {
    details: { owner, ...(name === undefined ? {} : { option: name }), ...details },
  });
}

function optionsObject(owner: string, options: unknown, known: readonly string[]): object {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options;
  const got = describeValue(options);
  throw optionError(owner, undefined, `${owner} takes an object, with ${known.join(', ')}; got ${got}.`, {
    known,
  });
}

/** Words for a value in an error: short, and never the content of objects, which may be secret. */
function describeValue(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `${value.length} characters` : JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value !== 'object' || value === null) return String(value);
  const made: unknown = value.constructor;
  const isNamed = typeof made === 'function' && made !== Object && made.name !== '';
  return isNamed ? `an object of class ${made.name}` : 'an object';
}
