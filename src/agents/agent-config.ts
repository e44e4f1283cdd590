import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import { jsonSchemaOf } from '../core/internal.js';
import type { ModelSource } from '../models/index.js';
import { nameOfModel } from '../models/internal.js';
import type { Tool } from '../tools/index.js';
import { type AgentOptions, invalidOptions } from './agent-options.js';
import type { Approve } from './approval.js';

/** What an agent is made from, as JSON: without keys, functions and open sandboxes. */
export interface AgentConfig extends JsonObject {
  readonly type: string;
  readonly version: 1;
  readonly options: JsonObject;
}

/** What a configuration can't hold, given again when an agent is made from it. */
export interface AgentConfigParts {
  /** In place of the model that the configuration names. Needed for one that is no `provider/model`. */
  readonly model?: ModelSource;
  /** The tools that the configuration names, and no others. */
  readonly tools?: readonly Tool[];
  /** Needed where the configuration says that calls wait for a decision. */
  readonly approve?: Approve;
}

/**
 * Writes options down. A Standard Schema is kept as the JSON Schema of its answers, a model and tools by their names.
 *
 * @throws {MettleError} `core/invalid_option` for skills that are no folders.
 */
export function configOf<Options extends AgentOptions>(type: string, options: Options): AgentConfig {
  const { model, tools = [], schema, dataModel, skills, approve, ...rest } = options;
  if (skills !== undefined && typeof skills === 'object' && 'list' in skills) {
    throw invalidOptions(`${type}: skills that are not folders can't be saved in a configuration.`);
  }
  const answerSchema = schema ?? dataModel;
  return {
    type,
    version: 1,
    options: {
      ...(rest as unknown as JsonObject),
      model: nameOfModel(model),
      tools: tools.map(({ name }) => name),
      ...(approve === undefined ? {} : { approve: true }),
      ...(answerSchema === undefined ? {} : { schema: jsonSchemaOf(answerSchema) }),
      ...(skills === undefined ? {} : { skills: skills as Json }),
    },
  };
}

/**
 * Reads options back.
 *
 * @throws {MettleError} `core/invalid_option` for what is no configuration of this agent, and for tools that it names
 *   and that are missing, or that it doesn't name.
 */
export function optionsOf<Options extends AgentOptions>(
  type: string,
  config: unknown,
  parts: AgentConfigParts,
): Options {
  if (
    !isJsonObject(config) ||
    config.type !== type ||
    config.version !== 1 ||
    !isJsonObject(config.options)
  ) {
    throw invalidOptions(
      `This is not a configuration of a ${type}, version 1. Pass the result of its getConfig().`,
    );
  }
  const { tools: named, model, approve: isGuarded, ...rest } = config.options;
  const { approve } = parts;
  if (isGuarded !== undefined && approve === undefined) {
    throw invalidOptions('The calls of this agent need approval: pass approve with the configuration.');
  }
  return {
    ...rest,
    model: parts.model ?? model,
    tools: toolsNamed(named, parts.tools),
    ...(approve === undefined ? {} : { approve }),
  } as unknown as Options;
}

/**
 * The tools given, where they are those that a configuration names.
 *
 * @throws {MettleError} `core/invalid_option` where one is missing, or is not named.
 */
export function toolsNamed(named: unknown, given: readonly Tool[] = []): readonly Tool[] {
  const names: readonly unknown[] = Array.isArray(named) ? named : [];
  const missing = names.filter((name) => !given.some((tool) => tool.name === name));
  if (missing.length > 0)
    throw invalidOptions(`The configuration needs the tools ${missing.join(', ')}: give them.`);
  const extra = given.find(({ name }) => !names.includes(name));
  if (extra !== undefined) throw invalidOptions(`The configuration has no tool ${extra.name}.`);
  return given;
}
