import {
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  type SchemaValidator,
  schemaValidator,
} from '../core/index.js';
import { recordError } from './error-codes.js';
import type { Verification } from './judgement.js';
import { turnFromRecord } from './model-turn.js';
import type { Task } from './task.js';
import { TRAJECTORY_VERSION, type Trajectory, type TrajectoryVersion } from './trajectory.js';
import { trajectorySchema, trajectorySchemaV1, trajectorySchemaV2 } from './trajectory-schema.js';
import type { TrajectoryStep } from './trajectory-step.js';
import type { EpisodeUsage } from './usage.js';

const SCHEMAS: Readonly<Record<TrajectoryVersion, JsonObject>> = {
  1: trajectorySchemaV1,
  2: trajectorySchemaV2,
  3: trajectorySchema,
};

const validators = new Map<number, SchemaValidator>();

/**
 * Reads a trajectory record. Its id is not recomputed here: that is a part of verifying it.
 *
 * @throws {MettleError} `records/invalid_record`, naming the member that does not fit the schema;
 *   `records/unknown_version` for a record of a later version.
 */
export function parseTrajectory(record: Json): Trajectory {
  const read = readTrajectory(record);
  if ('problem' in read) throw recordError(read.isLater ? 'unknown_version' : 'invalid_record', read.problem);
  return read.trajectory;
}

/** The trajectory of a record, or why it is none: an error for each line of a long file would take longer than reading it. */
export function readTrajectory(
  record: Json,
): { readonly trajectory: Trajectory } | { readonly problem: string; readonly isLater: boolean } {
  const version = isJsonObject(record) ? record.version : undefined;
  if (typeof version === 'number' && version > TRAJECTORY_VERSION) {
    return {
      problem: `This record has version ${version}; this Mettle reads up to ${TRAJECTORY_VERSION}. Update Mettle.`,
      isLater: true,
    };
  }
  const known = version === 1 || version === 2 ? version : TRAJECTORY_VERSION;
  const problem = validatorOf(known).check(record)[0];
  if (problem !== undefined || !isJsonObject(record)) {
    const what = problem === undefined ? 'not an object' : describeProblem(problem, 'record');
    return { problem: `No trajectory record: ${what}`, isLater: false };
  }
  return { trajectory: fromRecord(record) };
}

function validatorOf(version: TrajectoryVersion): SchemaValidator {
  let validator = validators.get(version);
  if (validator === undefined) {
    const schema = SCHEMAS[version];
    // The schema is ours: its work grows with the record and no faster.
    validator = schemaValidator(schema, { maxWork: Number.POSITIVE_INFINITY });
    validators.set(version, validator);
  }
  return validator;
}

/** The record fits the schema, so that its members are what the types say. */
function fromRecord(record: JsonObject): Trajectory {
  const { final_answer, initial_state_digest, final_state_digest, stop_reason, stop_detail, ...others } =
    record;
  const { task, usage = null, turns, call_seconds = null, provenance = null, ...rest } = others;
  const { steps, verification } = record;
  return {
    ...rest,
    task: taskFromRecord(task as JsonObject),
    steps: (steps as readonly JsonObject[]).map(stepFromRecord),
    finalAnswer: final_answer,
    initialStateDigest: initial_state_digest,
    finalStateDigest: final_state_digest,
    stopReason: stop_reason,
    stopDetail: stop_detail,
    usage: isJsonObject(usage) ? usageFromRecord(usage) : null,
    turns: turns === undefined ? null : (turns as readonly JsonObject[]).map(turnFromRecord),
    callSeconds: call_seconds,
    provenance,
    verification: isJsonObject(verification) ? verificationFromRecord(verification) : null,
  } as unknown as Trajectory;
}

/** The task of a record that fits its schema. */
export function taskFromRecord({ expected, ...rest }: JsonObject): Task {
  const { state_digest, ...expectedRest } = expected as JsonObject;
  return { ...rest, expected: { ...expectedRest, stateDigest: state_digest } } as unknown as Task;
}

function usageFromRecord({ model_calls, input_tokens, output_tokens, dollars }: JsonObject): EpisodeUsage {
  return {
    modelCalls: model_calls,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    dollars,
  } as unknown as EpisodeUsage;
}

function stepFromRecord(step: JsonObject): TrajectoryStep {
  const { call_id, state_digest, trajectory_id, invalid_arguments, ...rest } = step;
  return {
    ...rest,
    ...(call_id === undefined ? {} : { callId: call_id }),
    ...(invalid_arguments === undefined ? {} : { invalidArguments: invalid_arguments }),
    ...(state_digest === undefined ? {} : { stateDigest: state_digest }),
    ...(trajectory_id === undefined ? {} : { trajectoryId: trajectory_id }),
  } as unknown as TrajectoryStep;
}

function verificationFromRecord({ replayed_calls, checks = [], ...rest }: JsonObject): Verification {
  return { ...rest, replayedCalls: replayed_calls, checks } as unknown as Verification;
}
