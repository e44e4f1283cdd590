import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import type { ModelSource } from '../models/index.js';
import type { RestoreModuleOptions } from '../programs/index.js';
import { restoredModel } from '../programs/internal.js';
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
export interface AgentModuleRestoreOptions extends RestoreModuleOptions {
  /** Agents by name, in place of those that the configuration says. Needed for one with a database, `workdir`, `skills`, `engine` or `approve`. */
  readonly agents?: Readonly<Record<string, ModuleAgent>>;
}

/** Agents that can be made of a configuration and of models and tools by name alone. */
const MAKERS: Readonly<
  Record<string, (config: unknown, parts: AgentConfigParts, subagentModel?: ModelSource) => ModuleAgent>
> = {
  FunctionCallingAgent: (config, parts) => FunctionCallingAgent.fromConfig(config, parts),
  DeepAgent: (config, parts, subagentModel) =>
    DeepAgent.fromConfig(config, { ...parts, ...(subagentModel === undefined ? {} : { subagentModel }) }),
};

/** What a file must not choose: folders of this machine, how code is confined; and what it can't hold. */
const NOT_FROM_FILES = ['workdir', 'skills', 'engine', 'approve'];

/**
 * The agent that a configuration says: the one given by its name, else made anew.
 *
 * @throws {MettleError} `core/invalid_option` for one that has to be given, `programs/missing_model`, and as
 *   `fromConfig` of the agent.
 */
export function agentOfConfig(config: Json | undefined, options: AgentModuleRestoreOptions): ModuleAgent {
  const { agents = {}, tools = [] } = options;
  if (!isJsonObject(config) || !isJsonObject(config.options)) {
    throw invalidOptions('This is not the configuration of an agent.');
  }
  const { name, ...rest } = config;
  if (typeof name === 'string' && Object.hasOwn(agents, name)) return agents[name] as ModuleAgent;
  const type = String(rest.type);
  const { model, subagentModel, tools: named, ...others } = config.options;
  const make = Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined;
  const kept = NOT_FROM_FILES.filter((option) => Object.hasOwn(others, option));
  if (make === undefined || kept.length > 0) {
    const why = kept.length === 0 ? '' : ` with ${kept.join(' and ')}`;
    throw invalidOptions(
      `The agent ${String(name)} (${type}${why}) can't be restored from its configuration: pass it in agents.`,
    );
  }
  const names: readonly unknown[] = Array.isArray(named) ? named : [];
  return make(
    rest,
    { model: restoredModel(model, options), tools: tools.filter((tool) => names.includes(tool.name)) },
    subagentModel === undefined ? undefined : restoredModel(subagentModel, options),
  );
}
