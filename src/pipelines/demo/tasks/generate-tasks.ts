import { contentHash, MettleError, type RandomStream } from '../../../core/index.js';
import { worldStateDigest } from '../../../environments/index.js';
import type { Task } from '../../../trajectories/index.js';
import type { CountryRecords } from '../country-records.js';
import { countryState } from '../country-world.js';
import type { Skill } from '../skills.js';
import { aggregatingTemplates } from './aggregating.js';
import { countingTemplates } from './counting.js';
import { filteringTemplates } from './filtering.js';
import { formattingTemplate } from './formatting.js';
import { joiningTemplates } from './joining.js';
import { rankingTemplates } from './ranking.js';
import type { Solution, TaskDraft, TaskTemplate } from './task-draft.js';
import { updatingTemplates } from './updating.js';

/** Tasks of each category but `format`. */
const TASKS_PER_CATEGORY = 15;
/** Tasks of each skill. */
const TASKS_PER_SKILL = 20;
/** The share of every group that training never sees. */
const UNSEEN_SHARE = 0.4;
/** Draws after which a template that only repeats itself is given up. */
const MOST_DRAWS = 5000;

/** A task and how the oracle does it. */
export interface SolvedTask {
  readonly task: Task;
  readonly solution: Solution;
}

/** Varied tasks about the records. No two have the same prompt; the seed of the stream decides all of them. */
export function generateTasks(
  records: CountryRecords,
  skills: readonly Skill[],
  stream: RandomStream,
): readonly SolvedTask[] {
  const groups: readonly { name: string; templates: readonly TaskTemplate[]; size: number }[] = [
    { name: 'count', templates: countingTemplates, size: TASKS_PER_CATEGORY },
    { name: 'filter', templates: filteringTemplates, size: TASKS_PER_CATEGORY },
    { name: 'aggregate', templates: aggregatingTemplates, size: TASKS_PER_CATEGORY },
    { name: 'join', templates: joiningTemplates, size: TASKS_PER_CATEGORY },
    { name: 'top_k', templates: rankingTemplates, size: TASKS_PER_CATEGORY },
    { name: 'update', templates: updatingTemplates, size: TASKS_PER_CATEGORY },
    ...skills.map((skill) => ({
      name: skill.name,
      templates: [formattingTemplate(skill)],
      size: TASKS_PER_SKILL,
    })),
  ];
  const untouched = worldStateDigest(countryState(records));
  return groups.flatMap(({ name, templates, size }) => {
    const drafts = drawDrafts(records, templates, size, stream.child(name));
    const seen = drafts.length - Math.round(drafts.length * UNSEEN_SHARE);
    return drafts.map((draft, index) => finish(draft, index < seen ? 'train' : 'unseen', untouched));
  });
}

function drawDrafts(
  records: CountryRecords,
  templates: readonly TaskTemplate[],
  size: number,
  stream: RandomStream,
): readonly TaskDraft[] {
  const drafts = new Map<string, TaskDraft>();
  for (let draw = 0; drafts.size < size; draw++) {
    if (draw > MOST_DRAWS) {
      throw new MettleError({
        code: 'pipelines/too_few_tasks',
        message: `The data gives only ${drafts.size} of ${size} tasks of a kind. Use more records.`,
      });
    }
    const draft = stream.pick(templates)({ records, stream });
    if (draft !== null && !drafts.has(draft.prompt)) drafts.set(draft.prompt, draft);
  }
  return [...drafts.values()];
}

function finish(draft: TaskDraft, split: 'train' | 'unseen', untouched: string): SolvedTask {
  const { category, prompt, answer, finalState, metadata, solution } = draft;
  const stateDigest = finalState === undefined ? untouched : worldStateDigest(finalState);
  const expected = { answer, stateDigest };
  const task: Task = {
    id: `${category}-${contentHash({ prompt, expected }).slice(0, 12)}`,
    category,
    prompt,
    expected,
    metadata: { ...metadata, split },
  };
  return { task, solution };
}
