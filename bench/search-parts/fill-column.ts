/** Fills columns as `mettle evolve` does, with the search that has the switches. */
import type { Sandbox } from 'mettle/sandbox';
import type { FillColumn } from '../search-tasks/table-requests.js';
import { EVALUATIONS } from './tasks.js';

interface Learned {
  readonly result: { readonly script: string | null; readonly confidence: string | null };
}

interface Options {
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

/** What `mettle evolve` is made of for tables. */
export interface TableSearch {
  readonly readJsonLinesTable: (input: { readonly name: string; readonly text: string }) => unknown;
  readonly planColumn: (tables: { readonly fix: unknown; readonly data: unknown }) => unknown;
  readonly learnColumn: (
    task: unknown,
    options: Options & {
      readonly budget: { readonly seconds: number; readonly maxEvaluations: number };
      readonly seed: number;
    },
  ) => Promise<Learned>;
  readonly computeRows: (
    options: Options & { readonly task: unknown; readonly learned: Learned; readonly script: string },
  ) => Promise<{ readonly changed: readonly { readonly line: number; readonly after: string }[] }>;
}

/** Fills columns in this process. */
export function fillWith(search: TableSearch, sandbox: Sandbox): FillColumn {
  const options: Options = { sandbox, signal: new AbortController().signal, onProgress: () => undefined };
  return async ({ fix, data }) => {
    try {
      return await fill(fix, data);
    } catch (error) {
      // As the command refuses examples that contradict each other.
      if (error instanceof Error && 'code' in error) return null;
      throw error;
    }
  };
  async function fill(fix: string, data: string): ReturnType<FillColumn> {
    const task = search.planColumn({
      fix: search.readJsonLinesTable({ name: 'fix.jsonl', text: fix }),
      data: search.readJsonLinesTable({ name: 'data.jsonl', text: data }),
    });
    const learned = await search.learnColumn(task, {
      ...options,
      budget: { seconds: 3600, maxEvaluations: EVALUATIONS },
      seed: 0,
    });
    const { script, confidence } = learned.result;
    if (script === null) return { script, confidence, changes: [] };
    const { changed } = await search.computeRows({ ...options, task, learned, script });
    return { script, confidence, changes: changed };
  }
}
