import { defineOptions, type JsonObject, option } from '../core/index.js';
import { schemaReader } from '../core/internal.js';
import { type ModelSource, openModel } from '../models/index.js';
import { MODEL, nameOfModel } from '../models/internal.js';
import { createSandbox, type Engine, type EngineChoice, type PythonValue } from '../sandbox/index.js';
import type { Tool } from '../tools/index.js';
import { type AgentConfig, type AgentConfigParts, configOf, optionsOf, toolsNamed } from './agent-config.js';
import type { AgentEventListener } from './agent-event.js';
import {
  AGENT_OPTIONS,
  type AgentOptions,
  checkApproval,
  checkCollisions,
  ONE_SCHEMA,
} from './agent-options.js';
import type { AgentResult } from './agent-result.js';
import { AgentRun } from './agent-run.js';
import { approvalOf } from './approval.js';
import { RECURSIVE_SUBAGENT_TOOLS, type RecursiveSettings, runRecursiveCall } from './recursive-call.js';
import { instructionsFor, sizeOf } from './recursive-messages.js';
import { type AgentCallOptions, agentSettings, checkCallOptions } from './run-agent.js';

/** What a {@link RecursiveLanguageModelAgent} takes. */
export interface RecursiveAgentOptions extends AgentOptions {
  /** Seconds that one run of Python may take, calls of models not counted. Default 60. */
  readonly timeoutSeconds?: number;
  /** The engine of the sandbox that a call opens. Default `auto`. */
  readonly engine?: EngineChoice | Engine;
  /** Tools that the model's code can call as functions; `tools` are those that the model calls itself. */
  readonly sandboxTools?: readonly Tool[];
  /** The model that `llm_query` asks. Default: `model`. */
  readonly subModel?: ModelSource;
  /** Calls of `llm_query` and `llm_query_batched` in one call, together. Default 50. */
  readonly maxLlmCalls?: number;
  /** Characters of output that one run shows the model. Default 10,000. */
  readonly maxOutputCharacters?: number;
  /**
   * How deep subagents may nest, each of which begins with a copy of the caller's variables; one of them can be adopted.
   * 0: there are none. Default 0.
   */
  readonly maxSubagentDepth?: number;
  /** Subagents of one call that run at once. Default 8. */
  readonly subagentConcurrency?: number;
}

/** What a configuration of a {@link RecursiveLanguageModelAgent} can't hold. */
export type RecursiveConfigParts = AgentConfigParts &
  Pick<RecursiveAgentOptions, 'engine' | 'sandboxTools' | 'subModel'>;

const checkOptions = defineOptions<RecursiveAgentOptions>()(
  'RecursiveLanguageModelAgent',
  {
    ...AGENT_OPTIONS,
    timeoutSeconds: option.seconds,
    engine: option.any,
    sandboxTools: option.list(option.object),
    subModel: MODEL,
    maxLlmCalls: option.wholeNumber(0),
    maxOutputCharacters: option.wholeNumber(0),
    maxSubagentDepth: option.wholeNumber(0),
    subagentConcurrency: option.wholeNumber(1),
  },
  ONE_SCHEMA,
);

const RESERVED = ['submit', 'llm_query', 'llm_query_batched', 'inputs'];

/**
 * An agent for inputs that are too long for a prompt. Its model sees only how large they are; it writes Python in which
 * they are the variable `inputs`, asks models about parts of them, and submits an answer that is checked.
 *
 * @example
 * ```ts
 * import { RecursiveLanguageModelAgent } from 'mettle/agents';
 * import { scriptedModel } from 'mettle/testing';
 *
 * // In place of a real one, such as 'openai/gpt-5-mini'.
 * const model = scriptedModel([
 *   { toolCalls: [{ name: 'run_python_code', input: { code: 'submit(sum(len(page) for page in inputs["pages"]))' } }] },
 * ]);
 * const agent = new RecursiveLanguageModelAgent({ model, schema: { type: 'integer' } });
 * const { answer } = await agent.call({ pages: ['one', 'three'] });
 * console.log(answer); // → 8
 * ```
 */
export class RecursiveLanguageModelAgent {
  readonly #options: RecursiveAgentOptions;
  readonly #settings: RecursiveSettings;

