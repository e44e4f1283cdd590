import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import type { ModuleRestoreOptions } from '../programs/index.js';
import type { AgentConfig, AgentConfigParts } from './agent-config.js';
import { invalidOptions } from './agent-options.js';
import type { AgentResult } from './agent-result.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent } from './function-calling-agent.js';
import type { AgentCallOptions } from './run-agent.js';

/** Any agent: what an {@link AgentModule} wraps. */
export interface ModuleAgent {
  readonly name: string;
  readonly instructions: string;
  call(inputs: JsonObject, options?: AgentCallOptions): Promise<AgentResult>;
  getConfig(): AgentConfig;
}

/** What files can't hold of a program with agents, given again when it is restored. */
export interface AgentModuleRestoreOptions extends ModuleRestoreOptions {
  /** Agents by name, in place of those that the configuration says. Needed for one with a database or with `approve`. */
  readonly agents?: Readonly<Record<string, ModuleAgent>>;
}

/** Agents that can be made of a configuration and of models and tools by name alone. */
const MAKERS: Readonly<Record<string, (config: unknown, parts: AgentConfigParts) => ModuleAgent>> = {
  FunctionCallingAgent: (config, parts) => FunctionCallingAgent.fromConfig(config, parts),
  DeepAgent: (config, parts) => DeepAgent.fromConfig(config, parts),
};

/**
 * The agent that a configuration says: the one given by its name, else made anew.
 *
 * @throws {MettleError} `agents/invalid_options` for one that has to be given, and as `fromConfig` of the agent.
 */
export function agentOfConfig(config: Json | undefined, options: AgentModuleRestoreOptions): ModuleAgent {
  const { agents = {}, models = {}, tools = [] } = options;
  if (!isJsonObject(config) || !isJsonObject(config.options)) {
    throw invalidOptions('This is no configuration of an agent.');
  }
  const { name, ...rest } = config;
  if (typeof name === 'string' && Object.hasOwn(agents, name)) return agents[name] as ModuleAgent;
  const type = String(rest.type);
  if (!Object.hasOwn(MAKERS, type) || config.options.approve !== undefined) {
    throw invalidOptions(
      `The agent ${String(name)} (${type}) can't be made of its configuration: give it in agents.`,
    );
  }
  const { model, tools: named } = config.options;
  const names: readonly unknown[] = Array.isArray(named) ? named : [];
  return (MAKERS[type] as (typeof MAKERS)[string])(rest, {
    ...(typeof model === 'string' && Object.hasOwn(models, model) ? { model: models[model] as never } : {}),
    tools: tools.filter((tool) => names.includes(tool.name)),
  });
}
