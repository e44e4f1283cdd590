import type { Json, JsonObject, RandomStream } from '../../../core/index.js';
import type { ExpectedAnswer, ProcessCheck, StateCheck } from '../../../records/index.js';
import type { SqlRecords } from './sql-records.js';
import type { SqlRow } from './sql-values.js';

/** Asks, and answers with the only value or with the first column. */
export interface SqlQuestion {
  readonly kind: 'scalar' | 'column';
  readonly sql: string;
}

/** How the oracle does a task. */
export type SqlSolution =
  | SqlQuestion
  | {
      /** Looks, changes rows, and says that it is done. */
      readonly kind: 'writes';
      readonly look: string;
      readonly statements: readonly string[];
      /** Looks again at the end. Default: as before. */
      readonly check?: string;
    }
  | {
      /** Reads the rules, and answers with the code of the one that forbids what was asked. */
      readonly kind: 'refusal';
      readonly look: string;
      readonly rule: string;
    };

/** A task on an SQL world before it has its place, its end state and its words around it. */
export interface SqlDraft {
  readonly category: string;
  readonly prompt: string;
  readonly key: Json;
  /** Worked out from the rows, never by SQL. */
  readonly answer: ExpectedAnswer | null;
  readonly goals?: readonly StateCheck[];
  /** Facts that the task changes, adds or removes; nothing else may change. */
  readonly touched?: readonly string[];
  readonly process?: readonly ProcessCheck[];
  readonly solution: SqlSolution;
  /** The seed of a world with rules of the house; absent for a world without. */
  readonly worldSeed?: number;
}

/** What a template makes tasks from. */
interface SqlTemplateContext {
  readonly tables: readonly SqlRecords[];
  readonly stream: RandomStream;
}

/** Makes a task by chance, or null when the draw gave none that makes sense. */
export type SqlTemplate = (context: SqlTemplateContext) => SqlDraft | null;

const INTEGER: JsonObject = { type: 'integer' };
const NUMBER: JsonObject = { type: 'number' };
const TEXT: JsonObject = { type: 'string' };
const ITEMS: JsonObject = { type: 'array', items: { type: ['string', 'number'] }, maxItems: 1000 };

/** A number that has to be exact. */
export function expectNumber(value: number): ExpectedAnswer {
  return { value, comparison: 'number', schema: Number.isInteger(value) ? INTEGER : NUMBER };
}

/** A number that is right when it is rounded to two decimals. */
export function expectRounded(value: number): ExpectedAnswer {
  return { value, comparison: 'number', tolerance: 0.0051, schema: NUMBER };
}

/** A text or a number as it is stored. */
export function expectValue(value: string | number): ExpectedAnswer {
  return typeof value === 'number' ? expectNumber(value) : { value, comparison: 'exact', schema: TEXT };
}

/** A list of values, in order or in any order. */
export function expectItems(value: readonly (string | number)[], comparison: 'list' | 'set'): ExpectedAnswer {
  return { value, comparison, schema: ITEMS };
}

/** The fact that a row is to hold these values, as the world does; other members of the row stay. */
export function goalOf(row: SqlRow, changes: JsonObject): StateCheck {
  return { kind: 'fact', name: row.fact, value: { ...row.stored, ...changes } };
}
