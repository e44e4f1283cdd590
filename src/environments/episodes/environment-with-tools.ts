import type { ToolDefinition } from '../../records/index.js';
import type { Environment } from '../environment.js';
import { environmentError } from '../error-codes.js';
import type { Actor, Policy } from './policy.js';
import { playSubagentThrough } from './subagent-actor.js';

/** A tool by its name, or by a definition with that name. */
export type ToolChoice = string | Pick<ToolDefinition, 'name'>;

/**
 * The environment with some of its tools only. Its worlds and its fingerprint are the same, so that what was recorded with
 * fewer tools is verified in the whole environment. Null for tools leaves all.
 *
 * @throws {MettleError} `environments/unknown_tool` for a tool that the environment lacks: nothing would run it.
 */
export function environmentWithTools(
  environment: Environment,
  tools: readonly ToolChoice[] | null,
): Environment {
  if (tools === null || tools.length === 0) return environment;
  const names = tools.map((choice) => (typeof choice === 'string' ? choice : choice.name));
  const unknown = names.find((name) => !environment.tools.some((tool) => tool.name === name));
  if (unknown !== undefined) {
    throw environmentError(
      'unknown_tool',
      `Nothing would run the tool ${unknown}: the environment ${environment.name} has ${environment.tools.map(({ name }) => name).join(', ')}.`,
    );
  }
  return {
    ...environment,
    tools: Object.freeze(environment.tools.filter(({ name }) => names.includes(name))),
  };
}

/** The policy, held to the tools that it was offered: a call of another one is its error, and never reaches the world. */
export function heldToOfferedTools(policy: Policy): Policy {
  return {
    ...policy,
    play: (brief, actor) => {
      // Known before the policy plays, which could write into what it is given.
      const offered = new Set(brief.tools.map(({ name }) => name));
      const check = (tool: string): void => {
        if (offered.has(tool)) return;
        throw environmentError(
          'tool_not_offered',
          `The policy ${policy.name} called ${tool}, which it was not offered.`,
        );
      };
      const held: Actor = {
        think: (content, by) => actor.think(content, by),
        plan: (content, by) => actor.plan(content, by),
        criticise: (content, by) => actor.criticise(content, by),
        answer: (value, by) => actor.answer(value, by),
        call: async (tool, argumentValues, by) => {
          check(tool);
          return actor.call(tool, argumentValues, by);
        },
        runCode: async (code, tool = 'python', by = {}) => {
          check(tool);
          return actor.runCode(code, tool, by);
        },
        callAll: async (calls, by) => {
          // Read once: a getter could name another tool the second time.
          const planned = calls.map((call) => ({ ...call }));
          for (const { tool } of planned) check(tool);
          return actor.callAll(planned, by);
        },
        subagent: (subagent, play) => playSubagentThrough(held, actor, subagent, play),
        spend: (usage) => actor.spend(usage),
      };
      return policy.play(brief, held);
    },
  };
}
