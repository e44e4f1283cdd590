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

/** The part of a record that its id is computed from: what happened, without what was found out about it. */
export function episodeRecord(episode: Episode & { readonly version?: TrajectoryVersion }): JsonObject {
  const { task, version = TRAJECTORY_VERSION } = episode;
  return {
    version,
    task: taskRecord(task),
    environment: { ...episode.environment },
    policy: { ...episode.policy },
    seed: episode.seed,
    tools: episode.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    steps: episode.steps.map(stepRecord),
    final_answer: episode.finalAnswer,
    initial_state_digest: episode.initialStateDigest,
    final_state_digest: episode.finalStateDigest,
    stop_reason: episode.stopReason,
    stop_detail: episode.stopDetail,
  };
}

/** A task as files have it. */
export function taskRecord({ id, category, prompt, instructions, expected, metadata }: Task): JsonObject {
  const told = instructions === undefined ? { prompt } : { prompt, instructions };
  return { id, category, ...told, expected: expectedRecord(expected), metadata };
}

/** Checks are records as they are; lists of them that are empty are left out. */
function expectedRecord({ answer, stateDigest, goals, invariants, process }: ExpectedOutcome): JsonObject {
  return {
    answer: answer as unknown as Json,
    state_digest: stateDigest,
    ...listRecord('goals', goals),
    ...listRecord('invariants', invariants),
    ...listRecord('process', process),
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
        type: step.type,
        call_id: step.callId,
        tool: step.tool,
        arguments: step.arguments,
        ...(step.invalidArguments === undefined ? {} : { invalid_arguments: step.invalidArguments }),
        ...(step.type === 'withheld_call' ? { reason: step.reason } : {}),
        ...agent,
      };
    case 'code_execution':
      return { type: step.type, call_id: step.callId, tool: step.tool, code: step.code, ...agent };
    case 'observation':
      return {
        type: step.type,
        call_id: step.callId,
        status: step.status,
        content: step.content,
        data: step.data,
        error: step.error === null ? null : { type: step.error.type, message: step.error.message },
        state_digest: step.stateDigest,
        changes: step.changes.map(({ name, before, after }) => ({ name, before, after })),
      };
    case 'subagent':
      return {
        type: step.type,
        agent: step.agent,
        prompt: step.prompt,
        report: step.report,
        trajectory_id: step.trajectoryId,
      };
    case 'final_answer':
      return {
        type: step.type,
        content: step.content,
        value: step.value,
        ...(step.submitted === undefined ? {} : { submitted: { ...step.submitted } }),
        ...agent,
      };
    default:
      return {
        type: step.type,
        content: step.content,
        ...agent,
        ...(step.reasoning === true ? { reasoning: true } : {}),
      };
  }
}

function verificationRecord(verification: Verification, version: TrajectoryVersion): JsonObject {
  const { verdict, reason, replayedCalls, mismatches, checks } = verification;
  return {
    verdict,
    reason,
    replayed_calls: replayedCalls,
    mismatches: mismatches.map((mismatch) => ({ ...mismatch })),
    ...(version === 1 ? {} : { checks: checks.map((check) => ({ ...check })) }),
  };
}
