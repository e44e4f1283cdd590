import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from 'mettle/core';
import { writeFileAtomically } from 'mettle/filesystem';
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

/** Writes the files of a run, each whole or not at all, the report last. */
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
  await mkdir(join(folder, 'skills'), { recursive: true });
  await writeFileAtomically(files.dataset, dataset.trajectories);
  await writeFileAtomically(files.openai, dataset.openai);
  await writeFileAtomically(
    files.tasks,
    tasks.map((task) => `${canonicalJson(taskRecord(task))}\n`).join(''),
  );
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
