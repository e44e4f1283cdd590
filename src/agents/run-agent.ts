import { type DataSchema, type Json, type JsonObject, jsonSchemaOf } from '../core/index.js';
import { type Model, type ModelMessage, openModel } from '../models/index.js';
import type { Tool } from '../tools/index.js';
import { toolSet } from '../tools/index.js';
import type { AgentEventListener } from './agent-event.js';
import { runLoop } from './agent-loop.js';
import { type AgentOptions, checkCollisions } from './agent-options.js';
import type { AgentResult } from './agent-result.js';
import { isConversation } from './conversation.js';
import { SUBMIT, type SubmitTool, submitTool } from './submit-tool.js';
import { checkPromptTemplate, systemMessage } from './system-message.js';

/** What a call takes besides its inputs. */
export interface AgentCallOptions {
  /** Ends the call; the result then says `aborted` and holds what was done so far. */
  readonly signal?: AbortSignal;
  /** Told of every event of the call. */
  readonly onEvent?: AgentEventListener;
}

/** The options of an agent with their defaults, checked once for all its calls. */
export interface AgentSettings extends AgentOptions {
  readonly model: Model;
  readonly name: string;
  readonly maxIterations: number;
  readonly tools: readonly Tool[];
  readonly submit: SubmitTool | null;
  readonly answerSchema: DataSchema | undefined;
}

/** Fills in what was left out, and checks what takes compiling. */
export function agentSettings(
  options: AgentOptions,
  defaults: { readonly name: string; readonly maxIterations: number },
): AgentSettings {
  const answerSchema = options.schema ?? options.dataModel;
  checkPromptTemplate(options.promptTemplate);
  const tools = options.tools ?? [];
  if (answerSchema !== undefined) checkCollisions(tools, [SUBMIT]);
  return {
    ...options,
    name: options.name ?? defaults.name,
    maxIterations: options.maxIterations ?? defaults.maxIterations,
    model: openModel(options.model),
    tools,
    answerSchema,
    submit: answerSchema === undefined ? null : submitTool(answerSchema, options.finalInstructions),
  };
}

/** What one call brings beside the agent's settings. */
export interface CallParts {
  readonly instructions: string;
  readonly sections: readonly string[];
  readonly tools: readonly Tool[];
  readonly messages: readonly ModelMessage[];
  readonly inputsSchema: JsonObject;
  readonly signal: AbortSignal | undefined;
  readonly emit: AgentEventListener;
}

/** Runs the loop for one call. */
export async function runAgent(settings: AgentSettings, parts: CallParts): Promise<AgentResult> {
  const { model, temperature = 0, reasoningEffort, autonomous = true, answerSchema } = settings;
  const { instructions, sections, inputsSchema, messages } = parts;
  const outputsSchema = answerSchema === undefined ? null : jsonSchemaOf(answerSchema);
  const result = await runLoop({
    agent: settings.name,
    model,
    system: systemMessage({
      ...settings,
      instructions,
      sections,
      inputsSchema: settings.useInputsSchema === true ? inputsSchema : null,
      outputsSchema: settings.useOutputsSchema === true ? outputsSchema : null,
      useChainOfThought: settings.useChainOfThought ?? false,
    }),
    messages,
    tools: toolSet(parts.tools),
    submit: settings.submit,
    settings: {
      ...(temperature === null ? {} : { temperature }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    },
    maxIterations: settings.maxIterations,
    maxParallelTools: settings.maxParallelTools ?? 8,
    maxResultCharacters: settings.maxResultCharacters ?? 50_000,
    streaming: settings.streaming ?? false,
    autonomous,
    signal: parts.signal,
    emit: parts.emit,
  });
  if (settings.returnInputsWithTrajectory ?? true) return result;
  return {
    ...result,
    messages: autonomous ? result.messages.slice(-1) : result.messages.slice(messages.length),
  };
}

/** Inputs as a conversation: one that they are already, else one message of a person that says them. */
export function conversationOf(inputs: Json): readonly ModelMessage[] {
  if (isConversation(inputs)) return inputs.messages;
  return [{ role: 'user', content: typeof inputs === 'string' ? inputs : JSON.stringify(inputs, null, 2) }];
}
