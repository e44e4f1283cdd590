import {
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  MettleError,
  type SchemaValidator,
  schemaValidator,
} from '../core/index.js';
import type { Verification } from './judgement.js';
import type { Trajectory } from './trajectory.js';
import { trajectorySchema } from './trajectory-schema.js';
import type { TrajectoryStep } from './trajectory-step.js';

let validator: SchemaValidator | undefined;

/**
 * Reads a trajectory record. Its id is not recomputed here: that is a part of verifying it.
 *
 * @throws {MettleError} `trajectories/invalid_record`, naming the member that does not fit the schema;
 *   `trajectories/unknown_version` for a record of a later version.
 */
export function parseTrajectory(record: Json): Trajectory {
  if (isJsonObject(record) && typeof record.version === 'number' && record.version > 1) {
    throw new MettleError({
      code: 'trajectories/unknown_version',
      message: `This record has version ${record.version}; this Mettle reads version 1. Update Mettle.`,
    });
  }
  // The schema is ours: its work grows with the record and no faster.
  validator ??= schemaValidator(trajectorySchema, { maxWork: Number.POSITIVE_INFINITY });
  const problem = validator.check(record)[0];
  if (problem !== undefined || !isJsonObject(record)) {
    const what = problem === undefined ? 'not an object' : describeProblem(problem, 'record');
    throw new MettleError({
      code: 'trajectories/invalid_record',
      message: `No trajectory record: ${what}`,
    });
  }
  return fromRecord(record);
}

/** The record fits the schema, so that its members are what the types say. */
function fromRecord(record: JsonObject): Trajectory {
  const { task, final_answer, initial_state_digest, final_state_digest, stop_reason, stop_detail, ...rest } =
    record;
  const { expected, ...taskRest } = task as JsonObject;
  const { state_digest, ...expectedRest } = expected as JsonObject;
  const { steps, verification } = record;
  return {
    ...rest,
    task: { ...taskRest, expected: { ...expectedRest, stateDigest: state_digest } },
    steps: (steps as readonly JsonObject[]).map(stepFromRecord),
    finalAnswer: final_answer,
    initialStateDigest: initial_state_digest,
    finalStateDigest: final_state_digest,
    stopReason: stop_reason,
    stopDetail: stop_detail,
    verification: isJsonObject(verification) ? verificationFromRecord(verification) : null,
  } as unknown as Trajectory;
}

function stepFromRecord({ call_id, state_digest, ...rest }: JsonObject): TrajectoryStep {
  return {
    ...rest,
    ...(call_id === undefined ? {} : { callId: call_id }),
    ...(state_digest === undefined ? {} : { stateDigest: state_digest }),
  } as unknown as TrajectoryStep;
}

function verificationFromRecord({ replayed_calls, ...rest }: JsonObject): Verification {
  return { ...rest, replayedCalls: replayed_calls } as unknown as Verification;
}
