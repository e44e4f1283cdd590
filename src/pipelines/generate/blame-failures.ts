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
export const MOST_BLAMED = 100;

/** What {@link blameFailures} needs. */
export interface BlameFailuresOptions {
  readonly taskAt: (item: number) => Promise<TaskInWorld>;
  /** Ends the work: what was not looked into by then is left out. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Finds the steps that episodes failed by, for those whose task has an oracle: the oracle plays on from before each step and from
 * after it; worlds without branches are left out.
 */
export async function blameFailures(
  failed: readonly { readonly item: number; readonly trajectory: Trajectory }[],
  { taskAt, stop }: BlameFailuresOptions,
): Promise<readonly AttributedRecord[]> {
  await using tests = createHiddenTests();
  const score: ScoreEpisode = (trajectory, states) => scoreOutcomeInSandbox(trajectory, states, tests);
  const attributed: AttributedRecord[] = [];
  for (const { item, trajectory: record } of failed) {
    if (stop?.aborted === true) break;
    const { environment, oracle } = await taskAt(item);
    if (oracle === undefined || environment.capabilities.fork !== true) continue;
    attributed.push({
      record,
      attribution: await attributeFailure(record, { environment, reference: oracle, score }),
    });
  }
  return attributed;
}
