import { type AgentOptions, type AgentResult, FunctionCallingAgent } from '../agents/index.js';
import { contentHash, type JsonObject, MettleError } from '../core/index.js';
import type { ToolDefinition } from '../environments/index.js';
import { type Tool, ToolFailure, tool } from '../tools/index.js';
import type { Actor, Policy } from './policy.js';

/** What {@link agentPolicy} takes: an agent's options but for its tools, which come from the environment. */
export type AgentPolicyOptions = Omit<
  AgentOptions,
  'tools' | 'skills' | 'autonomous' | 'returnInputsWithTrajectory'
>;

/**
 * A policy that is a `FunctionCallingAgent` with a model: `recordTrajectory` plays it in a world, so that every tool call
 * really ran and the record can be verified by replay. Its version is a content hash of the options. What the model writes
 * beside tool calls is recorded as thoughts.
 *
 * A model that fails ends the episode as `policy_error`; one that gives no answer as `no_answer`.
 *
 * @throws {MettleError} as `FunctionCallingAgent`.
 */
export function agentPolicy(options: AgentPolicyOptions): Policy {
  const agentOf = (tools: readonly Tool[]): FunctionCallingAgent =>
    new FunctionCallingAgent({ maxIterations: 20, ...options, tools });
  const { options: identity } = agentOf([
    tool({ name: 'none', description: 'Stands for those of a world.', execute: () => null }),
  ]).getConfig();
  return {
    name: options.name ?? 'agent',
    version: contentHash({ ...identity, tools: [] }),
    async play({ prompt, tools, signal }, actor) {
      const stop = new AbortController();
      const agent = agentOf(tools.map((definition) => worldTool(definition, actor, stop)));
      const result = await agent.call(prompt, {
        signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
        onEvent: (event) => {
          if (event.type !== 'model-reply' || event.response.toolCalls.length === 0) return;
          if (event.response.text.trim() !== '') actor.think(event.response.text);
        },
      });
      signal?.throwIfAborted();
      if (stop.signal.aborted) throw stop.signal.reason;
      if (result.stopReason === 'answered') actor.answer(result.answer);
      else if (result.error !== null) throw failureOf(result);
    },
  };
}

/** A tool of the world. What ends the episode ends the agent: it is no answer of the tool. */
function worldTool(
  { name, description, parameters }: ToolDefinition,
  actor: Actor,
  stop: AbortController,
): Tool {
  const isCode = Object.keys((parameters.properties ?? {}) as JsonObject).join() === 'code';
  return tool({
    name,
    description,
    parameters,
    timeout: Number.POSITIVE_INFINITY,
    execute: async (args) => {
      let observation: Awaited<ReturnType<Actor['call']>>;
      try {
        observation = isCode
          ? await actor.runCode(String(args.code), name)
          : await actor.call(name, args as JsonObject);
      } catch (error) {
        stop.abort(error);
        throw error;
      }
      if (observation.status === 'error') throw new ToolFailure(observation.content);
      return observation.content;
    },
  });
}

function failureOf({ stopReason, error }: AgentResult): MettleError {
  return new MettleError({
    code: error?.code ?? 'trajectories/no_model',
    message: `The agent ended with ${stopReason}: ${error?.message ?? 'no reason is known'}`,
  });
}
