import type { FinishReason, ModelResponse, ModelUsage } from '../response.js';
import { fromContent, isRecord } from './from-content.js';

/** What a reply is made from: the members of a result of `doGenerate`, or what a stream came to. */
export interface RawResult {
  readonly content?: unknown;
  /** The text of structured output, where that is not all of the text (version 4). */
  readonly structuredOutputText?: unknown;
  readonly finishReason?: unknown;
  readonly usage?: unknown;
  readonly warnings?: unknown;
  readonly response?: unknown;
}

/** A reply from a result of the AI SDK, of whatever version. `model` is who answered, `provider/model`. */
export function fromResult(result: RawResult, model: string): ModelResponse {
  const { text, reasoning, toolCalls, parts, leftOut } = fromContent(result.content);
  const servedModel = isRecord(result.response) ? result.response.modelId : undefined;
  const { structuredOutputText } = result;
  return {
    text: typeof structuredOutputText === 'string' ? structuredOutputText : text,
    reasoning,
    toolCalls,
    ...fromFinishReason(result.finishReason),
    usage: fromUsage(result.usage),
    warnings: [
      ...fromWarnings(result.warnings),
      ...leftOut.map(
        (kind) => `The reply held a part of the kind ${kind}; the conversation does not keep it.`,
      ),
    ],
    message: { role: 'assistant', content: parts },
    model,
    servedModel: typeof servedModel === 'string' ? servedModel : null,
    raw: result,
  };
}

const FINISH_REASONS: readonly unknown[] = ['stop', 'length', 'content-filter', 'tool-calls', 'error'];

/** The reason in version 2 (a word) and since (a word of the SDK beside the provider's own). */
export function fromFinishReason(value: unknown): {
  readonly finishReason: FinishReason;
  readonly rawFinishReason: string | null;
} {
  const unified = isRecord(value) ? value.unified : value;
  const raw = isRecord(value) ? value.raw : undefined;
  return {
    finishReason: FINISH_REASONS.includes(unified) ? (unified as FinishReason) : 'other',
    rawFinishReason: typeof raw === 'string' ? raw : null,
  };
}

/** The counts in version 2 (flat) and since (nested). What is no count is null. */
export function fromUsage(value: unknown): ModelUsage {
  const usage = isRecord(value) ? value : {};
  const input = isRecord(usage.inputTokens) ? usage.inputTokens : null;
  const output = isRecord(usage.outputTokens) ? usage.outputTokens : null;
  return {
    inputTokens: countOrNull(input === null ? usage.inputTokens : input.total),
    outputTokens: countOrNull(output === null ? usage.outputTokens : output.total),
    cachedInputTokens: countOrNull(input === null ? usage.cachedInputTokens : input.cacheRead),
    cacheWriteTokens: countOrNull(input?.cacheWrite),
    reasoningTokens: countOrNull(output === null ? usage.reasoningTokens : output.reasoning),
  };
}

/** A count, or null for what is none. */
export function countOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Warnings as lines: `tools: not supported …`. */
export function fromWarnings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).filter(isRecord).map((warning) => {
    const tool = isRecord(warning.tool) ? warning.tool.name : undefined;
    const subject = warning.feature ?? warning.setting ?? tool;
    const words = warning.message ?? warning.details ?? `${String(warning.type)}`;
    return subject === undefined ? String(words) : `${String(subject)}: ${String(words)}`;
  });
}
