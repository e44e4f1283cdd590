import { errorMessage } from '../../../core/internal.js';
import { type HiddenTests, rescore, scoreOutcome, scoreOutcomeInSandbox } from '../../../evaluation/index.js';
import type { Outcome, Trajectory } from '../../../records/index.js';
import type { RecordedWorlds } from '../records/recorded-worlds.js';

/**
 * How the episode of a record came out: by replay in its world, with the hidden tests of its task; where its world is not at hand
 * or can't be replayed, by the record alone. A record that does not replay, and a world that can't be opened, are an `error`.
 */
export async function replayedOutcome(
  trajectory: Trajectory,
  worlds: RecordedWorlds,
  tests: HiddenTests,
): Promise<Outcome> {
  return worlds.use(trajectory, async (world) => {
    if ('broken' in world) return { verdict: 'error', reason: world.broken, checks: [] };
    const { environment } = world;
    const isItsOwn = environment?.fingerprint === trajectory.environment.fingerprint;
    if (environment === null || !isItsOwn || environment.capabilities.replay !== true) {
      return scoreOutcome(trajectory);
    }
    try {
      const { rescored } = await rescore([trajectory], {
        environment,
        score: (record, states) => scoreOutcomeInSandbox(record, states, tests),
      });
      return rescored[0]?.outcome ?? scoreOutcome(trajectory);
    } catch (error) {
      return { verdict: 'error', reason: errorMessage(error), checks: [] };
    }
  });
}
