import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, type Json, type JsonObject, MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { ModelMessage, ModelRequest, ModelResponse, ModelTool, ToolOutput } from '../../models/index.js';
import { writtenText } from '../../models/internal.js';
import type {
  ModelTurn,
  OpenAIMessage,
  ToolDefinition,
  TrajectoryStep,
  TurnFailure,
  TurnFinishReason,
  TurnPart,
  TurnUsage,
} from '../../records/index.js';
import type { ActingAgent, ModelExchange } from './policy.js';

/** The conversation of an agent, up to its last reply. */
interface Conversation {
  /** The messages so far. */
  readonly messages: readonly OpenAIMessage[];
  /** Where the steps of the last reply begin. */
  readonly step: number;
  readonly settings: JsonObject;
  readonly tools: readonly (string | ToolDefinition)[];
}

/** Turns the exchanges with the models of an episode into turns of its record, without what the record has elsewhere. */
export class TurnLog {
  readonly turns: ModelTurn[] = [];
  #tools: ReadonlyMap<string, string>;
  readonly #conversations = new Map<string | undefined, Conversation>();

  /** The tools are those of the record. */
  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, canonicalJson(declaration(tool))]));
  }

  /** A log of its own that has noted the same. */
  copy(): TurnLog {
    const copy = new TurnLog([]);
    copy.#tools = this.#tools;
    copy.turns.push(...this.turns);
    for (const [agent, conversation] of this.#conversations) copy.#conversations.set(agent, conversation);
    return copy;
  }

  /** Notes an exchange whose reply comes to steps from `step` on. */
  note(
    { request, attempts, response, error }: ModelExchange,
    { agent }: ActingAgent,
    steps: readonly TrajectoryStep[],
    step: number,
  ): void {
    const sent = request.messages.flatMap(openAIMessages);
    const before = this.#conversations.get(agent);
    const continues =
      before?.messages.every((message, index) => isDeepStrictEqual(message, sent[index])) ?? false;
    const fresh = continues ? sent.slice(before?.messages.length) : sent;
    const said = continues ? withoutResults(fresh, steps, before?.step ?? 0, agent) : fresh;
    const settings = settingsOf(request);
    const tools = (request.tools ?? []).map((tool) => this.#named(tool));
    const isSame =
      continues &&
      canonicalJson([before?.settings ?? {}, before?.tools ?? []] as unknown as Json) ===
        canonicalJson([settings, tools] as unknown as Json);
    const reply = response === null ? [] : openAIMessages(response.message);
    this.#conversations.set(agent, {
      messages: [...sent, ...reply],
      step,
      settings,
      tools,
    });
    const failures = attempts.slice(0, -1);
    const last = attempts.at(-1);
    const model = response?.model ?? last?.model ?? '';
    const hasTools = continues || tools.length > 0;
    this.turns.push({
      ...(agent === undefined ? {} : { agent }),
      step,
      model,
      ...(continues ? { continues: true as const } : {}),
      ...(said.length === 0 ? {} : { sent: said }),
      ...(isSame ? {} : { settings, ...(hasTools ? { tools } : {}) }),
      ...(response === null ? { error: failureOf(error, model, model) } : replyOf(response)),
      ...(failures.length === 0
        ? {}
        : { failures: failures.map((failed) => failureOf(failed.error, failed.model, model)) }),
    });
  }

  /** A tool's name where the record has its declaration, else the declaration. */
  #named(tool: ModelTool): string | ToolDefinition {
    const declared = declaration(tool);
    return this.#tools.get(tool.name) === canonicalJson(declared) ? tool.name : declared;
  }
}

function declaration({ name, description = '', parameters }: ModelTool): ToolDefinition & JsonObject {
  return { name, description, parameters };
}

function replyOf(response: ModelResponse): Partial<ModelTurn> {
  const { finishReason, rawFinishReason, servedModel, model, usage } = response;
  const named = model.slice(model.lastIndexOf('/') + 1);
  const counts: TurnUsage = Object.fromEntries(
    Object.entries(usage).filter(([, tokens]) => Number.isSafeInteger(tokens)),
  );
  const text = writtenText(response);
  const answerStart = text.endsWith(response.text) ? text.length - response.text.length : 0;
  const isOwnWord = rawFinishReason !== null && rawFinishReason !== finishReason;
  return {
    ...(servedModel === null || servedModel === named ? {} : { servedModel }),
    text,
    ...partsOf(response.message),
    ...(answerStart === 0 ? {} : { answerStart }),
    finishReason: finishReason.replace('-', '_') as TurnFinishReason,
    ...(isOwnWord ? { rawFinishReason } : {}),
    ...(Object.keys(counts).length === 0 ? {} : { usage: counts }),
  };
}

