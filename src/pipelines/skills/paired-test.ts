import { contentHash, type Json } from '../../core/index.js';
import { type Policy, playEpisode } from '../../environments/index.js';
import {
  type HiddenTests,
  pairedSignTest,
  scoreOutcomeInSandbox,
  verifyTrajectory,
} from '../../evaluation/index.js';
import { exactUpperBound } from '../../evaluation/internal.js';
import type { TaskInWorld } from '../../generation/index.js';
import type { Trajectory } from '../../records/index.js';

/** A skill and what made the records, on the same unseen tasks. */
export interface SkillTest {
  /** Unseen tasks that both played. */
  readonly tasks: number;
  /** Who the skill is compared with. */
  readonly baseline: { readonly name: string; readonly version: string };
  /** Tasks that the skill did, proved by replay. */
  readonly skillPasses: number;
  readonly baselinePasses: number;
  /** Tasks that only the skill did. */
  readonly better: number;
  /** Tasks that only the baseline did. */
  readonly worse: number;
  /** Of McNemar's exact test, two-sided. */
  readonly pValue: number;
  /** The share of such tasks that the skill is worse on is at most this, with the confidence given. */
  readonly worseAtMost: number;
  /** The share of such tasks that the skill does is at least this, with the confidence given. */
  readonly successAtLeast: number;
  /** 0.95: of both bounds, each for itself. */
  readonly confidence: number;
  /** Requests to a model over all tasks; null where the baseline's records don't say. */
  readonly modelCalls: { readonly baseline: number | null; readonly skill: number };
  /** Calls of tools over all tasks. */
  readonly toolCalls: { readonly baseline: number; readonly skill: number };
  /** Content hash of the ids of the tasks, with the seeds of their worlds. */
  readonly tasksHash: string;
  /** Fingerprints of the worlds, at most 20 of them, and how many there were. */
  readonly worlds: { readonly count: number; readonly fingerprints: readonly string[] };
  /** The first task that the skill did not do, and why; null where there is none. */
  readonly firstFailure: { readonly task: string; readonly reason: string } | null;
  /** Whether it was ended because it could not be passed any more. */
  readonly endedEarly: boolean;
}

/** What {@link playPairs} needs. */
export interface PairOptions {
  readonly skill: Policy;
  /** Absent: each task's own oracle. */
  readonly baseline: Policy | undefined;
  readonly hiddenTests: HiddenTests;
  /** More tasks than this that the skill is worse on end the test. */
  readonly mostWorse: number;
  readonly maxCalls: number;
  readonly signal: AbortSignal | undefined;
  readonly onTask: () => void;
}

const CONFIDENCE = 0.95;
const MOST_FINGERPRINTS = 20;

/** Lets a skill and the baseline play the same tasks, each in a fresh world. */
export async function playPairs(tasks: readonly TaskInWorld[], options: PairOptions): Promise<SkillTest> {
  const differences: number[] = [];
  const played: TaskInWorld[] = [];
  const passes = { skill: 0, baseline: 0 };
  const toolCalls = { skill: 0, baseline: 0 };
  const modelCalls = { skill: 0, baseline: 0 };
  let isModelKnown = true;
  let who: Pick<Policy, 'name' | 'version'> | null = null;
  let firstFailure: SkillTest['firstFailure'] = null;
  let worse = 0;
  for (const work of tasks) {
    if (worse > options.mostWorse) break;
    options.signal?.throwIfAborted();
    const baseline = options.baseline ?? work.oracle;
    if (baseline === undefined) continue;
    who ??= { name: baseline.name, version: options.baseline?.version ?? 'of each task' };
    const [before, after] = [
      await playOne(work, baseline, options),
      await playOne(work, options.skill, options),
    ];
    const isProved =
      after.isPassed &&
      (await verifyTrajectory(after.scored, work.environment, { hiddenTests: options.hiddenTests }))
        .verdict === 'pass';
    played.push(work);
    passes.baseline += Number(before.isPassed);
    passes.skill += Number(isProved);
    toolCalls.baseline += before.calls;
    toolCalls.skill += after.calls;
    modelCalls.baseline += before.scored.usage?.modelCalls ?? 0;
    isModelKnown &&= before.scored.usage !== null;
    modelCalls.skill += after.scored.usage?.modelCalls ?? 0;
    const difference = Number(isProved) - Number(before.isPassed);
    differences.push(difference);
    if (difference < 0) worse++;
    if (!isProved) {
      const reason = after.isPassed ? 'its record was not proved by replay' : after.reason;
      firstFailure ??= { task: work.task.id, reason };
    }
    options.onTask();
  }
  const test = pairedSignTest(differences);
  const fingerprints = [...new Set(played.map(({ environment }) => environment.fingerprint))].sort();
  return {
    tasks: played.length,
    baseline: who ?? { name: 'none', version: '' },
    skillPasses: passes.skill,
    baselinePasses: passes.baseline,
    better: test.better,
    worse: test.worse,
    pValue: test.pValue,
    worseAtMost: exactUpperBound(test.worse, played.length, CONFIDENCE),
    successAtLeast: 1 - exactUpperBound(played.length - passes.skill, played.length, CONFIDENCE),
    confidence: CONFIDENCE,
    modelCalls: { baseline: isModelKnown ? modelCalls.baseline : null, skill: modelCalls.skill },
    toolCalls,
    tasksHash: contentHash(played.map(({ task, seed }): Json => [task.id, seed])),
    worlds: { count: fingerprints.length, fingerprints: fingerprints.slice(0, MOST_FINGERPRINTS) },
    firstFailure,
    endedEarly: played.length < tasks.length,
  };
}

interface Played {
  readonly scored: Trajectory;
  readonly isPassed: boolean;
  readonly reason: string;
  readonly calls: number;
}

async function playOne(
  { task, environment, seed }: TaskInWorld,
  policy: Policy,
  { hiddenTests, maxCalls, signal }: PairOptions,
): Promise<Played> {
  const { trajectory, ...states } = await playEpisode({
    environment,
    task,
    policy,
    seed,
    maxCalls,
    ...(signal === undefined ? {} : { signal }),
  });
  const outcome = await scoreOutcomeInSandbox(trajectory, states, hiddenTests);
  const thought = trajectory.steps.findLast((step) => step.type === 'thought');
  const said = thought !== undefined && 'content' in thought ? `; ${thought.content}` : '';
  return {
    scored: { ...trajectory, outcome },
    isPassed: outcome.verdict === 'pass',
    reason: `${outcome.reason}${trajectory.stopReason === 'answered' ? '' : said}`,
    calls: trajectory.steps.filter(({ type }) => type === 'observation').length,
  };
}
