import { errorMessage } from '../core/index.js';
import type { Environment, ToolCallResult, World } from '../environments/index.js';
import { recordedCalls } from './branching/recorded-calls.js';
import type { ReplayMismatch, Verification } from './judgement.js';
import type { EpisodeStates } from './score-outcome.js';
import type { Trajectory } from './trajectory.js';
import type { ObservationStep } from './trajectory-step.js';
import { falseClaims } from './verifiers/claims.js';
import { Mismatches } from './verifiers/mismatch.js';
import { contradictions, environmentMismatches } from './verifiers/record-rules.js';

/**
 * Proves a trajectory by running every call of it again in a fresh world and comparing every observation, every
 * state and every change with the record. What was never run cannot pass: an observation without its call, an
 * edited record or an edited answer is a `fail`, and so is a verdict in the record that is not found again. A trajectory
 * without calls, from another environment, or from worlds that a replay can't repeat is `not_checked`; a world that
 * breaks is an `error`.
 *
 * @example
 * ```ts
 * import { verifyTrajectory } from 'mettle';
 * import { createSqlEnvironment } from 'mettle/environments';
 * import { recordTrajectory } from 'mettle/trajectories';
 *
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT', rows: [['fig']] }] },
 * });
 * const trajectory = await recordTrajectory({
 *   environment,
 *   task: { id: 'count', category: 'count', prompt: 'How many?', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   policy: {
 *     name: 'counter',
 *     version: '1',
 *     play: async (_, actor) => {
 *       await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit' });
 *       actor.answer(1);
 *     },
 *   },
 *   seed: 0,
 * });
 * console.log((await verifyTrajectory(trajectory, environment)).verdict); // → pass
 * console.log((await verifyTrajectory({ ...trajectory, finalAnswer: 2 }, environment)).verdict); // → fail
 * ```
 */
export async function verifyTrajectory(
  trajectory: Trajectory,
  environment: Environment,
): Promise<Verification> {
  const { found, states } = await replayTrajectory(trajectory, environment);
  if (found.verdict !== 'pass' && found.verdict !== 'not_checked') return found;
  const claims = falseClaims(trajectory, found, states);
  const reason = 'the record carries verdicts that are not found again';
  return claims.length === 0 ? found : verification('fail', reason, found.replayedCalls, claims);
}

/** What a replay gave, and the states of its world where it ran to the end. */
interface Replayed {
  readonly found: Verification;
  readonly states: EpisodeStates | null;
}

async function replayTrajectory(trajectory: Trajectory, environment: Environment): Promise<Replayed> {
  const refused = whyNotReplayed(trajectory, environment);
  if (refused !== null) return { found: refused, states: null };
  try {
    const world = await environment.open({ seed: trajectory.seed });
    try {
      return await replay(trajectory, world);
    } finally {
      await world.close();
    }
  } catch (error) {
    return { found: verification('error', errorMessage(error), 0), states: null };
  }
}

function whyNotReplayed(trajectory: Trajectory, environment: Environment): Verification | null {
  const contradicting = contradictions(trajectory);
  if (contradicting.length > 0) {
    return verification('fail', 'the record contradicts itself', 0, contradicting);
  }
  if (trajectory.environment.fingerprint !== environment.fingerprint) {
    return verification('not_checked', `it was not recorded in this environment (${environment.name})`, 0);
  }
  const otherwise = environmentMismatches(trajectory, environment);
  if (otherwise.length > 0) {
    return verification('fail', 'the record was not made in the environment as it is', 0, otherwise);
  }
  if (environment.capabilities.replay !== true) {
    return verification('not_checked', `a replay proves nothing here: ${environment.capabilities.replay}`, 0);
  }
  return recordedCalls(trajectory).length === 0
    ? verification('not_checked', 'there is no tool call to replay', 0)
    : null;
}

async function replay(trajectory: Trajectory, world: World): Promise<Replayed> {
  const calls = recordedCalls(trajectory);
  const initial = world.state();
  const mismatches = new Mismatches();
  mismatches.compare(-1, 'initial_state_digest', trajectory.initialStateDigest, world.stateDigest());
  for (const call of calls) {
    compareCall(mismatches, call.index, call.observation, await world.call(call.step.tool, call.arguments));
  }
  mismatches.compare(-1, 'final_state_digest', trajectory.finalStateDigest, world.stateDigest());
  const { found } = mismatches;
  if (found.length > 0) {
    const failed = verification('fail', 'a fresh world answered otherwise', calls.length, found);
    return { found: failed, states: null };
  }
  const broke = 'the world broke, which a replay does not repeat; the calls before give the same';
  return {
    found:
      trajectory.stopReason === 'world_error'
        ? verification('not_checked', broke, calls.length)
        : verification('pass', 'every call gave the same in a fresh world', calls.length),
    states: { initial, final: world.state() },
  };
}

function compareCall(
  mismatches: Mismatches,
  index: number,
  recorded: ObservationStep,
  { observation, stateDigest, changes }: ToolCallResult,
): void {
  mismatches.compare(index, 'status', recorded.status, observation.status);
  mismatches.compare(index, 'content', recorded.content, observation.content);
  mismatches.compare(index, 'data', recorded.data, observation.data);
  mismatches.compare(index, 'error', recorded.error, observation.error);
  mismatches.compare(index, 'state_digest', recorded.stateDigest, stateDigest);
  mismatches.compare(index, 'changes', recorded.changes, changes);
}

function verification(
  verdict: Verification['verdict'],
  reason: string,
  replayedCalls: number,
  mismatches: readonly ReplayMismatch[] = [],
): Verification {
  return { verdict, reason, replayedCalls, mismatches };
}
