import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { canonicalJson, sha256 } from '../../../core/index.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import type { Budget } from '../../../training/index.js';
import { type OutputPlace, outputFiles } from './output-files.js';
import type { NamedTask } from './read-tasks.js';
import { renderTests } from './render-tests.js';
import type { TaskResult } from './train-task.js';

/** How the scripts were trained, for the record beside them. */
export interface TrainingRun {
  readonly budget: Budget;
  readonly seed: number;
  readonly tolerance: number;
  readonly model: string | null;
}

/**
 * Writes, for each script that was found, a test file that runs it on its examples with any `python3`, how it was found, and
 * the script: `test_names.py`, `names.lineage.json`, `names.py`. Each is written whole or not at all, the script last: a new
 * one always has its tests and its lineage, and where the writing was interrupted, the hashes in the lineage tell.
 */
export async function saveTraining(
  place: OutputPlace,
  files: readonly NamedTask[],
  results: readonly TaskResult[],
  run: TrainingRun,
): Promise<readonly string[]> {
  if (place.isFolder && results.some(({ script }) => script !== null)) {
    await mkdir(place.path, { recursive: true });
  }
  const written: string[] = [];
  for (const result of results) {
    const file = files.find(({ name }) => name === result.task);
    if (result.script === null || file === undefined) continue;
    const { script, tests, lineage } = outputFiles(place, result.task);
    const testsText = renderTests(file, basename(script), result.suspects);
    const lineageText = `${JSON.stringify(lineageOf(file, result, testsText, run), null, 2)}\n`;
    await writeFileAtomically(tests, testsText);
    await writeFileAtomically(lineage, lineageText);
    await writeFileAtomically(script, result.script);
    written.push(tests, lineage, script);
  }
  return written;
}

/** How a script was found, so that another run of it can be compared: what it was made from, with what, and what else fitted. */
function lineageOf(file: NamedTask, result: TaskResult, tests: string, run: TrainingRun): unknown {
  const { examples, holdout = [], seedScript } = file.task;
  return {
    version: 1,
    task: result.task,
    script: { sha256: sha256(result.script ?? ''), found_by: result.foundBy },
    tests: { sha256: sha256(tests) },
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
