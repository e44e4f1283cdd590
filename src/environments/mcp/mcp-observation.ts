import { isJsonObject, type Json } from '../../core/index.js';
import { failedObservation, type Observation } from '../../records/index.js';
import type { ToolOutcome } from '../../tools/index.js';
import { environmentError } from '../error-codes.js';

/** Causes of a failed call that mean that there is no server any more. */
const LOST: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'tools/mcp_lost',
  'tools/mcp_unreachable',
  'tools/mcp_closed',
]);

/**
 * What a server's tool answered, as an observation. Blocks that are no text are in the data, and named in the content.
 * @throws {MettleError} `environments/world_broken` where the server was lost or did not answer in time: whether it did
 *   anything is not known then.
 */
export function mcpObservation(tool: string, outcome: ToolOutcome): Observation {
  if (outcome.ok)
    return { status: 'ok', content: contentOf(outcome.value), data: outcome.value, error: null };
  const { fault, error, cause } = outcome;
  if (fault === 'timeout' || LOST.has((cause as { readonly code?: unknown } | undefined)?.code)) {
    throw environmentError(
      'world_broken',
      `The MCP server failed at ${tool}: ${error} Reset the world, or open a new one.`,
      { cause },
    );
  }
  if (fault === 'bad_result') return failedObservation('limit', error);
  return failedObservation(fault === 'failed' ? 'mcp_error' : fault, error);
}

function contentOf(value: Json): string {
  if (typeof value === 'string') return value;
  const blocks = isJsonObject(value) && Object.keys(value).length === 1 ? value.content : undefined;
  if (!Array.isArray(blocks) || blocks.length === 0) return JSON.stringify(value);
  return blocks.map(blockText).join('\n');
}

function blockText(block: Json): string {
  if (!isJsonObject(block)) return JSON.stringify(block);
  if (block.type === 'text' && typeof block.text === 'string') return block.text;
  const { type, mimeType, name, uri, data } = block;
  const words = [type, mimeType, name ?? uri].filter((word) => typeof word === 'string');
  const size = typeof data === 'string' ? `, ${data.length} characters of base64` : '';
  return `[${words.join(' ')}${size}]`;
}
