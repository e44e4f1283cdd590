import { access, constants, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { canonicalJson, MettleError, sha256 } from '../../../core/index.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import type { Budget } from '../../../training/index.js';
import type { NamedTask } from './read-tasks.js';
import { renderTests } from './render-tests.js';
import type { TaskResult } from './train-task.js';

/** Where the results of a call go. */
export interface OutputPlace {
  readonly path: string;
  /** Whether it is a folder, which gets `TASK.py` and so on; else it is the script's own file. */
  readonly isFolder: boolean;
}

/** How the scripts were trained, for the record beside them. */
export interface TrainingRun {
  readonly budget: Budget;
  readonly seed: number;
  readonly tolerance: number;
  readonly model: string | null;
}

/**
 * Where `--out` leads: for several tasks a folder, for one task too where it names one that is there, ends with a slash or
 * has no extension. Refuses what cannot be written, or is the task itself, before any work is done.
 *
 * @param task the file of the task; null when it is none
 */
export async function openOutput(
  path: string,
  options: { readonly isForMany: boolean; readonly endsWithSlash: boolean; readonly task: string | null },
): Promise<OutputPlace> {
  const existing = await stat(path).catch(() => null);
  const source = options.task === null ? null : await stat(options.task).catch(() => null);
  const isTask = existing !== null && existing.ino === source?.ino && existing.dev === source.dev;
  if (isTask && !options.isForMany) {
    throw unwritable(`--out ${path} is the task itself; name another file for the script.`);
  }
  const isFolder =
    options.isForMany ||
    options.endsWithSlash ||
    (existing === null ? extname(path) === '' : existing.isDirectory());
  if (existing !== null && isFolder && !existing.isDirectory()) {
    throw unwritable(`--out ${path} is a file; with a folder of tasks it names a folder.`);
  }
  const parent = existing?.isDirectory() === true ? path : dirname(path);
  try {
    await access(parent, constants.W_OK);
  } catch (cause) {
    throw unwritable(
      `--out: ${parent} is not a folder that can be written; create it or choose another.`,
      cause,
    );
  }
  return { path, isFolder };
}

function unwritable(message: string, cause?: unknown): MettleError {
  return new MettleError({ code: 'cli/unwritable_output', message, cause });
}

/**
 * Writes, for each script that was found, the script, a test file that runs it on its examples with any `python3`, and how it
 * was found: `names.py`, `test_names.py`, `names.lineage.json`.
 */
export async function saveTraining(
  { path, isFolder }: OutputPlace,
  files: readonly NamedTask[],
  results: readonly TaskResult[],
  run: TrainingRun,
): Promise<readonly string[]> {
  if (isFolder) await mkdir(path, { recursive: true });
  const written: string[] = [];
  for (const result of results) {
    const file = files.find(({ name }) => name === result.task);
    if (result.script === null || file === undefined) continue;
    const script = isFolder ? join(path, `${result.task}.py`) : path;
    const folder = dirname(script);
    const stem = basename(script, extname(script));
    const places = [
      [script, result.script],
      [join(folder, `test_${stem}.py`), renderTests(file, basename(script), result.suspects)],
      [join(folder, `${stem}.lineage.json`), `${JSON.stringify(lineageOf(file, result, run), null, 2)}\n`],
    ] as const;
    for (const [place, text] of places) await writeFileAtomically(place, text);
    written.push(...places.map(([place]) => place));
  }
  return written;
}

/** How a script was found, so that another run of it can be compared: what it was made from, with what, and what else fitted. */
function lineageOf(file: NamedTask, result: TaskResult, run: TrainingRun): unknown {
  const { examples, holdout = [], seedScript } = file.task;
  return {
    version: 1,
    task: result.task,
    script: { sha256: sha256(result.script ?? ''), found_by: result.foundBy },
    seed_script: seedScript === undefined ? null : { sha256: sha256(seedScript) },
    examples: {
      count: examples.length + holdout.length,
      sha256: sha256(
        canonicalJson([...examples, ...holdout].map(({ input, output }) => ({ input, output }))),
      ),
    },
    budget: {
      seconds: run.budget.seconds ?? null,
      max_evaluations: run.budget.maxEvaluations ?? null,
    },
    seed: run.seed,
    tolerance: run.tolerance,
    model: result.model ?? run.model,
    train: result.train,
    holdout: result.holdout,
    solved: result.solved,
    confidence: result.confidence,
    reasons: result.reasons,
    stop_reason: result.stopReason,
    evaluations: result.evaluations,
    seconds: result.seconds,
    candidates: result.candidates,
    rivals: result.rivals,
    question: result.question,
    suspects: result.suspects,
  };
}
