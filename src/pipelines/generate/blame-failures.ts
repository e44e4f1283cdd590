import {
  type AttributedRecord,
  attributeFailure,
  createHiddenTests,
  type ScoreEpisode,
  scoreOutcomeInSandbox,
} from '../../evaluation/index.js';
import type { TaskInWorld } from '../../generation/index.js';
import type { Trajectory } from '../../records/index.js';

/** Failures that are looked into, of one set. */
const MOST_FAILURES = 100;

/** What {@link blameFailures} needs. */
export interface BlameFailuresOptions {
  /** Places that tasks are looked for at. */
  readonly count: number;
  readonly taskAt: (index: number) => Promise<TaskInWorld>;
  /** Ends the work: what was not looked into by then is left out. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Finds the steps that episodes failed by, for those whose task has an oracle: the oracle plays on from before each step and from
 * after it; worlds without branches are left out. Of very many failures the first hundred are looked into.
 */
export async function blameFailures(
  trajectories: readonly Trajectory[],
  { count, taskAt, stop }: BlameFailuresOptions,
): Promise<readonly AttributedRecord[]> {
  const failed = trajectories.filter(({ outcome }) => outcome?.verdict === 'fail').slice(0, MOST_FAILURES);
  const wanted = new Set(failed.map(({ task }) => task.id));
  const tasks = new Map<string, TaskInWorld>();
  for (let index = 0; index < count && wanted.size > 0 && stop?.aborted !== true; index++) {
    const found = await taskAt(index);
    if (wanted.delete(found.task.id)) tasks.set(found.task.id, found);
  }
  await using tests = createHiddenTests();
  const score: ScoreEpisode = (trajectory, states) => scoreOutcomeInSandbox(trajectory, states, tests);
  const attributed: AttributedRecord[] = [];
  for (const record of failed) {
    const { environment, oracle } = tasks.get(record.task.id) ?? {};
    if (stop?.aborted === true) break;
    if (environment === undefined || oracle === undefined) continue;
    if (environment.capabilities.fork !== true) continue;
    attributed.push({
      record,
      attribution: await attributeFailure(record, { environment, reference: oracle, score }),
    });
  }
  return attributed;
}
