import {
  describeProblem,
  type Json,
  type JsonObject,
  type SchemaReader,
  schemaReader,
} from '../core/index.js';
import { type Model, type ModelSource, openModel, withBudget } from '../models/index.js';
import {
  createSandbox,
  type Engine,
  type EngineChoice,
  type HostFunctions,
  type PythonValue,
  pythonValueToJson,
  type Sandbox,
} from '../sandbox/index.js';
import { type Tool, tool } from '../tools/index.js';
import {
  type AgentConfig,
  type AgentConfigParts,
  configOf,
  nameOfModel,
  optionsOf,
  toolsNamed,
} from './agent-config.js';
import type { AgentEventListener } from './agent-event.js';
import {
  AGENT_OPTIONS,
  type AgentOptions,
  checkAgentOptions,
  checkApproval,
  checkCollisions,
  invalidOptions,
} from './agent-options.js';
import type { AgentResult } from './agent-result.js';
import { AgentRun } from './agent-run.js';
import { approvalOf } from './approval.js';
import { duringRun } from './during-run.js';
import { inParallel } from './in-parallel.js';
import { instructionsFor, shown, sizeOf } from './recursive-messages.js';
import { type AgentCallOptions, type AgentSettings, agentSettings, runAgent } from './run-agent.js';
import { toolFunctions } from './tool-functions.js';

/** What a {@link RecursiveLanguageModelAgent} takes. */
export interface RecursiveAgentOptions extends AgentOptions {
  /** Seconds that one run of Python may take, calls of models not counted. Default 60. */
  readonly timeout?: number;
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
}

/** What a configuration of a {@link RecursiveLanguageModelAgent} can't hold. */
export type RecursiveConfigParts = AgentConfigParts &
  Pick<RecursiveAgentOptions, 'engine' | 'sandboxTools' | 'subModel'>;

const OPTIONS = [
  ...AGENT_OPTIONS,
  'timeout',
  'engine',
  'sandboxTools',
  'subModel',
  'maxLlmCalls',
  'maxOutputCharacters',
];

const RESERVED = ['submit', 'llm_query', 'llm_query_batched', 'inputs'];

/** Prompts of one batch that are asked at once. */
const BATCH = 8;

