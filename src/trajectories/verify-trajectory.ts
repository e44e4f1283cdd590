import { errorMessage } from '../core/index.js';
import type { Environment, ToolCallResult, World } from '../environments/index.js';
import type { ReplayMismatch, Verification } from './judgement.js';
import type { Trajectory } from './trajectory.js';
import { type CallStep, callArguments, isCallStep, type ObservationStep } from './trajectory-step.js';
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
  const replayed = await replayTrajectory(trajectory, environment);
  if (replayed.verdict !== 'pass' && replayed.verdict !== 'not_checked') return replayed;
  const claims = falseClaims(trajectory, replayed);
  return claims.length === 0
    ? replayed
    : verification(
        'fail',
        'the record carries verdicts that are not found again',
        replayed.replayedCalls,
        claims,
      );
}

async function replayTrajectory(trajectory: Trajectory, environment: Environment): Promise<Verification> {
  const contradicting = contradictions(trajectory);
  if (contradicting.length > 0)
    return verification('fail', 'the record contradicts itself', 0, contradicting);
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
  const calls = pairCalls(trajectory);
  if (calls.length === 0) return verification('not_checked', 'there is no tool call to replay', 0);
  try {
    const world = await environment.open({ seed: trajectory.seed });
    try {
      return await replay(trajectory, calls, world);
    } finally {
      await world.close();
    }
  } catch (error) {
    return verification('error', errorMessage(error), 0);
  }
}

interface RecordedCall {
  readonly index: number;
  readonly step: CallStep;
  readonly observation: ObservationStep;
}

async function replay(
  trajectory: Trajectory,
  calls: readonly RecordedCall[],
  world: World,
): Promise<Verification> {
  const mismatches = new Mismatches();
  mismatches.compare(-1, 'initial_state_digest', trajectory.initialStateDigest, world.stateDigest());
  for (const { index, step, observation } of calls) {
    compareCall(mismatches, index, observation, await world.call(step.tool, callArguments(step)));
  }
  mismatches.compare(-1, 'final_state_digest', trajectory.finalStateDigest, world.stateDigest());
  const { length } = calls;
  if (mismatches.found.length > 0) {
    return verification('fail', 'a fresh world answered otherwise', length, mismatches.found);
  }
  return trajectory.stopReason === 'world_error'
    ? verification(
        'not_checked',
        'the world broke, which a replay does not repeat; the calls before give the same',
        length,
      )
    : verification('pass', 'every call gave the same in a fresh world', length);
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

function pairCalls(trajectory: Trajectory): readonly RecordedCall[] {
  return trajectory.steps.flatMap((step, index) => {
    const observation = trajectory.steps[index + 1];
    return isCallStep(step) && observation?.type === 'observation' ? [{ index, step, observation }] : [];
  });
}

function verification(
  verdict: Verification['verdict'],
  reason: string,
  replayedCalls: number,
  mismatches: readonly ReplayMismatch[] = [],
): Verification {
  return { verdict, reason, replayedCalls, mismatches };
}
