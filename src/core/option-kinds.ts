/** What the values of an option must be. */
export interface OptionKind {
  /** Completes "must be …". */
  readonly wanted: string;
  readonly allows: (value: unknown) => boolean;
  /** Whether the option must be given. */
  readonly required?: boolean;
  /** Of an array: what each item must be, so that an error can name the item. */
  readonly item?: OptionKind;
}

/** A kind for options that are read by the names in them. */
export interface RecordKind extends OptionKind {
  readonly isRecord: true;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Any value: the function that takes the options checks it, or can use everything. */
export const any: OptionKind = { wanted: 'given', allows: () => true };

export const boolean: OptionKind = {
  wanted: 'true or false',
  allows: (value) => typeof value === 'boolean',
};

export const string: OptionKind = { wanted: 'a string', allows: (value) => typeof value === 'string' };

/** A string that is not empty. */
export const text: OptionKind = {
  wanted: 'a string that is not empty',
  allows: (value) => typeof value === 'string' && value !== '',
};

/** A string with more than white space in it. */
export const words: OptionKind = {
  wanted: 'a text with words in it',
  allows: (value) => typeof value === 'string' && value.trim() !== '',
};

export const callback: OptionKind = { wanted: 'a function', allows: (value) => typeof value === 'function' };

/** A finite number. */
export const number: OptionKind = { wanted: 'a number', allows: isNumber };

/** A finite number from 0. */
export const amount: OptionKind = {
  wanted: 'a number from 0',
  allows: (value) => isNumber(value) && value >= 0,
};

/** A finite number above 0. */
export const positive: OptionKind = {
  wanted: 'a number above 0',
  allows: (value) => isNumber(value) && value > 0,
};

/** A number above 0 that something is limited to; Infinity for no limit. */
export const limit: OptionKind = {
  wanted: 'a number above 0',
  allows: (value) => typeof value === 'number' && value > 0,
};

/** A number from `least` to `most`. */
export function between(least: number, most: number): OptionKind {
  return {
    wanted: `a number from ${least} to ${most}`,
    allows: (value) => isNumber(value) && value >= least && value <= most,
  };
}

/** A number from 0 to 1. */
export const share: OptionKind = between(0, 1);

/** Seconds that a timer of Node.js can wait. */
export const seconds: OptionKind = {
  wanted: 'a number above 0, at most 2147483',
  allows: (value) => isNumber(value) && value > 0 && value <= 2_147_483,
};

/** A whole number of any sign, for example a seed. */
export const integer: OptionKind = { wanted: 'a whole number', allows: Number.isSafeInteger };

/** A whole number from `least`. */
export function wholeNumber(least: number): OptionKind {
  return {
    wanted: `a whole number from ${least}`,
    allows: (value) => Number.isSafeInteger(value) && Number(value) >= least,
  };
}

/** An object that is no array. */
export const object: OptionKind = {
  wanted: 'an object',
  allows: (value) => isObject(value) && !Array.isArray(value),
};

/**
 * Names with their values. What a `Map`, a `Headers` or a `FileTree` holds isn't among its own names: it would be read
 * as if it were empty.
 */
export const record: RecordKind = {
  wanted: 'a plain object, of names and values',
  allows: (value) =>
    object.allows(value) && (isPlain(value as object) || Object.keys(value as object).length > 0),
  isRecord: true,
};

/** Also one that another realm made, for example `node:vm`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export const signal: OptionKind = {
  wanted: 'an AbortSignal, the signal of an AbortController',
  allows: (value) => isObject(value) && 'aborted' in value,
};

/** One of these values. */
export function oneOf(values: readonly (string | number | boolean)[]): OptionKind {
  const allowed = new Set<unknown>(values);
  return { wanted: `one of ${values.join(', ')}`, allows: (value) => allowed.has(value) };
}

/** An array whose items are of the kind, at least `least` of them. Default: any number of anything. */
export function list(item: OptionKind = any, least = 0): OptionKind {
  const array = least === 0 ? 'an array' : `an array of at least ${least}`;
  return {
    wanted: item === any ? array : `${array}, each item ${item.wanted}`,
    allows: (value) =>
      Array.isArray(value) && value.length >= least && value.every((one) => item.allows(one)),
    item,
  };
}

/** A value of one of the kinds. */
export function either(...kinds: readonly OptionKind[]): OptionKind {
  return {
    wanted: kinds.map(({ wanted }) => wanted).join(' or '),
    allows: (value) => kinds.some(({ allows }) => allows(value)),
  };
}

/** The kind, for an option that must be given. */
export function required<Kind extends OptionKind>(kind: Kind): Kind {
  return { ...kind, required: true };
}
