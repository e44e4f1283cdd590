import {
  type AgentEvent,
  type AgentInputs,
  type AgentOptions,
  type AgentResult,
  FunctionCallingAgent,
} from '../agents/index.js';
import { AGENT_OPTIONS, callWith } from '../agents/internal.js';
import {
  defineOptions,
  isJsonObject,
  type Json,
  type JsonObject,
  MettleError,
  type OptionsCheck,
} from '../core/index.js';
import { linkSignals } from '../core/internal.js';
import {
  type ActingAgent,
  type Actor,
  type PlannedCall,
  recordedModel,
  type TaskBrief,
} from '../environments/index.js';
import { CallsAtOnce } from '../environments/internal.js';
import type { ToolCallPart } from '../models/index.js';
import type { SubmittedCall, ToolDefinition } from '../records/index.js';
import { type Tool, tool } from '../tools/index.js';
import { answerData } from './answer-data.js';

/** What `agentPolicy` takes: an agent's options but for its tools, which come from the environment. */
export type AgentPolicyOptions = Omit<
  AgentOptions,
  'tools' | 'skills' | 'autonomous' | 'returnInputsWithTrajectory'
>;

const {
  tools: _tools,
  skills: _skills,
  autonomous: _autonomous,
  returnInputsWithTrajectory: _return,
  ...KINDS
} = AGENT_OPTIONS;

/** Checks {@link AgentPolicyOptions}. */
export const checkAgentPolicyOptions: OptionsCheck = defineOptions<AgentPolicyOptions>()(
  'agentPolicy',
  KINDS,
);

/** What an agent came to. */
export type PlayedAgent = AgentResult & {
  /** The call that gave the answer; absent where it was text. */
  readonly submitted?: SubmittedCall;
};

/**
 * Lets a `FunctionCallingAgent` act in an episode, without giving its answer yet. Its tools are those of the brief; the calls
 * of one reply are made at once, wrong ones among them.
 * @throws what ended the episode, and the signal's reason.
 */
export async function playAgent(
  options: AgentPolicyOptions,
  inputs: AgentInputs,
  { tools, instructions, signal }: TaskBrief,
  actor: Actor,
  by?: ActingAgent,
): Promise<PlayedAgent> {
  const stop = new AbortController();
  const calls = new CallsAtOnce(actor, by);
  const model = recordedModel(options.model, actor, by);
  const agent = new FunctionCallingAgent({ ...options, model, tools: tools.map(declared) });
  const linked = linkSignals(stop.signal, signal);
  /** What the model said last, while that may still be its answer. */
  let said = '';
  const thinkAloud = (): void => {
    if (said.trim() !== '') actor.think(said, by);
    said = '';
  };
  const made = new Set<ToolCallPart>();
  /** The call of `submit` that was taken. */
  let submitted: SubmittedCall | undefined;
  const onEvent = (event: AgentEvent): void => {
    if (event.type === 'model-request') thinkAloud();
    if (event.type === 'tool-result') {
      const { call, output, isError } = event;
      const definition = tools.find(({ name }) => name === call.toolName);
      if (isError && !made.has(call)) actor.withhold(plannedCall(call, definition), String(output.value), by);
      if (!isError && !made.has(call))
        submitted ??= { tool: call.toolName, arguments: call.input as JsonObject };
    }
    if (event.type !== 'model-reply') return;
    said = event.response.text;
    if (event.response.toolCalls.length > 0) thinkAloud();
  };
  // Every call goes to the world as it was written, which refuses it where it is wrong: so the record has it.
  const limits = {
    signal: linked.signal,
    onEvent,
    instructions: withInstructions(agent.instructions, instructions),
  };
  const asking = callWith(agent, inputs, limits, async (call) => {
    made.add(call);
    try {
      const definition = tools.find(({ name }) => name === call.toolName);
      const { status, content } = await calls.call(plannedCall(call, definition));
      return status === 'ok' ? { ok: true, value: content } : { ok: false, fault: 'failed', error: content };
    } catch (error) {
      // What ends the episode ends the agent: it is no answer of the tool.
      stop.abort(error);
      throw error;
    }
  });
  const result = await asking.finally(linked.release);
  signal?.throwIfAborted();
  if (stop.signal.aborted) throw stop.signal.reason;
  if (result.stopReason !== 'answered' && result.answer === null) thinkAloud();
  return submitted === undefined ? result : { ...result, submitted };
}

/** A system message with the instructions of a task after it. */
export function withInstructions(system: string, instructions: string | undefined): string {
  return instructions === undefined ? system : `${system}\n\n${instructions}`;
}

/** The answer of an agent's call, as data where its text is data; null when it gave none. @throws {MettleError} when the model failed. */
export function answerOrThrow({
  stopReason,
  answer,
  error,
  submitted,
}: PlayedAgent): { readonly value: Json; readonly submitted?: SubmittedCall } | null {
  if (typeof answer === 'string') return { value: answerData(answer) };
  if (stopReason === 'answered' || answer !== null)
    return { value: answer, ...(submitted === undefined ? {} : { submitted }) };
  if (error === null) return null;
  throw new MettleError({
    code: error.code,
    message: `The agent ended with ${stopReason}: ${error.message}`,
  });
}

/** Whether a tool runs code: its one argument is `code`. */
export function isCodeTool({ parameters }: ToolDefinition): boolean {
  return Object.keys((parameters.properties ?? {}) as JsonObject).join() === 'code';
}

/** A call of a model as it goes into the record. */
export function plannedCall(
  { toolName, input, invalidInput }: Pick<ToolCallPart, 'toolName' | 'input' | 'invalidInput'>,
  definition: ToolDefinition | undefined,
): PlannedCall {
  if (invalidInput !== undefined) return { tool: toolName, arguments: {}, invalidArguments: invalidInput };
  if (!isJsonObject(input)) {
    return { tool: toolName, arguments: {}, invalidArguments: JSON.stringify(input) };
  }
  const { code, ...others } = input;
  const isCode = definition !== undefined && isCodeTool(definition);
  return isCode && typeof code === 'string' && Object.keys(others).length === 0
    ? { tool: toolName, code }
    : { tool: toolName, arguments: input as JsonObject };
}

/** A tool as the agent is shown it; the world makes its calls. */
function declared({ name, description, parameters }: ToolDefinition): Tool {
  return tool({ name, description, parameters, execute: () => null });
}
