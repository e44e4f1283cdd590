import { isJsonObject } from '../json.js';
import { invalidSchema, type KeywordContext } from './compile.js';

/** The value of a keyword that has to be a number. */
export function numberOf(value: unknown, name: string, { pointer }: KeywordContext): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalidSchema(pointer, `${name} has to be a number`);
  return value;
}

/** The value of a keyword that has to be a count. */
export function countOf(value: unknown, name: string, context: KeywordContext): number {
  const count = numberOf(value, name, context);
  if (count < 0 || !Number.isInteger(count))
    throw invalidSchema(context.pointer, `${name} has to be 0 or more`);
  return count;
}

/** The value of a keyword that has to be a list. */
export function listOf(value: unknown, name: string, { pointer }: KeywordContext): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidSchema(pointer, `${name} has to be a list`);
  return value;
}

/** The value of a keyword that has to be a list of names. */
export function namesOf(value: unknown, name: string, context: KeywordContext): readonly string[] {
  const list = listOf(value, name, context);
  if (!list.every((item) => typeof item === 'string')) {
    throw invalidSchema(context.pointer, `${name} has to be a list of strings`);
  }
  return list;
}

/** The members of a keyword whose value has to be an object. */
export function membersOf(
  value: unknown,
  name: string,
  { pointer }: KeywordContext,
): readonly [string, unknown][] {
  if (!isJsonObject(value)) throw invalidSchema(pointer, `${name} has to be an object`);
  return Object.entries(value);
}
