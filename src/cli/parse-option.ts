import type { MettleError } from '../core/index.js';
import { cliError } from './error-codes.js';

/** A usage error: what is wrong with the call and how to say it right. */
export function usageError(message: string): MettleError {
  return cliError('usage', message);
}

/** A usage error for what the call lacks: the help of the command is shown below it. */
export function missingArgument(message: string): MettleError {
  return cliError('missing_argument', message);
}

/** Reads a whole number of at least `minimum`. @throws {MettleError} `cli/usage` */
export function wholeNumber(name: string, minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < minimum) {
      throw usageError(`${name} takes a whole number of at least ${minimum}; got "${text}".`);
    }
    return value;
  };
}

/** Reads a number greater than 0. @throws {MettleError} `cli/usage` */
export function positiveNumber(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
      throw usageError(`${name} takes a number greater than 0; got "${text}".`);
    }
    return value;
  };
}

/** Reads a number from `least` to `most`, both included. @throws {MettleError} `cli/usage` */
export function numberBetween(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw usageError(`${name} must be a number from ${least} to ${most}; got "${text}".`);
    }
    return value;
  };
}

/** Reads the name of a file or folder: an empty one, from a variable that isn't set, would mean the working folder. */
export function pathName(name: string, what: string): (text: string) => string {
  return (text) => {
    if (text === '') throw usageError(`${name} needs the name of a ${what}; it is empty.`);
    return text;
  };
}

/** Reads one of a few words. @throws {MettleError} `cli/usage` */
export function oneOf<const T extends string>(name: string, words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw usageError(`${name} is one of ${words.join(', ')}; got "${text}".`);
    return word;
  };
}

/** Reads `a,b,c` as a list without empty entries. */
export function commaList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Reads a seed: any whole number. @throws {MettleError} `cli/usage` */
export function parseSeed(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value)) {
    throw usageError(`--seed takes a whole number; got "${text}".`);
  }
  return value;
}

/** The `--seed N` of every command where chance plays. */
export const seedOption: {
  readonly flags: string;
  readonly description: string;
  readonly default: number;
  readonly parse: (text: string) => number;
} = {
  flags: '--seed <n>',
  description: 'seed of every random choice; the same seed gives the same result',
  default: 0,
  parse: parseSeed,
};
