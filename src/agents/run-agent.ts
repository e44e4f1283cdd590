import {
  type DataSchema,
  defineOptions,
  type Json,
  type JsonObject,
  type OptionKinds,
  type OptionsCheck,
  option,
} from '../core/index.js';
import { jsonSchemaOf, linkSignals } from '../core/internal.js';
import {
  type Budget,
  isConversation,
  type Meter,
  type Model,
  type ModelMessage,
  type ModelPrices,
  type ModelRequest,
  openModel,
  withBudget,
  withMeter,
} from '../models/index.js';
import {
  type SkillSource,
  skillFolders,
  skillsPrompt,
  skillTool,
  type Tool,
  toolSet,
} from '../tools/index.js';
import type { AgentEventListener } from './agent-event.js';
import { type LoopOptions, runLoop } from './agent-loop.js';
import { type AgentOptions, checkCollisions, checkToolNames } from './agent-options.js';
import type { AgentResult } from './agent-result.js';
import { approvalOf } from './approval.js';
import type { CallTool } from './run-tool-calls.js';
import type { LoopSession } from './session/loop-session.js';
import { SUBMIT, type SubmitTool, submitTool } from './submit-tool.js';
import { checkPromptTemplate, systemMessage } from './system-message.js';

/** What a call takes besides its inputs. */
export interface AgentCallOptions {
  /** Ends the call; the result then says `aborted` and holds what was done so far. */
  readonly signal?: AbortSignal;
  /** Told of every event of the call. */
  readonly onEvent?: AgentEventListener;
  /** What the call may use, its subagents included; it then ends with `budget`. Its seconds end tools as well. */
  readonly budget?: Budget;
  /** What models cost, for a budget that limits money. */
  readonly prices?: ModelPrices;
  /** Counts what models use in this call, its subagents included. */
  readonly meter?: Meter;
  /** Instructions in place of the agent's own, for this call; subagents keep theirs. */
  readonly instructions?: string;
}

/** The kinds of {@link AgentCallOptions}. */
export const CALL_OPTIONS: OptionKinds<AgentCallOptions> = {
  signal: option.signal,
  onEvent: option.callback,
  budget: option.object,
  prices: option.record,
  meter: option.object,
  instructions: option.string,
};

/** Checks {@link AgentCallOptions}. */
export const checkCallOptions: OptionsCheck = defineOptions<AgentCallOptions>()('call', CALL_OPTIONS);

/** The options of an agent with their defaults, checked once for all its calls. */
export interface AgentSettings extends AgentOptions {
  readonly model: Model;
  readonly name: string;
  readonly maxIterations: number;
  readonly tools: readonly Tool[];
  readonly submit: SubmitTool | null;
  readonly answerSchema: DataSchema | undefined;
  readonly skillSource: SkillSource | null;
}

/** Fills in what was left out, and checks what takes compiling. */
export function agentSettings(
  options: AgentOptions,
  defaults: { readonly name: string; readonly maxIterations: number },
): AgentSettings {
  const answerSchema = options.schema ?? options.dataModel;
  checkToolNames(options);
  checkPromptTemplate(options.promptTemplate);
  const tools = options.tools ?? [];
  checkCollisions(tools, answerSchema === undefined ? [] : [SUBMIT]);
  return {
    ...options,
    name: options.name ?? defaults.name,
    maxIterations: options.maxIterations ?? defaults.maxIterations,
    model: openModel(options.model),
    tools,
    answerSchema,
    submit: answerSchema === undefined ? null : submitTool(answerSchema, options.finalInstructions),
    skillSource: sourceOf(options.skills),
  };
}

function sourceOf(skills: AgentOptions['skills']): SkillSource | null {
  if (skills === undefined) return null;
  return typeof skills === 'object' && 'list' in skills ? skills : skillFolders(skills);
}

/** What one call brings beside the agent's settings. */
export interface CallParts {
  readonly instructions: string;
  /** The text of `AGENTS.md`; null where there is none, or it is not to be shown. */
  readonly agentsMd: string | null;
  readonly tools: readonly Tool[];
  readonly messages: readonly ModelMessage[];
  readonly inputsSchema: JsonObject;
  readonly limits: CallLimits;
  readonly emit: AgentEventListener;
  /** Makes the calls in place of the tools, which are then only declared. */
  readonly callTool?: CallTool | undefined;
  /** Asked after each turn of tools: an answer that one of them was given, which ends the call. Default: none is. */
  readonly finished?: () => { readonly value: Json } | null;
  /** Keeps the steps. Default: nothing is kept. */
  readonly session?: LoopSession | null;
}

/** What ends a call early. */
export type CallLimits = Pick<AgentCallOptions, 'signal' | 'budget' | 'prices' | 'meter'>;

