import {
  type AgentInputs,
  type AgentOptions,
  type AgentResult,
  FunctionCallingAgent,
} from '../agents/index.js';
import { AGENT_OPTIONS } from '../agents/internal.js';
import { defineOptions, type Json, type JsonObject, MettleError, type OptionsCheck } from '../core/index.js';
import { linkSignals } from '../core/internal.js';
import type { ActingAgent, Actor, TaskBrief } from '../environments/index.js';
import { CallsAtOnce } from '../environments/internal.js';
import type { Observation, ToolDefinition } from '../records/index.js';
import { type Tool, ToolFailure, tool } from '../tools/index.js';
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

/**
 * Lets a `FunctionCallingAgent` act in an episode, without giving its answer yet. Its tools are those of the brief; the calls
 * of one reply are made at once.
 * @throws what ended the episode, and the signal's reason.
 */
export async function playAgent(
  options: AgentPolicyOptions,
  inputs: AgentInputs,
  { tools, signal }: TaskBrief,
  actor: Actor,
  by?: ActingAgent,
): Promise<AgentResult> {
  const stop = new AbortController();
  const calls = new CallsAtOnce(actor, by);
  const worldTools = tools.map((definition) => worldTool(definition, calls, stop));
  const agent = new FunctionCallingAgent({ ...options, tools: worldTools });
  const linked = linkSignals(stop.signal, signal);
  const asking = agent.call(inputs, {
    signal: linked.signal,
    onEvent: (event) => {
      if (event.type !== 'model-reply' || event.response.toolCalls.length === 0) return;
      if (event.response.text.trim() !== '') actor.think(event.response.text, by);
    },
  });
  const result = await asking.finally(linked.release);
  const { modelCalls, inputTokens, outputTokens } = result.usage;
  actor.spend({ modelCalls, inputTokens, outputTokens });
  signal?.throwIfAborted();
  if (stop.signal.aborted) throw stop.signal.reason;
  return result;
}

/** The answer of an agent's call, as data where its text is data; null when it gave none. @throws {MettleError} when the model failed. */
export function answerOrThrow({ stopReason, answer, error }: AgentResult): { readonly value: Json } | null {
  if (stopReason === 'answered') return { value: typeof answer === 'string' ? answerData(answer) : answer };
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

/** A tool of the world. What ends the episode ends the agent: it is no answer of the tool. */
function worldTool(definition: ToolDefinition, calls: CallsAtOnce, stop: AbortController): Tool {
  const { name, description, parameters } = definition;
  const isCode = isCodeTool(definition);
  return tool({
    name,
    description,
    parameters,
    timeoutSeconds: Number.POSITIVE_INFINITY,
    execute: async (args) => {
      let observation: Observation;
      try {
        observation = await calls.call(
          isCode ? { tool: name, code: String(args.code) } : { tool: name, arguments: args as JsonObject },
        );
      } catch (error) {
        stop.abort(error);
        throw error;
      }
      if (observation.status === 'error') throw new ToolFailure(observation.content);
      return observation.content;
    },
  });
}
