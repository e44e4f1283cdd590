import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import { errorMessage, inParallel, orAborted, shortened } from '../core/internal.js';
import type { ToolCallPart, ToolOutput } from '../models/index.js';
import type { ToolOutcome, ToolSet } from '../tools/index.js';
import type { AgentEventListener } from './agent-event.js';
import { type Approve, refusalOf } from './approval.js';
import { fitJson } from './fit-json.js';

/** Makes a call as the model wrote it, of whatever tool. Rejects only when the signal aborts, with its reason. */
export type CallTool = (
  call: ToolCallPart,
  options: { readonly signal: AbortSignal | undefined },
) => Promise<ToolOutcome>;

/** What came of a call. */
export interface ToolAnswer {
  readonly call: ToolCallPart;
  readonly output: ToolOutput;
  readonly isError: boolean;
}

/** What {@link runToolCalls} needs. */
export interface ToolCallsOptions {
  readonly calls: readonly ToolCallPart[];
  readonly tools: ToolSet;
  /** Makes the calls in place of the tools, which are then only declared. */
  readonly callTool: CallTool | undefined;
  readonly toolConcurrency: number;
  /** Characters of a result that the model is shown. */
  readonly maxResultCharacters: number;
  /** Asked before each call of a tool that there is, where given. */
  readonly approve: Approve | undefined;
  readonly signal: AbortSignal | undefined;
  readonly emit: AgentEventListener;
}

/**
 * Runs the calls of one turn side by side, at most so many at once, and gives their answers in the order of the calls.
 * Whatever is wrong with a call is an answer that names the remedy. When the signal is aborted it doesn't wait for tools
 * that go on: their calls, and those not begun, say so.
 */
export async function runToolCalls(options: ToolCallsOptions): Promise<readonly ToolAnswer[]> {
  return inParallel(options.toolConcurrency, options.calls, (call) => runOne(call, options));
}

async function runOne(call: ToolCallPart, options: ToolCallsOptions): Promise<ToolAnswer> {
  options.emit({ type: 'tool-call', call });
  const answer = await answerTo(call, options);
  options.emit({ type: 'tool-result', ...answer });
  return answer;
}

async function answerTo(call: ToolCallPart, options: ToolCallsOptions): Promise<ToolAnswer> {
  const { tools, signal, maxResultCharacters } = options;
  if (signal?.aborted) return refusal(call, NOT_RUN);
  try {
    const refused = await refusedFor(call, options);
    if (refused !== null) return refusal(call, clip(`refused: ${refused}`, maxResultCharacters));
  } catch {
    return refusal(call, NOT_RUN);
  }
  try {
    const making =
      options.callTool?.(call, { signal }) ??
      tools.call(call.toolName, call.invalidInput ?? call.input, { signal });
    const outcome = await orAborted(making, signal);
    if (!outcome.ok) return refusal(call, clip(outcome.error, maxResultCharacters));
    return { call, output: outputOf(outcome.value, maxResultCharacters), isError: false };
  } catch (thrown) {
    if (signal?.aborted) return refusal(call, 'stopped before it ended; what it did so far is not known.');
    return refusal(call, errorMessage(thrown));
  }
}

/** Why a call is not to be made; null where it is, or where there is no such tool and its answer says so. */
async function refusedFor(
  call: ToolCallPart,
  { tools, approve, signal }: ToolCallsOptions,
): Promise<string | null> {
  const { toolName, input } = call;
  if (approve === undefined || tools.get(toolName) === undefined) return null;
  // What is decided on has to be what is called: text that might still be read as arguments is not.
  if (call.invalidInput !== undefined || !isJsonObject(input)) return 'the arguments are not a JSON object.';
  return refusalOf(approve, { tool: toolName, arguments: input as JsonObject }, signal);
}

/** What is said of a call that the caller's signal came before. */
export const NOT_RUN = 'not run: the work was stopped before.';

/** An answer that says why there is no result. */
export function refusal(call: ToolCallPart, reason: string): ToolAnswer {
  return { call, output: { type: 'error-text', value: reason }, isError: true };
}

/** A result that is too long is cut so that it stays JSON where it can. */
function outputOf(value: Json, limit: number): ToolOutput {
  if (typeof value === 'string') return { type: 'text', value: clip(value, limit) };
  const fitted = value === null ? null : fitJson(value, limit);
  if (fitted !== null || value === null) return { type: 'json', value: fitted };
  return { type: 'text', value: clip(JSON.stringify(value), limit) };
}

function clip(text: string, limit: number): string {
  return shortened(text, limit, {
    keepEnd: true,
    mark: (left) => `\n[${left} characters are not shown; ask for less at once]\n`,
  });
}
