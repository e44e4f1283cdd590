import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** A text, number or truth value somewhere in the arguments of a call. */
export interface ArgumentLeaf {
  /** The names and indexes that lead to it. */
  readonly path: readonly (string | number)[];
  readonly value: string | number | boolean;
}

/** The leaves of a call's arguments, in order. */
export function argumentLeaves(
  value: Json,
  path: readonly (string | number)[] = [],
): readonly ArgumentLeaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => argumentLeaves(item, [...path, index]));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, item]) => argumentLeaves(item, [...path, name]));
  }
  return value === null ? [] : [{ path, value: value as ArgumentLeaf['value'] }];
}

/** The arguments with another value in the place of one leaf. */
export function replaceLeaf(argumentValues: JsonObject, leaf: ArgumentLeaf, value: Json): JsonObject {
  return replaceAt(argumentValues, leaf.path, value) as JsonObject;
}

function replaceAt(value: Json, path: readonly (string | number)[], replacement: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === first ? replaceAt(item, rest, replacement) : item));
  }
  const object = value as JsonObject;
  return { ...object, [first]: replaceAt(object[first] ?? null, rest, replacement) };
}

/** The name of the argument that a leaf belongs to. */
export function leafName({ path }: ArgumentLeaf): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '');
}

/** Whether a leaf holds an SQL statement or code. */
export function isSource(leaf: ArgumentLeaf): boolean {
  return isSql(leaf) || isCode(leaf);
}

/** Whether a leaf holds an SQL statement. */
export function isSql({ value }: ArgumentLeaf): boolean {
  return typeof value === 'string' && /^\s*(?:select|with|insert|update|delete|replace)\b/i.test(value);
}

/** Whether a leaf holds code: the argument is named so. */
export function isCode(leaf: ArgumentLeaf): boolean {
  return typeof leaf.value === 'string' && /^(?:code|script|program)$/.test(leafName(leaf));
}
