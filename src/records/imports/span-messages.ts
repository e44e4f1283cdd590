import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { TurnFinishReason } from '../model-turn.js';
import type { ToolDefinition } from '../tool-definition.js';
import { contentText, type Losses, lostPart } from './content-text.js';
import type { LoggedMessage, LoggedReply, ReplyPart } from './conversation.js';
import { declaredTools } from './declared-tools.js';
import { plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull, tokens } from './read-value.js';
import { jsonIn, listed, nested, type Span } from './spans.js';

/** What a span of a model has: what was sent and what came back. */
export interface SpanRequest {
  readonly input: readonly LoggedMessage[];
  readonly output: readonly LoggedMessage[];
  readonly tools: readonly ToolDefinition[];
}

/** The ways in which instrumentations write messages into a span, the newest first. */
const READERS: readonly ((span: Span, losses: Losses) => SpanRequest | null)[] = [
  semanticConventions,
  openInference,
  flattened,
  aiSdk,
  events,
];

/** The request of a span; null where it isn't one of a model, or has no messages. */
export function requestOf(span: Span, losses: Losses): SpanRequest | null {
  for (const read of READERS) {
    const found = read(span, losses);
    if (found !== null && found.input.length + found.output.length > 0) return found;
  }
  return null;
}

/** OpenTelemetry's `gen_ai.input.messages` and `gen_ai.output.messages`: JSON with parts; before, all in `gen_ai.prompt`. */
function semanticConventions({ attributes }: Span, losses: Losses): SpanRequest | null {
  const input = jsonIn(attributes['gen_ai.input.messages'] ?? attributes['gen_ai.prompt']);
  const output = jsonIn(attributes['gen_ai.output.messages'] ?? attributes['gen_ai.completion']);
  if (!Array.isArray(input) && !Array.isArray(output)) return null;
  const system = jsonIn(attributes['gen_ai.system_instructions']);
  const told = Array.isArray(system) ? contentText(system, losses) : (textOrNull(system) ?? '');
  const { text } = objectOf(output);
  const replies = Array.isArray(output)
    ? objectsOf(output).flatMap((message) => partsMessage(message, losses))
    : typeof text === 'string'
      ? [{ role: 'assistant' as const, parts: [{ type: 'text' as const, text }] }]
      : [];
  return {
    input: [
      ...(told === '' ? [] : [{ role: 'system' as const, content: told }]),
      ...objectsOf(input).flatMap((message) => partsMessage(message, losses)),
    ],
    output: withAbout(replies, attributes),
    tools: declaredTools(jsonIn(attributes['gen_ai.tool.definitions']), losses),
  };
}

/** A message with `parts`, or with `content` as older versions have it. */
function partsMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
  const { role, parts, content, finish_reason: reason } = message;
  if (!Array.isArray(parts)) return chatMessage(message, losses);
  const read: ReplyPart[] = [];
  const results: LoggedMessage[] = [];
  for (const part of objectsOf(parts)) {
    const { type, id, name } = part;
    if (type === 'tool_call' || type === 'server_tool_call') {
      read.push(
        loggedCall({ id: textOrNull(id), tool: textOrNull(name) ?? '' }, part.arguments, plainJson(null)),
      );
    } else if (type === 'tool_call_response' || type === 'server_tool_call_response') {
      const given = part.response ?? part.result;
      results.push({
        role: 'tool',
        callId: textOrNull(id),
        content: typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given),
      });
    } else if (type === 'text' || type === 'reasoning') {
      read.push({ type, text: textOrNull(part.content) ?? textOrNull(part.text) ?? '' });
    } else losses.add(lostPart(part.modality ?? type));
  }
  if (role === 'assistant' || role === 'model') {
    return [{ role: 'assistant', parts: read, ...finishReason(reason) }, ...results];
  }
  if (results.length > 0) return results;
  const text = read.map((part) => (part.type === 'call' ? '' : part.text)).join('\n');
  return [{ role: role === 'system' ? 'system' : 'user', content: text || contentText(content, losses) }];
}

/** A message as OpenAI's chat has it. */
function chatMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
  const { role, content, tool_calls: calls, reasoning_content: reasoning, finish_reason: reason } = message;
  if (role === 'tool' || role === 'function') {
    const { tool_call_id: id, id: own } = message;
    return [
      { role: 'tool', callId: textOrNull(id) ?? textOrNull(own), content: contentText(content, losses) },
    ];
  }
  if (role !== 'assistant' && role !== 'model') {
    return [
      {
        role: role === 'system' || role === 'developer' ? 'system' : 'user',
        content: contentText(content, losses),
      },
    ];
  }
  const text = contentText(content, losses);
  const parts: ReplyPart[] = [
    ...(typeof reasoning === 'string' ? [{ type: 'reasoning' as const, text: reasoning }] : []),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...objectsOf(calls).map((call) => {
      const made = objectOf(call.function ?? call);
      return loggedCall(
        { id: textOrNull(call.id), tool: textOrNull(made.name) ?? '' },
        made.arguments,
        plainJson(null),
      );
    }),
  ];
  return [{ role: 'assistant', parts, ...finishReason(reason) }];
}

