import type { ElicitResult } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { foreignSchema, foreignText } from './foreign-text.js';
import type { McpOptions } from './mcp-server.js';

/** Answers the parameters of an `elicitation/create` of a server; a request that is no form is declined. */
export async function answerInputRequest(
  params: Readonly<Record<string, unknown>>,
  onInputRequest: NonNullable<McpOptions['onInputRequest']>,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const { message, requestedSchema } = params;
  if (!isJsonObject(requestedSchema as Json)) return { action: 'decline' };
  const answer = await onInputRequest({
    message: foreignText(String(message)),
    schema: foreignSchema(requestedSchema as JsonObject),
    signal,
  });
  return answer.action === 'accept'
    ? { action: 'accept', content: answer.content as Record<string, string> }
    : { action: answer.action };
}
