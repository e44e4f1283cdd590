import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson, errorMessage, MettleError } from '../../core/index.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import type { DemoResult } from './demo-result.js';
import { renderReport } from './report/render-report.js';
import { firstGuessScript } from './skills.js';

/** Where the files of a run are. */
export interface DemoFiles {
  /** Every different verified run, as Mettle's JSON lines. */
  readonly dataset: string;
  /** The runs worth learning from, as OpenAI messages. */
  readonly openai: string;
  /** The tasks with their expected outcomes. */
  readonly tasks: string;
  /** The script that stands in the end: the trained one, or the first guess where that was not beaten. */
  readonly script: string;
  readonly report: string;
}

/**
 * Makes the output folder where there is none, and makes sure that it can be written, before any work is done for it.
 *
 * @returns whether the folder is new.
 * @throws {MettleError} `pipelines/output_unwritable`.
 */
export async function prepareOutputFolder(folder: string): Promise<boolean> {
  try {
    const isNew = await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
    return isNew;
  } catch (error) {
    throw new MettleError({
      code: 'pipelines/output_unwritable',
      message: `Cannot write to ${folder}: ${errorMessage(error)}. Choose another folder with --out.`,
      cause: error,
    });
  }
}

/**
 * Makes a folder and those above it. Node's own recursive mkdir never returns where the system refuses a folder with
 * ENOENT although the one above it exists, as /proc does.
 */
async function makeFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return false;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder);
  return true;
}

/**
 * Writes the files of a run, each whole or not at all, the report last.
 * @throws {MettleError} `filesystem/host_write_failed`.
 */
export async function writeDemo(folder: string, result: DemoResult): Promise<DemoFiles> {
  const files: DemoFiles = {
    dataset: join(folder, 'trajectories.jsonl'),
    openai: join(folder, 'openai.jsonl'),
    tasks: join(folder, 'tasks.jsonl'),
    script: join(folder, 'skill.py'),
    report: join(folder, 'report.html'),
  };
  const { dataset, tasks, training, improved } = result;
  const trained = improved ? training?.result.script : null;
  await writeFileAtomically(files.dataset, dataset.trajectories);
  await writeFileAtomically(files.openai, dataset.openai);
  await writeFileAtomically(
    files.tasks,
    tasks.map((task) => `${canonicalJson(taskRecord(task))}\n`).join(''),
  );
  await writeFileAtomically(files.script, trained ?? training?.seedScript ?? firstGuessScript);
  await writeFileAtomically(files.report, renderReport(result));
  return files;
}

function taskRecord({ id, category, prompt, expected, metadata }: DemoResult['tasks'][number]): unknown {
  const { answer, stateDigest } = expected;
  return { id, category, prompt, expected: { answer, state_digest: stateDigest }, metadata };
}