/** OpenInference's `llm.input_messages.N.message…`. */
function openInference({ attributes }: Span, losses: Losses): SpanRequest | null {
  const messagesOf = (prefix: string): readonly LoggedMessage[] =>
    listed(nested(attributes, prefix)).flatMap(({ message }) => inferenceMessage(objectOf(message), losses));
  const input = messagesOf('llm.input_messages.');
  const output = messagesOf('llm.output_messages.');
  if (input.length + output.length === 0) return null;
  const tools = listed(nested(attributes, 'llm.tools.')).flatMap(
    ({ tool }) => jsonIn(objectOf(tool).json_schema) ?? [],
  );
  return { input, output: withAbout(output, attributes), tools: declaredTools(tools as Json, losses) };
}

function inferenceMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
  const { role, content, contents, tool_calls: calls, tool_call_id: id, name } = message;
  const blocks = listed(contents).map((each) => objectOf(each.message_content));
  const told = (block: JsonObject): string => {
    if (typeof block.text === 'string') return block.text;
    losses.add(lostPart(block.type));
    return '';
  };
  const reasoning = blocks.filter(({ type }) => type === 'reasoning' || type === 'thinking').map(told);
  const texts = blocks.filter(({ type }) => type !== 'reasoning' && type !== 'thinking').map(told);
  const text = textOrNull(content) ?? texts.join('\n');
  if (role === 'tool' || role === 'function') {
    const tool = someText(name);
    return [{ role: 'tool', callId: textOrNull(id), ...(tool === undefined ? {} : { tool }), content: text }];
  }
  if (role !== 'assistant' && role !== 'model') {
    return [{ role: role === 'system' || role === 'developer' ? 'system' : 'user', content: text }];
  }
  return [
    {
      role: 'assistant',
      parts: [
        ...reasoning.map((each) => ({ type: 'reasoning' as const, text: each })),
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...listed(calls).map(({ tool_call: call }) => {
          const { name: tool, arguments: given } = objectOf(objectOf(call).function);
          return loggedCall(
            { id: textOrNull(objectOf(call).id), tool: textOrNull(tool) ?? '' },
            given,
            plainJson(null),
          );
        }),
      ],
    },
  ];
}

/** OpenLLMetry's `gen_ai.prompt.N.role` and so on. */
function flattened({ attributes }: Span, losses: Losses): SpanRequest | null {
  const messagesOf = (name: string): readonly LoggedMessage[] =>
    ['gen_ai', 'llm'].flatMap((system) => {
      const prefix = `${system}.${name}.`;
      return listed(nested(attributes, prefix)).flatMap((message) => {
        const role = message.role ?? (name === 'completion' ? 'assistant' : 'user');
        const calls = listed(message.tool_calls).map(
          (call) => ({ id: call.id ?? null, function: call }) as JsonObject,
        );
        return chatMessage(
          { ...message, role, content: jsonText(message.content), tool_calls: calls },
          losses,
        );
      });
    });
  const input = messagesOf('prompt');
  const output = messagesOf('completion');
  if (input.length + output.length === 0) return null;
  const tools = listed(nested(attributes, 'llm.request.functions.')).map((tool) => ({
    ...tool,
    parameters: jsonIn(tool.parameters) ?? {},
  }));
  return { input, output: withAbout(output, attributes), tools: declaredTools(tools as Json, losses) };
}

/** Content that is written as JSON where it has parts. */
function jsonText(content: Json | undefined): Json {
  if (typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return content ?? null;
  return jsonIn(content) ?? content;
}

/** What the AI SDK wrote before it followed OpenTelemetry: `ai.prompt.messages` and `ai.response.text`. */
function aiSdk({ attributes }: Span, losses: Losses): SpanRequest | null {
  const whole = objectOf(jsonIn(attributes['ai.prompt']));
  const { prompt, system } = whole;
  const own = jsonIn(attributes['ai.prompt.messages']) ?? whole.messages;
  const input = Array.isArray(own)
    ? own
    : typeof prompt === 'string'
      ? [{ role: 'user', content: prompt }]
      : null;
  if (input === null) return null;
  const text = textOrNull(attributes['ai.response.text']) ?? textOrNull(attributes['ai.response.object']);
  const reasoning = textOrNull(attributes['ai.response.reasoning']);
  const parts: ReplyPart[] = [
    ...(reasoning === null ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === null || text === '' ? [] : [{ type: 'text' as const, text }]),
    ...objectsOf(jsonIn(attributes['ai.response.toolCalls'])).map((call) =>
      loggedCall(
        { id: textOrNull(call.toolCallId), tool: textOrNull(call.toolName) ?? '' },
        jsonIn(call.input ?? call.args),
        plainJson(null),
      ),
    ),
  ];
  const tools = Array.isArray(attributes['ai.prompt.tools'])
    ? (attributes['ai.prompt.tools'] as readonly Json[]).map((tool) => jsonIn(tool) ?? null)
    : [];
  return {
    input: [
      ...(typeof system === 'string' && system !== '' ? [{ role: 'system' as const, content: system }] : []),
      ...objectsOf(input).flatMap((message) => sdkMessage(message, losses)),
    ],
    output: withAbout(parts.length === 0 ? [] : [{ role: 'assistant', parts }], attributes),
    tools: declaredTools(tools, losses),
  };
}

function sdkMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
  const { role, content } = message;
  if (!Array.isArray(content)) return chatMessage(message, losses);
  const calls = objectsOf(content).filter(({ type }) => type === 'tool-call');
  const results = objectsOf(content).filter(({ type }) => type === 'tool-result');
  const others = (content as readonly Json[]).filter((part) => !/^tool-/.test(String(objectOf(part).type)));
  if (results.length > 0 && role === 'tool') {
    return results.map((part) => {
      const output = part.output ?? part.result;
      const value = isJsonObject(output) && 'value' in output ? output.value : output;
      return {
        role: 'tool',
        callId: textOrNull(part.toolCallId),
        content: typeof value === 'string' ? value : JSON.stringify(value ?? null),
      };
    });
  }
  return chatMessage(
    {
      role: role ?? 'user',
      content: others,
      tool_calls: calls.map((call) => ({
        id: call.toolCallId ?? null,
        function: { name: call.toolName ?? '', arguments: call.input ?? call.args ?? {} },
      })),
    },
    losses,
  );
}