  /** @throws {MettleError} `core/invalid_option`, and as `openModel` and `schemaReader`. */
  constructor(options: RecursiveAgentOptions) {
    checkOptions(options);
    const {
      maxLlmCalls = 50,
      maxSubagentDepth = 0,
      subagentConcurrency = 8,
      sandboxTools = [],
      tools = [],
      schema,
      dataModel,
      ...rest
    } = options;
    const builtIn = ['run_python_code', ...(maxSubagentDepth > 0 ? RECURSIVE_SUBAGENT_TOOLS : [])];
    checkCollisions(sandboxTools, RESERVED);
    checkCollisions(tools, builtIn);
    checkApproval('RecursiveLanguageModelAgent', options, [
      ...builtIn,
      ...sandboxTools.map(({ name }) => name),
    ]);
    // The answer is checked by submit() in the code, so the loop itself has no schema.
    const agent = agentSettings({ ...rest, tools }, { name: 'recursive_agent', maxIterations: 20 });
    const answerSchema = schema ?? dataModel;
    this.#options = options;
    this.#settings = {
      agent,
      subModel: options.subModel === undefined ? agent.model : openModel(options.subModel),
      reader: answerSchema === undefined ? null : schemaReader(answerSchema),
      approve: approvalOf(options),
      sandboxTools,
      maxLlmCalls,
      maxOutputCharacters: options.maxOutputCharacters ?? 10_000,
      maxSubagentDepth,
      subagentConcurrency,
    };
  }

  /**
   * Makes an agent from what {@link getConfig} gave. Throws as the constructor.
   *
   * @param parts - tools of both kinds, and what else the configuration can't hold.
   */
  static fromConfig(config: unknown, parts: RecursiveConfigParts = {}): RecursiveLanguageModelAgent {
    const { engine, sandboxTools, subModel } = parts;
    const options = optionsOf<RecursiveAgentOptions>('RecursiveLanguageModelAgent', config, parts);
    return new RecursiveLanguageModelAgent({
      ...options,
      sandboxTools: toolsNamed(options.sandboxTools, sandboxTools),
      ...(engine === undefined ? {} : { engine }),
      ...(subModel === undefined ? {} : { subModel }),
    });
  }

  /** The agent as JSON, without keys and an engine that is an object. Tools of both kinds are named. */
  getConfig(): AgentConfig {
    const { engine, sandboxTools = [], subModel, ...rest } = this.#options;
    return configOf('RecursiveLanguageModelAgent', {
      ...rest,
      sandboxTools: sandboxTools.map(({ name }) => name),
      ...(typeof engine === 'string' ? { engine } : {}),
      ...(subModel === undefined ? {} : { subModel: nameOfModel(subModel) }),
    });
  }

  /** The agent's name. */
  get name(): string {
    return this.#settings.agent.name;
  }

  /** What the agent is told to do. */
  get instructions(): string {
    const { instructions, sandboxTools = [] } = this.#options;
    return instructions ?? instructionsFor(this.#settings.maxLlmCalls, sandboxTools);
  }

  /** Runs one call to its end. Rejects only for wrong arguments; what goes wrong in the call is in the result. */
  async call(inputs: JsonObject | string, options: AgentCallOptions = {}): Promise<AgentResult> {
    checkCallOptions(options);
    return this.#run(inputs, options, options.onEvent ?? (() => undefined));
  }

  /** Begins one call, and gives its events as they happen. */
  start(inputs: JsonObject | string, options: AgentCallOptions = {}): AgentRun<AgentResult> {
    checkCallOptions(options, 'start');
    return new AgentRun((emit) =>
      this.#run(inputs, options, (event) => {
        emit(event);
        options.onEvent?.(event);
      }),
    );
  }

  async #run(
    inputs: JsonObject | string,
    options: AgentCallOptions,
    emit: AgentEventListener,
  ): Promise<AgentResult> {
    const { engine = 'auto', timeoutSeconds = 60 } = this.#options;
    const { reader } = this.#settings;
    await using sandbox = await createSandbox({
      engine,
      inputs: { inputs: inputs as PythonValue },
      limits: { timeoutSeconds, deadlineSeconds: Math.max(600, timeoutSeconds) },
    });
    const schema =
      reader === null ? '' : `\n\nJSON Schema of the result: ${JSON.stringify(reader.jsonSchema)}`;
    return await runRecursiveCall(this.#settings, {
      sandbox,
      depth: 0,
      instructions: `${options.instructions ?? this.instructions}${schema}`,
      message: sizeOf(inputs),
      reader,
      prompts: { asked: 0 },
      limits: options,
      emit,
    });
  }
}
