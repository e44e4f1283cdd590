import { type DataSchema, type Json, type MettleError, type OptionKinds, option } from '../core/index.js';
import { coreError } from '../core/internal.js';
import type { ModelSource, ProviderOptions, ReasoningEffort, ToolChoice } from '../models/index.js';
import { MODEL } from '../models/internal.js';
import type { SkillSource, Tool } from '../tools/index.js';
import type { ApprovalOptions } from './approval.js';

/** A task with its answer, shown to the model before its own. */
export interface AgentExample {
  readonly inputs: Json;
  readonly outputs: Json;
}

/** What every agent takes. */
export interface AgentOptions extends ApprovalOptions {
  /** The language model: one of Mettle's or of the AI SDK, or `provider/model`. */
  readonly model: ModelSource;
  /** JSON Schema of the answer. Default: the answer is text. */
  readonly schema?: DataSchema;
  /** The same as a Standard Schema (Zod, Valibot, …). Give one of the two. */
  readonly dataModel?: DataSchema;
  /**
   * How the system message is put together: text with `{{instructions}}`, and where wanted `{{examples}}`,
   * `{{inputs_schema}}`, `{{outputs_schema}}`. Default: the instructions, then the rest under headings.
   */
  readonly promptTemplate?: string;
  /** Tasks with their answers, for the system message. */
  readonly examples?: readonly AgentExample[];
  /** What the agent is and how it works. Each agent has its own default. */
  readonly instructions?: string;
  /** How the answer has to be written. Default: nothing beside `instructions`. */
  readonly finalInstructions?: string;
  /** Default: the provider's, as for null. Many models that think take none. */
  readonly temperature?: number | null;
  /** How likely the tokens are together that are drawn from, from 0 to 1. Default: the provider's. */
  readonly topP?: number;
  /** Only the so many most likely tokens are drawn from. Default: the provider's. */
  readonly topK?: number;
  /** Tokens that one reply may have, thinking included. Default: the provider's. */
  readonly maxOutputTokens?: number;
  /** Texts at which a reply ends. */
  readonly stopSequences?: readonly string[];
  /** Asks the provider to draw the same again for the same request, where it can. */
  readonly seed?: number;
  /** What only one provider knows, by its name. */
  readonly providerOptions?: ProviderOptions;
  /** Whether the model must call tools, in each round but the last. Default `auto`. */
  readonly toolChoice?: ToolChoice;
  /** Whether the model is shown the schema of its inputs. Default false. */
  readonly useInputsSchema?: boolean;
  /** Whether the model is shown the schema of the answer, beside the tool that takes it. Default false. */
  readonly useOutputsSchema?: boolean;
  readonly reasoningEffort?: ReasoningEffort;
  /** Whether the model is asked to write down its thoughts before it calls tools. Default false. */
  readonly useChainOfThought?: boolean;
  /** True: runs until the answer. False: one reply a call, so that a person can look at each tool call. Default true. */
  readonly autonomous?: boolean;
  /**
   * Whether the result's messages are the whole conversation. False: only the answer, or what the one step added.
   * Default true.
   */
  readonly returnInputsWithTrajectory?: boolean;
  /** Rounds of tool calls; after the last the model can only answer. */
  readonly maxIterations?: number;
  /** Whether replies come as they are written, as `text` events. Default false. */
  readonly streaming?: boolean;
  /** Tool calls of one turn that run at once. Default 8. */
  readonly toolConcurrency?: number;
  /** Characters of one tool result that the model is shown. Default 50,000. */
  readonly maxResultCharacters?: number;
  /** For records and subagents. */
  readonly name?: string;
  /** What the agent is for, in a sentence. */
  readonly description?: string;
  /** Tools beside the agent's own. Names must not begin with `_`. */
  readonly tools?: readonly Tool[];
  /**
   * Folders of skills (`NAME/SKILL.md`), or another source of them, read again for each call. The model is shown what there
   * is and reads one with `read_skill`, unless one of `tools` has that name.
   */
  readonly skills?: string | readonly string[] | SkillSource;
}

const TOOL_CHOICE = {
  wanted: "'auto', 'none', 'required' or {tool: NAME}",
  allows: (value: unknown): boolean =>
    ['auto', 'none', 'required'].includes(value as string) ||
    typeof (value as { tool?: unknown } | null)?.tool === 'string',
};

/** The kinds of {@link AgentOptions}. */
export const AGENT_OPTIONS: OptionKinds<AgentOptions> = {
  model: option.required(MODEL),
  schema: option.any,
  dataModel: option.any,
  promptTemplate: option.string,
  examples: option.list(),
  instructions: option.string,
  finalInstructions: option.string,
  temperature: {
    wanted: 'a number from 0, or null',
    allows: (value) => value === null || option.amount.allows(value),
  },
  topP: option.amount,
  topK: option.wholeNumber(1),
  maxOutputTokens: option.wholeNumber(1),
  stopSequences: option.list(option.string),
  seed: option.number,
  providerOptions: option.record,
  toolChoice: TOOL_CHOICE,
  useInputsSchema: option.boolean,
  useOutputsSchema: option.boolean,
  reasoningEffort: option.string,
  useChainOfThought: option.boolean,
  autonomous: option.boolean,
  returnInputsWithTrajectory: option.boolean,
  maxIterations: option.wholeNumber(1),
  streaming: option.boolean,
  toolConcurrency: option.wholeNumber(1),
  maxResultCharacters: option.wholeNumber(1),
  name: option.string,
  description: option.string,
  tools: option.list(option.object),
  skills: option.any,
  approve: option.callback,
  needsApproval: option.list(option.string),
};

/** `schema` and `dataModel` say the same: one of them can be given. */
export const ONE_SCHEMA = { conflicts: [['schema', 'dataModel']] } as const;

/** A call or an agent that makes no sense: `core/invalid_option`. */
export function invalidOptions(message: string): MettleError {
  return coreError('invalid_option', message);
}

/** Refuses tools with a name that is kept for Mettle's own. */
export function checkToolNames({ tools = [] }: AgentOptions): void {
  const taken = tools.find(({ name }) => name.startsWith('_'));
  if (taken !== undefined)
    throw invalidOptions(`The tool name ${taken.name} begins with _; rename the tool.`);
}

/**
 * Refuses a name in `needsApproval` that no tool has: calls of the tool that was
 * meant would be made without a decision.
 */
export function checkApproval(
  owner: string,
  { approve, needsApproval, tools = [], skills }: AgentOptions,
  builtIn: readonly string[] = [],
): void {
  if (needsApproval === undefined) return;
  if (approve === undefined) {
    throw invalidOptions(`${owner}: needsApproval names tools, but there is no approve. Pass one.`);
  }
  const names = [
    ...builtIn,
    ...tools.map(({ name }) => name),
    ...(skills === undefined ? [] : ['read_skill']),
  ];
  const unknown = needsApproval.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw invalidOptions(`${owner}: there is no tool ${String(unknown)}, which needsApproval names.`);
  }
}

/** Refuses a tool that has the name of one of the agent's own, or of another one. */
export function checkCollisions(tools: readonly Tool[], builtIn: readonly string[]): void {
  const names = tools.map(({ name }) => name);
  const taken = names.find((name) => builtIn.includes(name));
  if (taken !== undefined) {
    throw invalidOptions(`The tool ${taken} has the name of one of the agent's own tools. Rename it.`);
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidOptions(`Two tools are named ${twice}. Rename one of them.`);
}
