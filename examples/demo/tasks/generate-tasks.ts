import { contentHash, type JsonObject, type RandomStream } from 'mettle/core';
import type { Task } from 'mettle/records';
import type { CountryRecords } from '../country-records.js';
import { countryDigest } from '../country-world.js';
import type { Skill } from '../skills.js';
import { aggregatingTemplates } from './aggregating.js';
import { countingTemplates } from './counting.js';
import { filteringTemplates } from './filtering.js';
import { formattingTemplate } from './formatting.js';
import { joiningTemplates } from './joining.js';
import { rankingTemplates } from './ranking.js';
import type { Solution, TaskDraft, TaskTemplate } from './task-draft.js';
import { updatingTemplates } from './updating.js';

/** How many tasks a run has. */
export interface DemoSize {
  /** Tasks of each of the six categories that need no skill. */
  readonly tasksPerCategory: number;
  /** Tasks of each of the three skills that training may see. */
  readonly trainTasksPerSkill: number;
  /** Tasks of each of the three skills that it never sees. */
  readonly unseenTasksPerSkill: number;
}

/** 282 tasks. */
const defaultDemoSize: DemoSize = {
  tasksPerCategory: 15,
  trainTasksPerSkill: 24,
  unseenTasksPerSkill: 40,
};

/** Draws after which a template that only repeats itself is given up. */
const MOST_DRAWS = 5000;

/** A task and how the oracle does it. */
export interface SolvedTask {
  readonly task: Task;
  readonly solution: Solution;
}

/**
 * Varied tasks about the records. No two have the same prompt; the seed of the stream decides all of them. Those that
 * need a skill say in their metadata which, and whether training may see them (`split`: `train` or `unseen`).
 */
export async function generateTasks(
  records: CountryRecords,
  skills: readonly Skill[],
  stream: RandomStream,
  size: DemoSize = defaultDemoSize,
): Promise<readonly SolvedTask[]> {
  const groups: readonly { name: string; templates: readonly TaskTemplate[]; count: number }[] = [
    { name: 'count', templates: countingTemplates, count: size.tasksPerCategory },
    { name: 'filter', templates: filteringTemplates, count: size.tasksPerCategory },
    { name: 'aggregate', templates: aggregatingTemplates, count: size.tasksPerCategory },
    { name: 'join', templates: joiningTemplates, count: size.tasksPerCategory },
    { name: 'top_k', templates: rankingTemplates, count: size.tasksPerCategory },
    { name: 'update', templates: updatingTemplates, count: size.tasksPerCategory },
    ...skills.map((skill) => ({
      name: skill.name,
      templates: [formattingTemplate(skill)],
      count: size.trainTasksPerSkill + size.unseenTasksPerSkill,
    })),
  ];
  const untouched = await countryDigest(records);
  const solved: SolvedTask[] = [];
  for (const { name, templates, count } of groups) {
    const drafts = drawDrafts(records, templates, count, stream.child(name));
    for (const [index, draft] of drafts.entries()) {
      const { finalRecords, metadata } = draft;
      const stateDigest = finalRecords === undefined ? untouched : await countryDigest(finalRecords);
      const split = index < size.trainTasksPerSkill ? 'train' : 'unseen';
      solved.push(
        finish(draft, stateDigest, metadata.skill === undefined ? metadata : { ...metadata, split }),
      );
    }
  }
  return solved;
}

function drawDrafts(
  records: CountryRecords,
  templates: readonly TaskTemplate[],
  count: number,
  stream: RandomStream,
): readonly TaskDraft[] {
  const drafts = new Map<string, TaskDraft>();
  for (let draw = 0; drafts.size < count; draw++) {
    if (draw > MOST_DRAWS) {
      throw new Error(`The data gives only ${drafts.size} of ${count} tasks of a kind.`);
    }
    const draft = stream.pick(templates)({ records, stream });
    if (draft !== null && !drafts.has(draft.prompt)) drafts.set(draft.prompt, draft);
  }
  return [...drafts.values()];
}

function finish(draft: TaskDraft, stateDigest: string, metadata: JsonObject): SolvedTask {
  const { category, prompt, answer, solution } = draft;
  const expected = { answer, stateDigest };
  const task: Task = {
    id: `${category}-${contentHash({ prompt, expected }).slice(0, 12)}`,
    category,
    prompt,
    expected,
    metadata,
  };
  return { task, solution };
}
