import type { JsonObject } from '../core/index.js';
import { JsonDataModel, type MaybeData, SymbolicDataModel } from '../data/index.js';

/** One thing, a list of them, or a record of them: what modules take and give. */
export type Structured<T> = T | readonly T[] | { readonly [name: string]: T };

/** What a module is called with at run time. A plain JSON object is taken where the module knows its schema. */
export type JsonInputs = Structured<JsonDataModel | JsonObject | null>;

/** What a module is called with while a graph is put together: at least one of them is symbolic. */
export type SymbolicInputs = Structured<SymbolicDataModel | JsonDataModel | null>;

/** What `forward` of a module is given. */
export type ModuleInputs = Structured<MaybeData>;

/** What a module gives. */
export type ModuleOutputs = Structured<MaybeData>;

/** The symbolic counterpart of what a module gives. */
export type SymbolicOutputs<Outputs> = [Outputs] extends [MaybeData]
  ? SymbolicDataModel
  : { readonly [Key in keyof Outputs]: SymbolicDataModel };

/** Whether a value is data that flows between modules; null (missing) is. */
export function isData(value: unknown): value is SymbolicDataModel | MaybeData {
  return value === null || value instanceof JsonDataModel || value instanceof SymbolicDataModel;
}

/** The parts of a structure, in order. */
export function partsOf<T>(structure: Structured<T>): readonly T[] {
  if (Array.isArray(structure)) return structure;
  if (!isRecord(structure)) return [structure as T];
  return Object.values(structure);
}

/** The names of the parts of a record; undefined for one thing or a list. */
export function keysOf(structure: unknown): readonly string[] | undefined {
  return isRecord(structure) ? Object.keys(structure) : undefined;
}

/** How a structure is built, without what is in it; it can be saved. */
export type Shape = 'one' | number | readonly string[];

/** The shape of a structure. */
export function shapeOf(structure: unknown): Shape {
  if (Array.isArray(structure)) return structure.length;
  return keysOf(structure) ?? 'one';
}

/** Puts parts together again. */
export function fillShape<T>(shape: Shape, parts: readonly T[]): Structured<T> {
  if (shape === 'one') return parts[0] as T;
  if (typeof shape === 'number') return parts;
  return Object.fromEntries(shape.map((key, index) => [key, parts[index] as T]));
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isData(value);
}
