import type { ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';

/** UTF-8 bytes of a token, on the low side: English prose has about four, code and other scripts about three. */
const BYTES_PER_TOKEN = 3;

/** Tokens around each message and tool. */
const TOKENS_AROUND = 8;

/** An estimate of a request's input tokens, rather too high than too low. */
export function estimateInputTokens({ messages, tools = [], responseFormat }: ModelRequest): number {
  const around = TOKENS_AROUND * (messages.length + tools.length);
  return around + tokensOf(JSON.stringify([messages, tools, responseFormat ?? null]));
}

/** Tokens that a reply has, or what came of it, where the provider does not say. */
export function estimateOutputTokens({
  text,
  reasoning,
  toolCalls,
}: Pick<ModelResponse, 'text' | 'reasoning' | 'toolCalls'>): number {
  return (
    tokensOf(text) + tokensOf(reasoning) + (toolCalls.length > 0 ? tokensOf(JSON.stringify(toolCalls)) : 0)
  );
}

/** Tokens that a text has, more rather than fewer. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}
