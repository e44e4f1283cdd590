import { canonicalJson, errorMessage, type Json } from '../core/index.js';
import type { Environment, ToolCallResult, World } from '../environments/index.js';
import type { ReplayMismatch, Verification } from './judgement.js';
import type { Trajectory } from './trajectory.js';
import { trajectoryId } from './trajectory-id.js';
import { type CallStep, callArguments, isCallStep, type ObservationStep } from './trajectory-step.js';

/**
 * Proves a trajectory by running every call of it again in a fresh world and comparing every observation, every
 * state and every change with the record. What was never run cannot pass: an observation without its call, an
 * edited record or an edited answer is a `fail`; a trajectory without calls, or from another environment, is
 * `not_checked`; a world that breaks is an `error`.
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
  const structure = structuralMismatches(trajectory);
  if (structure.length > 0) return verification('fail', 'the record contradicts itself', 0, structure);
  if (trajectory.environment.fingerprint !== environment.fingerprint) {
    return verification('not_checked', `it was not recorded in this environment (${environment.name})`, 0);
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
  const mismatches: ReplayMismatch[] = [];
  compare(mismatches, -1, 'initial_state_digest', trajectory.initialStateDigest, world.stateDigest());
  for (const { index, step, observation } of calls) {
    compareCall(mismatches, index, observation, await world.call(step.tool, callArguments(step)));
  }
  compare(mismatches, -1, 'final_state_digest', trajectory.finalStateDigest, world.stateDigest());
  return mismatches.length === 0
    ? verification('pass', 'every call gave the same in a fresh world', calls.length)
    : verification('fail', 'a fresh world answered otherwise', calls.length, mismatches);
}

function compareCall(
  mismatches: ReplayMismatch[],
  index: number,
  recorded: ObservationStep,
  replayed: ToolCallResult,
): void {
  const { observation, stateDigest, changes } = replayed;
  compare(mismatches, index, 'status', recorded.status, observation.status);
  compare(mismatches, index, 'content', recorded.content, observation.content);
  compare(mismatches, index, 'data', recorded.data, observation.data);
  compare(mismatches, index, 'error', asJson(recorded.error), asJson(observation.error));
  compare(mismatches, index, 'state_digest', recorded.stateDigest, stateDigest);
  compare(mismatches, index, 'changes', asJson(recorded.changes), asJson(changes));
}

function compare(
  mismatches: ReplayMismatch[],
  step: number,
  field: string,
  recorded: Json,
  replayed: Json,
): void {
  const [left, right] = [canonicalJson(recorded), canonicalJson(replayed)];
  if (left !== right) mismatches.push({ step, field, recorded: shorten(left), replayed: shorten(right) });
}

function structuralMismatches(trajectory: Trajectory): readonly ReplayMismatch[] {
  const mismatches: ReplayMismatch[] = [];
  compare(mismatches, -1, 'id', trajectory.id, trajectoryId(trajectory));
  const { steps } = trajectory;
  for (const [index, step] of steps.entries()) {
    const previous = steps[index - 1];
    if (step.type === 'observation') {
      const asked = previous !== undefined && isCallStep(previous) ? previous.callId : null;
      compare(mismatches, index, 'call_id', step.callId, asked);
    } else if (previous !== undefined && isCallStep(previous)) {
      compare(mismatches, index, 'type', step.type, 'observation');
    } else if (previous?.type === 'final_answer') {
      compare(mismatches, index, 'type', step.type, null);
    }
  }
  const last = steps.at(-1);
  compare(
    mismatches,
    -1,
    'final_answer',
    trajectory.finalAnswer,
    last?.type === 'final_answer' ? last.value : null,
  );
  return mismatches;
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

function asJson(value: unknown): Json {
  return value as Json;
}

function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}
