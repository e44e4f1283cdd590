import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Json } from '../../core/index.js';
import { ToolFailure } from '../tool.js';
import { foreignText } from './foreign-text.js';

/**
 * What a server answered, as a tool's value: its structured content where there is some, else its text where there is
 * nothing but text, else all blocks of content as they are.
 *
 * @throws {ToolFailure} with the server's own words, made visible and cut, where it reports an error: that is for the model to read.
 */
export function mcpValue(name: string, result: CallToolResult): Json {
  const { content, structuredContent, isError } = result;
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (isError === true) {
    const words = texts.join('\n') || JSON.stringify(structuredContent ?? content);
    throw new ToolFailure(`${name} reports an error: ${foreignText(words)}`);
  }
  if (structuredContent !== undefined) return structuredContent as Json;
  if (texts.length === content.length) return texts.join('\n');
  return { content: content as unknown as Json };
}
