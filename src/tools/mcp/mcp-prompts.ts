import type { ContentBlock } from '@modelcontextprotocol/client';
import { visibleText } from '../../core/internal.js';
import type { FilePart, ModelMessage, TextPart } from '../../models/index.js';
import type { McpConnection } from './mcp-connection.js';
import type { McpPrompts } from './mcp-offers.js';
import { askServer, wordsOrNull } from './mcp-request.js';
import { MAX_ENTRIES } from './mcp-resources.js';
import type { McpOptions } from './mcp-server.js';

/** The prompts of the server behind a connection. */
export function mcpPrompts(connection: McpConnection, options: McpOptions): McpPrompts {
  return {
    async list(given = {}) {
      const prompts = await askServer(connection, options, given, async (client, request) =>
        client.getServerCapabilities()?.prompts === undefined
          ? []
          : (await client.listPrompts(undefined, { ...request, cacheMode: 'refresh' })).prompts,
      );
      return prompts.slice(0, MAX_ENTRIES).map((prompt) => ({
        name: prompt.name,
        title: wordsOrNull(prompt.title, 200),
        description: wordsOrNull(prompt.description),
        arguments: (prompt.arguments ?? []).map(({ name, description, required }) => ({
          name,
          description: wordsOrNull(description),
          required: required === true,
        })),
      }));
    },
    async get(name, args = {}, given = {}) {
      const { messages } = await askServer(connection, options, given, (client, request) =>
        client.getPrompt({ name, arguments: { ...args } }, request),
      );
      return messages.map(({ role, content }): ModelMessage => ({ role, content: [partOf(content)] }));
    },
  };
}

function partOf(content: ContentBlock): TextPart | FilePart {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: visibleText(content.text) };
    case 'image':
    case 'audio':
      return { type: 'file', mediaType: content.mimeType, data: content.data };
    case 'resource': {
      const { resource } = content;
      if ('text' in resource) return { type: 'text', text: visibleText(resource.text) };
      return {
        type: 'file',
        mediaType: resource.mimeType ?? 'application/octet-stream',
        data: resource.blob,
      };
    }
    default:
      return { type: 'text', text: visibleText(`${content.name}: ${content.uri}`) };
  }
}
