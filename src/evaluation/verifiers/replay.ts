import { errorMessage } from '../../core/internal.js';
import type { Environment, ToolCallResult, World } from '../../environments/index.js';
import { endedByClock, maskVolatile } from '../../environments/internal.js';
import type { ReplayMismatch, Trajectory } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import { Mismatches } from './mismatch.js';
import { asOffered, environmentMismatches, volatilePaths } from './record-rules.js';
import { type RecordedCall, recordedCalls } from './recorded-calls.js';
import type { Replay } from './verifier.js';

/** Makes every call of a record again, in its order, in a fresh world, and compares all that the world does. */
export async function replayRecord(
  trajectory: Trajectory,
  environment: Environment | null,
  contradicted: readonly ReplayMismatch[],
): Promise<Replay> {
  if (environment === null) return unreplayed('not_checked', 'no environment to replay it in was given');
  const refused = whyNotReplayed(trajectory, environment, contradicted);
  if (refused !== null) return refused;
  try {
    const world = await asOffered(environment, trajectory).open({ seed: trajectory.seed });
    try {
      return await replayIn(world, trajectory, environment);
    } finally {
      await world.close();
    }
  } catch (error) {
    return unreplayed('error', errorMessage(error));
  }
}

function whyNotReplayed(
  trajectory: Trajectory,
  environment: Environment,
  contradicted: readonly ReplayMismatch[],
): Replay | null {
  if (contradicted.length > 0) {
    return unreplayed('not_checked', 'the record contradicts itself');
  }
  if (trajectory.environment.fingerprint !== environment.fingerprint) {
    return unreplayed('not_checked', `it was not recorded in this environment (${environment.name})`);
  }
  const otherwise = environmentMismatches(trajectory, environment);
  if (otherwise.length > 0) {
    return unreplayed('fail', 'the environment has changed since the record was made', otherwise);
  }
  if (environment.capabilities.replay !== true) {
    return unreplayed('not_checked', `a replay proves nothing here: ${environment.capabilities.replay}`);
  }
  return null;
}

async function replayIn(world: World, trajectory: Trajectory, environment: Environment): Promise<Replay> {
  const calls = recordedCalls(trajectory);
  const initial = world.state();
  const mismatches = new Mismatches();
  mismatches.compare(-1, 'initial_state_digest', trajectory.initialStateDigest, world.stateDigest());
  for (const call of calls) {
    const answer = await world.call(call.step.tool, call.input);
    if (
      mismatches.found.length === 0 &&
      endedByClock(call.observation) !== endedByClock(answer.observation)
    ) {
      return unreplayed('error', outOfTime(call));
    }
    compareCall(mismatches, call, answer, environment);
  }
  mismatches.compare(-1, 'final_state_digest', trajectory.finalStateDigest, world.stateDigest());
  const { found } = mismatches;
  const given = { calls: calls.length, mismatches: found };
  if (found.length > 0) {
    const reason = `a fresh world gave another answer: ${placeOf(found[0], calls)}`;
    return { verdict: 'fail', reason, ...given, states: null };
  }
  const states = { initial, final: world.state() };
  if (calls.length === 0) {
    return { verdict: 'not_checked', reason: 'there is no tool call to replay', ...given, states };
  }
  if (trajectory.stopReason !== 'world_error') {
    return { verdict: 'pass', reason: 'every call gave the same result in a fresh world', ...given, states };
  }
  const reason = 'the world broke, which a replay does not repeat; the calls before gave the same results';
  return { verdict: 'not_checked', reason, ...given, states };
}

/** Where a replay first differs: the step, its tool and the part of the answer. */
function placeOf(first: ReplayMismatch | undefined, calls: readonly RecordedCall[]): string {
  if (first === undefined) return '';
  const call = calls.find(({ index }) => index === first.step);
  const part = first.field.replaceAll('_', ' ');
  return call === undefined ? `its ${part}` : `step ${first.step} (${call.step.tool}), ${part}`;
}

/** Why a call that one machine ended by its time limit, and the other did not, is nobody's fault. */
function outOfTime({ index, step, observation }: RecordedCall): string {
  const who = endedByClock(observation)
    ? 'the record ran out of time and the replay'
    : 'the replay ran out of time and the record';
  return `step ${index} (${step.tool}): ${who} did not, which depends on the machine; verify it again`;
}

function compareCall(
  mismatches: Mismatches,
  { index, step, observation: recorded }: RecordedCall,
  { observation, stateDigest, changes }: ToolCallResult,
  environment: Environment,
): void {
  const paths = volatilePaths(environment, step.tool);
  const [said, found] = [maskVolatile(recorded, paths), maskVolatile(observation, paths)];
  for (const field of ['status', 'content', 'data', 'error'] as const) {
    mismatches.compare(index, field, said[field], found[field]);
  }
  mismatches.compare(index, 'state_digest', recorded.stateDigest, stateDigest);
  mismatches.compare(index, 'changes', recorded.changes, changes);
}

function unreplayed(verdict: Verdict, reason: string, mismatches: readonly ReplayMismatch[] = []): Replay {
  return { verdict, reason, calls: 0, mismatches, states: null };
}
