import type { ModelResponse, ModelUsage } from './response.js';

/** The use of a call that nobody counted. */
export const UNKNOWN_USAGE: ModelUsage = {
  inputTokens: null,
  outputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
};

/** The response of a model that is no provider's: text and calls, with nothing counted unless `given` says more. */
export function plainResponse(
  model: string,
  text: string,
  given: Partial<Pick<ModelResponse, 'toolCalls' | 'usage' | 'warnings'>> = {},
): ModelResponse {
  const { toolCalls = [], usage = UNKNOWN_USAGE, warnings = [] } = given;
  return {
    text,
    reasoning: '',
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop',
    rawFinishReason: null,
    usage,
    warnings,
    message: { role: 'assistant', content: text === '' && toolCalls.length > 0 ? toolCalls : text },
    model,
    servedModel: null,
    raw: null,
  };
}