/** The parts of a reply in their order, where that is not reasoning, text, calls. */
function partsOf({ content }: ModelResponse['message']): Pick<ModelTurn, 'parts'> {
  if (typeof content === 'string') return {};
  const parts: TurnPart[] = [];
  let calls = 0;
  for (const part of content) {
    const last = parts.at(-1);
    if (part.type === 'tool-call') parts.push({ call: calls++ });
    else if (part.type === 'text' && part.text !== '') {
      if (last !== undefined && 'text' in last) parts[parts.length - 1] = { text: last.text + part.text };
      else parts.push({ text: part.text });
    } else if (part.type === 'reasoning' && part.text !== '') {
      if (last !== undefined && 'reasoning' in last) {
        parts[parts.length - 1] = { reasoning: last.reasoning + part.text };
      } else parts.push({ reasoning: part.text });
    }
  }
  const kinds = parts.map((part) => ('reasoning' in part ? 0 : 'text' in part ? 1 : 2));
  const isUsual = kinds.every((kind, index) => {
    const before = kinds[index - 1] ?? -1;
    return kind > before || (kind === 2 && before === 2);
  });
  return isUsual ? {} : { parts };
}

function failureOf(error: unknown, asked: string, model: string): TurnFailure {
  return {
    ...(asked === model ? {} : { model: asked }),
    ...(MettleError.isInstance(error) ? { code: error.code } : {}),
    message: errorMessage(error),
  };
}

/** What was sent beside the results that the steps have already. */
function withoutResults(
  fresh: readonly OpenAIMessage[],
  steps: readonly TrajectoryStep[],
  from: number,
  agent: string | undefined,
): readonly OpenAIMessage[] {
  const own = new Set<string>();
  const results: string[] = [];
  for (const step of steps.slice(from)) {
    if (step.type === 'observation' && own.has(step.callId)) results.push(step.content);
    if (!('callId' in step) || step.type === 'observation' || step.agent !== agent) continue;
    own.add(step.callId);
    if (step.type === 'withheld_call') results.push(step.reason);
  }
  const given = fresh.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
  const isKnown = canonicalJson([...given].sort()) === canonicalJson(results.sort());
  return isKnown ? fresh.filter(({ role }) => role !== 'tool') : fresh;
}

function settingsOf({ messages: _, tools: __, toolChoice, ...settings }: ModelRequest): JsonObject {
  const all = toolChoice === undefined || toolChoice === 'auto' ? settings : { ...settings, toolChoice };
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value as Json,
      ]),
  );
}

/** A message as OpenAI's chat format holds it: files by name, each result of a tool in a message of its own. */
function openAIMessages(message: ModelMessage): readonly OpenAIMessage[] {
  const { role, content } = message;
  if (role === 'tool') {
    return content.map(({ toolCallId, output }) => ({
      role,
      tool_call_id: toolCallId,
      content: outputText(output),
    }));
  }
  if (typeof content === 'string') return [{ role, content }];
  const text = content
    .map((part) => (part.type === 'text' || part.type === 'file' ? partText(part) : ''))
    .join('');
  if (role === 'user') return [{ role, content: text }];
  const reasoning = content.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  const calls = content.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            id: part.toolCallId,
            type: 'function' as const,
            function: { name: part.toolName, arguments: part.invalidInput ?? canonicalJson(part.input) },
          },
        ]
      : [],
  );
  return [
    {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

type TextOrFile =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly filename?: string };

function partText(part: TextOrFile): string {
  return part.type === 'text' ? part.text : `[${part.filename ?? part.mediaType}]`;
}

function outputText(output: ToolOutput): string {
  if (output.type === 'content') return output.value.map(partText).join('');
  return typeof output.value === 'string' ? output.value : canonicalJson(output.value);
}
