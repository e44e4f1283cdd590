import { FunctionCallingAgent } from '../agents/index.js';
import { contentHash } from '../core/index.js';
import type { Policy } from '../environments/index.js';
import { nameOfModel } from '../models/internal.js';
import { tool } from '../tools/index.js';
import { type AgentPolicyOptions, answerOrThrow, checkAgentPolicyOptions, playAgent } from './play-agent.js';

/**
 * A policy that is a `FunctionCallingAgent` with a model: `recordTrajectory` plays it in a world, so that every tool call
 * really ran and the record can be verified by replay. Its version is a content hash of the options. What the model writes
 * beside tool calls and its reasoning are recorded as thoughts, calls of one reply as calls made at once, and what the model used as usage.
 *
 * A model that fails ends the episode as `policy_error`; one that gives no answer as `no_answer`.
 *
 * @throws {MettleError} as `FunctionCallingAgent`.
 */
export function agentPolicy(options: AgentPolicyOptions): Policy {
  const settings = { maxIterations: 20, ...checkAgentPolicyOptions(options) };
  return {
    name: options.name ?? 'agent',
    version: agentVersion(settings),
    model: nameOfModel(options.model),
    async play(brief, actor) {
      const answer = answerOrThrow(await playAgent(settings, brief.prompt, brief, actor));
      if (answer === null) return;
      const { value, ...given } = answer;
      actor.answer(value, given);
    },
  };
}

/** A content hash of an agent's options. Throws as the agent's constructor. */
export function agentVersion(options: AgentPolicyOptions): string {
  const placeholder = tool({
    name: 'none',
    description: 'Stands for those of a world.',
    execute: () => null,
  });
  const { options: identity } = new FunctionCallingAgent({ ...options, tools: [placeholder] }).getConfig();
  return contentHash({ ...identity, tools: [] });
}