/** What the runs of one call share. */
interface CallState {
  submitted: { readonly value: Json } | null;
  llmCalls: number;
}

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
  readonly #settings: AgentSettings;
  readonly #subModel: Model;
  readonly #reader: SchemaReader<unknown> | null;

  /** @throws {MettleError} `agents/invalid_options`, and as `openModel` and `schemaReader`. */
  constructor(options: RecursiveAgentOptions) {
    checkAgentOptions('RecursiveLanguageModelAgent', options, OPTIONS);
    const {
      timeout = 60,
      maxLlmCalls = 50,
      sandboxTools = [],
      tools = [],
      schema,
      dataModel,
      ...rest
    } = options;
    if (!(timeout > 0)) throw invalidOptions(`timeout has to be over 0 seconds, not ${String(timeout)}.`);
    if (!(Number.isSafeInteger(maxLlmCalls) && maxLlmCalls >= 0)) {
      throw invalidOptions(`maxLlmCalls has to be a whole number from 0, not ${String(maxLlmCalls)}.`);
    }
    checkCollisions(sandboxTools, RESERVED);
    checkCollisions(tools, ['run_python_code']);
    checkApproval('RecursiveLanguageModelAgent', options, [
      'run_python_code',
      ...sandboxTools.map(({ name }) => name),
    ]);
    // The answer is checked by submit() in the code, so the loop itself has no schema.
    this.#settings = agentSettings({ ...rest, tools }, { name: 'recursive_agent', maxIterations: 20 });
    this.#options = options;
    this.#subModel = options.subModel === undefined ? this.#settings.model : openModel(options.subModel);
    const answerSchema = schema ?? dataModel;
    this.#reader = answerSchema === undefined ? null : schemaReader(answerSchema);
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
    return this.#settings.name;
  }

  /** Runs one call to its end. Rejects only for wrong arguments; what goes wrong in the call is in the result. */
  async call(inputs: JsonObject | string, options: AgentCallOptions = {}): Promise<AgentResult> {
    return this.#run(inputs, options, options.onEvent ?? (() => undefined));
  }

  /** Begins one call, and gives its events as they happen. */
  start(inputs: JsonObject | string, options: AgentCallOptions = {}): AgentRun<AgentResult> {
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
    const {
      engine = 'auto',
      timeout = 60,
      maxLlmCalls = 50,
      sandboxTools = [],
      instructions,
    } = this.#options;
    const state: CallState = { submitted: null, llmCalls: 0 };
    await using sandbox = await createSandbox({
      engine,
      inputs: { inputs: inputs as PythonValue },
      limits: { timeoutSeconds: timeout, deadlineSeconds: Math.max(600, timeout) },
    });
    const schema =
      this.#reader === null
        ? ''
        : `\n\nJSON Schema of the result: ${JSON.stringify(this.#reader.jsonSchema)}`;
    return await runAgent(this.#settings, {
      instructions: `${instructions ?? instructionsFor(maxLlmCalls, sandboxTools)}${schema}`,
      agentsMd: null,
      tools: [this.#runTool(sandbox, state, options), ...this.#settings.tools],
      messages: [{ role: 'user', content: sizeOf(inputs) }],
      inputsSchema: {},
      limits: options,
      emit,
      finished: () => state.submitted,
    });
  }

  #runTool(sandbox: Sandbox, state: CallState, options: AgentCallOptions): Tool {
    const { maxOutputCharacters = 10_000, sandboxTools = [] } = this.#options;
    return tool({
      name: 'run_python_code',
      description: 'Run Python code. Variables last between runs; print what you want to see.',
      parameters: {
        type: 'object',
        properties: { code: { type: 'string', description: 'the Python code' } },
        required: ['code'],
        additionalProperties: false,
      },
      timeout: Number.POSITIVE_INFINITY,
      execute: ({ code }, { signal }) =>
        duringRun(signal, async (callSignal) => {
          const functions: HostFunctions = {
            ...toolFunctions(sandboxTools, { signal: callSignal, approve: approvalOf(this.#options) }),
            ...this.#functions(state, { ...options, signal: callSignal }),
          };
          return shown(await sandbox.run(String(code), { functions, signal }), maxOutputCharacters);
        }),
    });
  }

  #functions(state: CallState, { signal, budget, prices }: AgentCallOptions): HostFunctions {
    const { maxLlmCalls = 50 } = this.#options;
    const model =
      budget === undefined
        ? this.#subModel
        : withBudget(this.#subModel, budget, prices === undefined ? {} : { prices });
    const ask = async (prompt: PythonValue): Promise<string> => {
      const request = { messages: [{ role: 'user', content: String(prompt) }] as const };
      return (await model.call(request, signal === undefined ? {} : { signal })).text;
    };
    const reserve = (count: number): void => {
      const left = maxLlmCalls - state.llmCalls;
      if (count > left)
        throw new Error(`${count} prompts can't be asked: ${left} of ${maxLlmCalls} are left.`);
      state.llmCalls += count;
    };
    return {
      llm_query: async (prompt) => {
        reserve(1);
        return ask(argument(prompt, 'prompt'));
      },
      llm_query_batched: async (prompts) => {
        const list = argument(prompts, 'prompts');
        if (!Array.isArray(list)) throw namedError('TypeError', 'llm_query_batched takes a list of prompts');
        reserve(list.length);
        return inParallel(BATCH, list, ask);
      },
      submit: async (result) => {
        const value = pythonValueToJson(argument(result, 'result'));
        const read = async (given: Json) => this.#reader?.read(given) ?? { ok: true as const, value: given };
        let reading = await read(value);
        if (!reading.ok) {
          // An answer whose own one field is called result looks as if it were given by name.
          const whole = await read(pythonValueToJson(result));
          if (whole.ok) reading = whole;
        }
        if (!reading.ok) {
          const lines = reading.problems.map((problem) => describeProblem(problem, 'result'));
          throw namedError('ValueError', lines.join('; '));
        }
        state.submitted = { value: reading.value as Json };
        return null;
      },
    };
  }
}

/** A function's one argument, given by position or by name. */
function argument(value: PythonValue, name: string): PythonValue {
  const isNamed = typeof value === 'object' && value !== null && Object.keys(value).join() === name;
  return isNamed ? ((value as Readonly<Record<string, PythonValue>>)[name] ?? null) : value;
}

function namedError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
