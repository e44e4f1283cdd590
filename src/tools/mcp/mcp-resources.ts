import type { BlobResourceContents, TextResourceContents } from '@modelcontextprotocol/client';
import type { McpConnection } from './mcp-connection.js';
import type { McpResource, McpResourceContent, McpResources } from './mcp-offers.js';
import { askServer, wordsOrNull } from './mcp-request.js';
import type { McpOptions } from './mcp-server.js';

/** Entries of a list that are taken. */
export const MAX_ENTRIES = 2_000;

/** The resources of the server behind a connection. */
export function mcpResources(connection: McpConnection, options: McpOptions): McpResources {
  return {
    async list(given = {}) {
      const resources = await askServer(connection, options, given, async (client, request) =>
        client.getServerCapabilities()?.resources === undefined
          ? []
          : (await client.listResources(undefined, { ...request, cacheMode: 'refresh' })).resources,
      );
      return resources.slice(0, MAX_ENTRIES).map((one) => ({ uri: one.uri, ...wordsOf(one) }));
    },
    async templates(given = {}) {
      const templates = await askServer(connection, options, given, async (client, request) =>
        client.getServerCapabilities()?.resources === undefined
          ? []
          : (await client.listResourceTemplates(undefined, { ...request, cacheMode: 'refresh' }))
              .resourceTemplates,
      );
      return templates
        .slice(0, MAX_ENTRIES)
        .map((one) => ({ uriTemplate: one.uriTemplate, ...wordsOf(one) }));
    },
    async read(uri, given = {}) {
      const { contents } = await askServer(connection, options, given, (client, request) =>
        client.readResource({ uri }, { ...request, cacheMode: 'refresh' }),
      );
      return contents.map(contentOf);
    },
  };
}

function wordsOf(one: {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}): Omit<McpResource, 'uri'> {
  return {
    name: wordsOrNull(one.title ?? one.name, 200),
    description: wordsOrNull(one.description),
    mimeType: wordsOrNull(one.mimeType, 200),
  };
}

/** The content of a resource, as a server sends it. */
function contentOf(content: TextResourceContents | BlobResourceContents): McpResourceContent {
  const { uri } = content;
  const mimeType = wordsOrNull(content.mimeType, 200);
  return 'text' in content
    ? { uri, mimeType, text: content.text }
    : { uri, mimeType, bytes: Buffer.from(content.blob, 'base64') };
}
