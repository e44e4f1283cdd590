import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineOptions, option } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import type { FileTree } from '../filesystem/index.js';
import { type ModelSource, openModel } from '../models/index.js';
import { MODEL, nameOfModel } from '../models/internal.js';
import { createSandbox, type Engine, type EngineChoice, type Sandbox } from '../sandbox/index.js';
import { SANDBOX_TOOL_NAMES, SHELL_TOOL_NAME } from '../sandbox/internal.js';
import { type AgentConfig, type AgentConfigParts, configOf, optionsOf } from './agent-config.js';
import type { AgentEventListener } from './agent-event.js';
import {
  AGENT_OPTIONS,
  type AgentOptions,
  checkApproval,
  checkCollisions,
  invalidOptions,
  ONE_SCHEMA,
} from './agent-options.js';
import type { AgentResult } from './agent-result.js';
import { AgentRun } from './agent-run.js';
import { type DeepSettings, runDeepCall } from './deep-call.js';
import type { AgentInputs } from './function-calling-agent.js';
import { defaultInstructions } from './instructions.js';
import { type AgentCallOptions, agentSettings, CALL_OPTIONS } from './run-agent.js';
import { SandboxView } from './sandbox-view.js';
import type { AgentSession } from './session/agent-session.js';
import { checkSession, endOf } from './session/session-call.js';

/** What a {@link DeepAgent} takes. */
export interface DeepAgentOptions extends AgentOptions {
  /** The folder that each call works on a copy of; it changes only by `commit`. Default: no files. */
  readonly workdir?: string;
  /** Seconds that one run of Python may take. Default 30. */
  readonly timeout?: number;
  /** A ready-made sandbox instead of `workdir`: each call works on a fork of it. `workdir` then only names the folder. */
  readonly sandbox?: Sandbox;
  /** The engine of the sandboxes that calls open. Default `auto`. */
  readonly engine?: EngineChoice | Engine;
  /** Whether the model gets `run_shell`, where the sandbox of a call has a shell. Default false. */
  readonly shell?: boolean;
  /** Programs of the host that code and the shell may start beside the usual ones, as for `createSandbox`. Default: none. */
  readonly programs?: readonly string[];
  /** How deep subagents may nest. 0: there are none; 1: subagents can't spawn any themselves. Default 0. */
  readonly maxSubagentDepth?: number;
  /** Subagents of one call that run at once. Default 16. */
  readonly subagentConcurrency?: number;
  /** The model of subagents. Default: `model`. */
  readonly subagentModel?: ModelSource;
  /** Whether `AGENTS.md` in the root of the files is shown to the model, as it is when the call begins. Default true. */
  readonly agentsMd?: boolean;
}

/** What a call of a {@link DeepAgent} takes besides its inputs. */
export interface DeepCallOptions extends AgentCallOptions {
  /** The sandbox to work in, itself and no fork of it; the caller closes it. Default: one for this call alone. */
  readonly sandbox?: Sandbox;
  /** Files to go on with, such as those of an earlier call, which stay as they are. Default: those of the agent. */
  readonly files?: FileTree;
  /** Keeps each step, and has those of an earlier process to continue. Its files are worked on. Default: nothing is kept. */
  readonly session?: AgentSession;
}

/** How a call of a {@link DeepAgent} ended, and what it did to its files. */
export interface DeepAgentResult extends AgentResult {
  /** The files of this call, which no other call can change. */
  readonly sandbox: SandboxView;
}

/** What a configuration of a {@link DeepAgent} can't hold. */
export type DeepAgentConfigParts = AgentConfigParts &
  Pick<DeepAgentOptions, 'sandbox' | 'engine' | 'subagentModel'>;