/** Runs the loop for one call. */
export async function runAgent(settings: AgentSettings, parts: CallParts): Promise<AgentResult> {
  const { autonomous = true, answerSchema } = settings;
  const { instructions, inputsSchema, messages, limits, emit } = parts;
  const outputsSchema = answerSchema === undefined ? null : jsonSchemaOf(answerSchema);
  const skills = await skillsOf(settings);
  const { agentsMd } = parts;
  const model = limitedModel(settings.model, limits);
  const tools = toolSet([...parts.tools, ...skills.tools]);
  // The clock runs from here on: nothing between here and the loop may throw.
  const until = limitedBy(limits);
  const result = await runLoop({
    agent: settings.name,
    model,
    system: systemMessage({
      ...settings,
      instructions,
      sections: [...(agentsMd === null ? [] : [`${AGENTS_MD}\n\n${agentsMd}`]), ...skills.sections],
      inputsSchema: settings.useInputsSchema === true ? inputsSchema : null,
      outputsSchema: settings.useOutputsSchema === true ? outputsSchema : null,
      useChainOfThought: settings.useChainOfThought ?? false,
    }),
    messages,
    tools,
    callTool: parts.callTool,
    submit: settings.submit,
    settings: requestSettings(settings),
    toolChoice: settings.toolChoice ?? 'auto',
    maxIterations: settings.maxIterations,
    toolConcurrency: settings.toolConcurrency ?? 8,
    maxResultCharacters: settings.maxResultCharacters ?? 50_000,
    streaming: settings.streaming ?? false,
    autonomous,
    approve: approvalOf(settings),
    signal: until.signal,
    emit,
    finished: parts.finished ?? (() => null),
    session: parts.session ?? null,
  }).finally(until.end);
  if (settings.returnInputsWithTrajectory ?? true) return result;
  return {
    ...result,
    messages: autonomous ? result.messages.slice(-1) : result.messages.slice(messages.length),
  };
}

/** Of an agent's settings, those that go with each request. */
const REQUEST_SETTINGS = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'stopSequences',
  'seed',
  'reasoningEffort',
  'providerOptions',
] as const satisfies readonly (keyof AgentOptions & keyof ModelRequest)[];

function requestSettings(settings: AgentSettings): LoopOptions['settings'] {
  const given = REQUEST_SETTINGS.map((name) => [name, settings[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null));
}

const AGENTS_MD = 'AGENTS.md of the folder says how to work in it:';
const SKILLS = 'Skills you can use. Before you use one, read it with read_skill.';

/** What the model is told of the skills there are now, and the tool that reads them. */
async function skillsOf({ skillSource, tools }: AgentSettings): Promise<{
  readonly sections: readonly string[];
  readonly tools: readonly Tool[];
}> {
  const { skills } = (await skillSource?.list()) ?? { skills: [] };
  if (skillSource === null || skills.length === 0) return { sections: [], tools: [] };
  const hasOwn = tools.some(({ name }) => name === 'read_skill');
  return {
    sections: [`${SKILLS}\n\n${skillsPrompt(skills)}`],
    tools: hasOwn ? [] : [skillTool(skillSource)],
  };
}

/** A model whose calls are counted, and taken from the budget, as a call wants it. */
export function limitedModel(model: Model, limits: CallLimits): Model {
  const metered = limits.meter === undefined ? model : withMeter(model, limits.meter);
  return limits.budget === undefined ? metered : withBudget(metered, limits.budget, pricesOf(limits));
}

function pricesOf({ prices }: CallLimits): { readonly prices?: ModelPrices } {
  return prices === undefined ? {} : { prices };
}

/**
 * A signal of this call alone, which any number of tools may listen to: it aborts with the caller's, and when the time of
 * the budget is up. `end` stops the clock.
 */
function limitedBy({ signal, budget }: CallLimits): {
  readonly signal: AbortSignal | undefined;
  readonly end: () => void;
} {
  const over = new AbortController();
  const late = new AbortController();
  const timeUp = budget?.timeUp(over.signal) ?? null;
  if (timeUp === null && signal === undefined) return { signal, end: () => undefined };
  timeUp?.then(
    (error) => late.abort(error),
    () => undefined,
  );
  const own = linkSignals(signal, late.signal);
  const end = (): void => {
    over.abort();
    own.release();
  };
  return { signal: own.signal, end };
}

/** Inputs as a conversation: one that they are already, else one message of a person that says them. */
export function conversationOf(inputs: Json): readonly ModelMessage[] {
  if (isConversation(inputs)) return inputs.messages;
  return [{ role: 'user', content: typeof inputs === 'string' ? inputs : JSON.stringify(inputs, null, 2) }];
}
