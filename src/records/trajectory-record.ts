import type { Json, JsonObject } from '../core/index.js';
import type { Verification } from './judgement.js';
import { turnRecord } from './model-turn.js';
import type { ExpectedOutcome, ProcessCheck, StateCheck, Task } from './task.js';
import { type Episode, TRAJECTORY_VERSION, type Trajectory, type TrajectoryVersion } from './trajectory.js';
import type { TrajectoryStep } from './trajectory-step.js';

/** A trajectory as snake_case JSON, for files and models. Members without a value are left out, never null. */
export function trajectoryRecord(trajectory: Trajectory): JsonObject {
  const { id, outcome, verification, requirements } = trajectory;
  return {
    id,
    ...episodeRecord(trajectory),
    ...(trajectory.version === 1 ? {} : aboutTheRun(trajectory)),
    outcome: outcome as unknown as Json,
    verification: verification === null ? null : verificationRecord(verification, trajectory.version),
    requirements: requirements as unknown as Json,
  };
}

function aboutTheRun({ usage, turns, callSeconds, provenance }: Trajectory): JsonObject {
  return {
    ...(turns === null ? {} : { turns: turns.map(turnRecord) }),
    usage:
      usage === null
        ? null
        : {
            model_calls: usage.modelCalls,
            input_tokens: usage.inputTokens,
            output_tokens: usage.outputTokens,
            dollars: usage.dollars,
          },
    call_seconds: callSeconds,
    provenance: provenance === null ? null : { ...provenance },
  };
}

/**
 * The part of a record that its id is computed from: what happened, without what was found out about it. Members stand in the
 * order of canonical JSON, here and in all parts: what is in order is written several times as fast.
 */
export function episodeRecord(episode: Episode & { readonly version?: TrajectoryVersion }): JsonObject {
  const { task, version = TRAJECTORY_VERSION } = episode;
  return {
    environment: { ...episode.environment },
    final_answer: episode.finalAnswer,
    final_state_digest: episode.finalStateDigest,
    initial_state_digest: episode.initialStateDigest,
    policy: { ...episode.policy },
    seed: episode.seed,
    steps: episode.steps.map(stepRecord),
    stop_detail: episode.stopDetail,
    stop_reason: episode.stopReason,
    task: taskRecord(task),
    tools: episode.tools.map(({ description, name, parameters }) => ({ description, name, parameters })),
    version,
  };
}

/** A task as files have it. */
export function taskRecord({ id, category, prompt, instructions, expected, metadata }: Task): JsonObject {
  const told = instructions === undefined ? {} : { instructions };
  return { category, expected: expectedRecord(expected), id, ...told, metadata, prompt };
}

/** Checks are records as they are; lists of them that are empty are left out. */
function expectedRecord({ answer, stateDigest, goals, invariants, process }: ExpectedOutcome): JsonObject {
  return {
    answer: answer as unknown as Json,
    ...listRecord('goals', goals),
    ...listRecord('invariants', invariants),
    ...listRecord('process', process),
    state_digest: stateDigest,
  };
}

function listRecord(name: string, checks: readonly (StateCheck | ProcessCheck)[] = []): JsonObject {
  return checks.length === 0 ? {} : { [name]: checks as unknown as Json };
}

function stepRecord(step: TrajectoryStep): JsonObject {
  const agent = 'agent' in step && step.agent !== undefined ? { agent: step.agent } : {};
  switch (step.type) {
    case 'tool_call':
    case 'withheld_call':
      return {
        ...agent,
        arguments: step.arguments,
        call_id: step.callId,
        ...(step.invalidArguments === undefined ? {} : { invalid_arguments: step.invalidArguments }),
        ...(step.type === 'withheld_call' ? { reason: step.reason } : {}),
        tool: step.tool,
        type: step.type,
      };
    case 'code_execution':
      return { ...agent, call_id: step.callId, code: step.code, tool: step.tool, type: step.type };
    case 'observation':
      return {
        call_id: step.callId,
        changes: step.changes.map(({ after, before, name }) => ({ after, before, name })),
        content: step.content,
        data: step.data,
        error: step.error === null ? null : { message: step.error.message, type: step.error.type },
        state_digest: step.stateDigest,
        status: step.status,
        type: step.type,
      };
    case 'subagent':
      return {
        agent: step.agent,
        prompt: step.prompt,
        report: step.report,
        trajectory_id: step.trajectoryId,
        type: step.type,
      };
    case 'final_answer':
      return {
        ...agent,
        content: step.content,
        ...(step.submitted === undefined ? {} : { submitted: { ...step.submitted } }),
        type: step.type,
        value: step.value,
      };
    default:
      return {
        ...agent,
        content: step.content,
        ...(step.reasoning === true ? { reasoning: true } : {}),
        type: step.type,
      };
  }
}

function verificationRecord(verification: Verification, version: TrajectoryVersion): JsonObject {
  const { verdict, reason, replayedCalls, mismatches, checks } = verification;
  return {
    ...(version === 1 ? {} : { checks: checks.map((check) => ({ ...check })) }),
    mismatches: mismatches.map((mismatch) => ({ ...mismatch })),
    reason,
    replayed_calls: replayedCalls,
    verdict,
  };
}