const checkOptions = defineOptions<DeepAgentOptions>()(
  'DeepAgent',
  {
    ...AGENT_OPTIONS,
    workdir: option.text,
    timeout: option.seconds,
    sandbox: {
      wanted: 'a sandbox that can be forked: each call works on a fork of it',
      allows: (value) => typeof (value as Partial<Sandbox> | null)?.fork === 'function',
    },
    engine: option.any,
    shell: option.boolean,
    programs: option.list(option.string),
    maxSubagentDepth: option.wholeNumber(0),
    subagentConcurrency: option.wholeNumber(1),
    subagentModel: MODEL,
    agentsMd: option.boolean,
  },
  ONE_SCHEMA,
);

const checkCallOptions = defineOptions<DeepCallOptions>()(
  'call',
  { ...CALL_OPTIONS, sandbox: option.object, files: option.object, session: option.object },
  {
    conflicts: [
      ['sandbox', 'files'],
      ['sandbox', 'session'],
      ['files', 'session'],
    ],
  },
);

const SUBAGENT_TOOLS = ['spawn_subagents', 'merge_subagent', 'discard_subagent'];

/**
 * A coding agent on a copy of a folder. It lists, reads, searches, writes and edits files and runs Python, all in the
 * call's own sandbox: nothing reaches the folder until you commit what you have reviewed. With subagents it splits the
 * work and runs the parts in parallel, each on a branch that it merges or drops.
 *
 * Give it a task in words, a conversation as `{messages}`, or data: data is saved as a JSON file, and the model is
 * shown how each field begins. That file stays among the call's files, for the conversation to go on with, but is no
 * change: it is never committed unless the agent changes it. One agent serves any number of calls at once.
 *
 * @example
 * ```ts
 * import { DeepAgent } from 'mettle/agents';
 * import { scriptedModel } from 'mettle/testing';
 *
 * // With a real model: { model: 'anthropic/claude-sonnet-4-5', workdir: 'my-project', maxSubagentDepth: 1 }
 * const model = scriptedModel([
 *   { toolCalls: [{ name: 'write_file', input: { path: 'hello.txt', content: 'Hello' } }] },
 *   'Written.',
 * ]);
 * const { answer, sandbox } = await new DeepAgent({ model }).call('Write a greeting.');
 * console.log(answer, sandbox.changes()); // → Written. { written: [ 'hello.txt' ], deleted: [] }
 * ```
 */
export class DeepAgent {
  readonly #options: DeepAgentOptions;
  readonly #deep: DeepSettings;
  readonly #workdir: string | undefined;

