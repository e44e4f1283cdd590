/**
 * The ARC-AGI-1 training tasks, where a copy is at hand, or those in the folder `METTLE_ARC`, and the search of a script for
 * one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from 'mettle/sandbox';
import { searchScript } from 'mettle/search';
import type { InputOutput } from 'mettle/training';

const FOLDER =
  process.env.METTLE_ARC ??
  fileURLToPath(new URL('../../../shared/data/arc-agi-1/training/', import.meta.url));
const EVALUATIONS = Number(process.env.METTLE_ARC_EVALUATIONS ?? 20_000);

/** A file of the tasks. */
export interface ArcTask {
  readonly train: readonly InputOutput[];
  readonly test: readonly InputOutput[];
}

/** What a search came to. */
export interface ArcSearch {
  readonly file: string;
  readonly script: string | null;
  /** What to try first and second: the contest allows two attempts, and no abstaining. */
  readonly attempts: readonly (string | undefined)[];
  readonly evaluations: number;
  /** Candidate × example evaluations: each candidate counts once for every training example. */
  readonly computed: number;
}

/** Names of the task files in order; none where there is no copy. */
export function arcFiles(): readonly string[] {
  try {
    return readdirSync(FOLDER).sort();
  } catch {
    return [];
  }
}

/** Reads a task. */
export function readArc(file: string): ArcTask {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as ArcTask;
}

/**
 * Searches with `METTLE_ARC_EVALUATIONS` (20,000), and within the seconds if any are given.
 *
 * @param search - what searches, where it isn't that of the package
 */
export async function searchArc(
  file: string,
  sandbox: Sandbox,
  limit: { readonly seconds?: number },
  search: typeof searchScript = searchScript,
): Promise<ArcSearch> {
  const task = readArc(file);
  const { script, guess, rivals, evaluations } = await search({
    examples: task.train,
    holdout: [],
    unlabelled: task.test.map(({ input }) => input),
    budget: { maxEvaluations: EVALUATIONS, ...limit },
    seed: 0,
    sandbox,
  });
  const attempts = [script ?? guess?.script, rivals?.[0]];
  return { file, script, attempts, evaluations, computed: evaluations * task.train.length };
}
