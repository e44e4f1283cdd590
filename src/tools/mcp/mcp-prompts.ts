import type { ContentBlock } from '@modelcontextprotocol/client';
import { visibleText } from '../../core/index.js';
import type { FilePart, ModelMessage, TextPart } from '../../models/index.js';
import type { McpConnection } from './mcp-connection.js';
import { askServer, type McpRequestOptions, wordsOrNull } from './mcp-request.js';
import { MAX_ENTRIES } from './mcp-resources.js';
import type { McpOptions } from './mcp-server.js';

/** A prompt that a server offers to people. Its words are the server's, made visible. */
export interface McpPrompt {
  /** For {@link McpPrompts.get}; as the server wrote it. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string | null;
    readonly required: boolean;
  }[];
}

/** The prompts of a server, asked for anew each time; the list is empty where it has none. */
export interface McpPrompts {
  list(options?: McpRequestOptions): Promise<readonly McpPrompt[]>;
  /**
   * A prompt as messages of a conversation: hand them to an agent as `{ messages }`. They are the server's words.
   *
   * @throws {MettleError} `tools/mcp_refused` for a prompt that the server does not know, and for missing arguments.
   */
  get(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: McpRequestOptions,
  ): Promise<readonly ModelMessage[]>;
}

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
