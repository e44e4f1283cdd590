import { defineOptions, isJsonObject, type JsonObject, MettleError, option } from '../core/index.js';
import { DataModel, JsonDataModel, type MaybeData, SymbolicDataModel } from '../data/index.js';
import {
  type CallContext,
  Module,
  type ModuleInputs,
  type ModuleOptions,
  type Variable,
} from '../programs/index.js';
import { instructionsVariable, MESSAGE_SCHEMA, MODULE_OPTIONS } from '../programs/internal.js';
import { invalidOptions } from './agent-options.js';
import type { AgentResult } from './agent-result.js';
import { type AgentModuleRestoreOptions, agentOfConfig, type ModuleAgent } from './restore-agent.js';

/** What an {@link AgentModule} takes. */
export interface AgentModuleOptions extends ModuleOptions {
  readonly agent: ModuleAgent;
  /** Instructions to try before any other is proposed. The start is what the agent is told. */
  readonly seedInstructions?: readonly string[] | undefined;
}

const checkOptions = defineOptions<AgentModuleOptions>()('AgentModule', {
  ...MODULE_OPTIONS,
  agent: option.required({
    wanted: 'an agent, such as a FunctionCallingAgent',
    allows: (value) => {
      const { call, getConfig } = (value ?? {}) as Partial<ModuleAgent>;
      return typeof call === 'function' && typeof getConfig === 'function';
    },
  }),
  seedInstructions: option.list(option.string),
});

/**
 * An agent as a module of a program: it takes data and returns the agent's answer. The instructions are a variable
 * (`state_instructions`), so training can change them without making another agent, and what its models use counts as
 * the program's.
 *
 * If the agent has a schema, the output is its answer; otherwise it is a message, `{role, content}`. An agent that ends
 * without an answer gives nothing, and the record of the call says why.
 *
 * @example
 * ```ts
 * import { AgentModule, FunctionCallingAgent } from 'mettle/agents';
 * import { Input, Program } from 'mettle/programs';
 * import { scriptedModel } from 'mettle/testing';
 * import { tool } from 'mettle/tools';
 *
 * const time = tool({ name: 'time', description: 'The time of day.', execute: () => '12:30' });
 * const model = scriptedModel([{ toolCalls: [{ name: 'time' }] }, 'It is half past twelve.']);
 * const agent = new FunctionCallingAgent({ model, tools: [time], name: 'clock' });
 *
 * const input = Input({ schema: { type: 'object', properties: { question: { type: 'string' } } } });
 * const program = new Program({ inputs: input, outputs: await new AgentModule({ agent }).call(input) });
 * const answer = await program.call({ question: 'What time is it?' });
 * console.log(answer?.get('content')); // → It is half past twelve.
 * console.log(program.variables.map(({ key }) => key)); // → [ 'clock/state_instructions' ]
 * ```
 */
export class AgentModule extends Module {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>AgentModule';
  readonly schema: JsonObject | null;
  readonly #options: AgentModuleOptions;
  readonly #instructions: Variable;

  /** @throws {MettleError} `core/invalid_option`, `data/not_an_object` for an agent whose answer is no object. */
  constructor(options: AgentModuleOptions) {
    checkOptions(options, new.target.name);
    const { agent, seedInstructions = [] } = options;
    super({ ...options, name: options.name ?? chosenName(agent) });
    const { schema } = agent.getConfig().options;
    this.schema = isJsonObject(schema) ? new DataModel({ schema }).schema : null;
    this.#options = options;
    this.#instructions = this.addVariable(
      instructionsVariable(this.name, agent.instructions, seedInstructions),
    );
  }

  static fromConfig(config: JsonObject, options: AgentModuleRestoreOptions = {}): AgentModule {
    return new AgentModule({ ...config, agent: agentOfConfig(config.agent, options) });
  }

  /** What it was made from; models and tools by their names. */
  getConfig(): JsonObject {
    const { agent, hooks: _hooks, ...rest } = this.#options;
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    return {
      ...(Object.fromEntries(given) as JsonObject),
      agent: { ...agent.getConfig(), name: agent.name },
    };
  }

  override async forward(inputs: ModuleInputs, context: CallContext): Promise<MaybeData> {
    if (!(inputs instanceof JsonDataModel)) {
      throw invalidOptions(`"${this.name}" takes one data model. Join several with concat or and first.`);
    }
    const { signal, meter } = context;
    const { instructions } = context.valueOf(this.#instructions);
    const result = await this.#options.agent.call(inputs.json, {
      ...(signal === undefined ? {} : { signal }),
      meter,
      instructions: String(instructions),
    });
    signal?.throwIfAborted();
    return this.#outputOf(result, context);
  }

  override async computeOutputSpec(): Promise<SymbolicDataModel> {
    return new SymbolicDataModel({ schema: this.schema ?? MESSAGE_SCHEMA, name: this.name });
  }

  #outputOf({ stopReason, answer, text, error }: AgentResult, context: CallContext): MaybeData {
    if (error !== null) throw new MettleError({ code: error.code, message: error.message });
    if (stopReason !== 'answered' && answer === null) {
      context.recordError(`The agent ended without an answer: ${stopReason}.`);
      context.recordCall(text === '' ? null : { text });
      return null;
    }
    if (this.schema === null) {
      const json = { role: 'assistant', content: typeof answer === 'string' ? answer : text };
      return new JsonDataModel({ schema: MESSAGE_SCHEMA, json, name: this.name });
    }
    return new JsonDataModel({ schema: this.schema, json: answer as JsonObject, name: this.name });
  }
}

/** The agent's name where its user chose one: others may be the same. */
function chosenName(agent: ModuleAgent | undefined): string | undefined {
  const name = agent?.getConfig?.().options.name;
  return typeof name === 'string' ? name : undefined;
}
