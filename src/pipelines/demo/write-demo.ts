import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { pipelineError } from '../error-codes.js';
import { demoFileNames } from './demo-file-names.js';
import type { DemoResult } from './demo-result.js';
import type { SkillResult } from './judge-skills.js';
import { renderReport } from './report/render-report.js';

/** Where the files of a run are. */
export interface DemoFiles {
  /** Every different verified run, as Mettle's JSON lines. */
  readonly dataset: string;
  /** The runs worth learning from, as OpenAI messages. */
  readonly openai: string;
  /** The tasks with their expected outcomes. */
  readonly tasks: string;
  /** For each skill the script that stands in the end, by its name: the trained one, or else the best first guess. */
  readonly scripts: Readonly<Record<string, string>>;
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
    throw pipelineError(
      'output_unwritable',
      `Cannot write to ${folder}: ${errorMessage(error)}. Choose another folder with --out.`,
      { cause: error },
    );
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
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have made it in this moment.
    if (
      await stat(folder).then(
        (made) => made.isDirectory(),
        () => false,
      )
    )
      return false;
    throw error;
  }
  return true;
}

/**
 * Writes the files of a run, each whole or not at all, the report last.
 * @throws {MettleError} `filesystem/host_write_failed`.
 */
export async function writeDemo(folder: string, result: DemoResult): Promise<DemoFiles> {
  const files: DemoFiles = {
    dataset: join(folder, demoFileNames.trajectories),
    openai: join(folder, demoFileNames.openai),
    tasks: join(folder, demoFileNames.tasks),
    scripts: Object.fromEntries(
      result.skills.map(({ skill }) => [skill.name, join(folder, demoFileNames.script(skill.name))]),
    ),
    report: join(folder, demoFileNames.report),
  };
  const { dataset, tasks, skills } = result;
  await writeFileAtomically(files.dataset, dataset.trajectories);
  await writeFileAtomically(files.openai, dataset.openai);
  await writeFileAtomically(
    files.tasks,
    tasks.map((task) => `${canonicalJson(taskRecord(task))}\n`).join(''),
  );
  await makeFolder(join(folder, 'skills'));
  for (const skill of skills) {
    await writeFileAtomically(files.scripts[skill.skill.name] ?? '', standingScript(skill));
  }
  await writeFileAtomically(files.report, renderReport(result));
  return files;
}

/** The trained script if it is kept, or else the first guess that did best, under a comment that says which. */
function standingScript({ skill, training, kept, firstGuess }: SkillResult): string {
  const script = training?.result.script ?? null;
  const [origin, standing] =
    kept && script !== null
      ? ['trained on failed tasks, and better on tasks that training never saw', script]
      : script === null
        ? ['the best first guess; training offered no script', firstGuess]
        : ['the best first guess; the trained script was not better beyond luck', firstGuess];
  return `# ${skill.name}: ${origin}.\n${standing}`;
}

function taskRecord({ id, category, prompt, expected, metadata }: DemoResult['tasks'][number]): unknown {
  const { answer, stateDigest } = expected;
  return { id, category, prompt, expected: { answer, state_digest: stateDigest }, metadata };
}
