import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import type { ObservedError } from './observation.js';
import type { StateChange } from './state-change.js';

/** Words of the agent to itself: they change nothing and are never checked against a world. */
export interface ReflectionStep {
  readonly type: 'thought' | 'plan' | 'critique';
  /** Who of several agents did it; absent where there is one. */
  readonly agent?: string;
  readonly content: string;
  /** True for a thought that a model had before it wrote, apart from what it said: `reasoning_content`, thinking parts, `<think>`. */
  readonly reasoning?: true;
}

/** The agent called a tool. */
export interface ToolCallStep {
  readonly type: 'tool_call';
  /** Who of several agents did it; absent where there is one. */
  readonly agent?: string;
  /** Names the call within its trajectory; the observation carries the same one. */
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** What the agent wrote in place of arguments, where that is no JSON object; `arguments` is then empty. */
  readonly invalidArguments?: string;
}

/** The agent ran code: a call of a tool whose one argument is `code`. */
export interface CodeExecutionStep {
  readonly type: 'code_execution';
  /** Who of several agents did it; absent where there is one. */
  readonly agent?: string;
  readonly callId: string;
  readonly tool: string;
  readonly code: string;
}

/**
 * A call that the agent wrote and that was never made: it was refused, its reply was cut off, or the agent's rounds or calls
 * were used up. The world never saw it.
 */
export interface WithheldCallStep {
  readonly type: 'withheld_call';
  /** Who of several agents wrote it; absent where there is one. */
  readonly agent?: string;
  /** Names the call within its trajectory: `withheld_1` and so on. */
  readonly callId: string;
  readonly tool: string;
  /** Code that was to run is the argument `code`. */
  readonly arguments: JsonObject;
  /** What the agent wrote in place of arguments, where that is no JSON object; `arguments` is then empty. */
  readonly invalidArguments?: string;
  /** What the agent was told. */
  readonly reason: string;
}

/** What the world answered to a call before it, and what that call did to the world. */
export interface ObservationStep {
  readonly type: 'observation';
  readonly callId: string;
  readonly status: 'ok' | 'error';
  /** What the agent read. */
  readonly content: string;
  readonly data: Json;
  readonly error: ObservedError | null;
  /** The world's digest after the call. */
  readonly stateDigest: string;
  /** The facts that the call added, removed or changed. */
  readonly changes: readonly StateChange[];
}

/** The agent's answer; nothing follows it. */
export interface FinalAnswerStep {
  readonly type: 'final_answer';
  /** Who of several agents did it; absent where there is one. */
  readonly agent?: string;
  readonly content: string;
  /** The answer as data, where the agent gave it as data; else the text again. */
  readonly value: Json;
  /** The call that the agent gave it by, where it was one, such as `submit`. */
  readonly submitted?: SubmittedCall;
}

/** A call of a tool that only takes the answer. The world never sees it. */
export interface SubmittedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Another agent was asked to do a part of the work, and has reported. Its steps, under its name, come before. */
export interface SubagentStep {
  readonly type: 'subagent';
  readonly agent: string;
  /** What it was asked. */
  readonly prompt: string;
  /** What it answered; null where it gave no answer. */
  readonly report: Json;
  /** The record of its work, where that is one of its own; null where its steps are in this one. */
  readonly trajectoryId: string | null;
}

/** One step of a trajectory. */
export type TrajectoryStep =
  | ReflectionStep
  | ToolCallStep
  | CodeExecutionStep
  | WithheldCallStep
  | ObservationStep
  | SubagentStep
  | FinalAnswerStep;

/** A step that asks the world for something. */
export type CallStep = ToolCallStep | CodeExecutionStep;

/** Whether a step asks the world for something. */
export function isCallStep(step: TrajectoryStep): step is CallStep {
  return step.type === 'tool_call' || step.type === 'code_execution';
}

/** The arguments that a call step hands to its tool, or would have handed. */
export function callArguments(step: CallStep | WithheldCallStep): JsonObject {
  return step.type === 'code_execution' ? { code: step.code } : step.arguments;
}

/** What a call step asks the world with: its arguments, or the text that the agent wrote in their place. */
export function callInput(step: CallStep | WithheldCallStep): JsonObject | string {
  return (step.type === 'code_execution' ? undefined : step.invalidArguments) ?? callArguments(step);
}

/** The arguments in a text that an agent wrote for a call; null where it is no JSON object. */
export function readCallText(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