  /** @throws {MettleError} `core/invalid_option`, and as `openModel` and `schemaReader`. */
  constructor(options: DeepAgentOptions) {
    checkOptions(options);
    if (options.workdir !== undefined) checkWorkdir(options.workdir);
    const depth = options.maxSubagentDepth ?? 0;
    const ofSandbox = options.shell === true ? [...SANDBOX_TOOL_NAMES, SHELL_TOOL_NAME] : SANDBOX_TOOL_NAMES;
    const builtIn = [...ofSandbox, ...(depth > 0 ? SUBAGENT_TOOLS : [])];
    checkCollisions(options.tools ?? [], builtIn);
    checkApproval('DeepAgent', options, builtIn);
    const agent = agentSettings(options, { name: 'deep_agent', maxIterations: 10 });
    this.#options = options;
    this.#workdir = options.workdir === undefined ? undefined : resolve(options.workdir);
    const { subagentModel } = options;
    this.#deep = {
      agent,
      subagent: {
        ...agent,
        autonomous: true,
        streaming: false,
        name: `${agent.name}_subagent`,
        ...(subagentModel === undefined ? {} : { model: openModel(subagentModel) }),
      },
      maxSubagentDepth: depth,
      subagentConcurrency: options.subagentConcurrency ?? 16,
      agentsMd: options.agentsMd ?? true,
      shell: options.shell ?? false,
    };
  }

  /**
   * Makes an agent from what {@link getConfig} gave. Throws as the constructor.
   *
   * @param parts - tools, and what else the configuration can't hold.
   */
  static fromConfig(config: unknown, parts: DeepAgentConfigParts = {}): DeepAgent {
    const { sandbox, engine, subagentModel } = parts;
    return new DeepAgent({
      ...optionsOf<DeepAgentOptions>('DeepAgent', config, parts),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(subagentModel === undefined ? {} : { subagentModel }),
      ...(engine === undefined ? {} : { engine }),
    });
  }

  /** The agent as JSON, without keys, sandbox and an engine that is an object. Tools are named. */
  getConfig(): AgentConfig {
    const { sandbox: _sandbox, engine, subagentModel, ...rest } = this.#options;
    return configOf('DeepAgent', {
      ...rest,
      ...(typeof engine === 'string' ? { engine } : {}),
      ...(subagentModel === undefined ? {} : { subagentModel: nameOfModel(subagentModel) }),
    });
  }

  /** The agent's name. */
  get name(): string {
    return this.#deep.agent.name;
  }

  /** What the agent is told to do. */
  get instructions(): string {
    return this.#options.instructions ?? defaultInstructions(this.#workdir);
  }

  /** Runs one call to its end. Rejects only for wrong arguments; what goes wrong in the call is in the result. */
  async call(inputs: AgentInputs, options: DeepCallOptions = {}): Promise<DeepAgentResult> {
    checkCallOptions(options);
    return this.#run(inputs, options, options.onEvent ?? (() => undefined));
  }

  /** Begins one call, and gives its events as they happen. */
  start(inputs: AgentInputs, options: DeepCallOptions = {}): AgentRun<DeepAgentResult> {
    checkCallOptions(options, 'start');
    return new AgentRun((emit) =>
      this.#run(inputs, options, (event) => {
        emit(event);
        options.onEvent?.(event);
      }),
    );
  }

  /**
   * Opens a sandbox as a call would: for calls that go on in the same one, such as those of one step each. The caller
   * closes it.
   *
   * @param files - what it works on a copy of, in place of the files of the agent.
   */
  async openSandbox(files?: FileTree): Promise<Sandbox> {
    const { sandbox } = this.#options;
    if (files === undefined && sandbox !== undefined) return sandbox.fork();
    if (files !== undefined) return this.#open({ tree: files.copy() });
    return this.#open(this.#workdir === undefined ? {} : { workdir: this.#workdir });
  }

  #open(files: { readonly tree?: FileTree; readonly workdir?: string }): Promise<Sandbox> {
    const { engine = 'auto', programs = [], timeout = 30 } = this.#options;
    const limits = { timeoutSeconds: timeout, deadlineSeconds: Math.max(60, 2 * timeout) };
    return createSandbox({ engine, programs, ...files, limits });
  }

  async #run(
    inputs: AgentInputs,
    { sandbox: given, files, session, ...limits }: DeepCallOptions,
    emit: AgentEventListener,
  ): Promise<DeepAgentResult> {
    const { autonomous = true } = this.#options;
    if (!autonomous && given === undefined) {
      throw invalidOptions(
        'With autonomous: false, each call needs a sandbox that outlives it: pass one from openSandbox().',
      );
    }
    if (session !== undefined) checkSession(session, inputs, this.#options);
    session?.root.resume();
    const open = (tree: FileTree) => this.#open({ tree });
    const sandbox =
      given ?? (session === undefined ? await this.openSandbox(files) : await open(session.files));
    try {
      const result = await runDeepCall(this.#deep, {
        inputs,
        sandbox,
        depth: 0,
        instructions: limits.instructions ?? this.instructions,
        limits,
        emit,
        session: session?.root ?? null,
        open,
      });
      const ended = await endOf(result, session);
      return { ...ended, sandbox: new SandboxView(sandbox.files, this.#workdir) };
    } finally {
      if (given === undefined) await sandbox.close();
    }
  }
}

function checkWorkdir(workdir: string): void {
  let problem: string | null;
  try {
    problem = statSync(workdir).isDirectory() ? null : 'it is not a folder';
  } catch (error) {
    problem = errorMessage(error);
  }
  if (problem === null) return;
  throw invalidOptions(
    `The workdir ${JSON.stringify(workdir)} can't be used: ${problem}. Give an existing folder.`,
  );
}
