import { canonicalJson, defineOptions, option } from '../../core/index.js';
import { type PreferencePair, type Trajectory, toolCalls } from '../../records/index.js';
import { callInput } from '../../records/internal.js';
import type { Evaluation } from '../evaluator/evaluation.js';

/** How {@link pairTrajectories} pairs. */
export interface PairOptions {
  /** Scores for runs whose outcomes are alike. Default: none, only outcomes make pairs. */
  readonly evaluations?: readonly Pick<Evaluation, 'trajectoryId' | 'overall'>[];
  /** How far the scores of a pair have to be apart, at least. Equal scores never make a pair. Default 0. */
  readonly minMargin?: number;
  /** Most pairs of one task. Default 1. */
  readonly perTask?: number;
}

/** A task that gave no pair. */
export interface UnpairedTask {
  readonly taskId: string;
  readonly reason: string;
}

/** The pairs among trajectories. */
export interface PairedTrajectories {
  /** In the order of the tasks. */
  readonly pairs: readonly PreferencePair[];
  readonly unpaired: readonly UnpairedTask[];
}

const checkOptions = defineOptions<PairOptions>()('pairTrajectories', {
  evaluations: option.list(option.object),
  minMargin: option.share,
  perTask: option.wholeNumber(1),
});

/**
 * Pairs runs of the same task in the same world by what was found out about them, never by chance: one that passed with one that
 * failed; else, where evaluations are given, the best with the worst, if their scores differ. Runs that did the same and
 * answered the same differ only in style and make no pair. Records that their verification refutes, and that ended by an error of
 * the machine, are left out.
 *
 * @example
 * ```ts
 * import { pairTrajectories } from 'mettle/evaluation';
 * import { readTrajectoryFile, writeTrajectoryFile } from 'mettle/records';
 *
 * await writeTrajectoryFile('runs.jsonl', []);
 * const { trajectories } = await readTrajectoryFile('runs.jsonl');
 * console.log(pairTrajectories(trajectories).pairs.length); // → 0
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export function pairTrajectories(
  trajectories: readonly Trajectory[],
  options: PairOptions = {},
): PairedTrajectories {
  const { evaluations = [], minMargin = 0, perTask = 1 } = checkOptions(options);
  const scores = new Map(evaluations.map(({ trajectoryId, overall }) => [trajectoryId, overall]));
  const pairs: PreferencePair[] = [];
  const unpaired: UnpairedTask[] = [];
  for (const runs of sameTasks(trajectories).values()) {
    const found = pairsAmong(runs, { scores, minMargin, perTask });
    const taskId = runs[0]?.trajectory.task.id ?? '';
    if (typeof found === 'string') unpaired.push({ taskId, reason: found });
    else pairs.push(...found);
  }
  return { pairs, unpaired };
}

interface Run {
  readonly trajectory: Trajectory;
  /** What was done and answered, whatever the words. */
  readonly deeds: string;
}

/** Runs by task, world and how the world began; each once. */
function sameTasks(trajectories: readonly Trajectory[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Map<string, Run>>();
  for (const trajectory of trajectories) {
    const { task, environment, initialStateDigest } = trajectory;
    const key = canonicalJson([task.id, task.prompt, environment.fingerprint, initialStateDigest]);
    const group = groups.get(key) ?? new Map<string, Run>();
    group.set(trajectory.id, { trajectory, deeds: deedsOf(trajectory) });
    groups.set(key, group);
  }
  return new Map([...groups].map(([key, group]) => [key, [...group.values()]]));
}

function deedsOf(trajectory: Trajectory): string {
  const calls = toolCalls(trajectory).map((step) => [step.tool, callInput(step)]);
  return canonicalJson([calls, trajectory.finalAnswer]);
}

interface Pairing {
  readonly scores: ReadonlyMap<string, number | null>;
  readonly minMargin: number;
  readonly perTask: number;
}

/** The pairs among runs of one task, or why there are none. */
function pairsAmong(
  runs: readonly Run[],
  { scores, minMargin, perTask }: Pairing,
): readonly PreferencePair[] | string {
  const sound = runs.filter(({ trajectory: { stopReason, verification } }) => {
    return (
      stopReason !== 'world_error' && verification?.verdict !== 'fail' && verification?.verdict !== 'error'
    );
  });
  if (sound.length < 2) return runs.length < 2 ? 'it has one run' : 'fewer than two runs can be trusted';
  const scoreOf = ({ trajectory }: Run): number | null => scores.get(trajectory.id) ?? null;
  // The best first; which of equals is taken depends on their ids alone.
  const ranked = [...sound].sort(
    (left, right) =>
      (scoreOf(right) ?? 0) - (scoreOf(left) ?? 0) || (left.trajectory.id < right.trajectory.id ? -1 : 1),
  );
  const those = (verdict: string) =>
    ranked.filter(({ trajectory }) => trajectory.outcome?.verdict === verdict);
  const [passed, failed] = [those('pass'), those('fail').reverse()];
  if (passed.length > 0 && failed.length > 0) {
    const count = Math.min(passed.length, failed.length, perTask);
    return Array.from({ length: count }, (_, index) =>
      pair(passed[index] as Run, failed[index] as Run, { by: 'outcome', margin: 1 }),
    );
  }
  const scored = ranked.filter((run) => scoreOf(run) !== null);
  if (scored.length < 2) return 'its outcomes are alike, and there are no scores';
  const pairs: PreferencePair[] = [];
  let isStyle = false;
  for (let index = 0; index < Math.floor(scored.length / 2) && pairs.length < perTask; index++) {
    const [best, worst] = [scored[index] as Run, scored[scored.length - 1 - index] as Run];
    const margin = (scoreOf(best) ?? 0) - (scoreOf(worst) ?? 0);
    if (margin <= 0 || margin < minMargin) break;
    if (best.deeds === worst.deeds) isStyle = true;
    else pairs.push(pair(best, worst, { by: 'score', margin }));
  }
  if (pairs.length > 0) return pairs;
  return isStyle ? 'its runs differ only in style' : 'its runs are scored alike';
}

function pair(chosen: Run, rejected: Run, how: Pick<PreferencePair, 'by' | 'margin'>): PreferencePair {
  return {
    taskId: chosen.trajectory.task.id,
    chosen: chosen.trajectory,
    rejected: rejected.trajectory,
    ...how,
  };
}
