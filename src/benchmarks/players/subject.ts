import type { Json, JsonObject } from '../../core/index.js';
import type { Policy } from '../../environments/index.js';
import type { TaskInWorld } from '../../generation/index.js';
import type { ModelSource } from '../../models/index.js';
import type { ToolDefinition } from '../../records/index.js';

/** What a {@link CallFunction} answers: the tool's name and its arguments, or null for no call. */
export type CallPair = readonly [tool: string | null, args: JsonObject];

/**
 * A function that says which tool it would call for a query. Several calls are a list of pairs. A case that asks for code or another answer gets
 * that as text. What it throws is its own failure: the case counts as failed.
 */
export type CallFunction = (
  query: string,
  tools: readonly ToolDefinition[],
  options: CallFunctionOptions,
) => FunctionAnswer | Promise<FunctionAnswer>;

/** What a {@link CallFunction} gives: a call, several calls, or an answer. */
export type FunctionAnswer = CallPair | readonly CallPair[] | string;

/** What a {@link CallFunction} is told beside the query. */
export interface CallFunctionOptions {
  /** What the case has for a system message. */
  readonly instructions?: string;
  readonly caseId: string;
  /** Of this trial, for every choice by chance. */
  readonly seed: number;
  readonly signal?: AbortSignal;
}

/** What a policy is made for. */
export interface TrialBrief {
  readonly caseId: string;
  /** Of this trial, for every choice by chance. */
  readonly seed: number;
  /** The task with its world; null for a case that is scored by calls. */
  readonly work: TaskInWorld | null;
}

/** Makes a policy for each trial. */
export interface PolicySource {
  readonly name: string;
  /** Changes with the behaviour. */
  readonly version: string;
  /** The model behind it, as `provider/model`. */
  readonly model?: string;
  /** The same trial gives the same policy. What it throws is an error of the trial. */
  policyFor(trial: TrialBrief): Policy;
}

/**
 * Who takes a benchmark: a model, a policy (an agent is one, by `agentPolicy`), what makes a policy for each trial, or a function from
 * a query to a call.
 */
export type BenchmarkSubject =
  | Exclude<ModelSource, (...given: never[]) => unknown>
  | Policy
  | PolicySource
  | CallFunction;

/** Names a subject in reports. */
export interface SubjectIdentity {
  readonly name: string;
  readonly version: string;
  /** `provider/model`; null where there is none. */
  readonly model: string | null;
}

/** Reads what a {@link CallFunction} answered; null where that is no call. @throws {TypeError} for anything else. */
export function readCallPairs(
  answer: unknown,
): readonly { readonly tool: string; readonly arguments: JsonObject }[] {
  if (!Array.isArray(answer)) throw wrongAnswer();
  const pairs: readonly unknown[] = answer.length > 0 && Array.isArray(answer[0]) ? answer : [answer];
  if (answer.length === 0) return [];
  return pairs.flatMap((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw wrongAnswer();
    const [tool, given] = pair as [Json, Json];
    if (tool === null) return [];
    if (typeof tool !== 'string' || typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw wrongAnswer();
    }
    return [{ tool, arguments: given as JsonObject }];
  });
}

function wrongAnswer(): TypeError {
  return new TypeError('The function must answer [tool name or null, arguments], or a list of these.');
}
