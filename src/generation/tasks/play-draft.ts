import { type Environment, type Policy, playEpisode } from '../../environments/index.js';
import { scoreOutcome } from '../../evaluation/index.js';
import type { Trajectory } from '../../records/index.js';
import type { TaskDraft } from './define-task-generator.js';
import { unseenArguments } from './unseen-arguments.js';

/** What comes of a draft in a world of its own that its oracle plays, or someone else. */
export async function playDraft(
  { category, prompt, instructions = '', expected, worldSeed: seed = 0, oracle }: TaskDraft,
  environment: Environment,
  play: Policy['play'] = oracle,
): Promise<{ readonly trajectory: Trajectory; readonly isPassed: boolean }> {
  const { trajectory, ...states } = await playEpisode({
    environment,
    task: { id: 'draft', category, prompt, instructions, expected, metadata: {} },
    policy: { name: 'draft', version: '1', play },
    seed,
  });
  return { trajectory, isPassed: scoreOutcome(trajectory, states).verdict === 'pass' };
}

/** The run of the oracle, if it passes by calls whose values it has seen; null otherwise. */
export async function solvedDraft(draft: TaskDraft, environment: Environment): Promise<Trajectory | null> {
  const { trajectory, isPassed } = await playDraft(draft, environment);
  return isPassed && unseenArguments(trajectory).length === 0 ? trajectory : null;
}
