import type { Json, JsonObject, RandomStream } from 'mettle/core';
import type { ExpectedAnswer } from 'mettle/records';
import type { CountryRecords } from '../country-records.js';

/** Kinds of tasks that the demo has. */
type TaskCategory = 'count' | 'filter' | 'aggregate' | 'join' | 'top_k' | 'format' | 'update';

/** How the oracle policy does a task: it runs this and answers with what comes back. */
export type Solution =
  | { readonly kind: 'scalar' | 'column'; readonly sql: string }
  | { readonly kind: 'script'; readonly sql: string; readonly script: string }
  | { readonly kind: 'writes'; readonly statements: readonly string[] };

/** A task before it has its id. */
export interface TaskDraft {
  readonly category: TaskCategory;
  readonly prompt: string;
  /** Worked out from the records, never by SQL. */
  readonly answer: ExpectedAnswer | null;
  /** What the world must hold in the end; absent when it must stay as it was. */
  readonly finalRecords?: CountryRecords;
  readonly solution: Solution;
  readonly metadata: JsonObject;
}

/** What a template makes tasks from. */
interface TemplateContext {
  readonly records: CountryRecords;
  readonly stream: RandomStream;
}

/** Makes a task by chance, or null when the draw gave none that makes sense. */
export type TaskTemplate = (context: TemplateContext) => TaskDraft | null;

/** An SQL text literal. */
export function quoteSql(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** An expected number. */
export function expectNumber(value: number): ExpectedAnswer {
  return { value, comparison: 'number' };
}

/** An expected list, in order or in any order. */
export function expectItems(value: readonly Json[], comparison: 'list' | 'set'): ExpectedAnswer {
  return { value, comparison };
}

/** Sorts by the most, then by name in code-unit order, and keeps the first names. */
export function topNames(counts: ReadonlyMap<string, number>, limit: number): readonly string[] {
  return [...counts]
    .sort(([left, most], [right, least]) => least - most || (left < right ? -1 : 1))
    .slice(0, limit)
    .map(([name]) => name);
}
