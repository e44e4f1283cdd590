import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import { errorMessage, orAborted, startDeadline } from '../../core/internal.js';
import { toolError } from '../error-codes.js';
import { foreignText } from './foreign-text.js';
import { isLost } from './lost-connection.js';
import { connectSeconds, type McpConnection, NO_TIMEOUT } from './mcp-connection.js';
import type { McpRequestOptions } from './mcp-offers.js';
import type { McpOptions } from './mcp-server.js';

/**
 * Asks a server for something that changes nothing, for at most `connectTimeoutSeconds`. A connection that is lost in it is made
 * again by the next request.
 *
 * @throws {MettleError} `tools/mcp_refused` where the server refuses or does not answer.
 */
export async function askServer<Answer>(
  connection: McpConnection,
  options: McpOptions,
  { signal }: McpRequestOptions,
  ask: (client: Client, options: RequestOptions) => Promise<Answer>,
): Promise<Answer> {
  const client = await orAborted(connection.client(), signal);
  const limit = startDeadline(connectSeconds(options), signal);
  try {
    return await orAborted(ask(client, { signal: limit.signal, timeout: NO_TIMEOUT }), limit.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (isLost(error)) await connection.drop(client);
    throw toolError(
      'mcp_refused',
      `The MCP server did not give what it was asked for: ${foreignText(errorMessage(error), 500)}.`,
      { cause: error },
    );
  } finally {
    limit.end();
  }
}

/** A text of a server, made visible; null where it has none. */
export function wordsOrNull(text: string | undefined, maxLength?: number): string | null {
  return text === undefined ? null : foreignText(text, maxLength);
}