/** Events of a span, as OpenTelemetry had them up to 1.36: `gen_ai.user.message`, `gen_ai.choice` and so on. */
function events({ events: all, attributes }: Span, losses: Losses): SpanRequest | null {
  const input: LoggedMessage[] = [];
  const output: LoggedMessage[] = [];
  for (const { name, attributes: about } of all) {
    const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name) ?? [];
    const body = objectOf(jsonIn(about.body ?? about['event.body']) ?? {});
    const fields = { ...about, ...body };
    const calls = jsonIn(fields.tool_calls);
    const message = {
      ...fields,
      tool_calls: calls ?? [],
      content: jsonText(fields.content ?? about['gen_ai.prompt']),
    };
    if (role !== undefined) input.push(...chatMessage({ ...message, role }, losses));
    if (name !== 'gen_ai.choice') continue;
    const reply = objectOf(jsonIn(fields.message) ?? {});
    output.push(
      ...chatMessage(
        {
          ...message,
          ...reply,
          tool_calls: jsonIn(reply.tool_calls) ?? calls ?? [],
          content: jsonText(reply.content ?? fields.content),
          role: 'assistant',
        },
        losses,
      ),
    );
  }
  return input.length + output.length === 0
    ? null
    : { input, output: withAbout(output, attributes), tools: [] };
}

/** Replies with what the span says of the model and its tokens. */
function withAbout(messages: readonly LoggedMessage[], attributes: JsonObject): readonly LoggedMessage[] {
  const of = (...names: readonly string[]): Json | undefined =>
    names.map((name) => attributes[name]).find((value) => value !== undefined);
  const name = someText(
    of(
      'gen_ai.response.model',
      'gen_ai.request.model',
      'llm.model_name',
      'llm.response.model_name',
      'ai.model.id',
    ),
  );
  const counts = {
    inputTokens: tokens(
      of(
        'gen_ai.usage.input_tokens',
        'gen_ai.usage.prompt_tokens',
        'llm.token_count.prompt',
        'ai.usage.promptTokens',
        'ai.usage.inputTokens',
      ),
    ),
    outputTokens: tokens(
      of(
        'gen_ai.usage.output_tokens',
        'gen_ai.usage.completion_tokens',
        'llm.token_count.completion',
        'ai.usage.completionTokens',
        'ai.usage.outputTokens',
      ),
    ),
    cachedInputTokens: tokens(
      of('gen_ai.usage.cache_read.input_tokens', 'llm.token_count.prompt_details.cache_read'),
    ),
    reasoningTokens: tokens(
      of('gen_ai.usage.reasoning.output_tokens', 'llm.token_count.completion_details.reasoning'),
    ),
  };
  const usage = Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
  const reasons = jsonIn(
    of('gen_ai.response.finish_reasons', 'ai.response.finishReason', 'llm.finish_reason'),
  );
  const reason = finishReason(Array.isArray(reasons) ? (reasons as readonly Json[])[0] : reasons);
  return messages.map((message) =>
    message.role === 'assistant'
      ? {
          ...message,
          ...(name === undefined ? {} : { model: name }),
          usage,
          ...('finishReason' in message ? {} : reason),
        }
      : message,
  );
}

const FINISH_REASONS: Readonly<Record<string, TurnFinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_call: 'tool_calls',
  tool_calls: 'tool_calls',
  'tool-calls': 'tool_calls',
  tool_use: 'tool_calls',
  content_filter: 'content_filter',
  'content-filter': 'content_filter',
  error: 'error',
};

function finishReason(raw: Json | undefined): Partial<LoggedReply> {
  if (typeof raw !== 'string' || raw === '') return {};
  const known = Object.hasOwn(FINISH_REASONS, raw) ? FINISH_REASONS[raw] : undefined;
  return { finishReason: known ?? 'other', ...(known === raw ? {} : { rawFinishReason: raw }) };
}
