import type { Json, JsonObject } from '../../core/index.js';
import type { TurnFinishReason } from '../model-turn.js';
import type { ToolDefinition } from '../tool-definition.js';
import { contentText, type Losses } from './content-text.js';
import type { LoggedMessage, LoggedReply, ReplyPart } from './conversation.js';
import { plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { objectOf, objectsOf, someText, textOrNull, tokens } from './read-value.js';
import { jsonIn } from './spans.js';

/** What a span of a model has: what was sent and what came back. */
export interface SpanRequest {
  readonly input: readonly LoggedMessage[];
  readonly output: readonly LoggedMessage[];
  readonly tools: readonly ToolDefinition[];
}

/** A message as OpenAI's chat has it. */
export function chatMessage(message: JsonObject, losses: Losses): readonly LoggedMessage[] {
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

/** Content that is written as JSON where it has parts. */
export function jsonText(content: Json | undefined): Json {
  if (typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return content ?? null;
  return jsonIn(content) ?? content;
}

/** Replies with what the span says of the model and its tokens. */
export function withAbout(
  messages: readonly LoggedMessage[],
  attributes: JsonObject,
): readonly LoggedMessage[] {
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

export function finishReason(raw: Json | undefined): Partial<LoggedReply> {
  if (typeof raw !== 'string' || raw === '') return {};
  const known = Object.hasOwn(FINISH_REASONS, raw) ? FINISH_REASONS[raw] : undefined;
  return { finishReason: known ?? 'other', ...(known === raw ? {} : { rawFinishReason: raw }) };
}
